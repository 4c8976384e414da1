"""Italian."""

from compiler.languages.table import Language, phrases

TABLE = Language(
    code="it",
    fields={
        "status": phrases("stato"),
        "date": phrases("data, data della decisione, deciso il"),
        "created": phrases("creato, creato il, data di creazione"),
        "deciders": phrases("decisori, responsabili, deciso da"),
        "tags": phrases("etichette"),
        "title": phrases("titolo"),
        "number": phrases("numero"),
        "supersedes": phrases("sostituisce, rimpiazza"),
        "superseded_by": phrases("sostituito da, sostituita da, rimpiazzato da, superato da"),
        "amends": phrases("modifica, integra, estende, emenda"),
        "amended_by": phrases(
            """
            modificato da, modificata da, integrato da, esteso da, emendato da
            """
        ),
        "relates_to": phrases("correlato, correlati, vedi anche"),
        "updated": phrases("aggiornato, aggiornato il, ultimo aggiornamento"),
    },
    sections={
        "status": phrases("stato"),
        "metadata": phrases("metadati"),
        "context": phrases(
            """
            contesto, contesto e problema, problema, motivazione, introduzione
            """
        ),
        "decision": phrases("decisione, esito della decisione, soluzione, decisioni, scelta"),
        "consequences": phrases("conseguenze, implicazioni, impatto, rischi"),
        "alternatives": phrases(
            """
            alternative, opzioni considerate, alternative considerate, opzioni
            """
        ),
        "references": phrases("riferimenti, collegamenti, link"),
        "changelog": phrases("cronologia, storico"),
        "constraints": phrases("vincoli"),
    },
    statuses={
        "proposed": phrases(
            """
            proposto, proposta, bozza, in discussione, in revisione, in attesa
            """
        ),
        "accepted": phrases(
            """
            accettato, accettata, approvato, approvata, adottato, adottata, attivo, in vigore,
            deciso, decisa, implementato, implementata
            """
        ),
        "rejected": phrases(
            """
            rifiutato, rifiutata, respinto, respinta, ritirato, scartato, scartata
            """
        ),
        "deprecated": phrases("deprecato, deprecata, obsoleto, obsoleta, dismesso, archiviato"),
        "superseded": phrases(
            """
            sostituito, sostituita, sostituito da, superato, superata, rimpiazzato
            """
        ),
    },
    relations={
        "supersedes": phrases("sostituisce, rimpiazza"),
        "superseded_by": phrases(
            """
            sostituito da, sostituita da, sostituito dal, superato da, rimpiazzato da
            """
        ),
        "amends": phrases("modifica, integra, estende, emenda"),
        "amended_by": phrases("modificato da, integrato da, esteso da, emendato da"),
    },
    subjects=phrases("questa adr, questo adr, questa decisione"),
    partial=phrases("in parte, parzialmente, parte di, la sezione"),
    nothing=phrases("nessuno, nessuna, non applicabile"),
    months=phrases(
        """
        gennaio, febbraio, marzo, aprile, maggio, giugno, luglio, agosto, settembre, ottobre,
        novembre, dicembre
        """
    ),
)
