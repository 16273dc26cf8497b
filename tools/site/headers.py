"""The public headers as pages: comments as prose, declarations as code, names as links.

A header is read from top to bottom. A comment that begins a line is prose: its paragraphs are joined, lines that are indented further stay
as they are, `/* ---- title ---- */` is a heading. All else is code. A name is an anchor where it is declared, and a link to there elsewhere."""
import html
import os
import re
import textwrap

from code_html import code_html

COMMENT = re.compile(r"^/\*.*?\*/[ \t]*$", re.M | re.S)
HEADING = re.compile(r"/\* -+ (.*?) -+ \*/")
# Lines that tell a reader nothing: guards, linkage, words to clang-format.
NOISE = re.compile(r"^(#ifndef TILEWRIGHT_\w*_H|#define TILEWRIGHT_\w*_H|#ifndef TILEWRIGHT_HPP|#define TILEWRIGHT_HPP|TW_API_BEGIN|TW_API_END|/\* clang-format o(n|ff) \*/)\n", re.M)
DECLARED = [re.compile(pattern, re.M) for pattern in (
    r"^(?:struct|enum|union) (tw_\w+) \{",        # struct tw_error {
    r"^(?!#)\w[\w\s*]*?\b(tw_\w+)\(",            # int tw_plan_make(
    r"^extern [\w\s*]*\b(tw_\w+)[;\[]",           # extern const struct tw_bank_machine tw_usual_banks;
    r"^typedef .*?\b(tw_\w+);",
    r"^#define ((?:TW|TILEWRIGHT)_\w+)",
    r"^ +(TW_\w+)(?= *[,=/\n])",                  # a constant of an enum
    r"^enum \w+ \{ (TW_\w+), (TW_\w+) \}",
    r"\bX\((TW_\w+),",                             # a row of a table
    r"^struct (tw_\w+);",                         # last: what is declared in full elsewhere is found there
)]
MENTIONED = re.compile(r"\b(?:docs/[\w/-]+\.md|tools/[\w/-]+\.md|tilewright/\w+\.hp{0,2}|(?:tw|TW|TILEWRIGHT)_\w+)\b")


def prose_lines(comment):
    lines = re.sub(r"^/\*+|\*/\s*$", lambda match: " " * len(match[0]), comment).split("\n")
    starred = all(re.match(r" \*( |$)| *$", line) for line in lines[1:])
    lines = [line[3:].rstrip() if starred or i == 0 else re.sub(r"^ {1,3}", "", line).rstrip() for i, line in enumerate(lines)]
    return lines


def in_line(text):
    return re.sub(r"`([^`\n]+)`", r"<code>\1</code>", text)


def prose(comment):
    """A comment as HTML: paragraphs, and drawings as they are."""
    parts, kind, lines = [], "", []
    for line in prose_lines(comment) + [""]:
        now = "" if not line else "pre" if line.startswith("  ") else "p"
        if kind == "pre" and not line:
            now = "pre"  # an empty line may stand within a drawing
        if now != kind:
            if kind:
                parts.append((kind, lines))
            kind, lines = now, []
        lines.append(line)
    parts += [(kind, lines)] if kind else []
    shown = []
    for kind, lines in parts:
        text = html.escape(textwrap.dedent("\n".join(lines)).rstrip("\n"), quote=False)
        if text.strip():
            shown.append(f"<pre>{text}</pre>" if kind == "pre" else f"<p>{in_line(text)}</p>")
    return "\n".join(shown)


def split(text):
    """(kind, text) of a header's parts: "prose", "heading" or "code"."""
    text = re.sub(r"\n{3,}", "\n\n", re.sub(r"\n#endif\s*$", "\n", NOISE.sub("", text)))
    end = 0
    for match in COMMENT.finditer(text):
        yield "code", text[end:match.start()]
        heading = HEADING.fullmatch(match[0].strip())
        yield ("heading", heading[1]) if heading else ("prose", match[0])
        end = match.end()
    yield "code", text[end:]


class Reference:
    """All headers of a folder; `root` is where the pages that comments name are looked for."""

    def __init__(self, folder, root):
        self.root, self.parts, self.declared = root, {}, {}
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                self.parts[name] = list(split(file.read()))
        self.names = list(self.parts)
        for pattern in DECLARED:
            for name, parts in self.parts.items():
                for match in (match for kind, text in parts if kind == "code" for match in pattern.finditer(text)):
                    for declared in match.groups():
                        self.declared.setdefault(declared, name)

    def linked(self, header, text, anchors):
        """Names in HTML as links. What stands in no comment, and is declared here and not yet among `anchors`, becomes an anchor."""
        def link(match):
            name = match[0]
            if "/" in name:
                path = f"../../{name}" if name.endswith(".md") else os.path.basename(name)
                exists = os.path.exists(os.path.join(self.root, name if name.endswith(".md") else f"include/{name}"))
                return f'<a href="{path}">{name}</a>' if exists else name
            home = self.declared.get(name)
            if home == header and not commented and anchors is not None and name not in anchors:
                anchors.add(name)
                return f'<span class="declared" id="{name}">{name}</span>'
            return f'<a href="{"" if home == header else home}#{name}">{name}</a>' if home else name
        parts = re.split(r'(<span class="c[1m]">[^<]*</span>)', text)
        for i, part in enumerate(parts):
            commented = i % 2 == 1
            parts[i] = MENTIONED.sub(link, part)
        return "".join(parts)

    def page(self, header):
        anchors, language = set(), "cpp" if header.endswith("pp") else "c"
        shown, first = [f"<h1>tilewright/{header}</h1>"], True
        for kind, text in self.parts[header]:
            if kind == "heading":
                shown.append(f'<h2 id="{text.replace(" ", "-")}">{html.escape(text[0].upper() + text[1:])}</h2>')
            elif kind == "prose":
                text = re.sub(rf"^(/\*\s*\*? ){re.escape(header)} - (.)", lambda match: match[1] + match[2].upper(), text) if first else text
                shown.append(self.linked(header, prose(text), None))
                first = False
            elif text.strip():
                code = self.linked(header, code_html(text.strip("\n"), language), anchors)
                shown.append(f"<pre><code>{code}</code></pre>")
        return "\n".join(shown) + "\n"

    def contents(self):
        """The overview: a sentence for each header, and an index of all names."""
        rows = []
        for name, parts in self.parts.items():
            text = " ".join(prose_lines(next(text for kind, text in parts if kind == "prose")))
            about = re.match(r"\s*\S+ - (.*?\.)(\s|$)", text)[1]
            rows.append(f'<tr><td><a href="{name}"><code>{name}</code></a></td><td>{in_line(html.escape(about[0].upper() + about[1:]))}</td></tr>')
        items = [f'<li><a href="{home}#{name}">{name}</a></li>' for name, home in sorted(self.declared.items(), key=lambda item: item[0].lower())]
        return ("<h1>The public headers</h1>\n<p>For programs in C and C++ that use the library: each header says what its functions do, "
                'who owns what, and what can fail. The <a href="../../docs/README.md">manual</a> shows how they are used together.</p>\n'
                "<table>\n" + "\n".join(rows) + '\n</table>\n<h2 id="names">Names</h2>\n<ul class="names">\n' + "\n".join(items) + "\n</ul>\n")
