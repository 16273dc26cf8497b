#!/usr/bin/env python3
"""reports.py PAGE RESULTS: whether every sentence, number, legend and point of a report (docs/report.md) is true of the results file
it was made from. What a page says and this program does not know is a fault, too.
reports.py --gpu METRIC|time|counters RESULTS OUT: makes, of results of the simulator, what a GPU would have written."""
import json
import random
import re
import sys
from html.parser import HTMLParser

VOID = {"meta", "br"}
STATUSES = ["ok", "mismatch", "rejected", "skipped", "failed"]


class Element:
    def __init__(self, tag, attributes):
        self.tag, self.attributes, self.children = tag, dict(attributes), []

    def text(self):
        return "".join(child if isinstance(child, str) else child.text() for child in self.children)

    def words(self):
        return re.sub(r"\s+", " ", self.text()).strip()

    def all(self, tag=None, cls=None):
        for child in self.children:
            if isinstance(child, str):
                continue
            classes = child.attributes.get("class", "").split()
            if (tag is None or child.tag == tag) and (cls is None or cls in classes):
                yield child
            yield from child.all(tag, cls)

    def first(self, tag=None, cls=None):
        return next(self.all(tag, cls), None)


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.root = Element("root", [])
        self.open = [self.root]
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        element = Element(tag, attributes)
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag, attributes):
        self.open[-1].children.append(Element(tag, attributes))

    def handle_endtag(self, tag):
        while self.open.pop().tag != tag:
            pass

    def handle_data(self, data):
        self.open[-1].children.append(data)


