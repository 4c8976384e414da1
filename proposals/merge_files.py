"""The merge of two versions of the file of proposals in files, as git hands them over."""

from pathlib import Path

from compiler.errors import UsageError
from compiler.writing import write_atomically
from proposals.document import Document, dump, empty, load
from proposals.merging import Conflict, merge
from proposals.refusals import StoreError


def merge_files(base: str, ours: str, theirs: str, name: str) -> tuple[Conflict, ...]:
    """Write the merge of three files to `ours`, and return what is in conflict; our side stands in
    that. An empty `base` is that of a file that both sides made. `name` is what messages call it.

    Raises `UsageError` where one cannot be read or is no file of proposals; nothing is written
    then.
    """
    before = _load(base, f"the common base of {name}", may_be_empty=True)
    sides = [_load(ours, f"our side of {name}"), _load(theirs, f"their side of {name}")]
    merged = merge(before, *sides)
    try:
        write_atomically(ours, dump(merged.document))
    except OSError as error:
        raise UsageError(f"{ours} cannot be written: {error.strerror}") from None
    return merged.conflicts


def _load(path: str, name: str, *, may_be_empty: bool = False) -> Document:
    try:
        data = Path(path).read_bytes()
        return empty() if may_be_empty and not data else load(data, name)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from None
    except StoreError as error:
        raise UsageError(error.message, "merge it by hand; nothing was written") from None
