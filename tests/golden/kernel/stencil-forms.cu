// line: stencil family of tilewright 0.1.0, from stencil-forms.json; line of radius 3
// fixed boundary, 3 x 1000 float32 at pitches 1002 and 1004
// grid 3, block (128, 1); a block computes 1 x 1024 elements
// The column that stands for one that may lie beyond the ends of its row; negative: none does.
static __device__ int line_place(int column)
{
    return (unsigned)column < 1000 ? column : -1;
}

static __device__ float line_element(const float *row, int column)
{
    column = line_place(column);
    return column < 0 ? 0 : __ldg(row + column);
}

// sum, and the 7 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float line_sum(float sum, const float *u, const float *c)
{
#pragma unroll
    for (int i = 0; i < 7; i++) sum += c[i] * u[i];
    return sum;
}

// Whether the element is less than 3 from an edge, and so is copied.
static __device__ bool line_is_border(int column)
{
    return column < 3 || column >= 1000 - 3;
}

// The vector of a row that begins at a column. Needed are its elements from `left` on and before `right`: of one that
// an end of the row cuts just they are loaded, and of others a half, or a single one, where that is enough.
static __device__ __forceinline__ void line_load(bool inner, const float *row, int column, int left, int right, float *u)
{
    const int needed = right <= 0 ? 2 - left : left >= 2 ? right : 2;
    const bool whole = inner || (unsigned)column <= 998;
    if (needed > 1 && whole) {
        const float2 v = __ldg((const float2 *)(row + column));
        u[0] = v.x;
        u[1] = v.y;
        return;
    }
#pragma unroll
    for (int j = 0; j < 2; j++)
        if (j >= left || j < right) u[j] = inner ? __ldg(row + column + j) : line_element(row, column + j);
}

// The vectors of a row beside the thread's own, which stands in the middle of the window u.
static __device__ __forceinline__ void line_neighbours(bool inner, const float *row, int column, float *u)
{
#pragma unroll
    for (int k = 1; k <= 2; k++) {
        const int shift = k * 2, near_left = shift - 3, near_right = 2 - near_left;
        line_load(inner, row, column - shift, near_left, 0, u + 4 - shift);
        line_load(inner, row, column + shift, 2, near_right, u + 4 + shift);
    }
}

static __device__ __forceinline__ void line_store(bool inner, float *row, int column, const float *sum)
{
    if (inner || column <= 998) {
        __stcs((float2 *)(row + column), make_float2(sum[0], sum[1]));
        return;
    }
#pragma unroll
    for (int j = 0; j < 2; j++)
        if (inner || column + j < 1000) __stcs(row + column + j, sum[j]);
}

// The vectors of a thread, a block's columns apart. inner: no neighbour of the warp's lies beyond an end of the row.
static __device__ __forceinline__ void line_march(bool inner, const float *in, float *out, int column, const float *coefficients)
{
    float c[7];
#pragma unroll
    for (int k = 0; k < 7; k++) {
        c[k] = __ldg(coefficients + k);
        asm volatile("" : "+f"(c[k])); // read once, here
    }
#pragma unroll 1
    for (int turn = 0; turn < 4; turn += 2) {
        float u[2][10];
#pragma unroll
        for (int b = 0; b < 2; b++) {
            const int at = column + (turn + b) * 256;
            if (!inner && at >= 1000) break;
            line_load(inner, in, at, 0, 0, u[b] + 4);
            line_neighbours(inner, in, at, u[b]);
        }
#pragma unroll
        for (int b = 0; b < 2; b++) {
            const int at = column + (turn + b) * 256;
            float sum[2];
            if (!inner && at >= 1000) break;
#pragma unroll
            for (int j = 0; j < 2; j++) sum[j] = line_sum(0, u[b] + 4 - 3 + j, c);
#pragma unroll
            for (int j = 0; j < 2; j++)
                if (!inner && at + j < 1000 && line_is_border(at + j)) sum[j] = __ldg(in + at + j);
            line_store(inner, out, at, sum);
        }
    }
}

