#!/usr/bin/env python3
"""variables.py TEMPLATES [FAMILY...]: the variables that the templates of these families may use, as tables in Markdown, read from the
comments at the tops of the templates:

    names, with, commas    what they are
      deeper                what stands in each element of the list above
                            and goes on

Without a FAMILY it checks all of them. It ends with 1 where a template uses what it does
not list, or lists what neither it nor a template that includes it, or that it includes, uses. `tilewright` in PATH names the fields of a
family."""
import re
import subprocess
import sys
from pathlib import Path

TAG = re.compile(r"\{\{([#^/&>!]?)\s*([^{}]*?)\s*\}\}", re.S)
NAMES = re.compile(r"[A-Za-z_]\w*(, [A-Za-z_]\w*)*(, \.\.\.)?$")
FIELDS = ("every field of the config", "of the scalar ones")  # a line of a list that stands for the family's own fields


class Template:
    """A template's list: rows of names, depth and words; what it uses; what it includes."""

    def __init__(self, path):
        name = path.name.removesuffix(".mustache")
        text = path.read_text(encoding="utf-8")
        comment = text[3:text.index("}}")] if text.startswith("{{!") else ""
        tags = [(kind, word) for kind, word in TAG.findall(text) if kind not in "!/" or not kind]
        self.name = name
        self.about = " ".join(comment.strip().split("\n\n")[0].split())
        self.rows = self.read(comment)
        self.includes = {word for kind, word in tags if kind == ">"}
        self.uses = {part for kind, word in tags if kind != ">" and word != "." for part in word.split(".")}

    @staticmethod
    def read(comment):
        rows, begun = [], False
        for line in comment.split("\n"):
            begun = begun or line.startswith("  Variables")
            inside = re.match(r"  Variables.*, all in `(\w+)`", line)
            if inside:
                rows.append(([inside.group(1)], 0, ["there is such a part, in which stands all of the following"]))
            if not begun or line.startswith("  Variables"):
                continue
            match = re.match(r"( {4,})(\S.*?)(?: {2,}(\S.*))?$", line)
            if match and NAMES.match(match.group(2)) and match.group(3):
                rows.append((match.group(2).split(", "), len(match.group(1)) // 2 - 2, [match.group(3)]))
            elif match and rows:
                rows[-1][2].append(line.strip())
        return rows

    def lists(self):
        return {name for names, _, words in self.rows if not words[0].startswith(FIELDS) for name in names}


def family_of(name, templates):
    """All that it includes, itself first."""
    found = [name]
    for part in found:
        found += sorted(part for part in templates[part].includes if part not in found)
    return found


def fields_of(family):
    table = subprocess.run(["tilewright", "schema", f"--fields={family}"], stdout=subprocess.PIPE, text=True, check=True).stdout
    return set(re.findall(r"^\| `(\w+)`", table, re.M))


def table(template):
    lines = [f"### {template.name}", "", template.about, "", "| variable | |", "|---|---|"]
    for names, depth, words in template.rows:
        names = ", ".join(name if name == "..." else f"`{name}`" for name in names)
        words = re.sub(r"([|<*])", r"\\\1", " ".join(words))
        lines.append(f"| {'&nbsp;' * 4 * depth}{names} | {words} |")
    return lines if template.rows else lines[:3]


def complaints(parts, every, templates):
    fields, said = set().union(*(fields_of(part[:-3]) for part in parts if part[:-3] in every)), []
    listed = {name for part in parts for name in templates[part].lists()} | fields
    used = {name for part in parts for name in templates[part].uses}
    for part in parts:
        said += [f"{part} uses {name}, which no list has" for name in sorted(templates[part].uses - listed)]
        said += [f"{part} lists {name}, which nothing uses" for name in sorted(templates[part].lists() - used)]
    return said


def main(folder, families):
    files = sorted(Path(folder).glob("*/*.cu.mustache"), key=lambda path: path.name)
    templates = {template.name: template for template in map(Template, files) if template.name != "embed.cu"}
    every = sorted({path.parent.name for path in files} & {name[:-3] for name in templates})
    printed, said = set(), []
    for family in families or every:
        parts = family_of(family + ".cu", templates)
        said += complaints(parts, every, templates)
        for part in parts:
            if families and part not in printed:
                print(*table(templates[part]), "", sep="\n")
            printed.add(part)
    if not families and not said:
        print(f"{len(every)} families: their templates list every name that they use, and no other")
    print(*said, sep="\n", file=sys.stderr)
    return bool(said)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
