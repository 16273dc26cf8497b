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

// stencilReadOnly: stencil family of tilewright 0.1.0, from stencil.json; line of radius 4
// zero boundary, 1 x 16384 float32 at pitches 16384 and 16384
// grid 512, block (32, 1); a block computes 1 x 32 elements
// The column that stands for one that may lie beyond the ends of its row; negative: none does.
static __device__ int stencilReadOnly_place(int column)
{
    return (unsigned)column < 16384 ? column : -1;
}

static __device__ float stencilReadOnly_element(const float *row, int column)
{
    column = stencilReadOnly_place(column);
    return column < 0 ? 0 : __ldg(row + column);
}

// sum, and the 9 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float stencilReadOnly_sum(float sum, const float *u, const float *c)
{
#pragma unroll
    for (int i = 1; i <= 4; i++) sum += c[i - 1] * (u[4 + i] - u[4 - i]);
    return sum;
}

extern "C" __global__ void __launch_bounds__(32) stencilReadOnly(const float *__restrict__ in, float *__restrict__ out, const float *__restrict__ coefficients)
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
            tile[j][i] = from ? stencilReadOnly_element(from, left + i - 4) : 0;
    }
    __syncthreads();
    if (column >= 16384 || row >= 1) return;

    float sum = 0;
    {
        float c[4];
#pragma unroll
        for (int k = 0; k < 4; k++) {
            c[k] = __ldg(coefficients + k);
            asm volatile("" : "+f"(c[k])); // read once, here
        }
        sum = stencilReadOnly_sum(sum, &tile[y][x], c);
    }
    __stcs(out + (long long)row * 16384 + column, sum);
}

// stencilImmediate: stencil family of tilewright 0.1.0, from stencil.json; line of radius 4
// zero boundary, 1 x 16384 float32 at pitches 16384 and 16384
// grid 512, block (32, 1); a block computes 1 x 32 elements
// The column that stands for one that may lie beyond the ends of its row; negative: none does.
static __device__ int stencilImmediate_place(int column)
{
    return (unsigned)column < 16384 ? column : -1;
}

static __device__ float stencilImmediate_element(const float *row, int column)
{
    column = stencilImmediate_place(column);
    return column < 0 ? 0 : __ldg(row + column);
}

// sum, and the 9 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float stencilImmediate_sum(float sum, const float *u, const float *c)
{
#pragma unroll
    for (int i = 1; i <= 4; i++) sum += c[i - 1] * (u[4 + i] - u[4 - i]);
    return sum;
}

extern "C" __global__ void __launch_bounds__(32) stencilImmediate(const float *__restrict__ in, float *__restrict__ out)
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
            tile[j][i] = from ? stencilImmediate_element(from, left + i - 4) : 0;
    }
    __syncthreads();
    if (column >= 16384 || row >= 1) return;

    float sum = 0;
    {
        const float c[4] = {
        8.00000000e-01f, -2.00000000e-01f, 3.80952381e-02f, -3.57142857e-03f};
        sum = stencilImmediate_sum(sum, &tile[y][x], c);
    }
    __stcs(out + (long long)row * 16384 + column, sum);
}

// stencilDivergent: stencil family of tilewright 0.1.0, from stencil.json; line of radius 4
// zero boundary, 1 x 16384 float32 at pitches 16384 and 16384
// grid 512, block (32, 1); a block computes 1 x 32 elements
__constant__ float coefficients[4];

// The column that stands for one that may lie beyond the ends of its row; negative: none does.
static __device__ int stencilDivergent_place(int column)
{
    return (unsigned)column < 16384 ? column : -1;
}

static __device__ float stencilDivergent_element(const float *row, int column)
{
    column = stencilDivergent_place(column);
    return column < 0 ? 0 : __ldg(row + column);
}

extern "C" __global__ void __launch_bounds__(32) stencilDivergent(const float *__restrict__ in, float *__restrict__ out)
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
            tile[j][i] = from ? stencilDivergent_element(from, left + i - 4) : 0;
    }
    __syncthreads();
    if (column >= 16384 || row >= 1) return;

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
}

// stencilFast_zero_cache: stencil family of tilewright 0.1.0, from stencil.json; line of radius 4
// zero boundary, 1 x 16384 float32 at pitches 16384 and 16384
// grid 32, block (128, 1); a block computes 1 x 512 elements
__constant__ float coefficients[4];

// The column that stands for one that may lie beyond the ends of its row; negative: none does.
static __device__ int stencilFast_zero_cache_place(int column)
{
    return (unsigned)column < 16384 ? column : -1;
}

static __device__ float stencilFast_zero_cache_element(const float *row, int column)
{
    column = stencilFast_zero_cache_place(column);
    return column < 0 ? 0 : __ldg(row + column);
}

// sum, and the 9 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float stencilFast_zero_cache_sum(float sum, const float *u, const float *c)
{
#pragma unroll
    for (int i = 1; i <= 4; i++) sum += c[i - 1] * (u[4 + i] - u[4 - i]);
    return sum;
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

// stencilFast_zero_shuffle: stencil family of tilewright 0.1.0, from stencil.json; line of radius 4
// zero boundary, 1 x 16384 float32 at pitches 16384 and 16384
// grid 32, block (128, 1); a block computes 1 x 512 elements
__constant__ float coefficients[4];

// The column that stands for one that may lie beyond the ends of its row; negative: none does.
static __device__ int stencilFast_zero_shuffle_place(int column)
{
    return (unsigned)column < 16384 ? column : -1;
}

static __device__ float stencilFast_zero_shuffle_element(const float *row, int column)
{
    column = stencilFast_zero_shuffle_place(column);
    return column < 0 ? 0 : __ldg(row + column);
}

// sum, and the 9 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float stencilFast_zero_shuffle_sum(float sum, const float *u, const float *c)
{
#pragma unroll
    for (int i = 1; i <= 4; i++) sum += c[i - 1] * (u[4 + i] - u[4 - i]);
    return sum;
}

// The vector of a row that begins at a column. Needed are its elements from `left` on and before `right`: of one that
// an end of the row cuts just they are loaded, and of others a half, or a single one, where that is enough.
static __device__ __forceinline__ void stencilFast_zero_shuffle_load(bool inner, const float *row, int column, int left, int right, float *u)
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
        if (j >= left || j < right) u[j] = inner ? __ldg(row + column + j) : stencilFast_zero_shuffle_element(row, column + j);
}

// The vectors of a row beside the thread's own, which stands in the middle of the window u.
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

static __device__ __forceinline__ void stencilFast_zero_shuffle_store(bool inner, float *row, int column, const float *sum)
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
static __device__ __forceinline__ void stencilFast_zero_shuffle_march(bool inner, const float *in, float *out, int column, int lane)
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
            if (!inner && at - lane * 4 >= 16384) break;
            stencilFast_zero_shuffle_load(inner, in, at, 0, 0, u[b] + 4);
            stencilFast_zero_shuffle_neighbours(inner, in, at, lane, u[b]);
        }
#pragma unroll
        for (int b = 0; b < 1; b++) {
            const int at = column + (turn + b) * 512;
            float sum[4];
            if (!inner && at >= 16384) break;
#pragma unroll
            for (int j = 0; j < 4; j++) sum[j] = stencilFast_zero_shuffle_sum(0, u[b] + 4 - 4 + j, c);
            stencilFast_zero_shuffle_store(inner, out, at, sum);
        }
    }
}

extern "C" __global__ void __launch_bounds__(128) stencilFast_zero_shuffle(const float *__restrict__ in, float *__restrict__ out)
{
    const int left = (int)(blockIdx.x % 32) * 512;
    const int column = left + (int)threadIdx.x * 4; // of the thread's first vector
    const int lane = threadIdx.x % 32;
    const int begin = column - lane * 4; // of the warp's
    const int row = (int)(blockIdx.x / 32) * 1 + (int)threadIdx.y;
    if (begin >= 16384 || row >= 1) return;

    if (begin >= 4 && begin <= 16252)
        stencilFast_zero_shuffle_march(true, in, out, column, lane);
    else
        stencilFast_zero_shuffle_march(false, in, out, column, lane);
}

// stencilFast_fixed_cache: stencil family of tilewright 0.1.0, from stencil.json; line of radius 4
// fixed boundary, 1 x 16384 float32 at pitches 16384 and 16384
// grid 32, block (128, 1); a block computes 1 x 512 elements
__constant__ float coefficients[4];

// The column that stands for one that may lie beyond the ends of its row; negative: none does.
static __device__ int stencilFast_fixed_cache_place(int column)
{
    return (unsigned)column < 16384 ? column : -1;
}

static __device__ float stencilFast_fixed_cache_element(const float *row, int column)
{
    column = stencilFast_fixed_cache_place(column);
    return column < 0 ? 0 : __ldg(row + column);
}

// sum, and the 9 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float stencilFast_fixed_cache_sum(float sum, const float *u, const float *c)
{
#pragma unroll
    for (int i = 1; i <= 4; i++) sum += c[i - 1] * (u[4 + i] - u[4 - i]);
    return sum;
}

// Whether the element is less than 4 from an edge, and so is copied.
static __device__ bool stencilFast_fixed_cache_is_border(int column)
{
    return column < 4 || column >= 16384 - 4;
}

// The vector of a row that begins at a column. Needed are its elements from `left` on and before `right`: of one that
// an end of the row cuts just they are loaded, and of others a half, or a single one, where that is enough.
static __device__ __forceinline__ void stencilFast_fixed_cache_load(bool inner, const float *row, int column, int left, int right, float *u)
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
        if (j >= left || j < right) u[j] = inner ? __ldg(row + column + j) : stencilFast_fixed_cache_element(row, column + j);
}

// The vectors of a row beside the thread's own, which stands in the middle of the window u.
static __device__ __forceinline__ void stencilFast_fixed_cache_neighbours(bool inner, const float *row, int column, float *u)
{
#pragma unroll
    for (int k = 1; k <= 1; k++) {
        const int shift = k * 4, near_left = shift - 4, near_right = 4 - near_left;
        stencilFast_fixed_cache_load(inner, row, column - shift, near_left, 0, u + 4 - shift);
        stencilFast_fixed_cache_load(inner, row, column + shift, 4, near_right, u + 4 + shift);
    }
}

static __device__ __forceinline__ void stencilFast_fixed_cache_store(bool inner, float *row, int column, const float *sum)
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
static __device__ __forceinline__ void stencilFast_fixed_cache_march(bool inner, const float *in, float *out, int column)
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
            stencilFast_fixed_cache_load(inner, in, at, 0, 0, u[b] + 4);
            stencilFast_fixed_cache_neighbours(inner, in, at, u[b]);
        }
#pragma unroll
        for (int b = 0; b < 1; b++) {
            const int at = column + (turn + b) * 512;
            float sum[4];
            if (!inner && at >= 16384) break;
#pragma unroll
            for (int j = 0; j < 4; j++) sum[j] = stencilFast_fixed_cache_sum(0, u[b] + 4 - 4 + j, c);
#pragma unroll
            for (int j = 0; j < 4; j++)
                if (!inner && at + j < 16384 && stencilFast_fixed_cache_is_border(at + j)) sum[j] = __ldg(in + at + j);
            stencilFast_fixed_cache_store(inner, out, at, sum);
        }
    }
}

extern "C" __global__ void __launch_bounds__(128) stencilFast_fixed_cache(const float *__restrict__ in, float *__restrict__ out)
{
    const int left = (int)(blockIdx.x % 32) * 512;
    const int column = left + (int)threadIdx.x * 4; // of the thread's first vector
    const int lane = threadIdx.x % 32;
    const int begin = column - lane * 4; // of the warp's
    const int row = (int)(blockIdx.x / 32) * 1 + (int)threadIdx.y;
    if (column >= 16384 || row >= 1) return;

    if (begin >= 4 && begin <= 16252)
        stencilFast_fixed_cache_march(true, in, out, column);
    else
        stencilFast_fixed_cache_march(false, in, out, column);
}

// stencilFast_fixed_shuffle: stencil family of tilewright 0.1.0, from stencil.json; line of radius 4
// fixed boundary, 1 x 16384 float32 at pitches 16384 and 16384
// grid 32, block (128, 1); a block computes 1 x 512 elements
__constant__ float coefficients[4];

// The column that stands for one that may lie beyond the ends of its row; negative: none does.
static __device__ int stencilFast_fixed_shuffle_place(int column)
{
    return (unsigned)column < 16384 ? column : -1;
}

static __device__ float stencilFast_fixed_shuffle_element(const float *row, int column)
{
    column = stencilFast_fixed_shuffle_place(column);
    return column < 0 ? 0 : __ldg(row + column);
}

// sum, and the 9 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float stencilFast_fixed_shuffle_sum(float sum, const float *u, const float *c)
{
#pragma unroll
    for (int i = 1; i <= 4; i++) sum += c[i - 1] * (u[4 + i] - u[4 - i]);
    return sum;
}

// Whether the element is less than 4 from an edge, and so is copied.
static __device__ bool stencilFast_fixed_shuffle_is_border(int column)
{
    return column < 4 || column >= 16384 - 4;
}

// The vector of a row that begins at a column. Needed are its elements from `left` on and before `right`: of one that
// an end of the row cuts just they are loaded, and of others a half, or a single one, where that is enough.
static __device__ __forceinline__ void stencilFast_fixed_shuffle_load(bool inner, const float *row, int column, int left, int right, float *u)
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
        if (j >= left || j < right) u[j] = inner ? __ldg(row + column + j) : stencilFast_fixed_shuffle_element(row, column + j);
}

// The vectors of a row beside the thread's own, which stands in the middle of the window u.
static __device__ __forceinline__ void stencilFast_fixed_shuffle_neighbours(bool inner, const float *row, int column, int lane, float *u)
{
    float edge[4] = {}; // what no lane has: the last lanes hold it for the first, the first for the last
    if (lane < 1 || lane >= 32 - 1)
        stencilFast_fixed_shuffle_load(inner, row, lane < 1 ? column + 32 * 4 : column - 32 * 4, 4 - 4, 4, edge);
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

static __device__ __forceinline__ void stencilFast_fixed_shuffle_store(bool inner, float *row, int column, const float *sum)
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
static __device__ __forceinline__ void stencilFast_fixed_shuffle_march(bool inner, const float *in, float *out, int column, int lane)
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
            if (!inner && at - lane * 4 >= 16384) break;
            stencilFast_fixed_shuffle_load(inner, in, at, 0, 0, u[b] + 4);
            stencilFast_fixed_shuffle_neighbours(inner, in, at, lane, u[b]);
        }
#pragma unroll
        for (int b = 0; b < 1; b++) {
            const int at = column + (turn + b) * 512;
            float sum[4];
            if (!inner && at >= 16384) break;
#pragma unroll
            for (int j = 0; j < 4; j++) sum[j] = stencilFast_fixed_shuffle_sum(0, u[b] + 4 - 4 + j, c);
#pragma unroll
            for (int j = 0; j < 4; j++)
                if (!inner && at + j < 16384 && stencilFast_fixed_shuffle_is_border(at + j)) sum[j] = __ldg(in + at + j);
            stencilFast_fixed_shuffle_store(inner, out, at, sum);
        }
    }
}

