#!/usr/bin/env python3
"""site.py ROOT OUT: the manual as a folder of HTML pages, which a browser reads from the disk, without a network.

It begins with ROOT/README.md and follows links. A page of Markdown becomes HTML by cmark-gfm, as on GitHub; a public header becomes a page of
the reference (headers.py); any other file of text becomes a page that shows it, a folder becomes a list, a picture is copied. The navigation
is read from docs/README.md. Needs cmark-gfm, and Pygments for colours."""
import html
import json
import os
import posixpath
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from urllib.parse import quote, unquote

import headers
from code_html import code_html, language_of
from tables import with_tables

HERE = os.path.dirname(os.path.abspath(__file__))
FRONT, CONTENTS, CHANGES, API = "README.md", "docs/README.md", "CHANGELOG.md", "include/tilewright"
PICTURES = (".svg", ".png", ".jpg", ".gif")
SEARCHED = (".md", ".h", ".hpp")


class Page:
    """One page: its path in the tree, its title, its HTML with links as they stand in the source."""

    def __init__(self, path, title, body):
        self.path, self.title, self.body = path, title, body


def plain(text):
    """HTML without its tags."""
    return html.unescape(re.sub(r"<[^>]*>", "", text))


# ---- pages ----

def slug(heading, taken):
    """The anchor that GitHub gives a heading."""
    name = re.sub(r"[^\w\- ]", "", plain(heading).lower()).replace(" ", "-")
    taken[name] = taken.get(name, -1) + 1
    return f"{name}-{taken[name]}" if taken[name] else name


def with_anchors(body):
    taken = {}

    def heading(match):
        level, text = match.groups()
        anchor = slug(text, taken)
        return f'<h{level} id="{anchor}">{text}<a class="anchor" href="#{anchor}" aria-label="link to this section">#</a></h{level}>'
    return re.sub(r"<h([1-6])>(.*?)</h\1>", heading, body)


def with_colours(body):
    def block(match):
        language, meta, code = match.groups()
        name = f'<div class="file">{meta}</div>' if meta else ""
        return f"{name}<pre><code>{code_html(html.unescape(code), language)}</code></pre>"
    return re.sub(r'<pre><code(?: class="language-([^"]*)")?(?: data-meta="([^"]*)")?>(.*?)</code></pre>', block, body, flags=re.S)


def markdown_page(path, text):
    command = ["cmark-gfm", "--unsafe", "--full-info-string"] + [word for name in ("table", "strikethrough", "autolink") for word in ("-e", name)]
    body = subprocess.run(command, input=text, capture_output=True, text=True, encoding="utf-8", check=True).stdout
    body = re.sub(r"<!--.*?-->\n?", "", body, flags=re.S)
    body = re.sub(r'<p>(<img src="([^"]*)"[^>]*>)</p>', r'<p><a href="\2">\1</a></p>', body)  # the link opens it in its own size
    title = re.search(r"<h1>(.*?)</h1>", body)
    body = re.sub(r"(?<!<pre>)<code>([^<]{1,24})</code>", r'<code class="word">\1</code>', with_colours(with_anchors(body)))
    body = with_tables(body)
    return Page(path, plain(title[1]) if title else path, body)


def folder_page(root, path):
    names = sorted(name for name in os.listdir(os.path.join(root, path)) if not re.match(r"\.|build|__pycache__", name))
    items = "".join(f'<li><a href="{quote(name)}">{html.escape(name)}</a></li>\n' for name in names)
    return Page(path, path, f"<h1>{html.escape(path)}</h1>\n<ul>\n{items}</ul>\n")


def file_page(path, text):
    return Page(path, path, f"<h1>{html.escape(path)}</h1>\n<pre><code>{code_html(text, language_of(path))}</code></pre>\n")


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


def page_of(root, path, reference):
    if path == API:
        return Page(path, "The public headers", with_tables(reference.contents()))
    if os.path.isdir(os.path.join(root, path)):
        return folder_page(root, path)
    if path.startswith(API + "/"):
        return Page(path, path.removeprefix("include/"), reference.page(os.path.basename(path)))
    text = read(root, path)
    return markdown_page(path, text) if path.endswith(".md") else file_page(path, text)


# ---- links ----

