"""Secrets are found in any field and shown in none; what merely looks odd passes."""

import base64
import copy
import random
import string
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proposals.hygiene import control_faults, refuse_secrets, secret_in, texts
from proposals.refusals import SecretError
from proposals.store import FileStore

CORPORA = Path(__file__).parents[3] / "shared" / "corpora"
Submission = Callable[..., dict[str, Any]]

_CHANCE = random.Random(20260301)
_HEX, _LOWER, _UPPER, _DIGITS = "0123456789abcdef", *(
    string.ascii_lowercase, string.ascii_uppercase, string.digits
)  # fmt: skip
_ALL = _LOWER + _UPPER + _DIGITS


def some(count: int, alphabet: str = _ALL) -> str:
    """Made-up characters, the same in each run."""
    return "".join(_CHANCE.choice(alphabet) for _ in range(count))


def web(count: int) -> str:
    return base64.urlsafe_b64encode(_CHANCE.randbytes(count)).decode().rstrip("=")


def standard(count: int) -> str:
    return base64.b64encode(_CHANCE.randbytes(count)).decode()


# Each made up here, so that no file of the project holds one.
TOKENS = {
    "aws": "AKIA" + some(16, _UPPER + "234567"),
    "aws session": "ASIA" + some(16, _UPPER + "234567"),
    "google": "AIza" + some(35),
    "google oauth": "ya29." + some(60),
    "google client": "GOCSPX-" + some(28),
    "azure storage": "AccountKey=" + standard(64),
    "azure client": f"{some(3)}8Q~{some(34)}",
    "digitalocean": "dop_v1_" + some(64, _HEX),
    "databricks": "dapi" + some(32, _HEX),
    "github": "ghp_" + some(36),
    "github app": "ghs_" + some(36),
    "github fine-grained": f"github_pat_{some(22)}_{some(59)}",
    "gitlab": "glpat-" + some(20),
    "atlassian": "ATATT3" + some(80),
    "npm": "npm_" + some(36),
    "pypi": "pypi-AgEIcHlwaS5vcmc" + some(60),
    "docker": "dckr_pat_" + some(27),
    "rubygems": "rubygems_" + some(48, _HEX),
    "anthropic": "sk-ant-api03-" + some(40),
    "openai": "sk-" + some(48),
    "openai project": "sk-proj-" + some(48),
    "hugging face": "hf_" + some(34),
    "slack": f"xoxb-{some(12, _DIGITS)}-{some(12, _DIGITS)}-{some(24)}",
    "slack hook": "https://hooks.slack.com/services/" + f"T{some(8)}/B{some(8)}/{some(24)}",
    "discord": f"M{some(24)}.{some(6)}.{some(30)}",
    "telegram": f"{some(9, '123456789')}:AA{some(33)}",
    "sendgrid": f"SG.{some(22)}.{some(43)}",
    "twilio": "SK" + some(32, _HEX),
    "stripe": "sk_live_" + some(24),
    "stripe restricted": "rk_test_" + some(24),
    "shopify": "shpat_" + some(32, _HEX),
    "grafana": f"glsa_{some(32)}_{some(8, _HEX)}",
    "vault": "hvs." + some(40),
    "terraform": f"{some(14)}.atlasv1.{some(64)}",
    "jwt": f"eyJ{web(15)}.eyJ{web(30)}.{web(32)}",
}
SECRETS: list[tuple[str, str, str]] = [
    *(("known_token", name, token) for name, token in TOKENS.items()),
    ("private_key", "pem", "-----BEGIN RSA PRIVATE KEY-----\nMIIEow" + some(58)),
    ("private_key", "pkcs8", "-----BEGIN PRIVATE KEY-----"),
    ("private_key", "openssh", "x -----BEGIN OPENSSH PRIVATE KEY-----"),
    ("private_key", "pgp", "-----BEGIN PGP PRIVATE KEY BLOCK-----"),
    ("private_key", "putty", "PuTTY-User-Key-File-3: ssh-ed25519"),
    ("bearer_token", "header", f"Authorization: Bearer {web(24)}"),
    ("bearer_token", "curl", f"curl -H 'authorization: bearer {some(40)}'"),
    ("bearer_token", "basic", "Basic " + base64.b64encode(b"kim:tr0ub4dor&3").decode()),
    ("credential_assignment", "password", "password=tr0ub4dor&3"),
    ("credential_assignment", "quoted", 'db_password = "Winter2024!"'),
    ("credential_assignment", "odd first character", "password: $3cr3t!x9"),
    ("credential_assignment", "yaml", "passwd: s3cr3tP4ss"),
    ("credential_assignment", "json", '{"api_key": "9f8a7b6c5d4e3f2a1b0c"}'),
    ("credential_assignment", "environment", f"AWS_SECRET_ACCESS_KEY={some(16)}1/x"),
    ("credential_assignment", "shell", f"export CLIENT_SECRET='{some(12)}7'"),
    ("credential_assignment", "go", 'token := "a1b2c3d4e5f6"'),
    ("credential_assignment", "ruby", "'secret_key' => '12ab34cd56ef'"),
    ("credential_assignment", "hex", "api-key: " + some(32, _HEX)),
    ("credential_assignment", "address", "postgres://shop:h4nds0ff@db.internal:5432/shop"),
    ("credential_assignment", "in a query", f"/hook?access_token={some(14)}9"),
    (
        "high_entropy",
        "base64",
        f"the value is {standard(33)}",
    ),
    ("high_entropy", "url-safe", f"use {web(36)} there"),
    ("high_entropy", "letters and digits", some(48)),
    ("high_entropy", "aws secret", standard(30)),
]
ONE_OF_EACH = ("aws", "pem", "curl", "quoted", "url-safe")
LISTS = ("scope_hints", "related_decision_ids")
HARMLESS = [
    "e83c5163316f89bfbde7d9ab23ca2e25604af290",
    "commit 4b825dc642cb6eb9a060e54bf8d69288fbee4904 (HEAD -> main)",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0bfbdf8cd8a8e7c8f0b3a5",
    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "9F86D081884C7D659A2FEAA0C55AD015A3BF4F1B2B0B822CD15D6C15B0F00A08",
    "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==",
    "123e4567-e89b-12d3-a456-426614174000",
    "/norm/8a4ebde6-0a52-40e9-a491-2971314cfccd/metadata/3d2ad4b5-71c6-47ca-a3ab-a4f8af946cb4",
    "src/main/java/org/example/project/module2/persistence/JpaOrderRepositoryImplTest.java",
    "extensions/control-plane/api/management-api/src/test/V2ContractDefinitionApiController.java",
    "C:\\Users\\Public\\Documents\\Projects\\Example2024\\Releases\\Version10\\notes.txt",
    "AbstractSingletonProxyFactoryBeanConfigurationManagerV2",
    "HTTPServerRequestHandlerFactoryForIPv6AndHTTP2Connections",
    "shouldReturn404WhenTheRequestedResourceDoesNotExistInVersion2",
    "The text dGhpcyBpcyBhIHNlbnRlbmNlIGluIGJhc2U2NCBhbmQgbm8gc2VjcmV0 is base64.",
    "https://docs.google.com/document/d/1a2B3c4D5e6F7g8H9i0JkLmNoPqRsTuVwXyZ0123456789/edit",
    "![x](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk)",
    "dprop-ae1700e7f26863c1b9a5e0506d1dd91a",
    "we store the token in the session and the password in a vault",
    "password: the user's password, hashed with bcrypt",
    "Authentication: Bearer tokens are required for each request",
    "Basic authentication-mechanisms are not enough",
    "password=<your-password>",
    "PASSWORD=${DB_PASSWORD}",
    "PASSWORD=$DB_PASSWORD_2",
    "token: %CI_TOKEN_2%",
    "token = read_secret('vault/shop1')",
    "password: changeme123",
    'api_key = os.environ["API_KEY"]',
    "token: process.env.GITHUB_TOKEN1",
    "secret: kubernetes/secret-name-1",
    "apiKey: openAIApiKey",
    "secret_key = settings.secret_key2.value",
    "token=xxxxxxxxxxxxxxxx",
    "password: ********",
    "postgres://user:${PASSWORD}@localhost/db",
    "http://localhost:8080/path@2",
    "-----BEGIN CERTIFICATE-----",
    "-----BEGIN PUBLIC KEY-----",
    "AKIA is the prefix, followed by sixteen characters",
    "sk-learn, sk_live_ and ghp_ are prefixes",
    "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
    "demo-client-65f94cb577-jxrrq-44wfv42db9z44xxf",
    "01F1D72066T9GVTSSKC30X8Z3P",
    "x" * 200,
    "0123456789" * 10,
    "-" * 80,
]


