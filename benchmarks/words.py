"""The words that generated records are made of. A field in braces is filled in by `records`."""

SYSTEMS = (
    "ledger", "mailroom", "catalogue", "dispatch", "tariff engine", "map tiles", "badge reader",
    "timetable", "archive", "sensor gateway", "payroll export", "search box", "waiting list",
    "label printer", "audit trail", "session store", "image resizer", "route planner",
)  # fmt: skip

AREAS = ("storage", "transport", "identity", "delivery", "interface", "observability", "build")

TOOLS = (
    "a relational database", "an append-only log", "a message broker", "a plain file per tenant",
    "signed cookies", "a reverse proxy", "a nightly batch", "feature switches", "content hashes",
    "a read replica", "server-side rendering", "a shared cache", "generated clients",
)  # fmt: skip

VERBS = ("Use", "Keep", "Adopt", "Prefer", "Move to", "Settle on")

PEOPLE = ("Ada Brandt", "Noor Haddad", "Ivo Petrov", "Mei Tanaka", "Luis Prado", "Sara Lind")

TAGS = ("latency", "cost", "privacy", "operations", "testing", "migration", "security", "team")

SENTENCES = (
    "The {system} grew from one process to {number} of them, and each keeps a copy of its own.",
    "Two teams change it in the same week, so an interface that only one of them knows is a risk.",
    "In the last quarter {number} incidents began with a *stale* entry that nobody could explain.",
    "Whoever is on call has to see within minutes whether the {system} or its caller is at fault.",
    "A full rebuild takes {number} minutes on the machines that we have, and that is the ceiling.",
    "Readers outnumber writers by about {number} to one, which favours work done when writing.",
    "The contract with our customers names a loss of at most {number} seconds of accepted data.",
    "We tried `{code}` in a branch for three weeks and kept notes on every surprise.",
    "Nothing here may depend on the clock of a client, for {number} percent of them are wrong.",
    "Rolling back must stay a matter of one command, without a repair of what was written since.",
    "The [runbook](../operations/{code}.md) describes the manual step that this would remove.",
    "Licences, hosting and training together come to less than one position for half a year.",
    "Most of the load arrives in the first {number} minutes of the hour and then falls away.",
    "An auditor asked for the history of single entries; today we can show the last state only.",
    "The vendor ends support next year, and staying would mean to **maintain a fork** ourselves.",
    "People found the earlier arrangement easy to explain, which is worth keeping in what follows.",
    "Tests run against the real thing in a container, so a stand-in for it is not needed.",
    "If the {system} is away, callers go on with what they know and say how old it is.",
)

POINTS = (
    "one place to look when the {system} misbehaves",
    "a failure stays within the tenant that caused it",
    "costs rise with use, not with the number of environments",
    "new colleagues know `{code}` from earlier work",
    "the migration needs a window of {number} minutes at night",
    "backups grow to about {number} gigabytes a month",
    "the **write path** gains one more hop",
    "monitoring has to cover a part that was never watched before",
    "local development works without any network",
    "old clients keep working until {number} releases from now",
)
