// stencil: stencil family of tilewright 0.1.0, from stencil.json; line of radius 4
// zero boundary, 1 x 16384 float32 at pitches 16384 and 16384
// grid 512, block (32, 1); a block computes 1 x 32 elements
__constant__ float coefficients[4];

// The column that stands for one that may lie beyond the ends of its row; negative: none does.
static __device__ int stencil_place(int column)
{
    return (unsigned)column < 16384 ? column : -1;
}

static __device__ float stencil_element(const float *row, int column)
{
    column = stencil_place(column);
    return column < 0 ? 0 : __ldg(row + column);
}

// sum, and the 9 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float stencil_sum(float sum, const float *u, const float *c)
{
#pragma unroll
    for (int i = 1; i <= 4; i++) sum += c[i - 1] * (u[4 + i] - u[4 - i]);
    return sum;
}

extern "C" __global__ void __launch_bounds__(32) stencil(const float *__restrict__ in, float *__restrict__ out)
{
    __shared__ float tile[1][40];
    const int x = threadIdx.x, y = threadIdx.y;
    const int left = (int)(blockIdx.x % 512) * 32;
    const int top = (int)(blockIdx.x / 512) * 1;
    const int column = left + x, row = top + y;

#pragma unroll 1
    for (int j = y; j < 1; j += 1) {
        const float *const from = top + j < 1 ? in + (long long)(top + j) * 16384 : nullptr;
#pragma unroll 1
        for (int i = x; i < 40; i += 32)
            tile[j][i] = from ? stencil_element(from, left + i - 4) : 0;
    }
    __syncthreads();
    if (column >= 16384 || row >= 1) return;

    float sum = 0;
    {
        float c[4];
#pragma unroll
        for (int k = 0; k < 4; k++) {
            c[k] = coefficients[k];
            asm volatile("" : "+f"(c[k])); // read once, here
        }
        sum = stencil_sum(sum, &tile[y][x], c);
    }
    __stcs(out + (long long)row * 16384 + column, sum);
}

// stencilImmediate, of stencil.cu.mustache:
...
    float sum = 0;
    {
        const float c[4] = {
        8.00000000e-01f, -2.00000000e-01f, 3.80952381e-02f, -3.57142857e-03f};
        sum = stencilImmediate_sum(sum, &tile[y][x], c);
    }
...

// stencilImmediate, of stencil_async.cu.mustache:
...
        if (x < 2) stencilImmediate_bring(in, from, column + 32, at + 32 * 16);
    };
    const float c[4] = {
        8.00000000e-01f, -2.00000000e-01f, 3.80952381e-02f, -3.57142857e-03f};
    constexpr int lows[] = {  }, highs[] = {  };
    float sum[1][1] = {}; // sum[k]: of the row 0 - k above the one that comes in
...

// stencilDivergent, of stencil.cu.mustache:
...
    float sum = 0;
    {
        unsigned k = x % 4u; // every thread goes through the coefficients from another one on
#pragma unroll 1
        for (int step = 0; step < 4; step++) {
            sum += coefficients[k] * (tile[y][x + 4 + k + 1] - tile[y][x + 4 - k - 1]);
            k = k + 1 == 4 ? 0 : k + 1;
        }
    }
    __stcs(out + (long long)row * 16384 + column, sum);
...

// stencilFast_zero_cache, of stencil.cu.mustache:
...
}

// The vector of a row that begins at a column. Needed are its elements from `left` on and before `right`: of one that
// an end of the row cuts just they are loaded, and of others a half, or a single one, where that is enough.
static __device__ __forceinline__ void stencilFast_zero_cache_load(bool inner, const float *row, int column, int left, int right, float *u)
{
    const int needed = right <= 0 ? 4 - left : left >= 4 ? right : 4;
    const bool whole = inner || (unsigned)column <= 16380;
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
#pragma unroll
    for (int j = 0; j < 4; j++)
        if (j >= left || j < right) u[j] = inner ? __ldg(row + column + j) : stencilFast_zero_cache_element(row, column + j);
}

