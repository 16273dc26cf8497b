#!/usr/bin/env bash
# `make site`: every page of the manual and every public header is there, links and anchors lead somewhere (tests/site_links.py), every function of
# the library has its place, and a small tree shows what becomes of links, fences and headings. Needs cmark-gfm; SOURCE_DIR and BUILD_DIR.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
if ! command -v cmark-gfm >/dev/null; then
    echo "skipped: cmark-gfm is not installed (tools/scripts/setup.sh site)"
    exit 77
fi
export PYTHONDONTWRITEBYTECODE=1
site() {
    python3 "$SOURCE_DIR/tools/site/site.py" "$@" >"$work/log" 2>&1
}
before=$(cd "$SOURCE_DIR" && find README.md docs include tools -type f | sort)
site "$SOURCE_DIR" "$work/site" || { fail "site: $(tail -5 "$work/log")"; exit 1; }
[ "$before" = "$(cd "$SOURCE_DIR" && find README.md docs include tools -type f | sort)" ] || fail "files were written beside the sources"

# Pages, links, anchors.
wanted=$(cd "$SOURCE_DIR" && find docs -name '*.md' | sed 's,README\.md$,index.md,; s,\.md$,.html,' &&
             find include/tilewright -name '*.h*' | sed 's,$,.html,')
# shellcheck disable=SC2086 # one word for each
python3 "$SOURCE_DIR/tests/site_links.py" "$work/site" $wanted >"$work/links" || fail "links: $(cat "$work/links")"

# The navigation has each page of docs/; those of a folder stand below its README.
for page in $(cd "$SOURCE_DIR" && find docs -name '*.md' ! -path docs/README.md); do
    grep -qE "<li><a href=\"(${page%.md}|${page%/*}/index)\.html\"" "$work/site/index.html" || fail "$page is not in docs/README.md"
done

# Each exported function that a header declares has one place in the reference.
if [ -e "$BUILD_DIR/libtilewright.so" ]; then
    functions=$(nm -D --defined-only "$BUILD_DIR/libtilewright.so" | awk '$2 == "T" {print $3}' |
                    grep -xFf <(grep -ohE '\btw_\w+\(' "$SOURCE_DIR"/include/tilewright/*.h | tr -d '(' | sort -u))
    [ "$(wc -l <<<"$functions")" -gt 40 ] || fail "functions: $functions"
    for name in $functions; do
        [ "$(grep -l "id=\"$name\"" "$work"/site/include/tilewright/*.html | wc -l)" = 1 ] || fail "$name has no place in the reference"
    done
fi

# The index of the search has an entry for each section, with a link that leads there.
python3 - "$work/site" <<'END' || fail "the index of the search"
import json, os, sys
text = open(os.path.join(sys.argv[1], "index.js"), encoding="utf-8").read()
records = json.loads(text.removeprefix("var searched = ").removesuffix(";\n"))
assert len(records) > 300, len(records)
for url, title, heading, words in records:
    path, _, anchor = url.partition("#")
    page = open(os.path.join(sys.argv[1], path), encoding="utf-8").read()
    assert title and (not anchor or f'id="{anchor}"' in page), url
assert any(url.startswith("docs/tile.html#") and "bank" in words for url, _, _, words in records)
END

# A small tree.
tree=$work/tree
mkdir -p "$tree/docs/more" "$tree/include" "$tree/configs"
cp -r "$SOURCE_DIR/include/tilewright" "$tree/include"
printf '{ "a": 1 }\n' >"$tree/configs/a&b.json"
echo '# Changelog' >"$tree/CHANGELOG.md"
echo '<svg xmlns="http://www.w3.org/2000/svg"/>' >"$tree/docs/picture.svg"
cat >"$tree/README.md" <<'END'
# Front
[manual](docs/README.md) [configs](configs) ![picture](docs/picture.svg)
END
cat >"$tree/docs/README.md" <<'END'
# Contents

| | |
|---|---|
| first task | [page *one*](one.md#the-same-1), [again](one.md) |

## Second task
- [two](more/two.md)
END
cat >"$tree/docs/one.md" <<'END'
# One
Text that is followed by a list:
- an item with `a_name` and <https://example.org>

```json mine.json
{ "key": [1, "<b>"] }
```

| dims | name | meaning |
|---|---|---|
| 1 | `a_name_with_many.parts_of_it` | a sentence that a narrow screen shows as a card |

| figure | 1 |
|---|---|
| short | 2 |

## The same
## The same
## What `--top=K` & C++ say: "x"
[there](more/two.md#a-place) [front](..) [here](#what---topk--c-say-x)
END
printf '# Two\n## A place\n[config](../../configs/a%%26b.json)\n' >"$tree/docs/more/two.md"
site "$tree" "$work/small" && python3 "$SOURCE_DIR/tests/site_links.py" "$work/small" docs/one.html docs/more/two.html 'configs/a&b.json.html' >"$work/links" ||
    fail "a small tree: $(cat "$work/log" "$work/links")"
# has PAGE TEXT: it stands there.
has() {
    grep -qF -- "$2" "$work/small/$1" || fail "$1 lacks: $2"
}
has docs/one.html '<li>an item with <code class="word">a_name</code>'
has docs/one.html '<div class="file">mine.json</div>'
has docs/one.html '&lt;b&gt;'
has docs/one.html '<td data-head="dims">1</td>'
has docs/one.html '<td data-head="name"><code>a_<wbr>name_<wbr>with_<wbr>many.<wbr>parts_<wbr>of_<wbr>it</code></td>'
has docs/one.html '<td data-head="meaning">a sentence that'
has docs/one.html '<td>short</td>'
has docs/one.html 'id="the-same-1"'
has docs/one.html '<a href="../index.html">front</a>'
has docs/one.html '<h2>first task</h2>'
has docs/one.html '<h2>Second task</h2>'
has docs/more/two.html '<a href="../one.html">page one</a>'
[ "$(grep -c '>again</a>' "$work/small/docs/one.html")" = 0 ] || fail "a page stands in the navigation twice"
cmp -s "$tree/docs/picture.svg" "$work/small/docs/picture.svg" || fail "the picture"

# A broken link is reported with its page, and nothing is written.
printf '[x](no.md)\n' >>"$tree/docs/one.md"
site "$tree" "$work/broken" && fail "a broken link passes"
grep -qxF 'docs/one.md: no.md leads nowhere' "$work/log" || fail "of a broken link: $(cat "$work/log")"
[ ! -e "$work/broken" ] || fail "a site with a broken link"

# The checker reports planted faults.
sed -i 's/id="the-same-1"/id="the-same"/; s,\.\./site\.css,https://example.org/site.css,; s/mine\.json/```/' "$work/small/docs/one.html"
python3 "$SOURCE_DIR/tests/site_links.py" "$work/small" >"$work/links" && fail "the checker passes anything"
for fault in 'id the-same stands 2 times' 'is loaded from elsewhere' 'a fence is no block of code'; do
    grep -qF "$fault" "$work/links" || fail "the checker does not say: $fault"
done
exit $((failures > 0))
