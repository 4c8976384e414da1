"""Who accepted a decision is proved in history: each way around that is closed, or said.

`main` configures deciders. A branch `change` brings what is judged; whoever commits there is a name
that anybody can write, and a key that only one has.
"""

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from proposals import transitions
from proposals.document import Document
from proposals.model import Decided
from proposals.store import PROPOSALS_FILE, FileStore

Run = Callable[..., subprocess.CompletedProcess[str]]
Git = Callable[..., str]

GRACE, EVE = "Grace Example <grace@example.com>", "Eve Example <eve@example.com>"
CONFIG = ".mneme/config.toml"
DECIDERS = '[[deciders]]\nname = "Grace Example"\nemail = "grace@example.com"\n'
X, Y = "docs/adr/0001-use-x.md", "docs/adr/0002-use-y.md"
RECORD = """\
---
status: {}
date: 2024-01-02
{}---
# Use {}

## Context

It is there.

## Decision

We use {}.
"""
ACCEPTED = RECORD.format("accepted", "", "Y", "Y")
PROPOSED = RECORD.format("proposed", "", "Y", "Y")
OTHER = RECORD.format("accepted", "", "Y", "Y where we like")

needs_ssh = pytest.mark.skipif(not shutil.which("ssh-keygen"), reason="needs ssh-keygen")


@dataclass
class Repository:
    """A repository with a branch `change`; commits are by whom they say they are."""

    folder: Path
    start: Run
    person: dict[str, str]
    run: Run
    keys: dict[str, Path] = field(default_factory=dict)

    def git(self, *arguments: str, by: str = EVE) -> str:
        """Run git as this person, with nothing of another one's."""
        name, _, email = by.removesuffix(">").partition(" <")
        known = {"NAME": name, "EMAIL": email}
        who = {
            f"GIT_{role}_{key}": v for role in ("AUTHOR", "COMMITTER") for key, v in known.items()
        }
        done = self.start("git", *arguments, cwd=self.folder, env=self.person | who)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def commit(
        self,
        files: dict[str, str | None],
        by: str = EVE,
        message: str = "Change records",
        signed: bool = False,
    ) -> str:
        """Write files, None deletes one, and commit; with the person's key where it is signed."""
        for name, content in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.unlink() if content is None else path.write_text(content, "utf-8")
        self.git("add", "--all")
        return self.seal(
            "commit", "--quiet", "--allow-empty", f"--message={message}", by=by, signed=signed
        )

    def seal(self, *command: str, by: str, signed: bool) -> str:
        """Run a git command that makes a commit; the id of the commit."""
        key = ("-c", "gpg.format=ssh", "-c", f"user.signingKey={self.key(by)}") if signed else ()
        sign = ("-c", "commit.gpgSign=true") if signed else ()
        self.git(*key, *sign, *command, by=by)
        return self.git("rev-parse", "HEAD").strip()

    def key(self, of: str) -> Path:
        """The file of a person's private key of ssh, made when first asked for."""
        if of not in self.keys:
            path = self.folder.parent / f"key-{len(self.keys)}"
            command = ("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", str(path))
            assert self.start(*command).returncode == 0
            self.keys[of] = path
        return self.keys[of]

    def public(self, of: str) -> str:
        """A person's public key."""
        return self.key(of).with_suffix(".pub").read_text("utf-8").strip()

    def check(self, *options: str) -> subprocess.CompletedProcess[str]:
        """What `mneme check` says of the branch, as JSON."""
        return self.run("check", "--base", "main", "--format", "json", *options, cwd=self.folder)

    def codes(self, *options: str) -> list[str]:
        """The codes of what is found; the exit status agrees."""
        done = self.check(*options)
        found = [finding["code"] for finding in json.loads(done.stdout)["diagnostics"]]
        assert done.returncode == bool(found), done.stderr
        return found

    def messages(self, code: str) -> list[str]:
        """What is said under this code."""
        found = json.loads(self.check().stdout)["diagnostics"]
        return [finding["message"] for finding in found if finding["code"] == code]


@pytest.fixture
def repository(
    git_repo: Path, tmp_path: Path, start: Run, run: Run, person: dict[str, str]
) -> Repository:
    folder = tmp_path / "work"
    git_repo.joinpath(".git").rename(tmp_path / "moved")
    folder.mkdir()
    (tmp_path / "moved").rename(folder / ".git")
    return Repository(folder, start, person, run)


@pytest.fixture
def begun(repository: Repository) -> Callable[..., Repository]:
    """`main` with a record and this configuration, and `change` with nothing of its own."""

    def begin(config: str = DECIDERS, more: dict[str, str | None] | None = None) -> Repository:
        own = {X: RECORD.format("accepted", "", "X", "X"), CONFIG: config}
        repository.commit(own | (more or {}), by=GRACE)
        repository.git("switch", "--quiet", "--create=change")
        return repository

    return begin


Begun = Callable[..., Repository]


def _signers(repository: Repository, *names: str) -> str:
    """Deciders of these names, told by their keys."""
    return "".join(
        f'[[deciders]]\nname = "{name.partition(" <")[0]}"\nkey = "{repository.public(name)}"\n'
        for name in names
    )


