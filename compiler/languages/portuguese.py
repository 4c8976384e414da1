"""Portuguese."""

from compiler.languages.table import Language, phrases

TABLE = Language(
    code="pt",
    fields={
        "status": phrases("status, estado, situação"),
        "date": phrases("data, data da decisão, decidido em, data de decisão"),
        "created": phrases("criado, criado em, data de criação, criação"),
        "deciders": phrases(
            """
            decisores, responsáveis, decidido por, tomadores de decisão, autores, decisor
            """
        ),
        "tags": phrases("etiquetas, marcadores"),
        "title": phrases("título, titulo"),
        "number": phrases("número"),
        "supersedes": phrases("substitui, substitui a, substitui o"),
        "superseded_by": phrases(
            """
            substituído por, substituída por, substituido por, substituida por
            """
        ),
        "amends": phrases("emenda, altera, modifica, complementa, estende, atualiza"),
        "amended_by": phrases(
            """
            emendado por, emendada por, alterado por, alterada por, complementado por,
            complementada por, atualizado por, atualizada por, estendido por, ampliado por,
            substituído parcialmente por, substituída parcialmente por,
            parcialmente substituído por, parcialmente substituída por
            """
        ),
        "relates_to": phrases(
            """
            relacionado, relacionado a, veja também, adrs relacionadas, relacionados
            """
        ),
        "updated": phrases("atualizado, atualizado em, última atualização, última modificação"),
    },
    sections={
        "status": phrases("status, estado, situação"),
        "metadata": phrases("metadados"),
        "context": phrases(
            """
            contexto, contexto e problema, contexto e declaração do problema, problema,
            declaração do problema, motivação, introdução, contexto e definição do problema
            """
        ),
        "decision": phrases(
            """
            decisão, resultado da decisão, decisões, solução, decisao, resultado,
            opção escolhida, decisão tomada, proposta
            """
        ),
        "consequences": phrases(
            """
            consequências, consequencias, implicações, impacto, impactos, resultados, riscos
            """
        ),
        "alternatives": phrases(
            """
            alternativas, opções consideradas, alternativas consideradas, opções,
            prós e contras das opções, alternativas avaliadas, opções avaliadas
            """
        ),
        "references": phrases("referências, links, mais informações, veja também, referencias"),
        "changelog": phrases("histórico, histórico de alterações, histórico de mudanças"),
        "constraints": phrases("restrições"),
    },
    statuses={
        "proposed": phrases(
            """
            proposto, proposta, rascunho, em discussão, pendente, em revisão, em análise,
            em andamento, em progresso, a decidir, em avaliação
            """
        ),
        "accepted": phrases(
            """
            aceito, aceita, aceite, aprovado, aprovada, adotado, adotada, vigente, ativo, ativa,
            implementado, implementada, decidido, decidida, em vigor, confirmado, concluído,
            concluída, acordado
            """
        ),
        "rejected": phrases(
            """
            rejeitado, rejeitada, recusado, recusada, descartado, descartada, retirado,
            abandonado, abandonada, cancelado, cancelada
            """
        ),
        "deprecated": phrases(
            """
            obsoleto, obsoleta, descontinuado, descontinuada, depreciado, depreciada, em desuso,
            arquivado, arquivada
            """
        ),
        "superseded": phrases(
            """
            substituído, substituída, substituido, substituida, substituído por,
            substituída por, superado, superada, superado por
            """
        ),
    },
    relations={
        "supersedes": phrases("substitui, substitui a, substitui o"),
        "superseded_by": phrases(
            """
            substituído por, substituída por, substituido por, substituida por,
            substituído pela, substituída pela, substituído pelo, substituída pelo, superado por
            """
        ),
        "amends": phrases("emenda, altera, modifica, complementa, estende"),
        "amended_by": phrases(
            """
            emendado por, emendada por, alterado por, alterada por, complementado por,
            complementada por, ampliado por, ampliado pelo, ampliado pela, ampliada por,
            alterado pelo, alterado pela, complementado pelo, complementado pela, estendido por,
            estendido pelo
            """
        ),
    },
    subjects=phrases("este adr, esta adr, esta decisão, este registro, este documento"),
    partial=phrases("em parte, parcialmente, parte de, a seção"),
    nothing=phrases("nenhum, nenhuma, não se aplica, não"),
    months=phrases(
        """
        janeiro, fevereiro, março, abril, maio, junho, julho, agosto, setembro, outubro,
        novembro, dezembro
        """
    ),
)
