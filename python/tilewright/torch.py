"""The same functions as operators of PyTorch's: torch.compile takes them into its graphs, and gradients go through permutations, sums and means.

    import tilewright.torch as tilewright
    y = tilewright.permute(x, "n c h w -> n h w c")

They return new tensors; where an `out` is wanted, or neither a graph nor a gradient, tilewright.permute and the others are quicker.
"""
import math
from typing import List, Optional

import torch

from . import _axes, _permute, _reduce, errors
from ._arrays import word_of

NAMES = ("permute", "transpose", "sum", "prod", "min", "max", "argmin", "argmax", "mean", "any", "all", "norm2")


# ---- permutations: an array of members, `split`, in another order, whose neighbours are then joined to `shape` ----


@torch.library.custom_op("tilewright::permute", mutates_args=())
def _permuted(x: torch.Tensor, split: List[int], axes: List[int], shape: List[int], dtype: Optional[str] = None,
              alpha: float = 1.0) -> torch.Tensor:
    return _permute.permute(x.detach().view(split), axes, dtype=dtype, alpha=alpha).view(shape)


@_permuted.register_fake
def _(x, split, axes, shape, dtype=None, alpha=1.0):
    return x.new_empty(shape, dtype=getattr(torch, dtype) if dtype else x.dtype)


def _keep_axes(ctx, inputs, output):
    x, ctx.split, ctx.axes, _, _, ctx.alpha = inputs
    ctx.shape, ctx.dtype = x.shape, word_of(x.dtype)


def _permute_back(ctx, gradient):
    """The gradient is scaled as the elements were, and cast back."""
    inverse = [ctx.axes.index(i) for i in range(len(ctx.axes))]
    back = _permuted(gradient, [ctx.split[axis] for axis in ctx.axes], inverse, list(ctx.shape), ctx.dtype, ctx.alpha)
    return back, None, None, None, None, None


_permuted.register_autograd(_permute_back, setup_context=_keep_axes)


def permute(x, axes, *, dtype=None, alpha=1.0, **sizes):
    """As tilewright.permute."""
    extents, order, shape = _members(x, axes, sizes)
    split = [0] * len(order)
    for place, extent in zip(order, extents):
        split[place] = extent
    return _permuted(x, split, order, shape, word_of(dtype), alpha)


def _members(x, axes, sizes):
    """The members of an array's axes in the order of the result: their extents, and their numbers among those of the array; the result's
    shape. Extents may be symbols of a graph for any sizes, so nothing is sorted or looked up by them."""
    if isinstance(axes, str) and "->" in axes:
        view = _axes.solve(axes, tuple(x.shape), _axes.given_sizes(sizes))
        return [member[0] for member in view.members], list(view.order), list(view.shape)
    axes = _axes.numbers(axes)
    order = [_axes.normal(axis, x.dim()) for axis in axes]
    if sizes or sorted(order) != list(range(x.dim())):
        _axes.view(axes, (1,) * x.dim(), sizes)  # which says what is wrong
    extents = [x.shape[axis] for axis in order]
    return extents, order, extents


def transpose(x):
    """As tilewright.transpose."""
    return permute(x, range(x.dim() - 1, -1, -1))


# ---- reductions ----


@torch.library.custom_op("tilewright::reduce", mutates_args=())
def _reduced(x: torch.Tensor, op: str, axis: List[int], keepdims: bool, dtype: Optional[str], order: Optional[str],
             ties: Optional[str]) -> torch.Tensor:
    return getattr(_reduce, op)(x.detach(), tuple(axis), keepdims=keepdims, dtype=dtype, order=order, ties=ties)


@_reduced.register_fake
def _(x, op, axis, keepdims, dtype, order, ties):
    name = str(x.dtype)[6:]
    result = dtype or (_reduce.result_types(op, name, "int64")[1])
    return x.new_empty(_reduce.result_shape.__wrapped__(x.shape, axis, keepdims), dtype=getattr(torch, result))


def _keep_shape(ctx, inputs, output):
    x, ctx.op, ctx.axis, ctx.keepdims, *_ = inputs
    ctx.shape, ctx.dtype = x.shape, x.dtype


def _reduce_back(ctx, gradient):
    if ctx.op not in ("sum", "mean"):
        raise errors.UnsupportedError(f"the gradient of {ctx.op} is not there; sum and mean have one")
    kept = [1 if axis in ctx.axis else extent for axis, extent in enumerate(ctx.shape)]
    spread = gradient.reshape(kept).expand(ctx.shape)
    if ctx.op == "mean":
        spread = spread / math.prod(ctx.shape[axis] for axis in ctx.axis)
    return spread.to(ctx.dtype), None, None, None, None, None, None


_reduced.register_autograd(_reduce_back, setup_context=_keep_shape)


def _operator(op):
    def reduce(x, axis=None, *, keepdims=False, dtype=None, order=None, ties=None):
        return _reduced(x, op, list(_reduce.axes_of(axis, x.dim())), keepdims, word_of(dtype), order, ties)

    reduce.__name__ = reduce.__qualname__ = op
    reduce.__doc__ = f"As tilewright.{op}."
    return reduce


for _name in NAMES[2:]:
    globals()[_name] = _operator(_name)
__all__ = list(NAMES)