@pytest.mark.parametrize(("class_", "_", "text"), SECRETS, ids=[name for _, name, _ in SECRETS])
def test_a_secret_has_its_class(class_: str, _: str, text: str) -> None:
    assert secret_in(text) == class_
    assert secret_in(f"We decided that `{text}` is what\nwe use, and so on.") == class_


@pytest.mark.parametrize("text", HARMLESS)
def test_what_is_no_secret_passes(text: str) -> None:
    assert secret_in(text) is None
    assert secret_in(f"We decided:\n\n- {text}\n- and so on") is None


@pytest.mark.parametrize("hidden", ["ghp_\u200b{}", "ｇｈｐ_{}", "gh\u00adp_{}"])
def test_invisible_and_wide_characters_hide_nothing(hidden: str) -> None:
    assert secret_in(hidden.format(some(36))) == "known_token"


FIELDS = (
    "title", "statement", "rationale", "scope_hints", "related_decision_ids",
    "architecture_context/layer", "architecture_context/(key 1)",
    "provenance/producer_name", "provenance/producer_type", "provenance/source_reference",
    "provenance/external_source_id", "provenance/source_version", "provenance/repository_locator",
    "provenance/origin_classification", "unknown", "(key 1)",
)  # fmt: skip


def planted(candidate: dict[str, Any], field: str, text: str) -> dict[str, Any]:
    """The candidate with a text in one place, well formed or not."""
    candidate = copy.deepcopy(candidate)
    if field == "(key 1)":
        return {text: "x", **candidate}
    if field in LISTS:
        return {**candidate, field: ["a", text]}
    parent, _, key = field.rpartition("/")
    inner = candidate.setdefault(parent, {}) if parent else candidate
    inner[text if key == "(key 1)" else key] = "x" if key == "(key 1)" else text
    return candidate


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize(
    ("class_", "secret"),
    [(class_, text) for class_, name, text in SECRETS if name in ONE_OF_EACH],
)
def test_a_secret_in_any_field_stores_nothing_and_is_not_repeated(
    field: str,
    class_: str,
    secret: str,
    submission: Submission,
    submit: Callable[..., Any],
    store: FileStore,
    file: Path,
) -> None:
    with pytest.raises(SecretError) as refused:
        submit(store, [submission(), planted(submission(title="Use Y"), field, secret)])
    place = f"candidates/1/{field}" + (
        "/1" if field in ("scope_hints", "related_decision_ids") else ""
    )
    assert [(hit.field, hit.class_) for hit in refused.value.hits] == [(place, class_)]
    assert refused.value.code == "secret_detected"
    said = f"{refused.value}{refused.value.hint}{refused.value.hits}{refused.value.args}"
    assert all(piece not in said for piece in secret.split() if len(piece) > 10)
    assert not file.parent.exists()


