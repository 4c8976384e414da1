"""Dutch."""

from compiler.languages.table import Language, phrases

TABLE = Language(
    code="nl",
    fields={
        "status": phrases("status"),
        "date": phrases("datum, besluitdatum, datum besluit"),
        "created": phrases("aangemaakt, aangemaakt op"),
        "deciders": phrases("besluitnemers, beslissers, besluit door"),
        "title": phrases("titel"),
        "number": phrases("nummer"),
        "supersedes": phrases("vervangt"),
        "superseded_by": phrases("vervangen door"),
        "amends": phrases("wijzigt, breidt uit, vult aan"),
        "amended_by": phrases(
            """
            gewijzigd door, aangevuld door, uitgebreid door, deels vervangen door
            """
        ),
        "relates_to": phrases("gerelateerd, zie ook"),
        "updated": phrases("bijgewerkt, laatst bijgewerkt"),
    },
    sections={
        "status": phrases("status"),
        "context": phrases(
            """
            context, context en probleemstelling, probleemstelling, achtergrond, aanleiding
            """
        ),
        "decision": phrases("besluit, beslissing, gekozen oplossing, uitkomst, keuze"),
        "consequences": phrases("gevolgen, consequenties"),
        "alternatives": phrases("alternatieven, overwogen opties, opties, overwogen alternatieven"),
        "references": phrases("referenties, verwijzingen"),
        "changelog": phrases("geschiedenis, wijzigingen"),
        "constraints": phrases("randvoorwaarden"),
    },
    statuses={
        "proposed": phrases(
            """
            voorgesteld, voorstel, concept, in bespreking, ter discussie, in behandeling
            """
        ),
        "accepted": phrases(
            """
            geaccepteerd, aanvaard, goedgekeurd, besloten, vastgesteld, actief, van kracht
            """
        ),
        "rejected": phrases("afgewezen, verworpen, ingetrokken, afgekeurd"),
        "deprecated": phrases("verouderd, vervallen, uitgefaseerd, afgeschaft"),
        "superseded": phrases("vervangen, vervangen door"),
    },
    relations={
        "supersedes": phrases("vervangt"),
        "superseded_by": phrases("vervangen door"),
        "amends": phrases("wijzigt, vult aan"),
        "amended_by": phrases("gewijzigd door, aangevuld door, uitgebreid door"),
    },
    subjects=phrases("deze adr, dit besluit, deze beslissing"),
    partial=phrases("deels, gedeeltelijk, een deel van, paragraaf"),
    nothing=phrases("geen, niet van toepassing, n.v.t."),
    months=phrases(
        """
        januari, februari, maart, april, mei, juni, juli, augustus, september, oktober,
        november, december
        """
    ),
)
