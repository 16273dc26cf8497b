// One of CUB's reductions as a library with one function, chosen by macros: ALONG_array, ALONG_rows or ALONG_segments, OP_sum,
// OP_min, OP_max, OP_argmin, OP_argmax, OP_norm2 or OP_dot, ELEMENT and RESULT (the types), and WAY (below, of OP_dot).
// Compiled by nvcc on the machine where the bench runs: cub_peer.py. HALF: ELEMENT is __half.
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <cub/version.cuh>
#include <cuda/std/functional>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>
#ifdef HALF
#include <cuda_fp16.h>
#endif

struct widen {
    __host__ __device__ RESULT operator()(ELEMENT x) const { return static_cast<RESULT>(x); }
};
struct square {
    __host__ __device__ RESULT operator()(ELEMENT x) const { return static_cast<RESULT>(x) * static_cast<RESULT>(x); }
};
#ifdef OP_norm2
struct root {
    __host__ __device__ RESULT operator()(RESULT x) const { return sqrt(x); }
};
#endif
struct product {
    __host__ __device__ RESULT operator()(const thrust::tuple<ELEMENT, ELEMENT> &pair) const
    {
        return static_cast<RESULT>(thrust::get<0>(pair)) * static_cast<RESULT>(thrust::get<1>(pair));
    }
};

// Four products at a time, of arrays of a multiple of four elements: loads of 16 bytes, which a zip of pointers has not.
struct alignas(4 * sizeof(ELEMENT)) four {
    ELEMENT x, y, z, w;
};
struct products {
    const four *a, *b;
    __host__ __device__ RESULT operator()(long long i) const
    {
        four p = a[i], q = b[i];
        return (RESULT)p.x * (RESULT)q.x + (RESULT)p.y * (RESULT)q.y + ((RESULT)p.z * (RESULT)q.z + (RESULT)p.w * (RESULT)q.w);
    }
};

struct begin_of_row {
    long long cols;
    __host__ __device__ long long operator()(long long row) const { return row * cols; }
};

#ifdef HALF // that a float and a half are added by plus is ambiguous
struct add {
    __host__ __device__ RESULT operator()(RESULT x, RESULT y) const { return x + y; }
};
#define SEGMENTED_SUM(begins) \
    cub::DeviceSegmentedReduce::Reduce(temp, *bytes, a, out, rows, begins, begins + 1, add{}, RESULT{}, stream)
#else
#define SEGMENTED_SUM(begins) cub::DeviceSegmentedReduce::Sum(temp, *bytes, a, out, rows, begins, begins + 1, stream)
#endif

extern "C" int cub_version() { return CUB_VERSION; }

// As CUB has it: without temp it only says how many bytes that needs. a: rows x cols elements, dense; extra: the second array of a
// dot, or rows + 1 offsets; value: takes the extreme beside its index. Returns a cudaError_t.
extern "C" int cub_reduce(void *temp, size_t *bytes, const ELEMENT *a, const void *extra, RESULT *out, ELEMENT *value,
                          long long rows, long long cols, cudaStream_t stream)
{
#if defined(ALONG_array)
    (void)rows, (void)extra, (void)value;
#if defined(OP_sum) && defined(HALF)
    return cub::DeviceReduce::TransformReduce(temp, *bytes, a, out, cols, cuda::std::plus<>{}, widen{}, RESULT{}, stream);
#elif defined(OP_sum)
    return cub::DeviceReduce::Sum(temp, *bytes, a, out, cols, stream);
#elif defined(OP_min)
    return cub::DeviceReduce::Min(temp, *bytes, a, out, cols, stream);
#elif defined(OP_max)
    return cub::DeviceReduce::Max(temp, *bytes, a, out, cols, stream);
#elif defined(OP_argmin)
    return cub::DeviceReduce::ArgMin(temp, *bytes, a, value, out, cols, stream);
#elif defined(OP_argmax)
    return cub::DeviceReduce::ArgMax(temp, *bytes, a, value, out, cols, stream);
#elif defined(OP_norm2)
    return cub::DeviceReduce::TransformReduce(temp, *bytes, a, thrust::make_transform_output_iterator(out, root{}), cols,
                                              cuda::std::plus<>{}, square{}, RESULT{}, stream);
#elif defined(OP_dot) && WAY == 0
    auto pairs = thrust::make_zip_iterator(a, static_cast<const ELEMENT *>(extra));
    return cub::DeviceReduce::TransformReduce(temp, *bytes, pairs, out, cols, cuda::std::plus<>{}, product{}, RESULT{}, stream);
#elif defined(OP_dot)
    products four_of{reinterpret_cast<const four *>(a), static_cast<const four *>(extra)};
    return cub::DeviceReduce::TransformReduce(temp, *bytes, thrust::counting_iterator<long long>(0), out, cols / 4,
                                              cuda::std::plus<>{}, four_of, RESULT{}, stream);
#endif
#elif defined(ALONG_rows)
    (void)extra, (void)value;
    auto begins = thrust::make_transform_iterator(thrust::counting_iterator<long long>(0), begin_of_row{cols});
    return SEGMENTED_SUM(begins);
#else
    (void)cols, (void)value;
    auto offsets = static_cast<const long long *>(extra);
    return SEGMENTED_SUM(offsets);
#endif
}
