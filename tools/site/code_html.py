"""Code as HTML: coloured by Pygments where that is installed and knows the language."""
import html
import os
import re

try:
    from pygments import highlight, lexers, util
    from pygments.formatters import HtmlFormatter
except ImportError:
    highlight = None

SUFFIXES = {".json": "json", ".cu": "cuda", ".cuh": "cuda", ".h": "c", ".c": "c", ".hpp": "cpp", ".cpp": "cpp", ".py": "python", ".sh": "bash",
            ".cmake": "cmake", ".ptx": ""}


def language_of(path):
    return "cmake" if os.path.basename(path) == "CMakeLists.txt" else SUFFIXES.get(os.path.splitext(path)[1], "")


def session(code):
    """A session: its commands are bold, its output is plain."""
    text, parts, typed = code.split("\n"), [], False
    for line in text:
        typed = typed or line.startswith("$ ")
        parts.append(f"<b>{html.escape(line, quote=False)}</b>" if typed else html.escape(line, quote=False))
        typed = typed and line.endswith("\\")
    return "\n".join(parts)


def code_html(code, language):
    language = (language or "").split(" ")[0]
    if language == "console":
        return session(code)
    if highlight and language:
        try:
            lexer = lexers.get_lexer_by_name(language, stripnl=False, ensurenl=False)
            return re.sub(r'<span class="[wp]">([^<]*)</span>', r"\1", highlight(code, lexer, HtmlFormatter(nowrap=True)))
        except util.ClassNotFound:
            pass
    return html.escape(code, quote=False)