// The vectors of a row beside the thread's own, which stands in the middle of the window u.
static __device__ __forceinline__ void stencilFast_zero_cache_neighbours(bool inner, const float *row, int column, float *u)
{
#pragma unroll
    for (int k = 1; k <= 1; k++) {
        const int shift = k * 4, near_left = shift - 4, near_right = 4 - near_left;
        stencilFast_zero_cache_load(inner, row, column - shift, near_left, 0, u + 4 - shift);
        stencilFast_zero_cache_load(inner, row, column + shift, 4, near_right, u + 4 + shift);
    }
}

static __device__ __forceinline__ void stencilFast_zero_cache_store(bool inner, float *row, int column, const float *sum)
{
    if (inner || column <= 16380) {
        __stcs((float4 *)(row + column), make_float4(sum[0], sum[1], sum[2], sum[3]));
        return;
    }
#pragma unroll
    for (int j = 0; j < 4; j++)
        if (inner || column + j < 16384) __stcs(row + column + j, sum[j]);
}

// The vectors of a thread, a block's columns apart. inner: no neighbour of the warp's lies beyond an end of the row.
static __device__ __forceinline__ void stencilFast_zero_cache_march(bool inner, const float *in, float *out, int column)
{
    float c[4];
#pragma unroll
    for (int k = 0; k < 4; k++) {
        c[k] = coefficients[k];
        asm volatile("" : "+f"(c[k])); // read once, here
    }
    {
        const int turn = 0;
        float u[1][12];
#pragma unroll
        for (int b = 0; b < 1; b++) {
            const int at = column + (turn + b) * 512;
            if (!inner && at >= 16384) break;
            stencilFast_zero_cache_load(inner, in, at, 0, 0, u[b] + 4);
            stencilFast_zero_cache_neighbours(inner, in, at, u[b]);
        }
#pragma unroll
        for (int b = 0; b < 1; b++) {
            const int at = column + (turn + b) * 512;
            float sum[4];
            if (!inner && at >= 16384) break;
#pragma unroll
            for (int j = 0; j < 4; j++) sum[j] = stencilFast_zero_cache_sum(0, u[b] + 4 - 4 + j, c);
            stencilFast_zero_cache_store(inner, out, at, sum);
        }
    }
}

extern "C" __global__ void __launch_bounds__(128) stencilFast_zero_cache(const float *__restrict__ in, float *__restrict__ out)
{
    const int left = (int)(blockIdx.x % 32) * 512;
    const int column = left + (int)threadIdx.x * 4; // of the thread's first vector
    const int lane = threadIdx.x % 32;
    const int begin = column - lane * 4; // of the warp's
    const int row = (int)(blockIdx.x / 32) * 1 + (int)threadIdx.y;
    if (column >= 16384 || row >= 1) return;

    if (begin >= 4 && begin <= 16252)
        stencilFast_zero_cache_march(true, in, out, column);
    else
        stencilFast_zero_cache_march(false, in, out, column);
}

// stencilFast_zero_cache, of stencil_async.cu.mustache:
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

// stencilFast_zero_shuffle, of stencil.cu.mustache:
...
static __device__ __forceinline__ void stencilFast_zero_shuffle_neighbours(bool inner, const float *row, int column, int lane, float *u)
{
    float edge[4] = {}; // what no lane has: the last lanes hold it for the first, the first for the last
    if (lane < 1 || lane >= 32 - 1)
        stencilFast_zero_shuffle_load(inner, row, lane < 1 ? column + 32 * 4 : column - 32 * 4, 4 - 4, 4, edge);
#pragma unroll
    for (int k = 1; k <= 1; k++) {
        const int shift = k * 4, near_left = shift - 4, near_right = 4 - near_left;
#pragma unroll
        for (int j = 0; j < 4; j++) {
            const float own = u[4 + j], from_left = lane >= 32 - k ? edge[j] : own;
            const float from_right = lane < k ? edge[j] : own;
            if (j >= near_left) u[4 - shift + j] = __shfl_sync(0xFFFFFFFFu, from_left, lane - k);
            if (j < near_right) u[4 + shift + j] = __shfl_sync(0xFFFFFFFFu, from_right, lane + k);
        }
    }
}
...

