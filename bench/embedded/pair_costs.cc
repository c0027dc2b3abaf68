// Instructions and iterations of pair queries, one query at a time: the tables of docs/embedded.md.
// See --help.

#include <fcntl.h>
#include <linux/perf_event.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "bench/chapter.h"
#include "collision2d/code_generation.h"
#include "collision2d/collision2d.h"
#include "collision2d/testing/paper_dataset.h"
#include "collision2d/testing/scoped_target.h"
#include "hwy/targets.h"

namespace collision2d::bench {
namespace {

constexpr char kUsage[] =
    "Prints a Markdown table of the instructions and iterations that each query of the paper's tables takes by "
    "itself:\n"
    "instructions in user mode, the least of five runs, without those of reading the counter. On x86-64 the "
    "instruction\n"
    "set is the one with vectors of 128 bits, as NEON has.";

// The instructions that this program has retired so far, in user mode: by the processor's counter
// (Linux, perf_event_open), or, in an emulator, by a count that qemu's plugin count_instructions.cc
// keeps in a file.
class InstructionCounter {
 public:
  // The file of the plugin's count; empty: the processor's counter. Ends the program with status 1
  // and a message on stderr if there is no such counter or file.
  explicit InstructionCounter(const std::string& count_file);
  ~InstructionCounter();
  InstructionCounter(const InstructionCounter&) = delete;
  InstructionCounter& operator=(const InstructionCounter&) = delete;

  int64_t Read() const;

 private:
  int file_;
  // The plugin's count; null: the processor's.
  const volatile int64_t* count_ = nullptr;
};

[[noreturn]] void Fail(const char* what) {
  std::perror(what);
  std::exit(1);
}

int OpenProcessorsCounter() {
  perf_event_attr attributes;
  std::memset(&attributes, 0, sizeof attributes);
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  const int file = static_cast<int>(syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0));
  if (file < 0) Fail("no counter of instructions (kernel.perf_event_paranoid must be 2 or less)");
  return file;
}

InstructionCounter::InstructionCounter(const std::string& count_file)
    : file_(count_file.empty() ? OpenProcessorsCounter() : open(count_file.c_str(), O_RDONLY)) {
  if (count_file.empty()) return;
  if (file_ < 0) Fail(count_file.c_str());
  struct stat status;
  if (fstat(file_, &status) != 0 || status.st_size != static_cast<off_t>(sizeof *count_)) {
    std::fprintf(stderr, "%s: not a count of the plugin's\n", count_file.c_str());
    std::exit(1);
  }
  void* const mapped = mmap(nullptr, sizeof *count_, PROT_READ, MAP_SHARED, file_, 0);
  if (mapped == MAP_FAILED) Fail(count_file.c_str());
  count_ = static_cast<const volatile int64_t*>(mapped);
}

InstructionCounter::~InstructionCounter() { close(file_); }

int64_t InstructionCounter::Read() const {
  if (count_ != nullptr) return *count_;
  int64_t count = 0;
  if (read(file_, &count, sizeof count) != static_cast<ssize_t>(sizeof count)) std::abort();
  return count;
}

constexpr uint64_t kSeed = 20240229;

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
  int64_t limit_hits = 0;
};

Costs Measure(const InstructionCounter& counter, Query query, const std::vector<PolygonPair>& pairs) {
  Costs costs;
  const int64_t of_reading = Instructions(counter, AskNothing, pairs[0]);
  for (const PolygonPair& pair : pairs) {
    costs.instructions.push_back(Instructions(counter, query, pair) - of_reading);
    QueryContext::Counters counters;
    query(pair, {&counters});
    costs.iterations.push_back(counters.iterations);
    costs.limit_hits += counters.limit_hits;
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
  if (costs.limit_hits != 0) std::exit(1);
}

void PrintTable(const InstructionCounter& counter, int pair_count) {
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

int64_t SumOfInstructions(const InstructionCounter& counter, Query query, const std::vector<PolygonPair>& pairs) {
  int64_t sum = 0;
  for (const int64_t instructions : Measure(counter, query, pairs).instructions) sum += instructions;
  return sum;
}

const std::vector<Option> kOptions = {
    {"pairs", "16384", "pairs of each class and vertex count"},
    {"count_file", "",
     "what counts instructions: the file of count_instructions.cc, in an emulator; empty: the processor"},
    {"level", "0", "instead of tables: one level, 1 to 3, asked of each distant pair; prints the sum of instructions"},
    {"vertices", "8", "with --level: vertices of both shapes"},
    {"uncounted", "false",
     "with --level: without the counter, all in AskAll, for callgrind, which cannot tell queries apart"},
};

void Run(const Options& options) {
  const int pair_count = options.Count("pairs");
  const auto level = static_cast<int>(options.Whole("level", 0, 3));
  const auto vertex_count = static_cast<int>(options.Whole("vertices", 3));
  const bool is_counted = options.Text("uncounted") == "false";
  if (!is_counted && level == 0) FailOption("uncounted", "needs --level");
  const std::string count_file = options.Text("count_file");
  if (level == 0) return PrintTable(InstructionCounter(count_file), pair_count);
  const Query query = kLevels[static_cast<size_t>(level - 1)];
  const std::vector<PolygonPair> pairs = PaperPairs(PairClass::kDistant, vertex_count, pair_count, kSeed);
  if (!is_counted) {
    AskAll(query, pairs);
  } else {
    std::printf("%lld\n", static_cast<long long>(SumOfInstructions(InstructionCounter(count_file), query, pairs)));
  }
}

}  // namespace
}  // namespace collision2d::bench

int main(int argc, char** argv) {
#if defined(__x86_64__)
  const collision2d::ScopedTarget scoped_target(HWY_SSE4);
#endif
  using namespace collision2d::bench;
  Run(ParseOptions(kUsage, kOptions, argc, argv));
}
