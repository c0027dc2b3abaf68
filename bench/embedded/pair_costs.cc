// Instructions and iterations of pair queries, one query at a time: the tables of docs/embedded.md.
//   pair_costs [PAIRS]     of each class and number of vertices; 16384 if not given
//   pair_costs sum LEVEL VERTICES PAIRS      instructions of one query of that level (1 to 3) for each distant pair, together
//   pair_costs all LEVEL VERTICES PAIRS      the same queries, in AskAll, without the counter: for callgrind, which cannot tell them apart
// Instructions are those retired in user mode, by the processor's counter (perf_event_open): the least of five runs of a
// query, without those of reading the counter. The instruction set is the one with vectors of 128 bits, as NEON has.

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "collision2d/collision2d.h"
#include "collision2d/simd_targets.h"
#include "collision2d/testing/paper_dataset.h"
#include "collision2d/testing/scoped_target.h"
#include "hwy/targets.h"

namespace collision2d {
namespace {

constexpr uint64_t kSeed = 20240229;

// The processor's counter of instructions in user mode.
class InstructionCounter {
 public:
  InstructionCounter() {
    perf_event_attr attributes;
    std::memset(&attributes, 0, sizeof attributes);
    attributes.size = sizeof attributes;
    attributes.type = PERF_TYPE_HARDWARE;
    attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
    attributes.exclude_kernel = 1;
    attributes.exclude_hv = 1;
    file_ = static_cast<int>(syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0));
    if (file_ < 0) {
      std::perror("pair_costs: no counter of instructions (kernel.perf_event_paranoid must be 2 or less)");
      std::exit(1);
    }
  }
  ~InstructionCounter() { close(file_); }
  InstructionCounter(const InstructionCounter&) = delete;
  InstructionCounter& operator=(const InstructionCounter&) = delete;

  int64_t Read() const {
    int64_t count = 0;
    if (read(file_, &count, sizeof count) != static_cast<ssize_t>(sizeof count)) std::abort();
    return count;
  }

 private:
  int file_;
};

using Query = void (*)(const PolygonPair&, QueryContext);

__attribute__((noinline)) void AskNothing(const PolygonPair& /*pair*/, QueryContext /*context*/) {}
__attribute__((noinline)) void AskLevel1(const PolygonPair& pair, QueryContext context) {
  [[maybe_unused]] volatile bool result = Collides(pair.a, pair.b, context);
}
__attribute__((noinline)) void AskLevel2(const PolygonPair& pair, QueryContext context) {
  [[maybe_unused]] volatile double result = Distance(pair.a, pair.b, context);
}
__attribute__((noinline)) void AskLevel3(const PolygonPair& pair, QueryContext context) {
  [[maybe_unused]] volatile double result = ComputeSeparation(pair.a, pair.b, context).signed_distance_m;
}

constexpr std::array<Query, 3> kLevels = {AskLevel1, AskLevel2, AskLevel3};
constexpr std::array<const char*, 3> kLevelNames = {"Collides", "Distance", "ComputeSeparation"};

int64_t Instructions(const InstructionCounter& counter, Query query, const PolygonPair& pair) {
  int64_t least = INT64_MAX;
  for (int run = 0; run < 5; ++run) {
    const int64_t before = counter.Read();
    query(pair, {});
    least = std::min(least, counter.Read() - before);
  }
  return least;
}

struct Costs {
  std::vector<int64_t> instructions;
  std::vector<int64_t> iterations;
  int64_t cap_hits = 0;
};

Costs Measure(const InstructionCounter& counter, Query query, const std::vector<PolygonPair>& pairs) {
  Costs costs;
  const int64_t of_reading = Instructions(counter, AskNothing, pairs[0]);
  for (const PolygonPair& pair : pairs) {
    costs.instructions.push_back(Instructions(counter, query, pair) - of_reading);
    QueryCounters counters;
    query(pair, {nullptr, &counters});
    costs.iterations.push_back(counters.iterations);
    costs.cap_hits += counters.cap_hits;
  }
  return costs;
}

// The value that this part of `values` does not exceed.
int64_t Quantile(std::vector<int64_t> values, double part) {
  const size_t rank = static_cast<size_t>(std::ceil(part * static_cast<double>(values.size()))) - 1;
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(rank), values.end());
  return values[rank];
}

void PrintRow(const char* level, PairClass pair_class, int vertex_count, const Costs& costs) {
  std::printf("| %s | %s | %d |", level, Name(pair_class), vertex_count);
  for (const std::vector<int64_t>* values : {&costs.instructions, &costs.iterations}) {
    for (const double part : {0.5, 0.9999, 1.0})
      std::printf(" %lld |", static_cast<long long>(Quantile(*values, part)));
  }
  // Walk and GJK, of two shapes each.
  std::printf(" %d |\n", 2 * vertex_count + 2 * vertex_count + 4);
  if (costs.cap_hits != 0) std::exit(1);
}

void PrintTable(int pair_count) {
  const InstructionCounter counter;
  std::printf(
      "| query | pairs | vertices | instructions: median | 99.99 %% | most | iterations: median | 99.99 %% | most | "
      "bound |\n");
  std::printf("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n");
  for (size_t level = 0; level < kLevels.size(); ++level) {
    for (const PairClass pair_class : kPairClasses) {
      for (const int vertex_count : {4, 8, 24}) {
        const std::vector<PolygonPair> pairs = PaperPairs(pair_class, vertex_count, pair_count, kSeed);
        PrintRow(kLevelNames[level], pair_class, vertex_count, Measure(counter, kLevels[level], pairs));
      }
    }
  }
}

// Out of line and by name: callgrind --toggle-collect.
__attribute__((noinline)) void AskAll(Query query, const std::vector<PolygonPair>& pairs) {
  for (const PolygonPair& pair : pairs) query(pair, {});
}

int AskOneLevel(char** arguments) {
  const size_t level = static_cast<size_t>(std::atoi(arguments[2]));
  const int vertex_count = std::atoi(arguments[3]);
  const int pair_count = std::atoi(arguments[4]);
  if (level < 1 || level > 3 || vertex_count < 3 || pair_count < 1) return 2;
  const std::vector<PolygonPair> pairs = PaperPairs(PairClass::kDistant, vertex_count, pair_count, kSeed);
  if (std::strcmp(arguments[1], "all") == 0) {
    AskAll(kLevels[level - 1], pairs);
  } else {
    int64_t sum = 0;
    for (const int64_t n : Measure(InstructionCounter(), kLevels[level - 1], pairs).instructions) sum += n;
    std::printf("%lld\n", static_cast<long long>(sum));
  }
  return 0;
}

}  // namespace
}  // namespace collision2d

int main(int argc, char** argv) {
#if defined(__x86_64__)
  const collision2d::ScopedTarget scoped_target(HWY_SSE4);
#endif
  if (argc == 5) return collision2d::AskOneLevel(argv);
  const int pair_count = argc > 1 ? std::atoi(argv[1]) : 16384;
  if (pair_count < 1) return 2;
  collision2d::PrintTable(pair_count);
  return 0;
}