def source_of(root, path):
    """The file that a link to `path` means: a folder's README.md, if it has one."""
    readme = posixpath.normpath(posixpath.join(path, "README.md"))
    return readme if os.path.exists(os.path.join(root, readme)) else path


def is_picture(path):
    return path.endswith(PICTURES)


def target_of(root, path):
    """The place of a file's page, or of a picture, in the site."""
    if is_picture(path):
        return path
    if os.path.isdir(os.path.join(root, path)):
        return posixpath.join(path, "index.html")
    if posixpath.basename(path) == "README.md":
        return posixpath.join(posixpath.dirname(path), "index.html")
    return path.removesuffix(".md") + ".html"


class Links:
    """Turns links between files into links between pages, and keeps which files they lead to."""

    def __init__(self, root):
        self.root, self.found, self.broken = root, [], []

    def url(self, start, path):
        """From the page of `start` to that of `path`."""
        return quote(posixpath.relpath(target_of(self.root, path), posixpath.dirname(target_of(self.root, start)) or "."))

    def turned(self, page, link):
        if re.match(r"[a-z]+:|#", link):
            return link
        path, hash_sign, anchor = link.partition("#")
        folder = page.path if os.path.isdir(os.path.join(self.root, page.path)) else posixpath.dirname(page.path)
        path = posixpath.normpath(posixpath.join(folder, unquote(path)))
        if path.startswith("..") or not os.path.exists(os.path.join(self.root, path)):
            self.broken.append(f"{page.path}: {link} leads nowhere")
            return link
        path = source_of(self.root, path)
        self.found.append(path)
        return self.url(page.path, path) + hash_sign + anchor

    def turn(self, page):
        page.body = re.sub(r'(<[^>]* (?:href|src)=")([^"]*)"',
                           lambda match: f'{match[1]}{html.escape(self.turned(page, html.unescape(match[2])))}"', page.body)


# ---- navigation ----

class Contents(HTMLParser):
    """The groups of docs/README.md, [(group, [(text, path)])]: a group's name is a heading, or the first cell of a row."""

    def __init__(self, path, body):
        super().__init__()
        self.folder, self.groups, self.naming, self.link = posixpath.dirname(path), [], False, None
        self.feed(body)
        seen = set()
        self.groups = [(name.strip(), [entry for entry in entries if not (entry[1] in seen or seen.add(entry[1]))]) for name, entries in self.groups]
        self.groups = [group for group in self.groups if group[1]]

    def handle_starttag(self, tag, attributes):
        if tag == "tr" or tag == "h2":
            self.groups.append(["", []])
            self.naming = True
        if tag == "a":
            self.naming = False
            path = unquote(dict(attributes).get("href", "").partition("#")[0])
            local = path and not re.match(r"[a-z]+:", path)
            self.link = ["", posixpath.normpath(posixpath.join(self.folder, path))] if local else None

    def handle_endtag(self, tag):
        if tag == "td" or tag == "h2":
            self.naming = False
        if tag == "a" and self.link and self.groups:
            self.groups[-1][1].append(tuple(self.link))
            self.link = None

    def handle_data(self, data):
        if self.link:
            self.link[0] += data
        elif self.naming:
            self.groups[-1][0] += data


def sections(page):
    """The (anchor, heading) of its parts."""
    return [(anchor, plain(text)) for anchor, text in re.findall(r'<h2 id="([^"]*)">(.*?)(?:<a class="anchor".*?)?</h2>', page.body)]


def nav_entry(links, page, text, path, below):
    """An entry; below the entry of the page itself its sections, below that of a folder's README the pages of the folder, when it is read."""
    here = path == page.path
    inner = [(f"#{anchor}", heading, False) for anchor, heading in sections(page)] if here else []
    if path.endswith("/README.md") and posixpath.dirname(path) == posixpath.dirname(page.path):
        inner = [(links.url(page.path, other.path), other.title, other is page) for other in below] or inner
    mark = ' aria-current="page"'
    items = "".join(f'<li><a href="{url}"{mark if current else ""}>{html.escape(name)}</a></li>\n' for url, name, current in inner)
    nested = f"<ul>\n{items}</ul>" if items else ""
    return f'<li><a href="{links.url(page.path, path)}"{mark if here else ""}>{html.escape(text)}</a>{nested}</li>\n'


