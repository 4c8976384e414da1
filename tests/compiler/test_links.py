"""From a reference as written to the record that it names: one, none or too many."""

from collections.abc import Callable
from typing import Any

import pytest

from adr_schema.resolved import Target
from compiler.links import Resolver
from compiler.pipeline import Compiled

TEXT = "# {title}\n\nStatus: accepted\n\nDate: 2024-01-01\n\n{more}\n\n## Decision\n\nYes.\n"
OTHERS = {
    "adr/0007-use-x.md": TEXT.format(title="7. Use X", more=""),
    "adr/0012-use-y.md": TEXT.format(title="12. Use Y", more=""),
    "adr/storage/scs-0118-use-z.md": TEXT.format(title="Use Z", more=""),
    "adr/use-w/README.md": TEXT.format(title="Use W", more=""),
    "adr/20200115-use-v.md": TEXT.format(title="Use V", more=""),
}


@pytest.fixture
def targets(compiled: Callable[..., Compiled]) -> Callable[[str], tuple[Target, ...]]:
    """What the line `Amends ...` of one more record resolves to."""

    def resolve(line: str, files: dict[str, str] = OTHERS) -> tuple[Target, ...]:
        speaking = TEXT.format(title="99. Speak", more=line)
        result = compiled({**files, "adr/0099-speak.md": speaking})
        (decision,) = [d for d in result.decisions if d.record.number == 99]
        return decision.targets

    return resolve


@pytest.mark.parametrize(
    ("reference", "path"),
    [
        ("ADR-7", "adr/0007-use-x.md"),
        ("ADR 0007", "adr/0007-use-x.md"),
        ("adr-07", "adr/0007-use-x.md"),
        ("MADR-7", "adr/0007-use-x.md"),
        ("DR-7", "adr/0007-use-x.md"),
        ("decision 7", "adr/0007-use-x.md"),
        ("0007", "adr/0007-use-x.md"),
        ("#7", "adr/0007-use-x.md"),
        ("0007-use-x", "adr/0007-use-x.md"),
        ("0007-use-x.md", "adr/0007-use-x.md"),
        ("[7. Use X](0007-use-x.md)", "adr/0007-use-x.md"),
        ("[it](./0007-use-x.md#decision)", "adr/0007-use-x.md"),
        ("[it](0007-use-x)", "adr/0007-use-x.md"),
        ("[ADR 7](../../docs/adr/0007-use-x.md)", "adr/0007-use-x.md"),
        ("adr/0007-use-x.md", "adr/0007-use-x.md"),
        ("[it](/adr/7)", "adr/0007-use-x.md"),
        ("[it](https://example.org/blob/main/adr/0007-use-x.md)", "adr/0007-use-x.md"),
        ("SCS-118", "adr/storage/scs-0118-use-z.md"),
        ("scs-0118-use-z", "adr/storage/scs-0118-use-z.md"),
        ("118", "adr/storage/scs-0118-use-z.md"),
        ("[W](use-w/README.md)", "adr/use-w/README.md"),
        ("[W](use-w)", "adr/use-w/README.md"),
        ("[W](use-w/)", "adr/use-w/README.md"),
        ("20200115-use-v", "adr/20200115-use-v.md"),
    ],
)
def test_spelling_names_the_record(
    targets: Callable[[str], tuple[Target, ...]], reference: str, path: str
) -> None:
    assert [target.path for target in targets(f"Amends: {reference}")] == [path]


@pytest.mark.parametrize("reference", ["ADR-9999", "[9. X](0009-x.md)", "SCS-7", "0009-gone.md"])
def test_missing_record_is_named_not_invented(
    targets: Callable[[str], tuple[Target, ...]], reference: str
) -> None:
    (target,) = targets(f"Amends: {reference}")
    assert (target.id, target.path, target.candidates) == (None, None, ())


@pytest.mark.parametrize(
    "reference",
    [
        "[a page](https://example.org/page)",
        "[#12](https://example.org/x/pull/12)",
        "the wiki",
        "n/a",
    ],
)
def test_other_things_are_no_records(
    targets: Callable[[str], tuple[Target, ...]], reference: str
) -> None:
    assert targets(f"Amends: {reference}") == ()