// stencilFast_fixed_cache, of stencil.cu.mustache:
...
}

// Whether the element is less than 4 from an edge, and so is copied.
static __device__ bool stencilFast_fixed_cache_is_border(int column)
{
    return column < 4 || column >= 16384 - 4;
}

// The vector of a row that begins at a column. Needed are its elements from `left` on and before `right`: of one that
// an end of the row cuts just they are loaded, and of others a half, or a single one, where that is enough.
...
#pragma unroll
            for (int j = 0; j < 4; j++) sum[j] = stencilFast_fixed_cache_sum(0, u[b] + 4 - 4 + j, c);
#pragma unroll
            for (int j = 0; j < 4; j++)
                if (!inner && at + j < 16384 && stencilFast_fixed_cache_is_border(at + j)) sum[j] = __ldg(in + at + j);
            stencilFast_fixed_cache_store(inner, out, at, sum);
        }
...

// stencilFast_fixed_cache, of stencil_async.cu.mustache:
...
                const int row = come - 0; // the one whose sum is complete
                const int column = left + x * 4;
#pragma unroll
                for (int j = 0; j < 4; j++)
                    if (!inner && (unsigned)(column + j) < 16384 && stencilFast_fixed_cache_is_border(column + j))
                        sum[0][j] = __ldg(in + (long long)row * 16384 + column + j);
                stencilFast_fixed_cache_store(inner, out + (long long)row * 16384, column, sum[0]);
            }
...

// stencilFast_periodic_cache, of stencil.cu.mustache:
...
static __device__ int stencilFast_periodic_cache_place(int column)
{
    // whether it is a neighbour of any
    const bool counts = (unsigned)(column + 4) < (unsigned)16384 + 2 * 4;
    column += column < 0 ? 16384 : column >= 16384 ? -16384 : 0;
    return counts ? column : -1;
}

...

// stencilFast_periodic_cache, of stencil_async.cu.mustache:
...
static __device__ __forceinline__ void stencilFast_periodic_cache_bring(const float *in, const float *row, int column, unsigned to)
{
    const bool nothing = !row;
    if (nothing) {
        stencilFast_periodic_cache_copy(to, in, false);
...

// stencilFast_reflect_cache, of stencil.cu.mustache:
...
    // whether it is a neighbour of any
    const bool counts = (unsigned)(column + 4) < (unsigned)16384 + 2 * 4;
    column = min(abs(column), 16384 - 1 - column + (16384 - 1));
    return counts ? column : -1;
}
...

// star_radius1_shared, of stencil.cu.mustache:
...
}

// The row that stands for one that may lie beyond the first or the last; NULL: none does.
static __device__ const float *star_radius1_shared_row(const float *in, int row)
{
    return (unsigned)row < 100 ? in + (long long)row * 300 : nullptr;
}

// sum, and the 3 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float star_radius1_shared_sum(float sum, const float *u, const float *c)
{
#pragma unroll
    for (int i = 0; i < 3; i++) sum += c[i] * u[i];
    return sum;
}
...
#pragma unroll 1
    for (int j = y; j < 10; j += 8) {
        const float *const from = star_radius1_shared_row(in, top + j - 1);
#pragma unroll 1
        for (int i = x; i < 34; i += 32)
...
            asm volatile("" : "+f"(c[k])); // read once, here
        }
        sum = star_radius1_shared_sum(sum, &tile[y + 1][x], c + 1);