extern "C" __global__ void __launch_bounds__(128) line(const float *__restrict__ in, float *__restrict__ out, const float *__restrict__ coefficients)
{
    const int left = (int)(blockIdx.x % 1) * 1024;
    const int column = left + (int)threadIdx.x * 2; // of the thread's first vector
    const int lane = threadIdx.x % 32;
    const int begin = column - lane * 2; // of the warp's
    const int row = (int)(blockIdx.x / 1) * 1 + (int)threadIdx.y;
    if (column >= 1000 || row >= 3) return;
    in += (long long)row * 1002;
    out += (long long)row * 1004;

    if (begin >= 4 && begin <= 164)
        line_march(true, in, out, column, coefficients);
    else
        line_march(false, in, out, column, coefficients);
}

// wide, of stencil.cu.mustache:
...
// periodic boundary, 1 x 4294967296 float64 at pitches 4294967296 and 4294967296
// grid 16777216, block (128, 1); a block computes 1 x 256 elements
__constant__ double coefficients[3];

// The column that stands for one that may lie beyond the ends of its row; negative: none does.
static __device__ long long wide_place(long long column)
{
    // whether it is a neighbour of any
    const bool counts = (unsigned long long)(column + 2) < (unsigned long long)4294967296 + 2 * 2;
    column += column < 0 ? 4294967296 : column >= 4294967296 ? -4294967296 : 0;
    return counts ? column : -1;
}

...
static __device__ __forceinline__ double wide_sum(double sum, const double *u, const double *c)
{
    sum += c[0] * u[2];
#pragma unroll
    for (int i = 1; i <= 2; i++) sum += c[i] * (u[2 - i] + u[2 + i]);
    return sum;
}
...
        asm volatile("" : "+d"(c[k])); // read once, here
    }
    {
        const int turn = 0;
        double u[1][6];
#pragma unroll
...

// wide, of stencil_async.cu.mustache:
...
static __device__ __forceinline__ void wide_bring(const double *in, const double *row, long long column, unsigned to)
{
    const bool nothing = !row;
    if (nothing) {
        wide_copy(to, in, false);
...

// narrow, of stencil.cu.mustache:
...
}

// The row that stands for one that may lie beyond the first or the last; NULL: none does.
static __device__ const float *narrow_row(const float *in, int row)
{
    return (unsigned)row < 9 ? in + (long long)row * 8 : nullptr;
}

// sum, and the 3 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float narrow_sum(float sum, const float *u, const float *c)
...
    const int needed = right <= 0 ? 4 - left : left >= 4 ? right : 4;
    const bool whole = inner || (unsigned)column <= 2;
    if (needed == 2 && whole) {
        const int j = right <= 0 ? 2 : 0;
        const float2 v = __ldg((const float2 *)(row + column + j));
        u[j] = v.x;
        u[j + 1] = v.y;
        return;
    }
    if (needed > 1 && whole) {
        const float4 v = __ldg((const float4 *)(row + column));
        u[0] = v.x;
        u[1] = v.y;
        u[2] = v.z;
        u[3] = v.w;
        return;
    }
...
}

// Down the rows from `first` to before `last`. inner: no neighbour lies beyond an edge, and no row is missing.
static __device__ __forceinline__ void narrow_march(bool inner, const float *in, float *out, int column, int first, int last)
{
    float c[5];
#pragma unroll
    for (int k = 0; k < 5; k++) {
        c[k] = coefficients[k];
        asm volatile("" : "+f"(c[k])); // read once, here
    }
    const int end = (inner ? 6 : (int)(last - first)) + 2 * 1; // rows that come in
    float sum[3][4] = {}; // sum[k]: of the row that lies 1 - k above the one that comes in
#pragma unroll 3
    for (int turn = 0; turn < end; turn += 8) {
        float u[8][12];
#pragma unroll
        for (int b = 0; b < 8; b++) {
            const int row = first - 1 + turn + b;
            if (turn + b >= end) break;
            const float *const from = inner ? in + (long long)row * 8 : narrow_row(in, row);
#pragma unroll
            for (int j = 0; j < 12; j++) u[b][j] = 0;
            if (!inner && !from) continue;
            narrow_load(inner, from, column, 0, 0, u[b] + 4);
            if (row < first || row >= last) continue; // no sum needs more of it
            narrow_neighbours(inner, from, column, u[b]);
        }
#pragma unroll
        for (int b = 0; b < 8; b++) {
            const int row = first - 2 * 1 + turn + b; // the one whose sum becomes complete
            if (turn + b >= end) break;
#pragma unroll
            for (int j = 0; j < 4; j++) {
                const float *const w = u[b] + 4 - 1 + j;
                sum[1][j] = narrow_sum(sum[1][j], w, c + 1);
#pragma unroll
                for (int i = 1; i <= 1; i++) {
                    sum[1 - i][j] += c[3 + i] * w[1];
                    sum[1 + i][j] += c[1 - i] * w[1];
                }
            }
            if (row >= first) {
#pragma unroll
                for (int j = 0; j < 4; j++)
                    if (!inner && column + j < 6 && narrow_is_border(row, column + j))
                        sum[0][j] = __ldg(in + (long long)row * 8 + column + j);
                narrow_store(inner, out + (long long)row * 8, column, sum[0]);
            }
#pragma unroll
            for (int j = 0; j < 4; j++) {
#pragma unroll
                for (int k = 1; k < 3; k++) sum[k - 1][j] = sum[k][j];
                sum[3 - 1][j] = 0;
            }
        }
    }
}

extern "C" __global__ void __launch_bounds__(64) narrow(const float *__restrict__ in, float *__restrict__ out)
{
...
    const int lane = threadIdx.x % 32;
    const int begin = column - lane * 4; // of the warp's
    const int first = ((int)(blockIdx.x / 1) * 2 + (int)threadIdx.y) * 6;
    if (column >= 6 || first >= 9) return;
    const int last = first + 6 < 9 ? first + 6 : 9;

    if (begin >= 4 && begin <= -126 && first >= 1 && first <= 2)
        narrow_march(true, in, out, column, first, last);
    else
        narrow_march(false, in, out, column, first, last);
}

// narrow, of stencil_async.cu.mustache:
...
        return;
    }
    if (low >= 2 || high <= 2) {
        const int j = low >= 2 ? 2 : 0;
        const float2 v = *(const float2 *)(from + j);
        u[j] = v.x;
        u[j + 1] = v.y;
        return;
    }
    const float4 v = *(const float4 *)from;
    u[0] = v.x;
    u[1] = v.y;
    u[2] = v.z;
    u[3] = v.w;
}

