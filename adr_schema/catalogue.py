"""The catalogue of diagnostics: every code, what it means, how grave it is, an example.

`mneme explain CODE` prints an entry. A test holds that each code has a file that raises it and one
that does not. Codes are never given a second meaning.
"""

from dataclasses import dataclass

from adr_schema.diagnostics import RuleClass, Severity


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of finding. An integrity rule is an error that no configuration lowers."""

    code: str
    summary: str
    class_: RuleClass
    severity: Severity
    explanation: str
    example: str


def _integrity(code: str, summary: str, explanation: str, example: str) -> Rule:
    return Rule(code, summary, "integrity", "error", explanation, example)


def _schema(code: str, summary: str, explanation: str, example: str) -> Rule:
    return Rule(code, summary, "schema", "warning", explanation, example)


def _other(code: str, summary: str, explanation: str, example: str) -> Rule:
    return Rule(code, summary, "other", "warning", explanation, example)


def _error(code: str, summary: str, explanation: str, example: str) -> Rule:
    return Rule(code, summary, "other", "error", explanation, example)


_READING = (
    _integrity(
        "ADR101",
        "the file cannot be read as UTF-8 text",
        "A record is UTF-8, with or without byte order mark. This file holds other bytes, or the "
        "system refuses to open it. It is rejected, the other files are read, and every answer "
        "over the corpus says that it is incomplete.",
        "a file saved as Latin-1: `Entscheidung f\\xfcr ...`",
    ),
    _integrity(
        "ADR102",
        "the file or a table in it is too large to read safely",
        "Files above 1 MiB, tables above 100 columns or 20,000 cells, and nesting beyond reason "
        "are rejected: a Markdown parser needs minutes and gigabytes for some of them.",
        "a record with a pasted data table of 400 columns",
    ),
    _integrity(
        "ADR103",
        "the front matter is not YAML",
        "The block between the `---` lines cannot be parsed, or is never closed. The file is "
        "rejected, not read as body, since its status and relations would silently change. The "
        "usual cause is a value with a colon that is not quoted.",
        "title: ADR-0001: Use X",
    ),
    _other(
        "ADR104",
        "blank lines stand before the front matter",
        "Front matter begins on the first line. The block is read all the same, but site "
        "generators and other tools take it for text.",
        "an empty first line, then `---`",
    ),
    _integrity(
        "ADR105",
        "a key stands twice in the front matter",
        "Most YAML loaders keep the last of two equal keys without a word. Which one was meant is "
        "not for a tool to guess, so the file is rejected.",
        "status: proposed\nstatus: accepted",
    ),
    _integrity(
        "ADR106",
        "the front matter uses a construct that metadata does not need",
        "Anchors, aliases, tags, keys that are not text, several documents and nesting deeper than "
        "32 levels are refused: they make the same text mean different things to different "
        "readers.",
        "status: !!str accepted",
    ),
    _other(
        "ADR107",
        "the front matter is no mapping",
        "The block is YAML, but a single text or a list instead of keys with values; mostly the "
        "space behind a colon is missing. The record's body is read, the block gives nothing.",
        "---\ntag:web\n---",
    ),
    _other(
        "ADR108",
        "a file format that is not read",
        "An ADR folder holds a reStructuredText or AsciiDoc file. It is listed as a non-record so "
        "that nobody believes it was read.",
        "docs/adr/0004-use-x.rst",
    ),
    _other(
        "ADR109",
        "a code fence or comment is never closed",
        "Markdown takes everything behind it for code or comment, so sections of the record may be "
        "missing from what is read.",
        "a line ``` without its partner",
    ),
    _integrity(
        "ADR111",
        "metadata is too long to be read whole",
        "A paragraph or value that holds status, date or relations is longer than 4,000 "
        "characters. What stands behind would be lost, so nothing is compiled until it is shorter. "
        "Prose may be as long as it likes.",
        "`Supersedes` with three hundred links on one line",
    ),
    _other(
        "ADR110",
        "a symbolic link leaves the repository",
        "Links that lead out of the repository are not followed: what they show differs from one "
        "machine to the next.",
        "docs/adr/0009-x.md -> /home/me/x.md",
    ),
)

_CONTENT = (
    _other(
        "ADR201",
        "the record states no status",
        "No front matter key, line, table row, section or banner says whether the decision is in "
        "force. An absent status stays absent: the decision is inactive with the reason "
        "`no_status`. Where a corpus leaves statuses out by convention, its owner can say what "
        "that means with `status_when_absent`.",
        "a record without `status:` and without `## Status`",
    ),
    _other(
        "ADR202",
        "the status is a word that means nothing here",
        "The text where the status stands is none of the known words in any of the known "
        "languages. The decision is inactive (`unknown_status`). Teach the word: key "
        "`statuses` of the configuration (`[tool.mneme.statuses]` in pyproject.toml, `[statuses]` "
        "in .mneme/config.toml).",
        "status: warming up",
    ),
    _other(
        "ADR203",
        "the status is a template that was never filled in",
        "The choices of the template still stand where one of them should. The decision is "
        "inactive (`placeholder`).",
        "status: {proposed | accepted | rejected}",
    ),
    _other(
        "ADR204",
        "the record states two different statuses",
        "Two places of the record disagree. Front matter wins; the finding names both places.",
        "`status: accepted` in front matter above `## Status` with `Superseded`",
    ),
    _other(
        "ADR205",
        "the record has no title",
        "Neither a `title` in front matter nor a level-1 heading names the decision.",
        "a record that begins with `## Context`",
    ),
    _other(
        "ADR206",
        "the record has no date",
        "No date is declared. Where two decisions compete, one without a date counts as oldest.",
        "a record without `date:` and without `Date:` line",
    ),
    _other(
        "ADR207",
        "the date is no possible date",
        "What stands where the date belongs is no day of the calendar, or no date at all. The "
        "record counts as undated.",
        "date: 2026-02-30",
    ),
    _other(
        "ADR208",
        "the record has no section that states the decision",
        "No heading says where the decision itself stands (`Decision`, `Decision Outcome`, "
        "`Entscheidung`, ...). The title then stands for the statement in the index.",
        "a record with `## Context` and `## Consequences` only",
    ),
    _schema(
        "ADR209",
        "a front matter value has the wrong form",
        "The value is not of the type or form that the schema of records gives for its key. An "
        "error in native records, a warning in the others.",
        "priority: urgent",
    ),
    _schema(
        "ADR210",
        "a native record lacks a required key",
        "A native record has `id`, `title`, `status` and `date` in front matter.",
        "front matter with `id` and `title` only",
    ),
    _schema(
        "ADR211",
        "a native record has a key that the schema does not know",
        "The native schema is closed, so that a misspelt key cannot pass for one that is set. Keys "
        "of your own begin with `x-`.",
        "pathes: [src/**]",
    ),
    _other(
        "ADR212",
        "a front matter key looks like a misspelt one",
        "The key is almost the name of a known one, and as it stands it has no effect.",
        "supercedes: ADR-0003",
    ),
    _other(
        "ADR213",
        "`paths`, `scope` or `topic` is there but empty",
        "An empty value could mean everything or nothing. It is read as absent, and reported: a "
        "decision that should be limited to some paths would otherwise apply everywhere.",
        "paths: []",
    ),
    _other(
        "ADR214",
        "`paths` matches no file",
        "None of the record's path patterns matches a file of the repository, so the decision "
        "governs nothing. The files may have moved.",
        "paths: [srv/**]",
    ),
    _other(
        "ADR215",
        "a typed rule cannot be read",
        "A line that looks like a typed rule, or an entry of `rules`, has no known type, no value "
        "or an unknown key. It would be no rule, silently.",
        "- FORBID_STRING: left-pad",
    ),
    _other(
        "ADR216",
        "most records of the corpus state no status",
        "Where a corpus leaves the status out by convention, one line of configuration says what "
        'that means: `status_when_absent = "accepted"`. It is shown as the owner\'s word '
        "(`status_source: config`), not as the record's.",
        "a corpus of forty records without statuses",
    ),
    _other(
        "ADR217",
        "id, file name and heading give different numbers",
        "The record goes by the first of front matter, file name and heading. Whoever follows one "
        "of the others finds another record, or none.",
        "0003-use-x.md with `id: ADR-0004`",
    ),
    _other(
        "ADR218",
        "an id is padded otherwise than most ids of its prefix",
        "References find the record whatever the padding, but a search for the id does not. "
        "`mneme check --fix` pads it where the padded id is free.",
        "id: ADR-7 among ADR-0001 to ADR-0006",
    ),
)

_RELATIONS = (
    _integrity(
        "ADR301",
        "an id is declared twice",
        "Two records declare the same `id` in front matter. Every reference to it would be a "
        "guess.",
        "two files with `id: ADR-0007`",
    ),
    _other(
        "ADR302",
        "several records share a number",
        "Ids derived from file names collide. Each record goes by its file name instead, and the "
        "short form is ambiguous.",
        "0057-a.md and 0057-b.md",
    ),
    _integrity(
        "ADR303",
        "`supersedes` names a record that does not exist",
        "What this decision retires cannot be found, so both the old and the new one would stay in "
        "force.",
        "supersedes: ADR-9999",
    ),
    _integrity(
        "ADR304",
        "`supersedes` could name several records",
        "The reference matches more than one record; which one is retired is not for a tool to "
        "guess. Use the file name or the full id.",
        "supersedes: 12, where 12 stands in two folders",
    ),
    _other(
        "ADR305",
        "a relation names a record that does not exist",
        "The target of `superseded by`, `amends` or another relation cannot be found; the relation "
        "has no effect.",
        "Amends ADR-9999",
    ),
    _other(
        "ADR306",
        "a relation could name several records",
        "The reference matches more than one record and has no effect.",
        "amended_by: 12, where 12 stands in two folders",
    ),
    _integrity(
        "ADR307",
        "a record relates to itself",
        "A decision cannot supersede, amend or contradict itself. Mostly a number was copied.",
        "ADR-0007 with `supersedes: ADR-0007`",
    ),
    _integrity(
        "ADR308",
        "decisions supersede each other in a ring",
        "Each decision of the ring is retired by another one of it, so none would be in force and "
        "no order is right. The finding names the whole ring.",
        "A supersedes B, B supersedes C, C supersedes A",
    ),
    _other(
        "ADR309",
        "only one end declares a supersession",
        "Either end makes the relation, but whoever reads the silent record does not learn of it. "
        "`mneme check --fix` adds the missing line.",
        "B says `Supersedes A`; A still says `Accepted`",
    ),
    _other(
        "ADR310",
        "superseded, but by nothing that can be found",
        "The record says that it is superseded and is believed, but names no successor, or none "
        "that exists.",
        "status: superseded, without `superseded_by`",
    ),
    _other(
        "ADR311",
        "a record supersedes although it was never in force",
        "A proposed or rejected record, or one without a status, retires nothing; what it "
        "supersedes stays in force.",
        "status: proposed, supersedes: ADR-0003",
    ),
    _other(
        "ADR312",
        "an accepted decision rests on one that does not hold",
        "`derived_from` names a record that is proposed, rejected or superseded.",
        "accepted, derived_from: ADR-0003 (rejected)",
    ),
    _other(
        "ADR313",
        "a successor covers less than what it supersedes",
        "Paths or a scope that the old decision governed are governed by nothing now. Widen the "
        "successor, or amend instead of superseding.",
        "old paths: [src/**], new paths: [src/api/**]",
    ),
    _other(
        "ADR314",
        "one end says supersedes, the other amends",
        "The weaker relation holds: the older decision stays in force, amended.",
        "B: `supersedes: A`; A: `amended_by: B`",
    ),
    _other(
        "ADR315",
        "only one end declares an amendment",
        "The amended record does not tell its readers that part of it changed. `mneme check --fix` "
        "adds the missing line.",
        "B says `Amends A`; A says nothing",
    ),
    _other(
        "ADR316",
        "a reference spells an id otherwise than the record that has it",
        "It is understood, but a search for the id does not find it. `mneme check --fix` writes "
        "the id as the record declares it.",
        "supersedes: adr-7, where the record says id: ADR-0007",
    ),
)

_PRECEDENCE = (
    _integrity(
        "ADR401",
        "two decisions of one scope tie",
        "They have the same scope, topic and paths, the same priority and the same date (or none): "
        "nothing says which governs. Date them, let one supersede the other, or give one a topic "
        "of its own.",
        "two accepted records with `scope: storage` and one date",
    ),
    _other(
        "ADR402",
        "a decision is overridden by another of its scope",
        "One scope holds one decision: the one of higher priority, then the newer one, governs. "
        "Say `supersedes` where that is meant, or give one of them a `topic` of its own.",
        "two accepted records with `scope: storage` and different dates",
    ),
    _other(
        "ADR403",
        "a contradiction across scopes overrides nothing",
        "`contradicts` lets two decisions of one scope compete. These have different scopes, so "
        "both apply.",
        "scope: storage, contradicts: ADR-0004 (scope: search)",
    ),
)

_HISTORY = (
    _error(
        "ADR501",
        "the decision of a record in force was changed",
        "What was decided once stays readable as it was decided: later readers, commits and "
        "reviews rely on it. Compared are the words of the decision section with the headings "
        "below it (of a record without one, title and text without status and relations), "
        "constraints and typed rules. Line breaks and markup do not count, code counts as written. "
        "A new decision is a new record that supersedes or amends this one; status, relations, "
        "context and links may be changed.",
        "`We use PostgreSQL.` becomes `We use MySQL.` in an accepted record",
    ),
    _error(
        "ADR502",
        "a decided record was deleted or given another number",
        "Commits, other records and people refer to it by its number. What no longer holds is "
        "marked superseded or deprecated, and stays. A draft that is still proposed may go, and "
        "a file may be renamed or moved as long as its number stays.",
        "git rm docs/adr/0007-use-x.md",
    ),
    _error(
        "ADR503",
        "a number was given out again",
        "The number belonged to another record, which this change or an earlier one deleted. "
        "Whoever finds the number in an old commit would read the wrong decision.",
        "0007-use-x.md was deleted last year, 0007-use-y.md is added now",
    ),
    _error(
        "ADR504",
        "two branches gave out one number",
        "Each branch is fine by itself, and the merge holds the number twice. The record that "
        "comes later takes the next free number: `mneme renumber` moves its file, heading and "
        "references.",
        "main has 0042-use-x.md, the branch adds 0042-use-y.md",
    ),
    _error(
        "ADR505",
        "a status went backwards",
        "Accepted becomes superseded or deprecated, deprecated becomes superseded; rejected and "
        "superseded stay. Nor may a record that was in force lose what it supersedes, nor a "
        "superseded decision be anything else: it could be in force again, if not now then by the "
        "next change. Whoever wants it back writes a new record.",
        "status: rejected becomes status: accepted",
    ),
    _error(
        "ADR506",
        "an active decision governs something else than before",
        "Its scope, topic, paths or priority changed, or a decision that stood beside it overrides "
        "it now: code is governed otherwise, though every decision reads the same. Amend or "
        "supersede it with a new record. A team whose code moves "
        'often can lower this rule: `ADR506 = "warning"`.',
        "`paths: [src/**]` becomes `paths: [src/old/**]` in an accepted record",
    ),
    _error(
        "ADR507",
        "a record cannot be merged",
        "Both branches changed the same lines of a file in an ADR folder. Which words hold is for "
        "a person to say, so the merge result cannot be judged.",
        "both branches change the status of 0007-use-x.md",
    ),
)

_PROPOSALS = (
    _error(
        "PRP601",
        "the file of proposals cannot be used",
        "`.mneme/decision_proposals.json` is no UTF-8, no JSON, holds the marks of a merge "
        "conflict, is of another schema, is a symbolic link, or holds one id twice. Nothing is "
        "written to it as long as that is so, and what was rejected is not known. Decisions are "
        "read all the same, unless a record names a proposal.",
        "<<<<<<< HEAD",
    ),
    _error(
        "PRP602",
        "a proposal is damaged",
        "The id of a proposal is a hash of what was submitted. The content of this entry does not"
        " give its id, or the entry has another form: somebody changed it by hand, its status "
        "perhaps. It stays as it is and cannot be decided; the other proposals count.",
        "the statement of a stored proposal is reworded",
    ),
    _error(
        "PRP603",
        "an accepted proposal has no record",
        "Its `accepted_decision_id` names no record and no record names the proposal, or its "
        "record does not name it. A proposal alone decides nothing: there is no such decision. A "
        "record that was renumbered is found by the proposal that it names.",
        'the entry says "accepted_decision_id": "ADR-0042", and there is no such record',
    ),
    _error(
        "PRP604",
        "a decision was changed after it was accepted",
        "The record came from a proposal, and `accepted_digest` is the digest of what a person "
        "accepted: title, scope, topic, priority, paths, rules and body. What the record says "
        "today has another one. Status, date, relations, provenance, blank lines and the numbers "
        "of records do not count: superseding, amending, renumbering and fixing it is fine. Other "
        "words on their lines do count. A new decision is a new record.",
        "the decision of an accepted proposal is reworded",
    ),
    _error(
        "PRP605",
        "a record names a proposal that was not accepted as this record",
        "The proposal is unknown, waiting, rejected, or was accepted as another record. "
        "Only `mneme decision accept` makes a record of a proposal, so this one has no authority "
        "from it. Where an acceptance was interrupted, the same command finishes it.",
        "`proposal: dprop-ae17...` in a record, and that proposal is still waiting",
    ),
)

_AUTHORITY = (
    _error(
        "PRP611",
        "a record came in force and no decider accepted it",
        "The base branch configures `deciders`. The commit that brought the record to what it "
        "says once merged, in force and with this text, has to be by one of them whose scopes "
        "cover the record and all that it supersedes: as its author or in a trailer "
        "`Accepted-by:`, with `--require-signed` by a signature of their key. What others change "
        "in the decision afterwards needs them again, and so does a record in force that "
        "supersedes what it did not before.",
        "status: proposed becomes status: accepted in a commit of somebody else",
    ),
    _error(
        "PRP612",
        "a record says otherwise what was accepted",
        "It came from a proposal, and `proposal` and `accepted_digest` are what acceptance wrote."
        " They prove that the decision is still the accepted one, as long as nobody changes them "
        "together with it.",
        "accepted_digest is computed anew for a reworded decision",
    ),
    _error(
        "PRP613",
        "a decision about a proposal vanished or was changed",
        "A rejected proposal, what is left of one, or an accepted one is not what it was on the "
        "base branch, to the key; a damaged one neither, unless it says that it waits. Dropping "
        "the text of a rejected one is fine. Reopening one is found as "
        "well: whoever merges it says that it is meant. Mneme 0.9 drops what it does not know.",
        '"status": "rejected" becomes "status": "proposed"',
    ),
    _error(
        "PRP614",
        "the change alters by what is judged",
        "It changes who decides, how grave a finding is, which findings the baseline covers, or "
        "how records are read. What the base branch says judged this change; once merged, the new"
        " words judge. Whoever merges it says that it is meant. The first configuration is no "
        "change.",
        "a branch adds its own author to the deciders",
    ),
)

_TRACE = (
    _error(
        "TRC701",
        "a commit cites a decision that does not exist",
        "A trailer such as `Decision: ADR-0099` names a record that is not there: a typing error, "
        "a record of another branch, or a draft that took another number. Whoever follows it later "
        "finds nothing. In the text of a message it is a warning, since other projects have "
        "records, too.",
        "Decision: ADR-0099, where the last record is ADR-0021",
    ),
    _error(
        "TRC702",
        "a commit carries out a superseded decision",
        "At that commit, or on the base branch meanwhile, another decision had taken the place of "
        "the one that the trailer names. The text of a message may name it: something has to say "
        "what is replaced.",
        "Decision: ADR-0003, which ADR-0012 supersedes",
    ),
    _other(
        "TRC703",
        "a commit changes governed code without citing the decision",
        "A decision with `require_citation: true` wants each commit that changes what its paths or "
        "scope cover to name it, in a trailer or in the text.",
        "a commit changes db/schema.sql, and ADR-0007 covers db/ and requires citation",
    ),
    _other(
        "TRC704",
        "a commit carries out a decision that was not accepted",
        "At that commit the record was proposed, rejected or deprecated, or was not there yet. "
        "Code that goes ahead of a decision makes it, and nobody was asked.",
        "Decision: ADR-0012, while its status is proposed",
    ),
)

CATALOGUE: dict[str, Rule] = {
    rule.code: rule
    for family in (
        *(_READING, _CONTENT, _RELATIONS, _PRECEDENCE, _HISTORY, _PROPOSALS, _AUTHORITY),
        _TRACE,
    )
    for rule in family
}

# The rules about what a change does to decisions that stand already.
HISTORY_CODES = frozenset(rule.code for rule in (*_HISTORY, *_AUTHORITY, *_TRACE))
