/*
 * What an access costs. An operation's addresses mostly have the pattern that they had before, so a cost is looked
 * up first in the operation's pattern (struct tw_access_pattern), then among the last patterns of all (struct tw_memo).
 */
#ifdef __AVX512F__
#pragma GCC target("prefer-vector-width=256")
#endif
#include "sim/exec/memory/access_cost.h"

#include <string.h>

#include "base/device/bank_rows.h"
#include "sim/exec/memory/requests.h"

#ifdef __AVX512CD__
#include <immintrin.h>
#endif

#ifdef __AVX512CD__
/* The lanes whose number an earlier lane has. */
static inline uint32_t repeated(__m512i low, __m512i high)
{
    const __m512i all = _mm512_set1_epi32(-1);
    unsigned in_low = _mm512_test_epi32_mask(_mm512_conflict_epi32(low), all),
             in_high = _mm512_test_epi32_mask(_mm512_conflict_epi32(high), all);
#define TURN(n) _mm512_cmpeq_epi32_mask(high, _mm512_alignr_epi32(low, low, n))
    in_high |= TURN(0) | TURN(1) | TURN(2) | TURN(3) | TURN(4) | TURN(5) | TURN(6) | TURN(7) | TURN(8) |
               TURN(9) | TURN(10) | TURN(11) | TURN(12) | TURN(13) | TURN(14) | TURN(15);
#undef TURN
    return in_low | in_high << 16;
}

/* Different numbers that the lanes have, and different pairs of an even one and the next, as TW_TRAFFIC; lanes that are off have the first
   active one's. */
static uint32_t count_different(const int32_t number[32])
{
    const __m512i low = _mm512_loadu_si512(number), high = _mm512_loadu_si512(number + 16);
    uint32_t pairs = repeated(_mm512_srai_epi32(low, 1), _mm512_srai_epi32(high, 1));
    return TW_TRAFFIC(32 - __builtin_popcount(repeated(low, high)), 32 - __builtin_popcount(pairs));
}

/*
 * 32 columns of numbers are added at once, a bit of a vector's word for each column: digits[k] has the numbers' binary digits of 2^k. Here
 * to each word's numbers those of the word `by` further on are added, one digit more.
 */
#define ADD_TURNED(digits, count, by)                                                                        \
    do {                                                                                                     \
        __m512i carry = _mm512_setzero_si512();                                                              \
        for (unsigned k = 0; k < (count); k++) {                                                             \
            const __m512i one = (digits)[k], other = _mm512_alignr_epi32(one, one, by);                      \
            (digits)[k] = _mm512_ternarylogic_epi32(one, other, carry, 0x96); /* odd of three */             \
            carry = _mm512_ternarylogic_epi32(one, other, carry, 0xE8);       /* two of three */             \
        }                                                                                                    \
        (digits)[count] = carry;                                                                             \
    } while (0)

/* The most different words that one bank must serve: a lane that is the first with its word is a bit in its bank's column. */
static uint32_t busiest_bank(const uint32_t words[32])
{
    const __m512i low = _mm512_loadu_si512(words), high = _mm512_loadu_si512(words + 16);
    const __m512i bit = _mm512_set1_epi32(1), banks = _mm512_set1_epi32(31);
    const uint32_t first = ~repeated(low, high);
    const __m512i a = _mm512_maskz_sllv_epi32((__mmask16)first, bit, _mm512_and_si512(low, banks)),
                  b = _mm512_maskz_sllv_epi32((__mmask16)(first >> 16), bit, _mm512_and_si512(high, banks));
    __m512i digits[6] = {_mm512_xor_si512(a, b), _mm512_and_si512(a, b)};
    uint32_t left = UINT32_MAX, most = 0;
    ADD_TURNED(digits, 2, 8);
    ADD_TURNED(digits, 3, 4);
    ADD_TURNED(digits, 4, 2);
    ADD_TURNED(digits, 5, 1);
    for (unsigned k = 6; k-- > 0;) {
        /* of the banks that are left those whose number has the digit, if any has */
        const uint32_t with = left & (uint32_t)_mm_cvtsi128_si32(_mm512_castsi512_si128(digits[k]));
        left = with ? with : left;
        most |= (uint32_t)(with != 0) << k;
    }
    return most;
}
#undef ADD_TURNED
#else
#define NO_NUMBER INT32_MAX

