"""Triton: sums and products of an array in two launches, sums of rows, sums of columns; the fastest of a few blockings is timed."""
import triton
import triton.language as tl

from rivals.cuda import Absent
from rivals.way import Unfit

ARRAY = ((4096, 8, 1), (8192, 8, 1), (8192, 8, 4))  # elements of a block, warps, blocks under way
LONGEST = 8192       # elements of a row that are taken at once
TILE = 4096          # elements of a block of rows or columns
FLOATS = ("float32", "float64", "float16")


@triton.jit(do_not_specialize=["stays"])
def part(a, b, out, count, stays, DOT: tl.constexpr, BLOCK: tl.constexpr, DEEP: tl.constexpr):
    """Each program adds every stays-th block of the array, DEEP of them under way, and leaves one partial sum."""
    at = tl.program_id(0).to(tl.int64) * BLOCK * DEEP
    total = tl.zeros((BLOCK,), dtype=out.dtype.element_ty)
    while at < count:
        for i in tl.static_range(DEEP):
            e = at + i * BLOCK + tl.arange(0, BLOCK)
            x = tl.load(a + e, mask=e < count, other=0).to(out.dtype.element_ty)
            if DOT:
                x *= tl.load(b + e, mask=e < count, other=0).to(out.dtype.element_ty)
            total += x
        at += stays.to(tl.int64) * BLOCK * DEEP
    tl.store(out + tl.program_id(0), tl.sum(total, axis=0))


@triton.jit
def finish(parts, out, count, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), dtype=out.dtype.element_ty)
    for at in range(0, count, BLOCK):
        e = at + tl.arange(0, BLOCK)
        total += tl.load(parts + e, mask=e < count, other=0)
    tl.store(out, tl.sum(total, axis=0))


@triton.jit
def rows_of(a, out, rows, cols, ROWS: tl.constexpr, COLS: tl.constexpr):
    """A program adds ROWS rows, COLS elements of each at a time."""
    r = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)
    total = tl.zeros((ROWS, COLS), dtype=out.dtype.element_ty)
    for at in range(0, cols, COLS):
        c = at + tl.arange(0, COLS)
        inside = (r < rows)[:, None] & (c < cols)[None, :]
        total += tl.load(a + r[:, None] * cols + c[None, :], mask=inside, other=0)
    tl.store(out + r, tl.sum(total, axis=1), mask=r < rows)


@triton.jit
def columns_of(a, out, rows, cols, share, ROWS: tl.constexpr, COLS: tl.constexpr):
    """A program adds the rows of its share (the grid's y) in COLS columns, ROWS at a time; out has a row for each share."""
    c = tl.program_id(0).to(tl.int64) * COLS + tl.arange(0, COLS)
    first = tl.program_id(1).to(tl.int64) * share
    total = tl.zeros((ROWS, COLS), dtype=out.dtype.element_ty)
    for at in range(0, share, ROWS):
        r = first + at + tl.arange(0, ROWS)
        inside = ((r < rows) & (r < first + share))[:, None] & (c < cols)[None, :]
        total += tl.load(a + r[:, None] * cols + c[None, :], mask=inside, other=0)
    tl.store(out + tl.program_id(1).to(tl.int64) * cols + c, tl.sum(total, axis=0), mask=c < cols)


def power(number):
    return triton.next_power_of_2(max(number, 1))


class Triton:
    def __init__(self, bench):
        try:
            from . import torch_peer
        except ImportError as error:
            raise Absent(f"Triton launches through PyTorch: {error}") from None
        self.bench, self.torch = bench, torch_peer
        torch_peer.prepare(bench)
        bench.versions["triton"] = triton.__version__

    def ways(self, problem):
        if problem.type not in FLOATS or problem.op not in ("sum", "dot") or problem.along == "segments":
            raise Unfit("not among the kernels that were written")
        if problem.along == "rows" and problem.rows == 1:
            return [self._array(problem, *each) for each in ARRAY]
        blockings = self._rows(problem) if problem.along == "rows" else self._columns(problem)
        return [self._matrix(problem, *each) for each in blockings]

    def _tensor(self, address, count, kind):
        return self.torch.tensor(address, (count,), kind)

    def _array(self, problem, block, warps, deep):
        bench = self.bench
        stays = max(1, min(-(-problem.cols // (block * deep)), 8 * bench.multiprocessors))
        out = self._tensor(bench.target, 1, problem.result)
        parts = out if stays == 1 else self._tensor(bench.scratch(8 * stays), stays, problem.result)

        def make(a, extra):
            x = self._tensor(a, problem.cols, problem.type)
            y = self._tensor(extra, problem.cols, problem.type) if problem.op == "dot" else x

            def call():
                part[(stays,)](x, y, parts, problem.cols, stays, DOT=problem.op == "dot", BLOCK=block, DEEP=deep, num_warps=warps)
                if stays > 1:
                    finish[(1,)](parts, out, stays, BLOCK=2048, num_warps=8)
            return call
        return bench.way(f"{stays} programs, {deep} x {block} elements at a time", make)

    def _rows(self, problem):
        """Rows of a program, elements at a time, warps."""
        wide = min(power(problem.cols), LONGEST)
        return [(max(1, TILE // wide), wide, 4 if wide < 2048 else 8)] + ([(1, wide, 4)] if 256 <= wide < TILE else [])

    def _columns(self, problem):
        wide = min(power(problem.cols), 512)
        return [(TILE // each, each, 8) for each in sorted({wide, min(wide, 128)})]

    def _matrix(self, problem, high, wide, warps):
        bench, kernel = self.bench, rows_of if problem.along == "rows" else columns_of
        out = self._tensor(bench.target, problem.results, problem.result)
        if problem.along == "rows":
            return bench.way(f"{high} rows, {wide} elements at a time", lambda a, extra: self._row_call(problem, high, wide, warps, a, out))
        across = -(-problem.cols // wide)
        down = max(1, min(8 * bench.multiprocessors // across, -(-problem.rows // high), 65535))
        share = -(-problem.rows // down)
        parts = out if down == 1 else self._tensor(bench.scratch(8 * down * problem.cols), down * problem.cols, problem.result)

        def make(a, extra):
            x = self._tensor(a, problem.count, problem.type)

            def call():
                kernel[(across, down)](x, parts, problem.rows, problem.cols, share, ROWS=high, COLS=wide, num_warps=warps)
                if down > 1:
                    kernel[(across, 1)](parts, out, down, problem.cols, down, ROWS=high, COLS=wide, num_warps=warps)
            return call
        return bench.way(f"{high}x{wide} at a time, {down} shares", make)

    def _row_call(self, problem, high, wide, warps, a, out):
        x, grid = self._tensor(a, problem.count, problem.type), (-(-problem.rows // high),)
        return lambda: rows_of[grid](x, out, problem.rows, problem.cols, ROWS=high, COLS=wide, num_warps=warps)