def navigation(links, page, groups, pages):
    parts = []
    for name, entries in groups:
        parts.append(f"<h2>{html.escape(name)}</h2>\n<ul>\n")
        for text, path in entries:
            folder = posixpath.dirname(path)
            below = [other for other in pages.values() if folder != "docs" and posixpath.dirname(other.path) == folder and
                     other.path.endswith(".md") and other.path != path and not any(other.path == entry for _, group in groups for _, entry in group)]
            parts.append(nav_entry(links, page, text, path, sorted(below, key=lambda other: other.path)))
        parts.append("</ul>\n")
    return "".join(parts)


def neighbours(links, page, groups):
    """Links to the pages before and after it in the navigation."""
    order = list(dict.fromkeys(entry for _, entries in groups for entry in entries))
    place = next((i for i, (_, path) in enumerate(order) if path == page.path), None)
    if place is None:
        return ""
    parts = []
    for step, relation in ((place - 1, "prev"), (place + 1, "next")):
        if 0 <= step < len(order):
            parts.append(f'<a rel="{relation}" href="{links.url(page.path, order[step][1])}">{html.escape(order[step][0])}</a>')
    return "\n".join(parts)


# ---- search ----

def records(root, page):
    """[url, title, heading, text] of each section of a page."""
    url = quote(target_of(root, page.path))
    parts = re.split(r'<h[2-6] id="([^"]*)">(.*?)</h[2-6]>', re.sub(r'<a class="anchor".*?</a>', "", page.body))
    found = [[url, page.title, "", parts[0]]]
    found += [[f"{url}#{anchor}", page.title, plain(heading), text] for anchor, heading, text in zip(parts[1::3], parts[2::3], parts[3::3])]
    return [[*record[:3], " ".join(plain(record[3]).split())] for record in found]


# ---- all together ----

def collect(root, links, reference):
    """All pages that README.md, the contents, the changelog and the headers lead to, by path; pictures too, as None."""
    pages, waiting = {}, [FRONT, CONTENTS, CHANGES, API]
    while waiting:
        path = waiting.pop(0)
        if path in pages:
            continue
        pages[path] = None if is_picture(path) else page_of(root, path, reference)
        if pages[path]:
            links.found = []
            links.turn(pages[path])
            waiting += links.found
    return pages


def version_of(root):
    numbers = re.findall(r"#define TILEWRIGHT_VERSION_(?:MAJOR|MINOR|PATCH) +(\d+)", read(root, API + "/version.h"))
    return ".".join(numbers)


def write(out, path, text):
    file = os.path.join(out, path)
    os.makedirs(os.path.dirname(file), exist_ok=True)
    with open(file, "w", encoding="utf-8") as stream:
        stream.write(text)


def main(root, out):
    links = Links(root)
    contents = Contents(CONTENTS, markdown_page(CONTENTS, read(root, CONTENTS)).body)
    reference = headers.Reference(os.path.join(root, API), root)
    groups = contents.groups + [("headers", [("overview, all names", API)] + [(name, f"{API}/{name}") for name in reference.names])]
    pages = collect(root, links, reference)
    if links.broken:
        sys.exit("\n".join(links.broken))
    shutil.rmtree(out, ignore_errors=True)
    template, version = read(HERE, "page.html"), version_of(root)
    for path, page in pages.items():
        if page is None:
            os.makedirs(os.path.dirname(os.path.join(out, path)), exist_ok=True)
            shutil.copyfile(os.path.join(root, path), os.path.join(out, path))
            continue
        base = posixpath.relpath(".", posixpath.dirname(target_of(root, path)) or ".")
        fields = {"title": html.escape(page.title), "version": version, "base": base, "body": page.body,
                  "nav": navigation(links, page, groups, {path: page for path, page in pages.items() if page}),
                  "neighbours": neighbours(links, page, groups)}
        write(out, target_of(root, path), re.sub(r"\{\{(\w+)\}\}", lambda match: fields[match[1]], template))
    index = [record for path, page in pages.items() if page and path.endswith(SEARCHED) for record in records(root, page)]
    write(out, "index.js", "var searched = " + json.dumps(index, ensure_ascii=False, separators=(",", ":")) + ";\n")
    for name in ("site.css", "search.js"):
        shutil.copyfile(os.path.join(HERE, name), os.path.join(out, name))
    print(f"{sum(page is not None for page in pages.values())} pages: {os.path.join(out, 'index.html')}")


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]))
