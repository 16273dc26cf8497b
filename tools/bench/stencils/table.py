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
    text = f"{record['us']['median']:.1f} µs"
    if contender.kind != "limit":
        text = f"{record['of_copy']:.3f}" if record["of_copy"] else text
    return f"**{text}**" if contender.name == best else text


def of_arithmetic(row):
    """What ours reaches of the speed of arithmetic alone."""
    part = row.records.get("ours", {}).get("of_arithmetic")
    return f"{part:.3f}" if part else ""


def aims(rows):
    """What stays below the fraction that its problem aims at."""
    found = [(row.name, record["aim"], record[f"of_{record['aim_of']}"]) for row in rows for record in row.records.values()
             if record["aim"] and record[f"of_{record['aim_of']}"]]
    missed = [f"{name} ({reached:.3f}, not {aim})" for name, aim, reached in found if reached < aim]
    if found:
        yield f"- Of {len(found)} aims, {len(found) - len(missed)} are reached" + (f"; below: {', '.join(missed)}." if missed else ".")


def markdown(header, rows):
    contenders = present(rows)
    columns = ["problem", "of", "moved"] + [c.title for c in contenders] + ["ours, of arithmetic alone", "ours ahead of the best other"]
    lines = [head(header), "",
             "Medians as fractions of the speed of the driver's copy of the same bytes in the same run, whose time is given, and beside it "
             "that of the multiplications and additions alone; the best other in bold.", "",
             "| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
    for row in rows:
        best = row.best_peer()
        cells = [cell(row, contender, best) for contender in contenders] + [of_arithmetic(row), lead_text(row)]
        lines.append("| " + " | ".join([row.name, f"{row.any['shape']} of radius {row.any['radius']}, {row.size()}",
                                        bytes_text(row.any["moved"]), *cells]) + " |")
    extra = [*summary(rows), *aims(rows), *spreads(rows, contenders), *clocks(rows, contenders), *notes(rows, contenders)]
    return "\n".join(lines + ([""] + extra if extra else [])) + "\n"
