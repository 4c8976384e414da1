#!/usr/bin/env bash
# The one step of action.yml: install mneme apart from everything else, check, report.
#
# It fails closed. Its status is that of `mneme check` (1: findings, 2: wrong use, 3: a failure of
# the tool), and 2 or 3 as well where a setting is wrong or something else than the check fails.
set -euo pipefail

stop() {  # STATUS MESSAGE
    echo "::error title=mneme::$2"
    exit "$1"
}

is_on() {  # NAME VALUE
    case $2 in
        true) return 0 ;;
        false) return 1 ;;
        # `yes` must not count as no.
        *) stop 2 "the input \`$1\` is either true or false" ;;
    esac
}

# Sets `python` to an interpreter that has mneme. -I keeps Python from importing from the current
# folder, which holds the change under check.
install() {
    local found=${MNEME_PYTHON:-$(command -v python3 || command -v python)}
    "$found" -I -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        stop 2 "Python 3.11 or newer is needed: run actions/setup-python before"
    "$found" -I -m venv "$work/venv" || stop 3 "no virtual environment can be made"
    python=$work/venv/bin/python
    [[ -e $python ]] || python=$work/venv/Scripts/python.exe
    "$python" -I -m pip install --quiet --disable-pip-version-check -- \
        "${MNEME_INSTALL:-$GITHUB_ACTION_PATH}" || stop 3 "mneme cannot be installed"
}

check() {  # FORMAT
    # Bash 3.2, as on macOS, takes an empty list for an unset variable.
    "$python" -I -m mneme_cli check --format "$1" ${arguments[@]+"${arguments[@]}"}
}

# The annotations. What is said beside them may quote a record and must not command the runner.
annotate() {
    local status=0 token
    check github 2>"$work/notes" || status=$?
    token=$("$python" -I -c 'import secrets; print(secrets.token_hex())') || return 3
    echo "::stop-commands::$token"
    cat "$work/notes"
    echo "::$token::"
    return "$status"
}

report() {  # FORMAT: the same findings as a whole file of this name
    local status=0
    check "$1" >"$work/$1" 2>"$work/notes" || status=$?
    (( status <= 1 )) || stop 3 "the report as $1 cannot be made"
}

# What the change does to decisions, as Markdown.
difference() {
    local status=0
    "$python" -I -m mneme_cli diff "--base=$base" --format markdown \
        ${MNEME_DIRECTORY:+"--adr-dir=$MNEME_DIRECTORY"} 2>"$work/notes" || status=$?
    (( status <= 1 ))
}

work=$(mktemp -d "$RUNNER_TEMP/mneme.XXXXXX")
arguments=()
summary=
base=${MNEME_BASE:-${GITHUB_BASE_REF:+origin/$GITHUB_BASE_REF}}
if is_on strict "$MNEME_STRICT"; then arguments+=(--strict); fi
if is_on require-signed "$MNEME_REQUIRE_SIGNED"; then
    [[ -n $base ]] || stop 2 "the input \`require-signed\` judges a change: set \`base\` as well"
    arguments+=(--require-signed)
fi
if is_on summary "$MNEME_SUMMARY"; then summary=$GITHUB_STEP_SUMMARY; fi
if [[ -n $base ]]; then arguments+=("--base=$base"); fi
if [[ -n $MNEME_DIRECTORY ]]; then arguments+=(-- "$MNEME_DIRECTORY"); fi

install
status=0
annotate || status=$?
(( status <= 1 )) || exit "$status"
if [[ -n $MNEME_SARIF_FILE ]]; then
    report sarif
    # Moved, not copied: a link that the change brought must not lead the writing elsewhere.
    [[ ! -d $MNEME_SARIF_FILE ]] && mv -f -- "$work/sarif" "$MNEME_SARIF_FILE" ||
        stop 2 "the input \`sarif-file\` names no file"
fi
if [[ -n $summary ]]; then
    report markdown
    cat "$work/markdown" >>"$summary"
    if [[ -n $base ]]; then difference >>"$summary" || stop 3 "the change cannot be summed up"; fi
fi
exit "$status"
