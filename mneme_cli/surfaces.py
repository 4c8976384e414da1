"""What each command may write: declared beside it with `@writes`, collected from all of them.

`tests/surfaces` runs every command and compares what it wrote with what it declares.
"""

import inspect
from collections.abc import Callable, Iterator
from typing import Any, Literal, TypeVar, get_args

import click

# Records of the ADR folders; proposals that come in; decisions about proposals; the index; the
# baseline; the configuration; hooks of git; attributes and configuration of git; objects of git
# that nothing refers to; commits with the index and refs of git; the message of a commit that is
# being written; what is kept from one run to the next.
Kind = Literal[
    "records",
    "proposals",
    "decisions",
    "index",
    "baseline",
    "configuration",
    "hooks",
    "settings",
    "objects",
    "commit",
    "message",
    "cache",
]
KINDS: tuple[Kind, ...] = get_args(Kind)

Function = TypeVar("Function", bound=Callable[..., Any])

# By the function that a command calls; the empty option is the command without any of the others.
_DECLARED: dict[Callable[..., Any], dict[str, frozenset[Kind]]] = {}


def writes(*kinds: Kind, option: str = "") -> Callable[[Function], Function]:
    """Declare all that a command may write; with `option`, all that it may write where that is
    given. A command that writes nothing says `@writes()`."""

    def declare(function: Function) -> Function:
        _DECLARED.setdefault(inspect.unwrap(function), {})[option] = frozenset(kinds)
        return function

    return declare


def surfaces(group: click.Group) -> dict[str, list[Kind]]:
    """What every command below a group may write, by what is typed (`decision propose`,
    `check --fix`), in the order of `KINDS`. Raises `LookupError` for one that does not declare."""
    return {
        f"{name} {option}".rstrip(): [kind for kind in KINDS if kind in kinds]
        for name, command in _commands(group, ())
        for option, kinds in sorted(_declared(name, command).items())
    }


def _commands(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[str, click.Command]]:
    if not isinstance(command, click.Group):
        yield " ".join(path), command
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        part = command.get_command(context, name)
        if part is not None:
            yield from _commands(part, (*path, name))


def _declared(name: str, command: click.Command) -> dict[str, frozenset[Kind]]:
    function = command.callback and inspect.unwrap(command.callback)
    declared = _DECLARED.get(function, {}) if function else {}
    known = {"", *(option for parameter in command.params for option in parameter.opts)}
    if "" not in declared or declared.keys() - known:
        raise LookupError(f"`mneme {name}` does not declare what it writes: see mneme_cli/surfaces")
    return declared
