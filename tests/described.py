#!/usr/bin/env python3
"""described.py plant FILE OLD NEW: puts NEW in place of OLD, which stands in the file once.
described.py expect RESULTS PLANTED KIND: in the results of a sweep the variants for which PLANTED, an expression of Python over the fields, is
true are not ok, have no rank, and their reason matches KIND; all others are ok; one of those has rank 1. Without any that is ok PLANTED must be
true of all."""
import json
import re
import sys


def plant(path, old, new):
    with open(path) as file:
        text = file.read()
    if text.count(old) != 1:
        sys.exit(f"{path}: '{old}' stands there {text.count(old)} times")
    with open(path, "w") as file:
        file.write(text.replace(old, new))


def wrongs(records, planted, kind):
    good = 0
    for record in records:
        name, status, reason = record["name"], record["status"], record.get("reason") or ""
        if status == "rejected":
            continue
        if not eval(planted, {}, record):
            good += 1
            if status != "ok":
                yield f"{name} is {status}: {reason}"
        elif status == "ok" or record["rank"] is not None:
            yield f"{name} is {status}, rank {record['rank']}, in spite of what was planted"
        elif not re.search(kind, reason):
            yield f"{name} is {status}: {reason}; no {kind} is named"
    ranks = sorted(record["rank"] for record in records if record["rank"] is not None)
    if ranks[:1] != [1][:good] or len(ranks) != good:
        yield f"{len(ranks)} variants of {good} have ranks"


def expect(path, planted, kind):
    with open(path) as file:
        records = [json.loads(line) for line in file][1:]
    if not any(eval(planted, {}, record) for record in records if record["status"] != "rejected") and kind:
        sys.exit(f"{path}: no variant has what was planted")
    said = list(wrongs(records, planted, kind))
    sys.exit("\n".join(said[:4]) if said else 0)


{"plant": plant, "expect": expect}[sys.argv[1]](*sys.argv[2:])
