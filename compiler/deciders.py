"""Who may accept decisions, as the configuration says, and how a commit shows that they did."""

import base64
import binascii
import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass

from adr_schema.records import Record
from compiler.git.history import Commit, Person, Signature
from compiler.trailers import trailers

# The key of the trailer that names who accepted.
ACCEPTED_BY = "Accepted-by"
_SSH_KEY = re.compile(r"(?:ssh|ecdsa|sk-ssh|sk-ecdsa)-[A-Za-z0-9@.-]+ +(?P<key>[A-Za-z0-9+/]+=*)")
_SSH_FINGERPRINT = re.compile(r"SHA256:[A-Za-z0-9+/]{43}")
# Shorter ids of a key can be had for another one.
_LONG_FINGERPRINT = re.compile(r"[0-9A-F]{40}|[0-9A-F]{64}")


@dataclass(frozen=True, slots=True)
class Decider:
    """A person who may accept decisions: all, or those of `scopes` and of what lies below them.

    Claims are told by `email`, by `name` where there is none; a signature by `fingerprint`, as git
    prints it.
    """

    name: str
    email: str | None = None
    fingerprint: str | None = None
    scopes: tuple[str, ...] = ()

    def __str__(self) -> str:
        return str(Person(self.name, self.email or ""))

    def covers(self, scopes: Iterable[str | None]) -> bool:
        """Whether what has these scopes is theirs to decide; None is that of a record without."""
        return not self.scopes or all(scope and self._has(scope) for scope in scopes)

    def decided(self, commit: Commit, signature: Signature | None) -> bool:
        """Whether a commit is theirs: git verified that their key signed, or, where no signature
        is asked for, author or trailer name them, which anybody can write."""
        if signature is None:
            return any(self._is(person) for person in claimed(commit))
        return signature.good and self.fingerprint in signature.fingerprints

    def _has(self, scope: str) -> bool:
        return any(f"{scope}.".startswith(f"{own}.") for own in self.scopes)

    def _is(self, person: Person) -> bool:
        if self.email is None:
            return person.name == self.name
        return person.email.casefold() == self.email.casefold()


@dataclass(frozen=True, slots=True)
class Acceptance:
    """How a record came in force in a change, or superseded what it did not before.

    `scopes` are its own and those of what it supersedes, `deed` is what it does in words
    (`came in force`). `commits` are those that brought it to what it says once merged, `decider`
    is the one who did, None where it was nobody who may. `authenticated` is whether git verified
    that.
    """

    record: Record
    scopes: tuple[str | None, ...]
    deed: str
    commits: tuple[Commit, ...]
    decider: Decider | None
    authenticated: bool

    def __str__(self) -> str:
        """Who accepted it, empty where it was nobody who may."""
        if self.decider is None:
            return ""
        worth = "signed" if self.authenticated else "not authenticated"
        return f"{self.record.id} was accepted by {self.decider} ({worth})"


def claimed(commit: Commit) -> list[Person]:
    """Whom a commit names as those who decide: its author, and who is in its trailers."""
    return [commit.author, *map(_person, trailers(commit.message, ACCEPTED_BY))]


def _person(written: str) -> Person:
    name, _, rest = written.partition("<")
    return Person(name.strip(), rest.partition(">")[0].strip())


def fingerprint_of(key: str) -> str | None:
    """The fingerprint of a key as configured: a public key of ssh, or the fingerprint of one, or
    that of a key of GnuPG. None for anything else."""
    if public := _SSH_KEY.match(key.strip()):
        return _ssh_fingerprint(public["key"])
    if _SSH_FINGERPRINT.fullmatch(key.strip()):
        return key.strip()
    digits = "".join(key.split()).upper()
    return digits if _LONG_FINGERPRINT.fullmatch(digits) else None


def _ssh_fingerprint(key: str) -> str | None:
    try:
        digest = hashlib.sha256(base64.b64decode(key, validate=True)).digest()
    except binascii.Error:
        return None
    return "SHA256:" + base64.b64encode(digest).decode().rstrip("=")
