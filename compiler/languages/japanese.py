"""Japanese."""

from compiler.languages.table import Language, phrases

TABLE = Language(
    code="ja",
    fields={
        "status": phrases("ステータス, 状態, 状況"),
        "date": phrases("日付, 決定日, 日時, 決定日時, 採択日"),
        "created": phrases("作成日, 作成日時, 提案日, 起票日"),
        "deciders": phrases("決定者, 意思決定者, 承認者, 決裁者, 決定に関わった人"),
        "tags": phrases("タグ"),
        "title": phrases("タイトル, 題名"),
        "number": phrases("番号"),
        "supersedes": phrases("置き換え対象, 置換対象, 置き換える, 置き換えるadr, 廃止対象"),
        "superseded_by": phrases("置き換え先, 後継, 置換先, 置き換えられた"),
        "amends": phrases("修正対象, 補足対象, 更新対象"),
        "amended_by": phrases("修正元, 補足"),
        "relates_to": phrases("関連, 関連adr, 関連する決定"),
        "updated": phrases("更新日, 最終更新日, 最終更新"),
    },
    sections={
        "status": phrases("ステータス, 状態, 状況"),
        "metadata": phrases("メタデータ, メタ情報"),
        "context": phrases(
            """
            コンテキスト, 背景, 文脈, コンテキストと問題, 背景と課題, 課題, 問題,
            コンテキストと課題, コンテクスト, 背景・課題, 背景と問題, 目的, 概要,
            コンテキストと問題の説明, 経緯
            """
        ),
        "decision": phrases(
            """
            決定, 決定事項, 決定内容, 決定の結果, 意思決定, 結論, 解決策, 採用案, 決定結果, 方針
            """
        ),
        "consequences": phrases("影響, 結果, 帰結, 影響範囲, トレードオフ, 結果と影響"),
        "alternatives": phrases(
            """
            代替案, 検討した選択肢, 選択肢, 検討した代替案, 検討した案, 比較検討, 他の選択肢,
            検討事項, 検討した方法, 候補, 検討された選択肢
            """
        ),
        "references": phrases("参考, 参考資料, リンク, 関連情報, 参照, 参考リンク, 関連, 補足"),
        "changelog": phrases("変更履歴, 改訂履歴, 更新履歴"),
        "constraints": phrases("制約"),
    },
    statuses={
        "proposed": phrases(
            """
            提案, 提案中, 提案済み, 下書き, ドラフト, 検討中, 議論中, レビュー中, 保留, 未決定,
            進行中, 提起
            """
        ),
        "accepted": phrases(
            """
            承認, 承認済み, 承認済, 採択, 採択済み, 採用, 採用済み, 決定, 決定済み, 受理,
            受け入れ, 受入, 合意, 合意済み, 実装済み, 有効, 確定, 完了, 受諾, 承諾
            """
        ),
        "rejected": phrases("却下, 却下済み, 棄却, 不採用, 取り下げ, 否決, 拒否, 見送り"),
        "deprecated": phrases("非推奨, 廃止, 廃止済み, 廃止予定, 失効, 無効, 破棄"),
        "superseded": phrases(
            """
            置き換え, 置き換えられた, 置換, 置換済み, 差し替え, 上書き, 代替済み, 置き換え済み
            """
        ),
    },
    relations={
        "supersedes": phrases("置き換える, 置き換え対象"),
        "superseded_by": phrases("置き換え先, 置き換えられた, 後継"),
        "amends": phrases("修正する, 補足する"),
        "amended_by": phrases("修正された, 補足された"),
    },
    subjects=phrases("この決定, 本決定, このadr, 本adr"),
    partial=phrases("一部, 部分的"),
    nothing=phrases("なし, 無し, 該当なし, 特になし"),
)
