"""The record as Markdown."""
from rivals.table import SHORT, bytes_text, clocks, head, lead_text, notes, spreads, summary

from .records import present


def cell(row, contender, best):
    record = row.records.get(contender.name)
    if record is None:
        return ""
    if record["status"] != "ok":
        return SHORT.get(record["status"], record["status"])
    if record["us"] is None:
        return "right"
    text = f"{record['us']['median']:.2f} µs"
    if record["GBps"] and contender.name != "plain":
        text += f", {record['GBps']:.0f} GB/s" + (f", {record['of_plain']:.3f}" if record["of_plain"] else "")
    return f"**{text}**" if contender.name == best else text


def beside_launch(row):
    """What ours takes beside an empty launch."""
    times = [row.records.get(name, {}).get("us") for name in ("ours", "empty")]
    return f"{times[0]['median'] - times[1]['median']:+.2f} µs" if all(times) else ""


def aims(rows):
    """What stays below the fraction that its problem aims at."""
    found = [(row, record) for row in rows for record in row.records.values() if record["aim"] and record["of_plain"]]
    missed = [f"{row.name} {record['contender']} ({record['of_plain']:.3f}, not {record['aim']})"
              for row, record in found if record["of_plain"] < record["aim"]]
    if found:
        yield (f"- Of {len(found)} aims at a fraction of the plain read, {len(found) - len(missed)} are reached"
               + (f"; below: {', '.join(missed)}." if missed else "."))


def slow(rows, contenders):
    """The rows of contenders that were called less often."""
    for contender in contenders:
        names = [row.name for row in rows for us in [row.records.get(contender.name, {}).get("us")]
                 if us and us["rounds"] < max(r["us"]["rounds"] for r in row.records.values() if r["us"])]
        if names:
            yield f"- {contender.title}: so slow that it was timed in fewer rounds in {', '.join(names)}."


def markdown(header, rows):
    contenders = present(rows)
    columns = ["problem", "of", "moved", "L2"] + [c.title for c in contenders] + ["ours beside an empty launch", "ours ahead of the best peer"]
    lines = [head(header), "",
             "Medians, bytes read and written by that time, and fractions of what a plain kernel with the same reads and writes takes in "
             "the same run; the best peer in bold. L2 warm: each call finds the input where the one before left it; cold: "
             "calls take copies of it in turns.", "",
             "| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
    for row in rows:
        best = row.best_peer()
        cells = [cell(row, contender, best) for contender in contenders] + [beside_launch(row), lead_text(row)]
        lines.append("| " + " | ".join([row.name, f"{row.any['op']} of {row.size()}", bytes_text(row.any["moved"]), row.any["l2"], *cells]) + " |")
    extra = [*summary(rows), *aims(rows), *spreads(rows, contenders), *clocks(rows, contenders), *slow(rows, contenders),
             *notes(rows, contenders)]
    return "\n".join(lines + ([""] + extra if extra else [])) + "\n"
