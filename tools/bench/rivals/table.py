"""The record as Markdown."""
from .classes import CLASSES, class_of, dense
from .records import present

SHORT = {"missing": "–", "unfit": "–", "wrong": "**wrong**", "failed": "failed"}


UNITS = ("B", "KiB", "MiB", "GiB")
EVEN = 0.005  # leads that are not called such where the record does not tell the spread


def bytes_text(count):
    """In the largest binary unit that it fills, but for rounding."""
    unit = max((i for i in range(len(UNITS)) if count >= 0.9995 * 1024**i), default=0)
    value = count / 1024**unit
    return f"{value:.{0 if value >= 10 or unit == 0 else 1}f} {UNITS[unit]}"


def cell(row, contender, best):
    record = row.records.get(contender.name)
    if record is None:
        return ""
    if record["status"] != "ok":
        return SHORT.get(record["status"], record["status"])
    if record["us"] is None:
        return "right"
    if contender.name == "copy":
        return f"{record['us']['median']:.1f} µs"
    text = f"{record['of_copy']:.3f}" if record["of_copy"] else f"{record['us']['median']:.1f} µs"
    return f"**{text}**" if contender.name == best else text


def bound_cells(row):
    """The bound's time, and the fraction of it that ours and the driver's copy reach."""
    bound = next((r["bound_us"] for r in row.records.values() if r.get("bound_us")), None)
    fractions = [row.of_bound(name) for name in ("ours", "copy")]
    return [f"{bound:.1f} µs" if bound else ""] + [f"{part:.3f}" if part else "" for part in fractions]


def verdict(row):
    """Whether ours is ahead of the best peer; None where there is nothing to compare."""
    lead = row.lead()
    if lead is None:
        return None
    spread = row.spread()
    return "even" if abs(1 / lead - 1) <= (EVEN if spread is None else spread) else "yes" if lead > 1 else "**no**"


def lead_text(row):
    return f"{verdict(row)}, {row.lead():.2f} times {row.best_peer()}" if verdict(row) else ""


def line(records):
    """One problem in a line: fractions of the copy, and of the bound where there are gaps, which a copy does not know."""
    cells = []
    for record in records:
        value = f"{record['of_copy']:.3f}" if record["of_copy"] else "right" if record["status"] == "ok" else record["status"]
        if record["of_bound"] and not dense(record):
            value += f" ({record['of_bound']:.3f} of the bound)"
        if record["status"] not in ("missing", "unfit"):
            cells.append(f"{record['contender']} {value}")
    return f"{records[0]['problem']:14} {'  '.join(cells)}"


def summary(rows):
    verdicts = [verdict(row) for row in rows if verdict(row)]
    if verdicts:
        known = any(row.spread() is not None for row in rows if verdict(row))
        close = "within the spread (half of both interquartile ranges)," if known else f"to {EVEN:.1%},"
        yield (f"- Of {len(verdicts)} problems, ours is ahead of every peer in {verdicts.count('yes')}, even with the best, "
               f"{close} in {verdicts.count('even')}, and behind in {verdicts.count('**no**')}.")


def least(rows, value):
    """'0.912 (name)' of the row with the least value."""
    row = min((row for row in rows if value(row)), key=value, default=None)
    return f"{value(row):.3f} ({row.name})" if row else ""


def middle(values):
    values = sorted(value for value in values if value)
    return f"{values[len(values) // 2]:.3f}" if values else ""


def aims(rows):
    """'–' where nothing is aimed at; else those that miss it: 'name (0.943, not 0.95), ...'."""
    found = [(row, row.reached("ours"), class_of(row.any).target(row.any)) for row in rows]
    found = [(row, reached, aim) for row, reached, aim in found if reached and aim]
    missed = [f"{row.name} ({reached:.3f}, not {aim})" for row, reached, aim in found if reached < aim]
    return ", ".join(missed) if found else "–"


def class_cells(rows, bounded):
    """A class's cells behind its title and number of problems."""
    yield middle(row.reached("ours") for row in rows)
    yield least(rows, lambda row: row.reached("ours"))
    yield middle(row.reached(row.best_peer()) for row in rows if row.best_peer())
    yield least(rows, lambda row: row.lead())
    yield aims(rows)
    yield ", ".join(f"{row.name} ({row.lead():.2f} times {row.best_peer()})" for row in rows if verdict(row) == "**no**")
    if bounded:
        yield middle(row.of_bound("ours") for row in rows)
        yield least(rows, lambda row: row.of_bound("ours"))


