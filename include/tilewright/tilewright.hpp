/*
 * tilewright.hpp - plans in C++17: a planner and a plan are objects that own what they hold, and failures are exceptions. With C++20 there are also
 * functions that take std::span.
 *
 *     // transpose.cpp
 *     #include <cuda.h>
 *     #include <cstdio>
 *     #include <tilewright/tilewright.hpp>
 *
 *     int main()
 *     try {
 *         float host[] = {11, 12, 13, 21, 22, 23};
 *         CUcontext context;
 *         CUdeviceptr in, out;
 *         if (cuInit(0) || cuDevicePrimaryCtxRetain(&context, 0) || cuCtxSetCurrent(context) || cuMemAlloc(&in, sizeof host) ||
 *             cuMemAlloc(&out, sizeof host) || cuMemcpyHtoD(in, host, sizeof host))
 *             return 1;
 *         tilewright::planner planner;
 *         tw_transpose_problem transpose{};
 *         transpose.rows = 2, transpose.cols = 3; // C++20: {.rows = 2, .cols = 3}
 *         tilewright::plan plan = planner.make(transpose);
 *         plan.launch(nullptr, in, out); // nullptr: the default stream
 *         cuMemcpyDtoH(host, out, sizeof host);
 *         std::printf("out: %g %g, %g %g, %g %g\n", host[0], host[1], host[2], host[3], host[4], host[5]);
 *     } catch (const tilewright::error &error) {
 *         std::printf("%s\n", error.what());
 *         return 1;
 *     }
 *
 * The program needs libcuda. Here it is the drop-in, which simulates a GPU; for NVIDIA's driver leave out -L and LD_LIBRARY_PATH:
 *
 *     $ dropin=$(pkg-config --variable=dropin tilewright)
 *     $ c++ -std=c++17 transpose.cpp $(pkg-config --cflags --libs tilewright) -L$dropin -lcuda -o transpose
 *     $ LD_LIBRARY_PATH=$dropin ./transpose
 *     out: 11 21, 12 22, 13 23
 *
 * A kernel of your own is planned by the path of its description:
 *
 *     planner.make("scan.json", "{\"n\": 100000}").launch(stream, in, out);
 *
 * Everything is inline over tilewright/plan.h, which says what each call does. The C types are used as they are.
 *
 * Ownership: both classes can only be moved. An object that was moved from is empty. You may assign to it and destroy it; functions that
 * make, launch or set something throw TW_INPUT then. A planner must outlive its plans: it unloads them when it is destroyed, and they must not be used or destroyed after it. What a plan shows
 * (kernel, description, spans) belongs to the plan.
 *
 * Errors: a function throws tilewright::error if the C call fails. Functions marked noexcept never throw.
 *
 * Thread-safety: as in C. Several threads may use one object, but only through its const members.
 */
#ifndef TILEWRIGHT_HPP
#define TILEWRIGHT_HPP

#if !defined(__cplusplus) || __cplusplus < 201703L
#error "tilewright.hpp needs C++17; tilewright/plan.h does not"
#endif

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>
#if __has_include(<version>)
#include <version>
#endif
#ifdef __cpp_lib_span
#include <span>
#endif

#include <tilewright/plan.h>
#include <tilewright/problem.h>
#include <tilewright/version.h>

namespace tilewright
{

/* A failed call. Copies of the exception share one tw_error. */
class error : public std::exception
{
  public:
    /* Takes over what `from` owns; `from` is then "no error". */
    explicit error(tw_error &from) : held_(new tw_error(from), release)
    {
        from = TW_ERROR_INIT;
    }
    /* The message, without place and detail. */
    const char *what() const noexcept override
    {
        return held_->message;
    }
    /* Such as TW_INPUT. */
    tw_code code() const noexcept
    {
        return held_->code;
    }
    /* The whole error, with file, line and column of the caller's text, and detail. */
    const tw_error &get() const noexcept
    {
        return *held_;
    }

  private:
    static void release(tw_error *held) noexcept
    {
        tw_error_free(held);
        delete held;
    }
    std::shared_ptr<tw_error> held_;
};

namespace detail
{

/* Calls function(arguments..., &error) and throws what it stored. */
template <class Function, class... Arguments>
void call(Function *function, Arguments... arguments)
{
    tw_error failure = TW_ERROR_INIT;
    if (function(arguments..., &failure) != TW_OK) throw error(failure);
}

[[noreturn]] inline void refuse(const char *format, const char *name, std::size_t a, std::size_t b)
{
    tw_error failure = TW_ERROR_INIT;
    tw_fail(&failure, TW_INPUT, format, name, a, b);
    throw error(failure);
}

struct close_planner {
    void operator()(tw_planner *planner) const noexcept
    {
        tw_planner_close(planner);
    }
};
struct destroy_plan {
    void operator()(tw_plan *plan) const noexcept
    {
        tw_plan_destroy(plan);
    }
};

} // namespace detail

/* A plan, or nothing. */
class plan
{
  public:
    /* Nothing. */
    plan() noexcept = default;
    /* Takes over a plan of tw_plan_make. */
    explicit plan(tw_plan *owned) noexcept : held_(owned) {}