#pragma unroll
        for (int i = 1; i <= 1; i++) {
            sum += c[1 - i] * tile[y + 1 - i][x + 1];
            sum += c[3 + i] * tile[y + 1 + i][x + 1];
        }
    }
    __stcs(out + (long long)row * 300 + column, sum);
...

// star_radius1_shared, of stencil_async.cu.mustache:
...
            return;
        }
        const float *const from = star_radius1_shared_row(in, row);
        star_radius1_shared_bring(in, from, column, at);
        if (x < 2) star_radius1_shared_bring(in, from, column + 32, at + 32 * 16);
...
                for (int k = 0; k < 3; k++) {
                    const float *const w = u + 0 + j; // the neighbour in the same column
                    if (k < 1)
                        sum[k][j] += c[3 + 1 - k] * w[0];
                    else if (k > 1)
                        sum[k][j] += c[2 * 1 - k] * w[0];
                    else
                        sum[k][j] = star_radius1_shared_sum(sum[k][j], w - 1, c + 1);
                }
            }
...

// star_radius1_shuffle, of stencil.cu.mustache:
...
{
    float edge[4] = {}; // what no lane has: the last lanes hold it for the first, the first for the last
    if (lane == 0 || lane == 31) {
        const int at = lane ? column - 31 * 4 - 1 : column + 32 * 4;
        edge[0] = edge[4 - 1] = inner ? __ldg(row + at) : star_radius1_shuffle_element(row, at);
    }
#pragma unroll
    for (int k = 1; k <= 1; k++) {
...
}

// Down the rows from `first` to before `last`. inner: no neighbour lies beyond an edge, and no row is missing.
static __device__ __forceinline__ void star_radius1_shuffle_march(bool inner, const float *in, float *out, int column, int first, int last, int lane)
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
            const float *const from = inner ? in + (long long)row * 300 : star_radius1_shuffle_row(in, row);
#pragma unroll
            for (int j = 0; j < 12; j++) u[b][j] = 0;
            if (!inner && !from) continue;
            star_radius1_shuffle_load(inner, from, column, 0, 0, u[b] + 4);
            if (row < first || row >= last) continue; // no sum needs more of it
            star_radius1_shuffle_neighbours(inner, from, column, lane, u[b]);
        }
#pragma unroll
        for (int b = 0; b < 8; b++) {
            const int row = first - 2 * 1 + turn + b; // the one whose sum becomes complete
            if (turn + b >= end) break;
#pragma unroll
            for (int j = 0; j < 4; j++) {
                const float *const w = u[b] + 4 - 1 + j;
                sum[1][j] = star_radius1_shuffle_sum(sum[1][j], w, c + 1);
#pragma unroll
                for (int i = 1; i <= 1; i++) {
                    sum[1 - i][j] += c[3 + i] * w[1];
                    sum[1 + i][j] += c[1 - i] * w[1];
                }
            }
            if (row >= first && (inner || column < 300)) {
                star_radius1_shuffle_store(inner, out + (long long)row * 300, column, sum[0]);
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

extern "C" __global__ void __launch_bounds__(96) star_radius1_shuffle(const float *__restrict__ in, float *__restrict__ out)
{
...
    const int lane = threadIdx.x % 32;
    const int begin = column - lane * 4; // of the warp's
    const int first = ((int)(blockIdx.x / 1) * 1 + (int)threadIdx.y) * 6;
    if (begin >= 300 || first >= 100) return;
    const int last = first + 6 < 100 ? first + 6 : 100;

    if (begin >= 4 && begin <= 168 && first >= 1 && first <= 93)
        star_radius1_shuffle_march(true, in, out, column, first, last, lane);
    else
        star_radius1_shuffle_march(false, in, out, column, first, last, lane);
}

// copied_radius2_cols300, of stencil.cu.mustache:
...
}

// Into shared memory: 16 bytes; without a source zeros.
static __device__ __forceinline__ void copied_radius2_cols300_copy(unsigned to, const float *from, bool is_there)
{
    const int bytes = is_there ? 16 : 0;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(bytes) : "memory");
}