...
            return;
        }
        const float *const from = narrow_row(in, row);
        narrow_bring(in, from, column, at);
        if (x < 2) narrow_bring(in, from, column + 128, at + 32 * 16);
...
                for (int k = 0; k < 3; k++) {
                    const float *const w = u + 0 + j; // the neighbour in the same column
                    if (k < 1)
                        sum[k][j] += c[3 + 1 - k] * w[0];
                    else if (k > 1)
                        sum[k][j] += c[2 * 1 - k] * w[0];
                    else
                        sum[k][j] = narrow_sum(sum[k][j], w - 1, c + 1);
                }
            }
...

// slope, of stencil.cu.mustache:
...
    // whether it is a neighbour of any
    const bool counts = (unsigned)(column + 4) < (unsigned)1000 + 2 * 4;
    column = min(abs(column), 1000 - 1 - column + (1000 - 1));
    return counts ? column : -1;
}
...
static __device__ __forceinline__ float slope_sum(float sum, const float *u, const float *c)
{
#pragma unroll
    for (int i = 1; i <= 4; i++) sum += c[i - 1] * (u[4 + i] - u[4 - i]);
    return sum;
}
...
static __device__ __forceinline__ void slope_march(bool inner, const float *in, float *out, int column)
{
    const float c[4] = {
        8.00000000e-01f, -2.00000000e-01f, 3.80952381e-02f, -3.57142857e-03f};
    {
        const int turn = 0;
...

// slope, of stencil_async.cu.mustache:
...
        if (x < 2) slope_bring(in, from, column + 512, at + 128 * 16);
    };
    const float c[4] = {
        8.00000000e-01f, -2.00000000e-01f, 3.80952381e-02f, -3.57142857e-03f};
    constexpr int lows[] = {  }, highs[] = {  };
    float sum[1][4] = {}; // sum[k]: of the row 0 - k above the one that comes in
...

// divergent, of stencil.cu.mustache:
...
extern "C" __global__ void __launch_bounds__(256) divergent(const float *__restrict__ in, float *__restrict__ out)
{
    __shared__ float tile[1][260];
    const int x = threadIdx.x, y = threadIdx.y;
    const int left = (int)(blockIdx.x % 4) * 256;
    const int top = (int)(blockIdx.x / 4) * 1;
    const int column = left + x, row = top + y;

#pragma unroll 1
    for (int j = y; j < 1; j += 1) {
        const float *const from = top + j < 1 ? in + (long long)(top + j) * 1000 : nullptr;
#pragma unroll 1
        for (int i = x; i < 260; i += 256)
            tile[j][i] = from ? divergent_element(from, left + i - 2) : 0;
    }
    __syncthreads();
    if (column >= 1000 || row >= 1) return;

    float sum = 0;
    {
        unsigned k = x % 5u; // every thread goes through the coefficients from another one on
#pragma unroll 1
        for (int step = 0; step < 5; step++) {
            sum += coefficients[k] * tile[y][x + k];
            k = k + 1 == 5 ? 0 : k + 1;
        }
    }
    __stcs(out + (long long)row * 1000 + column, sum);
}

// steps, of stencil.cu.mustache:
...
static __device__ const float *steps_row(const float *in, int row)
{
    const bool counts = (unsigned)(row + 2) < (unsigned)50 + 2 * 2;
    row = min(abs(row), 50 - 1 - row + (50 - 1));
    return counts ? in + (long long)row * 1000 : nullptr;
}

...
static __device__ __forceinline__ void steps_march(bool inner, const float *in, float *out, int column, int first, int last)
{
    const float c[3] = {
        -5.00000000e+00f, 1.33333333e+00f, -8.33333333e-02f};
    const int end = (inner ? 6 : (int)(last - first)) + 2 * 2; // rows that come in
    float sum[5][4] = {}; // sum[k]: of the row that lies 2 - k above the one that comes in
...

// box, of stencil.cu.mustache:
...
{
    const bool counts = (unsigned)(row + 1) < (unsigned)50 + 2 * 1;
    row += row < 0 ? 50 : row >= 50 ? -50 : 0;
    return counts ? in + (long long)row * 1001 : nullptr;
}
...
}

// Into shared memory: 16 bytes; without a source zeros.
static __device__ __forceinline__ void box_copy(unsigned to, const float *from, bool is_there)
{
    const int bytes = is_there ? 16 : 0;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(bytes) : "memory");
}

