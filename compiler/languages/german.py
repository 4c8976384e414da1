"""German."""

from compiler.languages.table import Language, phrases

TABLE = Language(
    code="de",
    fields={
        "status": phrases("status, zustand, stand"),
        "date": phrases(
            """
            datum, entscheidungsdatum, datum der entscheidung, entschieden am, beschlossen am
            """
        ),
        "created": phrases("erstellt, erstellt am, erstellungsdatum, angelegt, angelegt am"),
        "deciders": phrases(
            """
            entscheider, entscheidungsträger, entscheidende, beteiligte, verantwortlich,
            entscheider:innen, verantwortliche
            """
        ),
        "tags": phrases("schlagworte, schlagwörter, stichworte, kategorien"),
        "title": phrases("titel"),
        "number": phrases("nummer, adr-nummer"),
        "supersedes": phrases("ersetzt, löst ab, ablösung von"),
        "superseded_by": phrases("ersetzt durch, abgelöst durch, abgelöst von, nachfolger"),
        "amends": phrases("ergänzt, erweitert, ändert, präzisiert, aktualisiert"),
        "amended_by": phrases(
            """
            ergänzt durch, erweitert durch, geändert durch, präzisiert durch,
            teilweise ersetzt durch, teilweise abgelöst durch
            """
        ),
        "relates_to": phrases("verwandt, siehe auch, verwandte entscheidungen, bezug"),
        "updated": phrases(
            """
            aktualisiert am, zuletzt geändert, letzte änderung, stand vom, geändert am
            """
        ),
    },
    sections={
        "status": phrases("status, zustand"),
        "metadata": phrases("metadaten, angaben"),
        "context": phrases(
            """
            kontext, kontext und problemstellung, problemstellung, hintergrund, ausgangslage,
            problem, kontext und problembeschreibung, fragestellung, motivation,
            kontext und problem, einleitung
            """
        ),
        "decision": phrases(
            """
            entscheidung, entscheidungsergebnis, ergebnis der entscheidung, beschluss, lösung,
            ergebnis, gewählte option, gewählte lösung, entscheid, entscheidungen,
            getroffene entscheidung
            """
        ),
        "consequences": phrases(
            """
            konsequenzen, folgen, auswirkungen, positive konsequenzen, negative konsequenzen,
            konsequenz, risiken
            """
        ),
        "alternatives": phrases(
            """
            alternativen, betrachtete optionen, optionen, betrachtete alternativen,
            erwogene optionen, pro und kontra der optionen, vor- und nachteile der optionen,
            untersuchte alternativen, bewertung der alternativen, in betracht gezogene optionen,
            berücksichtigte optionen
            """
        ),
        "references": phrases(
            """
            verweise, links, referenzen, weitere informationen, siehe auch, quellen
            """
        ),
        "changelog": phrases("änderungshistorie, historie, änderungen, änderungsverlauf"),
        "constraints": phrases("rahmenbedingungen, randbedingungen"),
    },
    statuses={
        "proposed": phrases(
            """
            vorgeschlagen, vorschlag, entwurf, in diskussion, in bearbeitung, offen, in prüfung,
            zur diskussion, in arbeit, zurückgestellt, ausstehend, in abstimmung, geplant,
            in review
            """
        ),
        "accepted": phrases(
            """
            akzeptiert, angenommen, beschlossen, entschieden, freigegeben, genehmigt, umgesetzt,
            gültig, aktiv, verabschiedet, bestätigt, implementiert, in kraft, abgeschlossen,
            final, zugestimmt, aktuell
            """
        ),
        "rejected": phrases(
            """
            abgelehnt, verworfen, zurückgezogen, nicht angenommen, zurückgewiesen
            """
        ),
        "deprecated": phrases(
            """
            veraltet, überholt, außer kraft, ausser kraft, ungültig, obsolet, archiviert,
            nicht mehr gültig, nicht mehr relevant, aufgehoben
            """
        ),
        "superseded": phrases("ersetzt, ersetzt durch, abgelöst, abgelöst durch, abgelöst von"),
    },
    relations={
        "supersedes": phrases("ersetzt, löst ab"),
        "superseded_by": phrases(
            """
            ersetzt durch, abgelöst durch, abgelöst von, wird ersetzt durch,
            wurde ersetzt durch, überholt durch
            """
        ),
        "amends": phrases("ergänzt, erweitert, ändert, präzisiert, ersetzt teilweise"),
        "amended_by": phrases(
            """
            ergänzt durch, erweitert durch, geändert durch, präzisiert durch,
            teilweise ersetzt durch
            """
        ),
    },
    subjects=phrases("dieses adr, diese adr, dieser adr, diese entscheidung"),
    partial=phrases("teile von, teil von, teilweise, abschnitt, abschnitte"),
    nothing=phrases("keine, keiner, kein, entfällt, nein, offen"),
    months=phrases(
        """
        januar, februar, märz, april, mai, juni, juli, august, september, oktober, november,
        dezember
        """
    ),
)