class TestClaims:
    def test_decider_accepts_and_is_said_not_to_be_authenticated(self, begun: Begun) -> None:
        repository = begun()
        commit = repository.commit({Y: ACCEPTED}, by=GRACE)
        done = repository.check()
        assert done.returncode == 0, done.stdout
        assert f"ADR-0002 was accepted by {GRACE} (not authenticated)" in done.stderr
        assert json.loads(done.stdout)["comparison"]["accepted"] == [
            {
                "decision_id": "ADR-0002",
                "commits": [commit],
                "decider": "Grace Example",
                "authenticated": False,
            }
        ]

    def test_others_accept_nothing(self, begun: Begun) -> None:
        repository = begun()
        repository.commit({Y: ACCEPTED})
        done = repository.check()
        (finding,) = json.loads(done.stdout)["diagnostics"]
        assert (finding["code"], finding["path"], finding["line"]) == ("PRP611", Y, 2)
        assert f"{EVE} (not authenticated)" in finding["message"]
        assert "Grace Example" in finding["hint"]

    @pytest.mark.parametrize(
        ("message", "codes"),
        [
            (f"Use Y\n\nAccepted-by: {GRACE}", []),
            (f"Use Y\n\nWhy not.\n\naccepted-by: {GRACE}\n\nCo-authored-by: {EVE}", []),
            (f"Use Y\n\nAccepted-by: {EVE}", ["PRP611"]),
            (f"Use Y\n\nThe rule is\nAccepted-by: {GRACE}", ["PRP611"]),
            (f"Accepted-by: {GRACE}", ["PRP611"]),
        ],
    )
    def test_trailer_of_the_commit_counts(
        self, message: str, codes: list[str], begun: Begun
    ) -> None:
        repository = begun()
        repository.commit({Y: ACCEPTED}, message=message)
        assert repository.codes() == codes

    def test_email_tells_where_it_is_configured(self, begun: Begun) -> None:
        repository = begun()
        repository.commit({Y: ACCEPTED}, by="Grace Example <grace@elsewhere.example>")
        assert repository.codes() == ["PRP611"]
        repository.git("reset", "--quiet", "--hard", "main")
        repository.commit({Y: ACCEPTED}, by="G. <GRACE@example.com>")
        assert repository.codes() == []

    def test_name_tells_where_nothing_else_is_configured(self, begun: Begun) -> None:
        repository = begun('[[deciders]]\nname = "Grace Example"\n')
        repository.commit({Y: ACCEPTED}, by="Grace Example <any@example.com>")
        assert repository.codes() == []

    def test_names_are_not_mapped_by_a_file_of_the_change(self, begun: Begun) -> None:
        repository = begun()
        repository.commit({Y: ACCEPTED, ".mailmap": f"{GRACE} <eve@example.com>\n"})
        assert repository.codes() == ["PRP611"]

    def test_nobody_is_asked_where_nobody_is_configured(self, begun: Begun) -> None:
        repository = begun("")
        repository.commit({Y: ACCEPTED})
        assert repository.codes() == []
        assert "accepted" not in json.loads(repository.check().stdout)["comparison"]