static __device__ __forceinline__ void box_copy_one(unsigned to, const float *from, bool is_there)
{
    const int bytes = is_there ? (int)sizeof *from : 0;
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(to), "l"(from), "r"(bytes) : "memory");
}

// The vector of a row (NULL: there is none) that begins at a column; of one that an end of the row cuts each element.
static __device__ __forceinline__ void box_bring(const float *in, const float *row, int column, unsigned to)
{
    const bool nothing = !row;
    if (nothing) {
        box_copy(to, in, false);
        return;
    }
    bool whole = (unsigned)column <= 996;
    whole = whole && !((unsigned long long)(row + column) % 16); // a row from beyond the edge is shifted otherwise
    if (whole) {
        box_copy(to, row + column, true);
        return;
    }
#pragma unroll
    for (int j = 0; j < 4; j++) {
        const int at = box_place(column + j);
        box_copy_one(to + j * (int)sizeof *row, at < 0 ? in : row + at, at >= 0);
    }
}

// Copies begin at whole sectors, of 32 bytes: whether a vector more comes before a row's that begin at a column.
static __device__ __forceinline__ int box_before(int row, int column)
{
    return (int)(((unsigned)row * 1u + (unsigned)column) / 4u ^ 1u) & 1;
}

// The elements of a vector in shared memory from `low` on and before `high`: all, a half, or one where that is enough.
static __device__ __forceinline__ void box_take(const float *from, int low, int high, float *u)
{
    if (high - low == 1) {
        u[low] = from[low];
        return;
    }
    if (low >= 2 || high <= 2) {
        const int j = low >= 2 ? 2 : 0;
        const float2 v = *(const float2 *)(from + j);
        u[j] = v.x;
        u[j + 1] = v.y;
        return;
    }
    const float4 v = *(const float4 *)from;
    u[0] = v.x;
    u[1] = v.y;
    u[2] = v.z;
    u[3] = v.w;
}