extern "C" __global__ void __launch_bounds__(128) stencilFast_fixed_shuffle(const float *__restrict__ in, float *__restrict__ out)
{
    const int left = (int)(blockIdx.x % 32) * 512;
    const int column = left + (int)threadIdx.x * 4; // of the thread's first vector
    const int lane = threadIdx.x % 32;
    const int begin = column - lane * 4; // of the warp's
    const int row = (int)(blockIdx.x / 32) * 1 + (int)threadIdx.y;
    if (begin >= 16384 || row >= 1) return;

    if (begin >= 4 && begin <= 16252)
        stencilFast_fixed_shuffle_march(true, in, out, column, lane);
    else
        stencilFast_fixed_shuffle_march(false, in, out, column, lane);
}

// stencilFast_periodic_cache: stencil family of tilewright 0.1.0, from stencil.json; line of radius 4
// periodic boundary, 1 x 16384 float32 at pitches 16384 and 16384
// grid 32, block (128, 1); a block computes 1 x 512 elements
__constant__ float coefficients[4];

// The column that stands for one that may lie beyond the ends of its row; negative: none does.
static __device__ int stencilFast_periodic_cache_place(int column)
{
    // whether it is a neighbour of any
    const bool counts = (unsigned)(column + 4) < (unsigned)16384 + 2 * 4;
    column += column < 0 ? 16384 : column >= 16384 ? -16384 : 0;
    return counts ? column : -1;
}

static __device__ float stencilFast_periodic_cache_element(const float *row, int column)
{
    column = stencilFast_periodic_cache_place(column);
    return column < 0 ? 0 : __ldg(row + column);
}

// sum, and the 9 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float stencilFast_periodic_cache_sum(float sum, const float *u, const float *c)
{
#pragma unroll
    for (int i = 1; i <= 4; i++) sum += c[i - 1] * (u[4 + i] - u[4 - i]);
    return sum;
}

// The vector of a row that begins at a column. Needed are its elements from `left` on and before `right`: of one that
// an end of the row cuts just they are loaded, and of others a half, or a single one, where that is enough.
static __device__ __forceinline__ void stencilFast_periodic_cache_load(bool inner, const float *row, int column, int left, int right, float *u)
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
        if (j >= left || j < right) u[j] = inner ? __ldg(row + column + j) : stencilFast_periodic_cache_element(row, column + j);
}

// The vectors of a row beside the thread's own, which stands in the middle of the window u.
static __device__ __forceinline__ void stencilFast_periodic_cache_neighbours(bool inner, const float *row, int column, float *u)
{
#pragma unroll
    for (int k = 1; k <= 1; k++) {
        const int shift = k * 4, near_left = shift - 4, near_right = 4 - near_left;
        stencilFast_periodic_cache_load(inner, row, column - shift, near_left, 0, u + 4 - shift);
        stencilFast_periodic_cache_load(inner, row, column + shift, 4, near_right, u + 4 + shift);
    }
}

static __device__ __forceinline__ void stencilFast_periodic_cache_store(bool inner, float *row, int column, const float *sum)
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
static __device__ __forceinline__ void stencilFast_periodic_cache_march(bool inner, const float *in, float *out, int column)
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
            stencilFast_periodic_cache_load(inner, in, at, 0, 0, u[b] + 4);
            stencilFast_periodic_cache_neighbours(inner, in, at, u[b]);
        }
#pragma unroll
        for (int b = 0; b < 1; b++) {
            const int at = column + (turn + b) * 512;
            float sum[4];
            if (!inner && at >= 16384) break;
#pragma unroll
            for (int j = 0; j < 4; j++) sum[j] = stencilFast_periodic_cache_sum(0, u[b] + 4 - 4 + j, c);
            stencilFast_periodic_cache_store(inner, out, at, sum);
        }
    }
}

extern "C" __global__ void __launch_bounds__(128) stencilFast_periodic_cache(const float *__restrict__ in, float *__restrict__ out)
{
    const int left = (int)(blockIdx.x % 32) * 512;
    const int column = left + (int)threadIdx.x * 4; // of the thread's first vector
    const int lane = threadIdx.x % 32;
    const int begin = column - lane * 4; // of the warp's
    const int row = (int)(blockIdx.x / 32) * 1 + (int)threadIdx.y;
    if (column >= 16384 || row >= 1) return;

    if (begin >= 4 && begin <= 16252)
        stencilFast_periodic_cache_march(true, in, out, column);
    else
        stencilFast_periodic_cache_march(false, in, out, column);
}

// stencilFast_periodic_shuffle: stencil family of tilewright 0.1.0, from stencil.json; line of radius 4
// periodic boundary, 1 x 16384 float32 at pitches 16384 and 16384
// grid 32, block (128, 1); a block computes 1 x 512 elements
__constant__ float coefficients[4];

// The column that stands for one that may lie beyond the ends of its row; negative: none does.
static __device__ int stencilFast_periodic_shuffle_place(int column)
{
    // whether it is a neighbour of any
    const bool counts = (unsigned)(column + 4) < (unsigned)16384 + 2 * 4;
    column += column < 0 ? 16384 : column >= 16384 ? -16384 : 0;
    return counts ? column : -1;
}

static __device__ float stencilFast_periodic_shuffle_element(const float *row, int column)
{
    column = stencilFast_periodic_shuffle_place(column);
    return column < 0 ? 0 : __ldg(row + column);
}

// sum, and the 9 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float stencilFast_periodic_shuffle_sum(float sum, const float *u, const float *c)
{
#pragma unroll
    for (int i = 1; i <= 4; i++) sum += c[i - 1] * (u[4 + i] - u[4 - i]);
    return sum;
}

// The vector of a row that begins at a column. Needed are its elements from `left` on and before `right`: of one that
// an end of the row cuts just they are loaded, and of others a half, or a single one, where that is enough.
static __device__ __forceinline__ void stencilFast_periodic_shuffle_load(bool inner, const float *row, int column, int left, int right, float *u)
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
        if (j >= left || j < right) u[j] = inner ? __ldg(row + column + j) : stencilFast_periodic_shuffle_element(row, column + j);
}

// The vectors of a row beside the thread's own, which stands in the middle of the window u.
static __device__ __forceinline__ void stencilFast_periodic_shuffle_neighbours(bool inner, const float *row, int column, int lane, float *u)
{
    float edge[4] = {}; // what no lane has: the last lanes hold it for the first, the first for the last
    if (lane < 1 || lane >= 32 - 1)
        stencilFast_periodic_shuffle_load(inner, row, lane < 1 ? column + 32 * 4 : column - 32 * 4, 4 - 4, 4, edge);
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

static __device__ __forceinline__ void stencilFast_periodic_shuffle_store(bool inner, float *row, int column, const float *sum)
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
static __device__ __forceinline__ void stencilFast_periodic_shuffle_march(bool inner, const float *in, float *out, int column, int lane)
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
            if (!inner && at - lane * 4 >= 16384) break;
            stencilFast_periodic_shuffle_load(inner, in, at, 0, 0, u[b] + 4);
            stencilFast_periodic_shuffle_neighbours(inner, in, at, lane, u[b]);
        }
#pragma unroll
        for (int b = 0; b < 1; b++) {
            const int at = column + (turn + b) * 512;
            float sum[4];
            if (!inner && at >= 16384) break;
#pragma unroll
            for (int j = 0; j < 4; j++) sum[j] = stencilFast_periodic_shuffle_sum(0, u[b] + 4 - 4 + j, c);
            stencilFast_periodic_shuffle_store(inner, out, at, sum);
        }
    }
}

extern "C" __global__ void __launch_bounds__(128) stencilFast_periodic_shuffle(const float *__restrict__ in, float *__restrict__ out)
{
    const int left = (int)(blockIdx.x % 32) * 512;
    const int column = left + (int)threadIdx.x * 4; // of the thread's first vector
    const int lane = threadIdx.x % 32;
    const int begin = column - lane * 4; // of the warp's
    const int row = (int)(blockIdx.x / 32) * 1 + (int)threadIdx.y;
    if (begin >= 16384 || row >= 1) return;

    if (begin >= 4 && begin <= 16252)
        stencilFast_periodic_shuffle_march(true, in, out, column, lane);
    else
        stencilFast_periodic_shuffle_march(false, in, out, column, lane);
}

// stencilFast_reflect_cache: stencil family of tilewright 0.1.0, from stencil.json; line of radius 4
// reflect boundary, 1 x 16384 float32 at pitches 16384 and 16384
// grid 32, block (128, 1); a block computes 1 x 512 elements
__constant__ float coefficients[4];

// The column that stands for one that may lie beyond the ends of its row; negative: none does.
static __device__ int stencilFast_reflect_cache_place(int column)
{
    // whether it is a neighbour of any
    const bool counts = (unsigned)(column + 4) < (unsigned)16384 + 2 * 4;
    column = min(abs(column), 16384 - 1 - column + (16384 - 1));
    return counts ? column : -1;
}

static __device__ float stencilFast_reflect_cache_element(const float *row, int column)
{
    column = stencilFast_reflect_cache_place(column);
    return column < 0 ? 0 : __ldg(row + column);
}

// sum, and the 9 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float stencilFast_reflect_cache_sum(float sum, const float *u, const float *c)
{
#pragma unroll
    for (int i = 1; i <= 4; i++) sum += c[i - 1] * (u[4 + i] - u[4 - i]);
    return sum;
}

// The vector of a row that begins at a column. Needed are its elements from `left` on and before `right`: of one that
// an end of the row cuts just they are loaded, and of others a half, or a single one, where that is enough.
static __device__ __forceinline__ void stencilFast_reflect_cache_load(bool inner, const float *row, int column, int left, int right, float *u)
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
        if (j >= left || j < right) u[j] = inner ? __ldg(row + column + j) : stencilFast_reflect_cache_element(row, column + j);
}

// The vectors of a row beside the thread's own, which stands in the middle of the window u.
static __device__ __forceinline__ void stencilFast_reflect_cache_neighbours(bool inner, const float *row, int column, float *u)
{
#pragma unroll
    for (int k = 1; k <= 1; k++) {
        const int shift = k * 4, near_left = shift - 4, near_right = 4 - near_left;
        stencilFast_reflect_cache_load(inner, row, column - shift, near_left, 0, u + 4 - shift);
        stencilFast_reflect_cache_load(inner, row, column + shift, 4, near_right, u + 4 + shift);
    }
}

static __device__ __forceinline__ void stencilFast_reflect_cache_store(bool inner, float *row, int column, const float *sum)
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
static __device__ __forceinline__ void stencilFast_reflect_cache_march(bool inner, const float *in, float *out, int column)
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
            stencilFast_reflect_cache_load(inner, in, at, 0, 0, u[b] + 4);
            stencilFast_reflect_cache_neighbours(inner, in, at, u[b]);
        }
#pragma unroll
        for (int b = 0; b < 1; b++) {
            const int at = column + (turn + b) * 512;
            float sum[4];
            if (!inner && at >= 16384) break;
#pragma unroll
            for (int j = 0; j < 4; j++) sum[j] = stencilFast_reflect_cache_sum(0, u[b] + 4 - 4 + j, c);
            stencilFast_reflect_cache_store(inner, out, at, sum);
        }
    }
}

extern "C" __global__ void __launch_bounds__(128) stencilFast_reflect_cache(const float *__restrict__ in, float *__restrict__ out)
{
    const int left = (int)(blockIdx.x % 32) * 512;
    const int column = left + (int)threadIdx.x * 4; // of the thread's first vector
    const int lane = threadIdx.x % 32;
    const int begin = column - lane * 4; // of the warp's
    const int row = (int)(blockIdx.x / 32) * 1 + (int)threadIdx.y;
    if (column >= 16384 || row >= 1) return;

    if (begin >= 4 && begin <= 16252)
        stencilFast_reflect_cache_march(true, in, out, column);
    else
        stencilFast_reflect_cache_march(false, in, out, column);
}

// stencilFast_reflect_shuffle: stencil family of tilewright 0.1.0, from stencil.json; line of radius 4
// reflect boundary, 1 x 16384 float32 at pitches 16384 and 16384
// grid 32, block (128, 1); a block computes 1 x 512 elements
__constant__ float coefficients[4];

// The column that stands for one that may lie beyond the ends of its row; negative: none does.
static __device__ int stencilFast_reflect_shuffle_place(int column)
{
    // whether it is a neighbour of any
    const bool counts = (unsigned)(column + 4) < (unsigned)16384 + 2 * 4;
    column = min(abs(column), 16384 - 1 - column + (16384 - 1));
    return counts ? column : -1;
}

static __device__ float stencilFast_reflect_shuffle_element(const float *row, int column)
{
    column = stencilFast_reflect_shuffle_place(column);
    return column < 0 ? 0 : __ldg(row + column);
}

// sum, and the 9 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float stencilFast_reflect_shuffle_sum(float sum, const float *u, const float *c)
{
#pragma unroll
    for (int i = 1; i <= 4; i++) sum += c[i - 1] * (u[4 + i] - u[4 - i]);
    return sum;
}

// The vector of a row that begins at a column. Needed are its elements from `left` on and before `right`: of one that
// an end of the row cuts just they are loaded, and of others a half, or a single one, where that is enough.
static __device__ __forceinline__ void stencilFast_reflect_shuffle_load(bool inner, const float *row, int column, int left, int right, float *u)
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
        if (j >= left || j < right) u[j] = inner ? __ldg(row + column + j) : stencilFast_reflect_shuffle_element(row, column + j);
}

// The vectors of a row beside the thread's own, which stands in the middle of the window u.
static __device__ __forceinline__ void stencilFast_reflect_shuffle_neighbours(bool inner, const float *row, int column, int lane, float *u)
{
    float edge[4] = {}; // what no lane has: the last lanes hold it for the first, the first for the last
    if (lane < 1 || lane >= 32 - 1)
        stencilFast_reflect_shuffle_load(inner, row, lane < 1 ? column + 32 * 4 : column - 32 * 4, 4 - 4, 4, edge);
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

static __device__ __forceinline__ void stencilFast_reflect_shuffle_store(bool inner, float *row, int column, const float *sum)
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
static __device__ __forceinline__ void stencilFast_reflect_shuffle_march(bool inner, const float *in, float *out, int column, int lane)
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
            if (!inner && at - lane * 4 >= 16384) break;
            stencilFast_reflect_shuffle_load(inner, in, at, 0, 0, u[b] + 4);
            stencilFast_reflect_shuffle_neighbours(inner, in, at, lane, u[b]);
        }
#pragma unroll
        for (int b = 0; b < 1; b++) {
            const int at = column + (turn + b) * 512;
            float sum[4];
            if (!inner && at >= 16384) break;
#pragma unroll
            for (int j = 0; j < 4; j++) sum[j] = stencilFast_reflect_shuffle_sum(0, u[b] + 4 - 4 + j, c);
            stencilFast_reflect_shuffle_store(inner, out, at, sum);
        }
    }
}

