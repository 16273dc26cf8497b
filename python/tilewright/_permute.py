"""Permutations."""
import functools
import json
import math

from . import _axes, _call, errors
from ._arrays import FLOATS, INTEGERS, dense, word_of

WIDEST = 16  # bytes of an element as kernels move it
TYPES = {1: "uint8", 2: "uint16", 4: "uint32", 8: "uint64", 16: "float32x4"}


@_call.untraced
def permute(x, axes, /, out=None, *, dtype=None, alpha=1, stream=None, effort="estimate", **sizes):
    """The array with its axes in another order, without gaps: axis i of the result is axis axes[i] of x, as numpy.transpose has it.

    axes: numbers, or a pattern: permute(x, "b c h w -> b h w c"); what stands in parentheses is one axis made of several, whose sizes are
    given by name where they do not follow: permute(x, "b (h p) (w q) c -> b h w (p q c)", p=16, q=16).
    out: an array of that shape and type, with any strides, which is returned. It must not overlap x.
    dtype, alpha: the result is alpha * x in that type, float16, bfloat16, float32 or float64; alpha is a number. By default nothing is cast or
    scaled.
    stream: of a library whose current stream is not known here. effort: how the kernel is chosen, "estimate", "measure" or "exhaustive".
    """
    with _call.Call(x, stream, effort) as call:
        view = _axes.view(axes, call.source.shape, sizes)
        own, word, factor = call.source.dtype, word_of(dtype) or call.source.dtype, _number(alpha)
        fields = None if word == own and factor == 1 else _cast_fields(own, word, factor)
        target = call.target(out, view.shape, call.source.native if word == own else word)
        if fields:
            _cast(call, call.source, target, view, fields)
        else:
            move(call, call.source, target, view)
        return target.owner


@_call.untraced
def transpose(x, /, out=None, *, stream=None, effort="estimate"):
    """The array with all axes reversed, as numpy.transpose has it: of a matrix its transpose."""
    with _call.Call(x, stream, effort) as call:
        rank = len(call.source.shape)
        view = _axes.view(range(rank - 1, -1, -1), call.source.shape, {})
        target = call.target(out, view.shape, call.source.native)
        move(call, call.source, target, view)
        return target.owner


def move(call, source, target, view):
    """Launches the permutation, unless there is nothing to move."""
    if 0 in view.shape or source.itemsize == 0:
        return
    _check_strides(target)
    align = 0 if call.on_host else (source.address | target.address) & (WIDEST - 1)
    problem, spans = _problem(view, source.strides, target.strides, source.itemsize, align)
    call.run(problem, ((source, *spans[0]), (target, *spans[1])))


def _check_strides(target):
    """Refuses an axis whose indices are one place, as of an array that is broadcast; the library refuses all other overlaps."""
    for axis, (extent, stride) in enumerate(zip(target.shape, target.strides)):
        if extent > 1 and stride == 0:
            raise errors.InputError(f"out repeats along axis {axis}, so its elements would be written {extent} times")


def span(extents, strides, itemsize):
    """The lowest byte of an array, and the one behind its last, from element (0, .., 0)."""
    reach = [(extent - 1) * stride for extent, stride in zip(extents, strides)]
    return sum(min(0, step) for step in reach), sum(max(0, step) for step in reach) + itemsize


def _unit(numbers):
    """The most bytes up to WIDEST that all numbers are multiples of: a power of two."""
    together = WIDEST
    for number in numbers:
        together |= number
    return together & -together


@functools.lru_cache(4096)
def _problem(view, in_strides, out_strides, itemsize, align):
    """The problem for the library, and the spans of both arrays. The kernel moves units: the largest that addresses, strides and elements are
    multiples of. Where an element has several units they become one more axis."""
    axes = [(extent, in_strides[axis] * step, out_strides[to] * to_step) for extent, axis, step, to, to_step in view.members if extent > 1]
    unit = _unit([itemsize, align] + [stride for _, *both in axes for stride in both])
    spans = [span([axis[0] for axis in axes], [axis[side] for axis in axes], itemsize) for side in (1, 2)]
    if itemsize > unit or not axes:
        axes.append((itemsize // unit, unit, unit))
    fields = _fields(*zip(*axes), unit, unit)
    return ("permute", json.dumps({**fields, "type": TYPES[unit]})), spans


def _fields(extents, ins, outs, in_size, out_size):
    """The axes in the order of the output, and strides that are given in bytes."""
    return {"axes": _text(range(len(extents)), 1), "shape": _text(extents, 1), "in_strides": _text(ins, in_size),
            "out_strides": _text(outs, out_size)}


def _text(numbers, unit):
    return " ".join(str(number // unit) for number in numbers)


# ---- casts: elements as they are, not their bytes ----


def _number(alpha):
    """A finite number as Python has it; those of NumPy and PyTorch are taken, too."""
    try:
        number = float(alpha.__float__())  # which texts have not
    except (AttributeError, TypeError, ValueError, OverflowError, RuntimeError):
        raise errors.InputTypeError(f"alpha is a {type(alpha).__name__}; it is a number") from None
    if not math.isfinite(number):
        raise errors.InputError(f"alpha is {number}; it is finite")
    return number


@functools.lru_cache(4096)
def _cast_fields(source, target, alpha):
    """The fields that say what becomes of an element; each type is given by name."""
    element = "uint8" if source == "bool" else source  # of 0 or 1
    if element not in INTEGERS + FLOATS:
        raise errors.InputTypeError(f"there are elements of type {source}; bool, {', '.join(INTEGERS + FLOATS)} are cast and scaled")
    if target not in FLOATS:
        raise errors.InputTypeError(f"the result is of type {target}; elements are cast and scaled to {', '.join(FLOATS)}")
    return {"type": element, "out_type": target, "alpha": alpha}


def _is_placed(array):
    """Whether address and strides are multiples of an element."""
    strides = [stride for extent, stride in zip(array.shape, array.strides) if extent > 1]
    return not any(number % array.itemsize for number in [array.address, *strides])


def _cast(call, source, target, view, fields):
    """Launches the cast, unless there is nothing to cast. Elements that lie at parts of elements are moved from there or to there."""
    if 0 in view.shape:
        return
    _check_strides(target)
    if not _is_placed(source):
        copy = call.temporary(view.shape, source)
        move(call, source, copy, view)
        source, view = copy, _axes.view(range(len(view.shape)), view.shape, {})
    made = target if _is_placed(target) else call.temporary(target.shape, target)
    problem, spans = _cast_problem(view, source.strides, made.strides, source.itemsize, made.itemsize, tuple(fields.items()))
    call.run(problem, ((source, *spans[0]), (made, *spans[1])))
    if made is not target:
        move(call, made, target, _axes.view(range(len(target.shape)), target.shape, {}))


@functools.lru_cache(4096)
def _cast_problem(view, in_strides, out_strides, in_size, out_size, fields):
    """As _problem, in elements."""
    axes = [(extent, in_strides[axis] * step, out_strides[to] * to_step) for extent, axis, step, to, to_step in view.members if extent > 1]
    extents, ins, outs = zip(*axes) if axes else ((1,), (in_size,), (out_size,))
    return ("permute", json.dumps({**_fields(extents, ins, outs, in_size, out_size), **dict(fields)})), \
        [span(extents, ins, in_size), span(extents, outs, out_size)]