def test_shared_provenance_is_scanned_too(
    submission: Submission, submit: Callable[..., Any], store: FileStore
) -> None:
    shared = {"source_version": TOKENS["github"]}
    with pytest.raises(SecretError, match=r"shared_provenance/source_version \(known_token\)"):
        submit(store, [submission()], shared)


@pytest.mark.parametrize("key", ["password", "db-password", "CLIENT_SECRET", "api key token"])
def test_a_key_that_names_a_credential_makes_its_value_one(
    key: str, submission: Submission
) -> None:
    with pytest.raises(SecretError, match="credential_assignment"):
        refuse_secrets([submission(architecture_context={key: "tr0ub4dor&3"})])
    refuse_secrets([submission(architecture_context={key: "kept in the vault"})])


def test_nothing_is_too_deep_to_be_scanned(submission: Submission) -> None:
    nested: Any = TOKENS["npm"]
    for _ in range(20_000):
        nested = [nested]
    with pytest.raises(SecretError):
        refuse_secrets([submission(rationale=nested)])


def test_a_scan_that_fails_stores_nothing(
    submission: Submission, submit: Callable[..., Any], store: FileStore, file: Path
) -> None:
    with pytest.raises(TypeError):
        submit(store, [submission(architecture_context={1: "not of JSON"})])
    assert not file.exists()


@pytest.mark.parametrize(
    ("text", "name"),
    [("a\0b", "U+0000"), ("\x1b[31m", "U+001B"), ("a\rb", "U+000D"), ("\x9b", "U+009B"),
     ("\x7f", "U+007F"), ("\ud800", "U+D800")],
)  # fmt: skip
def test_control_characters_are_named_by_place(text: str, name: str) -> None:
    (fault,) = control_faults({"a": ["x", text]})
    assert fault.field == "a/1"
    assert name in fault.message


def test_newline_tab_and_other_scripts_are_no_control_characters() -> None:
    assert control_faults({"a": "x\n\ty — 索引 🤔 \u2028"}) == []


@settings(derandomize=True, deadline=None, max_examples=200)
@given(st.text(string.ascii_letters + " .,\n-'\"():=/", max_size=300))
def test_letters_and_punctuation_alone_are_never_secret(text: str) -> None:
    assert secret_in(text) is None


def test_every_text_is_seen_once_in_order() -> None:
    value = {"a": ["x", {"b": "y"}], "c": "z", "d": [1, None, True]}
    seen = [(text.field, text.content) for text in texts(value)]
    assert seen == [
        ("(key 1)", "a"), ("a/0", "x"), ("a/1/(key 1)", "b"), ("a/1/b", "y"),
        ("(key 2)", "c"), ("c", "z"), ("(key 3)", "d"),
    ]  # fmt: skip


@pytest.mark.skipif(not CORPORA.is_dir(), reason="no real corpora beside the repository")
@pytest.mark.xdist_group("corpora")
def test_real_records_raise_at_most_one_alarm_in_ten_thousand_lines() -> None:
    lines = alarms = 0
    for path in CORPORA.glob("*/**/*.md"):
        text = path.read_text("utf-8", "replace")
        found = text.split("\n")
        lines += len(found)
        if secret_in(text):
            alarms += sum(secret_in(line) is not None for line in found)
    assert alarms / lines <= 1 / 10_000, f"{alarms} alarms in {lines} lines"