static __device__ __forceinline__ void copied_radius2_cols300_copy_one(unsigned to, const float *from, bool is_there)
{
    const int bytes = is_there ? (int)sizeof *from : 0;
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(to), "l"(from), "r"(bytes) : "memory");
}

// The vector of a row (NULL: there is none) that begins at a column; of one that an end of the row cuts each element.
static __device__ __forceinline__ void copied_radius2_cols300_bring(const float *in, const float *row, int column, unsigned to)
{
    const bool nothing = !row || column <= -4 || column >= 300;
    if (nothing) {
        copied_radius2_cols300_copy(to, in, false);
        return;
    }
    bool whole = (unsigned)column <= 296;
    if (whole) {
        copied_radius2_cols300_copy(to, row + column, true);
        return;
    }
#pragma unroll
    for (int j = 0; j < 4; j++) {
        const int at = copied_radius2_cols300_place(column + j);
        copied_radius2_cols300_copy_one(to + j * (int)sizeof *row, at < 0 ? in : row + at, at >= 0);
    }
}

// Copies begin at whole sectors, of 32 bytes: whether a vector more comes before a row's that begin at a column.
static __device__ __forceinline__ int copied_radius2_cols300_before(int row, int column)
{
    return (int)(((unsigned)row * 4u + (unsigned)column) / 4u ^ 1u) & 1;
}

// The elements of a vector in shared memory from `low` on and before `high`: all, a half, or one where that is enough.
static __device__ __forceinline__ void copied_radius2_cols300_take(const float *from, int low, int high, float *u)
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

static __device__ __forceinline__ void copied_radius2_cols300_store(bool inner, float *row, int column, const float *sum)
{
    if (inner || (unsigned)column <= 296) {
        __stcs((float4 *)(row + column), make_float4(sum[0], sum[1], sum[2], sum[3]));
        return;
    }
#pragma unroll
    for (int j = 0; j < 4; j++)
        if ((unsigned)(column + j) < 300) __stcs(row + column + j, sum[j]);
}

extern "C" __global__ void __launch_bounds__(64) copied_radius2_cols300(const float *__restrict__ in, float *__restrict__ out)
{
    __shared__ __align__(16) float ring[24][68 * 4];
    const int x = threadIdx.x;
    const int left = (int)(blockIdx.x % 2) * 256;
    const int first = (int)(blockIdx.x / 2) * 4;
    // rows that come in
    const int end = (first + 4 < 90 ? 4 : (int)(90 - first)) + 2 * 2;
    const bool inner = left >= 8 && left <= 28 && first >= 2 && first <= 84;
    const unsigned to = (unsigned)__cvta_generic_to_shared(&ring[0][0]);

    // Row `turn` + b of those that come in, where a thread's columns begin, and its slot.
    const auto bring = [&](bool inner, int turn, int slot, int b) {
        const int row = first - 2 + turn + b;
        const int begin = left;
        const int column = begin + (x - 1 - copied_radius2_cols300_before(row, begin)) * 4;
        const unsigned at = to + ((slot + b) * 68 + x) * 16;
        if (inner) {
            const float *const from = in + (long long)row * 300 + column;
            copied_radius2_cols300_copy(at, from, true);
            if (x < 4) copied_radius2_cols300_copy(at + 64 * 16, from + 256, true);
            return;
        }
        const float *const from = copied_radius2_cols300_row(in, row);
        copied_radius2_cols300_bring(in, from, column, at);
        if (x < 4) copied_radius2_cols300_bring(in, from, column + 256, at + 64 * 16);
    };
    float c[9];
#pragma unroll
    for (int k = 0; k < 9; k++) {
        c[k] = coefficients[k];
        asm volatile("" : "+f"(c[k])); // read once, here
    }
    constexpr int lows[] = { 2 }, highs[] = { 9 };
    float sum[5][4] = {}; // sum[k]: of the row 2 - k above the one that comes in
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
            const int come = first - 2 + turn + b; // the row that comes in
            const int begin = left;
            const float *const window = ring[slot + b] + (x + copied_radius2_cols300_before(come, begin)) * 4;
            const int low = lows[b % 1], high = highs[b % 1];
            float u[12];
#pragma unroll
            for (int i = 0; i <= 2; i++) {
                const int from = low - i * 4, before = high + 1 - i * 4;
                if (from < 4 && before > 0)
                    copied_radius2_cols300_take(window + i * 4, max(from, 0), min(before, 4), u + i * 4);
            }
#pragma unroll
            for (int j = 0; j < 4; j++) {
#pragma unroll
                for (int k = 0; k < 5; k++) {
                    const float *const w = u + 4 + j; // the neighbour in the same column
                    if (k < 2)
                        sum[k][j] += c[6 + 2 - k] * w[0];
                    else if (k > 2)
                        sum[k][j] += c[2 * 2 - k] * w[0];
                    else
                        sum[k][j] = copied_radius2_cols300_sum(sum[k][j], w - 2, c + 2);
                }
            }
            if (turn + b >= 2 * 2) {
                const int row = come - 2; // the one whose sum is complete
                const int column = left + x * 4;
                copied_radius2_cols300_store(inner, out + (long long)row * 300, column, sum[0]);
            }
#pragma unroll
            for (int j = 0; j < 4; j++) {
#pragma unroll
                for (int k = 1; k < 5; k++) sum[k - 1][j] = sum[k][j];
                sum[5 - 1][j] = 0;
            }
        }
        slot = slot + 4 == 24 ? 0 : slot + 4;
    }
}