extern "C" __global__ void __launch_bounds__(128) stencilFast_reflect_shuffle(const float *__restrict__ in, float *__restrict__ out)
{
    const int left = (int)(blockIdx.x % 32) * 512;
    const int column = left + (int)threadIdx.x * 4; // of the thread's first vector
    const int lane = threadIdx.x % 32;
    const int begin = column - lane * 4; // of the warp's
    const int row = (int)(blockIdx.x / 32) * 1 + (int)threadIdx.y;
    if (begin >= 16384 || row >= 1) return;

    if (begin >= 4 && begin <= 16252)
        stencilFast_reflect_shuffle_march(true, in, out, column, lane);
    else
        stencilFast_reflect_shuffle_march(false, in, out, column, lane);
}

// star_radius1_shared: stencil family of tilewright 0.1.0, from stencil.json; star of radius 1
// zero boundary, 100 x 300 float32 at pitches 300 and 300
// grid 130, block (32, 8); a block computes 8 x 32 elements
__constant__ float coefficients[5];

// The column that stands for one that may lie beyond the ends of its row; negative: none does.
static __device__ int star_radius1_shared_place(int column)
{
    return (unsigned)column < 300 ? column : -1;
}

static __device__ float star_radius1_shared_element(const float *row, int column)
{
    column = star_radius1_shared_place(column);
    return column < 0 ? 0 : __ldg(row + column);
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

extern "C" __global__ void __launch_bounds__(256) star_radius1_shared(const float *__restrict__ in, float *__restrict__ out)
{
    __shared__ float tile[10][34];
    const int x = threadIdx.x, y = threadIdx.y;
    const int left = (int)(blockIdx.x % 10) * 32;
    const int top = (int)(blockIdx.x / 10) * 8;
    const int column = left + x, row = top + y;

#pragma unroll 1
    for (int j = y; j < 10; j += 8) {
        const float *const from = star_radius1_shared_row(in, top + j - 1);
#pragma unroll 1
        for (int i = x; i < 34; i += 32)
            tile[j][i] = from ? star_radius1_shared_element(from, left + i - 1) : 0;
    }
    __syncthreads();
    if (column >= 300 || row >= 100) return;

    float sum = 0;
    {
        float c[5];
#pragma unroll
        for (int k = 0; k < 5; k++) {
            c[k] = coefficients[k];
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
}

// star_radius1_shuffle: stencil family of tilewright 0.1.0, from stencil.json; star of radius 1
// zero boundary, 100 x 300 float32 at pitches 300 and 300
// grid 17, block (96, 1); a block computes 6 x 384 elements
__constant__ float coefficients[5];

// The column that stands for one that may lie beyond the ends of its row; negative: none does.
static __device__ int star_radius1_shuffle_place(int column)
{
    return (unsigned)column < 300 ? column : -1;
}

static __device__ float star_radius1_shuffle_element(const float *row, int column)
{
    column = star_radius1_shuffle_place(column);
    return column < 0 ? 0 : __ldg(row + column);
}

// The row that stands for one that may lie beyond the first or the last; NULL: none does.
static __device__ const float *star_radius1_shuffle_row(const float *in, int row)
{
    return (unsigned)row < 100 ? in + (long long)row * 300 : nullptr;
}

// sum, and the 3 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float star_radius1_shuffle_sum(float sum, const float *u, const float *c)
{
#pragma unroll
    for (int i = 0; i < 3; i++) sum += c[i] * u[i];
    return sum;
}

// The vector of a row that begins at a column. Needed are its elements from `left` on and before `right`: of one that
// an end of the row cuts just they are loaded, and of others a half, or a single one, where that is enough.
static __device__ __forceinline__ void star_radius1_shuffle_load(bool inner, const float *row, int column, int left, int right, float *u)
{
    const int needed = right <= 0 ? 4 - left : left >= 4 ? right : 4;
    const bool whole = inner || (unsigned)column <= 296;
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
        if (j >= left || j < right) u[j] = inner ? __ldg(row + column + j) : star_radius1_shuffle_element(row, column + j);
}

// The vectors of a row beside the thread's own, which stands in the middle of the window u.
static __device__ __forceinline__ void star_radius1_shuffle_neighbours(bool inner, const float *row, int column, int lane, float *u)
{
    float edge[4] = {}; // what no lane has: the last lanes hold it for the first, the first for the last
    if (lane == 0 || lane == 31) {
        const int at = lane ? column - 31 * 4 - 1 : column + 32 * 4;
        edge[0] = edge[4 - 1] = inner ? __ldg(row + at) : star_radius1_shuffle_element(row, at);
    }
#pragma unroll
    for (int k = 1; k <= 1; k++) {
        const int shift = k * 4, near_left = shift - 1, near_right = 4 - near_left;
#pragma unroll
        for (int j = 0; j < 4; j++) {
            const float own = u[4 + j], from_left = lane >= 32 - k ? edge[j] : own;
            const float from_right = lane < k ? edge[j] : own;
            if (j >= near_left) u[4 - shift + j] = __shfl_sync(0xFFFFFFFFu, from_left, lane - k);
            if (j < near_right) u[4 + shift + j] = __shfl_sync(0xFFFFFFFFu, from_right, lane + k);
        }
    }
}

static __device__ __forceinline__ void star_radius1_shuffle_store(bool inner, float *row, int column, const float *sum)
{
    if (inner || column <= 296) {
        __stcs((float4 *)(row + column), make_float4(sum[0], sum[1], sum[2], sum[3]));
        return;
    }
#pragma unroll
    for (int j = 0; j < 4; j++)
        if (inner || column + j < 300) __stcs(row + column + j, sum[j]);
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
    const int left = (int)(blockIdx.x % 1) * 384;
    const int column = left + (int)threadIdx.x * 4; // of the thread's first vector
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

// star_radius2_shared: stencil family of tilewright 0.1.0, from stencil.json; star of radius 2
// zero boundary, 100 x 300 float32 at pitches 300 and 300
// grid 130, block (32, 8); a block computes 8 x 32 elements
__constant__ float coefficients[9];

// The column that stands for one that may lie beyond the ends of its row; negative: none does.
static __device__ int star_radius2_shared_place(int column)
{
    return (unsigned)column < 300 ? column : -1;
}

static __device__ float star_radius2_shared_element(const float *row, int column)
{
    column = star_radius2_shared_place(column);
    return column < 0 ? 0 : __ldg(row + column);
}

// The row that stands for one that may lie beyond the first or the last; NULL: none does.
static __device__ const float *star_radius2_shared_row(const float *in, int row)
{
    return (unsigned)row < 100 ? in + (long long)row * 300 : nullptr;
}

// sum, and the 5 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float star_radius2_shared_sum(float sum, const float *u, const float *c)
{
#pragma unroll
    for (int i = 0; i < 5; i++) sum += c[i] * u[i];
    return sum;
}

extern "C" __global__ void __launch_bounds__(256) star_radius2_shared(const float *__restrict__ in, float *__restrict__ out)
{
    __shared__ float tile[12][36];
    const int x = threadIdx.x, y = threadIdx.y;
    const int left = (int)(blockIdx.x % 10) * 32;
    const int top = (int)(blockIdx.x / 10) * 8;
    const int column = left + x, row = top + y;

#pragma unroll 1
    for (int j = y; j < 12; j += 8) {
        const float *const from = star_radius2_shared_row(in, top + j - 2);
#pragma unroll 1
        for (int i = x; i < 36; i += 32)
            tile[j][i] = from ? star_radius2_shared_element(from, left + i - 2) : 0;
    }
    __syncthreads();
    if (column >= 300 || row >= 100) return;

    float sum = 0;
    {
        float c[9];
#pragma unroll
        for (int k = 0; k < 9; k++) {
            c[k] = coefficients[k];
            asm volatile("" : "+f"(c[k])); // read once, here
        }
        sum = star_radius2_shared_sum(sum, &tile[y + 2][x], c + 2);
#pragma unroll
        for (int i = 1; i <= 2; i++) {
            sum += c[2 - i] * tile[y + 2 - i][x + 2];
            sum += c[6 + i] * tile[y + 2 + i][x + 2];
        }
    }
    __stcs(out + (long long)row * 300 + column, sum);
}

// star_radius2_shuffle: stencil family of tilewright 0.1.0, from stencil.json; star of radius 2
// zero boundary, 100 x 300 float32 at pitches 300 and 300
// grid 17, block (96, 1); a block computes 6 x 384 elements
__constant__ float coefficients[9];

// The column that stands for one that may lie beyond the ends of its row; negative: none does.
static __device__ int star_radius2_shuffle_place(int column)
{
    return (unsigned)column < 300 ? column : -1;
}

static __device__ float star_radius2_shuffle_element(const float *row, int column)
{
    column = star_radius2_shuffle_place(column);
    return column < 0 ? 0 : __ldg(row + column);
}

// The row that stands for one that may lie beyond the first or the last; NULL: none does.
static __device__ const float *star_radius2_shuffle_row(const float *in, int row)
{
    return (unsigned)row < 100 ? in + (long long)row * 300 : nullptr;
}

// sum, and the 5 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float star_radius2_shuffle_sum(float sum, const float *u, const float *c)
{
#pragma unroll
    for (int i = 0; i < 5; i++) sum += c[i] * u[i];
    return sum;
}

// The vector of a row that begins at a column. Needed are its elements from `left` on and before `right`: of one that
// an end of the row cuts just they are loaded, and of others a half, or a single one, where that is enough.
static __device__ __forceinline__ void star_radius2_shuffle_load(bool inner, const float *row, int column, int left, int right, float *u)
{
    const int needed = right <= 0 ? 4 - left : left >= 4 ? right : 4;
    const bool whole = inner || (unsigned)column <= 296;
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
        if (j >= left || j < right) u[j] = inner ? __ldg(row + column + j) : star_radius2_shuffle_element(row, column + j);
}

// The vectors of a row beside the thread's own, which stands in the middle of the window u.
static __device__ __forceinline__ void star_radius2_shuffle_neighbours(bool inner, const float *row, int column, int lane, float *u)
{
    float edge[4] = {}; // what no lane has: the last lanes hold it for the first, the first for the last
    if (lane < 1 || lane >= 32 - 1)
        star_radius2_shuffle_load(inner, row, lane < 1 ? column + 32 * 4 : column - 32 * 4, 4 - 2, 2, edge);
#pragma unroll
    for (int k = 1; k <= 1; k++) {
        const int shift = k * 4, near_left = shift - 2, near_right = 4 - near_left;
#pragma unroll
        for (int j = 0; j < 4; j++) {
            const float own = u[4 + j], from_left = lane >= 32 - k ? edge[j] : own;
            const float from_right = lane < k ? edge[j] : own;
            if (j >= near_left) u[4 - shift + j] = __shfl_sync(0xFFFFFFFFu, from_left, lane - k);
            if (j < near_right) u[4 + shift + j] = __shfl_sync(0xFFFFFFFFu, from_right, lane + k);
        }
    }
}

static __device__ __forceinline__ void star_radius2_shuffle_store(bool inner, float *row, int column, const float *sum)
{
    if (inner || column <= 296) {
        __stcs((float4 *)(row + column), make_float4(sum[0], sum[1], sum[2], sum[3]));
        return;
    }
#pragma unroll
    for (int j = 0; j < 4; j++)
        if (inner || column + j < 300) __stcs(row + column + j, sum[j]);
}

// Down the rows from `first` to before `last`. inner: no neighbour lies beyond an edge, and no row is missing.
static __device__ __forceinline__ void star_radius2_shuffle_march(bool inner, const float *in, float *out, int column, int first, int last, int lane)
{
    float c[9];
#pragma unroll
    for (int k = 0; k < 9; k++) {
        c[k] = coefficients[k];
        asm volatile("" : "+f"(c[k])); // read once, here
    }
    const int end = (inner ? 6 : (int)(last - first)) + 2 * 2; // rows that come in
    float sum[5][4] = {}; // sum[k]: of the row that lies 2 - k above the one that comes in
#pragma unroll 1
    for (int turn = 0; turn < end; turn += 5) {
        float u[5][12];
#pragma unroll
        for (int b = 0; b < 5; b++) {
            const int row = first - 2 + turn + b;
            if (turn + b >= end) break;
            const float *const from = inner ? in + (long long)row * 300 : star_radius2_shuffle_row(in, row);
#pragma unroll
            for (int j = 0; j < 12; j++) u[b][j] = 0;
            if (!inner && !from) continue;
            star_radius2_shuffle_load(inner, from, column, 0, 0, u[b] + 4);
            if (row < first || row >= last) continue; // no sum needs more of it
            star_radius2_shuffle_neighbours(inner, from, column, lane, u[b]);
        }
#pragma unroll
        for (int b = 0; b < 5; b++) {
            const int row = first - 2 * 2 + turn + b; // the one whose sum becomes complete
            if (turn + b >= end) break;
#pragma unroll
            for (int j = 0; j < 4; j++) {
                const float *const w = u[b] + 4 - 2 + j;
                sum[2][j] = star_radius2_shuffle_sum(sum[2][j], w, c + 2);
#pragma unroll
                for (int i = 1; i <= 2; i++) {
                    sum[2 - i][j] += c[6 + i] * w[2];
                    sum[2 + i][j] += c[2 - i] * w[2];
                }
            }
            if (row >= first && (inner || column < 300)) {
                star_radius2_shuffle_store(inner, out + (long long)row * 300, column, sum[0]);
            }
#pragma unroll
            for (int j = 0; j < 4; j++) {
#pragma unroll
                for (int k = 1; k < 5; k++) sum[k - 1][j] = sum[k][j];
                sum[5 - 1][j] = 0;
            }
        }
    }
}

extern "C" __global__ void __launch_bounds__(96) star_radius2_shuffle(const float *__restrict__ in, float *__restrict__ out)
{
    const int left = (int)(blockIdx.x % 1) * 384;
    const int column = left + (int)threadIdx.x * 4; // of the thread's first vector
    const int lane = threadIdx.x % 32;
    const int begin = column - lane * 4; // of the warp's
    const int first = ((int)(blockIdx.x / 1) * 1 + (int)threadIdx.y) * 6;
    if (begin >= 300 || first >= 100) return;
    const int last = first + 6 < 100 ? first + 6 : 100;

    if (begin >= 4 && begin <= 168 && first >= 2 && first <= 92)
        star_radius2_shuffle_march(true, in, out, column, first, last, lane);
    else
        star_radius2_shuffle_march(false, in, out, column, first, last, lane);
}

// star_radius3_shared: stencil family of tilewright 0.1.0, from stencil.json; star of radius 3
// zero boundary, 100 x 300 float32 at pitches 300 and 300
// grid 130, block (32, 8); a block computes 8 x 32 elements
__constant__ float coefficients[13];

// The column that stands for one that may lie beyond the ends of its row; negative: none does.
static __device__ int star_radius3_shared_place(int column)
{
    return (unsigned)column < 300 ? column : -1;
}

static __device__ float star_radius3_shared_element(const float *row, int column)
{
    column = star_radius3_shared_place(column);
    return column < 0 ? 0 : __ldg(row + column);
}

// The row that stands for one that may lie beyond the first or the last; NULL: none does.
static __device__ const float *star_radius3_shared_row(const float *in, int row)
{
    return (unsigned)row < 100 ? in + (long long)row * 300 : nullptr;
}

// sum, and the 7 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float star_radius3_shared_sum(float sum, const float *u, const float *c)
{
#pragma unroll
    for (int i = 0; i < 7; i++) sum += c[i] * u[i];
    return sum;
}

extern "C" __global__ void __launch_bounds__(256) star_radius3_shared(const float *__restrict__ in, float *__restrict__ out)
{
    __shared__ float tile[14][38];
    const int x = threadIdx.x, y = threadIdx.y;
    const int left = (int)(blockIdx.x % 10) * 32;
    const int top = (int)(blockIdx.x / 10) * 8;
    const int column = left + x, row = top + y;

#pragma unroll 1
    for (int j = y; j < 14; j += 8) {
        const float *const from = star_radius3_shared_row(in, top + j - 3);
#pragma unroll 1
        for (int i = x; i < 38; i += 32)
            tile[j][i] = from ? star_radius3_shared_element(from, left + i - 3) : 0;
    }
    __syncthreads();
    if (column >= 300 || row >= 100) return;

    float sum = 0;
    {
        float c[13];
#pragma unroll
        for (int k = 0; k < 13; k++) {
            c[k] = coefficients[k];
            asm volatile("" : "+f"(c[k])); // read once, here
        }
        sum = star_radius3_shared_sum(sum, &tile[y + 3][x], c + 3);
#pragma unroll
        for (int i = 1; i <= 3; i++) {
            sum += c[3 - i] * tile[y + 3 - i][x + 3];
            sum += c[9 + i] * tile[y + 3 + i][x + 3];
        }
    }
    __stcs(out + (long long)row * 300 + column, sum);
}

// star_radius3_shuffle: stencil family of tilewright 0.1.0, from stencil.json; star of radius 3
// zero boundary, 100 x 300 float32 at pitches 300 and 300
// grid 13, block (96, 1); a block computes 8 x 384 elements
__constant__ float coefficients[13];

// The column that stands for one that may lie beyond the ends of its row; negative: none does.
static __device__ int star_radius3_shuffle_place(int column)
{
    return (unsigned)column < 300 ? column : -1;
}

static __device__ float star_radius3_shuffle_element(const float *row, int column)
{
    column = star_radius3_shuffle_place(column);
    return column < 0 ? 0 : __ldg(row + column);
}

// The row that stands for one that may lie beyond the first or the last; NULL: none does.
static __device__ const float *star_radius3_shuffle_row(const float *in, int row)
{
    return (unsigned)row < 100 ? in + (long long)row * 300 : nullptr;
}

// sum, and the 7 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float star_radius3_shuffle_sum(float sum, const float *u, const float *c)
{
#pragma unroll
    for (int i = 0; i < 7; i++) sum += c[i] * u[i];
    return sum;
}

// The vector of a row that begins at a column. Needed are its elements from `left` on and before `right`: of one that
// an end of the row cuts just they are loaded, and of others a half, or a single one, where that is enough.
static __device__ __forceinline__ void star_radius3_shuffle_load(bool inner, const float *row, int column, int left, int right, float *u)
{
    const int needed = right <= 0 ? 4 - left : left >= 4 ? right : 4;
    const bool whole = inner || (unsigned)column <= 296;
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
        if (j >= left || j < right) u[j] = inner ? __ldg(row + column + j) : star_radius3_shuffle_element(row, column + j);
}

// The vectors of a row beside the thread's own, which stands in the middle of the window u.
static __device__ __forceinline__ void star_radius3_shuffle_neighbours(bool inner, const float *row, int column, int lane, float *u)
{
    float edge[4] = {}; // what no lane has: the last lanes hold it for the first, the first for the last
    if (lane < 1 || lane >= 32 - 1)
        star_radius3_shuffle_load(inner, row, lane < 1 ? column + 32 * 4 : column - 32 * 4, 4 - 3, 3, edge);
#pragma unroll
    for (int k = 1; k <= 1; k++) {
        const int shift = k * 4, near_left = shift - 3, near_right = 4 - near_left;
#pragma unroll
        for (int j = 0; j < 4; j++) {
            const float own = u[4 + j], from_left = lane >= 32 - k ? edge[j] : own;
            const float from_right = lane < k ? edge[j] : own;
            if (j >= near_left) u[4 - shift + j] = __shfl_sync(0xFFFFFFFFu, from_left, lane - k);
            if (j < near_right) u[4 + shift + j] = __shfl_sync(0xFFFFFFFFu, from_right, lane + k);
        }
    }
}

static __device__ __forceinline__ void star_radius3_shuffle_store(bool inner, float *row, int column, const float *sum)
{
    if (inner || column <= 296) {
        __stcs((float4 *)(row + column), make_float4(sum[0], sum[1], sum[2], sum[3]));
        return;
    }
#pragma unroll
    for (int j = 0; j < 4; j++)
        if (inner || column + j < 300) __stcs(row + column + j, sum[j]);
}

// Down the rows from `first` to before `last`. inner: no neighbour lies beyond an edge, and no row is missing.
static __device__ __forceinline__ void star_radius3_shuffle_march(bool inner, const float *in, float *out, int column, int first, int last, int lane)
{
    float c[13];
#pragma unroll
    for (int k = 0; k < 13; k++) {
        c[k] = coefficients[k];
        asm volatile("" : "+f"(c[k])); // read once, here
    }
    const int end = (inner ? 8 : (int)(last - first)) + 2 * 3; // rows that come in
    float sum[7][4] = {}; // sum[k]: of the row that lies 3 - k above the one that comes in
#pragma unroll 1
    for (int turn = 0; turn < end; turn += 7) {
        float u[7][12];
#pragma unroll
        for (int b = 0; b < 7; b++) {
            const int row = first - 3 + turn + b;
            if (turn + b >= end) break;
            const float *const from = inner ? in + (long long)row * 300 : star_radius3_shuffle_row(in, row);
#pragma unroll
            for (int j = 0; j < 12; j++) u[b][j] = 0;
            if (!inner && !from) continue;
            star_radius3_shuffle_load(inner, from, column, 0, 0, u[b] + 4);
            if (row < first || row >= last) continue; // no sum needs more of it
            star_radius3_shuffle_neighbours(inner, from, column, lane, u[b]);
        }
#pragma unroll
        for (int b = 0; b < 7; b++) {
            const int row = first - 2 * 3 + turn + b; // the one whose sum becomes complete
            if (turn + b >= end) break;
#pragma unroll
            for (int j = 0; j < 4; j++) {
                const float *const w = u[b] + 4 - 3 + j;
                sum[3][j] = star_radius3_shuffle_sum(sum[3][j], w, c + 3);
#pragma unroll
                for (int i = 1; i <= 3; i++) {
                    sum[3 - i][j] += c[9 + i] * w[3];
                    sum[3 + i][j] += c[3 - i] * w[3];
                }
            }
            if (row >= first && (inner || column < 300)) {
                star_radius3_shuffle_store(inner, out + (long long)row * 300, column, sum[0]);
            }
#pragma unroll
            for (int j = 0; j < 4; j++) {
#pragma unroll
                for (int k = 1; k < 7; k++) sum[k - 1][j] = sum[k][j];
                sum[7 - 1][j] = 0;
            }
        }
    }
}

extern "C" __global__ void __launch_bounds__(96) star_radius3_shuffle(const float *__restrict__ in, float *__restrict__ out)
{
    const int left = (int)(blockIdx.x % 1) * 384;
    const int column = left + (int)threadIdx.x * 4; // of the thread's first vector
    const int lane = threadIdx.x % 32;
    const int begin = column - lane * 4; // of the warp's
    const int first = ((int)(blockIdx.x / 1) * 1 + (int)threadIdx.y) * 8;
    if (begin >= 300 || first >= 100) return;
    const int last = first + 8 < 100 ? first + 8 : 100;

    if (begin >= 4 && begin <= 168 && first >= 3 && first <= 89)
        star_radius3_shuffle_march(true, in, out, column, first, last, lane);
    else
        star_radius3_shuffle_march(false, in, out, column, first, last, lane);
}

// star_radius4_shared: stencil family of tilewright 0.1.0, from stencil.json; star of radius 4
// zero boundary, 100 x 300 float32 at pitches 300 and 300
// grid 130, block (32, 8); a block computes 8 x 32 elements
__constant__ float coefficients[17];

// The column that stands for one that may lie beyond the ends of its row; negative: none does.
static __device__ int star_radius4_shared_place(int column)
{
    return (unsigned)column < 300 ? column : -1;
}

static __device__ float star_radius4_shared_element(const float *row, int column)
{
    column = star_radius4_shared_place(column);
    return column < 0 ? 0 : __ldg(row + column);
}

// The row that stands for one that may lie beyond the first or the last; NULL: none does.
static __device__ const float *star_radius4_shared_row(const float *in, int row)
{
    return (unsigned)row < 100 ? in + (long long)row * 300 : nullptr;
}

// sum, and the 9 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float star_radius4_shared_sum(float sum, const float *u, const float *c)
{
#pragma unroll
    for (int i = 0; i < 9; i++) sum += c[i] * u[i];
    return sum;
}

extern "C" __global__ void __launch_bounds__(256) star_radius4_shared(const float *__restrict__ in, float *__restrict__ out)
{
    __shared__ float tile[16][40];
    const int x = threadIdx.x, y = threadIdx.y;
    const int left = (int)(blockIdx.x % 10) * 32;
    const int top = (int)(blockIdx.x / 10) * 8;
    const int column = left + x, row = top + y;

#pragma unroll 1
    for (int j = y; j < 16; j += 8) {
        const float *const from = star_radius4_shared_row(in, top + j - 4);
#pragma unroll 1
        for (int i = x; i < 40; i += 32)
            tile[j][i] = from ? star_radius4_shared_element(from, left + i - 4) : 0;
    }
    __syncthreads();
    if (column >= 300 || row >= 100) return;

    float sum = 0;
    {
        float c[17];
#pragma unroll
        for (int k = 0; k < 17; k++) {
            c[k] = coefficients[k];
            asm volatile("" : "+f"(c[k])); // read once, here
        }
        sum = star_radius4_shared_sum(sum, &tile[y + 4][x], c + 4);
#pragma unroll
        for (int i = 1; i <= 4; i++) {
            sum += c[4 - i] * tile[y + 4 - i][x + 4];
            sum += c[12 + i] * tile[y + 4 + i][x + 4];
        }
    }
    __stcs(out + (long long)row * 300 + column, sum);
}

// star_radius4_shuffle: stencil family of tilewright 0.1.0, from stencil.json; star of radius 4
// zero boundary, 100 x 300 float32 at pitches 300 and 300
// grid 100, block (96, 1); a block computes 1 x 384 elements
__constant__ float coefficients[17];

// The column that stands for one that may lie beyond the ends of its row; negative: none does.
static __device__ int star_radius4_shuffle_place(int column)
{
    return (unsigned)column < 300 ? column : -1;
}

static __device__ float star_radius4_shuffle_element(const float *row, int column)
{
    column = star_radius4_shuffle_place(column);
    return column < 0 ? 0 : __ldg(row + column);
}

// The row that stands for one that may lie beyond the first or the last; NULL: none does.
static __device__ const float *star_radius4_shuffle_row(const float *in, int row)
{
    return (unsigned)row < 100 ? in + (long long)row * 300 : nullptr;
}

// sum, and the 9 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float star_radius4_shuffle_sum(float sum, const float *u, const float *c)
{
#pragma unroll
    for (int i = 0; i < 9; i++) sum += c[i] * u[i];
    return sum;
}

// The vector of a row that begins at a column. Needed are its elements from `left` on and before `right`: of one that
// an end of the row cuts just they are loaded, and of others a half, or a single one, where that is enough.
static __device__ __forceinline__ void star_radius4_shuffle_load(bool inner, const float *row, int column, int left, int right, float *u)
{
    const int needed = right <= 0 ? 4 - left : left >= 4 ? right : 4;
    const bool whole = inner || (unsigned)column <= 296;
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
        if (j >= left || j < right) u[j] = inner ? __ldg(row + column + j) : star_radius4_shuffle_element(row, column + j);
}

// The vectors of a row beside the thread's own, which stands in the middle of the window u.
static __device__ __forceinline__ void star_radius4_shuffle_neighbours(bool inner, const float *row, int column, int lane, float *u)
{
    float edge[4] = {}; // what no lane has: the last lanes hold it for the first, the first for the last
    if (lane < 1 || lane >= 32 - 1)
        star_radius4_shuffle_load(inner, row, lane < 1 ? column + 32 * 4 : column - 32 * 4, 4 - 4, 4, edge);
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

static __device__ __forceinline__ void star_radius4_shuffle_store(bool inner, float *row, int column, const float *sum)
{
    if (inner || column <= 296) {
        __stcs((float4 *)(row + column), make_float4(sum[0], sum[1], sum[2], sum[3]));
        return;
    }
#pragma unroll
    for (int j = 0; j < 4; j++)
        if (inner || column + j < 300) __stcs(row + column + j, sum[j]);
}

// Down the rows from `first` to before `last`. inner: no neighbour lies beyond an edge, and no row is missing.
static __device__ __forceinline__ void star_radius4_shuffle_march(bool inner, const float *in, float *out, int column, int first, int last, int lane)
{
    float c[17];
#pragma unroll
    for (int k = 0; k < 17; k++) {
        c[k] = coefficients[k];
        asm volatile("" : "+f"(c[k])); // read once, here
    }
    const int end = (inner ? 1 : (int)(last - first)) + 2 * 4; // rows that come in
    float sum[9][4] = {}; // sum[k]: of the row that lies 4 - k above the one that comes in
#pragma unroll 3
    for (int turn = 0; turn < end; turn += 3) {
        float u[3][12];
#pragma unroll
        for (int b = 0; b < 3; b++) {
            const int row = first - 4 + turn + b;
            if (turn + b >= end) break;
            const float *const from = inner ? in + (long long)row * 300 : star_radius4_shuffle_row(in, row);
#pragma unroll
            for (int j = 0; j < 12; j++) u[b][j] = 0;
            if (!inner && !from) continue;
            star_radius4_shuffle_load(inner, from, column, 0, 0, u[b] + 4);
            if (row < first || row >= last) continue; // no sum needs more of it
            star_radius4_shuffle_neighbours(inner, from, column, lane, u[b]);
        }
#pragma unroll
        for (int b = 0; b < 3; b++) {
            const int row = first - 2 * 4 + turn + b; // the one whose sum becomes complete
            if (turn + b >= end) break;
#pragma unroll
            for (int j = 0; j < 4; j++) {
                const float *const w = u[b] + 4 - 4 + j;
                sum[4][j] = star_radius4_shuffle_sum(sum[4][j], w, c + 4);
#pragma unroll
                for (int i = 1; i <= 4; i++) {
                    sum[4 - i][j] += c[12 + i] * w[4];
                    sum[4 + i][j] += c[4 - i] * w[4];
                }
            }
            if (row >= first && (inner || column < 300)) {
                star_radius4_shuffle_store(inner, out + (long long)row * 300, column, sum[0]);
            }
#pragma unroll
            for (int j = 0; j < 4; j++) {
#pragma unroll
                for (int k = 1; k < 9; k++) sum[k - 1][j] = sum[k][j];
                sum[9 - 1][j] = 0;
            }
        }
    }
}

extern "C" __global__ void __launch_bounds__(96) star_radius4_shuffle(const float *__restrict__ in, float *__restrict__ out)
{
    const int left = (int)(blockIdx.x % 1) * 384;
    const int column = left + (int)threadIdx.x * 4; // of the thread's first vector
    const int lane = threadIdx.x % 32;
    const int begin = column - lane * 4; // of the warp's
    const int first = ((int)(blockIdx.x / 1) * 1 + (int)threadIdx.y) * 1;
    if (begin >= 300 || first >= 100) return;
    const int last = first + 1 < 100 ? first + 1 : 100;

    if (begin >= 4 && begin <= 168 && first >= 4 && first <= 95)
        star_radius4_shuffle_march(true, in, out, column, first, last, lane);
    else
        star_radius4_shuffle_march(false, in, out, column, first, last, lane);
}

// copied_radius2_cols300: stencil family of tilewright 0.1.0, from stencil.json; star of radius 2
// zero boundary, 90 x 300 float32 at pitches 300 and 300
// grid 46, block (64, 1); a block computes 4 x 256 elements
__constant__ float coefficients[9];

// The column that stands for one that may lie beyond the ends of its row; negative: none does.
static __device__ int copied_radius2_cols300_place(int column)
{
    return (unsigned)column < 300 ? column : -1;
}

// The row that stands for one that may lie beyond the first or the last; NULL: none does.
static __device__ const float *copied_radius2_cols300_row(const float *in, int row)
{
    return (unsigned)row < 90 ? in + (long long)row * 300 : nullptr;
}

// sum, and the 5 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float copied_radius2_cols300_sum(float sum, const float *u, const float *c)
{
#pragma unroll
    for (int i = 0; i < 5; i++) sum += c[i] * u[i];
    return sum;
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

// copied_radius2_cols301: stencil family of tilewright 0.1.0, from stencil.json; star of radius 2
// zero boundary, 90 x 301 float32 at pitches 301 and 301
// grid 46, block (64, 1); a block computes 4 x 256 elements
__constant__ float coefficients[9];

// The column that stands for one that may lie beyond the ends of its row; negative: none does.
static __device__ int copied_radius2_cols301_place(int column)
{
    return (unsigned)column < 301 ? column : -1;
}

// The row that stands for one that may lie beyond the first or the last; NULL: none does.
static __device__ const float *copied_radius2_cols301_row(const float *in, int row)
{
    return (unsigned)row < 90 ? in + (long long)row * 301 : nullptr;
}

// sum, and the 5 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float copied_radius2_cols301_sum(float sum, const float *u, const float *c)
{
#pragma unroll
    for (int i = 0; i < 5; i++) sum += c[i] * u[i];
    return sum;
}

// Into shared memory: 16 bytes; without a source zeros.
static __device__ __forceinline__ void copied_radius2_cols301_copy(unsigned to, const float *from, bool is_there)
{
    const int bytes = is_there ? 16 : 0;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(bytes) : "memory");
}

static __device__ __forceinline__ void copied_radius2_cols301_copy_one(unsigned to, const float *from, bool is_there)
{
    const int bytes = is_there ? (int)sizeof *from : 0;
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(to), "l"(from), "r"(bytes) : "memory");
}

// The vector of a row (NULL: there is none) that begins at a column; of one that an end of the row cuts each element.
static __device__ __forceinline__ void copied_radius2_cols301_bring(const float *in, const float *row, int column, unsigned to)
{
    const bool nothing = !row || column <= -4 || column >= 301;
    if (nothing) {
        copied_radius2_cols301_copy(to, in, false);
        return;
    }
    bool whole = (unsigned)column <= 297;
    if (whole) {
        copied_radius2_cols301_copy(to, row + column, true);
        return;
    }
#pragma unroll
    for (int j = 0; j < 4; j++) {
        const int at = copied_radius2_cols301_place(column + j);
        copied_radius2_cols301_copy_one(to + j * (int)sizeof *row, at < 0 ? in : row + at, at >= 0);
    }
}

// Copies begin at whole sectors, of 32 bytes: whether a vector more comes before a row's that begin at a column.
static __device__ __forceinline__ int copied_radius2_cols301_before(int row, int column)
{
    return (int)(((unsigned)row * 5u + (unsigned)column) / 4u ^ 1u) & 1;
}

// The elements of a vector in shared memory from `low` on and before `high`: all, a half, or one where that is enough.
static __device__ __forceinline__ void copied_radius2_cols301_take(const float *from, int low, int high, float *u)
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

static __device__ __forceinline__ void copied_radius2_cols301_store(bool inner, float *row, int column, const float *sum)
{
    if (inner || (unsigned)column <= 297) {
        __stcs((float4 *)(row + column), make_float4(sum[0], sum[1], sum[2], sum[3]));
        return;
    }
#pragma unroll
    for (int j = 0; j < 4; j++)
        if ((unsigned)(column + j) < 301) __stcs(row + column + j, sum[j]);
}

extern "C" __global__ void __launch_bounds__(64) copied_radius2_cols301(const float *__restrict__ in, float *__restrict__ out)
{
    __shared__ __align__(16) float ring[24][68 * 4];
    const int x = threadIdx.x;
    const int left = (int)(blockIdx.x % 2) * 256;
    const int first = (int)(blockIdx.x / 2) * 4;
    // rows that come in
    const int end = (first + 4 < 90 ? 4 : (int)(90 - first)) + 2 * 2;
    const bool inner = left >= 12 && left <= 29 && first >= 2 && first <= 84;
    const unsigned to = (unsigned)__cvta_generic_to_shared(&ring[0][0]);

    // Row `turn` + b of those that come in, where a thread's columns begin, and its slot.
    const auto bring = [&](bool inner, int turn, int slot, int b) {
        const int row = first - 2 + turn + b;
        const int begin = left - (b + 2) * 1 % 4;
        const int column = begin + (x - 1 - copied_radius2_cols301_before(row, begin)) * 4;
        const unsigned at = to + ((slot + b) * 68 + x) * 16;
        if (inner) {
            const float *const from = in + (long long)row * 301 + column;
            copied_radius2_cols301_copy(at, from, true);
            if (x < 4) copied_radius2_cols301_copy(at + 64 * 16, from + 256, true);
            return;
        }
        const float *const from = copied_radius2_cols301_row(in, row);
        copied_radius2_cols301_bring(in, from, column, at);
        if (x < 4) copied_radius2_cols301_bring(in, from, column + 256, at + 64 * 16);
    };
    float c[9];
#pragma unroll
    for (int k = 0; k < 9; k++) {
        c[k] = coefficients[k];
        asm volatile("" : "+f"(c[k])); // read once, here
    }
    constexpr int lows[] = { 2, 2, 1, 2 }, highs[] = { 9, 10, 9, 9 };
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
            const int begin = left - (b + 2) * 1 % 4;
            const float *const window = ring[slot + b] + (x + copied_radius2_cols301_before(come, begin)) * 4;
            const int low = lows[b % 4], high = highs[b % 4];
            float u[12];
#pragma unroll
            for (int i = 0; i <= 2; i++) {
                const int from = low - i * 4, before = high + 1 - i * 4;
                if (from < 4 && before > 0)
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
                    else if (k > 2)
                        sum[k][j] += c[2 * 2 - k] * w[0];
                    else
                        sum[k][j] = copied_radius2_cols301_sum(sum[k][j], w - 2, c + 2);
                }
            }
            if (turn + b >= 2 * 2) {
                const int row = come - 2; // the one whose sum is complete
                const int column = left + x * 4 - (b + 0) * 1 % 4;
                copied_radius2_cols301_store(inner, out + (long long)row * 301, column, sum[0]);
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

// copied_radius4_cols300: stencil family of tilewright 0.1.0, from stencil.json; star of radius 4
// zero boundary, 90 x 300 float32 at pitches 300 and 300
// grid 46, block (64, 1); a block computes 4 x 256 elements
__constant__ float coefficients[17];

// The column that stands for one that may lie beyond the ends of its row; negative: none does.
static __device__ int copied_radius4_cols300_place(int column)
{
    return (unsigned)column < 300 ? column : -1;
}

// The row that stands for one that may lie beyond the first or the last; NULL: none does.
static __device__ const float *copied_radius4_cols300_row(const float *in, int row)
{
    return (unsigned)row < 90 ? in + (long long)row * 300 : nullptr;
}

// sum, and the 9 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float copied_radius4_cols300_sum(float sum, const float *u, const float *c)
{
#pragma unroll
    for (int i = 0; i < 9; i++) sum += c[i] * u[i];
    return sum;
}

// Into shared memory: 16 bytes; without a source zeros.
static __device__ __forceinline__ void copied_radius4_cols300_copy(unsigned to, const float *from, bool is_there)
{
    const int bytes = is_there ? 16 : 0;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(bytes) : "memory");
}

static __device__ __forceinline__ void copied_radius4_cols300_copy_one(unsigned to, const float *from, bool is_there)
{
    const int bytes = is_there ? (int)sizeof *from : 0;
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(to), "l"(from), "r"(bytes) : "memory");
}

// The vector of a row (NULL: there is none) that begins at a column; of one that an end of the row cuts each element.
static __device__ __forceinline__ void copied_radius4_cols300_bring(const float *in, const float *row, int column, unsigned to)
{
    const bool nothing = !row || column <= -4 || column >= 300;
    if (nothing) {
        copied_radius4_cols300_copy(to, in, false);
        return;
    }
    bool whole = (unsigned)column <= 296;
    if (whole) {
        copied_radius4_cols300_copy(to, row + column, true);
        return;
    }
#pragma unroll
    for (int j = 0; j < 4; j++) {
        const int at = copied_radius4_cols300_place(column + j);
        copied_radius4_cols300_copy_one(to + j * (int)sizeof *row, at < 0 ? in : row + at, at >= 0);
    }
}

// Copies begin at whole sectors, of 32 bytes: whether a vector more comes before a row's that begin at a column.
static __device__ __forceinline__ int copied_radius4_cols300_before(int row, int column)
{
    return (int)(((unsigned)row * 4u + (unsigned)column) / 4u ^ 1u) & 1;
}

// The elements of a vector in shared memory from `low` on and before `high`: all, a half, or one where that is enough.
static __device__ __forceinline__ void copied_radius4_cols300_take(const float *from, int low, int high, float *u)
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

static __device__ __forceinline__ void copied_radius4_cols300_store(bool inner, float *row, int column, const float *sum)
{
    if (inner || (unsigned)column <= 296) {
        __stcs((float4 *)(row + column), make_float4(sum[0], sum[1], sum[2], sum[3]));
        return;
    }
#pragma unroll
    for (int j = 0; j < 4; j++)
        if ((unsigned)(column + j) < 300) __stcs(row + column + j, sum[j]);
}

extern "C" __global__ void __launch_bounds__(64) copied_radius4_cols300(const float *__restrict__ in, float *__restrict__ out)
{
    __shared__ __align__(16) float ring[24][68 * 4];
    const int x = threadIdx.x;
    const int left = (int)(blockIdx.x % 2) * 256;
    const int first = (int)(blockIdx.x / 2) * 4;
    // rows that come in
    const int end = (first + 4 < 90 ? 4 : (int)(90 - first)) + 2 * 4;
    const bool inner = left >= 8 && left <= 28 && first >= 4 && first <= 82;
    const unsigned to = (unsigned)__cvta_generic_to_shared(&ring[0][0]);

    // Row `turn` + b of those that come in, where a thread's columns begin, and its slot.
    const auto bring = [&](bool inner, int turn, int slot, int b) {
        const int row = first - 4 + turn + b;
        const int begin = left;
        const int column = begin + (x - 1 - copied_radius4_cols300_before(row, begin)) * 4;
        const unsigned at = to + ((slot + b) * 68 + x) * 16;
        if (inner) {
            const float *const from = in + (long long)row * 300 + column;
            copied_radius4_cols300_copy(at, from, true);
            if (x < 4) copied_radius4_cols300_copy(at + 64 * 16, from + 256, true);
            return;
        }
        const float *const from = copied_radius4_cols300_row(in, row);
        copied_radius4_cols300_bring(in, from, column, at);
        if (x < 4) copied_radius4_cols300_bring(in, from, column + 256, at + 64 * 16);
    };
    float c[17];
#pragma unroll
    for (int k = 0; k < 17; k++) {
        c[k] = coefficients[k];
        asm volatile("" : "+f"(c[k])); // read once, here
    }
    constexpr int lows[] = { 0 }, highs[] = { 11 };
    float sum[9][4] = {}; // sum[k]: of the row 4 - k above the one that comes in
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
            const int come = first - 4 + turn + b; // the row that comes in
            const int begin = left;
            const float *const window = ring[slot + b] + (x + copied_radius4_cols300_before(come, begin)) * 4;
            const int low = lows[b % 1], high = highs[b % 1];
            float u[12];
#pragma unroll
            for (int i = 0; i <= 2; i++) {
                const int from = low - i * 4, before = high + 1 - i * 4;
                if (from < 4 && before > 0)
                    copied_radius4_cols300_take(window + i * 4, max(from, 0), min(before, 4), u + i * 4);
            }
#pragma unroll
            for (int j = 0; j < 4; j++) {
#pragma unroll
                for (int k = 0; k < 9; k++) {
                    const float *const w = u + 4 + j; // the neighbour in the same column
                    if (k < 4)
                        sum[k][j] += c[12 + 4 - k] * w[0];
                    else if (k > 4)
                        sum[k][j] += c[2 * 4 - k] * w[0];
                    else
                        sum[k][j] = copied_radius4_cols300_sum(sum[k][j], w - 4, c + 4);
                }
            }
            if (turn + b >= 2 * 4) {
                const int row = come - 4; // the one whose sum is complete
                const int column = left + x * 4;
                copied_radius4_cols300_store(inner, out + (long long)row * 300, column, sum[0]);
            }
#pragma unroll
            for (int j = 0; j < 4; j++) {
#pragma unroll
                for (int k = 1; k < 9; k++) sum[k - 1][j] = sum[k][j];
                sum[9 - 1][j] = 0;
            }
        }
        slot = slot + 4 == 24 ? 0 : slot + 4;
    }
}

// copied_radius4_cols301: stencil family of tilewright 0.1.0, from stencil.json; star of radius 4
// zero boundary, 90 x 301 float32 at pitches 301 and 301
// grid 46, block (64, 1); a block computes 4 x 256 elements
__constant__ float coefficients[17];

// The column that stands for one that may lie beyond the ends of its row; negative: none does.
static __device__ int copied_radius4_cols301_place(int column)
{
    return (unsigned)column < 301 ? column : -1;
}

// The row that stands for one that may lie beyond the first or the last; NULL: none does.
static __device__ const float *copied_radius4_cols301_row(const float *in, int row)
{
    return (unsigned)row < 90 ? in + (long long)row * 301 : nullptr;
}

// sum, and the 9 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float copied_radius4_cols301_sum(float sum, const float *u, const float *c)
{
#pragma unroll
    for (int i = 0; i < 9; i++) sum += c[i] * u[i];
    return sum;
}

// Into shared memory: 16 bytes; without a source zeros.
static __device__ __forceinline__ void copied_radius4_cols301_copy(unsigned to, const float *from, bool is_there)
{
    const int bytes = is_there ? 16 : 0;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(bytes) : "memory");
}

