"""Search: which texts are found, in what order, and that no query breaks it."""

import threading
from collections.abc import Callable, Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.decision_search import DecisionSearch
from compiler.errors import UsageError
from compiler.pipeline import Compiled
from compiler.search import NO_ENGINE, REMEDY, SearchIndex, Text, has_engine
from compiler.snippets import snippet

TEXTS = (
    Text("T-1", "Use SQLite", "The local index is one SQLite file.", "It needs no server."),
    Text("T-2", "Keep embeddings", "Embeddings are kept in the index.", "SQLite was too slow."),
    Text("T-3", "Café für Größe", "Ein Straßencafé, naïve façade.", "ΟΔΥΣΣΕΥΣ Ёлка İstanbul"),
    Text("T-4", "データベースを選ぶ", "関係データベースを使う。", "检索 数据库"),
    Text("T-5", "Rate limits", "Rate-limit each client_id by IP.", labels=("api.rate-limiting",)),
    Text("T-6", "Nothing", "It says no more.", names=("Other-12", "0012-file")),
    Text("T-7", "การตัดสินใจ", "हिन्दी में निर्णय", "\u20bd100 \U0001fbc8alone"),
)


def nobody(_: str) -> Iterable[str]:
    return ()


INDEX = SearchIndex(TEXTS, nobody)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("sqlite", ["T-1", "T-2"]),
        ("SQLITE", ["T-1", "T-2"]),
        ("embed", ["T-2"]),
        ("emb", ["T-2"]),
        ("em", []),
        ("mbeddings", []),
        ("sqlite server", ["T-1"]),
        ("sqlite zebra", ["T-1", "T-2"]),
        ("cafe", ["T-3"]),
        ("CAFÉ", ["T-3"]),
        ("cafe\u0301", ["T-3"]),
        ("strassencafe", ["T-3"]),
        ("οδυσσευς", ["T-3"]),
        ("елка", ["T-3"]),
        ("istanbul", ["T-3"]),
        ("ＳＱＬｉｔｅ", ["T-1", "T-2"]),
        ("データ", ["T-4"]),
        ("ベース", ["T-4"]),
        ("数据", ["T-4"]),
        ("据数", []),
        ("การตัด", ["T-7"]),
        ("หนังสือ", []),
        ("हिन्द", ["T-7"]),
        ("नहिन", []),
        ("\u20bd100", ["T-7"]),
        ("100", ["T-7"]),
        ("alone", ["T-7"]),
        ("rate-limit", ["T-5"]),
        ("api.rate", ["T-5"]),
        ("client_id", ["T-5"]),
        ('"one sqlite file"', ["T-1"]),
        ('"sqlite one file"', []),
        ('"one sqlite fil"', []),
        ("“local index”", ["T-1"]),
        ("“embeddings “local index”", ["T-2", "T-1"]),
        ('"local index', ["T-1"]),
        ('"local index" embeddings', ["T-2", "T-1"]),
        ("12", ["T-6"]),
        ("other-12", ["T-6"]),
        ("???", []),
        ("\0", []),
        ('"', []),
        ('""', []),
        ("* NEAR( ^ : {}", []),
        ("NOT", ["T-6"]),
        ("title:sqlite", []),
        ("sqlite OR", ["T-1", "T-2"]),
    ],
)
def test_words_are_found_whole_or_by_their_beginning(query: str, found: list[str]) -> None:
    assert INDEX.find(query) == found


def test_title_counts_more_than_body_and_order_is_that_of_the_texts_for_equal_ones() -> None:
    texts = [
        Text("A", "x", "x", "wanted"),
        Text("C", "wanted", "x", "x"),
        Text("B", "wanted", "x", "x"),
    ]
    assert SearchIndex(texts, nobody).find("wanted") == ["C", "B", "A"]


@pytest.mark.parametrize("query", ["", "  ", "\n"])
def test_blank_query_finds_all(query: str) -> None:
    assert INDEX.find(query) == [text.id for text in TEXTS]


def test_what_a_query_names_comes_first_and_once() -> None:
    def named(query: str) -> Iterable[str]:
        return ["T-2"] if query == "sqlite" else []

    assert SearchIndex(TEXTS, named).find("sqlite") == ["T-2", "T-1"]