// copied_radius2_cols301, of stencil_async.cu.mustache:
...
                    copied_radius2_cols301_take(window + i * 4, max(from, 0), min(before, 4), u + i * 4);
            }
            const int in_shift = (b + 2) * 1 % 4;
#pragma unroll
            for (int j = 0; j < 4; j++) {
#pragma unroll
                for (int k = 0; k < 5; k++) {
                    const int shift = in_shift - (b + k + 0) * 1 % 4;
                    const float *const w = u + 4 + shift + j; // the neighbour in the same column
                    if (k < 2)
                        sum[k][j] += c[6 + 2 - k] * w[0];
...

// box_radius1_float32, of stencil.cu.mustache:
...
static __device__ __forceinline__ float box_radius1_float32_sum(float sum, const float *u, const float *c)
{
    sum += c[0] * u[1];
#pragma unroll
    for (int i = 1; i <= 1; i++) sum += c[i] * (u[1 - i] + u[1 + i]);
    return sum;
}
...

// box_radius1_float32, of stencil_async.cu.mustache:
...
                    const int shift = in_shift - (b + k + 2) * 3 % 4;
                    const float *const w = u + 4 + shift + j; // the neighbour in the same column
                    sum[k][j] = box_radius1_float32_sum(sum[k][j], w - 1, c + abs(1 - k) * 2);
                }
            }
...

// laplacian, of stencil.cu.mustache:
...
static __device__ const float *laplacian_row(const float *in, int row)
{
    const bool counts = (unsigned)(row + 2) < (unsigned)64 + 2 * 2;
    row += row < 0 ? 64 : row >= 64 ? -64 : 0;
    return counts ? in + (long long)row * 256 : nullptr;
}

...

// smooth, of stencil.cu.mustache:
...
{
    const bool counts = (unsigned)(row + 3) < (unsigned)50 + 2 * 3;
    row = min(abs(row), 50 - 1 - row + (50 - 1));
    return counts ? in + (long long)row * 132 : nullptr;
}
...

// smooth, of stencil_async.cu.mustache:
...
    }
    bool whole = (unsigned)column <= 127;
    whole = whole && !((unsigned long long)(row + column) % 16); // a row from beyond the edge is shifted otherwise
    if (whole) {
        smooth_copy(to, row + column, true);
...
