"""French."""

from compiler.languages.table import Language

TABLE = Language(
    code="fr",
    fields={
        "status": ("statut", "état", "etat"),
        "date": ("date", "date de décision", "date de la décision", "décidé le", "date de decision"),
        "created": ("créé le", "date de création", "création", "créé"),
        "deciders": ("décideurs", "décideur", "décisionnaires", "decideurs", "décideuses", "décisionnaire"),
        "tags": ("étiquettes", "mots-clés", "mots clés"),
        "title": ("titre",),
        "number": ("numéro", "n°"),
        "supersedes": ("remplace", "annule et remplace"),
        "superseded_by": ("remplacé par", "remplacée par", "remplace par", "annulé par"),
        "amends": ("amende", "modifie", "complète", "étend", "précise"),
        "amended_by": ("amendé par", "amendée par", "modifié par", "modifiée par", "complété par", "complétée par"),
        "relates_to": ("lié à", "voir aussi", "décisions liées"),
        "updated": ("mis à jour", "mise à jour", "dernière mise à jour", "mis à jour le"),
    },
    sections={
        "status": ("statut", "état", "etat"),
        "metadata": ("métadonnées",),
        "context": (
            "contexte", "contexte et énoncé du problème", "contexte et problème", "problématique",
            "problème", "énoncé du problème", "contexte et problématique", "motivation", "introduction",
            "contexte et définition du problème",
        ),
        "decision": (
            "décision", "résultat de la décision", "décisions", "solution", "solution retenue",
            "résultats de la décision", "option retenue", "choix", "résultat", "decision", "proposition",
        ),
        "consequences": ("conséquences", "impacts", "implications", "consequences", "impact", "risques"),
        "alternatives": (
            "alternatives", "options envisagées", "options considérées", "alternatives envisagées",
            "options", "avantages et inconvénients des options", "alternatives considérées",
            "solutions envisagées", "options étudiées",
        ),
        "references": ("références", "liens", "informations complémentaires", "plus d'informations", "voir aussi"),
        "changelog": ("historique", "journal des modifications"),
        "constraints": ("contraintes",),
    },
    statuses={
        "proposed": (
            "proposé", "proposée", "proposition", "brouillon", "en discussion", "en cours", "en attente",
            "à discuter", "en revue", "à valider", "propose", "en cours de validation", "ébauche",
            "en cours d'étude", "à l'étude", "à décider",
        ),
        "accepted": (
            "accepté", "acceptée", "approuvé", "approuvée", "adopté", "adoptée", "validé", "validée",
            "décidé", "décidée", "en vigueur", "actif", "active", "mis en œuvre", "mise en œuvre",
            "implémenté", "implémentée", "accepte", "retenu", "retenue", "appliqué", "appliquée", "acté",
        ),
        "rejected": (
            "rejeté", "rejetée", "refusé", "refusée", "abandonné", "abandonnée", "retiré", "retirée",
            "annulé", "annulée", "rejete",
        ),
        "deprecated": ("déprécié", "dépréciée", "obsolète", "caduc", "caduque", "périmé", "périmée", "archivé"),
        "superseded": ("remplacé", "remplacée", "remplacé par", "remplacée par", "supplanté", "supplantée"),
    },
    relations={
        "supersedes": ("remplace", "annule et remplace"),
        "superseded_by": ("remplacé par", "remplacée par", "est remplacé par", "est remplacée par"),
        "amends": ("amende", "modifie", "complète", "étend", "précise"),
        "amended_by": ("amendé par", "amendée par", "modifié par", "modifiée par", "complété par", "complétée par"),
    },
    subjects=("cet adr", "cette adr", "cette décision", "ce document"),
    partial=("en partie", "partiellement", "une partie de", "la section"),
    nothing=("aucun", "aucune", "néant", "sans objet", "s.o.", "non"),
    months=(
        "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre",
        "octobre", "novembre", "décembre",
    ),
)