/* The same; each lane looks at those before it, all lanes at once. */
static uint32_t count_different(const int32_t number[32])
{
    int32_t all[64], same[32] = {0}, pair[32] = {0};
    uint32_t numbers = 32, pairs = 32;
    for (unsigned i = 0; i < 32; i++) all[i] = NO_NUMBER;
    for (unsigned i = 0; i < 32; i++) all[32 + i] = number[i];
    for (unsigned k = 1; k < 32; k++) {
        for (unsigned i = 0; i < 32; i++) {
            int32_t apart = number[i] ^ all[32 + i - k];
            same[i] |= apart == 0;
            pair[i] |= (apart & ~1) == 0;
        }
    }
    for (unsigned i = 0; i < 32; i++) {
        numbers -= (uint32_t)same[i];
        pairs -= (uint32_t)pair[i];
    }
    return TW_TRAFFIC(numbers, pairs);
}

static uint32_t busiest_bank(const uint32_t words[32])
{
    return tw_busiest_place(words, 32, 5);
}
#endif

static uint32_t pieces_far_apart(const uint64_t address[32], uint32_t active, uint64_t grain)
{
    uint64_t seen[32];
    uint32_t count = 0;
    for (unsigned i = 0; i < 32; i++) {
        if (!(active >> i & 1u)) continue;
        unsigned k = 0;
        while (k < count && seen[k] != address[i] / grain) k++;
        if (k == count) seen[count++] = address[i] / grain;
    }
    return count;
}

/* The addresses relative to `base`; false when they are too far apart for that. */
static bool find_pattern(const struct tw_lane_access *access, uint64_t base, uint32_t pattern[32])
{
    uint64_t far = 0;
    for (unsigned i = 0; i < 32; i++) {
        uint64_t distance = access->address[i] - base;
        far |= (distance + 0x80000000u) >> 32; /* does not fit a signed 32-bit number */
        pattern[i] = (uint32_t)distance;
    }
    return !far;
}

/* How many sectors the lanes touch: accesses are aligned, so none crosses the end of a sector. */
static uint32_t traffic_of(const uint32_t pattern[32])
{
    int32_t sector[32];
    for (unsigned i = 0; i < 32; i++) sector[i] = (int32_t)pattern[i] >> 5;
    return count_different(sector);
}

static uint32_t broadcasts_of(const uint64_t address[32], uint32_t active)
{
    int32_t distance[32];
    uint64_t far = 0;
    for (unsigned i = 0; i < 32; i++) {
        distance[i] = (int32_t)(address[i] - address[0]);
        far |= (address[i] - address[0] + (1 << 24)) >> 25;
    }
    return far ? pieces_far_apart(address, active, 1) : count_different(distance) & 0xFFFFu;
}

static uint32_t price(const struct tw_op *op, uint32_t active, const uint32_t pattern[32])
{
    enum tw_access access = op->is_store || op->by_rows ? TW_STORE : TW_LOAD;
    uint32_t words[32], most = 0;
    for (unsigned i = 0; i < 32; i++) words[i] = (pattern[i] + 0x80000000u) / 4;
    if (op->access_bytes <= 4 && !op->atomic_passes) most = busiest_bank(words);
    if (most) return most;
    if (op->atomic_passes)
        return op->atomic_passes * tw_bank_atomic_wavefronts(op->access_bytes, pattern, active);
    return tw_bank_wavefronts(access, op->access_bytes, pattern, active);
}

static uint32_t count(const struct tw_op *op, uint32_t active, const uint32_t pattern[32], bool shared)
{
    return shared ? price(op, active, pattern) : traffic_of(pattern);
}

/* Is counting anew as quick as looking whether it was counted before? */
static bool counts_quickly(const struct tw_op *op, bool shared)
{
#ifdef __AVX512CD__
    return !shared || (op->access_bytes <= 4 && !op->atomic_passes);
#else
    (void)op, (void)shared;
    return false;
#endif
}

