/*
 * tilewright.hpp - plans in C++: planner and plan as objects that own what they hold, failures as exceptions, in C++17 and, with
 * std::span, C++20. Everything is inline over tilewright/plan.h, where each call is described; the C types are used as they are.
 *
 *     tilewright::planner planner;                                       // throws tilewright::error
 *     tw_transpose_problem transpose{};
 *     transpose.rows = 8191, transpose.cols = 8193;                      // C++20: {.rows = 8191, .cols = 8193}
 *     tilewright::plan plan = planner.make(transpose);
 *     plan.launch(stream, in, out);                                      // CUdeviceptr in, out
 *
 *     planner.make("scan.json", "{\"n\": 100000}").launch(stream, in, out); // a kernel of your own, by its description
 *
 * Ownership: both classes are move-only; one that was moved from is empty, may be assigned to and destroyed, and throws TW_INPUT
 * when it is used otherwise. A planner outlives its plans: it unloads them when it closes, and they must not be used or destroyed
 * after it. What a plan shows (kernel, description, spans) is its own and lives as long.
 *
 * Thread-safety: that of the C calls. One object is used by several threads only through its const members, and by
 * planner::make, add_wisdom and trim.
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

/* What went wrong: a tw_error, shared by the copies of the exception. what() is its message, without place and detail. */
class error : public std::exception
{
  public:
    /* Takes what `from` owns, which is then "no error". */
    explicit error(tw_error &from) : held_(new tw_error(from), release)
    {
        from = TW_ERROR_INIT;
    }
    const char *what() const noexcept override
    {
        return held_->message;
    }
    tw_code code() const noexcept
    {
        return held_->code;
    }
    /* With file, line and column of the caller's text, and detail. */
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

/* One plan, or none. */
class plan
{
  public:
    plan() noexcept = default;
    /* Owns what tw_plan_make gave. */
    explicit plan(tw_plan *owned) noexcept : held_(owned) {}

    explicit operator bool() const noexcept
    {
        return held_ != nullptr;
    }
    const tw_plan *get() const noexcept
    {
        return held_.get();
    }

    /*
     * Launches with the caller's arguments, one for each that tw_argument_is_passed, in their order: a buffer as its address
     * (CUdeviceptr, or any type of its size, such as a pointer), a scalar as the element itself. Throws TW_INPUT when there are
     * more or fewer, or one has another size; else as tw_plan_launch.
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

    /* The same from pointers to the arguments, as cuLaunchKernel takes them, with scratch of the caller's, so many
     * bytes; 0: the plan's own. */
    void launch_raw(CUstream_st *stream, void **arguments, std::uint64_t scratch = 0, std::size_t bytes = 0) const
    {
        detail::call(tw_plan_launch_scratch, get(), stream, arguments, scratch, bytes);
    }

    /* Sets a symbol, such as a stencil's coefficients; `data` must stay until the stream has come past. */
    void set_symbol(const char *symbol, const void *data, std::size_t bytes, CUstream_st *stream = nullptr) const
    {
        detail::call(tw_plan_set_symbol, get(), symbol, data, bytes, stream);
    }

#ifdef __cpp_lib_span
    /* As launch_raw; throws TW_INPUT when there are more or fewer than the plan takes. */
    void launch_raw(CUstream_st *stream, std::span<void *> arguments, std::uint64_t scratch = 0,
                    std::size_t bytes = 0) const
    {
        check(nullptr, arguments.size());
        launch_raw(stream, arguments.data(), scratch, bytes);
    }
    template <class T, std::size_t N>
    void set_symbol(const char *symbol, std::span<T, N> data, CUstream_st *stream = nullptr) const
    {
        set_symbol(symbol, data.data(), data.size_bytes(), stream);
    }
    /* All of them, scratch and symbols too; empty of an empty plan. */
    std::span<const tw_argument> arguments() const noexcept
    {
        const tw_kernel *shown = kernel();
        if (!shown) return {};
        return {shown->shape.arguments, shown->shape.argument_count};
    }
    std::span<const tw_launch> launches() const noexcept
    {
        const tw_kernel *shown = kernel();
        if (!shown) return {};
        return {shown->shape.launches, shown->shape.launch_count};
    }
#endif

    /* NULL of an empty plan; the others say so in their way (TW_GROUNDS_COUNT, no bytes, no text). */
    const tw_kernel *kernel() const noexcept
    {
        return tw_plan_kernel(get());
    }
    tw_grounds grounds() const noexcept
    {
        return tw_plan_grounds(get());
    }
    tw_scratch scratch() const noexcept
    {
        return tw_plan_scratch(get());
    }
    std::string_view description() const noexcept
    {
        return tw_plan_describe(get());
    }
    std::string_view source() const noexcept
    {
        const tw_kernel *shown = kernel();
        return shown ? std::string_view(shown->source, shown->source_length) : std::string_view();
    }

  private:
    /* `count` arguments of these sizes; NULL: sizes are not known. */
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

/* What is not what is computed, for problems given as structs. */
struct how {
    const char *name = nullptr; /* of the kernel; "plan" */
    tw_effort effort = TW_EFFORT_ESTIMATE;
    CUstream_st *stream = nullptr; /* to measure on */
    double seconds = 0;            /* that measuring may take; 0: as in tw_problem */
};

class planner
{
  public:
    explicit planner(const tw_planner_options &options = tw_planner_options{})
    {
        tw_planner *opened = nullptr;
        detail::call(tw_planner_open, &options, &opened);
        held_.reset(opened);
    }

    explicit operator bool() const noexcept
    {
        return held_ != nullptr;
    }
    tw_planner *get() const noexcept
    {
        return held_.get();
    }
    /* The driver's functions; NULL of an empty planner. */
    const tw_driver *driver() const noexcept
    {
        return tw_planner_driver(get());
    }

    plan make(const tw_problem &problem) const
    {
        tw_plan *made = nullptr;
        detail::call(tw_plan_make, get(), &problem, &made);
        return plan(made);
    }
    /* A family by its name, or a kernel of your own by the path of its description; fields as JSON. */
    plan make(const char *family, const char *fields, const how &more = {}) const
    {
        tw_problem problem{};
        problem.family = family;
        problem.fields = fields;
        return make(problem, more);
    }
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

    void add_wisdom(const char *file) const
    {
        detail::call(tw_planner_add_wisdom, get(), file);
    }
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