static __device__ __forceinline__ void copied_radius4_cols301_copy_one(unsigned to, const float *from, bool is_there)
{
    const int bytes = is_there ? (int)sizeof *from : 0;
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(to), "l"(from), "r"(bytes) : "memory");
}

// The vector of a row (NULL: there is none) that begins at a column; of one that an end of the row cuts each element.
static __device__ __forceinline__ void copied_radius4_cols301_bring(const float *in, const float *row, int column, unsigned to)
{
    const bool nothing = !row || column <= -4 || column >= 301;
    if (nothing) {
        copied_radius4_cols301_copy(to, in, false);
        return;
    }
    bool whole = (unsigned)column <= 297;
    if (whole) {
        copied_radius4_cols301_copy(to, row + column, true);
        return;
    }
#pragma unroll
    for (int j = 0; j < 4; j++) {
        const int at = copied_radius4_cols301_place(column + j);
        copied_radius4_cols301_copy_one(to + j * (int)sizeof *row, at < 0 ? in : row + at, at >= 0);
    }
}

// Copies begin at whole sectors, of 32 bytes: whether a vector more comes before a row's that begin at a column.
static __device__ __forceinline__ int copied_radius4_cols301_before(int row, int column)
{
    return (int)(((unsigned)row * 5u + (unsigned)column) / 4u ^ 1u) & 1;
}

