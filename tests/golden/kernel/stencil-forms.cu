// line: stencil family of tilewright 0.1.0, from stencil-forms.json; line of radius 3
// fixed boundary, 3 x 1000 float32 at pitches 1002 and 1004
// grid 3, block (128, 1); a block computes 1 x 1024 elements
// What stands for an element that may lie beyond the ends of its row.
static __device__ float line_element(const float *row, int column)
{
    return (unsigned)column < 1000 ? __ldg(row + column) : 0;
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

// wide: stencil family of tilewright 0.1.0, from stencil-forms.json; line of radius 2
// periodic boundary, 1 x 4294967296 float64 at pitches 4294967296 and 4294967296
// grid 16777216, block (128, 1); a block computes 1 x 256 elements
__constant__ double coefficients[3];

// What stands for an element that may lie beyond the ends of its row.
static __device__ double wide_element(const double *row, long long column)
{
    // whether it is a neighbour of any
    const bool counts = (unsigned long long)(column + 2) < (unsigned long long)4294967296 + 2 * 2;
    column += column < 0 ? 4294967296 : column >= 4294967296 ? -4294967296 : 0;
    return counts ? __ldg(row + column) : 0;
}

// sum, and the 5 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ double wide_sum(double sum, const double *u, const double *c)
{
    sum += c[0] * u[2];
#pragma unroll
    for (int i = 1; i <= 2; i++) sum += c[i] * (u[2 - i] + u[2 + i]);
    return sum;
}

// The vector of a row that begins at a column. Needed are its elements from `left` on and before `right`: of one that
// an end of the row cuts just they are loaded, and of others a half, or a single one, where that is enough.
static __device__ __forceinline__ void wide_load(bool inner, const double *row, long long column, int left, int right, double *u)
{
    const int needed = right <= 0 ? 2 - left : left >= 2 ? right : 2;
    const bool whole = inner || (unsigned long long)column <= 4294967294;
    if (needed > 1 && whole) {
        const double2 v = __ldg((const double2 *)(row + column));
        u[0] = v.x;
        u[1] = v.y;
        return;
    }
#pragma unroll
    for (int j = 0; j < 2; j++)
        if (j >= left || j < right) u[j] = inner ? __ldg(row + column + j) : wide_element(row, column + j);
}

// The vectors of a row beside the thread's own, which stands in the middle of the window u.
static __device__ __forceinline__ void wide_neighbours(bool inner, const double *row, long long column, double *u)
{
#pragma unroll
    for (int k = 1; k <= 1; k++) {
        const int shift = k * 2, near_left = shift - 2, near_right = 2 - near_left;
        wide_load(inner, row, column - shift, near_left, 0, u + 2 - shift);
        wide_load(inner, row, column + shift, 2, near_right, u + 2 + shift);
    }
}

static __device__ __forceinline__ void wide_store(bool inner, double *row, long long column, const double *sum)
{
    if (inner || column <= 4294967294) {
        __stcs((double2 *)(row + column), make_double2(sum[0], sum[1]));
        return;
    }
#pragma unroll
    for (int j = 0; j < 2; j++)
        if (inner || column + j < 4294967296) __stcs(row + column + j, sum[j]);
}

// The vectors of a thread, a block's columns apart. inner: no neighbour of the warp's lies beyond an end of the row.
static __device__ __forceinline__ void wide_march(bool inner, const double *in, double *out, long long column)
{
    double c[3];
#pragma unroll
    for (int k = 0; k < 3; k++) {
        c[k] = coefficients[k];
        asm volatile("" : "+d"(c[k])); // read once, here
    }
    {
        const int turn = 0;
        double u[1][6];
#pragma unroll
        for (int b = 0; b < 1; b++) {
            const long long at = column + (turn + b) * 256;
            if (!inner && at >= 4294967296) break;
            wide_load(inner, in, at, 0, 0, u[b] + 2);
            wide_neighbours(inner, in, at, u[b]);
        }
#pragma unroll
        for (int b = 0; b < 1; b++) {
            const long long at = column + (turn + b) * 256;
            double sum[2];
            if (!inner && at >= 4294967296) break;
#pragma unroll
            for (int j = 0; j < 2; j++) sum[j] = wide_sum(0, u[b] + 2 - 2 + j, c);
            wide_store(inner, out, at, sum);
        }
    }
}

extern "C" __global__ void __launch_bounds__(128) wide(const double *__restrict__ in, double *__restrict__ out)
{
    const long long left = (long long)(blockIdx.x % 16777216) * 256;
    const long long column = left + (int)threadIdx.x * 2; // of the thread's first vector
    const int lane = threadIdx.x % 32;
    const long long begin = column - lane * 2; // of the warp's
    const long long row = (long long)(blockIdx.x / 16777216) * 1 + (int)threadIdx.y;
    if (column >= 4294967296 || row >= 1) return;

    if (begin >= 2 && begin <= 4294967230)
        wide_march(true, in, out, column);
    else
        wide_march(false, in, out, column);
}

// narrow: stencil family of tilewright 0.1.0, from stencil-forms.json; star of radius 1
// fixed boundary, 9 x 6 float32 at pitches 8 and 8
// grid 1, block (32, 3); a block computes 12 x 128 elements
__constant__ float coefficients[5];

// What stands for an element that may lie beyond the ends of its row.
static __device__ float narrow_element(const float *row, int column)
{
    return (unsigned)column < 6 ? __ldg(row + column) : 0;
}

// The row that stands for one that may lie beyond the first or the last; NULL: none does.
static __device__ const float *narrow_row(const float *in, int row)
{
    return (unsigned)row < 9 ? in + (long long)row * 8 : nullptr;
}

// sum, and the 3 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float narrow_sum(float sum, const float *u, const float *c)
{
#pragma unroll
    for (int i = 0; i < 3; i++) sum += c[i] * u[i];
    return sum;
}

// Whether the element is less than 1 from an edge, and so is copied.
static __device__ bool narrow_is_border(int row, int column)
{
    return row < 1 || row >= 9 - 1 || column < 1 || column >= 6 - 1;
}

// The vector of a row that begins at a column. Needed are its elements from `left` on and before `right`: of one that
// an end of the row cuts just they are loaded, and of others a half, or a single one, where that is enough.
static __device__ __forceinline__ void narrow_load(bool inner, const float *row, int column, int left, int right, float *u)
{
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
#pragma unroll
    for (int j = 0; j < 4; j++)
        if (j >= left || j < right) u[j] = inner ? __ldg(row + column + j) : narrow_element(row, column + j);
}

// The vectors of a row beside the thread's own, which stands in the middle of the window u.
static __device__ __forceinline__ void narrow_neighbours(bool inner, const float *row, int column, float *u)
{
#pragma unroll
    for (int k = 1; k <= 1; k++) {
        const int shift = k * 4, near_left = shift - 1, near_right = 4 - near_left;
        narrow_load(inner, row, column - shift, near_left, 0, u + 4 - shift);
        narrow_load(inner, row, column + shift, 4, near_right, u + 4 + shift);
    }
}

static __device__ __forceinline__ void narrow_store(bool inner, float *row, int column, const float *sum)
{
    if (inner || column <= 2) {
        __stcs((float4 *)(row + column), make_float4(sum[0], sum[1], sum[2], sum[3]));
        return;
    }
#pragma unroll
    for (int j = 0; j < 4; j++)
        if (inner || column + j < 6) __stcs(row + column + j, sum[j]);
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
    const int end = (inner ? 4 : (int)(last - first)) + 2 * 1; // rows that come in
    float sum[3][4] = {}; // sum[k]: of the row that lies 1 - k above the one that comes in
#pragma unroll 1
    for (int turn = 0; turn < end; turn += 3) {
        float u[3][12];
#pragma unroll
        for (int b = 0; b < 3; b++) {
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
        for (int b = 0; b < 3; b++) {
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

extern "C" __global__ void __launch_bounds__(96) narrow(const float *__restrict__ in, float *__restrict__ out)
{
    const int left = (int)(blockIdx.x % 1) * 128;
    const int column = left + (int)threadIdx.x * 4; // of the thread's first vector
    const int lane = threadIdx.x % 32;
    const int begin = column - lane * 4; // of the warp's
    const int first = ((int)(blockIdx.x / 1) * 3 + (int)threadIdx.y) * 4;
    if (column >= 6 || first >= 9) return;
    const int last = first + 4 < 9 ? first + 4 : 9;

    if (begin >= 4 && begin <= -126 && first >= 1 && first <= 4)
        narrow_march(true, in, out, column, first, last);
    else
        narrow_march(false, in, out, column, first, last);
}

// slope: stencil family of tilewright 0.1.0, from stencil-forms.json; line of radius 4
// reflect boundary, 1 x 1000 float32 at pitches 1000 and 1000
// grid 2, block (128, 1); a block computes 1 x 512 elements
// What stands for an element that may lie beyond the ends of its row.
static __device__ float slope_element(const float *row, int column)
{
    // whether it is a neighbour of any
    const bool counts = (unsigned)(column + 4) < (unsigned)1000 + 2 * 4;
    column = min(abs(column), 1000 - 1 - column + (1000 - 1));
    return counts ? __ldg(row + column) : 0;
}

// sum, and the 9 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float slope_sum(float sum, const float *u, const float *c)
{
#pragma unroll
    for (int i = 1; i <= 4; i++) sum += c[i - 1] * (u[4 + i] - u[4 - i]);
    return sum;
}

// The vector of a row that begins at a column. Needed are its elements from `left` on and before `right`: of one that
// an end of the row cuts just they are loaded, and of others a half, or a single one, where that is enough.
static __device__ __forceinline__ void slope_load(bool inner, const float *row, int column, int left, int right, float *u)
{
    const int needed = right <= 0 ? 4 - left : left >= 4 ? right : 4;
    const bool whole = inner || (unsigned)column <= 996;
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
        if (j >= left || j < right) u[j] = inner ? __ldg(row + column + j) : slope_element(row, column + j);
}

// The vectors of a row beside the thread's own, which stands in the middle of the window u.
static __device__ __forceinline__ void slope_neighbours(bool inner, const float *row, int column, float *u)
{
#pragma unroll
    for (int k = 1; k <= 1; k++) {
        const int shift = k * 4, near_left = shift - 4, near_right = 4 - near_left;
        slope_load(inner, row, column - shift, near_left, 0, u + 4 - shift);
        slope_load(inner, row, column + shift, 4, near_right, u + 4 + shift);
    }
}

static __device__ __forceinline__ void slope_store(bool inner, float *row, int column, const float *sum)
{
    if (inner || column <= 996) {
        __stcs((float4 *)(row + column), make_float4(sum[0], sum[1], sum[2], sum[3]));
        return;
    }
#pragma unroll
    for (int j = 0; j < 4; j++)
        if (inner || column + j < 1000) __stcs(row + column + j, sum[j]);
}

// The vectors of a thread, a block's columns apart. inner: no neighbour of the warp's lies beyond an end of the row.
static __device__ __forceinline__ void slope_march(bool inner, const float *in, float *out, int column)
{
    const float c[4] = {
        8.00000000e-01f, -2.00000000e-01f, 3.80952381e-02f, -3.57142857e-03f};
    {
        const int turn = 0;
        float u[1][12];
#pragma unroll
        for (int b = 0; b < 1; b++) {
            const int at = column + (turn + b) * 512;
            if (!inner && at >= 1000) break;
            slope_load(inner, in, at, 0, 0, u[b] + 4);
            slope_neighbours(inner, in, at, u[b]);
        }
#pragma unroll
        for (int b = 0; b < 1; b++) {
            const int at = column + (turn + b) * 512;
            float sum[4];
            if (!inner && at >= 1000) break;
#pragma unroll
            for (int j = 0; j < 4; j++) sum[j] = slope_sum(0, u[b] + 4 - 4 + j, c);
            slope_store(inner, out, at, sum);
        }
    }
}

extern "C" __global__ void __launch_bounds__(128) slope(const float *__restrict__ in, float *__restrict__ out)
{
    const int left = (int)(blockIdx.x % 2) * 512;
    const int column = left + (int)threadIdx.x * 4; // of the thread's first vector
    const int lane = threadIdx.x % 32;
    const int begin = column - lane * 4; // of the warp's
    const int row = (int)(blockIdx.x / 2) * 1 + (int)threadIdx.y;
    if (column >= 1000 || row >= 1) return;

    if (begin >= 4 && begin <= 868)
        slope_march(true, in, out, column);
    else
        slope_march(false, in, out, column);
}

// single: stencil family of tilewright 0.1.0, from stencil-forms.json; line of radius 2
// zero boundary, 1 x 1001 float32 at pitches 1001 and 1001
// grid 2, block (128, 1); a block computes 1 x 512 elements
__constant__ float coefficients[2];

// What stands for an element that may lie beyond the ends of its row.
static __device__ float single_element(const float *row, int column)
{
    return (unsigned)column < 1001 ? __ldg(row + column) : 0;
}

// sum, and the 5 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float single_sum(float sum, const float *u, const float *c)
{
#pragma unroll
    for (int i = 1; i <= 2; i++) sum += c[i - 1] * (u[2 + i] - u[2 - i]);
    return sum;
}

// The vector of a row that begins at a column. Needed are its elements from `left` on and before `right`: of one that
// an end of the row cuts just they are loaded, and of others a half, or a single one, where that is enough.
static __device__ __forceinline__ void single_load(bool inner, const float *row, int column, int left, int right, float *u)
{
    const int needed = right <= 0 ? 4 - left : left >= 4 ? right : 4;
    const bool whole = inner || (unsigned)column <= 997;
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
        if (j >= left || j < right) u[j] = inner ? __ldg(row + column + j) : single_element(row, column + j);
}

// The vectors of a row beside the thread's own, which stands in the middle of the window u.
static __device__ __forceinline__ void single_neighbours(bool inner, const float *row, int column, float *u)
{
#pragma unroll
    for (int k = 1; k <= 1; k++) {
        const int shift = k * 4, near_left = shift - 2, near_right = 4 - near_left;
        single_load(inner, row, column - shift, near_left, 0, u + 4 - shift);
        single_load(inner, row, column + shift, 4, near_right, u + 4 + shift);
    }
}

static __device__ __forceinline__ void single_store(bool inner, float *row, int column, const float *sum)
{
    if (inner || column <= 997) {
        __stcs((float4 *)(row + column), make_float4(sum[0], sum[1], sum[2], sum[3]));
        return;
    }
#pragma unroll
    for (int j = 0; j < 4; j++)
        if (inner || column + j < 1001) __stcs(row + column + j, sum[j]);
}

// The vectors of a thread, a block's columns apart. inner: no neighbour of the warp's lies beyond an end of the row.
static __device__ __forceinline__ void single_march(bool inner, const float *in, float *out, int column)
{
    float c[2];
#pragma unroll
    for (int k = 0; k < 2; k++) {
        c[k] = coefficients[k];
        asm volatile("" : "+f"(c[k])); // read once, here
    }
    {
        const int turn = 0;
        float u[1][12];
#pragma unroll
        for (int b = 0; b < 1; b++) {
            const int at = column + (turn + b) * 512;
            if (!inner && at >= 1001) break;
            single_load(inner, in, at, 0, 0, u[b] + 4);
            single_neighbours(inner, in, at, u[b]);
        }
#pragma unroll
        for (int b = 0; b < 1; b++) {
            const int at = column + (turn + b) * 512;
            float sum[4];
            if (!inner && at >= 1001) break;
#pragma unroll
            for (int j = 0; j < 4; j++) sum[j] = single_sum(0, u[b] + 4 - 2 + j, c);
            single_store(inner, out, at, sum);
        }
    }
}

extern "C" __global__ void __launch_bounds__(128) single(const float *__restrict__ in, float *__restrict__ out)
{
    const int left = (int)(blockIdx.x % 2) * 512;
    const int column = left + (int)threadIdx.x * 4; // of the thread's first vector
    const int lane = threadIdx.x % 32;
    const int begin = column - lane * 4; // of the warp's
    const int row = (int)(blockIdx.x / 2) * 1 + (int)threadIdx.y;
    if (column >= 1001 || row >= 1) return;

    if (begin >= 4 && begin <= 869)
        single_march(true, in, out, column);
    else
        single_march(false, in, out, column);
}

// divergent: stencil family of tilewright 0.1.0, from stencil-forms.json; line of radius 2
// zero boundary, 1 x 1000 float32 at pitches 1000 and 1000
// grid 4, block (256, 1); a block computes 1 x 256 elements
__constant__ float coefficients[5];

// What stands for an element that may lie beyond the ends of its row.
static __device__ float divergent_element(const float *row, int column)
{
    return (unsigned)column < 1000 ? __ldg(row + column) : 0;
}

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

// steps: stencil family of tilewright 0.1.0, from stencil-forms.json; star of radius 2
// reflect boundary, 50 x 1000 float32 at pitches 1000 and 1000
// grid 100, block (128, 1); a block computes 1 x 512 elements
// What stands for an element that may lie beyond the ends of its row.
static __device__ float steps_element(const float *row, int column)
{
    // whether it is a neighbour of any
    const bool counts = (unsigned)(column + 2) < (unsigned)1000 + 2 * 2;
    column = min(abs(column), 1000 - 1 - column + (1000 - 1));
    return counts ? __ldg(row + column) : 0;
}

// The row that stands for one that may lie beyond the first or the last; NULL: none does.
static __device__ const float *steps_row(const float *in, int row)
{
    const bool counts = (unsigned)(row + 2) < (unsigned)50 + 2 * 2;
    row = min(abs(row), 50 - 1 - row + (50 - 1));
    return counts ? in + (long long)row * 1000 : nullptr;
}

// sum, and the 5 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float steps_sum(float sum, const float *u, const float *c)
{
    sum += c[0] * u[2];
#pragma unroll
    for (int i = 1; i <= 2; i++) sum += c[i] * (u[2 - i] + u[2 + i]);
    return sum;
}

// The vector of a row that begins at a column. Needed are its elements from `left` on and before `right`: of one that
// an end of the row cuts just they are loaded, and of others a half, or a single one, where that is enough.
static __device__ __forceinline__ void steps_load(bool inner, const float *row, int column, int left, int right, float *u)
{
    const int needed = right <= 0 ? 4 - left : left >= 4 ? right : 4;
    const bool whole = inner || (unsigned)column <= 996;
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
        if (j >= left || j < right) u[j] = inner ? __ldg(row + column + j) : steps_element(row, column + j);
}

// The vectors of a row beside the thread's own, which stands in the middle of the window u.
static __device__ __forceinline__ void steps_neighbours(bool inner, const float *row, int column, float *u)
{
#pragma unroll
    for (int k = 1; k <= 1; k++) {
        const int shift = k * 4, near_left = shift - 2, near_right = 4 - near_left;
        steps_load(inner, row, column - shift, near_left, 0, u + 4 - shift);
        steps_load(inner, row, column + shift, 4, near_right, u + 4 + shift);
    }
}

static __device__ __forceinline__ void steps_store(bool inner, float *row, int column, const float *sum)
{
    if (inner || column <= 996) {
        __stcs((float4 *)(row + column), make_float4(sum[0], sum[1], sum[2], sum[3]));
        return;
    }
#pragma unroll
    for (int j = 0; j < 4; j++)
        if (inner || column + j < 1000) __stcs(row + column + j, sum[j]);
}

// Down the rows from `first` to before `last`. inner: no neighbour lies beyond an edge, and no row is missing.
static __device__ __forceinline__ void steps_march(bool inner, const float *in, float *out, int column, int first, int last)
{
    const float c[3] = {
        -5.00000000e+00f, 1.33333333e+00f, -8.33333333e-02f};
    const int end = (inner ? 1 : (int)(last - first)) + 2 * 2; // rows that come in
    float sum[5][4] = {}; // sum[k]: of the row that lies 2 - k above the one that comes in
#pragma unroll 5
    for (int turn = 0; turn < end; turn += 1) {
        float u[1][12];
#pragma unroll
        for (int b = 0; b < 1; b++) {
            const int row = first - 2 + turn + b;
            if (turn + b >= end) break;
            const float *const from = inner ? in + (long long)row * 1000 : steps_row(in, row);
#pragma unroll
            for (int j = 0; j < 12; j++) u[b][j] = 0;
            if (!inner && !from) continue;
            steps_load(inner, from, column, 0, 0, u[b] + 4);
            if (row < first || row >= last) continue; // no sum needs more of it
            steps_neighbours(inner, from, column, u[b]);
        }
#pragma unroll
        for (int b = 0; b < 1; b++) {
            const int row = first - 2 * 2 + turn + b; // the one whose sum becomes complete
            if (turn + b >= end) break;
#pragma unroll
            for (int j = 0; j < 4; j++) {
                const float *const w = u[b] + 4 - 2 + j;
                sum[2][j] = steps_sum(sum[2][j], w, c);
#pragma unroll
                for (int i = 1; i <= 2; i++) {
                    sum[2 - i][j] += c[i] * w[2];
                    sum[2 + i][j] += c[i] * w[2];
                }
            }
            if (row >= first) {
                steps_store(inner, out + (long long)row * 1000, column, sum[0]);
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

extern "C" __global__ void __launch_bounds__(128) steps(const float *__restrict__ in, float *__restrict__ out)
{
    const int left = (int)(blockIdx.x % 2) * 512;
    const int column = left + (int)threadIdx.x * 4; // of the thread's first vector
    const int lane = threadIdx.x % 32;
    const int begin = column - lane * 4; // of the warp's
    const int first = ((int)(blockIdx.x / 2) * 1 + (int)threadIdx.y) * 1;
    if (column >= 1000 || first >= 50) return;
    const int last = first + 1 < 50 ? first + 1 : 50;

    if (begin >= 4 && begin <= 868 && first >= 2 && first <= 47)
        steps_march(true, in, out, column, first, last);
    else
        steps_march(false, in, out, column, first, last);
}

// box: stencil family of tilewright 0.1.0, from stencil-forms.json; box of radius 1
// periodic boundary, 50 x 1000 float32 at pitches 1001 and 1000
// grid 104, block (128, 1); a block computes 4 x 128 elements
__constant__ float coefficients[9];

// What stands for an element that may lie beyond the ends of its row.
static __device__ float box_element(const float *row, int column)
{
    // whether it is a neighbour of any
    const bool counts = (unsigned)(column + 1) < (unsigned)1000 + 2 * 1;
    column += column < 0 ? 1000 : column >= 1000 ? -1000 : 0;
    return counts ? __ldg(row + column) : 0;
}

// The row that stands for one that may lie beyond the first or the last; NULL: none does.
static __device__ const float *box_row(const float *in, int row)
{
    const bool counts = (unsigned)(row + 1) < (unsigned)50 + 2 * 1;
    row += row < 0 ? 50 : row >= 50 ? -50 : 0;
    return counts ? in + (long long)row * 1001 : nullptr;
}

// sum, and the 3 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float box_sum(float sum, const float *u, const float *c)
{
#pragma unroll
    for (int i = 0; i < 3; i++) sum += c[i] * u[i];
    return sum;
}

// The vector of a row that begins at a column. Needed are its elements from `left` on and before `right`: of one that
// an end of the row cuts just they are loaded, and of others a half, or a single one, where that is enough.
static __device__ __forceinline__ void box_load(bool inner, const float *row, int column, int left, int right, float *u)
{
#pragma unroll
    for (int j = 0; j < 1; j++)
        if (j >= left || j < right) u[j] = inner ? __ldg(row + column + j) : box_element(row, column + j);
}

// The vectors of a row beside the thread's own, which stands in the middle of the window u.
static __device__ __forceinline__ void box_neighbours(bool inner, const float *row, int column, int lane, float *u)
{
    float edge[1] = {}; // what no lane has: the last lanes hold it for the first, the first for the last
    if (lane == 0 || lane == 31) {
        const int at = lane ? column - 31 * 1 - 1 : column + 32 * 1;
        edge[0] = edge[1 - 1] = inner ? __ldg(row + at) : box_element(row, at);
    }
#pragma unroll
    for (int k = 1; k <= 1; k++) {
        const int shift = k * 1, near_left = shift - 1, near_right = 1 - near_left;
#pragma unroll
        for (int j = 0; j < 1; j++) {
            const float own = u[1 + j], from_left = lane >= 32 - k ? edge[j] : own;
            const float from_right = lane < k ? edge[j] : own;
            if (j >= near_left) u[1 - shift + j] = __shfl_sync(0xFFFFFFFFu, from_left, lane - k);
            if (j < near_right) u[1 + shift + j] = __shfl_sync(0xFFFFFFFFu, from_right, lane + k);
        }
    }
}

static __device__ __forceinline__ void box_store(bool inner, float *row, int column, const float *sum)
{
#pragma unroll
    for (int j = 0; j < 1; j++)
        if (inner || column + j < 1000) __stcs(row + column + j, sum[j]);
}

// Down the rows from `first` to before `last`. inner: no neighbour lies beyond an edge, and no row is missing.
static __device__ __forceinline__ void box_march(bool inner, const float *in, float *out, int column, int first, int last, int lane)
{
    float c[9];
#pragma unroll
    for (int k = 0; k < 9; k++) {
        c[k] = coefficients[k];
        asm volatile("" : "+f"(c[k])); // read once, here
    }
    const int end = (inner ? 4 : (int)(last - first)) + 2 * 1; // rows that come in
    float sum[3][1] = {}; // sum[k]: of the row that lies 1 - k above the one that comes in
#pragma unroll 1
    for (int turn = 0; turn < end; turn += 3) {
        float u[3][3];
#pragma unroll
        for (int b = 0; b < 3; b++) {
            const int row = first - 1 + turn + b;
            if (turn + b >= end) break;
            const float *const from = inner ? in + (long long)row * 1001 : box_row(in, row);
#pragma unroll
            for (int j = 0; j < 3; j++) u[b][j] = 0;
            if (!inner && !from) continue;
            box_load(inner, from, column, 0, 0, u[b] + 1);
            box_neighbours(inner, from, column, lane, u[b]);
        }
#pragma unroll
        for (int b = 0; b < 3; b++) {
            const int row = first - 2 * 1 + turn + b; // the one whose sum becomes complete
            if (turn + b >= end) break;
#pragma unroll
            for (int j = 0; j < 1; j++) {
                const float *const w = u[b] + 1 - 1 + j;
#pragma unroll
                for (int k = 0; k < 3; k++)
                    sum[k][j] = box_sum(sum[k][j], w, c + (3 - 1 - k) * 3);
            }
            if (row >= first && (inner || column < 1000)) {
                box_store(inner, out + (long long)row * 1000, column, sum[0]);
            }
#pragma unroll
            for (int j = 0; j < 1; j++) {
#pragma unroll
                for (int k = 1; k < 3; k++) sum[k - 1][j] = sum[k][j];
                sum[3 - 1][j] = 0;
            }
        }
    }
}

extern "C" __global__ void __launch_bounds__(128) box(const float *__restrict__ in, float *__restrict__ out)
{
    const int left = (int)(blockIdx.x % 8) * 128;
    const int column = left + (int)threadIdx.x * 1; // of the thread's first vector
    const int lane = threadIdx.x % 32;
    const int begin = column - lane * 1; // of the warp's
    const int first = ((int)(blockIdx.x / 8) * 1 + (int)threadIdx.y) * 4;
    if (begin >= 1000 || first >= 50) return;
    const int last = first + 4 < 50 ? first + 4 : 50;

    if (begin >= 1 && begin <= 967 && first >= 1 && first <= 45)
        box_march(true, in, out, column, first, last, lane);
    else
        box_march(false, in, out, column, first, last, lane);
}

// smooth: stencil family of tilewright 0.1.0, from stencil-forms.json; box of radius 2
// fixed boundary, 50 x 1000 float64 at pitches 1000 and 1000
// grid 200, block (128, 1); a block computes 1 x 256 elements
// What stands for an element that may lie beyond the ends of its row.
static __device__ double smooth_element(const double *row, int column)
{
    return (unsigned)column < 1000 ? __ldg(row + column) : 0;
}

// The row that stands for one that may lie beyond the first or the last; NULL: none does.
static __device__ const double *smooth_row(const double *in, int row)
{
    return (unsigned)row < 50 ? in + (long long)row * 1000 : nullptr;
}

// sum, and the 5 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ double smooth_sum(double sum, const double *u, const double *c)
{
    sum += c[0] * u[2];
#pragma unroll
    for (int i = 1; i <= 2; i++) sum += c[i] * (u[2 - i] + u[2 + i]);
    return sum;
}

// Whether the element is less than 2 from an edge, and so is copied.
static __device__ bool smooth_is_border(int row, int column)
{
    return row < 2 || row >= 50 - 2 || column < 2 || column >= 1000 - 2;
}

// The vector of a row that begins at a column. Needed are its elements from `left` on and before `right`: of one that
// an end of the row cuts just they are loaded, and of others a half, or a single one, where that is enough.
static __device__ __forceinline__ void smooth_load(bool inner, const double *row, int column, int left, int right, double *u)
{
    const int needed = right <= 0 ? 2 - left : left >= 2 ? right : 2;
    const bool whole = inner || (unsigned)column <= 998;
    if (needed > 1 && whole) {
        const double2 v = __ldg((const double2 *)(row + column));
        u[0] = v.x;
        u[1] = v.y;
        return;
    }
#pragma unroll
    for (int j = 0; j < 2; j++)
        if (j >= left || j < right) u[j] = inner ? __ldg(row + column + j) : smooth_element(row, column + j);
}

// The vectors of a row beside the thread's own, which stands in the middle of the window u.
static __device__ __forceinline__ void smooth_neighbours(bool inner, const double *row, int column, double *u)
{
#pragma unroll
    for (int k = 1; k <= 1; k++) {
        const int shift = k * 2, near_left = shift - 2, near_right = 2 - near_left;
        smooth_load(inner, row, column - shift, near_left, 0, u + 2 - shift);
        smooth_load(inner, row, column + shift, 2, near_right, u + 2 + shift);
    }
}

static __device__ __forceinline__ void smooth_store(bool inner, double *row, int column, const double *sum)
{
    if (inner || column <= 998) {
        __stcs((double2 *)(row + column), make_double2(sum[0], sum[1]));
        return;
    }
#pragma unroll
    for (int j = 0; j < 2; j++)
        if (inner || column + j < 1000) __stcs(row + column + j, sum[j]);
}

// Down the rows from `first` to before `last`. inner: no neighbour lies beyond an edge, and no row is missing.
static __device__ __forceinline__ void smooth_march(bool inner, const double *in, double *out, int column, int first, int last)
{
    const double c[9] = {
        1.4062500000000000e-01, 9.3750000000000000e-02, 2.3437500000000000e-02, 9.3750000000000000e-02, 6.2500000000000000e-02, 1.5625000000000000e-02,
        2.3437500000000000e-02, 1.5625000000000000e-02, 3.9062500000000000e-03};
    const int end = (inner ? 1 : (int)(last - first)) + 2 * 2; // rows that come in
    double sum[5][2] = {}; // sum[k]: of the row that lies 2 - k above the one that comes in
#pragma unroll 5
    for (int turn = 0; turn < end; turn += 1) {
        double u[1][6];
#pragma unroll
        for (int b = 0; b < 1; b++) {
            const int row = first - 2 + turn + b;
            if (turn + b >= end) break;
            const double *const from = inner ? in + (long long)row * 1000 : smooth_row(in, row);
#pragma unroll
            for (int j = 0; j < 6; j++) u[b][j] = 0;
            if (!inner && !from) continue;
            smooth_load(inner, from, column, 0, 0, u[b] + 2);
            smooth_neighbours(inner, from, column, u[b]);
        }
#pragma unroll
        for (int b = 0; b < 1; b++) {
            const int row = first - 2 * 2 + turn + b; // the one whose sum becomes complete
            if (turn + b >= end) break;
#pragma unroll
            for (int j = 0; j < 2; j++) {
                const double *const w = u[b] + 2 - 2 + j;
#pragma unroll
                for (int k = 0; k < 5; k++)
                    sum[k][j] = smooth_sum(sum[k][j], w, c + abs(2 - k) * 3);
            }
            if (row >= first) {
#pragma unroll
                for (int j = 0; j < 2; j++)
                    if (!inner && column + j < 1000 && smooth_is_border(row, column + j))
                        sum[0][j] = __ldg(in + (long long)row * 1000 + column + j);
                smooth_store(inner, out + (long long)row * 1000, column, sum[0]);
            }
#pragma unroll
            for (int j = 0; j < 2; j++) {
#pragma unroll
                for (int k = 1; k < 5; k++) sum[k - 1][j] = sum[k][j];
                sum[5 - 1][j] = 0;
            }
        }
    }
}

extern "C" __global__ void __launch_bounds__(128) smooth(const double *__restrict__ in, double *__restrict__ out)
{
    const int left = (int)(blockIdx.x % 4) * 256;
    const int column = left + (int)threadIdx.x * 2; // of the thread's first vector
    const int lane = threadIdx.x % 32;
    const int begin = column - lane * 2; // of the warp's
    const int first = ((int)(blockIdx.x / 4) * 1 + (int)threadIdx.y) * 1;
    if (column >= 1000 || first >= 50) return;
    const int last = first + 1 < 50 ? first + 1 : 50;

    if (begin >= 2 && begin <= 934 && first >= 2 && first <= 47)
        smooth_march(true, in, out, column, first, last);
    else
        smooth_march(false, in, out, column, first, last);
}

// sharedStar: stencil family of tilewright 0.1.0, from stencil-forms.json; star of radius 1
// fixed boundary, 50 x 1000 float32 at pitches 1000 and 1000
// grid 224, block (32, 8); a block computes 8 x 32 elements
__constant__ float coefficients[2];

// What stands for an element that may lie beyond the ends of its row.
static __device__ float sharedStar_element(const float *row, int column)
{
    return (unsigned)column < 1000 ? __ldg(row + column) : 0;
}

// The row that stands for one that may lie beyond the first or the last; NULL: none does.
static __device__ const float *sharedStar_row(const float *in, int row)
{
    return (unsigned)row < 50 ? in + (long long)row * 1000 : nullptr;
}

// sum, and the 3 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float sharedStar_sum(float sum, const float *u, const float *c)
{
    sum += c[0] * u[1];
#pragma unroll
    for (int i = 1; i <= 1; i++) sum += c[i] * (u[1 - i] + u[1 + i]);
    return sum;
}

// Whether the element is less than 1 from an edge, and so is copied.
static __device__ bool sharedStar_is_border(int row, int column)
{
    return row < 1 || row >= 50 - 1 || column < 1 || column >= 1000 - 1;
}

extern "C" __global__ void __launch_bounds__(256) sharedStar(const float *__restrict__ in, float *__restrict__ out)
{
    __shared__ float tile[10][35];
    const int x = threadIdx.x, y = threadIdx.y;
    const int left = (int)(blockIdx.x % 32) * 32;
    const int top = (int)(blockIdx.x / 32) * 8;
    const int column = left + x, row = top + y;

#pragma unroll 1
    for (int j = y; j < 10; j += 8) {
        const float *const from = sharedStar_row(in, top + j - 1);
#pragma unroll 1
        for (int i = x; i < 34; i += 32)
            tile[j][i] = from ? sharedStar_element(from, left + i - 1) : 0;
    }
    __syncthreads();
    if (column >= 1000 || row >= 50) return;

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
}

// sharedBox: stencil family of tilewright 0.1.0, from stencil-forms.json; box of radius 2
// reflect boundary, 50 x 1000 float32 at pitches 1000 and 1000
// grid 224, block (32, 8); a block computes 8 x 32 elements
// What stands for an element that may lie beyond the ends of its row.
static __device__ float sharedBox_element(const float *row, int column)
{
    // whether it is a neighbour of any
    const bool counts = (unsigned)(column + 2) < (unsigned)1000 + 2 * 2;
    column = min(abs(column), 1000 - 1 - column + (1000 - 1));
    return counts ? __ldg(row + column) : 0;
}

// The row that stands for one that may lie beyond the first or the last; NULL: none does.
static __device__ const float *sharedBox_row(const float *in, int row)
{
    const bool counts = (unsigned)(row + 2) < (unsigned)50 + 2 * 2;
    row = min(abs(row), 50 - 1 - row + (50 - 1));
    return counts ? in + (long long)row * 1000 : nullptr;
}

// sum, and the 5 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float sharedBox_sum(float sum, const float *u, const float *c)
{
#pragma unroll
    for (int i = 0; i < 5; i++) sum += c[i] * u[i];
    return sum;
}

extern "C" __global__ void __launch_bounds__(256) sharedBox(const float *__restrict__ in, float *__restrict__ out, const float *__restrict__ coefficients)
{
    __shared__ float tile[12][36];
    const int x = threadIdx.x, y = threadIdx.y;
    const int left = (int)(blockIdx.x % 32) * 32;
    const int top = (int)(blockIdx.x / 32) * 8;
    const int column = left + x, row = top + y;

#pragma unroll 1
    for (int j = y; j < 12; j += 8) {
        const float *const from = sharedBox_row(in, top + j - 2);
#pragma unroll 1
        for (int i = x; i < 36; i += 32)
            tile[j][i] = from ? sharedBox_element(from, left + i - 2) : 0;
    }
    __syncthreads();
    if (column >= 1000 || row >= 50) return;

    float sum = 0;
    {
        float c[25];
#pragma unroll
        for (int k = 0; k < 25; k++) {
            c[k] = __ldg(coefficients + k);
            asm volatile("" : "+f"(c[k])); // read once, here
        }
#pragma unroll
        for (int k = 0; k < 5; k++)
            sum = sharedBox_sum(sum, &tile[y + k][x], c + k * 5);
    }
    __stcs(out + (long long)row * 1000 + column, sum);
}

// sharedSmooth: stencil family of tilewright 0.1.0, from stencil-forms.json; box of radius 1
// periodic boundary, 50 x 1000 float32 at pitches 1000 and 1000
// grid 224, block (32, 8); a block computes 8 x 32 elements
// What stands for an element that may lie beyond the ends of its row.
static __device__ float sharedSmooth_element(const float *row, int column)
{
    // whether it is a neighbour of any
    const bool counts = (unsigned)(column + 1) < (unsigned)1000 + 2 * 1;
    column += column < 0 ? 1000 : column >= 1000 ? -1000 : 0;
    return counts ? __ldg(row + column) : 0;
}

// The row that stands for one that may lie beyond the first or the last; NULL: none does.
static __device__ const float *sharedSmooth_row(const float *in, int row)
{
    const bool counts = (unsigned)(row + 1) < (unsigned)50 + 2 * 1;
    row += row < 0 ? 50 : row >= 50 ? -50 : 0;
    return counts ? in + (long long)row * 1000 : nullptr;
}

// sum, and the 3 neighbours in a row that begin at u, with their coefficients.
static __device__ __forceinline__ float sharedSmooth_sum(float sum, const float *u, const float *c)
{
    sum += c[0] * u[1];
#pragma unroll
    for (int i = 1; i <= 1; i++) sum += c[i] * (u[1 - i] + u[1 + i]);
    return sum;
}

extern "C" __global__ void __launch_bounds__(256) sharedSmooth(const float *__restrict__ in, float *__restrict__ out)
{
    __shared__ float tile[10][34];
    const int x = threadIdx.x, y = threadIdx.y;
    const int left = (int)(blockIdx.x % 32) * 32;
    const int top = (int)(blockIdx.x / 32) * 8;
    const int column = left + x, row = top + y;

#pragma unroll 1
    for (int j = y; j < 10; j += 8) {
        const float *const from = sharedSmooth_row(in, top + j - 1);
#pragma unroll 1
        for (int i = x; i < 34; i += 32)
            tile[j][i] = from ? sharedSmooth_element(from, left + i - 1) : 0;
    }
    __syncthreads();
    if (column >= 1000 || row >= 50) return;

    float sum = 0;
    {
        const float c[4] = {
        2.50000000e-01f, 1.25000000e-01f, 1.25000000e-01f, 6.25000000e-02f};
#pragma unroll
        for (int k = 0; k < 3; k++)
            sum = sharedSmooth_sum(sum, &tile[y + k][x], c + abs(k - 1) * 2);
    }
    __stcs(out + (long long)row * 1000 + column, sum);
}
