"""The record: JSON Lines, a header and then an object for each problem and contender."""
from rivals import records

from .contenders import CONTENDERS

FORMAT = 1
KINDS = {contender.name: contender.kind for contender in CONTENDERS}


class Row(records.Row):
    """A problem and the records of its contenders by name."""

    def speed(self, name):
        return self.records.get(name, {}).get("of_plain")

    def kind(self, name):
        return KINDS.get(name)

    def size(self):
        record = self.any
        shape = f"{record['rows']} x {record['cols']}" if record["rows"] > 1 else str(record["cols"])
        if record["along"] == "segments":
            shape = f"{record['rows']} segments of {record['cols']}"
        noise = "" if record["noise"] == "uniform" or record["type"].startswith("int") else f", {record['noise']}"
        return f"{record['type']}, {shape}{noise}"

    @property
    def on_curve(self):
        """Sums of whole arrays."""
        record = self.any
        return record["op"] == "sum" and record["along"] == "rows" and record["rows"] == 1 and record["noise"] == "uniform"


def read(path):
    return records.read(path, "reduce", FORMAT, Row)


def present(rows):
    return records.present(rows, CONTENDERS)


def curve(rows):
    """The rows of the curve, one for each size: sums of the type that most of them have."""
    sums = [row for row in rows if row.on_curve]
    types = [row.any["type"] for row in sums]
    points = {row.any["moved"]: row for row in reversed(sums) if row.any["type"] == max(types, key=types.count)}
    return [points[moved] for moved in sorted(points)]