// The elements of a vector in shared memory from `low` on and before `high`: all, a half, or one where that is enough.
static __device__ __forceinline__ void copied_radius4_cols301_take(const float *from, int low, int high, float *u)
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

static __device__ __forceinline__ void copied_radius4_cols301_store(bool inner, float *row, int column, const float *sum)
{
    if (inner || (unsigned)column <= 297) {
        __stcs((float4 *)(row + column), make_float4(sum[0], sum[1], sum[2], sum[3]));
        return;
    }
#pragma unroll
    for (int j = 0; j < 4; j++)
        if ((unsigned)(column + j) < 301) __stcs(row + column + j, sum[j]);
}

extern "C" __global__ void __launch_bounds__(64) copied_radius4_cols301(const float *__restrict__ in, float *__restrict__ out)
{
    __shared__ __align__(16) float ring[24][68 * 4];
    const int x = threadIdx.x;
    const int left = (int)(blockIdx.x % 2) * 256;
    const int first = (int)(blockIdx.x / 2) * 4;
    // rows that come in
    const int end = (first + 4 < 90 ? 4 : (int)(90 - first)) + 2 * 4;
    const bool inner = left >= 12 && left <= 29 && first >= 4 && first <= 82;
    const unsigned to = (unsigned)__cvta_generic_to_shared(&ring[0][0]);

    // Row `turn` + b of those that come in, where a thread's columns begin, and its slot.
    const auto bring = [&](bool inner, int turn, int slot, int b) {
        const int row = first - 4 + turn + b;
        const int begin = left - (b + 0) * 1 % 4;
        const int column = begin + (x - 1 - copied_radius4_cols301_before(row, begin)) * 4;
        const unsigned at = to + ((slot + b) * 68 + x) * 16;
        if (inner) {
            const float *const from = in + (long long)row * 301 + column;
            copied_radius4_cols301_copy(at, from, true);
            if (x < 4) copied_radius4_cols301_copy(at + 64 * 16, from + 256, true);
            return;
        }
        const float *const from = copied_radius4_cols301_row(in, row);
        copied_radius4_cols301_bring(in, from, column, at);
        if (x < 4) copied_radius4_cols301_bring(in, from, column + 256, at + 64 * 16);
    };
    float c[17];
#pragma unroll
    for (int k = 0; k < 17; k++) {
        c[k] = coefficients[k];
        asm volatile("" : "+f"(c[k])); // read once, here
    }
    constexpr int lows[] = { 0, 0, 0, 0 }, highs[] = { 11, 11, 11, 11 };
    float sum[9][4] = {}; // sum[k]: of the row 4 - k above the one that comes in
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
            const int come = first - 4 + turn + b; // the row that comes in
            const int begin = left - (b + 0) * 1 % 4;
            const float *const window = ring[slot + b] + (x + copied_radius4_cols301_before(come, begin)) * 4;
            const int low = lows[b % 4], high = highs[b % 4];
            float u[12];
#pragma unroll
            for (int i = 0; i <= 2; i++) {
                const int from = low - i * 4, before = high + 1 - i * 4;
                if (from < 4 && before > 0)
                    copied_radius4_cols301_take(window + i * 4, max(from, 0), min(before, 4), u + i * 4);
            }
            const int in_shift = (b + 0) * 1 % 4;
#pragma unroll
            for (int j = 0; j < 4; j++) {
#pragma unroll
                for (int k = 0; k < 9; k++) {
                    const int shift = in_shift - (b + k + 0) * 1 % 4;
                    const float *const w = u + 4 + shift + j; // the neighbour in the same column
                    if (k < 4)
                        sum[k][j] += c[12 + 4 - k] * w[0];
                    else if (k > 4)
                        sum[k][j] += c[2 * 4 - k] * w[0];
                    else
                        sum[k][j] = copied_radius4_cols301_sum(sum[k][j], w - 4, c + 4);
                }
            }
            if (turn + b >= 2 * 4) {
                const int row = come - 4; // the one whose sum is complete
                const int column = left + x * 4 - (b + 0) * 1 % 4;
                copied_radius4_cols301_store(inner, out + (long long)row * 301, column, sum[0]);
            }
#pragma unroll
            for (int j = 0; j < 4; j++) {
#pragma unroll
                for (int k = 1; k < 9; k++) sum[k - 1][j] = sum[k][j];
                sum[9 - 1][j] = 0;
            }
        }
        slot = slot + 4 == 24 ? 0 : slot + 4;
    }
}