class TestWhichCommit:
    def test_text_that_is_altered_afterwards_was_not_accepted(self, begun: Begun) -> None:
        repository = begun()
        repository.commit({Y: ACCEPTED}, by=GRACE)
        repository.commit({Y: OTHER})
        assert repository.codes() == ["PRP611"]

    @pytest.mark.parametrize("line", ["supersedes: [ADR-0001]", "contradicts: [ADR-0001]"])
    def test_what_it_does_to_others_is_accepted_too(self, line: str, begun: Begun) -> None:
        repository = begun()
        repository.commit({Y: ACCEPTED}, by=GRACE)
        repository.commit({Y: RECORD.format("accepted", line + "\n", "Y", "Y")})
        found = json.loads(repository.check().stdout)["diagnostics"]
        assert "PRP611" in [finding["code"] for finding in found]

    def test_status_that_is_set_by_others_is_no_acceptance(self, begun: Begun) -> None:
        repository = begun()
        repository.commit({Y: PROPOSED}, by=GRACE)
        repository.commit({Y: ACCEPTED})
        assert repository.codes() == ["PRP611"]

    def test_later_commit_of_a_decider_to_the_file_is_no_acceptance(self, begun: Begun) -> None:
        repository = begun()
        repository.commit({Y: ACCEPTED})
        repository.commit({Y: ACCEPTED.replace("status:", "tags: [a]\nstatus:")}, by=GRACE)
        assert repository.codes() == ["PRP611"]

    def test_what_does_not_decide_may_be_changed_by_others(self, begun: Begun) -> None:
        repository = begun()
        repository.commit({Y: ACCEPTED}, by=GRACE)
        tagged = ACCEPTED.replace("status:", "tags: [a]\nstatus:")
        renamed = "docs/adr/0003-use-y.md"
        repository.commit({Y: None, renamed: tagged.replace("\n# Use", "\n\n\n# Use")})
        assert repository.codes() == []

    def test_acceptance_that_was_taken_back_does_not_count_again(self, begun: Begun) -> None:
        repository = begun()
        repository.commit({Y: ACCEPTED}, by=GRACE)
        repository.commit({Y: None}, by=GRACE)
        repository.commit({Y: ACCEPTED})
        assert repository.codes() == ["PRP611"]

    def test_merge_does_not_bring_back_what_was_taken_back(self, begun: Begun) -> None:
        repository = begun()
        repository.commit({Y: ACCEPTED}, by=GRACE)
        repository.git("switch", "--quiet", "--create=kept")
        repository.commit({"a.txt": "a\n"})
        repository.git("switch", "--quiet", "change")
        repository.commit({Y: None}, by=GRACE)
        repository.git("merge", "--quiet", "--strategy=ours", "--no-edit", "kept")
        assert repository.codes() == [], "it is gone"
        repository.git("reset", "--quiet", "--hard", "HEAD^")
        repository.git("merge", "--quiet", "--no-commit", "kept")
        repository.commit({Y: ACCEPTED})
        assert len(repository.git("show", "--no-patch", "--format=%P").split()) == 2
        assert repository.codes() == ["PRP611"]

    def test_merge_keeps_what_a_decider_accepted_on_a_side(self, begun: Begun) -> None:
        repository = begun()
        repository.git("switch", "--quiet", "--create=side")
        repository.commit({Y: ACCEPTED}, by=GRACE)
        repository.git("switch", "--quiet", "change")
        repository.commit({"a.txt": "a\n"})
        repository.git("merge", "--quiet", "--no-edit", "side")
        repository.git("switch", "--quiet", "main")
        repository.commit({"b.txt": "b\n"})
        # As a build checks out a pull request: the base with the change merged into it.
        repository.git("switch", "--quiet", "--detach", "main")
        repository.git("merge", "--quiet", "--no-edit", "change")
        assert repository.codes() == []

    def test_text_that_only_the_merge_has_was_accepted_by_nobody(self, begun: Begun) -> None:
        repository = begun(more={Y: PROPOSED})
        repository.commit({Y: ACCEPTED}, by=GRACE)
        repository.git("switch", "--quiet", "main")
        repository.commit({Y: PROPOSED.replace("use Y", "use Y where we like")}, by=GRACE)
        repository.git("switch", "--quiet", "change")
        assert repository.codes() == ["PRP611"]

    def test_squashed_commit_is_by_whoever_squashed(self, begun: Begun) -> None:
        repository = begun()
        repository.commit({Y: ACCEPTED}, by=GRACE)
        repository.git("switch", "--quiet", "--create=squashed", "main")
        repository.git("merge", "--quiet", "--squash", "change")
        repository.commit({})
        assert repository.codes() == ["PRP611"]

    @pytest.mark.parametrize("status", ["deprecated", "superseded"])
    def test_record_that_comes_retired_was_in_force(self, status: str, begun: Begun) -> None:
        repository = begun()
        retired = RECORD.format(status, "supersedes: [ADR-0001]\n", "Y", "Y")
        repository.commit({Y: retired})
        found = json.loads(repository.check().stdout)["diagnostics"]
        assert "PRP611" in [finding["code"] for finding in found]

    def test_record_that_is_in_force_again_needs_a_decider(self, begun: Begun) -> None:
        repository = begun(more={Y: RECORD.format("deprecated", "", "Y", "Y")})
        repository.commit({Y: ACCEPTED})
        assert sorted(repository.codes()) == ["ADR505", "PRP611"]
        repository.git("reset", "--quiet", "--hard", "main")
        repository.commit({Y: ACCEPTED}, by=GRACE)
        assert repository.codes() == ["ADR505"]

    def test_status_may_come_from_the_configuration_of_the_base(self, begun: Begun) -> None:
        repository = begun('status_when_absent = "accepted"\n' + DECIDERS)
        silent = ACCEPTED.replace("status: accepted\n", "")
        repository.commit({Y: silent})
        assert repository.codes() == ["PRP611"]
        repository.git("reset", "--quiet", "--hard", "main")
        repository.commit({Y: silent}, by=GRACE)
        assert repository.codes() == []

    def test_date_is_accepted_too(self, begun: Begun) -> None:
        repository = begun()
        repository.commit({Y: ACCEPTED}, by=GRACE)
        repository.commit({Y: ACCEPTED.replace("2024-01-02", "2025-01-02")})
        assert repository.codes() == ["PRP611"], "a newer decision overrides others"

    @pytest.mark.parametrize("what", ["commit^{tree}", "commit:docs/adr", "commit:" + Y])
    def test_history_that_is_not_all_there_proves_nothing(self, what: str, begun: Begun) -> None:
        """What cannot be seen in an earlier commit must not seem to come with a later one."""
        repository = begun()
        commit = repository.commit({Y: ACCEPTED})
        repository.commit({Y: ACCEPTED.replace("status:", "tags: [a]\nstatus:")}, by=GRACE)
        oid = repository.git("rev-parse", what.replace("commit", commit)).strip()
        (repository.folder / ".git/objects" / oid[:2] / oid[2:]).unlink()
        assert repository.check().returncode == 2

    def test_shallow_clone_proves_nothing(self, begun: Begun) -> None:
        repository = begun()
        repository.commit({Y: ACCEPTED}, by=GRACE)
        tip = repository.git("rev-list", "--max-parents=0", "HEAD")
        (repository.folder / ".git/shallow").write_text(tip)
        done = repository.check()
        assert done.returncode == 2
        assert "--unshallow" in done.stdout + done.stderr


class TestScopes:
    CONFIG = DECIDERS + 'scopes = ["storage"]\n'

    @pytest.mark.parametrize(
        ("scope", "codes"),
        [
            ("storage", []),
            ("storage.embeddings", []),
            ("storages", ["PRP611"]),
            ("network.storage", ["PRP611"]),
            (None, ["PRP611"]),
        ],
    )
    def test_decider_of_a_scope(self, scope: str | None, codes: list[str], begun: Begun) -> None:
        repository = begun(self.CONFIG)
        line = f"scope: {scope}\n" if scope else ""
        repository.commit({Y: RECORD.format("accepted", line, "Y", "Y")}, by=GRACE)
        assert repository.codes() == codes

    def test_scope_that_is_changed_afterwards_is_another_decision(self, begun: Begun) -> None:
        repository = begun(self.CONFIG)
        mine, theirs = (
            RECORD.format("accepted", f"scope: {scope}\n", "Y", "Y")
            for scope in ("storage", "storage.disks")
        )
        repository.commit({Y: mine}, by=GRACE)
        repository.commit({Y: theirs})
        assert repository.codes() == ["PRP611"]


