"""Chinese, simplified and traditional."""

from compiler.languages.table import Language, phrases

TABLE = Language(
    code="zh",
    fields={
        "status": phrases("状态, 狀態, 当前状态"),
        "date": phrases("日期, 决策日期, 決策日期, 决定日期, 时间"),
        "created": phrases("创建日期, 建立日期, 创建时间, 创建, 提出日期"),
        "deciders": phrases("决策者, 決策者, 决策人, 決策人, 负责人, 決定者"),
        "tags": phrases("标签, 標籤"),
        "title": phrases("标题, 標題"),
        "number": phrases("编号, 編號"),
        "supersedes": phrases("取代, 替代, 替换, 替換"),
        "superseded_by": phrases("被取代, 被替代, 被替换, 取代者, 已被取代, 被以下取代"),
        "amends": phrases("修订, 修訂, 修改, 补充, 補充, 扩展, 擴展"),
        "amended_by": phrases("被修订, 被修訂, 被修改, 被补充"),
        "relates_to": phrases("相关, 相關, 关联, 相关决策, 相關決策"),
        "updated": phrases("更新日期, 最后更新, 更新时间, 最後更新"),
    },
    sections={
        "status": phrases("状态, 狀態"),
        "metadata": phrases("元数据, 元資料, 基本信息"),
        "context": phrases(
            """
            背景, 上下文, 上下文和问题陈述, 问题, 问题陈述, 背景与问题, 背景和问题, 脈絡,
            问题描述, 背景与问题陈述, 背景與問題, 動機, 动机, 情境
            """
        ),
        "decision": phrases(
            """
            决策, 決策, 决定, 決定, 决策结果, 決策結果, 解决方案, 方案, 结论, 決策內容,
            决策内容, 最终决策, 選擇, 选择
            """
        ),
        "consequences": phrases("后果, 後果, 影响, 影響, 结果, 結果, 风险"),
        "alternatives": phrases(
            """
            备选方案, 備選方案, 考虑的选项, 考慮的選項, 替代方案, 候选方案, 选项, 可选方案,
            考虑过的方案, 考虑的方案, 考慮過的選項
            """
        ),
        "references": phrases("参考, 參考, 链接, 連結, 更多信息, 参考资料, 參考資料, 相关链接"),
        "changelog": phrases("变更历史, 變更歷史, 修订历史, 更新记录, 变更记录"),
        "constraints": phrases("约束, 約束, 限制"),
    },
    statuses={
        "proposed": phrases(
            """
            提议, 提議, 草稿, 草案, 待定, 讨论中, 討論中, 审核中, 進行中, 进行中, 提案, 建议,
            建議, 评审中, 待评审, 已提议, 已提議, 擬議, 拟议, 已提出
            """
        ),
        "accepted": phrases(
            """
            通过, 通過, 已通过, 已通過, 接受, 已接受, 采纳, 採納, 已采纳, 已採納, 批准, 已批准,
            完成, 已完成, 生效, 已决定, 已決定, 已采用, 已採用, 已实施, 已實施, 采用, 採用,
            已确认, 已落地, 已生效, 有效
            """
        ),
        "rejected": phrases(
            """
            拒绝, 拒絕, 已拒绝, 已拒絕, 否决, 否決, 已否决, 撤回, 已撤回, 放弃, 已放弃, 驳回
            """
        ),
        "deprecated": phrases(
            """
            弃用, 棄用, 已弃用, 已棄用, 废弃, 廢棄, 已废弃, 已廢棄, 过时, 已过时, 失效, 已失效,
            作废, 已作废, 已廢止, 已废止
            """
        ),
        "superseded": phrases(
            """
            取代, 被取代, 已取代, 已被取代, 替代, 被替代, 已替代, 已被替代, 被替换, 已替换,
            已被替换
            """
        ),
    },
    relations={
        "supersedes": phrases("取代, 替代, 替换, 替換"),
        "superseded_by": phrases("被取代, 已被取代, 被替代, 被替换, 取代者, 已取代于"),
        "amends": phrases("修订, 修訂, 修改, 补充, 補充, 扩展, 擴展"),
        "amended_by": phrases("被修订, 被修訂, 被修改, 被补充"),
    },
    subjects=phrases("本决策, 本決策, 此决策, 本adr, 本 adr, 该决策"),
    partial=phrases("部分"),
    nothing=phrases("无, 無, 没有, 沒有, 暂无"),
)
