"""English."""

from compiler.languages.table import Language, phrases

TABLE = Language(
    code="en",
    fields={
        "status": phrases(
            """
            status, adr status, decision status, current status, state, decision state,
            rfc status, document status, proposal status
            """
        ),
        "date": phrases(
            """
            date, decision date, date of decision, decided on, date decided, decided,
            decided at, date accepted, accepted on, acceptance date, accepted date, approved on,
            approval date, date approved, adr date, effective date, decision made, decided date,
            accepted at, accepted, since, established
            """
        ),
        "created": phrases(
            """
            created, created date, creation date, creation-date, date created, created on,
            created at, introduced, start date, start, proposed on, proposed date,
            date proposed, proposal date, submitted, submission date, proposed, opened,
            authored, date introduced, date opened, written, raised, drafted, first published,
            original date, date of creation, date raised, initial date, rfc start date
            """
        ),
        "deciders": phrases(
            """
            deciders, decider, decision-makers, decision makers, decision maker, decision-maker,
            decided by, approvers, approver, approved by, owners, owner, accepted by,
            decision owner, decision owners
            """
        ),
        "tags": phrases("tags, tag, labels, keywords, categories"),
        "number": phrases(
            """
            number, adr number, decision id, rfc #, rfc num, rfc number, adr #, adr no, adr no.,
            adr id, rfc, adr, #, no, no., id, record id, rfc id, decision number, decision #,
            identifier, record number
            """
        ),
        "title": phrases("title"),
        "scope": phrases("scope"),
        "topic": phrases("topic"),
        "paths": phrases("paths"),
        "priority": phrases("priority"),
        "proposal": phrases("proposal"),
        "accepted_digest": phrases("accepted-digest, accepted digest"),
        "supersedes": phrases(
            """
            supersedes, supercedes, superseeds, supersede, replaces, obsoletes, overrides,
            supersedes adr, supersedes adrs, replaces adr, reverts, superseding, supersedes rfc,
            supersedes decision
            """
        ),
        "superseded_by": phrases(
            """
            superseded by, superceded by, superseeded by, replaced by, obsoleted by,
            superseded-by, overridden by, superseded, superceded, superseded by adr,
            superseded by adrs, replaced-by, replaced, successor, superseded in favor of
            """
        ),
        "amends": phrases(
            """
            amends, updates, extends, supplements, refines, clarifies, modifies, enhances,
            amends adr, partially supersedes, supersedes in part, supersedes partially,
            supersedes (in part), supersedes (partial), supersedes (partially),
            partially replaces, extends adr, updates adr
            """
        ),
        "amended_by": phrases(
            """
            amended by, updated by, extended by, supplemented by, refined by, clarified by,
            modified by, partially superseded by, superseded in part by, amended-by,
            extended-by, updated-by, partially replaced by, superseded by (in part),
            superseded by (partial), superseded (in part) by, superseded partially by
            """
        ),
        "contradicts": phrases("contradicts, conflicts with"),
        "derived_from": phrases("derived from, derived-from, rests on"),
        "relates_to": phrases(
            """
            relates to, related, related to, related adrs, related adr, relates-to,
            related decisions, related records, see also, related rfcs
            """
        ),
        "updated": phrases(
            """
            updated, last updated, last modified, last update, last update date, modified,
            date updated, review, review date, next review, last reviewed, update date,
            last-updated, revised, last revised
            """
        ),
    },
    sections={
        "status": phrases("status, adr status, decision status, current status, state"),
        "metadata": phrases(
            """
            metadata, meta, meta data, header, document information, adr metadata,
            record metadata, details, document control, info, information, properties,
            adr information, administrative information, attributes, adr, summary table,
            decision metadata, at a glance, front matter, document metadata
            """
        ),
        "context": phrases(
            """
            context, context and problem statement, problem statement, problem, background,
            motivation, introduction, issue, context and problem, problem description,
            context & problem statement, rationale, overview, why, context and motivation,
            abstract, the problem, problem context, context / problem, objective,
            business context, summary, forces, requirements
            """
        ),
        "decision": phrases(
            """
            decision, decision outcome, decisions, outcome, proposal, solution, chosen option,
            the decision, proposed solution, resolution, decision made, proposed decision,
            detailed design, our decision, decision summary, decision details, chosen solution,
            design, specification, what, approach, how, chosen approach, selected option,
            decision statement, the solution, proposed change, proposed changes, recommendation,
            what was decided, decision and rationale, decision & rationale, conclusion,
            final decision, proposed design, design details, reference-level explanation,
            solution overview, regulations, standard, policy
            """
        ),
        "consequences": phrases(
            """
            consequences, implications, results, positive consequences, impact,
            negative consequences, consequence, trade-offs, drawbacks, pros and cons, tradeoffs,
            risks, result, effects
            """
        ),
        "alternatives": phrases(
            """
            alternatives, considered options, options considered, alternatives considered,
            considered alternatives, options, pros and cons of the options, option,
            pros and cons of options, rejected alternatives, rejected alternative,
            alternative approaches, other options, proposed options, alternatives analysis,
            rejected options, alternative solutions, prior art, alternatives rejected,
            alternative designs, evaluated alternatives, alternatives evaluated,
            pros and cons of the alternatives, options analysis, solutions considered
            """
        ),
        "references": phrases(
            """
            references, links, related, more information, see also, related decisions,
            related adrs, related documents, resources, further reading, reference,
            related documentation, appendix, related records, dependencies,
            additional information, additional resources, related artifacts, notes,
            supersession, relationships, related work, previous versions, related links
            """
        ),
        "changelog": phrases(
            """
            changelog, change log, history, change history, revision history, revisions,
            version history, document history, amendment history, status history,
            decision history, update history, log
            """
        ),
        "constraints": phrases("constraints"),
        "provenance": phrases("provenance"),
    },
    statuses={
        "proposed": phrases(
            """
            proposed, proposal, draft, drafting, drafted, pending, in review, under review,
            review, in discussion, under discussion, discussion, discussing, idea, provisional,
            to be decided, to be determined, tbd, open, wip, work in progress, work-in-progress,
            in progress, rfc, on hold, hold, request for comments, request for comment,
            deferred, postponed, parked, under consideration, considering, candidate, suggested,
            suggestion, new, undecided, exploratory, exploring, in-review, in-progress,
            in-discussion, awaiting, waiting, for discussion, for review, ready for review,
            planned, planning, predraft, pre-draft, prediscussion, ideation, under evaluation,
            evaluating, in evaluation, evaluation, to discuss, to be discussed, initial,
            not yet accepted, not yet approved, not yet decided, unapproved, last call,
            in consideration, early draft, first draft, initial draft, submitted, needs review,
            in draft, experimental, trial, spike, blocked, to do, todo, awaiting approval,
            being discussed, being drafted, paused, stalled, in analysis, investigating,
            under investigation, concept, to be approved, up for discussion, in the works,
            not started, requested, preliminary, in development, under development,
            not implemented, not yet implemented, stagnant
            """
        ),
        "accepted": phrases(
            """
            accepted, approved, adopted, active, decided, agreed, accept, acceptance, approve,
            adopt, agree, implemented, implementable, implementing, stable, released,
            recommended, living, done, complete, completed, final, finalized, finalised,
            ratified, current, in force, in effect, effective, enacted, confirmed, valid,
            published, merged, committed, in use, applied, passed, resolved, enabled, activated,
            signed off, signed-off, endorsed, in production, live, established, in place,
            executed, shipped, delivered, partially implemented, accepted-provisional,
            concluded, settled, authorised, authorized, deployed, finished, rolled out, locked,
            chosen, selected, in implementation, consented, normative, mandatory
            """
        ),
        "rejected": phrases(
            """
            rejected, reject, declined, decline, withdrawn, abandoned, denied, refused,
            dismissed, cancelled, canceled, not accepted, not approved, won't do, wont do,
            wontfix, won't fix, dropped, discarded, vetoed, not adopted, not pursued, closed,
            shelved, aborted, failed, revoked, won't implement, will not implement, rescinded
            """
        ),
        "deprecated": phrases(
            """
            deprecated, depreciated, depracated, obsolete, obsoleted, retired, discontinued,
            reverted, removed, no longer relevant, no longer valid, no longer applicable,
            no longer applies, no longer in use, no longer used, archived, expired, outdated,
            inactive, sunset, sunsetted, decommissioned, out of date, legacy, historic,
            historical, not relevant anymore, no longer in effect, no longer active,
            no longer needed, void, voided, dead, deleted, irrelevant, repealed, not applicable,
            invalid, phased out
            """
        ),
        "superseded": phrases(
            """
            superseded, superceded, superseeded, superceeded, supersceded, replaced,
            overridden by, obsoleted by, succeeded by, overruled, overridden, succeeded,
            supplanted, supplanted by, subsumed by, subsumed
            """
        ),
    },
    relations={
        "supersedes": phrases(
            """
            supersedes, supersede, supercedes, supercede, superseeds, superseedes, replaces,
            replace, obsoletes, overrides, reverts, reverses, supplants, overrules, invalidates
            """
        ),
        "superseded_by": phrases(
            """
            superseded by, superceded by, superseeded by, superceeded by, supersceded by,
            replaced by, obsoleted by, overridden by, succeeded by, deprecated by,
            deprecated in favor of, deprecated in favour of, superseded in favor of,
            superseded in favour of, replaced with, superseded with, subsumed by, supplanted by,
            reversed by, overruled by, reverted by, retired in favor of, retired in favour of,
            replaced in favor of, replaced in favour of, obsolete in favor of
            """
        ),
        "amends": phrases(
            """
            amends, amend, updates, extends, extend, supplements, refines, clarifies, modifies,
            enhances, partially supersedes, partially replaces, partly supersedes,
            partially overrides, supersedes in part, complements and amends, augments
            """
        ),
        "amended_by": phrases(
            """
            amended by, updated by, extended by, supplemented by, refined by, clarified by,
            modified by, partially superseded by, partly superseded by, superseded in part by,
            partially replaced by, partially amended by, superseded partially by, augmented by,
            partially overridden by
            """
        ),
    },
    subjects=phrases(
        """
        this adr, this decision, this record, this proposal, this rfc, this document,
        the behavior, the behaviour, this behavior, this behaviour, the decision, we,
        this adr's behavior, this, it, this architecture decision, this simd, this tep,
        this decision record, this standard, this version, this specification, this adr also,
        this architecture decision record, this amendment, this change, this kep, this spec,
        the present adr, this design, this approach, the adr, the current adr
        """
    ),
    partial=phrases(
        """
        part of, parts of, parts, part, in part, mostly, largely, except, partially, partly,
        partial, some aspects, aspects of, aspect of, some of, some parts, section, sections, §,
        portion, portions of, only the, clause, clauses, the part, only its, subset of,
        paragraph, paragraphs, rule, rules, only, one part, two clauses, elements of,
        some decisions, item, bullet, the section, several, certain, point
        """
    ),
    nothing=phrases(
        """
        none, n/a, na, n.a., -, --, —, –, nothing, no, nil, null, tbd, not applicable, none yet,
        not yet, [], ~, tba, no one, nobody, ?, not superseded, unknown
        """
    ),
    months=phrases(
        """
        january, february, march, april, may, june, july, august, september, october, november,
        december
        """
    ),
)
