"""A terminal that commands run on, for tests: what they draw after the cursor, and what stands on the screen in the end.

It knows what tilewright writes: text, ends of lines, colours, saving and restoring the cursor, wiping to the end of the line, and
whether a line that is too long goes on in the next one."""
import errno
import fcntl
import os
import pty
import re
import struct
import subprocess
import termios

PIECES = re.compile(r"\033\[\??[0-9;]*[A-Za-z]|\033[78]|[^\033]|\033")


class Screen:
    def __init__(self, columns):
        self.columns, self.lines, self.row, self.column = columns, [[]], 0, 0
        self.saved, self.wraps, self.drawing, self.drawn = None, True, None, []

    def put(self, character):
        if self.column == self.columns:
            if self.wraps:
                self.row, self.column = self.row + 1, 0
            else:
                self.column -= 1
        while len(self.lines) <= self.row:
            self.lines.append([])
        line = self.lines[self.row]
        line.extend(" " * (self.column + 1 - len(line)))
        line[self.column] = character
        self.column += 1
        if self.drawing is not None:
            self.drawing += character

    def take(self, piece):
        if piece == "\n":
            self.row += 1
            while len(self.lines) <= self.row:
                self.lines.append([])
        elif piece == "\r":
            self.column = 0
        elif piece == "\0337":
            self.saved, self.drawing = (self.row, self.column), ""
        elif piece == "\0338":
            self.drawn.append(self.drawing)
            (self.row, self.column), self.drawing = self.saved, None
        elif piece == "\033[K":
            while len(self.lines) <= self.row:
                self.lines.append([])
            del self.lines[self.row][self.column:]
        elif piece in ("\033[?7l", "\033[?7h"):
            self.wraps = piece.endswith("h")
        elif not re.fullmatch(r"\033\[[0-9;]*m", piece):
            self.put(piece)

    def text(self):
        return "\n".join("".join(line).rstrip() for line in self.lines).rstrip("\n")


def run(command, columns=80, stdout=None, **variables):
    """Runs the command on a terminal; where stdout is a file, on that. Returns (status, what was drawn, the screen's text)."""
    environment = {**os.environ, "TERM": "xterm", "TILEWRIGHT_PROGRESS": "0", **variables}
    environment.pop("COLUMNS", None)
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=stdout or slave, stderr=slave, env=environment)
    os.close(slave)
    said = b""
    while True:
        try:
            part = os.read(master, 65536)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            part = b""
        if not part:
            break
        said += part
    os.close(master)
    screen = Screen(columns)
    for piece in PIECES.findall(said.decode(errors="replace")):
        screen.take(piece)
    return child.wait(), screen.drawn, screen.text()