class Checker:
    def __init__(self, page, results):
        lines = [json.loads(line) for line in open(results, encoding="utf-8")]
        self.header, self.records = lines[0], {record["name"]: record for record in lines[1:]}
        self.page, self.faults = Page(open(page, encoding="utf-8").read()).root, []
        self.simulator, self.by = self.header["simulator"], self.header.get("by")
        self.timed = not self.simulator and not self.by
        self.moves = self.header["kernel"] not in ("tile", "probe")

    def check(self, truth, what):
        if not truth:
            self.faults.append(what)

    def close(self, shown, value, what):
        """A number, right to the last digit that is shown."""
        unit = 10.0 ** -len(shown.partition(".")[2])
        self.check(value is not None and abs(float(shown) - value) <= unit * 0.5001, f"{what}: {shown}, not {value}")

    # ---- what the records say ----

    def counts(self, record, *keys):
        for source in ("measured", "simulated", "predicted"):
            counts = record.get(source)
            if counts and all(key in counts for key in keys):
                return sum(counts[key] for key in keys)
        return None

    def wavefronts(self, record):
        return self.counts(record, "load_wavefronts", "store_wavefronts") if record["shared_bytes"] else None

    def sectors(self, record):
        counted = self.counts(record, "global_load_sectors", "global_store_sectors")
        return record.get("sectors") if counted is None else counted

    def needed(self, record):
        return record["needed_read_sectors"] + record["needed_written_sectors"]

    def bare(self, record):
        """The record of the same variant with neither padding nor swizzle."""
        names = [key for key in ("IPAD", "swizzle") if key in record]
        fields = list(record)[2:list(record).index("chosen")]
        wanted = {key: record[key] for key in fields} | {"IPAD": 0, "swizzle": "none"}
        for other in self.records.values():
            if all(other[key] == wanted[key] for key in fields):
                return names, other
        return names, None

    # ---- sentences about a winner ----

    def sentence(self, text, best, part):
        ran = [r for r in part if r["status"] == "ok"]
        others = {s: sum(r["status"] == s for r in part) for s in STATUSES[1:]}
        bare_names, bare = self.bare(best)
        without = {0: None, 1: "no padding", 2: "neither padding nor swizzle"}[len(bare_names)]
        wavefronts, ideal = self.wavefronts(best), best.get("ideal_wavefronts")
        n, rest = r"([\d.]+)", r"(?:; the table gives the reasons of the others: (.*))?\."
        if m := re.fullmatch(rf"(?:Ranked first of the {n} variants|The only variant) that ran{rest}", text):
            self.check(int(m[1] or 1) == len(ran), f"{len(ran)} ran: {text}")
            told = ", ".join(f"{count} {word}" for word, count in others.items() if count)
            self.check((m[2] or "") == told, f"the others are {told}: {text}")
        elif m := re.fullmatch(rf"Its problem needs {n} sectors of global memory(?:(, and it touches no more)|; it touches {n} times as "
                               rf"many)?\.(?: It reaches {n} of the speed at which the device can move them\.| (How) fast .*)?", text):
            self.check(self.moves and int(m[1]) == self.needed(best), text)
            if m[2]:
                self.check(self.sectors(best) == self.needed(best), text)
            if m[3]:
                self.close(m[3], self.sectors(best) / self.needed(best), text)
            if m[4]:
                self.close(m[4], best["of_bound"], text)
            self.check(bool(m[5]) == (self.timed and best["of_bound"] is None), text)
        elif text == "It has no bank conflicts, as it uses no shared memory.":
            self.check(best["shared_bytes"] == 0, text)
        elif text == "Whether it is free of bank conflicts is not predicted.":
            self.check(wavefronts is None or ideal is None, text)
        elif m := re.fullmatch(rf"Free of bank conflicts: its {n} wavefronts are the ideal\.", text):
            self.check(int(m[1]) == wavefronts <= ideal, text)
        elif m := re.fullmatch(rf"Not free of bank conflicts: {n} wavefronts where {n} would be ideal\.", text):
            self.check(int(m[1]) == wavefronts > ideal == int(m[2]), text)
        elif text == f"It has {without}.":
            self.check(bare is best, text)
        elif m := re.fullmatch(rf"The same tile with ([a-z ]+) costs {n} wavefronts, {n} times as many(?:, and takes {n} times as long)?\.",
                               text):
            self.check(m[1] == without and int(m[2]) == self.wavefronts(bare), text)
            self.close(m[3], self.wavefronts(bare) / wavefronts, text)
            if m[4]:
                self.check(self.timed, text)
                self.close(m[4], bare["cost"] / best["cost"], text)
        elif text == "It takes no byte more than that tile.":
            self.check(bare is None or bare["shared_bytes"] >= best["shared_bytes"], text)
        elif m := re.fullmatch(rf"Its padding takes {n} bytes(?: and costs nothing: as many blocks fit one SM \({n}\)|"
                               rf", and fewer blocks fit one SM \({n} without it, with it {n}\))?\.", text):
            self.check("IPAD" in best and best["IPAD"] > 0, text)
            if bare:
                self.check(int(m[1]) == best["shared_bytes"] - bare["shared_bytes"], text)
                told = [int(blocks) for blocks in m.groups()[1:] if blocks]
                self.check(all(blocks in (best["blocks_per_sm"], bare["blocks_per_sm"]) for blocks in told), text)
        elif m := re.fullmatch(rf"The next(?: that differs)?, (\w+), costs (?:{n} % more|the same; what decides: (.*)|{n} [\w. ]+)\.", text):
            self.next(m[1], m[2], m[3], best, text)
        else:
            self.check(False, f"a sentence that is not known: {text}")

    def next(self, name, percent, decides, best, text):
        other = self.records[name]
        if percent:
            self.close(percent, (other["cost"] / best["cost"] - 1) * 100, text)
        if decides:
            def values(r):
                warps = r["blocks_per_sm"] * -(-r["threads"] // 32)
                requests = self.counts(r, "load_requests", "store_requests") or 0
                per_thread = {"fewer shared bytes per thread": r["shared_bytes"] / r["threads"]}
                if not self.simulator:
                    return per_thread
                return {"fewer sectors of global memory": (self.sectors(r) or 0) / r["elements"],
                        "fewer requests of shared memory": requests / r["elements"] if self.moves else 0,
                        "more blocks per SM": -r["blocks_per_sm"] if self.moves else 0,
                        **per_thread, "more warps per SM": -warps}
            a, b = values(best), values(other)
            first = next((word for word in a if a[word] != b[word]), None)
            self.check(other["cost"] == best["cost"] and decides == first, f"{first} decides: {text}")

    def tie(self, text, best, order):
        how = "time" if self.timed else "all counts" if self.simulator else "what was counted"
        m = re.fullmatch(rf"A tie: by {how} it cannot be told apart from (\d+) others? \((.*)\)\. Among themselves they rank by "
                         r"(fewer shared bytes per thread, then )?(less padding, then )?the order of the config\.", text)
        self.check(m, f"a tie: {text}")
        if m:
            self.check(all(other["cost"] == best["cost"] for other in order[1:int(m[1]) + 1]) or self.timed, text)
            self.check(m[2].split(", ")[0] == order[1]["name"], text)
            self.check(bool(m[3]) == self.timed and bool(m[4]) == ("IPAD" in best), text)

    # ---- the parts of the page ----

    def tiles(self, section, best):
        values = {"cost": best["cost"], "time, µs": (best.get("time_us") or {}).get("median"), "GB/s": best.get("gb_per_s"),
                  "sectors of global memory": self.sectors(best), "wavefronts": self.wavefronts(best),
                  "shared bytes per block": best["shared_bytes"], "blocks per SM": best["blocks_per_sm"]}
        seen = set()
        for tile in section.first("dl", "tiles").all("div"):
            label, value, note = (child.words() for child in tile.children if not isinstance(child, str))
            seen.add(label)
            if value == "not predicted":
                self.check(values[label] is None, f"{label}: {value}")
            else:
                self.close(value, values[label], label)
            if m := re.search(r"at least (\d+) are needed", note):
                self.check(int(m[1]) == self.needed(best), note)
            if m := re.search(r"([\d.]+) of the bound", note):
                self.close(m[1], best["of_bound"], note)
        self.check(("time, µs" in seen) == self.timed, "a time where there is none, or none where there is one")
        if self.moves and self.simulator:
            self.check("sectors of global memory" in seen, "traffic is not told")
        if self.moves and self.timed and best["gb_per_s"]:
            self.check("GB/s" in seen, "traffic is not told")

    def winner(self, section, part):
        best = self.records[section.first("p", "name").words()]
        ranked = sorted((r for r in part if r["rank"]), key=lambda r: r["rank"])
        ran = [r for r in part if r["status"] == "ok"]
        self.check(best is ranked[0], f"{best['name']} is not the first of its problem")
        self.check(self.timed or best["cost"] == min(r["cost"] for r in ran), f"{best['name']} is not the cheapest")
        heading = section.first("h2").words()
        self.check(heading == ("The only one that ran" if len(ran) == 1 else "The winner"), heading)
        for item in section.first("ul", "reasons").all("li"):
            self.sentence(item.words(), best, part)
        if tie := section.first("p", "tie"):
            self.tie(tie.words(), best, ranked)
        self.tiles(section, best)
        words = section.words()
        if "IPAD" not in best:
            self.check("padding" not in words, f"{self.header['kernel']} has no padding: {words}")
        for field in section.first("dl", "fields").all("div"):
            key, value = (child.words() for child in field.children if not isinstance(child, str))
            self.check(str(best[key]) == value, f"{key} is {best[key]}, not {value}")
        return best

    def heat(self, section, part):
        signs = {word: sign for word, sign in zip(STATUSES, "…≠×–!")}
        cells = [cell for cell in section.all("td")]
        drawn = set()
        for cell in cells:
            if not cell.words():
                continue
            record, classes = self.records[cell.attributes["title"].split(":")[0]], cell.attributes["class"].split()
            self.check(record in part, f"{record['name']} is of another problem")
            if "no" in classes:
                drawn.add(record["status"])
                self.check(cell.words() == signs[record["status"]], cell.words())
            elif "skipped" in classes:
                drawn.add("skipped: the cost is predicted")
                self.close(cell.words(), self.wavefronts(record) / record["elements"] * 1000, "a predicted cost")
            else:
                self.close(cell.words(), record["cost"], f"the cell of {record['name']}")
        legend = {re.sub("^[^a-z]+", "", entry.words()) for entry in section.first("div", "legend").all("span")}
        legend = {entry for entry in legend if entry and entry != "the best"}
        self.check(legend == drawn, f"the map's legend has {legend}, its cells {drawn}")
        costs = [r["cost"] for r in part if r["status"] == "ok" and r["cost"]]
        if ramp := section.first("span", "ramp"):
            low = float(ramp.words().split()[0])
            self.check(low <= min(costs) * 1.01, f"the ramp begins at {low}")

    def scatter(self, section, part):
        title, note = section.first("h2").words(), section.first("p", "note").words()
        rate = lambda r, value: None if value is None else value / r["elements"] * 1000
        wave = lambda r: rate(r, self.wavefronts(r)) if r["shared_bytes"] else 0
        axes = {"Wavefronts": wave, "wavefronts": wave, "Sectors": lambda r: rate(r, self.sectors(r)),
                "shared memory": lambda r: r["shared_bytes"] / r["threads"], "time": lambda r: r["cost"], self.by: lambda r: r["cost"]}
        left, right = title.split(" against ")
        self.check((right == "time") == self.timed, f"{title}: what is not known is on an axis")
        points = [use for use in section.first("svg", "plot").all("use")]
        rows = [(use, self.records[use.first("title").text().split(":")[0]]) for use in points]
        ran = [r for r in part if r["status"] == "ok"]
        m = re.search(r"Of (\d+) more", note)
        self.check(len(rows) + int(m[1] if m else 0) == len(ran), f"{len(rows)} points of {len(ran)}: {note}")
        for of, key, sign in ((axes[left], "x", 1), (axes[right], "y", -1)):
            places = sorted((of(r), sign * float(use.attributes[key])) for use, r in rows)
            self.check(all(a[1] <= b[1] + 0.11 and (a[0] != b[0] or abs(a[1] - b[1]) < 0.11) for a, b in zip(places, places[1:])),
                       f"{title}: points out of order on {key}: {places}")
            self.check(places[0][1] < places[-1][1], f"{title}: nothing to see on {key}")
        if "4 times its sectors" in note:
            for r in ran:
                self.check(abs(wave(r) + 4 * axes["Sectors"](r) - r["cost"]) <= 1e-5 * r["cost"], note)
        legend = [entry.words() for entry in section.first("div", "legend").all("span")]
        swizzles = {r["swizzle"] for _, r in rows if "swizzle" in r}
        self.check(bool(legend) or len(swizzles) < 2, f"no legend for {swizzles}")
        if legend:
            field = legend[0].split()[0]
            there = {f"{field} {r[field]}" for _, r in rows}
            self.check(set(legend) == there if len(there) <= 4 else set(legend) - there == {f"{field} others"}, f"the legend {legend}")

    def banks(self, section):
        drawn = {g.attributes["class"] for g in section.all("g")} & set("ctp")
        keys = {i.attributes["class"].split()[1] for i in section.first("div", "legend").all("i")}
        self.check(keys == drawn, f"the keys are {keys}, the marks {drawn}")
        words = section.first("p", "note").words()
        self.check(("wait for each other" in words) == ("c" in drawn), words)

    def table(self, section):
        names = [th.words() for th in section.first("thead").all("th")]
        columns = {"wavefronts": self.wavefronts, "sectors": self.sectors, "shared bytes": lambda r: r["shared_bytes"],
                   "blocks/SM": lambda r: r["blocks_per_sm"], "time, µs": lambda r: r["time_us"]["median"],
                   "GB/s": lambda r: r["gb_per_s"], "of bound": lambda r: r["of_bound"], "cost": lambda r: r["cost"]}
        part = []
        for row in section.first("tbody").all("tr"):
            cells = [cell.words() for cell in row.children if not isinstance(cell, str)]
            record = self.records[cells[1]]
            part.append(record)
            for name, cell in zip(names, cells):
                if name in columns and cell:
                    self.close(cell, columns[name](record), f"{name} of {record['name']}")
                elif name in record and cell and name != "rank":
                    self.check(cell == str(record[name]), f"{name} of {record['name']}: {cell}")
        self.check(self.timed or "time, µs" not in names, "there is a column of times")
        return part

    def parts(self):
        """The sections of each problem: by the words that their ids begin with."""
        parts = {}
        for section in self.page.all("section"):
            m = re.fullmatch(r"(winner|heat|scatter|banks|table)(-\d+)?", section.attributes["aria-labelledby"])
            if m:
                parts.setdefault(m[2] or "", {})[m[1]] = section
        return parts

    def run(self, problems):
        warnings = " ".join(p.words() for p in self.page.all("p", "warning"))
        self.check(("Made on the simulator" in warnings) == self.simulator, warnings)
        self.check(("ranked by" in warnings) == (not self.timed), warnings)
        parts, seen, lines = self.parts(), [], []
        for suffix, sections in parts.items():
            part = self.table(sections["table"])
            seen += [r["name"] for r in part]
            lines.append(self.winner(sections["winner"], part)["name"] if "winner" in sections else "none ran")
            for name in ("heat", "scatter"):
                if name in sections:
                    getattr(self, name)(sections[name], part)
            if "banks" in sections:
                self.banks(sections["banks"])
        self.check(sorted(seen) == sorted(self.records), "not every record is in one table")
        self.check(problems is None or len(parts) == problems, f"{len(parts)} problems, not {problems}")
        told = [td.words() for td in self.page.all("td", "name")]
        self.check(told == (lines if len(parts) > 1 else []), f"the winners are {lines}, the page's list {told}")
        return self.faults


def gpu(kind, results, out):
    """Times that follow the counts; or the counters, and the rank by one of them."""
    header, *records = [json.loads(line) for line in open(results, encoding="utf-8")]
    by = None if kind in ("time", "counters") else kind
    draw = random.Random(7)
    header.update(device="NVIDIA H200", simulator=False, **({"by": by} if by else {}))
    for r in records:
        counts = r["simulated"]
        if counts and kind != "time":
            r["measured"] = counts
        r.update(simulated=None, sectors=None, rank=None, tie=False)
        if r["status"] != "ok":
            continue
        us = round(2 + sum(counts[key] for key in counts if "wavefronts" in key or "sectors" in key) * (0.01 + draw.random() / 1000), 3)
        if by:
            r["cost"] = counts[by] / r["elements"] * 1000
            continue
        r["time_us"], r["cost"] = {"median": us, "min": us, "p95": us, "runs": 9, "blocks": 999}, us / r["elements"] * 1e6
        if header["kernel"] not in ("tile", "probe"):
            needed = r["needed_read_sectors"] + r["needed_written_sectors"]
            r["gb_per_s"] = round(needed * 32 / us / 1000, 1)
            if kind == "time":
                r["bound_us"], r["of_bound"] = us * 0.7, 0.7
    equal = lambda r: (r["cost"], r["shared_bytes"] / r["threads"])
    order = sorted((r for r in records if r["status"] == "ok"), key=lambda r: (*equal(r), r.get("IPAD", 0), r["number"]))
    for rank, r in enumerate(order):
        r["rank"], r["tie"] = rank + 1, rank > 0 and equal(r) == equal(order[rank - 1])
    with open(out, "w", encoding="utf-8") as file:
        for line in [header] + records:
            file.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    if sys.argv[1] == "--gpu":
        sys.exit(gpu(*sys.argv[2:5]))
    found = Checker(sys.argv[1], sys.argv[2]).run(int(sys.argv[3]) if len(sys.argv) > 3 else None)
    print("\n".join(found))
    sys.exit(bool(found))
