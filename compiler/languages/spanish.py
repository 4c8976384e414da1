"""Spanish."""

from compiler.languages.table import Language, phrases

TABLE = Language(
    code="es",
    fields={
        "status": phrases("estado, estatus, situación"),
        "date": phrases("fecha, fecha de decisión, fecha de la decisión, decidido el"),
        "created": phrases("creado, fecha de creación, creado el, creación"),
        "deciders": phrases(
            """
            decisores, responsables, decidido por, tomadores de decisión, decisor, participantes
            """
        ),
        "tags": phrases("etiquetas"),
        "title": phrases("título, titulo"),
        "number": phrases("número"),
        "supersedes": phrases("reemplaza, sustituye, reemplaza a, sustituye a"),
        "superseded_by": phrases(
            """
            reemplazado por, reemplazada por, sustituido por, sustituida por, remplazado por
            """
        ),
        "amends": phrases("enmienda, modifica, amplía, complementa, extiende, modifica a"),
        "amended_by": phrases(
            """
            enmendado por, enmendada por, modificado por, modificada por, ampliado por,
            ampliada por, complementado por, reemplazado parcialmente por,
            reemplazada parcialmente por, parcialmente reemplazado por,
            parcialmente reemplazada por, sustituido parcialmente por,
            sustituida parcialmente por
            """
        ),
        "relates_to": phrases(
            """
            relacionado, relacionado con, véase también, adrs relacionados, relacionados
            """
        ),
        "updated": phrases("actualizado, última actualización, última modificación"),
    },
    sections={
        "status": phrases("estado, estatus, situación"),
        "metadata": phrases("metadatos"),
        "context": phrases(
            """
            contexto, contexto y problema, contexto y planteamiento del problema, problema,
            planteamiento del problema, antecedentes, motivación, introducción,
            contexto y definición del problema
            """
        ),
        "decision": phrases(
            """
            decisión, resultado de la decisión, decisiones, solución, decisión tomada,
            resultado, opción elegida, decision, propuesta, opción seleccionada
            """
        ),
        "consequences": phrases("consecuencias, implicaciones, impacto, resultados, riesgos"),
        "alternatives": phrases(
            """
            alternativas, opciones consideradas, alternativas consideradas, opciones,
            pros y contras de las opciones, alternativas evaluadas, alternativas descartadas
            """
        ),
        "references": phrases("referencias, enlaces, más información, ver también"),
        "changelog": phrases("historial, historial de cambios, registro de cambios"),
        "constraints": phrases("restricciones"),
    },
    statuses={
        "proposed": phrases(
            """
            propuesto, propuesta, borrador, en discusión, pendiente, en revisión, en progreso,
            en curso, por decidir, en evaluación, en análisis
            """
        ),
        "accepted": phrases(
            """
            aceptado, aceptada, aprobado, aprobada, adoptado, adoptada, vigente, activo, activa,
            implementado, implementada, decidido, decidida, acordado, acordada, confirmado,
            confirmada, aceptado.
            """
        ),
        "rejected": phrases(
            """
            rechazado, rechazada, descartado, descartada, retirado, retirada, abandonado,
            abandonada, cancelado, cancelada, denegado
            """
        ),
        "deprecated": phrases(
            """
            obsoleto, obsoleta, en desuso, deprecado, deprecada, archivado, archivada
            """
        ),
        "superseded": phrases(
            """
            reemplazado, reemplazada, sustituido, sustituida, reemplazado por, reemplazada por,
            sustituido por, sustituida por, superado, superada, superado por, superada por
            """
        ),
    },
    relations={
        "supersedes": phrases("reemplaza, reemplaza a, sustituye, sustituye a"),
        "superseded_by": phrases(
            """
            reemplazado por, reemplazada por, sustituido por, sustituida por, superado por,
            superada por
            """
        ),
        "amends": phrases("enmienda, modifica, amplía, complementa, extiende"),
        "amended_by": phrases(
            """
            enmendado por, enmendada por, modificado por, modificada por, ampliado por,
            ampliada por
            """
        ),
    },
    subjects=phrases("este adr, esta adr, esta decisión, este registro, este documento"),
    partial=phrases("en parte, parcialmente, parte de, la sección"),
    nothing=phrases("ninguno, ninguna, no aplica, sin definir"),
    months=phrases(
        """
        enero, febrero, marzo, abril, mayo, junio, julio, agosto, septiembre, octubre,
        noviembre, diciembre
        """
    ),
)
