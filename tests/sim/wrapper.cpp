// tilewright.hpp: who owns what, what is thrown, what launches check; with std::span where there is one. Run by test_install.sh.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <tilewright/stages/runtime/driver.h>
#include <tilewright/tilewright.hpp>

static int failures;

static void expect(bool right, const char *what)
{
    if (!right) std::printf("FAILED: %s\n", what);
    failures += !right;
}

/* The call throws TW_INPUT with this in its message. */
template <class Call>
static void refused(const char *told, Call call)
{
    try {
        call();
        expect(false, told);
    } catch (const tilewright::error &error) {
        const tilewright::error copy = error; // shares what it holds
        expect(copy.code() == TW_INPUT && std::strstr(copy.what(), told), copy.what());
    }
}

static_assert(!std::is_copy_constructible_v<tilewright::planner> && !std::is_copy_assignable_v<tilewright::planner>);
static_assert(!std::is_copy_constructible_v<tilewright::plan> && !std::is_copy_assignable_v<tilewright::plan>);
static_assert(std::is_nothrow_move_constructible_v<tilewright::planner>);
static_assert(std::is_nothrow_move_assignable_v<tilewright::plan>);
static_assert(std::is_nothrow_copy_constructible_v<tilewright::error>);

static tilewright::planner open_planner()
{
    tw_planner_options options{};
    options.device = TW_PLANNER_SIMULATOR;
    return tilewright::planner(options);
}

static tw_transpose_problem matrix()
{
    tw_transpose_problem problem{};
    problem.rows = 40;
    problem.cols = 48;
    problem.type = TW_TYPE_INT32;
    return problem;
}

static void moves(tilewright::planner &planner)
{
    tilewright::plan first = planner.make(matrix()), second;
    const tw_plan *held = first.get();
    expect(bool(first) && !second, "a plan is held");
    second = std::move(first);
    expect(!first && second.get() == held, "a plan is moved");
    refused("no plan", [&] { first.launch(nullptr); });
    refused("no plan", [&] { first.set_symbol("c", "", 1); });
    expect(!first.kernel() && first.grounds() == TW_GROUNDS_COUNT && !first.scratch().bytes, "an empty plan");
    expect(first.description().empty() && first.source().empty(), "an empty plan has no text");
    second = planner.make(matrix());
    expect(second.get() == held, "the same plan, given back once");
    tilewright::planner other = std::move(planner);
    refused("no planner", [&] { planner.make(matrix()); });
    refused("no planner", [&] { planner.add_wisdom("file"); });
    planner.trim();
    expect(!planner.driver() && other.driver(), "an empty planner");
    planner = std::move(other);
}

static void errors(const tilewright::planner &planner)
{
    tw_problem typo{};
    refused("no family", [&] { planner.make(typo); });
    typo.family = "transpose";
    typo.fields = "{\"rows\": 5,\n \"colz\": 7}";
    try {
        planner.make(typo);
    } catch (const tilewright::error &error) {
        expect(error.get().line == 2 && error.get().column == 2, "the place");
        expect(error.get().detail && std::strchr(error.get().detail, '^'), "the detail");
    }
    refused("\"rows\" is missing", [&] { planner.make(tw_transpose_problem{}); });
    refused("\"axes\" is missing", [&] { planner.make(tw_permute_problem{}); });
    refused("\"cols\" is missing", [&] { planner.make(tw_reduce_problem{}); });
    refused("\"n\" is missing", [&] { planner.make(tw_dot_problem{}); });
    refused("\"cols\" is missing", [&] { planner.make(tw_stencil_problem{}); });
    tilewright::how how;
    how.name = "two words";
    refused("two words", [&] { planner.make(matrix(), how); });
}

/* Numbers in order, 4 x 8 x 60 of them, whose axes are permuted. */
static void permutes(const tilewright::planner &planner, CUdeviceptr in, CUdeviceptr out, std::vector<int> &to)
{
    const tw_driver &driver = *planner.driver();
    const std::int64_t shape[] = {4, 8, 60};
    const unsigned axes[] = {2, 0, 1};
    tw_permute_problem problem{};
    problem.rank = 3;
    problem.shape = shape;
    problem.axes = axes;
    problem.type = TW_TYPE_INT32;
    const tilewright::plan plan = planner.make(problem);
    plan.launch(nullptr, in, out);
    driver.cuMemcpyDtoH_v2(to.data(), out, to.size() * 4);
    bool right = true;
    for (int i = 0; i < 1920; i++) right = right && to[std::size_t(i % 60 * 32 + i / 60)] == i;
    expect(right, "the permutation");
    const double half = .5;
    problem.out_type = TW_TYPE_FLOAT32;
    problem.alpha = &half;
    planner.make(problem).launch(nullptr, in, out);
    std::vector<float> halves(to.size());
    driver.cuMemcpyDtoH_v2(halves.data(), out, halves.size() * 4);
    for (int i = 0; i < 1920; i++) right = right && halves[std::size_t(i % 60 * 32 + i / 60)] == float(i) / 2;
    expect(right, "the cast");
}

