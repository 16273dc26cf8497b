"""Triton: a tile transposed by tl.trans; the fastest of the tilings below, in either order of the tiles, is timed."""
import triton
import triton.language as tl

from .cuda import Absent
from .way import Unfit, Way

TILES = [(16, 16), (16, 32), (32, 16), (32, 32), (32, 64), (64, 32), (64, 64), (32, 128), (128, 32), (64, 128), (128, 64),
         (128, 128), (64, 256), (256, 64)]
SMALLEST, LARGEST = 2 << 10, 64 << 10  # bytes of a tile
NARROW = 64                            # elements of the shorter side beyond which only the tiles above are tried
FLAT = (512, 2048)                     # elements
LONG = (64, 256, 1024)                 # elements of the longer side of a tile that is as wide as a narrow matrix


def tiles(problem):
    """The tiles above, and for narrow matrices ones as wide as these; none is twice as long as the matrix, or more."""
    high, wide = (1 << (side - 1).bit_length() for side in (problem.rows, problem.cols))
    found = [(r, c) for r, c in TILES if SMALLEST <= r * c * problem.element <= LARGEST and r <= max(high, 16) and c <= max(wide, 16)]
    if min(high, wide) <= NARROW:
        long = [(r, wide) for r in LONG if r <= high and wide <= high] + [(high, c) for c in LONG if c <= wide and high <= wide]
        found += [(r, c) for r, c in long if r * c * problem.element <= LARGEST and (r, c) not in found]
    found = found or [(min(high, 32), min(wide, 32))]
    return found


@triton.jit(do_not_specialize=["down"])
def turn(source, target, rows, cols, before, after, down, R: tl.constexpr, C: tl.constexpr, WIDE: tl.constexpr):
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
    source += matrix * rows * before
    target += matrix * cols * after
    held = tl.load(source + r[:, None] * before + c[None, :], mask=inside_r[:, None] & inside_c[None, :])
    tl.store(target + c[:, None] * after + r[None, :], tl.trans(held), mask=inside_c[:, None] & inside_r[None, :])


@triton.jit(do_not_specialize=["down"])
def turn_pairs(source, target, rows, cols, before, after, down, R: tl.constexpr, C: tl.constexpr, WIDE: tl.constexpr):
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
    half = tl.arange(0, 2)[None, None, :]
    held = tl.load(source + (matrix * rows * before + r[:, None] * before + c[None, :])[:, :, None] * 2 + half,
                   mask=(inside_r[:, None] & inside_c[None, :])[:, :, None])
    tl.store(target + (matrix * cols * after + c[:, None] * after + r[None, :])[:, :, None] * 2 + half, tl.permute(held, (1, 0, 2)),
             mask=(inside_c[:, None] & inside_r[None, :])[:, :, None])


@triton.jit
def turn_flat(source, target, count, R: tl.constexpr, C: tl.constexpr, BLOCK: tl.constexpr, GATHER: tl.constexpr, WIDE: tl.constexpr):
    """For what is narrower than a tile: consecutive elements of one side, of as many matrices as they are of, each from or to
    its place on the other."""
    at = tl.program_id(0).to(tl.int64) * BLOCK if WIDE else tl.program_id(0) * BLOCK
    at = at + tl.arange(0, BLOCK)
    matrix, within = at // (R * C), at % (R * C)
    if GATHER:
        tl.store(target + at, tl.load(source + matrix * (R * C) + within % R * C + within // R, mask=at < count), mask=at < count)
    else:
        tl.store(target + matrix * (R * C) + within % C * R + within // C, tl.load(source + at, mask=at < count), mask=at < count)


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
        ways = [self._way(problem, kernel, source, target, r, c, down) for r, c in tiles(problem) for down in (False, True)]
        if min(problem.rows, problem.cols) <= NARROW and problem.dense and problem.element < 16:
            ways += [self._flat(problem, source, target, block, gather) for block in FLAT for gather in (True, False)]
        if not ways:
            raise Unfit("no tiling takes it")
        return ways

    def _flat(self, problem, source, target, block, gather):
        wide = 2 * problem.count >= 1 << 31
        grid = (-(-problem.count // block),)
        return Way(f"flat, {block} elements {'of the output' if gather else 'of the input'}",
                   lambda: turn_flat[grid](source, target, problem.count, R=problem.rows, C=problem.cols, BLOCK=block,
                                           GATHER=gather, WIDE=wide, num_warps=4))

    def _way(self, problem, kernel, source, target, r, c, down):
        grid = (-(-problem.rows // r) * -(-problem.cols // c) * problem.batch,)
        warps = 8 if r * c * problem.element > 16 << 10 else 4
        wide = max(problem.in_bytes, problem.out_bytes) // problem.element * 2 >= 1 << 31
        return Way(f"{r}x{c}, {warps} warps, tiles {'down' if down else 'across'}",
                   lambda: kernel[grid](source, target, problem.rows, problem.cols, problem.in_pitch,
                                        problem.out_pitch, 2 if down else 0, R=r, C=c, WIDE=wide,
                                        num_warps=warps))
