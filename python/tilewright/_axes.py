"""Reads axes: numbers, or a pattern such as "b (h p) (w q) c -> b h w (p q c)"."""
import functools
import re

from . import errors


class View:
    """A permutation of an array's axes. Every axis is made of members, listed in the order of the result: (extent, axis of the array, elements
    of that axis from one index to the next, axis of the result, elements of that axis from one index to the next). `order` has of each member
    its number among those of the array."""

    def __init__(self, members, shape, order):
        self.members, self.shape, self.order = tuple(members), tuple(shape), tuple(order)


def view(axes, shape, sizes):
    """The view that the caller's `axes` describe; `sizes` gives extents of a pattern's axes by name."""
    if isinstance(axes, str) and "->" in axes:
        return _pattern(axes, shape, given_sizes(sizes))
    if sizes:
        raise errors.InputError(f"the size of {', '.join(sizes)} is given, but the axes are numbers and have no names")
    return _numbers(numbers(axes), shape)


def given_sizes(sizes):
    """Sizes by name as pairs of names and ints."""
    for name, size in sizes.items():
        if not hasattr(size, "__index__") or size < 0:
            raise errors.InputError(f"the size of {name} is {size!r}; it is a number from 0 on")
    return tuple((name, sizes[name].__index__()) for name in sorted(sizes))


def numbers(axes):
    """Axes given as numbers, or as a text of such."""
    if isinstance(axes, str):
        return tuple(int(word) if re.fullmatch(r"-?\d+", word) else _no_number(word, axes) for word in axes.replace(",", " ").split())
    try:
        return tuple(axis.__index__() for axis in axes)
    except (TypeError, AttributeError):
        raise errors.InputTypeError(f"axes are {axes!r}; they are numbers, or a pattern such as \"n c h w -> n h w c\"") from None


def _no_number(word, axes):
    raise errors.InputError(f"\"{axes}\": {word} is no number, and there is no \"->\": write \"before -> after\"")


def normal(axis, rank):
    """An axis counted from 0."""
    if not -rank <= axis < rank:
        raise errors.InputError(f"there is no axis {axis}: the array has {rank}")
    return axis % rank


@functools.lru_cache(4096)
def _numbers(axes, shape):
    rank = len(shape)
    order = [normal(axis, rank) for axis in axes]
    for axis in order:
        if order.count(axis) > 1:
            raise errors.InputError(f"axis {axis} stands twice in the axes {axes}")
    if len(order) != rank:
        missing = sorted(set(range(rank)) - set(order))
        raise errors.InputError(f"the axes {axes} lack {', '.join(map(str, missing))}: the array has {rank}")
    return View(((shape[axis], axis, 1, i, 1) for i, axis in enumerate(order)), (shape[axis] for axis in order), order)


# ---- patterns ----
#
#     pattern = side "->" side      side = { axis | "(" { axis } ")" }      axis = name | "1"

TOKEN = re.compile(r"\s*(?:(?P<name>[A-Za-z_]\w*)|(?P<other>1(?!\w)|[()]))")


def _side(text, pattern):
    """The axes of one side: a list of names for each."""
    groups, inside, place, end = [], None, 0, len(text.rstrip())
    while place < end:
        token = TOKEN.match(text, place)
        if not token:
            raise errors.InputError(f"\"{pattern}\": \"{text[place:].strip()}\" begins with no name, parenthesis or 1")
        place, word = token.end(), token["name"] or token["other"]
        if word == "(" and inside is None:
            inside = []
        elif word == ")" and inside is not None:
            groups.append(inside)
            inside = None
        elif word in "()":
            raise errors.InputError(f"\"{pattern}\": parentheses do not pair, and do not nest")
        else:
            names = [] if word == "1" else [word]
            if inside is None:
                groups.append(names)
            else:
                inside += names
    if inside is not None:
        raise errors.InputError(f"\"{pattern}\": a parenthesis is not closed")
    return groups


def _sides(pattern):
    before, *after = pattern.split("->")
    if len(after) != 1:
        raise errors.InputError(f"\"{pattern}\" has more than one \"->\"")
    sides = _side(before, pattern), _side(after[0], pattern)
    names = [[name for group in side for name in group] for side in sides]
    for side in names:
        for name in side:
            if side.count(name) > 1:
                raise errors.InputError(f"\"{pattern}\": {name} stands twice on one side")
    lonely = sorted(set(names[0]) ^ set(names[1]))
    if lonely:
        raise errors.InputError(f"\"{pattern}\": {', '.join(lonely)} {'stands' if len(lonely) == 1 else 'stand'} on one side only; "
                                "nothing is summed and nothing repeated")
    return sides


def _solve(pattern, group, extent, sizes):
    """The extents of an axis's members, of which one may be open."""
    product, unknown = 1, [name for name in group if name not in sizes]
    for name in group:
        product *= sizes.get(name, 1)
    if len(unknown) > 1:
        raise errors.InputError(f"\"{pattern}\": the axis of {extent} is made of {' '.join(group)}, of which only one size may be left open: "
                                f"give {unknown[0]}=...")
    if unknown and (product == 0 or extent % product):
        known = " * ".join(f"{name}={sizes[name]}" for name in group if name in sizes)
        raise errors.InputError(f"\"{pattern}\": the axis ({' '.join(group)}) has {extent} indices, which {known} does not divide")
    if not unknown and product != extent:
        said = " * ".join(f"{name}={sizes[name]}" for name in group) or "1"
        raise errors.InputError(f"\"{pattern}\": the axis ({' '.join(group)}) has {extent} indices, and {said} is {product}")
    for name in unknown:
        sizes[name] = extent // product


def _steps(groups, sizes):
    """Maps each name to its axis and to the elements of that axis that one index of the name stands for."""
    steps = {}
    for axis, group in enumerate(groups):
        step = 1
        for name in reversed(group):
            steps[name] = axis, step
            step *= sizes[name]
    return steps


def solve(pattern, shape, given):
    """The view of a pattern; `given`: sizes, as pairs."""
    before, after = _sides(pattern)
    sizes = dict(given)
    for name in sizes:
        if not any(name in group for group in before):
            raise errors.InputError(f"\"{pattern}\" has no axis {name}, whose size is given")
    if len(before) != len(shape):
        raise errors.InputError(f"\"{pattern}\" begins with {len(before)} axes, and the array has {len(shape)}; write spaces between the axes")
    for group, extent in zip(before, shape):
        _solve(pattern, group, extent, sizes)
    reading, writing = _steps(before, sizes), _steps(after, sizes)
    members = ((sizes[name], *reading[name], *writing[name]) for group in after for name in group)
    result = []
    for group in after:
        result.append(1)
        for name in group:
            result[-1] *= sizes[name]
    places = [name for group in before for name in group]
    return View(members, result, (places.index(name) for group in after for name in group))


_pattern = functools.lru_cache(4096)(solve)