static __device__ __forceinline__ void box_store(bool inner, float *row, int column, const float *sum)
{
    if (inner || (unsigned)column <= 996) {
        __stcs((float4 *)(row + column), make_float4(sum[0], sum[1], sum[2], sum[3]));
        return;
    }
#pragma unroll
    for (int j = 0; j < 4; j++)
        if ((unsigned)(column + j) < 1000) __stcs(row + column + j, sum[j]);
}

extern "C" __global__ void __launch_bounds__(64) box(const float *__restrict__ in, float *__restrict__ out)
{
    __shared__ __align__(16) float ring[24][68 * 4];
    const int x = threadIdx.x;
    const int left = (int)(blockIdx.x % 4) * 256;
    const int first = (int)(blockIdx.x / 4) * 4;
    // rows that come in
    const int end = (first + 4 < 50 ? 4 : (int)(50 - first)) + 2 * 1;
    const bool inner = left >= 12 && left <= 728 && first >= 1 && first <= 45;
    const unsigned to = (unsigned)__cvta_generic_to_shared(&ring[0][0]);

    // Row `turn` + b of those that come in, where a thread's columns begin, and its slot.
    const auto bring = [&](bool inner, int turn, int slot, int b) {
        const int row = first - 1 + turn + b;
        const int begin = left - (b + 3) * 1 % 4;
        const int column = begin + (x - 1 - box_before(row, begin)) * 4;
        const unsigned at = to + ((slot + b) * 68 + x) * 16;
        if (inner) {
            const float *const from = in + (long long)row * 1001 + column;
            box_copy(at, from, true);
            if (x < 4) box_copy(at + 64 * 16, from + 256, true);
            return;
        }
        const float *const from = box_row(in, row);
        box_bring(in, from, column, at);
        if (x < 4) box_bring(in, from, column + 256, at + 64 * 16);
    };
    float c[9];
#pragma unroll
    for (int k = 0; k < 9; k++) {
        c[k] = coefficients[k];
        asm volatile("" : "+f"(c[k])); // read once, here
    }
    constexpr int lows[] = { 6, 3, 4, 5 }, highs[] = { 11, 8, 9, 10 };
    float sum[3][4] = {}; // sum[k]: of the row 1 - k above the one that comes in
    int slot = 0, free = 0; // the rows that come in, and those that are brought
#pragma unroll 1
    for (int turn = -20; turn < end; turn += 4) {
        if (turn >= 0) {
            asm volatile("cp.async.wait_group 4;" ::: "memory");
            __syncthreads(); // everyone's copies are there, and the free slots are read
        }
        if (inner) {
#pragma unroll
            for (int b = 0; b < 4; b++)
                if (turn + 20 + b < end) bring(true, turn + 20, free, b);
        } else {
#pragma unroll 1
            for (int b = 0; b < 4; b++)
                if (turn + 20 + b < end) bring(false, turn + 20, free, b);
        }
        asm volatile("cp.async.commit_group;" ::: "memory");
        free = free + 4 == 24 ? 0 : free + 4;
        if (turn < 0) continue;
#pragma unroll
        for (int b = 0; b < 4; b++) {
            if (turn + b >= end) break;
            const int come = first - 1 + turn + b; // the row that comes in
            const int begin = left - (b + 3) * 1 % 4;
            const float *const window = ring[slot + b] + (x + box_before(come, begin)) * 4;
            const int low = lows[b % 4], high = highs[b % 4];
            float u[12];
#pragma unroll
            for (int i = 0; i <= 2; i++) {
                const int from = low - i * 4, before = high + 1 - i * 4;
                if (from < 4 && before > 0)
                    box_take(window + i * 4, max(from, 0), min(before, 4), u + i * 4);
            }
            const int in_shift = (b + 3) * 1 % 4;
#pragma unroll
            for (int j = 0; j < 4; j++) {
#pragma unroll
                for (int k = 0; k < 3; k++) {
                    const int shift = in_shift - (b + k + 2) * 0 % 4;
                    const float *const w = u + 4 + shift + j; // the neighbour in the same column
                    sum[k][j] = box_sum(sum[k][j], w - 1, c + (3 - 1 - k) * 3);
                }
            }
            if (turn + b >= 2 * 1) {
                const int row = come - 1; // the one whose sum is complete
                const int column = left + x * 4 - (b + 2) * 0 % 4;
                box_store(inner, out + (long long)row * 1000, column, sum[0]);
            }
#pragma unroll
            for (int j = 0; j < 4; j++) {
#pragma unroll
                for (int k = 1; k < 3; k++) sum[k - 1][j] = sum[k][j];
                sum[3 - 1][j] = 0;
            }
        }
        slot = slot + 4 == 24 ? 0 : slot + 4;
    }
}