def _record(name: str, *lines: str, status: str = "accepted") -> str:
    return RECORD.format(status, "".join(f"{line}\n" for line in lines), name, name)


class TestSupersessions:
    """A decision is retired by whoever decides that, and stays so."""

    X_REPLACED = _record("X", "superseded_by: [ADR-0002]", status="superseded")
    SUPERSEDES = "supersedes: [ADR-0001]"

    @pytest.mark.parametrize("config", ["", DECIDERS])
    def test_supersession_is_not_dropped_where_another_overrides(
        self, config: str, begun: Begun
    ) -> None:
        """In a second change the newer record would be deprecated, and the older in force."""
        newer = _record("Y", self.SUPERSEDES, "scope: use").replace("2024-01-02", "2024-02-02")
        repository = begun(config, {X: _record("X", "scope: use"), Y: newer})
        repository.commit({Y: newer.replace(self.SUPERSEDES + "\n", "")}, by=GRACE)
        (message,) = repository.messages("ADR505")
        assert message == "ADR-0001 was superseded, and this change makes it inactive"

    def test_one_of_two_supersessions_is_not_dropped(self, begun: Begun) -> None:
        z = "docs/adr/0003-use-z.md"
        newer = {Y: _record("Y", self.SUPERSEDES), z: _record("Z", self.SUPERSEDES)}
        repository = begun("", {X: _record("X", status="superseded")} | newer)
        repository.commit({z: _record("Z")})
        (message,) = repository.messages("ADR505")
        assert message == "ADR-0001 is not superseded by ADR-0003 any more"

    def test_superseded_decision_is_not_only_deprecated(self, begun: Begun) -> None:
        repository = begun("", {Y: _record("Y", self.SUPERSEDES)})
        repository.commit({X: _record("X", status="deprecated"), Y: _record("Y")})
        assert len(repository.messages("ADR505")) == 1

    def test_either_end_may_keep_it(self, begun: Begun) -> None:
        repository = begun("", {X: self.X_REPLACED, Y: _record("Y", self.SUPERSEDES)})
        repository.commit({X: _record("X", status="superseded")})
        assert repository.messages("ADR505") == []

    @pytest.mark.parametrize(
        ("files", "names"),
        [
            ({Y: _record("Y", SUPERSEDES)}, "ADR-0002 supersedes ADR-0001 now"),
            ({X: X_REPLACED}, "ADR-0001 is superseded by ADR-0002 now"),
        ],
        ids=["newer", "older"],
    )
    def test_record_that_was_accepted_before_retires_nothing_by_itself(
        self, files: dict[str, str | None], names: str, begun: Begun
    ) -> None:
        repository = begun(more={Y: _record("Y")})
        repository.commit(files)
        (message,) = repository.messages("PRP611")
        assert names in message
        repository.git("reset", "--quiet", "--hard", "main")
        repository.commit(files, by=GRACE)
        assert repository.messages("PRP611") == []

    def test_others_do_not_retire_by_what_a_decider_accepts(self, begun: Begun) -> None:
        repository = begun()
        repository.commit({Y: _record("Y")}, by=GRACE)
        repository.commit({X: self.X_REPLACED})
        assert len(repository.messages("PRP611")) == 1

    def test_who_accepts_what_is_said_to_supersede_retires(self, begun: Begun) -> None:
        older = _record("X", "superseded_by: [ADR-0002]")
        repository = begun(more={X: older, Y: PROPOSED})
        repository.commit({Y: ACCEPTED}, by=GRACE)
        assert repository.messages("PRP611") == []

    def test_nobody_is_asked_where_nobody_is_configured(self, begun: Begun) -> None:
        repository = begun("", {Y: _record("Y")})
        repository.commit({Y: _record("Y", self.SUPERSEDES)})
        assert repository.messages("PRP611") == []

    @pytest.mark.parametrize(
        ("scope", "lacks"),
        [
            ("scope: storage.disks", None),
            ("scope: network", "no decider of the scope network"),
            ("tags: [a]", "no decider of records without a scope"),
        ],
    )
    @pytest.mark.parametrize("known", [False, True])
    def test_decider_of_a_scope_retires_nothing_of_another(
        self, known: bool, scope: str, lacks: str | None, begun: Begun
    ) -> None:
        records: dict[str, str | None] = {X: _record("X", scope)}
        if known:
            records[Y] = _record("Y", "scope: storage")
        repository = begun(TestScopes.CONFIG, records)
        repository.commit({Y: _record("Y", "scope: storage", self.SUPERSEDES)}, by=GRACE)
        messages = repository.messages("PRP611")
        assert len(messages) == bool(lacks)
        assert all(str(lacks) in message for message in messages)

    def test_scope_that_the_change_gives_to_what_it_retires_does_not_count(
        self, begun: Begun
    ) -> None:
        repository = begun(TestScopes.CONFIG, {X: _record("X", "scope: network")})
        newer = _record("Y", "scope: storage", self.SUPERSEDES)
        repository.commit({X: _record("X", "scope: storage"), Y: newer}, by=GRACE)
        assert len(repository.messages("PRP611")) == 1


