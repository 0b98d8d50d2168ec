// fastcatan's engine without Python: random games in one C++ loop over its headers.
//
// It talks as benchmarks/workers/protocol.py describes. Each action is picked uniformly from the packed mask of legal
// ones that the engine keeps, less those of trade among players, by the engine's own random numbers.
#include <bit>
#include <cstdint>
#include <cstdio>
#include <ctime>

#include "mask.hpp"
#include "rules.hpp"
#include "state.hpp"

namespace {

double seconds_of(clockid_t clock) {
    timespec now;
    clock_gettime(clock, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

// Bits of the last mask word that the driver may choose from.
constexpr uint32_t FIRST_TRADE = catan::action::TRADE_ADD_GIVE_BASE;
constexpr uint32_t LAST_WORD = FIRST_TRADE / 64;
constexpr uint64_t KEPT = (uint64_t(1) << (FIRST_TRADE % 64)) - 1;
static_assert(LAST_WORD == catan::MASK_WORDS - 1);

uint32_t pick(const uint64_t* mask, catan::Xoshiro128& random) {
    uint64_t words[catan::MASK_WORDS];
    uint32_t counts[catan::MASK_WORDS];
    uint32_t total = 0;
    for (uint32_t w = 0; w < catan::MASK_WORDS; ++w) {
        words[w] = w == LAST_WORD ? mask[w] & KEPT : mask[w];
        counts[w] = uint32_t(std::popcount(words[w]));
        total += counts[w];
    }
    uint32_t rank = random.bounded(total);
    uint32_t w = 0;
    while (rank >= counts[w]) rank -= counts[w++];
    uint64_t word = words[w];
    while (rank-- > 0) word &= word - 1;
    return w * 64 + uint32_t(std::countr_zero(word));
}

bool somebody_won(const catan::GameState& state) {
    for (uint32_t seat = 0; seat < catan::NUM_PLAYERS; ++seat)
        if (state.player_vp[seat] >= catan::WIN_VP) return true;
    return false;
}

}  // namespace

int main() {
    std::printf("{\"compiler\": \"%s\"}\n", __VERSION__);
    std::fflush(stdout);
    char measure[32];
    double wanted;
    long number;
    while (std::scanf("%31s %lf %ld", measure, &wanted, &number) == 3) {
        catan::GameState state{};
        catan::BoardLayout board{};
        catan::Xoshiro128 random;
        catan::xoshiro_seed(random, uint64_t(number) + 1);
        uint64_t won = 0, games = 0, actions = 0;
        const double wall = seconds_of(CLOCK_MONOTONIC);
        const double begun = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
        double took = 0;
        do {
            catan::reset_one(state, board, uint64_t(number) * 1000000 + games + 1);
            bool over = false;
            while (!over) {
                over = catan::step_one(state, board, pick(state.action_mask, random));
                ++actions;
            }
            ++games;
            won += somebody_won(state);
            took = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - begun;
        } while (took < wanted || won == 0);
        std::printf("{\"loop_games_per_second\": %.9g, \"loop_actions_per_second\": %.9g, "
                    "\"loop_actions_per_game\": %.9g, \"cpu\": %.9g, \"wall\": %.9g}\n",
                    double(won) / took, double(actions) / took, double(actions) / double(games), took,
                    seconds_of(CLOCK_MONOTONIC) - wall);
        std::fflush(stdout);
    }
    return 0;
}
