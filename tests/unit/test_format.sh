# Every tracked file of C is formatted as .clang-format says (`make format`). Releases of clang-format differ in what they
# make of the same settings, so only the one of Debian 12 judges.
set -u
release=14
if ! command -v clang-format >/dev/null; then
    echo "skipped: clang-format is not installed"
    exit 77
fi
if ! clang-format --version | grep -q " version $release\."; then
    echo "skipped: the tree is formatted by clang-format $release, and this is $(clang-format --version)"
    exit 77
fi
cd "$SOURCE_DIR" || exit 1
files=$(git ls-files '*.c' '*.h' 2>/dev/null)
if [ -z "$files" ]; then
    echo "skipped: git knows which files are the project's, and this is no repository of it"
    exit 77
fi
echo "$files" | xargs clang-format --dry-run -Werror || exit 1
echo "ok: $(echo "$files" | wc -l) files"
