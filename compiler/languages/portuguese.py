"""Portuguese."""

from compiler.languages.table import Language

TABLE = Language(
    code="pt",
    fields={
        "status": ("status", "estado", "situação"),
        "date": ("data", "data da decisão", "decidido em", "data de decisão"),
        "created": ("criado", "criado em", "data de criação", "criação"),
        "deciders": ("decisores", "responsáveis", "decidido por", "tomadores de decisão", "autores", "decisor"),
        "tags": ("etiquetas", "marcadores"),
        "title": ("título",),
        "number": ("número",),
        "supersedes": ("substitui", "substitui a", "substitui o"),
        "superseded_by": ("substituído por", "substituída por", "substituido por", "substituida por"),
        "amends": ("emenda", "altera", "modifica", "complementa", "estende", "atualiza"),
        "amended_by": (
            "emendado por", "emendada por", "alterado por", "alterada por", "complementado por",
            "complementada por", "atualizado por", "atualizada por", "estendido por",
        ),
        "relates_to": ("relacionado", "relacionado a", "veja também", "adrs relacionadas", "relacionados"),
        "updated": ("atualizado", "atualizado em", "última atualização", "última modificação"),
    },
    sections={
        "status": ("status", "estado", "situação"),
        "metadata": ("metadados",),
        "context": (
            "contexto", "contexto e problema", "contexto e declaração do problema", "problema",
            "declaração do problema", "motivação", "introdução", "contexto e definição do problema",
        ),
        "decision": (
            "decisão", "resultado da decisão", "decisões", "solução", "decisao", "resultado",
            "opção escolhida", "decisão tomada", "proposta",
        ),
        "consequences": ("consequências", "consequencias", "implicações", "impacto", "impactos", "resultados", "riscos"),
        "alternatives": (
            "alternativas", "opções consideradas", "alternativas consideradas", "opções",
            "prós e contras das opções", "alternativas avaliadas", "opções avaliadas",
        ),
        "references": ("referências", "links", "mais informações", "veja também", "referencias"),
        "changelog": ("histórico", "histórico de alterações", "histórico de mudanças"),
        "constraints": ("restrições",),
    },
    statuses={
        "proposed": (
            "proposto", "proposta", "rascunho", "em discussão", "pendente", "em revisão", "em análise",
            "em andamento", "em progresso", "a decidir", "em avaliação",
        ),
        "accepted": (
            "aceito", "aceita", "aceite", "aprovado", "aprovada", "adotado", "adotada", "vigente", "ativo",
            "ativa", "implementado", "implementada", "decidido", "decidida", "em vigor", "confirmado",
            "concluído", "concluída", "acordado",
        ),
        "rejected": (
            "rejeitado", "rejeitada", "recusado", "recusada", "descartado", "descartada", "retirado",
            "abandonado", "abandonada", "cancelado", "cancelada",
        ),
        "deprecated": (
            "obsoleto", "obsoleta", "descontinuado", "descontinuada", "depreciado", "depreciada",
            "em desuso", "arquivado", "arquivada",
        ),
        "superseded": (
            "substituído", "substituída", "substituido", "substituida", "substituído por",
            "substituída por", "superado", "superada", "superado por",
        ),
    },
    relations={
        "supersedes": ("substitui", "substitui a", "substitui o"),
        "superseded_by": (
            "substituído por", "substituída por", "substituido por", "substituida por", "substituído pela",
            "substituída pela", "substituído pelo", "substituída pelo", "superado por",
        ),
        "amends": ("emenda", "altera", "modifica", "complementa", "estende"),
        "amended_by": (
            "emendado por", "emendada por", "alterado por", "alterada por", "complementado por",
            "complementada por",
        ),
    },
    subjects=("este adr", "esta adr", "esta decisão", "este registro", "este documento"),
    partial=("em parte", "parcialmente", "parte de", "a seção"),
    nothing=("nenhum", "nenhuma", "não se aplica", "não"),
    months=(
        "janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro",
        "outubro", "novembro", "dezembro",
    ),
)
