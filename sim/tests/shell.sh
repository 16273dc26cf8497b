# What most shell tests begin with, to be sourced: a folder of their own, $work, which goes when they end, and fail().
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# fail WHAT...: says what is wrong, and the test goes on to its end.
fail() {
    echo "FAILED: $*" >&2
    failures=$((failures + 1))
}