// box_radius1_float32: stencil family of tilewright 0.1.0, from stencil.json; box of radius 1
// zero boundary, 61 x 259 float32 at pitches 259 and 259
// grid 32, block (64, 1); a block computes 4 x 256 elements
__constant__ float coefficients[4];

// The column that stands for one that may lie beyond the ends of its row; negative: none does.
static __device__ int box_radius1_float32_place(int column)
{
    return (unsigned)column < 259 ? column : -1;
}

// The row that stands for one that may lie beyond the first or the last; NULL: none does.
static __device__ const float *box_radius1_float32_row(const float *in, int row)
{
    return (unsigned)row < 61 ? in + (long long)row * 259 : nullptr;
}

// sum, and the 3 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float box_radius1_float32_sum(float sum, const float *u, const float *c)
{
    sum += c[0] * u[1];
#pragma unroll
    for (int i = 1; i <= 1; i++) sum += c[i] * (u[1 - i] + u[1 + i]);
    return sum;
}

// Into shared memory: 16 bytes; without a source zeros.
static __device__ __forceinline__ void box_radius1_float32_copy(unsigned to, const float *from, bool is_there)
{
    const int bytes = is_there ? 16 : 0;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(bytes) : "memory");
}

static __device__ __forceinline__ void box_radius1_float32_copy_one(unsigned to, const float *from, bool is_there)
{
    const int bytes = is_there ? (int)sizeof *from : 0;
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(to), "l"(from), "r"(bytes) : "memory");
}

// The vector of a row (NULL: there is none) that begins at a column; of one that an end of the row cuts each element.
static __device__ __forceinline__ void box_radius1_float32_bring(const float *in, const float *row, int column, unsigned to)
{
    const bool nothing = !row || column <= -4 || column >= 259;
    if (nothing) {
        box_radius1_float32_copy(to, in, false);
        return;
    }
    bool whole = (unsigned)column <= 255;
    if (whole) {
        box_radius1_float32_copy(to, row + column, true);
        return;
    }
#pragma unroll
    for (int j = 0; j < 4; j++) {
        const int at = box_radius1_float32_place(column + j);
        box_radius1_float32_copy_one(to + j * (int)sizeof *row, at < 0 ? in : row + at, at >= 0);
    }
}

// Copies begin at whole sectors, of 32 bytes: whether a vector more comes before a row's that begin at a column.
static __device__ __forceinline__ int box_radius1_float32_before(int row, int column)
{
    return (int)(((unsigned)row * 3u + (unsigned)column) / 4u ^ 1u) & 1;
}

// The elements of a vector in shared memory from `low` on and before `high`: all, a half, or one where that is enough.
static __device__ __forceinline__ void box_radius1_float32_take(const float *from, int low, int high, float *u)
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

static __device__ __forceinline__ void box_radius1_float32_store(bool inner, float *row, int column, const float *sum)
{
    if (inner || (unsigned)column <= 255) {
        __stcs((float4 *)(row + column), make_float4(sum[0], sum[1], sum[2], sum[3]));
        return;
    }
#pragma unroll
    for (int j = 0; j < 4; j++)
        if ((unsigned)(column + j) < 259) __stcs(row + column + j, sum[j]);
}

extern "C" __global__ void __launch_bounds__(64) box_radius1_float32(const float *__restrict__ in, float *__restrict__ out)
{
    __shared__ __align__(16) float ring[24][68 * 4];
    const int x = threadIdx.x;
    const int left = (int)(blockIdx.x % 2) * 256;
    const int first = (int)(blockIdx.x / 2) * 4;
    // rows that come in
    const int end = (first + 4 < 61 ? 4 : (int)(61 - first)) + 2 * 1;
    const bool inner = left >= 12 && left <= -13 && first >= 1 && first <= 56;
    const unsigned to = (unsigned)__cvta_generic_to_shared(&ring[0][0]);

    // Row `turn` + b of those that come in, where a thread's columns begin, and its slot.
    const auto bring = [&](bool inner, int turn, int slot, int b) {
        const int row = first - 1 + turn + b;
        const int begin = left - (b + 3) * 3 % 4;
        const int column = begin + (x - 1 - box_radius1_float32_before(row, begin)) * 4;
        const unsigned at = to + ((slot + b) * 68 + x) * 16;
        if (inner) {
            const float *const from = in + (long long)row * 259 + column;
            box_radius1_float32_copy(at, from, true);
            if (x < 4) box_radius1_float32_copy(at + 64 * 16, from + 256, true);
            return;
        }
        const float *const from = box_radius1_float32_row(in, row);
        box_radius1_float32_bring(in, from, column, at);
        if (x < 4) box_radius1_float32_bring(in, from, column + 256, at + 64 * 16);
    };
    float c[4];
#pragma unroll
    for (int k = 0; k < 4; k++) {
        c[k] = coefficients[k];
        asm volatile("" : "+f"(c[k])); // read once, here
    }
    constexpr int lows[] = { 2, 0, 3, 2 }, highs[] = { 9, 8, 11, 9 };
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
            const int begin = left - (b + 3) * 3 % 4;
            const float *const window = ring[slot + b] + (x + box_radius1_float32_before(come, begin)) * 4;
            const int low = lows[b % 4], high = highs[b % 4];
            float u[12];
#pragma unroll
            for (int i = 0; i <= 2; i++) {
                const int from = low - i * 4, before = high + 1 - i * 4;
                if (from < 4 && before > 0)
                    box_radius1_float32_take(window + i * 4, max(from, 0), min(before, 4), u + i * 4);
            }
            const int in_shift = (b + 3) * 3 % 4;
#pragma unroll
            for (int j = 0; j < 4; j++) {
#pragma unroll
                for (int k = 0; k < 3; k++) {
                    const int shift = in_shift - (b + k + 2) * 3 % 4;
                    const float *const w = u + 4 + shift + j; // the neighbour in the same column
                    sum[k][j] = box_radius1_float32_sum(sum[k][j], w - 1, c + abs(1 - k) * 2);
                }
            }
            if (turn + b >= 2 * 1) {
                const int row = come - 1; // the one whose sum is complete
                const int column = left + x * 4 - (b + 2) * 3 % 4;
                box_radius1_float32_store(inner, out + (long long)row * 259, column, sum[0]);
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

// box_radius1_float64: stencil family of tilewright 0.1.0, from stencil.json; box of radius 1
// zero boundary, 61 x 259 float64 at pitches 259 and 259
// grid 48, block (64, 1); a block computes 4 x 128 elements
__constant__ double coefficients[4];

// The column that stands for one that may lie beyond the ends of its row; negative: none does.
static __device__ int box_radius1_float64_place(int column)
{
    return (unsigned)column < 259 ? column : -1;
}

// The row that stands for one that may lie beyond the first or the last; NULL: none does.
static __device__ const double *box_radius1_float64_row(const double *in, int row)
{
    return (unsigned)row < 61 ? in + (long long)row * 259 : nullptr;
}

// sum, and the 3 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ double box_radius1_float64_sum(double sum, const double *u, const double *c)
{
    sum += c[0] * u[1];
#pragma unroll
    for (int i = 1; i <= 1; i++) sum += c[i] * (u[1 - i] + u[1 + i]);
    return sum;
}

// Into shared memory: 16 bytes; without a source zeros.
static __device__ __forceinline__ void box_radius1_float64_copy(unsigned to, const double *from, bool is_there)
{
    const int bytes = is_there ? 16 : 0;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(bytes) : "memory");
}

static __device__ __forceinline__ void box_radius1_float64_copy_one(unsigned to, const double *from, bool is_there)
{
    const int bytes = is_there ? (int)sizeof *from : 0;
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(to), "l"(from), "r"(bytes) : "memory");
}

// The vector of a row (NULL: there is none) that begins at a column; of one that an end of the row cuts each element.
static __device__ __forceinline__ void box_radius1_float64_bring(const double *in, const double *row, int column, unsigned to)
{
    const bool nothing = !row || column <= -2 || column >= 259;
    if (nothing) {
        box_radius1_float64_copy(to, in, false);
        return;
    }
    bool whole = (unsigned)column <= 257;
    if (whole) {
        box_radius1_float64_copy(to, row + column, true);
        return;
    }
#pragma unroll
    for (int j = 0; j < 2; j++) {
        const int at = box_radius1_float64_place(column + j);
        box_radius1_float64_copy_one(to + j * (int)sizeof *row, at < 0 ? in : row + at, at >= 0);
    }
}

// Copies begin at whole sectors, of 32 bytes: whether a vector more comes before a row's that begin at a column.
static __device__ __forceinline__ int box_radius1_float64_before(int row, int column)
{
    return (int)(((unsigned)row * 3u + (unsigned)column) / 2u ^ 1u) & 1;
}

// The elements of a vector in shared memory from `low` on and before `high`: all, a half, or one where that is enough.
static __device__ __forceinline__ void box_radius1_float64_take(const double *from, int low, int high, double *u)
{
    if (high - low == 1) {
        u[low] = from[low];
        return;
    }
    const double2 v = *(const double2 *)from;
    u[0] = v.x;
    u[1] = v.y;
}