static void launches(const tilewright::planner &planner)
{
    const tw_driver &driver = *planner.driver();
    CUcontext context;
    driver.cuDevicePrimaryCtxRetain(&context, 0);
    driver.cuCtxSetCurrent(context);
    const tilewright::plan plan = planner.make(matrix());
    std::vector<int> from(40 * 48), to(40 * 48);
    for (std::size_t i = 0; i < from.size(); i++) from[i] = int(i);
    CUdeviceptr in = 0, out = 0;
    driver.cuMemAlloc_v2(&in, from.size() * 4);
    driver.cuMemAlloc_v2(&out, from.size() * 4);
    driver.cuMemcpyHtoD_v2(in, from.data(), from.size() * 4);
    refused("takes 2 arguments, not 1", [&] { plan.launch(nullptr, in); });
    refused("takes 2 arguments, not 3", [&] { plan.launch(nullptr, in, out, out); });
    refused("argument out has 8 bytes, not 4", [&] { plan.launch(nullptr, in, int(out)); });
    refused("overlap", [&] { plan.launch(nullptr, in, in); });
    plan.launch(nullptr, in, reinterpret_cast<void *>(out)); // any type of an address's size
    void *raw[] = {&in, &out};
    plan.launch_raw(nullptr, raw);
#ifdef __cpp_lib_span
    plan.launch_raw(nullptr, std::span<void *>(raw));
    refused("takes 2 arguments, not 1", [&] { plan.launch_raw(nullptr, std::span<void *>(raw, 1)); });
    expect(plan.arguments().size() == 2 && plan.arguments()[1].role == TW_ROLE_OUTPUT, "arguments");
    expect(plan.launches().size() == 1 && tilewright::plan().arguments().empty(), "launches");
#endif
    driver.cuMemcpyDtoH_v2(to.data(), out, to.size() * 4);
    bool right = true;
    for (int r = 0; r < 40; r++)
        for (int c = 0; c < 48; c++) right = right && to[std::size_t(c * 40 + r)] == r * 48 + c;
    expect(right, "the transpose");
    permutes(planner, in, out, to);
    driver.cuMemFree_v2(in);
    driver.cuMemFree_v2(out);
}

static void symbols(const tilewright::planner &planner)
{
    tw_stencil_problem stencil{};
    stencil.cols = 100;
    stencil.radius = 1;
    const tilewright::plan plan = planner.make(stencil);
    const tw_shape &shape = plan.kernel()->shape;
    const char *name = nullptr;
    for (unsigned i = 0; i < shape.argument_count; i++)
        if (shape.arguments[i].kind == TW_SYMBOL) name = shape.arguments[i].name;
    const std::vector<float> weights{0.25F, 0.5F, 0.25F};
    plan.set_symbol(name, weights.data(), weights.size() * sizeof(float));
#ifdef __cpp_lib_span
    plan.set_symbol(name, std::span(weights));
    refused("bytes, not 8", [&] { plan.set_symbol(name, std::span(weights).first(2)); });
#endif
}

/* A kernel of somebody's own, by the path of its description: as many arguments as it is passed, its symbols, its constraints. */
static void own_kernels(tilewright::planner &planner)
{
    const char *source = std::getenv("SOURCE_DIR");
    const std::string folder = std::string(source ? source : ".") + "/examples/kernels/";
    const std::string scan = folder + "scan.json", convolution = folder + "convolution.json";
    tilewright::how measured;
    measured.effort = TW_EFFORT_MEASURE;
    const tilewright::plan plan = planner.make(scan.c_str(), "{\"n\": 700}", measured);
    expect(plan.description().find("; results right\n") != std::string_view::npos, "it is checked");
    expect(plan.scratch().bytes > 0, "its scratch");
    const tw_driver *driver = planner.driver();
    std::vector<int> values(700, 1);
    CUdeviceptr in = 0, out = 0;
    expect(!driver->cuMemAlloc_v2(&in, 2800) && !driver->cuMemAlloc_v2(&out, 2800), "memory");
    driver->cuMemcpyHtoD_v2(in, values.data(), 2800);
    plan.launch(nullptr, in, out);
    driver->cuMemcpyDtoH_v2(values.data(), out, 2800);
    expect(values[0] == 1 && values[699] == 700, "the prefix sums");
    refused("takes 2 arguments, not 3", [&] { plan.launch(nullptr, in, out, 700); });
    refused("no variant is possible", [&] { planner.make(convolution.c_str(), "{\"SHARED\": 0, \"PAD\": 1}"); });
    const float weights[15] = {};
    planner.make(convolution.c_str(), "{}").set_symbol("weights", weights, sizeof weights);
    driver->cuMemFree_v2(in);
    driver->cuMemFree_v2(out);
}

int main()
try {
    tilewright::planner planner = open_planner();
    moves(planner);
    errors(planner);
    launches(planner);
    symbols(planner);
    own_kernels(planner);
    expect(tw_version_number() == TILEWRIGHT_VERSION_NUMBER, "the version");
#ifdef __cpp_lib_span
    std::printf("%s\n", failures ? "WRONG" : "the wrapper with spans ok");
#else
    std::printf("%s\n", failures ? "WRONG" : "the wrapper ok");
#endif
    return failures != 0;
} catch (const std::exception &error) {
    std::printf("FAILED: %s\n", error.what());
    return 1;
}
