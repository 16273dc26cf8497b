"""Comments of the project's code, sentence by sentence: comments.py FILE... prints those whose sentences begin with a word that leaves
them without a subject and a verb, as FILE:LINE: SENTENCE."""
import io
import re
import sys
import tokenize

# What a sentence of a comment must not begin with. The last one may, where a verb of its own follows at once.
WRONG = re.compile(r"(Of|As of|That of|Who|Those(?! (?:are|were|is|have|had|do|did|can|may|must|will|would|should|go|stay|stand|come)\b))\b")
# Where a sentence begins in a comment: at its start, after the end of another, after "name.h - ".
BEGIN = re.compile(r"(?:^|(?<=[.:;?!]) |(?<=[a-z]\.[ch]) - )\s*[\"'(`]*")
SLASHES = re.compile(r"""/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", re.S)
HASH = re.compile(r"""(?<![^\s;])\#[^\n]*|"(?:\\.|[^"\\])*"|'[^']*'""", re.S)
MUSTACHE = re.compile(r"\{\{!.*?\}\}", re.S)


def pieces(path, text):
    """(line, comment) of each comment, a piece for each line comment."""
    if path.endswith(".py"):
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            is_doc = token.type == tokenize.STRING and token.string.lstrip("rbfRBF").startswith('"""')
            if token.type == tokenize.COMMENT or is_doc:
                yield token.start[0], token.string
        return
    patterns = [MUSTACHE, SLASHES] if path.endswith(".mustache") else [SLASHES if re.search(r"\.(c|h|cu|cuh|cpp|hpp|cc|ptx)$", path) else HASH]
    for pattern in patterns:
        line, at = 1, 0
        for found in pattern.finditer(text):
            line, at = line + text.count("\n", at, found.start()), found.start()
            if found[0][0] not in "\"'":
                yield line, found[0]


def words(piece):
    """The comment's text, without its marks and the stars of its lines; lines stay lines."""
    piece = re.sub(r"^(/\*+|//+|#+!?|\{\{!|[rbfRBF]*\"\"\")|(\*/|\}\}|\"\"\")$", "", piece)
    return re.sub(r"(?m)^[ \t]*\*(?!\*) ?", "", piece)


def comments(path, text):
    """(line, text) of each comment; line comments below each other are one."""
    first, lines, last = 0, [], -1
    for line, piece in pieces(path, text):
        is_line = piece.startswith(("//", "#"))
        if lines and is_line and line == last + 1:
            lines.append(words(piece))
        else:
            if lines:
                yield first, "\n".join(lines)
            first, lines = line, [words(piece)]
        last = line if is_line else -1
    if lines:
        yield first, "\n".join(lines)


def wrong(path, text):
    """(line, sentence) of what begins wrongly."""
    for line, comment in comments(path, text):
        # A blank line, and one that is drawn, end a sentence: what follows begins another.
        start = 0
        for block in re.split(r"(\n[ \t]*\n)", comment):
            flat = re.sub(r"\s", " ", block)
            for begin in BEGIN.finditer(flat):
                if WRONG.match(flat, begin.end()):
                    at = start + begin.end()
                    sentence = re.split(r"(?<=[.?!]) ", flat[begin.end():])[0]
                    yield line + comment.count("\n", 0, at), sentence
            start += len(block)


if __name__ == "__main__":
    found = 0
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8", errors="replace") as file:
            for line, sentence in wrong(path, file.read()):
                print(f"{path}:{line}: {sentence[:110]}")
                found += 1
    sys.exit(found > 0)