static __device__ __forceinline__ void box_radius1_float64_store(bool inner, double *row, int column, const double *sum)
{
    if (inner || (unsigned)column <= 257) {
        __stcs((double2 *)(row + column), make_double2(sum[0], sum[1]));
        return;
    }
#pragma unroll
    for (int j = 0; j < 2; j++)
        if ((unsigned)(column + j) < 259) __stcs(row + column + j, sum[j]);
}

extern "C" __global__ void __launch_bounds__(64) box_radius1_float64(const double *__restrict__ in, double *__restrict__ out)
{
    __shared__ __align__(16) double ring[24][68 * 2];
    const int x = threadIdx.x;
    const int left = (int)(blockIdx.x % 3) * 128;
    const int first = (int)(blockIdx.x / 3) * 4;
    // rows that come in
    const int end = (first + 4 < 61 ? 4 : (int)(61 - first)) + 2 * 1;
    const bool inner = left >= 6 && left <= 123 && first >= 1 && first <= 56;
    const unsigned to = (unsigned)__cvta_generic_to_shared(&ring[0][0]);

    // Row `turn` + b of those that come in, where a thread's columns begin, and its slot.
    const auto bring = [&](bool inner, int turn, int slot, int b) {
        const int row = first - 1 + turn + b;
        const int begin = left - (b + 1) * 1 % 2;
        const int column = begin + (x - 1 - box_radius1_float64_before(row, begin)) * 2;
        const unsigned at = to + ((slot + b) * 68 + x) * 16;
        if (inner) {
            const double *const from = in + (long long)row * 259 + column;
            box_radius1_float64_copy(at, from, true);
            if (x < 4) box_radius1_float64_copy(at + 64 * 16, from + 128, true);
            return;
        }
        const double *const from = box_radius1_float64_row(in, row);
        box_radius1_float64_bring(in, from, column, at);
        if (x < 4) box_radius1_float64_bring(in, from, column + 128, at + 64 * 16);
    };
    double c[4];
#pragma unroll
    for (int k = 0; k < 4; k++) {
        c[k] = coefficients[k];
        asm volatile("" : "+d"(c[k])); // read once, here
    }
    constexpr int lows[] = { 1, 0 }, highs[] = { 5, 4 };
    double sum[3][2] = {}; // sum[k]: of the row 1 - k above the one that comes in
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
            const int begin = left - (b + 1) * 1 % 2;
            const double *const window = ring[slot + b] + (x + box_radius1_float64_before(come, begin)) * 2;
            const int low = lows[b % 2], high = highs[b % 2];
            double u[6];
#pragma unroll
            for (int i = 0; i <= 2; i++) {
                const int from = low - i * 2, before = high + 1 - i * 2;
                if (from < 2 && before > 0)
                    box_radius1_float64_take(window + i * 2, max(from, 0), min(before, 2), u + i * 2);
            }
            const int in_shift = (b + 1) * 1 % 2;
#pragma unroll
            for (int j = 0; j < 2; j++) {
#pragma unroll
                for (int k = 0; k < 3; k++) {
                    const int shift = in_shift - (b + k + 0) * 1 % 2;
                    const double *const w = u + 2 + shift + j; // the neighbour in the same column
                    sum[k][j] = box_radius1_float64_sum(sum[k][j], w - 1, c + abs(1 - k) * 2);
                }
            }
            if (turn + b >= 2 * 1) {
                const int row = come - 1; // the one whose sum is complete
                const int column = left + x * 2 - (b + 0) * 1 % 2;
                box_radius1_float64_store(inner, out + (long long)row * 259, column, sum[0]);
            }
#pragma unroll
            for (int j = 0; j < 2; j++) {
#pragma unroll
                for (int k = 1; k < 3; k++) sum[k - 1][j] = sum[k][j];
                sum[3 - 1][j] = 0;
            }
        }
        slot = slot + 4 == 24 ? 0 : slot + 4;
    }
}

// box_radius2_float32: stencil family of tilewright 0.1.0, from stencil.json; box of radius 2
// zero boundary, 61 x 259 float32 at pitches 259 and 259
// grid 32, block (64, 1); a block computes 4 x 256 elements
__constant__ float coefficients[9];

// The column that stands for one that may lie beyond the ends of its row; negative: none does.
static __device__ int box_radius2_float32_place(int column)
{
    return (unsigned)column < 259 ? column : -1;
}

// The row that stands for one that may lie beyond the first or the last; NULL: none does.
static __device__ const float *box_radius2_float32_row(const float *in, int row)
{
    return (unsigned)row < 61 ? in + (long long)row * 259 : nullptr;
}

// sum, and the 5 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float box_radius2_float32_sum(float sum, const float *u, const float *c)
{
    sum += c[0] * u[2];
#pragma unroll
    for (int i = 1; i <= 2; i++) sum += c[i] * (u[2 - i] + u[2 + i]);
    return sum;
}

// Into shared memory: 16 bytes; without a source zeros.
static __device__ __forceinline__ void box_radius2_float32_copy(unsigned to, const float *from, bool is_there)
{
    const int bytes = is_there ? 16 : 0;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(bytes) : "memory");
}

static __device__ __forceinline__ void box_radius2_float32_copy_one(unsigned to, const float *from, bool is_there)
{
    const int bytes = is_there ? (int)sizeof *from : 0;
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(to), "l"(from), "r"(bytes) : "memory");
}

// The vector of a row (NULL: there is none) that begins at a column; of one that an end of the row cuts each element.
static __device__ __forceinline__ void box_radius2_float32_bring(const float *in, const float *row, int column, unsigned to)
{
    const bool nothing = !row || column <= -4 || column >= 259;
    if (nothing) {
        box_radius2_float32_copy(to, in, false);
        return;
    }
    bool whole = (unsigned)column <= 255;
    if (whole) {
        box_radius2_float32_copy(to, row + column, true);
        return;
    }
#pragma unroll
    for (int j = 0; j < 4; j++) {
        const int at = box_radius2_float32_place(column + j);
        box_radius2_float32_copy_one(to + j * (int)sizeof *row, at < 0 ? in : row + at, at >= 0);
    }
}

// Copies begin at whole sectors, of 32 bytes: whether a vector more comes before a row's that begin at a column.
static __device__ __forceinline__ int box_radius2_float32_before(int row, int column)
{
    return (int)(((unsigned)row * 3u + (unsigned)column) / 4u ^ 2u) & 1;
}

// The elements of a vector in shared memory from `low` on and before `high`: all, a half, or one where that is enough.
static __device__ __forceinline__ void box_radius2_float32_take(const float *from, int low, int high, float *u)
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

static __device__ __forceinline__ void box_radius2_float32_store(bool inner, float *row, int column, const float *sum)
{
    if (inner || (unsigned)column <= 255) {
        __stcs((float4 *)(row + column), make_float4(sum[0], sum[1], sum[2], sum[3]));
        return;
    }
#pragma unroll
    for (int j = 0; j < 4; j++)
        if ((unsigned)(column + j) < 259) __stcs(row + column + j, sum[j]);
}

extern "C" __global__ void __launch_bounds__(64) box_radius2_float32(const float *__restrict__ in, float *__restrict__ out)
{
    __shared__ __align__(16) float ring[24][70 * 4];
    const int x = threadIdx.x;
    const int left = (int)(blockIdx.x % 2) * 256;
    const int first = (int)(blockIdx.x / 2) * 4;
    // rows that come in
    const int end = (first + 4 < 61 ? 4 : (int)(61 - first)) + 2 * 2;
    const bool inner = left >= 16 && left <= -21 && first >= 2 && first <= 55;
    const unsigned to = (unsigned)__cvta_generic_to_shared(&ring[0][0]);

    // Row `turn` + b of those that come in, where a thread's columns begin, and its slot.
    const auto bring = [&](bool inner, int turn, int slot, int b) {
        const int row = first - 2 + turn + b;
        const int begin = left - (b + 2) * 3 % 4;
        const int column = begin + (x - 2 - box_radius2_float32_before(row, begin)) * 4;
        const unsigned at = to + ((slot + b) * 70 + x) * 16;
        if (inner) {
            const float *const from = in + (long long)row * 259 + column;
            box_radius2_float32_copy(at, from, true);
            if (x < 6) box_radius2_float32_copy(at + 64 * 16, from + 256, true);
            return;
        }
        const float *const from = box_radius2_float32_row(in, row);
        box_radius2_float32_bring(in, from, column, at);
        if (x < 6) box_radius2_float32_bring(in, from, column + 256, at + 64 * 16);
    };
    float c[9];
#pragma unroll
    for (int k = 0; k < 9; k++) {
        c[k] = coefficients[k];
        asm volatile("" : "+f"(c[k])); // read once, here
    }
    constexpr int lows[] = { 5, 4, 3, 6 }, highs[] = { 15, 14, 13, 16 };
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
            const int begin = left - (b + 2) * 3 % 4;
            const float *const window = ring[slot + b] + (x + box_radius2_float32_before(come, begin)) * 4;
            const int low = lows[b % 4], high = highs[b % 4];
            float u[20];
#pragma unroll
            for (int i = 0; i <= 4; i++) {
                const int from = low - i * 4, before = high + 1 - i * 4;
                if (from < 4 && before > 0)
                    box_radius2_float32_take(window + i * 4, max(from, 0), min(before, 4), u + i * 4);
            }
            const int in_shift = (b + 2) * 3 % 4;
#pragma unroll
            for (int j = 0; j < 4; j++) {
#pragma unroll
                for (int k = 0; k < 5; k++) {
                    const int shift = in_shift - (b + k + 0) * 3 % 4;
                    const float *const w = u + 8 + shift + j; // the neighbour in the same column
                    sum[k][j] = box_radius2_float32_sum(sum[k][j], w - 2, c + abs(2 - k) * 3);
                }
            }
            if (turn + b >= 2 * 2) {
                const int row = come - 2; // the one whose sum is complete
                const int column = left + x * 4 - (b + 0) * 3 % 4;
                box_radius2_float32_store(inner, out + (long long)row * 259, column, sum[0]);
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

// box_radius2_float64: stencil family of tilewright 0.1.0, from stencil.json; box of radius 2
// zero boundary, 61 x 259 float64 at pitches 259 and 259
// grid 48, block (64, 1); a block computes 4 x 128 elements
__constant__ double coefficients[9];

// The column that stands for one that may lie beyond the ends of its row; negative: none does.
static __device__ int box_radius2_float64_place(int column)
{
    return (unsigned)column < 259 ? column : -1;
}

// The row that stands for one that may lie beyond the first or the last; NULL: none does.
static __device__ const double *box_radius2_float64_row(const double *in, int row)
{
    return (unsigned)row < 61 ? in + (long long)row * 259 : nullptr;
}

// sum, and the 5 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ double box_radius2_float64_sum(double sum, const double *u, const double *c)
{
    sum += c[0] * u[2];
#pragma unroll
    for (int i = 1; i <= 2; i++) sum += c[i] * (u[2 - i] + u[2 + i]);
    return sum;
}

// Into shared memory: 16 bytes; without a source zeros.
static __device__ __forceinline__ void box_radius2_float64_copy(unsigned to, const double *from, bool is_there)
{
    const int bytes = is_there ? 16 : 0;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(bytes) : "memory");
}

static __device__ __forceinline__ void box_radius2_float64_copy_one(unsigned to, const double *from, bool is_there)
{
    const int bytes = is_there ? (int)sizeof *from : 0;
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(to), "l"(from), "r"(bytes) : "memory");
}

// The vector of a row (NULL: there is none) that begins at a column; of one that an end of the row cuts each element.
static __device__ __forceinline__ void box_radius2_float64_bring(const double *in, const double *row, int column, unsigned to)
{
    const bool nothing = !row || column <= -2 || column >= 259;
    if (nothing) {
        box_radius2_float64_copy(to, in, false);
        return;
    }
    bool whole = (unsigned)column <= 257;
    if (whole) {
        box_radius2_float64_copy(to, row + column, true);
        return;
    }
#pragma unroll
    for (int j = 0; j < 2; j++) {
        const int at = box_radius2_float64_place(column + j);
        box_radius2_float64_copy_one(to + j * (int)sizeof *row, at < 0 ? in : row + at, at >= 0);
    }
}

// Copies begin at whole sectors, of 32 bytes: whether a vector more comes before a row's that begin at a column.
static __device__ __forceinline__ int box_radius2_float64_before(int row, int column)
{
    return (int)(((unsigned)row * 3u + (unsigned)column) / 2u ^ 2u) & 1;
}

// The elements of a vector in shared memory from `low` on and before `high`: all, a half, or one where that is enough.
static __device__ __forceinline__ void box_radius2_float64_take(const double *from, int low, int high, double *u)
{
    if (high - low == 1) {
        u[low] = from[low];
        return;
    }
    const double2 v = *(const double2 *)from;
    u[0] = v.x;
    u[1] = v.y;
}

static __device__ __forceinline__ void box_radius2_float64_store(bool inner, double *row, int column, const double *sum)
{
    if (inner || (unsigned)column <= 257) {
        __stcs((double2 *)(row + column), make_double2(sum[0], sum[1]));
        return;
    }
#pragma unroll
    for (int j = 0; j < 2; j++)
        if ((unsigned)(column + j) < 259) __stcs(row + column + j, sum[j]);
}

extern "C" __global__ void __launch_bounds__(64) box_radius2_float64(const double *__restrict__ in, double *__restrict__ out)
{
    __shared__ __align__(16) double ring[24][70 * 2];
    const int x = threadIdx.x;
    const int left = (int)(blockIdx.x % 3) * 128;
    const int first = (int)(blockIdx.x / 3) * 4;
    // rows that come in
    const int end = (first + 4 < 61 ? 4 : (int)(61 - first)) + 2 * 2;
    const bool inner = left >= 8 && left <= 119 && first >= 2 && first <= 55;
    const unsigned to = (unsigned)__cvta_generic_to_shared(&ring[0][0]);

    // Row `turn` + b of those that come in, where a thread's columns begin, and its slot.
    const auto bring = [&](bool inner, int turn, int slot, int b) {
        const int row = first - 2 + turn + b;
        const int begin = left - (b + 0) * 1 % 2;
        const int column = begin + (x - 2 - box_radius2_float64_before(row, begin)) * 2;
        const unsigned at = to + ((slot + b) * 70 + x) * 16;
        if (inner) {
            const double *const from = in + (long long)row * 259 + column;
            box_radius2_float64_copy(at, from, true);
            if (x < 6) box_radius2_float64_copy(at + 64 * 16, from + 128, true);
            return;
        }
        const double *const from = box_radius2_float64_row(in, row);
        box_radius2_float64_bring(in, from, column, at);
        if (x < 6) box_radius2_float64_bring(in, from, column + 128, at + 64 * 16);
    };
    double c[9];
#pragma unroll
    for (int k = 0; k < 9; k++) {
        c[k] = coefficients[k];
        asm volatile("" : "+d"(c[k])); // read once, here
    }
    constexpr int lows[] = { 1, 2 }, highs[] = { 7, 8 };
    double sum[5][2] = {}; // sum[k]: of the row 2 - k above the one that comes in
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
            const int begin = left - (b + 0) * 1 % 2;
            const double *const window = ring[slot + b] + (x + box_radius2_float64_before(come, begin)) * 2;
            const int low = lows[b % 2], high = highs[b % 2];
            double u[10];
#pragma unroll
            for (int i = 0; i <= 4; i++) {
                const int from = low - i * 2, before = high + 1 - i * 2;
                if (from < 2 && before > 0)
                    box_radius2_float64_take(window + i * 2, max(from, 0), min(before, 2), u + i * 2);
            }
            const int in_shift = (b + 0) * 1 % 2;
#pragma unroll
            for (int j = 0; j < 2; j++) {
#pragma unroll
                for (int k = 0; k < 5; k++) {
                    const int shift = in_shift - (b + k + 0) * 1 % 2;
                    const double *const w = u + 4 + shift + j; // the neighbour in the same column
                    sum[k][j] = box_radius2_float64_sum(sum[k][j], w - 2, c + abs(2 - k) * 3);
                }
            }
            if (turn + b >= 2 * 2) {
                const int row = come - 2; // the one whose sum is complete
                const int column = left + x * 2 - (b + 0) * 1 % 2;
                box_radius2_float64_store(inner, out + (long long)row * 259, column, sum[0]);
            }
#pragma unroll
            for (int j = 0; j < 2; j++) {
#pragma unroll
                for (int k = 1; k < 5; k++) sum[k - 1][j] = sum[k][j];
                sum[5 - 1][j] = 0;
            }
        }
        slot = slot + 4 == 24 ? 0 : slot + 4;
    }
}

