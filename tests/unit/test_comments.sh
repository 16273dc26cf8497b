#!/usr/bin/env bash
# Comments are sentences: none begins with "Of", "As of", "That of", "Those" or "Who" in place of a subject (comments.py says where one
# begins). Needs SOURCE_DIR.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
command -v python3 >/dev/null || {
    echo "skipped: no python3"
    exit 77
}
export PYTHONDONTWRITEBYTECODE=1
PYTHONPATH=$SOURCE_DIR/tests python3 - <<'PYTHON' || fail "comments.py"
from comments import wrong

# A file's name, its text, and the line at which a comment is refused.
REFUSED = [
    ("a.c", "/* Of a variant. */\n", 1),
    ("a.c", "\n/* As of the algebra. */\n", 2),
    ("a.h", "int a; /* That of a variant. */\n", 1),
    ("a.c", "// Who waits for a first look goes first.\n", 1),
    ("a.c", "// Those of\n// the others.\n", 1),
    ("a.c", "// It is one.\n// Those that are left go.\n", 2),
    ("a.h", "/*\n * Two findings are told. The\n * first is told. Of two findings that of the lower block.\n */\n", 3),
    ("a.h", "/* a.h - Of a variant. */\n", 1),
    ("a.cpp", "/*\n * A drawing\n *\n * Of which nothing is said\n */\n", 4),
    ("a.cu", "int a = 1; // Of one.\n", 1),
    ("a.sh", "a=1\n# Of one.\n", 2),
    ("a.sh", "a=1 # Who\n", 1),
    ("a.cmake", "# Those APART.\n", 1),
    ("CMakeLists.txt", "# Of one.\n", 1),
    ("a.py", '"""Of one."""\n', 1),
    ("a.py", 'def f():\n    """Who takes part."""\n', 2),
    ("a.py", "# Of one.\n", 1),
    ("a.mustache", "{{! Of one. }}\n", 1),
    ("a.mustache", "{{a}}\n// Of one\n", 2),
]
ACCEPTED = [
    ("a.c", "/* The one of a variant. Those are two; it is of them. Office, Whole, Asof. */\n"),
    ("a.c", "const char *a = \"Of // Of /* Of\"; char b = '\"'; /* is well */\n"),
    ("a.c", "/* The column is called\n   Of: it begins no sentence. */\n"),
    ("a.sh", "echo 'Of # Of' \"${#Of}\" $# # the count\n"),
    ("a.py", 'a = "Of"  # one\nb = """x""" + "# Of"\n'),
    ("a.mustache", "Of {{! one }} text\n"),
]
for name, text, line in REFUSED:
    found = [at for at, _ in wrong(name, text)]
    assert found == [line], (name, text, line, found)
for name, text in ACCEPTED:
    assert not list(wrong(name, text)), (name, text, list(wrong(name, text)))
PYTHON

cd "$SOURCE_DIR" || exit 1
patterns=('*.c' '*.h' '*.cu' '*.cuh' '*.cpp' '*.ptx' '*.py' '*.sh' '*.cmake' '*.mustache' CMakeLists.txt '*/CMakeLists.txt' Makefile .ci/run)
if ! files=$(git ls-files "${patterns[@]}" 2>/dev/null) || [ -z "$files" ]; then
    named=()
    for pattern in "${patterns[@]}"; do named+=(-o -name "${pattern##*/}"); done
    files=$(find . -path ./build -prune -o -type f \( "${named[@]:1}" \) -print)
fi
echo "$files" | xargs python3 tests/comments.py || fail "comments without a subject and a verb"
[ $failures = 0 ] && echo "ok: $(echo "$files" | wc -l) files"
exit $((failures > 0))