    /* True if there is a plan. */
    explicit operator bool() const noexcept
    {
        return held_ != nullptr;
    }
    /* The plan for functions of tilewright/plan.h; nullptr if there is none. */
    const tw_plan *get() const noexcept
    {
        return held_.get();
    }

    /*
     * Launches the plan on a stream (nullptr: the default stream), and does not wait. Give one argument for each for which tw_argument_is_passed is
     * true, in the kernel's order. A buffer is given as its address: a CUdeviceptr, or any type of its size, such as a pointer. A scalar is given
     * as the element or structure itself. Throws TW_INPUT if there are more or fewer arguments or one has another size, and as tw_plan_launch.
     */
    template <class... Arguments>
    void launch(CUstream_st *stream, const Arguments &...arguments) const
    {
        static_assert((std::is_trivially_copyable_v<Arguments> && ...), "arguments are passed as their bytes");
        const std::array<std::size_t, sizeof...(Arguments)> sizes{sizeof(Arguments)...};
        std::array<void *, sizeof...(Arguments)> values{
            const_cast<void *>(static_cast<const void *>(std::addressof(arguments)))...};
        check(sizes.data(), sizes.size());
        detail::call(tw_plan_launch, get(), stream, values.data());
    }

    /* The same with pointers to the arguments, as cuLaunchKernel takes them. `scratch` is the address of the caller's scratch memory, which has
       `bytes` bytes; 0: the plan's own. */
    void launch_raw(CUstream_st *stream, void **arguments, std::uint64_t scratch = 0, std::size_t bytes = 0) const
    {
        detail::call(tw_plan_launch_scratch, get(), stream, arguments, scratch, bytes);
    }

    /* Sets a symbol, such as a stencil's coefficients, on the stream. `data` must stay until the stream has come past the copy. */
    void set_symbol(const char *symbol, const void *data, std::size_t bytes, CUstream_st *stream = nullptr) const
    {
        detail::call(tw_plan_set_symbol, get(), symbol, data, bytes, stream);
    }

#ifdef __cpp_lib_span
    /* launch_raw with a span. Throws TW_INPUT if it has more or fewer arguments than the plan takes. */
    void launch_raw(CUstream_st *stream, std::span<void *> arguments, std::uint64_t scratch = 0,
                    std::size_t bytes = 0) const
    {
        check(nullptr, arguments.size());
        launch_raw(stream, arguments.data(), scratch, bytes);
    }
    /* set_symbol with a span, whose elements are copied as bytes. */
    template <class T, std::size_t N>
    void set_symbol(const char *symbol, std::span<T, N> data, CUstream_st *stream = nullptr) const
    {
        set_symbol(symbol, data.data(), data.size_bytes(), stream);
    }
    /* All arguments, also scratch and symbols. Empty if there is no plan. */
    std::span<const tw_argument> arguments() const noexcept
    {
        const tw_kernel *shown = kernel();
        if (!shown) return {};
        return {shown->shape.arguments, shown->shape.argument_count};
    }
    /* All launches, in order. Empty if there is no plan. */
    std::span<const tw_launch> launches() const noexcept
    {
        const tw_kernel *shown = kernel();
        if (!shown) return {};
        return {shown->shape.launches, shown->shape.launch_count};
    }
#endif

    /* The kernel that was chosen. nullptr if there is no plan. */
    const tw_kernel *kernel() const noexcept
    {
        return tw_plan_kernel(get());
    }
    /* How it was chosen. TW_GROUNDS_COUNT if there is no plan. */
    tw_grounds grounds() const noexcept
    {
        return tw_plan_grounds(get());
    }
    /* The scratch memory that a launch needs. All zero if there is no plan. */
    tw_scratch scratch() const noexcept
    {
        return tw_plan_scratch(get());
    }
    /* Some lines that say what was chosen and why. Empty if there is no plan. */
    std::string_view description() const noexcept
    {
        return tw_plan_describe(get());
    }
    /* The CUDA C++ of the kernel. Empty if there is no plan. */
    std::string_view source() const noexcept
    {
        const tw_kernel *shown = kernel();
        return shown ? std::string_view(shown->source, shown->source_length) : std::string_view();
    }

