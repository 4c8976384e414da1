"""French."""

from compiler.languages.table import Language, phrases

TABLE = Language(
    code="fr",
    fields={
        "status": phrases("statut, état, etat"),
        "date": phrases(
            """
            date, date de décision, date de la décision, décidé le, date de decision
            """
        ),
        "created": phrases("créé le, date de création, création, créé"),
        "deciders": phrases(
            """
            décideurs, décideur, décisionnaires, decideurs, décideuses, décisionnaire
            """
        ),
        "tags": phrases("étiquettes, mots-clés, mots clés"),
        "title": phrases("titre"),
        "number": phrases("numéro, n°"),
        "supersedes": phrases("remplace, annule et remplace"),
        "superseded_by": phrases("remplacé par, remplacée par, remplace par, annulé par"),
        "amends": phrases("amende, modifie, complète, étend, précise"),
        "amended_by": phrases(
            """
            amendé par, amendée par, modifié par, modifiée par, complété par, complétée par,
            partiellement remplacé par, remplacé partiellement par, remplacé en partie par
            """
        ),
        "relates_to": phrases("lié à, voir aussi, décisions liées"),
        "updated": phrases("mis à jour, mise à jour, dernière mise à jour, mis à jour le"),
    },
    sections={
        "status": phrases("statut, état, etat"),
        "metadata": phrases("métadonnées"),
        "context": phrases(
            """
            contexte, contexte et énoncé du problème, contexte et problème, problématique,
            problème, énoncé du problème, contexte et problématique, motivation, introduction,
            contexte et définition du problème
            """
        ),
        "decision": phrases(
            """
            décision, résultat de la décision, décisions, solution, solution retenue,
            résultats de la décision, option retenue, choix, résultat, decision, proposition
            """
        ),
        "consequences": phrases(
            """
            conséquences, impacts, implications, consequences, impact, risques
            """
        ),
        "alternatives": phrases(
            """
            alternatives, options envisagées, options considérées, alternatives envisagées,
            options, avantages et inconvénients des options, alternatives considérées,
            solutions envisagées, options étudiées
            """
        ),
        "references": phrases(
            """
            références, liens, informations complémentaires, plus d'informations, voir aussi
            """
        ),
        "changelog": phrases("historique, journal des modifications"),
        "constraints": phrases("contraintes"),
    },
    statuses={
        "proposed": phrases(
            """
            proposé, proposée, proposition, brouillon, en discussion, en cours, en attente,
            à discuter, en revue, à valider, propose, en cours de validation, ébauche,
            en cours d'étude, à l'étude, à décider
            """
        ),
        "accepted": phrases(
            """
            accepté, acceptée, approuvé, approuvée, adopté, adoptée, validé, validée, décidé,
            décidée, en vigueur, actif, active, mis en œuvre, mise en œuvre, implémenté,
            implémentée, accepte, retenu, retenue, appliqué, appliquée, acté, actée, résolu,
            résolue
            """
        ),
        "rejected": phrases(
            """
            rejeté, rejetée, refusé, refusée, abandonné, abandonnée, retiré, retirée, annulé,
            annulée, rejete
            """
        ),
        "deprecated": phrases(
            """
            déprécié, dépréciée, obsolète, caduc, caduque, périmé, périmée, archivé
            """
        ),
        "superseded": phrases(
            """
            remplacé, remplacée, remplacé par, remplacée par, supplanté, supplantée
            """
        ),
    },
    relations={
        "supersedes": phrases("remplace, annule et remplace"),
        "superseded_by": phrases(
            "remplacé par, remplacée par, est remplacé par, est remplacée par"
        ),
        "amends": phrases("amende, modifie, complète, étend, précise"),
        "amended_by": phrases(
            """
            amendé par, amendée par, modifié par, modifiée par, complété par, complétée par
            """
        ),
    },
    subjects=phrases("cet adr, cette adr, cette décision, ce document"),
    partial=phrases("en partie, partiellement, une partie de, la section"),
    nothing=phrases("aucun, aucune, néant, sans objet, s.o., non"),
    months=phrases(
        """
        janvier, février, mars, avril, mai, juin, juillet, août, septembre, octobre, novembre,
        décembre
        """
    ),
)
