"""Dates as people write them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler.dates import Order, all_dates, read_date, stated_order


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("2024-02-29", "2024-02-29"),
        ("2024-2-9", "2024-02-09"),
        ("2024/02/29", "2024-02-29"),
        ("2024.02.29", "2024-02-29"),
        ("20240229", "2024-02-29"),
        ("2024-02-29T10:11:12Z", "2024-02-29"),
        ("2024-02-29 10:11", "2024-02-29"),
        ("29.02.2024", "2024-02-29"),
        ("3/25/21", "2021-03-25"),
        ("25/3/2021", "2021-03-25"),
        ("25-03-2021", "2021-03-25"),
        ("March 7, 2024", "2024-03-07"),
        ("Mar 7 2024", "2024-03-07"),
        ("7 March 2024", "2024-03-07"),
        ("7th of March, 2024", "2024-03-07"),
        ("1st Sept 2024", "2024-09-01"),
        ("2024 March 7", "2024-03-07"),
        ("07-Mar-2024", "2024-03-07"),
        ("3. März 2024", "2024-03-03"),
        ("1er août 2024", "2024-08-01"),
        ("3 de marzo de 2024", "2024-03-03"),
        ("3 de março de 2024", "2024-03-03"),
        ("3 марта 2024", "2024-03-03"),
        ("2024年3月3日", "2024-03-03"),
        ("2024년 3월 3일", "2024-03-03"),
        ("Decided on 2024-02-29 by all", "2024-02-29"),
        ("[2024-02-29](https://example.org)", "2024-02-29"),
    ],
)
def test_date_is_read(text: str, iso: str) -> None:
    assert read_date(text).iso == iso


@pytest.mark.parametrize(
    "text", ["2024-02-30", "2023-02-29", "2024-13-01", "32.01.2024", "0000-01-01", "31 June 2024"]
)
def test_impossible_date_is_none_but_present(text: str) -> None:
    reading = read_date(text)
    assert (reading.iso, reading.present) == (None, True)


@pytest.mark.parametrize(
    "text", ["", "soon", "v1.2.3", "ADR-0012", "1.20.3-beta", "May be later", "in 2024", "10:11:12"]
)
def test_other_text_is_no_date(text: str) -> None:
    assert not read_date(text).present


@pytest.mark.parametrize(
    ("order", "iso"), [("dmy", "2023-07-04"), ("mdy", "2023-04-07"), (None, "2023-07-04")]
)
def test_open_order_is_resolved_by_the_corpus_else_day_first(order: Order | None, iso: str) -> None:
    reading = read_date("04/07/2023")
    assert reading.iso is None
    assert reading.resolve(order) == iso


def test_dots_are_day_first() -> None:
    assert read_date("04.07.2023").resolve("mdy") == "2023-07-04"


def test_first_date_of_a_text_counts() -> None:
    assert read_date("accepted 2024-03-01, proposed 2023-01-01").iso == "2024-03-01"


def test_all_dates_are_found_in_order() -> None:
    found = all_dates("7 March 2024, then 2024-05-01, then 20240601")
    assert [reading.iso for reading in found] == ["2024-03-07", "2024-05-01", "2024-06-01"]


@pytest.mark.parametrize(
    ("texts", "order"),
    [
        (["3/25/21"], "mdy"),
        (["25/3/21"], "dmy"),
        (["3/25/21", "25/3/21"], None),
        (["1/2/2024"], None),
        (["1/2/2024 (dd/mm/yyyy)"], "dmy"),
        (["1/2/2024 (MM/DD/YYYY)"], "mdy"),
        (["2024-01-02"], None),
    ],
)
def test_order_is_stated_by_form_or_fit(texts: list[str], order: Order | None) -> None:
    assert stated_order(texts, map(read_date, texts)) == order


@settings(max_examples=200, derandomize=True, deadline=None)
@given(st.dates())
def test_every_iso_date_is_itself(day: "object") -> None:
    assert read_date(f"on {day}, at last").iso == str(day)


@settings(max_examples=300, derandomize=True, deadline=None)
@given(st.text(alphabet="0123456789 -/.:年月日thofMarchJunedé", max_size=30))
def test_no_text_raises(text: str) -> None:
    reading = read_date(text)
    assert reading.resolve(None) is None or reading.present
    assert 0 <= reading.start <= reading.end <= len(text)