  private:
    /* Throws TW_INPUT unless the plan takes `count` arguments of these sizes. nullptr: the sizes are not known. */
    void check(const std::size_t *sizes, std::size_t count) const
    {
        const tw_kernel *shown = kernel();
        std::size_t passed = 0;
        for (unsigned i = 0; shown && i < shown->shape.argument_count; i++) {
            const tw_argument &argument = shown->shape.arguments[i];
            if (!tw_argument_is_passed(&argument)) continue;
            const std::size_t bytes =
                argument.kind == TW_BUFFER ? sizeof(std::uint64_t) : tw_argument_bytes(&argument);
            if (sizes && passed < count && sizes[passed] != bytes)
                detail::refuse("argument %s has %zu bytes, not %zu", argument.name, bytes, sizes[passed]);
            passed++;
        }
        if (shown && passed != count)
            detail::refuse("%s takes %zu arguments, not %zu", shown->name, passed, count);
    }

    std::unique_ptr<tw_plan, detail::destroy_plan> held_;
};

/* How a plan is made. The members are those of tw_problem with the same names. */
struct how {
    const char *name = nullptr; /* of the kernel; nullptr: "plan" */
    tw_effort effort = TW_EFFORT_ESTIMATE;
    CUstream_st *stream = nullptr; /* to measure on; nullptr: the default stream */
    double seconds = 0;            /* that measuring may take; 0: as in tw_problem */
};

/* A planner. It makes plans, and must outlive them. */
class planner
{
  public:
    /* Throws as tw_planner_open. */
    explicit planner(const tw_planner_options &options = tw_planner_options{})
    {
        tw_planner *opened = nullptr;
        detail::call(tw_planner_open, &options, &opened);
        held_.reset(opened);
    }

    /* False if it was moved from. */
    explicit operator bool() const noexcept
    {
        return held_ != nullptr;
    }
    /* The planner for functions of tilewright/plan.h; nullptr if it was moved from. */
    tw_planner *get() const noexcept
    {
        return held_.get();
    }
    /* The driver's functions. nullptr if it was moved from. */
    const tw_driver *driver() const noexcept
    {
        return tw_planner_driver(get());
    }

    /* A plan for a problem, in the context that is current. Throws as tw_plan_make. */
    plan make(const tw_problem &problem) const
    {
        tw_plan *made = nullptr;
        detail::call(tw_plan_make, get(), &problem, &made);
        return plan(made);
    }
    /* The same for a family by its name, or a kernel of your own by the path of its description. The fields are a JSON object. */
    plan make(const char *family, const char *fields, const how &more = {}) const
    {
        tw_problem problem{};
        problem.family = family;
        problem.fields = fields;
        return make(problem, more);
    }
    /* The same for problems as structs (tilewright/problem.h). */
    plan make(const tw_transpose_problem &problem, const how &more = {}) const
    {
        return make(tw_problem_transpose, problem, more);
    }
    plan make(const tw_permute_problem &problem, const how &more = {}) const
    {
        return make(tw_problem_permute, problem, more);
    }
    plan make(const tw_reduce_problem &problem, const how &more = {}) const
    {
        return make(tw_problem_reduce, problem, more);
    }
    plan make(const tw_dot_problem &problem, const how &more = {}) const
    {
        return make(tw_problem_dot, problem, more);
    }
    plan make(const tw_stencil_problem &problem, const how &more = {}) const
    {
        return make(tw_problem_stencil, problem, more);
    }

    /* Reads a results file, for plans made from now on. Throws as tw_planner_add_wisdom. */
    void add_wisdom(const char *file) const
    {
        detail::call(tw_planner_add_wisdom, get(), file);
    }
    /* Unloads the plans that no object holds. Their launches must be over. */
    void trim() const noexcept
    {
        tw_planner_trim(get());
    }

  private:
    plan make(tw_problem problem, const how &more) const
    {
        problem.name = more.name;
        problem.effort = more.effort;
        problem.stream = more.stream;
        problem.seconds = more.seconds;
        return make(problem);
    }
    template <class Problem>
    plan make(tw_problem (*write)(const Problem *, tw_fields *), const Problem &problem, const how &more) const
    {
        tw_fields fields;
        return make(write(&problem, &fields), more);
    }

    std::unique_ptr<tw_planner, detail::close_planner> held_;
};

} // namespace tilewright

#endif
