// What a warm start saves along a trajectory: see --help.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/flags/usage.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "bench/build_description.h"
#include "bench/flag_checks.h"
#include "bench/interleaved_timing.h"
#include "bench/markdown_table.h"
#include "bench/pose_sequences.h"
#include "collision2d/collision2d.h"

ABSL_FLAG(int, sequences, 2000, "sequences of 20 poses for each vertex count");
ABSL_FLAG(double, min_time, 0.3, "s that each way of querying is timed for at each vertex count");
ABSL_FLAG(uint64_t, seed, 20261120, "seed of the sequences");
ABSL_FLAG(std::vector<std::string>, vertices,
          std::vector<std::string>({"4", "8", "12", "24", "50", "100", "200", "500"}), "vertex counts of both shapes");
ABSL_FLAG(std::string, commit, "", "commit that the report names");

namespace collision2d::bench {
namespace {

constexpr char kUsage[] =
    "Times Collides and Distance with a pose along seeded sequences of 20 poses, b moving by up to 0.5 m and 5 degrees "
    "a\n"
    "step: cold (no warm start), warm (one WarmStart along a sequence) and fresh (a WarmStart that is empty for every\n"
    "query). Prints Markdown tables of ns per query, and of iterations and support calls. The three must agree; "
    "otherwise\n"
    "it ends with status 1. They are timed in turns.";

enum class Warmth { kCold, kWarm, kFresh };

using Sequences = std::vector<PoseSequence>;
using Query = double (*)(const PoseSequence& sequence, const Pose2& a_from_b, QueryContext context);

double Level1(const PoseSequence& sequence, const Pose2& a_from_b, QueryContext context) {
  return Collides(sequence.a, sequence.b, a_from_b, context) ? 1.0 : 0.0;
}

double Level2(const PoseSequence& sequence, const Pose2& a_from_b, QueryContext context) {
  return Distance(sequence.a, sequence.b, a_from_b, context);
}

// Queries sequences begin, ..., end - 1. The results of all sequences have their place, one for each pose.
template <Query kQuery>
void RunSequences(const Sequences& sequences, int begin, int end, Warmth warmth, QueryCounters* counters,
                  double* results) {
  results += begin * kPosesPerSequence;
  for (int i = begin; i < end; ++i) {
    const PoseSequence& sequence = sequences[i];
    WarmStart warm_start;
    for (const Pose2& a_from_b : sequence.a_from_b) {
      if (warmth == Warmth::kFresh) warm_start = {};
      const QueryContext context = {warmth == Warmth::kCold ? nullptr : &warm_start, counters};
      *results++ = kQuery(sequence, a_from_b, context);
    }
  }
}

// One query's figures at one vertex count; ns per query, median over the rounds.
struct Figures {
  double cold_ns, warm_ns, fresh_ns;
  QueryCounters cold_counters, warm_counters;
  int64_t colliding = 0;
};

// Ends the program if the ways of querying disagree: booleans must be equal, distances within 1e-12 m and zero alike.
void CheckAgreement(const std::vector<double>& cold, const std::vector<double>& other) {
  for (size_t i = 0; i < cold.size(); ++i) {
    if ((cold[i] == 0.0) == (other[i] == 0.0) && std::abs(cold[i] - other[i]) <= 1e-12) continue;
    std::cerr << absl::StrFormat("query %d: %a without and %a with a warm start\n", i, cold[i], other[i]);
    std::exit(1);
  }
}

template <Query kQuery>
Figures Measure(const Sequences& sequences) {
  const int sequence_count = static_cast<int>(sequences.size());
  const int queries = sequence_count * kPosesPerSequence;
  Figures figures;
  std::vector<double> cold(queries), warm(queries), fresh(queries);
  RunSequences<kQuery>(sequences, 0, sequence_count, Warmth::kCold, &figures.cold_counters, cold.data());
  RunSequences<kQuery>(sequences, 0, sequence_count, Warmth::kWarm, &figures.warm_counters, warm.data());
  RunSequences<kQuery>(sequences, 0, sequence_count, Warmth::kFresh, nullptr, fresh.data());
  CheckAgreement(cold, warm);
  CheckAgreement(cold, fresh);
  // Level 1 answers 1 for a collision, Level 2 answers 0.
  figures.colliding = std::count(cold.begin(), cold.end(), kQuery == Level1 ? 1.0 : 0.0);
  std::vector<TimedWork> works;
  for (const Warmth warmth : {Warmth::kCold, Warmth::kWarm, Warmth::kFresh}) {
    works.push_back([&sequences, &cold, warmth](int begin, int end) {
      RunSequences<kQuery>(sequences, begin, end, warmth, nullptr, cold.data());
    });
  }
  const std::vector<Timing> timings = TimeInterleaved(works, sequence_count, absl::GetFlag(FLAGS_min_time));
  figures.cold_ns = timings[0].median_ns / kPosesPerSequence;
  figures.warm_ns = timings[1].median_ns / kPosesPerSequence;
  figures.fresh_ns = timings[2].median_ns / kPosesPerSequence;
  return figures;
}

std::vector<std::string> FormatRow(int vertices, int64_t queries, const Figures& figures) {
  const auto ns = [](double value) { return absl::StrFormat("%.1f", value); };
  const auto each = [queries](int64_t count) {
    return absl::StrFormat("%.2f", static_cast<double>(count) / static_cast<double>(queries));
  };
  return {absl::StrCat(vertices),
          ns(figures.cold_ns),
          ns(figures.warm_ns),
          absl::StrFormat("%.2f", figures.cold_ns / figures.warm_ns),
          ns(figures.fresh_ns),
          each(figures.cold_counters.iterations),
          each(figures.warm_counters.iterations),
          each(figures.cold_counters.support_calls),
          each(figures.warm_counters.support_calls),
          absl::StrFormat("%.0f", 100.0 * static_cast<double>(figures.colliding) / static_cast<double>(queries))};
}

int Run(const std::string& command) {
  const int sequence_count = absl::GetFlag(FLAGS_sequences);
  if (sequence_count <= 0) FailFlag("sequences", "not a positive number");
  CheckPositive("min_time", absl::GetFlag(FLAGS_min_time));
  const std::vector<int> vertex_counts = CheckedNumbers("vertices", absl::GetFlag(FLAGS_vertices), 3, 1000);
  std::vector<std::vector<std::string>> collides, distance;
  for (const int vertices : vertex_counts) {
    std::cerr << vertices << " vertices..." << std::endl;
    const Sequences sequences = RandomPoseSequences(vertices, sequence_count, absl::GetFlag(FLAGS_seed));
    const int64_t queries = static_cast<int64_t>(sequence_count) * kPosesPerSequence;
    collides.push_back(FormatRow(vertices, queries, Measure<Level1>(sequences)));
    distance.push_back(FormatRow(vertices, queries, Measure<Level2>(sequences)));
  }
  const std::vector<std::string> header = {
      "vertices",           "cold ns",         "warm ns",         "cold / warm",
      "fresh ns",           "iterations cold", "iterations warm", "support calls cold",
      "support calls warm", "% colliding"};
  std::cout << "# Warm start\n\n"
            << MarkdownOrigin("warm_start_tables", command, absl::GetFlag(FLAGS_commit))
            << "ns per query, median over rounds; iterations and support calls are means over " << sequence_count
            << " sequences of " << kPosesPerSequence << " poses.\n\n## Collides\n\n"
            << MarkdownTable(header, collides) << "\n## Distance\n\n"
            << MarkdownTable(header, distance);
  return 0;
}

}  // namespace
}  // namespace collision2d::bench

int main(int argc, char** argv) {
  absl::SetProgramUsageMessage(collision2d::bench::kUsage);
  const std::string command = collision2d::bench::JoinArguments(argc, argv);
  collision2d::bench::CheckNoArguments(absl::ParseCommandLine(argc, argv));
  return collision2d::bench::Run(command);
}
