"""Spanish."""

from compiler.languages.table import Language

TABLE = Language(
    code="es",
    fields={
        "status": ("estado", "estatus", "situación"),
        "date": ("fecha", "fecha de decisión", "fecha de la decisión", "decidido el"),
        "created": ("creado", "fecha de creación", "creado el", "creación"),
        "deciders": ("decisores", "responsables", "decidido por", "tomadores de decisión", "decisor", "participantes"),
        "tags": ("etiquetas",),
        "title": ("título",),
        "number": ("número",),
        "supersedes": ("reemplaza", "sustituye", "reemplaza a", "sustituye a"),
        "superseded_by": (
            "reemplazado por", "reemplazada por", "sustituido por", "sustituida por", "remplazado por",
        ),
        "amends": ("enmienda", "modifica", "amplía", "complementa", "extiende", "modifica a"),
        "amended_by": (
            "enmendado por", "enmendada por", "modificado por", "modificada por", "ampliado por",
            "ampliada por", "complementado por",
        ),
        "relates_to": ("relacionado", "relacionado con", "véase también", "adrs relacionados", "relacionados"),
        "updated": ("actualizado", "última actualización", "última modificación"),
    },
    sections={
        "status": ("estado", "estatus", "situación"),
        "metadata": ("metadatos",),
        "context": (
            "contexto", "contexto y problema", "contexto y planteamiento del problema", "problema",
            "planteamiento del problema", "antecedentes", "motivación", "introducción",
            "contexto y definición del problema",
        ),
        "decision": (
            "decisión", "resultado de la decisión", "decisiones", "solución", "decisión tomada",
            "resultado", "opción elegida", "decision", "propuesta", "opción seleccionada",
        ),
        "consequences": ("consecuencias", "implicaciones", "impacto", "resultados", "riesgos"),
        "alternatives": (
            "alternativas", "opciones consideradas", "alternativas consideradas", "opciones",
            "pros y contras de las opciones", "alternativas evaluadas", "alternativas descartadas",
        ),
        "references": ("referencias", "enlaces", "más información", "ver también"),
        "changelog": ("historial", "historial de cambios", "registro de cambios"),
        "constraints": ("restricciones",),
    },
    statuses={
        "proposed": (
            "propuesto", "propuesta", "borrador", "en discusión", "pendiente", "en revisión",
            "en progreso", "en curso", "por decidir", "en evaluación", "en análisis",
        ),
        "accepted": (
            "aceptado", "aceptada", "aprobado", "aprobada", "adoptado", "adoptada", "vigente", "activo",
            "activa", "implementado", "implementada", "decidido", "decidida", "acordado", "acordada",
            "confirmado", "confirmada", "aceptado.",
        ),
        "rejected": (
            "rechazado", "rechazada", "descartado", "descartada", "retirado", "retirada", "abandonado",
            "abandonada", "cancelado", "cancelada", "denegado",
        ),
        "deprecated": ("obsoleto", "obsoleta", "en desuso", "deprecado", "deprecada", "archivado", "archivada"),
        "superseded": (
            "reemplazado", "reemplazada", "sustituido", "sustituida", "reemplazado por", "reemplazada por",
            "sustituido por", "sustituida por", "superado", "superada", "superado por", "superada por",
        ),
    },
    relations={
        "supersedes": ("reemplaza", "reemplaza a", "sustituye", "sustituye a"),
        "superseded_by": (
            "reemplazado por", "reemplazada por", "sustituido por", "sustituida por", "superado por",
            "superada por",
        ),
        "amends": ("enmienda", "modifica", "amplía", "complementa", "extiende"),
        "amended_by": (
            "enmendado por", "enmendada por", "modificado por", "modificada por", "ampliado por",
            "ampliada por",
        ),
    },
    subjects=("este adr", "esta adr", "esta decisión", "este registro", "este documento"),
    partial=("en parte", "parcialmente", "parte de", "la sección"),
    nothing=("ninguno", "ninguna", "no aplica", "sin definir"),
    months=(
        "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre",
        "octubre", "noviembre", "diciembre",
    ),
)