class TestMovedFolder:
    CONFIG = 'adr_dir = "{}"\n' + DECIDERS

    @pytest.mark.parametrize(("by", "codes"), [(GRACE, []), (EVE, ["PRP611"])])
    def test_acceptance_in_the_folder_as_it_was_counts(
        self, by: str, codes: list[str], begun: Begun
    ) -> None:
        repository = begun(self.CONFIG.format("docs/adr"))
        repository.commit({Y: ACCEPTED}, by=by)
        repository.git("mv", "docs/adr", "decisions-of-ours")
        repository.commit({CONFIG: self.CONFIG.format("decisions-of-ours")})
        assert repository.codes() == codes

    def test_what_the_move_alters_was_not_accepted(self, begun: Begun) -> None:
        repository = begun(self.CONFIG.format("docs/adr"))
        repository.commit({Y: ACCEPTED}, by=GRACE)
        repository.git("mv", "docs/adr", "ours")
        repository.commit({"ours/0002-use-y.md": OTHER, CONFIG: self.CONFIG.format("ours")})
        assert repository.codes() == ["PRP611"]


@needs_ssh
class TestSignatures:
    @pytest.mark.parametrize("form", ["key", "fingerprint"])
    def test_signature_of_a_decider_counts(
        self, form: str, repository: Repository, begun: Begun
    ) -> None:
        key = repository.public(GRACE)
        if form == "fingerprint":
            shown = repository.start("ssh-keygen", "-l", "-f", str(repository.key(GRACE)))
            key = shown.stdout.split()[1]
        begun(f'[[deciders]]\nname = "Grace Example"\nkey = "{key}"\n')
        repository.commit({Y: ACCEPTED}, by=GRACE, signed=True)
        done = repository.check("--require-signed")
        assert (done.returncode, "Grace Example (signed)" in done.stderr) == (0, True)
        (accepted,) = json.loads(done.stdout)["comparison"]["accepted"]
        assert accepted["authenticated"] is True

    def test_claims_do_not_count(self, repository: Repository, begun: Begun) -> None:
        begun(_signers(repository, GRACE))
        message = f"Use Y\n\nAccepted-by: {GRACE}"
        repository.commit({Y: ACCEPTED}, by=GRACE, message=message)
        done = repository.check()
        assert (done.returncode, "(not authenticated)" in done.stderr) == (0, True)
        done = repository.check("--require-signed")
        (finding,) = json.loads(done.stdout)["diagnostics"]
        assert (finding["code"], "not signed" in finding["message"]) == ("PRP611", True)

    def test_key_of_another_does_not_count(self, repository: Repository, begun: Begun) -> None:
        begun(_signers(repository, GRACE))
        repository.keys[EVE], own = repository.key(EVE), repository.key(GRACE)
        repository.keys[GRACE] = repository.keys[EVE]
        repository.commit({Y: ACCEPTED}, by=GRACE, signed=True)
        assert own != repository.key(GRACE)
        assert repository.codes() == []
        assert repository.codes("--require-signed") == ["PRP611"]

    def test_cherry_pick_loses_the_signature(self, repository: Repository, begun: Begun) -> None:
        begun(_signers(repository, GRACE))
        signed = repository.commit({Y: ACCEPTED}, by=GRACE, signed=True)
        repository.git("reset", "--quiet", "--hard", "main")
        repository.commit({"a.txt": "a\n"})
        repository.git("cherry-pick", signed)
        assert repository.codes("--require-signed") == ["PRP611"]

    def test_signed_commit_is_not_accepted_text_of_others(
        self, repository: Repository, begun: Begun
    ) -> None:
        begun(_signers(repository, GRACE))
        repository.commit({Y: ACCEPTED})
        repository.commit({"a.txt": "a\n"}, by=GRACE, signed=True)
        assert repository.codes("--require-signed") == ["PRP611"]

    def test_nobody_lists_others_as_trusted(self, repository: Repository, begun: Begun) -> None:
        begun(_signers(repository, GRACE))
        listed = f'grace@example.com namespaces="git" {repository.public(EVE)}\n'
        signers = repository.folder / "allowed_signers"
        repository.commit(
            {Y: ACCEPTED, "allowed_signers": listed, ".gitattributes": "* merge=ours\n"}
        )
        repository.git("config", "gpg.ssh.allowedSignersFile", str(signers))
        repository.git("reset", "--quiet", "--soft", "main")
        repository.seal("commit", "--quiet", "--message=Use Y", by=EVE, signed=True)
        assert "Good" in repository.git("log", "-1", "--format=%GG"), "git takes it for good"
        assert repository.codes("--require-signed") == ["PRP611"]

    @pytest.mark.skipif(os.name == "nt", reason="the program is a script")
    def test_no_other_program_verifies(self, repository: Repository, begun: Begun) -> None:
        begun(_signers(repository, GRACE))
        fingerprint = repository.start("ssh-keygen", "-l", "-f", str(repository.key(GRACE)))
        script = repository.folder / "verify.sh"
        said = f'Good "git" signature with ED25519 key {fingerprint.stdout.split()[1]}'
        script.write_text(f"#!/bin/sh\necho '{said}'\n")
        script.chmod(0o755)
        repository.commit({Y: ACCEPTED}, signed=True)
        repository.git("config", "gpg.ssh.program", str(script))
        repository.git("config", "gpg.ssh.allowedSignersFile", os.devnull)
        assert repository.git("log", "-1", "--format=%G?").strip() in ("G", "U"), "git is deceived"
        assert repository.codes("--require-signed") == ["PRP611"]

    def test_altered_commit_is_not_verified(self, repository: Repository, begun: Begun) -> None:
        begun(_signers(repository, GRACE))
        repository.commit({Y: OTHER}, by=GRACE, signed=True)
        text = repository.git("cat-file", "commit", "HEAD")
        tree = repository.git("rev-parse", "HEAD^{tree}").strip()
        repository.commit({Y: ACCEPTED})
        other = repository.git("rev-parse", "HEAD^{tree}").strip()
        forged = repository.folder.parent / "commit"
        forged.write_text(text.replace(tree, other))
        oid = repository.git("hash-object", "-t", "commit", "-w", str(forged)).strip()
        repository.git("reset", "--quiet", "--hard", oid)
        done = repository.check("--require-signed")
        (finding,) = json.loads(done.stdout)["diagnostics"]
        assert "git does not verify (it says B)" in finding["message"]

    @pytest.mark.parametrize("way", ["replace", "graft"])
    def test_history_is_read_as_it_is(self, way: str, repository: Repository, begun: Begun) -> None:
        begun(_signers(repository, GRACE))
        good = repository.commit({Y: ACCEPTED}, by=GRACE, signed=True)
        repository.git("reset", "--quiet", "--hard", "main")
        repository.commit({"a.txt": "a\n"})
        bad = repository.commit({Y: ACCEPTED})
        if way == "replace":
            repository.git("replace", bad, good)
        else:
            (repository.folder / ".git/info").mkdir(exist_ok=True)
            (repository.folder / ".git/info/grafts").write_text(f"{bad} {good}\n")
        log = repository.git("log", "--format=%H %an", "change")
        assert "Grace Example" in log.split("\n")[0 if way == "replace" else 1], "git is deceived"
        assert repository.codes("--require-signed") == ["PRP611"]

    def test_decider_without_a_key_is_named(self, begun: Begun) -> None:
        repository = begun()
        repository.commit({Y: ACCEPTED}, by=GRACE, signed=True)
        (finding,) = json.loads(repository.check("--require-signed").stdout)["diagnostics"]
        assert "no key is configured of Grace Example" in finding["hint"]

    def test_asking_where_nobody_is_configured_is_said(self, begun: Begun) -> None:
        repository = begun("")
        repository.commit({Y: ACCEPTED})
        done = repository.check("--require-signed")
        assert (done.returncode, "main configures no deciders" in done.stderr) == (0, True)

    def test_it_judges_changes_only(self, begun: Begun) -> None:
        repository = begun()
        done = repository.run("check", "--require-signed", cwd=repository.folder)
        assert (done.returncode, "--base" in done.stderr) == (2, True)