def by_class(rows, bounded):
    """A line for each class of problems: ours and the best other contender, the worst of ours, what misses the aim, and what
    is behind; then ours and the bound."""
    timed = [row for row in rows if row.speed("ours")]
    if not timed:
        return
    columns = ["class", "problems", "ours, median", "worst", "best other, median", "worst against it", "below the aim", "behind"]
    columns += ["ours of the bound, median", "worst"] if bounded else []
    yield "Fractions of the driver's copy; of the bound where there are gaps between rows."
    yield ""
    yield "| " + " | ".join(columns) + " |"
    yield "|" + "---|" * len(columns)
    for each in CLASSES:
        some = [row for row in timed if class_of(row.any) is each]
        if some:
            yield "| " + " | ".join([each.title, str(len(some)), *class_cells(some, bounded)]) + " |"
    yield ""


def head(header):
    versions = ", ".join(f"{name} {version}" for name, version in sorted(header["versions"].items()))
    lines = [f"{header['device']} (sm_{header['sm']}), driver {header['driver']} (CUDA {header['cuda']}), "
             f"NVRTC {header['nvrtc']}, tilewright {header['tilewright']}, {header['date']}.",
             f"Peers: {versions}." if versions else "No peers."]
    if header["simulator"]:
        lines.append("This is a simulator: results were checked, nothing was timed.")
    return " ".join(lines)


def notes(rows, contenders):
    """Why something is not there: each reason once, with the problems that it concerns."""
    reasons = {}
    for row in rows:
        for contender in contenders:
            record = row.records.get(contender.name)
            if record and record["reason"]:
                reasons.setdefault((contender.title, record["reason"]), []).append(row.name)
    for (title, reason), names in reasons.items():
        where = "all problems" if len(names) == len(rows) else ", ".join(names)
        yield f"- {title}, {where}: {reason}"


def unbounded(header):
    """Why problems have no bound though others have."""
    for name, reason in header.get("no_bounds", {}).items():
        yield f"- Bound, {name}: {reason}"


def clocks(rows, contenders):
    """How the times of those were taken that were not timed like the rest."""
    for contender in contenders:
        kinds = {row.records[contender.name].get("clock") for row in rows if contender.name in row.records}
        for kind in sorted(kinds - {None, "events"}):
            yield f"- {contender.title}: timed by {kind}."
        late = [row.name for row in rows if (row.records.get(contender.name, {}).get("us") or {}).get("late")]
        if late:
            yield f"- {contender.title}: times hold some of the host's in {', '.join(late)}."


def spreads(rows, contenders):
    """What lies between the 5th and the 95th percentile, in parts of the median."""
    found = []
    for row in rows:
        for contender in contenders:
            us = row.records.get(contender.name, {}).get("us")
            if us:
                found.append(((us["p95"] - us["p5"]) / us["median"], contender.title, row.name))
    if found:
        found.sort()
        middle, high, (widest, title, name) = found[len(found) // 2][0], found[len(found) * 19 // 20][0], found[-1]
        yield (f"- Spread, from the 5th to the 95th percentile, of the median: half of all cells are within {middle:.1%}, "
               f"19 of 20 within {high:.1%}; the widest is {title}, {name}, {widest:.1%}.")


def markdown(header, rows):
    contenders = present(rows)
    bounded = any(any(bound_cells(row)) for row in rows)
    columns = ["problem", "class", "size", "moved"] + [c.title for c in contenders] + ["ours ahead of the best peer"]
    columns += ["bound", "ours, of the bound", "copy, of the bound"] if bounded else []
    lines = [head(header), "", *by_class(rows, bounded),
             "Medians as fractions of the driver's device-to-device copy of the same bytes in the same run, whose time is given; "
             "the best peer in bold. \\* = both buffers fit in the L2."
             + (" The bound is the least time for whole sectors by what `tilewright device --probe` measured before." if bounded else ""), "",
             "| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
    for row in rows:
        moved = bytes_text(row.any["moved"]) + (" \\*" if row.any["in_cache"] else "")
        cells = [cell(row, contender, row.best_peer()) for contender in contenders]
        cells += [lead_text(row)] + (bound_cells(row) if bounded else [])
        lines.append("| " + " | ".join([row.name, class_of(row.any).name, row.size(), moved] + cells) + " |")
    extra = [*summary(rows), *spreads(rows, contenders), *clocks(rows, contenders), *notes(rows, contenders), *unbounded(header)]
    return "\n".join(lines + ([""] + extra if extra else [])) + "\n"
