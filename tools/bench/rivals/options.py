"""What the benches' command lines share."""
import argparse
import sys


def contender_names(contenders):
    """A parser's type: a list of names, as those contenders."""
    known = [contender.name for contender in contenders]

    def read(text):
        names = text.split(",")
        for name in names:
            if name not in known:
                raise argparse.ArgumentTypeError(f"no contender {name!r}; there are {', '.join(known)}")
        return [contender for contender in contenders if contender.name in names]
    return read


def at_least_one(text):
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return value


def fail(bench, status, error):
    print(f"{bench}: {error}", file=sys.stderr)
    sys.exit(status)
