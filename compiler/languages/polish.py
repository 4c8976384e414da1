"""Polish."""

from compiler.languages.table import Language, phrases

TABLE = Language(
    code="pl",
    fields={
        "status": phrases("status, stan"),
        "date": phrases("data, data decyzji"),
        "created": phrases("utworzono, data utworzenia"),
        "deciders": phrases("decydenci, decydujący"),
        "title": phrases("tytuł"),
        "number": phrases("numer"),
        "supersedes": phrases("zastępuje"),
        "superseded_by": phrases("zastąpiony przez, zastąpiona przez, zastąpione przez"),
        "amends": phrases("zmienia, rozszerza, uzupełnia, doprecyzowuje"),
        "amended_by": phrases(
            """
            zmieniony przez, zmieniona przez, uzupełniony przez, rozszerzony przez
            """
        ),
        "relates_to": phrases("powiązane, zobacz też"),
        "updated": phrases("zaktualizowano, ostatnia aktualizacja"),
    },
    sections={
        "status": phrases("status, stan"),
        "context": phrases("kontekst, kontekst i problem, problem, tło"),
        "decision": phrases("decyzja, rozwiązanie, podjęta decyzja"),
        "consequences": phrases("konsekwencje, skutki"),
        "alternatives": phrases("alternatywy, rozważane opcje, rozważone alternatywy, opcje"),
        "references": phrases("odniesienia, linki, powiązania"),
        "changelog": phrases("historia, historia zmian"),
        "constraints": phrases("ograniczenia"),
    },
    statuses={
        "proposed": phrases(
            """
            proponowany, proponowana, propozycja, szkic, w dyskusji, zaproponowany,
            zaproponowana
            """
        ),
        "accepted": phrases(
            """
            zaakceptowany, zaakceptowana, zaakceptowane, przyjęty, przyjęta, przyjęte,
            zatwierdzony, zatwierdzona, wdrożony, wdrożona, obowiązuje, aktywny
            """
        ),
        "rejected": phrases("odrzucony, odrzucona, odrzucone, wycofany, wycofana"),
        "deprecated": phrases("przestarzały, przestarzała, nieaktualny, nieaktualna, wycofane"),
        "superseded": phrases(
            """
            zastąpiony, zastąpiona, zastąpione, zastąpiony przez, zastąpiona przez
            """
        ),
    },
    relations={
        "supersedes": phrases("zastępuje"),
        "superseded_by": phrases("zastąpiony przez, zastąpiona przez, zastąpione przez"),
        "amends": phrases("zmienia, rozszerza, uzupełnia, doprecyzowuje"),
        "amended_by": phrases(
            """
            zmieniony przez, zmieniona przez, uzupełniony przez, rozszerzony przez
            """
        ),
    },
    subjects=phrases("ten adr, ta decyzja, niniejsza decyzja"),
    partial=phrases("częściowo, część, sekcja"),
    nothing=phrases("brak, nie dotyczy"),
    months=phrases(
        """
        stycznia, lutego, marca, kwietnia, maja, czerwca, lipca, sierpnia, września,
        października, listopada, grudnia
        """
    ),
)
