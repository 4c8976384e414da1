"""Korean."""

from compiler.languages.table import Language, phrases

TABLE = Language(
    code="ko",
    fields={
        "status": phrases("상태, 현재 상태"),
        "date": phrases("날짜, 일자, 결정일, 결정 일자, 결정 날짜, 일시"),
        "created": phrases("작성일, 생성일, 작성 일자, 제안일"),
        "deciders": phrases("결정자, 의사결정자, 의사 결정자, 승인자, 참여자"),
        "tags": phrases("태그"),
        "title": phrases("제목"),
        "number": phrases("번호"),
        "supersedes": phrases("대체, 대체함, 대체 대상"),
        "superseded_by": phrases("대체됨, 대체한 adr, 후속, 후속 adr"),
        "amends": phrases("수정, 보완, 확장"),
        "amended_by": phrases("수정됨, 보완됨"),
        "relates_to": phrases("관련, 관련 adr, 관련 결정, 연관 adr"),
        "updated": phrases("수정일, 최종 수정일, 업데이트, 갱신일"),
    },
    sections={
        "status": phrases("상태, 현재 상태"),
        "metadata": phrases("메타데이터"),
        "context": phrases(
            """
            컨텍스트, 배경, 맥락, 문제, 배경 및 문제, 컨텍스트와 문제, 문제 정의, 배경과 문제,
            상황, 맥락과 문제, 문맥, 개요, 배경 및 문제 정의, 컨텍스트 및 문제 정의
            """
        ),
        "decision": phrases(
            """
            결정, 결정 사항, 결정 결과, 의사결정, 의사 결정, 결론, 해결책, 해결 방안, 결정사항
            """
        ),
        "consequences": phrases("결과, 영향, 귀결, 결과 및 영향, 트레이드오프"),
        "alternatives": phrases(
            """
            대안, 고려한 옵션, 고려한 대안, 고려된 옵션, 선택지, 검토한 대안, 고려 사항,
            대안 검토, 고려된 대안, 옵션, 검토된 대안, 고려한 선택지
            """
        ),
        "references": phrases("참고, 참고 자료, 링크, 추가 정보, 참조, 관련 문서, 참고자료"),
        "changelog": phrases("변경 이력, 변경이력, 개정 이력"),
        "constraints": phrases("제약, 제약 조건"),
    },
    statuses={
        "proposed": phrases(
            """
            제안, 제안됨, 제안 중, 초안, 검토 중, 검토중, 논의 중, 논의중, 진행 중, 진행중,
            보류, 대기
            """
        ),
        "accepted": phrases(
            """
            승인, 승인됨, 수락, 수락됨, 채택, 채택됨, 확정, 확정됨, 결정됨, 합의, 합의됨, 완료,
            적용, 적용됨, 구현됨, 구현 완료, 유효, 적용 중, 허용됨, 결정
            """
        ),
        "rejected": phrases(
            """
            거부, 거부됨, 거절, 거절됨, 기각, 기각됨, 반려, 철회, 철회됨, 폐기
            """
        ),
        "deprecated": phrases(
            """
            폐기됨, 사용 중단, 더 이상 사용되지 않음, 중단됨, 만료, 지원 중단,
            더 이상 사용하지 않음
            """
        ),
        "superseded": phrases("대체됨, 대체, 교체됨, 대체되었음"),
    },
    relations={
        "supersedes": phrases("대체함, 대체 대상"),
        "superseded_by": phrases("대체됨, 대체되었음"),
        "amends": phrases("보완, 수정함"),
        "amended_by": phrases("보완됨, 수정됨"),
    },
    subjects=phrases("이 결정, 이 adr, 본 결정, 본 adr"),
    partial=phrases("일부, 부분적으로"),
    nothing=phrases("없음, 해당 없음, 해당없음"),
)
