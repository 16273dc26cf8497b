#!/usr/bin/env python3
"""site_links.py SITE [PAGE...]: checks the pages of `make site` as a browser without a network would find them. Each link leads to a file of the
site, and its anchor to one element there; nothing is loaded from elsewhere; no id stands twice on a page; each page has one title and one
heading of the first rank; each page is reached from index.html. The pages that are named must be there. It shares nothing with tools/site."""
import os
import re
import sys
import urllib.parse
from html.parser import HTMLParser

VOID = {"meta", "link", "img", "input", "br", "wbr", "hr"}


class Page(HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.ids, self.links, self.loads, self.titles, self.open, self.faults = [], [], [], [], [], []
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())
        self.faults += [f"<{tag}> is not closed" for tag in self.open]
        self.faults += [f"id {name} stands {self.ids.count(name)} times" for name in set(self.ids) if self.ids.count(name) > 1]
        if sorted(self.titles) != ["h1", "title"]:
            self.faults.append(f"its titles are {self.titles}")

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.ids += [values["id"]] if "id" in values else []
        if tag in ("title", "h1"):
            self.titles.append(tag)
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        elif "src" in values or "href" in values:
            self.loads.append(values.get("src") or values["href"])
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes something else, line {self.getpos()[0]}")

    def handle_data(self, data):
        if "```" in data and "code" not in self.open and "script" not in self.open:
            self.faults.append("a fence is no block of code")


def target(site, name, url):
    """The file and the anchor that a link of a page means."""
    path, _, anchor = url.partition("#")
    path = urllib.parse.unquote(path)
    return os.path.normpath(os.path.join(os.path.dirname(name), path)) if path else name, urllib.parse.unquote(anchor)


def check(site, pages, name):
    """The faults of a page, and the pages that it leads to."""
    page, found = pages[name], set()
    faults = list(page.faults)
    for url in page.links + page.loads:
        if url.startswith("data:") or re.match(r"https?://", url) and url in page.links:
            continue
        path, anchor = target(site, name, url)
        if re.match(r"[a-z]+:|//", url):
            faults.append(f"{url} is loaded from elsewhere")
        elif path.startswith("..") or not os.path.isfile(os.path.join(site, path)):
            faults.append(f"{url} leads nowhere")
        elif anchor and (path not in pages or anchor not in pages[path].ids):
            faults.append(f"{url} has no such place")
        else:
            found.add(path)
    return faults, found


def main(site, wanted):
    pages = {}
    for folder, _, names in os.walk(site):
        for name in (os.path.relpath(os.path.join(folder, name), site) for name in names if name.endswith(".html")):
            pages[name] = Page(os.path.join(site, name))
    wrong, leads = 0, {}
    for name in sorted(pages):
        faults, leads[name] = check(site, pages, name)
        wrong += len(faults)
        for fault in faults:
            print(f"{name}: {fault}")
    reached, waiting = set(), ["index.html"]
    while waiting:
        name = waiting.pop()
        if name in leads and name not in reached:
            reached.add(name)
            waiting += leads[name]
    for name in sorted(set(pages) - reached):
        print(f"{name}: no page leads here")
    missing = sorted(set(wanted) - set(pages))
    for name in missing:
        print(f"{name}: there is no such page")
    links = sum(len(page.links) for page in pages.values())
    print(f"{len(pages)} pages, {links} links, {wrong} faults")
    return wrong > 0 or len(reached) < len(pages) or bool(missing)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
