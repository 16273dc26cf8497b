"""The record as Markdown."""
from .classes import CLASSES, class_of
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


def verdict(row):
    """Whether ours is ahead of the best peer; None where there is nothing to compare."""
    lead = row.lead()
    if lead is None:
        return None
    spread = row.spread()
    return "even" if abs(1 / lead - 1) <= (EVEN if spread is None else spread) else "yes" if lead > 1 else "**no**"


def lead_text(row):
    return f"{verdict(row)}, {row.lead():.2f} times {row.best_peer()}" if verdict(row) else ""


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


def by_class(rows):
    """A line for each class of problems: ours and the best other contender as fractions of the copy, the worst of ours, how
    many miss what is aimed at, and how many are behind."""
    timed = [row for row in rows if row.of_copy("ours")]
    if not timed:
        return
    yield "| class | problems | ours, median | worst | best other, median | worst against it | below the aim | behind |"
    yield "|" + "---|" * 8
    for each in CLASSES:
        some = [row for row in timed if class_of(row.any) is each]
        aims = [(row, each.target(row.any)) for row in some if each.target(row.any)]
        missed = [f"{row.name} ({row.of_copy('ours'):.3f}, not {aim})" for row, aim in aims if row.of_copy("ours") < aim]
        behind = [f"{row.name} ({row.lead():.2f} times {row.best_peer()})" for row in some if verdict(row) == "**no**"]
        if some:
            yield (f"| {each.title} | {len(some)} | {middle(row.of_copy('ours') for row in some)} "
                   f"| {least(some, lambda row: row.of_copy('ours'))} "
                   f"| {middle(row.of_copy(row.best_peer()) for row in some if row.best_peer())} "
                   f"| {least(some, lambda row: row.lead())} "
                   f"| {', '.join(missed) if aims else '–'} | {', '.join(behind)} |")
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
    columns = ["problem", "class", "size", "moved"] + [c.title for c in contenders] + ["ours ahead of the best peer"]
    lines = [head(header), "", *by_class(rows),
             "Medians as fractions of the driver's device-to-device copy of the same bytes in the same run, whose time is given; "
             "the best peer in bold. \\* = both buffers fit in the L2.", "",
             "| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
    for row in rows:
        moved = bytes_text(row.any["moved"]) + (" \\*" if row.any["in_cache"] else "")
        cells = [cell(row, contender, row.best_peer()) for contender in contenders]
        lines.append("| " + " | ".join([row.name, class_of(row.any).name, row.size(), moved] + cells + [lead_text(row)]) + " |")
    extra = [*summary(rows), *spreads(rows, contenders), *clocks(rows, contenders), *notes(rows, contenders)]
    return "\n".join(lines + ([""] + extra if extra else [])) + "\n"
