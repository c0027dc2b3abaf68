// What recording costs, beside the same queries without it:
//   bazel run -c opt //bench:capture_benchmark
// Rows of one query take turns, 20 times each in random order; compare medians, or on a busy
// machine minima. "plain" calls the query, "on" asks a recorder that records nothing, "recorded"
// one that records every query: its time less that of "plain" is that of a record.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "benchmark/benchmark.h"
#include "collision2d/capture/capture_ring.h"
#include "collision2d/capture/query_kind.h"
#include "collision2d/capture/recorder.h"
#include "collision2d/collision2d.h"
#include "collision2d/testing/paper_dataset.h"
#include "collision2d/testing/random.h"

namespace collision2d::bench {
namespace {

// Those of the first number stay in the second-level cache, where differences of a nanosecond are
// not lost in waiting for memory.
constexpr int kPairCounts[] = {1024, 16'384};
constexpr uint64_t kSeed = 20261123;
constexpr size_t kSlots = 1024;
constexpr size_t kSlotBytes = 4096;

struct PosedPair {
  PolygonPair shapes;
  Pose2 a_from_b;
};
using PosedPairs = std::vector<PosedPair>;

PosedPairs MakePairs(PairClass pair_class, int vertices, int count) {
  Random random(kSeed);
  PosedPairs pairs;
  for (const PolygonPair& pair : PaperPairs(pair_class, vertices, count, kSeed)) {
    // b in a frame of its own, so that it is where it was, up to rounding.
    const Pose2 a_from_b = Pose2::FromYaw(pair.b.center(), random.Angle());
    pairs.push_back({{pair.a, pair.b.Posed(a_from_b.Inverse()).value()}, a_from_b});
  }
  return pairs;
}

// The query functions, and those of a recorder.
struct AskCollides {
  static double Ask(const PosedPair& pair, Recorder* recorder) {
    return recorder->Collides(pair.shapes.a, pair.shapes.b, pair.a_from_b) ? 1.0 : 0.0;
  }
  static double Plain(const PosedPair& pair) {
    return Collides(pair.shapes.a, pair.shapes.b, pair.a_from_b) ? 1.0 : 0.0;
  }
};
struct AskDistance {
  static double Ask(const PosedPair& pair, Recorder* recorder) {
    return recorder->Distance(pair.shapes.a, pair.shapes.b, pair.a_from_b);
  }
  static double Plain(const PosedPair& pair) { return Distance(pair.shapes.a, pair.shapes.b, pair.a_from_b); }
};
struct AskSeparation {
  static double Ask(const PosedPair& pair, Recorder* recorder) {
    return recorder->ComputeSeparation(pair.shapes.a, pair.shapes.b, pair.a_from_b).signed_distance_m;
  }
  static double Plain(const PosedPair& pair) {
    return ComputeSeparation(pair.shapes.a, pair.shapes.b, pair.a_from_b).signed_distance_m;
  }
};

template <typename Query>
void TimePlain(benchmark::State& state, const PosedPairs& pairs) {
  size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(Query::Plain(pairs[i]));
    i = i + 1 < pairs.size() ? i + 1 : 0;
  }
}

template <typename Query>
void TimeRecorder(benchmark::State& state, const PosedPairs& pairs, const CaptureOptions& options) {
  std::vector<CaptureSlot> slots(kSlots);
  std::vector<uint8_t> bytes(kSlots * kSlotBytes);
  CaptureRing ring(absl::MakeSpan(slots), absl::MakeSpan(bytes));
  Recorder recorder(&ring, options);
  size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(Query::Ask(pairs[i], &recorder));
    i = i + 1 < pairs.size() ? i + 1 : 0;
  }
  state.counters["records"] = static_cast<double>(ring.counts().claimed) / static_cast<double>(state.iterations());
}

template <typename Query>
void Register(const std::string& query, const std::string& name, const PosedPairs& pairs) {
  const auto add = [&](const char* row, const auto& run, const auto&... options) {
    benchmark::RegisterBenchmark((query + "/" + name + "/" + row).c_str(), run, pairs, options...)
        ->ComputeStatistics(
            "min", [](const std::vector<double>& times) { return *std::min_element(times.begin(), times.end()); });
  };
  CaptureOptions every;
  every.sample_every = 1;
  add("plain", TimePlain<Query>);
  add("on", TimeRecorder<Query>, CaptureOptions());
  add("recorded", TimeRecorder<Query>, every);
}

void RegisterAll() {
  for (const PairClass pair_class : {PairClass::kDistant, PairClass::kOverlapping, PairClass::kTouching}) {
    for (const int vertices : {4, 8, 64}) {
      for (const int count : kPairCounts) {
        const std::string name =
            std::string(Name(pair_class)) + "/" + std::to_string(vertices) + "/" + std::to_string(count);
        const PosedPairs pairs = MakePairs(pair_class, vertices, count);
        Register<AskCollides>("Collides", name, pairs);
        Register<AskDistance>("Distance", name, pairs);
        Register<AskSeparation>("ComputeSeparation", name, pairs);
      }
    }
  }
}

}  // namespace
}  // namespace collision2d::bench

int main(int argc, char** argv) {
  // What the user gives comes later and wins.
  std::vector<char*> arguments(argv, argv + 1);
  char interleaved[] = "--benchmark_enable_random_interleaving=true";
  char repetitions[] = "--benchmark_repetitions=20";
  char min_time[] = "--benchmark_min_time=0.02";
  char aggregates[] = "--benchmark_report_aggregates_only=true";
  for (char* argument : {interleaved, repetitions, min_time, aggregates}) arguments.push_back(argument);
  arguments.insert(arguments.end(), argv + 1, argv + argc);
  argc = static_cast<int>(arguments.size());
  benchmark::Initialize(&argc, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(argc, arguments.data())) return 1;
  collision2d::bench::RegisterAll();
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
