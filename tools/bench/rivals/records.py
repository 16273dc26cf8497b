"""The record: JSON Lines, a header and then an object for each problem and contender."""
import json
from dataclasses import dataclass, field

from .classes import dense
from .contenders import CONTENDERS

FORMAT = 1
KINDS = {contender.name: contender.kind for contender in CONTENDERS}
GROWTH = "grow_"  # problems of this name are points of the curve over the bytes moved, and are not in the first chart


class BadRecord(Exception):
    """A file that is no record of this bench."""


@dataclass
class Row:
    """A problem and the records of its contenders by name."""
    name: str
    records: dict = field(default_factory=dict)

    @property
    def any(self):
        return next(iter(self.records.values()))

    def speed(self, name):
        """As a fraction of the yardstick's, which is the driver's copy."""
        return self.records.get(name, {}).get("of_copy")

    def kind(self, name):
        return KINDS.get(name)

    def of_bound(self, name):
        return self.records.get(name, {}).get("of_bound")

    def reached(self, name):
        """What is asked of a class: of the copy where rows are dense, of the bound where there are gaps; None: not known."""
        return self.speed(name) if dense(self.any) else self.of_bound(name)

    def best_peer(self):
        """The name of the fastest that is neither ours nor a copy, or None."""
        rivals = [name for name in self.records if self.kind(name) in ("peer", "classic") and self.speed(name)]
        return max(rivals, key=self.speed, default=None)

    def lead(self):
        """Our speed over the best peer's, or None."""
        best, ours = self.best_peer(), self.speed("ours")
        return ours / self.speed(best) if best and ours else None

    def spread(self):
        """What the run leaves open of that lead: half the interquartile ranges of ours and of the best peer, of the latter's
        median. None: the record has no quartiles."""
        times = [self.records[name]["us"] for name in ("ours", self.best_peer())]
        if any("q1" not in us for us in times):
            return None
        return sum(us["q3"] - us["q1"] for us in times) / 2 / times[1]["median"]

    def size(self):
        record = self.any
        batch = f"{record['batch']} of " if record["batch"] > 1 else ""
        pitches = [record.get("in_pitch", record["cols"]), record.get("out_pitch", record["rows"])]
        gaps = f", pitches {pitches[0]}, {pitches[1]}" if pitches != [record["cols"], record["rows"]] else ""
        return f"{batch}{record['rows']} x {record['cols']}{gaps}"

    @property
    def on_curve(self):
        """Squares of the type of the growth's: those of that name, and others that happen to be such."""
        record = self.any
        return record["rows"] == record["cols"] and record["batch"] == 1

    @property
    def growth_only(self):
        return self.name.startswith(GROWTH)


def read(path, bench="transpose", form=FORMAT, row=Row):
    """The header and the rows, in the order of the file. A run that was stopped gives the problems that it had finished."""
    header, rows = None, {}
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            try:
                record = json.loads(line)
            except ValueError as error:
                raise BadRecord(f"{path}:{number}: {error}") from None
            if number == 1:
                header = record
                if header.get("bench") != bench or header.get("format") != form:
                    raise BadRecord(f"{path}:1: no record of tools/bench/{bench} in format {form}")
            else:
                rows.setdefault(record["problem"], row(record["problem"])).records[record["contender"]] = record
    if not rows:
        raise BadRecord(f"{path}: no problem was recorded")
    return header, list(rows.values())


def present(rows, contenders=CONTENDERS):
    """The contenders that have a record, in the table's order."""
    return [c for c in contenders if any(c.name in row.records for row in rows)]


def curve(rows):
    """The rows of the curve by bytes moved, one for each size: squares of the type that the growth's problems have."""
    types = {row.any["type"] for row in rows if row.growth_only}
    points = {row.any["moved"]: row for row in rows if row.on_curve and row.any["type"] in types}
    return [points[moved] for moved in sorted(points)]
