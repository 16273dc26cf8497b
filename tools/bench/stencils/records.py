"""The record: JSON Lines, a header and then an object for each problem and contender."""
from rivals import records

from .contenders import CONTENDERS

FORMAT = 1
KINDS = {contender.name: contender.kind for contender in CONTENDERS}


class Row(records.Row):
    """A problem and the records of its contenders by name."""

    def kind(self, name):
        return KINDS.get(name)

    def size(self):
        record = self.any
        gaps = f", pitch {record['pitch']}" if record["pitch"] != record["cols"] else ""
        shape = f"{record['rows']} x {record['cols']}" if record["rows"] > 1 else str(record["cols"])
        return f"{record['type']}, {shape}{gaps}"


def read(path):
    return records.read(path, "stencil", FORMAT, Row)


def present(rows):
    return records.present(rows, CONTENDERS)
