"""German."""

from compiler.languages.table import Language

TABLE = Language(
    code="de",
    fields={
        "status": ("status", "zustand", "stand"),
        "date": ("datum", "entscheidungsdatum", "datum der entscheidung", "entschieden am", "beschlossen am"),
        "created": ("erstellt", "erstellt am", "erstellungsdatum", "angelegt", "angelegt am"),
        "deciders": (
            "entscheider", "entscheidungsträger", "entscheidende", "beteiligte", "verantwortlich",
            "entscheider:innen", "verantwortliche",
        ),
        "tags": ("schlagworte", "schlagwörter", "stichworte", "kategorien"),
        "title": ("titel",),
        "number": ("nummer", "adr-nummer"),
        "supersedes": ("ersetzt", "löst ab", "ablösung von"),
        "superseded_by": ("ersetzt durch", "abgelöst durch", "abgelöst von", "nachfolger"),
        "amends": ("ergänzt", "erweitert", "ändert", "präzisiert", "aktualisiert"),
        "amended_by": ("ergänzt durch", "erweitert durch", "geändert durch", "präzisiert durch"),
        "relates_to": ("verwandt", "siehe auch", "verwandte entscheidungen", "bezug"),
        "updated": ("aktualisiert am", "zuletzt geändert", "letzte änderung", "stand vom", "geändert am"),
    },
    sections={
        "status": ("status", "zustand"),
        "metadata": ("metadaten", "angaben"),
        "context": (
            "kontext", "kontext und problemstellung", "problemstellung", "hintergrund", "ausgangslage",
            "problem", "kontext und problembeschreibung", "fragestellung", "motivation",
            "kontext und problem", "einleitung",
        ),
        "decision": (
            "entscheidung", "entscheidungsergebnis", "ergebnis der entscheidung", "beschluss",
            "lösung", "ergebnis", "gewählte option", "gewählte lösung", "entscheid",
            "entscheidungen", "getroffene entscheidung",
        ),
        "consequences": (
            "konsequenzen", "folgen", "auswirkungen", "positive konsequenzen", "negative konsequenzen",
            "konsequenz", "risiken",
        ),
        "alternatives": (
            "alternativen", "betrachtete optionen", "optionen", "betrachtete alternativen",
            "erwogene optionen", "pro und kontra der optionen", "vor- und nachteile der optionen",
            "untersuchte alternativen", "bewertung der alternativen", "in betracht gezogene optionen",
            "berücksichtigte optionen",
        ),
        "references": ("verweise", "links", "referenzen", "weitere informationen", "siehe auch", "quellen"),
        "changelog": ("änderungshistorie", "historie", "änderungen", "änderungsverlauf"),
        "constraints": ("rahmenbedingungen", "randbedingungen"),
    },
    statuses={
        "proposed": (
            "vorgeschlagen", "vorschlag", "entwurf", "in diskussion", "in bearbeitung", "offen",
            "in prüfung", "zur diskussion", "in arbeit", "zurückgestellt", "ausstehend", "in abstimmung",
            "geplant", "in review",
        ),
        "accepted": (
            "akzeptiert", "angenommen", "beschlossen", "entschieden", "freigegeben", "genehmigt",
            "umgesetzt", "gültig", "aktiv", "verabschiedet", "bestätigt", "implementiert", "in kraft",
            "abgeschlossen", "final", "zugestimmt", "aktuell",
        ),
        "rejected": ("abgelehnt", "verworfen", "zurückgezogen", "nicht angenommen", "zurückgewiesen"),
        "deprecated": (
            "veraltet", "überholt", "außer kraft", "ausser kraft", "ungültig", "obsolet", "archiviert",
            "nicht mehr gültig", "nicht mehr relevant", "aufgehoben",
        ),
        "superseded": ("ersetzt", "ersetzt durch", "abgelöst", "abgelöst durch", "abgelöst von"),
    },
    relations={
        "supersedes": ("ersetzt", "löst ab"),
        "superseded_by": (
            "ersetzt durch", "abgelöst durch", "abgelöst von", "wird ersetzt durch", "wurde ersetzt durch",
            "überholt durch",
        ),
        "amends": ("ergänzt", "erweitert", "ändert", "präzisiert", "ersetzt teilweise"),
        "amended_by": (
            "ergänzt durch", "erweitert durch", "geändert durch", "präzisiert durch",
            "teilweise ersetzt durch",
        ),
    },
    subjects=("dieses adr", "diese adr", "dieser adr", "diese entscheidung"),
    partial=("teile von", "teil von", "teilweise", "abschnitt", "abschnitte"),
    nothing=("keine", "keiner", "kein", "entfällt", "nein", "offen"),
    months=(
        "januar", "februar", "märz", "april", "mai", "juni", "juli", "august", "september",
        "oktober", "november", "dezember",
    ),
)