@pytest.mark.parametrize(
    "query",
    [
        "a " * 5000,
        "a" * 10_000,
        '"' * 10_000,
        "(" * 10_000,
        " ".join(map(str, range(2500))),
        "".join(map(chr, range(1, 10_001))),
        "\ud800 " * 5000,
    ],
    ids=["words", "word", "quotes", "brackets", "numbers", "characters", "halves"],
)
def test_long_query_is_answered(query: str) -> None:
    assert set(INDEX.find(query)) <= {text.id for text in TEXTS}


@given(st.text(max_size=60))
def test_any_query_is_answered_the_same_again(query: str) -> None:
    assert INDEX.find(query) == INDEX.find(query)


@given(st.text(max_size=60), st.text(max_size=300))
def test_any_text_can_be_indexed_and_shown(query: str, text: str) -> None:
    index = SearchIndex([Text("T", text, text, text, (text,), (text,))], nobody)
    assert index.find(query) in ([], ["T"])
    assert "\n" not in snippet([text], query)


def test_threads_share_an_index() -> None:
    index = SearchIndex(TEXTS, nobody)
    found: list[list[str]] = []
    threads = [
        threading.Thread(target=lambda: found.append(index.find("sqlite"))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [["T-1", "T-2"]] * 8


def test_without_the_engine_search_says_what_to_do() -> None:
    """SQLite itself answers for a module that it lacks, as a build without FTS5 would."""
    with pytest.raises(UsageError) as stopped:
        SearchIndex(TEXTS, nobody, engine="fts_that_is_not_there").find("sqlite")
    assert (stopped.value.message, stopped.value.hint) == (NO_ENGINE, REMEDY)
    assert not has_engine("fts_that_is_not_there")
    assert has_engine()


@pytest.mark.parametrize("query", ["ADR-0012", "ADR-12", "adr 12", "12", "0012", "0012-way.md"])
def test_an_id_in_any_spelling_finds_its_decision_first(
    query: str, compiled: Callable[..., Compiled], native: Callable[..., str]
) -> None:
    files = {f"adr/{n:04d}-way.md": native(n) for n in (1, 12, 120)}
    # One that names it more often than it does itself.
    files["adr/0120-way.md"] += "\nADR-0012, ADR-0012, ADR-12 and ADR 12, which is 0012 of 12.\n"
    decisions = compiled(files).decisions
    assert DecisionSearch(decisions).find(query)[0].id == "ADR-0012"
    assert DecisionSearch(decisions).find("way ADR-12")[0].id == "ADR-0012"


def test_all_that_is_kept_of_a_decision_is_searched(
    compiled: Callable[..., Compiled], native: Callable[..., str]
) -> None:
    keys = {"scope": "s.kw-scope", "topic": "kw-topic", "tags": "[kw-tag]", "deciders": "[Kwame]"}
    files = {"adr/0001-way.md": native(1, **keys), "adr/0002-other.md": native(2)}
    search = DecisionSearch(compiled(files).decisions)
    for query in ("kw-scope", "kw-topic", "kw-tag", "kwame", "s.kw"):
        assert [decision.id for decision in search.find(query)] == ["ADR-0001"]


@pytest.mark.parametrize(
    ("texts", "query", "shown"),
    [
        (["Short."], "short", "Short."),
        (["First.", "The café is here."], "cafe", "The café is here."),
        (["One\ntwo\n\nthree"], "none", "One two three"),
        ([], "x", ""),
        (["", " "], "x", ""),
    ],
)
def test_snippet(texts: list[str], query: str, shown: str) -> None:
    assert snippet(texts, query) == shown


@pytest.mark.parametrize(
    ("word", "query"), [("cafe\u0301s", "cafés"), ("हिन्दी", "हिन्द"), ("การตัดสินใจ", "การตัด")]
)
def test_snippet_stands_around_a_word_with_marks(word: str, query: str) -> None:
    assert word in snippet(["lorem ipsum " * 100 + word], query)


def test_snippet_of_a_long_text_stands_around_the_word() -> None:
    text = "lorem ipsum " * 100 + "needle " + "dolor sit " * 100
    shown = snippet([text], "need")
    assert "needle" in shown
    assert len(shown) < 250
    assert shown.startswith("… ")
    assert shown.endswith(" …")
