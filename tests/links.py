#!/usr/bin/env python3
"""links.py ROOT: says which links between README.md, those of sim/ and gen/families/, the pages of docs/ and those of tools/bench and tools/fit lead
nowhere, to a file or to a heading, and which page no other one leads to."""
import os
import re
import sys

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")


def text_of(page):
    """Without blocks of code, whose brackets are no links."""
    inside, kept = False, []
    for line in open(page, encoding="utf-8"):
        if line.startswith("```"):
            inside = not inside
        elif not inside and not line.startswith("    "):
            kept.append(re.sub(r"`[^`]*`", lambda code: code.group().replace("[", "("), line))
    return "".join(kept)


def anchors(page):
    """As GitHub makes them of headings."""
    headings = re.findall(r"^#+ +(.*)$", text_of(page), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def main(root):
    root = os.path.abspath(root)
    pages = [os.path.join(root, *path) for path in (("README.md",), ("sim", "README.md"), ("gen", "families", "README.md"))]
    for top in ("docs", os.path.join("tools", "bench"), os.path.join("tools", "fit")):
        for folder, _, names in os.walk(os.path.join(root, top)):
            pages += [os.path.join(folder, name) for name in sorted(names) if name.endswith(".md")]
    wrong, reached = 0, set(pages[:1])
    for page in pages:
        for link in LINK.findall(text_of(page)):
            if re.match(r"[a-z]+:", link):
                continue
            path, _, anchor = link.partition("#")
            target = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
            if target != page:
                reached.add(target)
            if not os.path.exists(target) or (anchor and anchor not in anchors(target)):
                print(f"{os.path.relpath(page, root)}: {link} leads nowhere")
                wrong += 1
    for page in pages:
        if page not in reached:
            print(f"{os.path.relpath(page, root)}: no page leads here")
            wrong += 1
    print(f"{len(pages)} pages, {wrong} faults")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