def test_two_matches_are_ambiguous_never_a_guess(
    targets: Callable[..., tuple[Target, ...]],
) -> None:
    twins = {f"adr/0007-{name}.md": TEXT.format(title=name, more="") for name in "ab"}
    (target,) = targets("Amends: ADR-7", twins)
    assert (target.id, target.path) == (None, None)
    assert sorted(target.candidates) == ["0007-a", "0007-b"]


def test_file_name_tells_twins_apart(targets: Callable[..., tuple[Target, ...]]) -> None:
    twins = {f"adr/0007-{name}.md": TEXT.format(title=name, more="") for name in "ab"}
    (target,) = targets("Amends: [7](0007-b.md)", twins)
    assert target.path == "adr/0007-b.md"


def test_one_target_named_twice_counts_once(targets: Callable[..., tuple[Target, ...]]) -> None:
    assert len(targets("Amends: ADR-7, [7. Use X](0007-use-x.md)")) == 1


def test_unprefixed_number_matches_any_prefix(compiled: Callable[..., Compiled]) -> None:
    result = compiled(OTHERS)
    found = Resolver([d.record for d in result.decisions]).lookup("118")
    assert [r.id for r in found.records] == ["SCS-0118"]


def test_the_folder_tells_what_is_written_before_a_number(
    compiled: Callable[..., Compiled],
) -> None:
    use_x, use_y = OTHERS["adr/0007-use-x.md"], OTHERS["adr/0012-use-y.md"]
    result = compiled({"adr/rfcs/0007-use-x.md": use_x, "adr/0012-use-y.md": use_y})
    resolver = Resolver([d.record for d in result.decisions])
    found = {name: [r.id for r in resolver.lookup(name).records] for name in ("RFC 7", "RFC 12")}
    assert found == {"RFC 7": ["ADR-0007"], "RFC 12": []}


@pytest.mark.parametrize(
    "spelling", ["", "  ", "ADR-", "#", "x", "🤔", "99999999999999999999", "(("]
)
def test_odd_spellings_name_nothing(compiled: Callable[..., Compiled], spelling: str) -> None:
    result = compiled(OTHERS)
    assert Resolver([d.record for d in result.decisions]).lookup(spelling).records == ()


CONFIG = (
    '[[tool.mneme.corpus]]\nname = "core"\npath = "core/adr"\n'
    '[[tool.mneme.corpus]]\nname = "web"\npath = "web/adr"\n'
)


@pytest.fixture
def two_corpora(compiled: Callable[..., Compiled]) -> Callable[[str], dict[str, Any]]:
    """Two corpora that both hold number 1; the line stands in number 2 of `core`."""

    def compile_with(line: str) -> dict[str, Any]:
        plain = TEXT.format(title="One", more="")
        files = {
            "pyproject.toml": CONFIG,
            "core/adr/0001-a.md": plain,
            "web/adr/0001-b.md": plain,
            "web/adr/0003-c.md": plain,
            "core/adr/0002-d.md": TEXT.format(title="Two", more=line),
        }
        return {d.id: d for d in compiled(files, directory=None).decisions}

    return compile_with


def test_ids_of_named_corpora_are_qualified(two_corpora: Callable[[str], dict[str, Any]]) -> None:
    assert set(two_corpora("")) == {
        "core/ADR-0001",
        "core/ADR-0002",
        "web/ADR-0001",
        "web/ADR-0003",
    }


@pytest.mark.parametrize(
    ("reference", "identifier"),
    [
        ("ADR-1", "core/ADR-0001"),
        ("ADR-0001", "core/ADR-0001"),
        ("1", "core/ADR-0001"),
        ("web/ADR-0001", "web/ADR-0001"),
        ("web/ADR-1", "web/ADR-0001"),
        ("ADR-3", "web/ADR-0003"),
        ("[b](../../web/adr/0001-b.md)", "web/ADR-0001"),
    ],
)
def test_own_corpus_comes_first(
    two_corpora: Callable[[str], dict[str, Any]], reference: str, identifier: str
) -> None:
    (target,) = two_corpora(f"Amends: {reference}")["core/ADR-0002"].targets
    assert target.id == identifier


