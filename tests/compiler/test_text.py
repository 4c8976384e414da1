"""Bytes become lines that end where CommonMark ends them, or say where they cannot be read."""

import pytest

from compiler.text import Text, Unreadable, decode


def text_of(data: bytes) -> Text:
    text = decode(data)
    assert isinstance(text, Text)
    return text


def refusal_of(data: bytes) -> Unreadable:
    refusal = decode(data)
    assert isinstance(refusal, Unreadable)
    return refusal


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_line_end_is_one_line_end(end: str) -> None:
    assert text_of(f"a{end}b{end}{end}c".encode()).lines == ("a", "b", "", "c")


def test_mixed_line_ends_are_counted_once() -> None:
    assert text_of(b"a\r\r\nb\n\rc").lines == ("a", "", "b", "", "c")


@pytest.mark.parametrize("character", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c"])
def test_other_separators_end_no_line(character: str) -> None:
    assert text_of(f"a{character}b".encode()).lines == (f"a{character}b",)


def test_byte_order_mark_is_no_text() -> None:
    assert text_of(b"\xef\xbb\xbf# X").content == "# X"


def test_empty_file_is_one_empty_line() -> None:
    assert text_of(b"").lines == ("",)


def test_slice_gives_lines_as_written() -> None:
    assert text_of(b"a\nb\nc\nd").slice(1, 3) == "b\nc"


def test_bad_byte_is_located() -> None:
    refusal = refusal_of("# X\n\nf\u00fcr ".encode() + "\u00fc".encode("latin-1"))
    assert (refusal.place.line, refusal.place.column) == (3, 5)
    assert "0xfc" in refusal.message
    assert refusal.hint == "save the file as UTF-8"


def test_bad_byte_behind_a_byte_order_mark_is_located() -> None:
    refusal = refusal_of(b"\xef\xbb\xbfab\r\nc\xff")
    assert (refusal.place.line, refusal.place.column) == (2, 2)


def test_bad_byte_on_the_first_line_behind_a_byte_order_mark_is_located() -> None:
    refusal = refusal_of(b"\xef\xbb\xbfab\xff")
    assert (refusal.place.line, refusal.place.column) == (1, 3)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_refused_or_holds_no_words(encoding: str) -> None:
    data = "# \u00dcber\n".encode(encoding)
    read = decode(data)
    assert isinstance(read, Unreadable)


def test_utf_16_is_named() -> None:
    assert "UTF-16" in refusal_of("# X".encode("utf-16")).message


def test_truncated_character_at_the_end_is_located() -> None:
    refusal = refusal_of("ab\u20ac".encode()[:-1])
    assert (refusal.place.line, refusal.place.column) == (1, 3)
