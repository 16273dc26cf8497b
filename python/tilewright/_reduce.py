"""Reductions. The library reduces the rows or the columns of matrices (docs/reduce.md); here the axes of an array become such."""
import builtins
import functools
import json
import math
import typing

from . import _axes, _call, _permute, errors
from ._arrays import FLOATS, INTEGERS, is_dense, word_of

ORDERS = ("fixed", "free", "compensated", "exact")


def result_types(op, dtype, integer):
    """The type that is added in, None where nothing is, and that of the results. `integer`: of sums of integers."""
    if op in ("argmin", "argmax"):
        return None, "int64"
    if op in ("any", "all"):
        return None, "bool"
    if op in ("min", "max"):
        return None, dtype
    is_integer = dtype not in FLOATS
    if op == "norm2" or dtype == "float64" or (is_integer and op == "mean"):
        return "float64", "float64"
    return (integer, integer) if is_integer else ("float32", "float32")


# ---- the axes as the library has them ----


class Layout(typing.NamedTuple):
    """Fields of the family reduce."""

    along: str
    rows: int
    cols: int
    batch: int
    pitch: int

    def count(self):
        """Elements of the array, to the last that is touched."""
        return (self.batch * self.rows - 1) * self.pitch + self.cols


def _joined(axes):
    """Neighbours of one kind that follow each other without a gap are one axis: (extent, stride, whether it is reduced)."""
    joined = []
    for extent, stride, reduced in axes:
        if joined and joined[-1][2] == reduced and joined[-1][1] == extent * stride:
            joined[-1] = (joined[-1][0] * extent, stride, reduced)
        else:
            joined.append((extent, stride, reduced))
    return joined


def layout(shape, strides, reduced):
    """The layout of an array whose strides are in elements; None: it needs a copy. Results lie one after the other, in the order of the axes
    that stay."""
    axes = [(extent, stride, axis in reduced) for axis, (extent, stride) in enumerate(zip(shape, strides)) if extent != 1]
    results = math.prod(extent for extent, _, is_reduced in axes if not is_reduced)
    if builtins.any(extent == 0 for extent, *_ in axes):
        return Layout("rows", results, 0, 1, 0)
    ordered = sorted(axes, key=lambda axis: -axis[1])
    if builtins.any(stride <= 0 for _, stride, _ in axes) or [a for a in axes if a[2]] != [a for a in ordered if a[2]] or \
            [a for a in axes if not a[2]] != [a for a in ordered if not a[2]]:
        return None
    axes = _joined(ordered)
    kinds = [is_reduced for *_, is_reduced in axes]
    if kinds and kinds[-1] and axes[-1][1] != 1 or not kinds or kinds == [False]:
        axes.append((1, 1, not (kinds and kinds[-1])))  # the innermost axis, of one element
        kinds.append(axes[-1][2])
    return _matrices(axes, kinds)


def _matrices(axes, kinds):
    extents, strides = [axis[0] for axis in axes], [axis[1] for axis in axes]
    if strides[-1] != 1:
        return None
    if kinds == [True]:
        return Layout("rows", 1, extents[0], 1, extents[0])
    if kinds == [False, True]:
        return Layout("rows", extents[0], extents[1], 1, strides[0]) if strides[0] >= extents[1] else None
    if kinds[-2:] != [True, False] or strides[-2] < extents[-1] or len(axes) > 3:
        return None
    if len(axes) == 3 and strides[0] != extents[1] * strides[1]:
        return None
    return Layout("columns", extents[-2], extents[-1], extents[0] if len(axes) == 3 else 1, strides[-2])


def axes_of(axis, rank):
    """The axes that are reduced, as a tuple of numbers from 0 on."""
    if axis is None:
        return tuple(range(rank))
    try:
        axes = (axis.__index__(),) if hasattr(axis, "__index__") else tuple(number.__index__() for number in axis)
    except (TypeError, AttributeError):
        raise errors.InputTypeError(f"axis is {axis!r}; it is a number, several, or None for all") from None
    numbers = tuple(_axes.normal(number, rank) for number in axes)
    for number in numbers:
        if numbers.count(number) > 1:
            raise errors.InputError(f"axis {number} stands twice in {axis}")
    return numbers


