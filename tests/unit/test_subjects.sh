#!/usr/bin/env bash
# tools/scripts/subjects.sh refuses subjects of commits that are too long, and passes where the history is not there. Needs SOURCE_DIR.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
command -v git >/dev/null || {
    echo "skipped: no git"
    exit 77
}
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
mkdir -p "$work/tree/tools/scripts"
cp "$SOURCE_DIR/tools/scripts/subjects.sh" "$work/tree/tools/scripts"
cd "$work/tree" || exit 1
letters=$(printf 'é%.0s' $(seq 72)) # of two bytes each

# says STATUS WORDS [SINCE]
says() {
    local status
    tools/scripts/subjects.sh ${3:+"$3"} >"$work/said" 2>&1
    status=$?
    [ $status = "$1" ] || fail "status $status, not $1: $(cat "$work/said")"
    grep -qF -- "$2" "$work/said" || fail "no '$2' in: $(cat "$work/said")"
}
says 0 "not checked: this is no clone"
git init -q . && git add .
git commit -qm "${letters}x: a subject from before the rule, which nobody looks at"
first=$(git rev-parse HEAD)
says 0 "not checked: the clone is shallow" # of the project's own commit
git commit -q --allow-empty -m "$letters" -m "The body may have lines of any length, which go on beyond what a subject has room for."
says 0 "subjects of 1 commits: 72 characters at most" "$first"
git commit -q --allow-empty -m "${letters}x"
git commit -q --allow-empty -m "short"
says 1 "commit $(git rev-parse --short HEAD~1): the subject has 73 characters" "$first"
[ "$(wc -l <"$work/said")" = 1 ] || fail "more is refused: $(cat "$work/said")"
git clone -q --depth 1 "file://$work/tree" "$work/shallow" && cd "$work/shallow" || exit 1
says 0 "not checked: the clone is shallow" "$first"
git checkout -q --orphan other && git commit -qm "another history"
cd "$work/tree" && git checkout -q --orphan other && git commit -qm "another history"
says 0 "does not descend" "$first"
mkdir "$work/tree/export" && cp -r tools "$work/tree/export" && cd "$work/tree/export" || exit 1
says 0 "not checked: this is no clone" # but a folder in another repository
exit $((failures > 0))