// laplacian: stencil family of tilewright 0.1.0, from stencil.json; star of radius 2
// periodic boundary, 64 x 256 float32 at pitches 256 and 256
// grid 16, block (64, 1); a block computes 4 x 256 elements
// The column that stands for one that may lie beyond the ends of its row; negative: none does.
static __device__ int laplacian_place(int column)
{
    // whether it is a neighbour of any
    const bool counts = (unsigned)(column + 2) < (unsigned)256 + 2 * 2;
    column += column < 0 ? 256 : column >= 256 ? -256 : 0;
    return counts ? column : -1;
}

// The row that stands for one that may lie beyond the first or the last; NULL: none does.
static __device__ const float *laplacian_row(const float *in, int row)
{
    const bool counts = (unsigned)(row + 2) < (unsigned)64 + 2 * 2;
    row += row < 0 ? 64 : row >= 64 ? -64 : 0;
    return counts ? in + (long long)row * 256 : nullptr;
}

// sum, and the 5 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float laplacian_sum(float sum, const float *u, const float *c)
{
    sum += c[0] * u[2];
#pragma unroll
    for (int i = 1; i <= 2; i++) sum += c[i] * (u[2 - i] + u[2 + i]);
    return sum;
}

// Into shared memory: 16 bytes; without a source zeros.
static __device__ __forceinline__ void laplacian_copy(unsigned to, const float *from, bool is_there)
{
    const int bytes = is_there ? 16 : 0;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(bytes) : "memory");
}

static __device__ __forceinline__ void laplacian_copy_one(unsigned to, const float *from, bool is_there)
{
    const int bytes = is_there ? (int)sizeof *from : 0;
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(to), "l"(from), "r"(bytes) : "memory");
}

// The vector of a row (NULL: there is none) that begins at a column; of one that an end of the row cuts each element.
static __device__ __forceinline__ void laplacian_bring(const float *in, const float *row, int column, unsigned to)
{
    const bool nothing = !row;
    if (nothing) {
        laplacian_copy(to, in, false);
        return;
    }
    bool whole = (unsigned)column <= 252;
    if (whole) {
        laplacian_copy(to, row + column, true);
        return;
    }
#pragma unroll
    for (int j = 0; j < 4; j++) {
        const int at = laplacian_place(column + j);
        laplacian_copy_one(to + j * (int)sizeof *row, at < 0 ? in : row + at, at >= 0);
    }
}

// Copies begin at whole sectors, of 32 bytes: whether a vector more comes before a row's that begin at a column.
static __device__ __forceinline__ int laplacian_before(int row, int column)
{
    return (int)(((unsigned)row * 0u + (unsigned)column) / 4u ^ 1u) & 1;
}

// The elements of a vector in shared memory from `low` on and before `high`: all, a half, or one where that is enough.
static __device__ __forceinline__ void laplacian_take(const float *from, int low, int high, float *u)
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

static __device__ __forceinline__ void laplacian_store(bool inner, float *row, int column, const float *sum)
{
    if (inner || (unsigned)column <= 252) {
        __stcs((float4 *)(row + column), make_float4(sum[0], sum[1], sum[2], sum[3]));
        return;
    }
#pragma unroll
    for (int j = 0; j < 4; j++)
        if ((unsigned)(column + j) < 256) __stcs(row + column + j, sum[j]);
}

extern "C" __global__ void __launch_bounds__(64) laplacian(const float *__restrict__ in, float *__restrict__ out)
{
    __shared__ __align__(16) float ring[24][68 * 4];
    const int x = threadIdx.x;
    const int left = (int)(blockIdx.x % 1) * 256;
    const int first = (int)(blockIdx.x / 1) * 4;
    // rows that come in
    const int end = (first + 4 < 64 ? 4 : (int)(64 - first)) + 2 * 2;
    const bool inner = left >= 8 && left <= -16 && first >= 2 && first <= 58;
    const unsigned to = (unsigned)__cvta_generic_to_shared(&ring[0][0]);

    // Row `turn` + b of those that come in, where a thread's columns begin, and its slot.
    const auto bring = [&](bool inner, int turn, int slot, int b) {
        const int row = first - 2 + turn + b;
        const int begin = left;
        const int column = begin + (x - 1 - laplacian_before(row, begin)) * 4;
        const unsigned at = to + ((slot + b) * 68 + x) * 16;
        if (inner) {
            const float *const from = in + (long long)row * 256 + column;
            laplacian_copy(at, from, true);
            if (x < 4) laplacian_copy(at + 64 * 16, from + 256, true);
            return;
        }
        const float *const from = laplacian_row(in, row);
        laplacian_bring(in, from, column, at);
        if (x < 4) laplacian_bring(in, from, column + 256, at + 64 * 16);
    };
    const float c[3] = {
        -5.00000000e+00f, 1.33333333e+00f, -8.33333333e-02f};
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
            const float *const window = ring[slot + b] + (x + laplacian_before(come, begin)) * 4;
            const int low = lows[b % 1], high = highs[b % 1];
            float u[12];
#pragma unroll
            for (int i = 0; i <= 2; i++) {
                const int from = low - i * 4, before = high + 1 - i * 4;
                if (from < 4 && before > 0)
                    laplacian_take(window + i * 4, max(from, 0), min(before, 4), u + i * 4);
            }
#pragma unroll
            for (int j = 0; j < 4; j++) {
#pragma unroll
                for (int k = 0; k < 5; k++) {
                    const float *const w = u + 4 + j; // the neighbour in the same column
                    if (k < 2)
                        sum[k][j] += c[2 - k] * w[0];
                    else if (k > 2)
                        sum[k][j] += c[k - 2] * w[0];
                    else
                        sum[k][j] = laplacian_sum(sum[k][j], w - 2, c);
                }
            }
            if (turn + b >= 2 * 2) {
                const int row = come - 2; // the one whose sum is complete
                const int column = left + x * 4;
                laplacian_store(inner, out + (long long)row * 256, column, sum[0]);
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

// smooth: stencil family of tilewright 0.1.0, from stencil.json; box of radius 3
// reflect boundary, 50 x 131 float32 at pitches 132 and 131
// grid 5, block (64, 1); a block computes 12 x 256 elements
// The column that stands for one that may lie beyond the ends of its row; negative: none does.
static __device__ int smooth_place(int column)
{
    // whether it is a neighbour of any
    const bool counts = (unsigned)(column + 3) < (unsigned)131 + 2 * 3;
    column = min(abs(column), 131 - 1 - column + (131 - 1));
    return counts ? column : -1;
}

// The row that stands for one that may lie beyond the first or the last; NULL: none does.
static __device__ const float *smooth_row(const float *in, int row)
{
    const bool counts = (unsigned)(row + 3) < (unsigned)50 + 2 * 3;
    row = min(abs(row), 50 - 1 - row + (50 - 1));
    return counts ? in + (long long)row * 132 : nullptr;
}

// sum, and the 7 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float smooth_sum(float sum, const float *u, const float *c)
{
    sum += c[0] * u[3];
#pragma unroll
    for (int i = 1; i <= 3; i++) sum += c[i] * (u[3 - i] + u[3 + i]);
    return sum;
}

// Into shared memory: 16 bytes; without a source zeros.
static __device__ __forceinline__ void smooth_copy(unsigned to, const float *from, bool is_there)
{
    const int bytes = is_there ? 16 : 0;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(bytes) : "memory");
}

static __device__ __forceinline__ void smooth_copy_one(unsigned to, const float *from, bool is_there)
{
    const int bytes = is_there ? (int)sizeof *from : 0;
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(to), "l"(from), "r"(bytes) : "memory");
}

// The vector of a row (NULL: there is none) that begins at a column; of one that an end of the row cuts each element.
static __device__ __forceinline__ void smooth_bring(const float *in, const float *row, int column, unsigned to)
{
    const bool nothing = !row;
    if (nothing) {
        smooth_copy(to, in, false);
        return;
    }
    bool whole = (unsigned)column <= 127;
    whole = whole && !((unsigned long long)(row + column) % 16); // a row from beyond the edge is shifted otherwise
    if (whole) {
        smooth_copy(to, row + column, true);
        return;
    }
#pragma unroll
    for (int j = 0; j < 4; j++) {
        const int at = smooth_place(column + j);
        smooth_copy_one(to + j * (int)sizeof *row, at < 0 ? in : row + at, at >= 0);
    }
}

// Copies begin at whole sectors, of 32 bytes: whether a vector more comes before a row's that begin at a column.
static __device__ __forceinline__ int smooth_before(int row, int column)
{
    return (int)(((unsigned)row * 4u + (unsigned)column) / 4u ^ 2u) & 1;
}

// The elements of a vector in shared memory from `low` on and before `high`: all, a half, or one where that is enough.
static __device__ __forceinline__ void smooth_take(const float *from, int low, int high, float *u)
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

static __device__ __forceinline__ void smooth_store(bool inner, float *row, int column, const float *sum)
{
    if (inner || (unsigned)column <= 127) {
        __stcs((float4 *)(row + column), make_float4(sum[0], sum[1], sum[2], sum[3]));
        return;
    }
#pragma unroll
    for (int j = 0; j < 4; j++)
        if ((unsigned)(column + j) < 131) __stcs(row + column + j, sum[j]);
}

extern "C" __global__ void __launch_bounds__(64) smooth(const float *__restrict__ in, float *__restrict__ out)
{
    __shared__ __align__(16) float ring[8][68 * 4];
    const int x = threadIdx.x;
    const int left = (int)(blockIdx.x % 1) * 256;
    const int first = (int)(blockIdx.x / 1) * 12;
    // rows that come in
    const int end = (first + 12 < 50 ? 12 : (int)(50 - first)) + 2 * 3;
    const bool inner = left >= 16 && left <= -141 && first >= 3 && first <= 35;
    const unsigned to = (unsigned)__cvta_generic_to_shared(&ring[0][0]);

    // Row `turn` + b of those that come in, where a thread's columns begin, and its slot.
    const auto bring = [&](bool inner, int turn, int slot, int b) {
        const int row = first - 3 + turn + b;
        const int begin = left - (b + 1) * 0 % 4;
        const int column = begin + (x - 2 - smooth_before(row, begin)) * 4;
        const unsigned at = to + ((slot + b) * 68 + x) * 16;
        if (inner) {
            const float *const from = in + (long long)row * 132 + column;
            smooth_copy(at, from, true);
            if (x < 4) smooth_copy(at + 64 * 16, from + 256, true);
            return;
        }
        const float *const from = smooth_row(in, row);
        smooth_bring(in, from, column, at);
        if (x < 4) smooth_bring(in, from, column + 256, at + 64 * 16);
    };
    const float c[16] = {
        9.76562500e-02f, 7.32421875e-02f, 2.92968750e-02f, 4.88281250e-03f, 7.32421875e-02f, 5.49316406e-02f,
        2.19726562e-02f, 3.66210938e-03f, 2.92968750e-02f, 2.19726562e-02f, 8.78906250e-03f, 1.46484375e-03f,
        4.88281250e-03f, 3.66210938e-03f, 1.46484375e-03f, 2.44140625e-04f};
    constexpr int lows[] = { 2, 2, 2, 2 }, highs[] = { 14, 14, 14, 14 };
    float sum[7][4] = {}; // sum[k]: of the row 3 - k above the one that comes in
    int slot = 0, free = 0; // the rows that come in, and those that are brought
#pragma unroll 1
    for (int turn = -4; turn < end; turn += 4) {
        if (turn >= 0) {
            asm volatile("cp.async.wait_group 0;" ::: "memory");
            __syncthreads(); // everyone's copies are there, and the free slots are read
        }
        if (inner) {
#pragma unroll
            for (int b = 0; b < 4; b++)
                if (turn + 4 + b < end) bring(true, turn + 4, free, b);
        } else {
#pragma unroll 1
            for (int b = 0; b < 4; b++)
                if (turn + 4 + b < end) bring(false, turn + 4, free, b);
        }
        asm volatile("cp.async.commit_group;" ::: "memory");
        free = free + 4 == 8 ? 0 : free + 4;
        if (turn < 0) continue;
#pragma unroll
        for (int b = 0; b < 4; b++) {
            if (turn + b >= end) break;
            const int come = first - 3 + turn + b; // the row that comes in
            const int begin = left - (b + 1) * 0 % 4;
            const float *const window = ring[slot + b] + (x + smooth_before(come, begin)) * 4;
            const int low = lows[b % 4], high = highs[b % 4];
            float u[16];
#pragma unroll
            for (int i = 0; i <= 3; i++) {
                const int from = low - i * 4, before = high + 1 - i * 4;
                if (from < 4 && before > 0)
                    smooth_take(window + i * 4, max(from, 0), min(before, 4), u + i * 4);
            }
            const int in_shift = (b + 1) * 0 % 4;
#pragma unroll
            for (int j = 0; j < 4; j++) {
#pragma unroll
                for (int k = 0; k < 7; k++) {
                    const int shift = in_shift - (b + k + 2) * 3 % 4;
                    const float *const w = u + 8 + shift + j; // the neighbour in the same column
                    sum[k][j] = smooth_sum(sum[k][j], w - 3, c + abs(3 - k) * 4);
                }
            }
            if (turn + b >= 2 * 3) {
                const int row = come - 3; // the one whose sum is complete
                const int column = left + x * 4 - (b + 2) * 3 % 4;
                smooth_store(inner, out + (long long)row * 131, column, sum[0]);
            }
#pragma unroll
            for (int j = 0; j < 4; j++) {
#pragma unroll
                for (int k = 1; k < 7; k++) sum[k - 1][j] = sum[k][j];
                sum[7 - 1][j] = 0;
            }
        }
        slot = slot + 4 == 8 ? 0 : slot + 4;
    }
}