@functools.lru_cache(4096)
def result_shape(shape, reduced, keepdims):
    if keepdims:
        return tuple(1 if axis in reduced else extent for axis, extent in enumerate(shape))
    return tuple(extent for axis, extent in enumerate(shape) if axis not in reduced)


@functools.lru_cache(4096)
def _layout(shape, strides, itemsize, reduced):
    if builtins.any(stride % itemsize for extent, stride in zip(shape, strides) if extent != 1):
        return None
    return layout(shape, tuple(stride // itemsize for stride in strides), reduced)


# ---- calls ----


def _copied(call, array, reduced):
    """The array without gaps, the reduced axes behind the others."""
    order = [axis for axis in range(len(array.shape)) if axis not in reduced] + sorted(reduced)
    view = _axes.view(order, array.shape, {})
    copy = call.temporary(view.shape, array)
    _permute.move(call, array, copy, view)
    return copy


def _ready(call, arrays, reduced):
    """The arrays, copied where their axes need it, and the layout that all of them have."""
    is_placed = call.on_host or builtins.all(array.address % array.itemsize == 0 for array in arrays)
    layouts = [is_placed and _layout(array.shape, array.strides, array.itemsize, reduced) for array in arrays]
    first = layouts[0]
    if first and builtins.all(other == first for other in layouts[1:]):
        return arrays, first
    arrays = [_copied(call, array, reduced) for array in arrays]
    shape = arrays[0].shape
    rank, kept = len(shape), len(shape) - len(reduced)
    return arrays, _layout(shape, arrays[0].strides, arrays[0].itemsize, tuple(range(kept, rank)))


class Choice(typing.NamedTuple):
    """Fields of the family reduce; None: its default."""

    op: str
    type: str
    accumulator: typing.Optional[str]
    order: typing.Optional[str]
    ties: typing.Optional[str]


@functools.lru_cache(4096)
def _choose(op, dtype, integer, accumulator, order, ties):
    """The fields that say what is computed of elements of a type, and the type of results."""
    element = "uint8" if dtype == "bool" else dtype  # of 0 or 1
    if element not in INTEGERS + FLOATS:
        raise errors.InputTypeError(f"there are elements of type {dtype}; {op} takes bool, {', '.join(INTEGERS + FLOATS)}")
    if order is not None and order not in ORDERS:
        raise errors.InputError(f"order is {order!r}; it is one of {', '.join(ORDERS)}")
    added, result = result_types(op, element, integer(element))
    if accumulator is not None:
        if added is None or accumulator not in INTEGERS + FLOATS:
            raise errors.InputError(f"dtype is {accumulator}; " + (f"{op} adds in {', '.join(INTEGERS + FLOATS)}, as far as the family has it"
                                                                  if added else f"it is not asked of {op}, which adds nothing"))
        added = result = accumulator
    if dtype == "bool" and op in ("min", "max"):
        result = "bool"
    return Choice({"prod": "product"}.get(op, op), element, added, order, ties), result


def _chosen(op, call, dtype, order, ties):
    choice, result = _choose(op, call.source.dtype, call.library.integer, word_of(dtype), order, ties)
    return choice, call.source.native if result == call.source.dtype else result


@functools.lru_cache(4096)
def _problem(choice, layout, offsets=None):
    fields = {**choice._asdict(), **layout._asdict(), "offsets": offsets}
    return "reduce", json.dumps({name: value for name, value in fields.items() if value is not None})


def _launch(call, problem, operands, target):
    """Operands are (array, elements); results go one after the other to the target, or to a copy that is moved there."""
    results = math.prod(target.shape)
    in_place = is_dense(target.shape, target.strides, target.itemsize)
    made = target if in_place else call.temporary(target.shape, target)
    spans = [(array, 0, count * array.itemsize) for array, count in operands] + [(made, 0, results * target.itemsize)]
    call.run(problem, spans)
    if not in_place:
        _permute.move(call, made, target, _axes.view(range(len(target.shape)), target.shape, {}))


def _reduce(op, arrays, axis, out, keepdims, dtype, order, ties, stream, effort):
    with _call.Call(arrays[0], stream, effort, "a" if op == "dot" else "x") as call:
        sources = [call.source] + [call.array(array, "b") for array in arrays[1:]]
        for other in sources[1:]:
            if (other.shape, other.dtype) != (call.source.shape, call.source.dtype):
                raise errors.InputError(f"a has the shape {call.source.shape} of {call.source.dtype}, and b {other.shape} of {other.dtype}")
        reduced = axes_of(axis, len(call.source.shape))
        choice, result = _chosen(op, call, dtype, order, ties)
        target = call.target(out, result_shape(call.source.shape, reduced, keepdims), result)
        if 0 not in target.shape:
            ready, found = _ready(call, sources, reduced)
            _launch(call, _problem(choice, found), [(array, found.count()) for array in ready], target)
        return target.owner


def _segments(op, x, offsets, out, dtype, order, ties, stream, effort):
    """Reduces the pieces of an array that begin where `offsets` says."""
    with _call.Call(x, stream, effort) as call:
        places = call.array(offsets, "offsets")
        for array, name in ((call.source, "x"), (places, "offsets")):
            if len(array.shape) != 1 or not is_dense(array.shape, array.strides, array.itemsize):
                raise errors.InputError(f"{name} has the shape {array.shape} and strides of {array.strides} bytes; "
                                        "of segments it is one axis without gaps")
        if places.dtype not in ("int32", "int64") or not places.shape[0]:
            raise errors.InputTypeError(f"offsets are {places.shape[0]} of {places.dtype}; they are int32 or int64, one more than segments")
        choice, result = _chosen(op, call, dtype, order, ties)
        segments, elements = places.shape[0] - 1, call.source.shape[0]
        target = call.target(out, (segments,), result)
        if segments:
            problem = _problem(choice, Layout("segments", segments, elements, 1, elements), places.dtype)
            _launch(call, problem, [(call.source, elements), (places, segments + 1)], target)
        return target.owner


ABOUT = """{what}

    axis: a number or several; None: all. keepdims: axes that are reduced stay, with one index. out: an array for the result, of its
    shape and type, which is returned. offsets: in place of axis, of an array of one axis: segment s is x[offsets[s]:offsets[s + 1]].
    {more}order: "fixed" (bits that depend on the problem alone), "free", "compensated", "exact". stream, effort: as of permute.
    """
DTYPE = "dtype: in which is added, and the result's type. "


def _public(op, what, more=""):
    @_call.untraced
    def reduce(x, /, axis=None, out=None, *, keepdims=False, offsets=None, dtype=None, order=None, ties=None, stream=None, effort="estimate"):
        if offsets is None:
            return _reduce(op, (x,), axis, out, keepdims, dtype, order, ties, stream, effort)
        if axis is not None or keepdims:
            raise errors.InputError("offsets are given, and axis or keepdims too: segments are of an array of one axis")
        return _segments(op, x, offsets, out, dtype, order, ties, stream, effort)

    reduce.__name__ = reduce.__qualname__ = op
    reduce.__doc__ = ABOUT.format(what=what, more=more)
    return reduce


sum = _public("sum", "The sum of elements: of integers int64 or uint64, of floats of at most 4 bytes float32.", DTYPE)
prod = _public("prod", "The product of elements, in the types of sum.", DTYPE)
mean = _public("mean", "The mean of elements: of integers float64, of floats of at most 4 bytes float32.", DTYPE)
norm2 = _public("norm2", "The root of the sum of squares, in float64.", DTYPE)
min = _public("min", "The least element; NaN if there is one.")
max = _public("max", "The greatest element; NaN if there is one.")
argmin = _public("argmin", "The place of the least element, int64, counted along the axes that are reduced.", 'ties: "first" or "last". ')
argmax = _public("argmax", "The place of the greatest element, int64, counted along the axes that are reduced.", 'ties: "first" or "last". ')
any = _public("any", "Whether any element is not zero, as bool.")
all = _public("all", "Whether no element is zero, as bool.")


@_call.untraced
def dot(a, b, /, axis=None, out=None, *, keepdims=False, dtype=None, order=None, stream=None, effort="estimate"):
    """The sum of products a * b of two arrays of one shape and type: of all elements, or along axes. No matrix product.

    dtype, order, stream, effort: as of sum.
    """
    return _reduce("dot", (a, b), axis, out, keepdims, dtype, order, None, stream, effort)