@pytest.mark.skipif(not shutil.which("gpg"), reason="needs gpg")
def test_signature_of_gnupg_counts_by_its_whole_fingerprint(
    repository: Repository,
    begun: Begun,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    home = tmp_path_factory.mktemp("g")
    home.chmod(0o700)
    monkeypatch.setenv("GNUPGHOME", str(home))
    repository.person = repository.person | {"GNUPGHOME": str(home)}
    batch = ("gpg", "--batch", "--passphrase", "", "--quick-gen-key", GRACE, "ed25519", "sign")
    made = repository.start(*batch, env={"GNUPGHOME": str(home)})
    if made.returncode:
        pytest.skip(f"gpg makes no key here: {made.stderr}")
    try:
        listed = repository.start(
            "gpg", "--with-colons", "--list-keys", env={"GNUPGHOME": str(home)}
        ).stdout
        key = next(line.split(":")[9] for line in listed.split("\n") if line.startswith("fpr"))
        begun(f'[[deciders]]\nname = "Grace Example"\nkey = "{key}"\n')
        for name, content in {Y: ACCEPTED}.items():
            (repository.folder / name).write_text(content)
        repository.git("add", "--all")
        repository.git("-c", f"user.signingKey={key}", "commit", "--quiet", "-S", "-m", "Y", by=EVE)
        assert repository.codes("--require-signed") == []
    finally:
        repository.start("gpgconf", "--kill", "all", env={"GNUPGHOME": str(home)})


class TestWhatJudges:
    @pytest.mark.parametrize(
        ("old", "new"),
        [
            (DECIDERS, DECIDERS + '[[deciders]]\nname = "Eve Example"\n'),
            (DECIDERS, ""),
            (DECIDERS + 'scopes = ["storage"]\n', DECIDERS),
            ("", DECIDERS),
            (DECIDERS, DECIDERS + '[rules]\nPRP611 = "off"\n'),
            ('[rules]\nADR206 = "error"\n', '[rules]\nADR206 = "warning"\n'),
            ("", '[statuses]\n"draft" = "accepted"\n'),
            ("", 'status_when_absent = "accepted"\n'),
            ('dialect = "native"\n', ""),
            ("", '[[corpus]]\nname = "more"\npath = "docs/adr"\n'),
        ],
    )
    def test_change_of_what_judges_is_found(self, old: str, new: str, begun: Begun) -> None:
        repository = begun("# ours\n" + old)
        repository.commit({CONFIG: "# ours\n" + new})
        found = json.loads(repository.check().stdout)["diagnostics"]
        assert [f["path"] for f in found if f["code"] == "PRP614"] == [CONFIG]

    def test_change_that_adds_its_author_accepts_nothing_by_it(self, begun: Begun) -> None:
        repository = begun()
        more = DECIDERS + '[[deciders]]\nname = "Eve Example"\n'
        repository.commit({CONFIG: more, Y: ACCEPTED})
        assert sorted(repository.codes()) == ["PRP611", "PRP614"]

    def test_configuration_may_move_and_the_index_too(self, begun: Begun) -> None:
        repository = begun('adr_dir = "docs/adr"\n')
        moved = '[tool.mneme]\nadr_dir = "docs/adr"\nindex = "index.json"\n'
        repository.commit({CONFIG: None, "pyproject.toml": moved})
        assert repository.codes() == []

    @pytest.mark.parametrize("known", [False, True])
    def test_baseline_that_covers_more_is_found(self, known: bool, begun: Begun) -> None:
        repository = begun("# ours\n")
        bare = ACCEPTED.partition("## Decision")[0]
        if known:
            repository.git("switch", "--quiet", "main")
            repository.commit({"docs/adr/0003-use-z.md": bare.replace("Y", "Z")})
            repository.run("check", "--write-baseline", cwd=repository.folder)
            repository.commit({})
            repository.git("switch", "--quiet", "--force-create", "change")
        repository.commit({Y: bare})
        repository.run("check", "--write-baseline", cwd=repository.folder)
        repository.commit({})
        found = json.loads(repository.check().stdout)["diagnostics"]
        assert [f["path"] for f in found if f["code"] == "PRP614"] == [".mneme/baseline.json"]

    def test_baseline_that_covers_less_is_fine(self, begun: Begun) -> None:
        bare = ACCEPTED.partition("## Decision")[0].replace("accepted", "proposed")
        repository = begun("# ours\n", more={Y: bare})
        repository.git("switch", "--quiet", "main")
        repository.run("check", "--write-baseline", cwd=repository.folder)
        repository.commit({})
        repository.git("switch", "--quiet", "--force-create", "change")
        repository.commit({Y: PROPOSED})
        repository.run("check", "--write-baseline", cwd=repository.folder)
        repository.commit({})
        assert repository.codes() == []

    def test_first_configuration_passes(self, repository: Repository) -> None:
        bare = ACCEPTED.partition("## Decision")[0]
        repository.commit({X: RECORD.format("accepted", "", "X", "X"), Y: bare})
        repository.git("switch", "--quiet", "--create=change")
        repository.commit({CONFIG: DECIDERS + '[rules]\nADR206 = "error"\n'})
        repository.run("check", "--write-baseline", cwd=repository.folder)
        repository.commit({})
        found = json.loads(repository.check().stdout)["diagnostics"]
        assert [f["code"] for f in found if f["code"].startswith("PRP")] == []


WHO = Decided(GRACE, "2026-03-02T10:00:00Z", "no place for it")
Step = Callable[[Document], Document]


class TestProposals:
    TITLES = ("Use kites", "Use balloons", "Use drums")

    @pytest.fixture
    def ids(self, repository: Repository, begun: Begun) -> Sequence[str]:
        """`main` with a rejected proposal, a tombstone, and one that was accepted as X."""
        begun()
        repository.git("switch", "--quiet", "main")
        ids = [self._propose(repository, title) for title in self.TITLES]
        self.step(repository, lambda d: transitions.reject(d, ids[0], WHO))
        self.step(repository, lambda d: transitions.reject(d, ids[1], WHO))
        self.step(repository, lambda d: transitions.drop_payload(d, ids[1]))
        self.step(repository, lambda d: transitions.accept(d, ids[2], "ADR-0001", WHO))
        repository.commit({X: RECORD.format("accepted", f"proposal: {ids[2]}\n", "X", "X")})
        digest = json.loads(repository.run("check", "--format=json", cwd=repository.folder).stdout)
        (finding,) = digest["diagnostics"]
        found = finding["message"].rpartition(" ")[2]
        more = f'proposal: {ids[2]}\naccepted_digest: "{found}"\n'
        repository.commit({X: RECORD.format("accepted", more, "X", "X")})
        repository.git("switch", "--quiet", "--force-create", "change")
        assert repository.codes() == []
        return ids

    def _propose(self, repository: Repository, title: str) -> str:
        given = {
            "title": title,
            "statement": f"{title} wherever the wind allows it.",
            "producer": "agent-a",
            "producer-type": "agent",
            "source": "pr-1",
        }
        options = [part for key, value in given.items() for part in (f"--{key}", value)]
        done = repository.run(
            "decision", "propose", *options, "--format=json", cwd=repository.folder
        )
        identifier: str = json.loads(done.stdout)["proposal"]["proposal_id"]
        return identifier

    def step(self, repository: Repository, step: Step) -> None:
        store = FileStore(repository.folder / PROPOSALS_FILE, PROPOSALS_FILE)
        store.update(lambda document: (step(document), None))

    def edit(self, repository: Repository, edit: Callable[[dict[str, Any]], object]) -> None:
        """Change the file as another program would."""
        path = repository.folder / PROPOSALS_FILE
        data = json.loads(path.read_text("utf-8"))
        edit(data)
        path.write_text(json.dumps(data), "utf-8")

    @pytest.mark.parametrize(
        "edit",
        [
            lambda d: d["proposals"].pop(0),
            lambda d: d.pop("tombstones"),
            lambda d: d["tombstones"][0].update(content_key="0" * 64),
            lambda d: d["proposals"][0]["decided"].update(reason="fine by me"),
            lambda d: d["proposals"][0].pop("decided"),
            lambda d: d["proposals"][0].update(status="proposed"),
            lambda d: d["proposals"][1].pop("decided"),
            lambda d: d["proposals"][0].update(proposed_at="2020-01-01T00:00:00Z"),
            lambda d: d["proposals"][0].update(extra=1),
            lambda d: d["proposals"][0]["decided"].update(extra=1),
            lambda d: d["proposals"][1]["candidate"]["provenance"].update(extra=1),
            lambda d: d["tombstones"][0].update(extra=1),
        ],
        ids=[
            *("entry", "tombstone", "key", "reason", "decided", "status", "accepted"),
            *("time", "more", "more-decided", "more-candidate", "more-tombstone"),
        ],
    )
    def test_decision_that_vanished_or_changed_is_found(
        self,
        edit: Callable[[dict[str, Any]], object],
        ids: Sequence[str],
        repository: Repository,
    ) -> None:
        self.edit(repository, edit)
        repository.commit({}, by=GRACE)
        assert repository.codes() == ["PRP613"]

    def test_accepted_as_another_record_is_found(
        self, ids: Sequence[str], repository: Repository
    ) -> None:
        self.edit(repository, lambda d: d["proposals"][1].update(accepted_decision_id="ADR-0009"))
        repository.commit({}, by=GRACE)
        assert repository.codes() == ["PRP613"], "the record itself is found by what it names"

    def test_rejected_content_is_damaged_by_a_change(
        self, ids: Sequence[str], repository: Repository
    ) -> None:
        self.edit(repository, lambda d: d["proposals"][0]["candidate"].update(title="Use Y"))
        repository.commit({})
        assert sorted(repository.codes()) == ["PRP602", "PRP613"]

    @pytest.mark.parametrize(
        ("edit", "codes"),
        [
            (lambda d: d["proposals"].pop(0), ["PRP613"]),
            (lambda d: d["proposals"][0].update(status="proposed"), ["PRP613"]),
            (lambda d: d["proposals"].reverse(), []),
        ],
        ids=["vanishes", "waits", "moves"],
    )
    def test_damaged_entry_that_was_decided_stays_as_it_is(
        self,
        edit: Callable[[dict[str, Any]], object],
        codes: list[str],
        ids: Sequence[str],
        repository: Repository,
    ) -> None:
        repository.git("switch", "--quiet", "main")
        self.edit(repository, lambda d: d["proposals"][0]["candidate"].update(title="Use Y"))
        repository.commit({})
        repository.git("switch", "--quiet", "--force-create", "change")
        self.edit(repository, edit)
        repository.commit({})
        assert [code for code in repository.codes() if code != "PRP602"] == codes

    def test_text_that_is_dropped_keeps_who_decided(
        self, ids: Sequence[str], repository: Repository
    ) -> None:
        self.step(repository, lambda d: transitions.drop_payload(d, ids[0]))
        self.edit(repository, lambda d: d["tombstones"][1]["decided"].update(by=EVE))
        repository.commit({})
        assert repository.codes() == ["PRP613"]

    @pytest.mark.parametrize("content", [None, "{", '{"schema": "other/v1", "proposals": []}'])
    def test_file_that_is_gone_or_unusable_loses_them_all(
        self, content: str | None, ids: Sequence[str], repository: Repository
    ) -> None:
        repository.commit({PROPOSALS_FILE: content}, by=GRACE)
        found = repository.codes()
        gone = ["PRP613"] * 3
        assert sorted(found) == (gone if content is None else ["PRP601", "PRP613"])

    def test_reopening_is_for_whoever_merges_to_see(
        self, ids: Sequence[str], repository: Repository
    ) -> None:
        self.step(repository, lambda d: transitions.reopen(d, ids[0], WHO))
        repository.commit({}, by=GRACE)
        (finding,) = json.loads(repository.check().stdout)["diagnostics"]
        assert (finding["code"], "is proposed now" in finding["message"]) == ("PRP613", True)

    def test_dropping_the_text_and_new_decisions_are_fine(
        self, ids: Sequence[str], repository: Repository
    ) -> None:
        new = self._propose(repository, "Use whistles")
        self.step(repository, lambda d: transitions.drop_payload(d, ids[0]))
        self.step(repository, lambda d: transitions.reject(d, new, WHO))
        repository.commit({})
        assert repository.codes() == []

    def test_conflict_in_the_file_is_found(
        self, ids: Sequence[str], repository: Repository
    ) -> None:
        for branch, title in (("main", "Use whistles"), ("change", "Use horns")):
            repository.git("switch", "--quiet", branch)
            self._propose(repository, title)
            repository.commit({})
        assert repository.codes() == ["PRP601"]

    def test_digest_that_is_computed_anew_is_found(
        self, ids: Sequence[str], repository: Repository
    ) -> None:
        text = (repository.folder / X).read_text().replace("It is there.", "It is here.")
        repository.commit({X: text})
        found = json.loads(repository.check().stdout)["diagnostics"]
        assert [finding["code"] for finding in found] == ["PRP604"]
        digest = found[0]["message"].rpartition(" ")[2]
        old = found[0]["message"].partition("accepted was ")[2][:64]
        repository.commit({X: text.replace(old, digest)})
        assert repository.codes() == ["PRP612"]

    def test_planted_record_gains_nothing(self, ids: Sequence[str], repository: Repository) -> None:
        text = (repository.folder / X).read_text()
        repository.commit({Y: text.replace("use X", "use Y").replace("Use X", "Use Y")})
        assert sorted(set(repository.codes())) == ["PRP604", "PRP605", "PRP611"]

    def test_named_folder_hides_no_decision(
        self, ids: Sequence[str], repository: Repository
    ) -> None:
        repository.commit({PROPOSALS_FILE: None}, by=GRACE)
        assert repository.codes("docs/adr").count("PRP613") == 3