def test_without_own_corpus_a_shared_id_is_ambiguous(
    two_corpora: Callable[[str], dict[str, Any]],
) -> None:
    resolver = Resolver([d.record for d in two_corpora("").values()])
    assert len(resolver.lookup("ADR-0001").records) == 2
    assert [r.id for r in resolver.lookup("ADR-3").records] == ["web/ADR-0003"]
    assert [r.id for r in resolver.lookup("core/ADR-1").records] == ["core/ADR-0001"]


@pytest.mark.parametrize(
    ("typed", "ids"),
    [
        ("ADR-1", ["core/ADR-0001", "web/ADR-0001"]),
        ("core/ADR-1", ["core/ADR-0001"]),
        ("web/1", ["web/ADR-0001"]),
        ("WEB/adr-0003", ["web/ADR-0003"]),
        ("web/0003-c.md", ["web/ADR-0003"]),
        ("web/adr/0003-c.md", ["web/ADR-0003"]),
        ("ADR-3", ["web/ADR-0003"]),
        ("core/ADR-3", []),
        ("core/0003-c.md", []),
        ("core/adr/0003-c.md", []),
    ],
)
def test_a_typed_id_stays_in_the_corpus_that_it_names(
    two_corpora: Callable[[str], dict[str, Any]], typed: str, ids: list[str]
) -> None:
    resolver = Resolver([d.record for d in two_corpora("").values()])
    assert sorted(record.id for record in resolver.named(typed)) == ids


def test_qualified_id_in_front_matter_is_resolved(compiled: Callable[..., Compiled]) -> None:
    plain = TEXT.format(title="One", more="")
    files = {
        "pyproject.toml": CONFIG,
        "web/adr/0001-b.md": plain,
        "core/adr/0001-a.md": plain,
        "core/adr/0002-d.md": f"---\namends: web/ADR-0001\n---\n{plain}",
    }
    decisions = {d.id: d for d in compiled(files, directory=None).decisions}
    assert [t.id for t in decisions["core/ADR-0002"].targets] == ["web/ADR-0001"]


@pytest.mark.parametrize(
    ("typed", "path"),
    [
        ("ADR-7", "adr/0007-use-x.md"),
        ("adr 7", "adr/0007-use-x.md"),
        ("decision 7", "adr/0007-use-x.md"),
        ("#7", "adr/0007-use-x.md"),
        ("7", "adr/0007-use-x.md"),
        ("118", "adr/storage/scs-0118-use-z.md"),
        ("scs-0118-use", "adr/storage/scs-0118-use-z.md"),
        ("`ADR-7`", "adr/0007-use-x.md"),
        ("0007-use-x", "adr/0007-use-x.md"),
        ("0007-use-x.md", "adr/0007-use-x.md"),
        ("adr/0007-use-x.md", "adr/0007-use-x.md"),
        ("./adr/0007-use-x.md", "adr/0007-use-x.md"),
        ("storage/scs-0118-use-z.md", "adr/storage/scs-0118-use-z.md"),
        ("use-w/README.md", "adr/use-w/README.md"),
        ("core/ADR-7", None),
        ("core/0007-use-x.md", None),
        ("../0007-use-x.md", None),
        ("foo/7", None),
        ("nonsense/ADR-0007", None),
        ("dr/0007-use-x.md", None),
        ("ADR-7 and ADR-12", None),
        ("ADR-7: something else", None),
        ("0007-use-another", None),
        ("", None),
        ("/", None),
    ],
)
def test_every_part_of_a_typed_id_counts(
    compiled: Callable[..., Compiled], typed: str, path: str | None
) -> None:
    resolver = Resolver([decision.record for decision in compiled(OTHERS).decisions])
    assert [record.path for record in resolver.named(typed)] == ([path] if path else [])
