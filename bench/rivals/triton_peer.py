"""Triton: a tile transposed by tl.trans; the fastest of the tilings below, in either order of the tiles, is timed."""
import triton
import triton.language as tl

from .cuda import Absent
from .way import Way

TILES = [(16, 16), (16, 32), (32, 16), (32, 32), (32, 64), (64, 32), (64, 64), (32, 128), (128, 32), (64, 128), (128, 64),
         (128, 128), (64, 256), (256, 64)]
SMALLEST, LARGEST = 2 << 10, 64 << 10  # bytes of a tile


@triton.jit(do_not_specialize=["down"])
def turn(source, target, rows, cols, down, R: tl.constexpr, C: tl.constexpr, WIDE: tl.constexpr):
    tiles_down, tiles_across = tl.cdiv(rows, R), tl.cdiv(cols, C)
    tile = tl.program_id(0) % (tiles_down * tiles_across)
    matrix = tl.program_id(0) // (tiles_down * tiles_across)
    if down:
        tile_row, tile_col = tile % tiles_down, tile // tiles_down
    else:
        tile_row, tile_col = tile // tiles_across, tile % tiles_across
    r = tile_row * R + tl.arange(0, R)
    c = tile_col * C + tl.arange(0, C)
    inside_r, inside_c = r < rows, c < cols
    if WIDE:
        r, c, matrix = r.to(tl.int64), c.to(tl.int64), matrix.to(tl.int64)
    base = matrix * rows * cols
    held = tl.load(source + base + r[:, None] * cols + c[None, :], mask=inside_r[:, None] & inside_c[None, :])
    tl.store(target + base + c[:, None] * rows + r[None, :], tl.trans(held), mask=inside_c[:, None] & inside_r[None, :])


@triton.jit(do_not_specialize=["down"])
def turn_pairs(source, target, rows, cols, down, R: tl.constexpr, C: tl.constexpr, WIDE: tl.constexpr):
    """The same for elements of 16 bytes, which Triton has not: two numbers each."""
    tiles_down, tiles_across = tl.cdiv(rows, R), tl.cdiv(cols, C)
    tile = tl.program_id(0) % (tiles_down * tiles_across)
    matrix = tl.program_id(0) // (tiles_down * tiles_across)
    if down:
        tile_row, tile_col = tile % tiles_down, tile // tiles_down
    else:
        tile_row, tile_col = tile // tiles_across, tile % tiles_across
    r = tile_row * R + tl.arange(0, R)
    c = tile_col * C + tl.arange(0, C)
    inside_r, inside_c = r < rows, c < cols
    if WIDE:
        r, c, matrix = r.to(tl.int64), c.to(tl.int64), matrix.to(tl.int64)
    base, half = matrix * rows * cols, tl.arange(0, 2)[None, None, :]
    held = tl.load(source + (base + r[:, None] * cols + c[None, :])[:, :, None] * 2 + half,
                   mask=(inside_r[:, None] & inside_c[None, :])[:, :, None])
    tl.store(target + (base + c[:, None] * rows + r[None, :])[:, :, None] * 2 + half, tl.permute(held, (1, 0, 2)),
             mask=(inside_c[:, None] & inside_r[None, :])[:, :, None])


class Triton:
    def __init__(self, bench):
        try:
            from . import torch_peer
        except ImportError as error:
            raise Absent(f"Triton launches through PyTorch: {error}") from None
        self.bench, self.tensors = bench, torch_peer.tensors
        torch_peer.prepare(bench)
        bench.versions["triton"] = triton.__version__

    def ways(self, problem):
        turned, target = self.tensors(self.bench, problem)
        source, kernel = turned.transpose(-1, -2), turn
        if problem.element == 16:
            import torch
            source, target, kernel = torch.view_as_real(source), torch.view_as_real(target), turn_pairs
        tiles = [(r, c) for r, c in TILES if SMALLEST <= r * c * problem.element <= LARGEST]
        return [self._way(problem, kernel, source, target, r, c, down) for r, c in tiles for down in (False, True)]

    def _way(self, problem, kernel, source, target, r, c, down):
        grid = (-(-problem.rows // r) * -(-problem.cols // c) * problem.batch,)
        warps = 8 if r * c * problem.element > 16 << 10 else 4
        wide = 2 * problem.count >= 1 << 31
        return Way(f"{r}x{c}, {warps} warps, tiles {'down' if down else 'across'}",
                   lambda: kernel[grid](source, target, problem.rows, problem.cols, 2 if down else 0, R=r, C=c, WIDE=wide,
                                        num_warps=warps))