// box, of stencil_async.cu.mustache:
...
    }
    bool whole = (unsigned)column <= 996;
    whole = whole && !((unsigned long long)(row + column) % 16); // a row from beyond the edge is shifted otherwise
    if (whole) {
        box_copy(to, row + column, true);
...
                    box_take(window + i * 4, max(from, 0), min(before, 4), u + i * 4);
            }
            const int in_shift = (b + 3) * 1 % 4;
#pragma unroll
            for (int j = 0; j < 4; j++) {
#pragma unroll
                for (int k = 0; k < 3; k++) {
                    const int shift = in_shift - (b + k + 2) * 0 % 4;
                    const float *const w = u + 4 + shift + j; // the neighbour in the same column
                    sum[k][j] = box_sum(sum[k][j], w - 1, c + (3 - 1 - k) * 3);
                }
            }
...

// smooth, of stencil.cu.mustache:
...
            for (int j = 0; j < 2; j++) {
                const double *const w = u[b] + 2 - 2 + j;
#pragma unroll
                for (int k = 0; k < 5; k++)
                    sum[k][j] = smooth_sum(sum[k][j], w, c + abs(2 - k) * 3);
            }
            if (row >= first) {
...

// sharedStar, of stencil.cu.mustache:
...
#pragma unroll 1
    for (int j = y; j < 10; j += 8) {
        const float *const from = sharedStar_row(in, top + j - 1);
#pragma unroll 1
        for (int i = x; i < 34; i += 32)
...

    float sum = 0;
    if (sharedStar_is_border(row, column)) {
        sum = tile[y + 1][x + 1];
    } else {
        float c[2];
#pragma unroll
        for (int k = 0; k < 2; k++) {
            c[k] = coefficients[k];
            asm volatile("" : "+f"(c[k])); // read once, here
        }
        sum = sharedStar_sum(sum, &tile[y + 1][x], c);
#pragma unroll
        for (int i = 1; i <= 1; i++) {
            sum += c[i] * tile[y + 1 - i][x + 1];
            sum += c[i] * tile[y + 1 + i][x + 1];
        }
    }
    __stcs(out + (long long)row * 1000 + column, sum);
...

// sharedBox, of stencil.cu.mustache:
...
            asm volatile("" : "+f"(c[k])); // read once, here
        }
#pragma unroll
        for (int k = 0; k < 5; k++)
            sum = sharedBox_sum(sum, &tile[y + k][x], c + k * 5);
    }
    __stcs(out + (long long)row * 1000 + column, sum);
...

// sharedSmooth, of stencil.cu.mustache:
...
    float sum = 0;
    {
        const float c[4] = {
        2.50000000e-01f, 1.25000000e-01f, 1.25000000e-01f, 6.25000000e-02f};
#pragma unroll
        for (int k = 0; k < 3; k++)
...