/* Remembers what the last irregular addresses of an operation cost; see struct tw_memo. */
static uint32_t remembered_cost(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                                const struct tw_lane_access *access, bool shared)
{
    uint64_t base = access->address[0] & ~(uint64_t)127;
    uint32_t pattern[32], corner = (uint32_t)(access->address[0] - base);
    struct tw_memo *memo = &warp->worker->memo[(warp->pc * 37u + corner / 4u) % TW_MEMO_ENTRIES];
    if (!find_pattern(access, base, pattern)) {
        return TW_TRAFFIC(pieces_far_apart(access->address, active, 32),
                          pieces_far_apart(access->address, active, 64));
    }
    if (counts_quickly(op, shared)) return count(op, active, pattern, shared);
    bool known = memo->op == op && memo->active == active && memo->shared == shared;
    if (known && memcmp(memo->pattern, pattern, sizeof pattern) == 0) return memo->cost;
    uint32_t cost = count(op, active, pattern, shared);
    *memo = (struct tw_memo){.op = op, .shared = shared, .active = active, .cost = cost};
    memcpy(memo->pattern, pattern, sizeof memo->pattern);
    return cost;
}

static uint32_t cost_of(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                        const struct tw_lane_access *access, bool shared)
{
    struct tw_access_pattern *pattern = access->pattern;
    uint32_t phase = tw_phase(access->address[0], shared);
    if (!pattern) return remembered_cost(warp, op, active, access, shared);
    if (pattern->shared != shared) memset(pattern->cost, 0, sizeof pattern->cost);
    pattern->shared = shared;
    if (!pattern->cost[phase]) pattern->cost[phase] = remembered_cost(warp, op, active, access, shared);
    return pattern->cost[phase];
}

/* An example for the report. */
static void keep_sample(struct tw_sim_sample *sample, const struct tw_warp *warp, const struct tw_op *op,
                        uint32_t active, const struct tw_lane_access *access, uint32_t cost)
{
    sample->cost = cost;
    sample->warp = warp->number;
    sample->active = active;
    sample->bytes = op->access_bytes;
    memcpy(sample->address, access->address, sizeof sample->address);
}

static void keep_worst(const struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                       const struct tw_lane_access *access, uint32_t cost)
{
    keep_sample(&warp->worker->samples[op->sample].worst, warp, op, active, access, cost);
    warp->tally[warp->pc].worst_cost = cost;
}

void tw_count_shared(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                     const struct tw_lane_access *access)
{
    if (!tw_counts_shared(op)) return;
    struct tw_tally *tally = &warp->tally[warp->pc];
    uint32_t cost = cost_of(warp, op, active, access, true);
    tally->shared_requests++;
    tally->shared_bytes += tw_bytes_asked(op, active);
    tally->shared_wavefronts += cost;
    tally->shared_ideal += tw_ideal_cost(op, active, cost);
    if (cost > tally->worst_cost) keep_worst(warp, op, active, access, cost);
    if (warp->worker->requests) tw_requests_add(warp->worker->requests, warp, op, active, access->address);
    if (!tw_is_first(warp, tally)) return;
    keep_sample(&warp->worker->samples[op->sample].first, warp, op, active, access, cost);
    tally->first_holder = warp->number + 1;
}

void tw_count_global(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                     const struct tw_lane_access *access)
{
    if (op->is_part || !op->counted) return;
    uint32_t traffic = access->shape == TW_CONSECUTIVE ? tw_traffic_of_row(op, access->address[0])
                                                       : cost_of(warp, op, active, access, false),
             sectors = traffic & 0xFFFFu;
    struct tw_tally *tally = &warp->tally[warp->pc];
    tally->global_requests++;
    tally->global_bytes += tw_bytes_asked(op, active);
    tally->global_sectors += sectors;
    tally->global_fills += traffic >> 16;
    if (sectors > tally->worst_cost) keep_worst(warp, op, active, access, sectors);
}

void tw_count_constant(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                       const struct tw_lane_access *access)
{
    if (op->is_part || !op->counted) return;
    struct tw_tally *tally = &warp->tally[warp->pc];
    tally->constant_requests++;
    tally->constant_broadcasts += access->shape == TW_SAME ? 1 : broadcasts_of(access->address, active);
}
