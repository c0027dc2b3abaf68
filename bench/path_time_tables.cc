// Path-time graphs and the profiles checked against them, timed beside a sampled mapper: see --help
// and docs/path_time.md.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "bench/build_description.h"
#include "bench/flag_checks.h"
#include "bench/interleaved_timing.h"
#include "bench/markdown_table.h"
#include "bench/path_time/crossing_traffic.h"
#include "bench/path_time/sampled_mapper.h"
#include "bench/run_program.h"
#include "collision2d/testing/allocation_count.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/path_time/path_time_graph.h"
#include "planner_adapter/path_time/profile_check.h"
#include "planner_adapter/path_time/speed_profile.h"

ABSL_FLAG(std::string, csv, "", "file to write every measurement to; empty: none");
ABSL_FLAG(std::string, markdown, "", "file to write the report to; empty: none");
ABSL_FLAG(double, min_time, 1.0, "s that each case is timed for");
ABSL_FLAG(int, obstacles, 100, "moving obstacles of each case");
ABSL_FLAG(int, profiles, 1000, "profiles that are checked");
ABSL_FLAG(uint64_t, seed, 20261127, "seed of the scenes and the profiles");
ABSL_FLAG(std::string, commit, "", "commit that the report names");

namespace collision2d::bench {
namespace {

using planner::Candidate;
using planner::PathTimeGraph;
using planner::PathTimeOptions;
using planner::SpeedProfileCheck;
using planner::SpeedProfileIndex;
using planner::TrajectoryChecker;
using planner::Verdict;

constexpr char kUsage[] =
    "Times PathTimeGraph::Assign on a path of 120 m, for 8 s at 1 cm and 1 ms, and SpeedProfileIndex (with its Assign, "
    "and\n"
    "without) on profiles of 20 linear pieces. In `near_10` 10 of the obstacles cross the path and the others are "
    "never\n"
    "within 10 m of it; in `all_cross` all do, about 2 s each. Beside them a mapper that samples stations and times,\n"
    "whose boxes are enlarged by half a step or not; its time is that of mapping and of looking at all profiles.\n\n"
    "ms: medians. missed, false_hits: profiles that collide, or are free, by the swept check of their candidates, and\n"
    "are called free, or colliding.";

constexpr int kPieces = 20;

struct Row {
  std::string case_name;
  std::string method;
  int profiles = 0;
  double ms = 0.0;
  double least_ms = 0.0;
  int missed = 0;
  int false_hits = 0;
  int undecided = 0;
  int64_t allocations = -1;
  size_t parts = 0;
};

// By the swept check, which knows nothing of graphs.
std::vector<Verdict> SweptVerdicts(const CrossingTraffic& traffic, const LinearProfiles& profiles) {
  std::vector<Candidate> candidates;
  std::vector<planner::ProfilePiece> pieces;
  for (size_t i = 0; i < profiles.count(); ++i) {
    std::vector<planner::StationTime> points;
    for (size_t k = 0; k < profiles.times_s.size(); ++k) points.push_back({profiles.row(i)[k], profiles.times_s[k]});
    candidates.push_back(
        *CandidateFromProfile(traffic.path, *planner::LinearProfile(points, &pieces), absl::StrCat(i)));
  }
  std::vector<Verdict> verdicts(candidates.size());
  const absl::StatusOr<TrajectoryChecker> checker = TrajectoryChecker::Create(planner::Scene(traffic.scene), {});
  if (!checker.ok() || !checker->Check(candidates, absl::MakeSpan(verdicts)).ok()) std::abort();
  return verdicts;
}

// Grazes of the swept check count as neither.
void Count(const std::vector<Verdict>& verdicts, const std::vector<MotionVerdict>& answers, Row* row) {
  for (size_t i = 0; i < verdicts.size(); ++i) {
    const bool is_graze = verdicts[i].collides() && verdicts[i].contact_bracket->is_undecided;
    row->undecided += answers[i] == MotionVerdict::kUndecided ? 1 : 0;
    if (is_graze || answers[i] == MotionVerdict::kUndecided) continue;
    const bool hits = answers[i] == MotionVerdict::kCollides;
    row->missed += verdicts[i].collides() && !hits ? 1 : 0;
    row->false_hits += !verdicts[i].collides() && hits ? 1 : 0;
  }
}

std::vector<MotionVerdict> AnswersOf(const std::vector<SpeedProfileCheck>& checks) {
  std::vector<MotionVerdict> answers;
  for (const SpeedProfileCheck& check : checks) answers.push_back(check.verdict);
  return answers;
}

std::vector<MotionVerdict> AnswersOf(const std::vector<char>& hits) {
  std::vector<MotionVerdict> answers;
  for (const char hit : hits) answers.push_back(hit != 0 ? MotionVerdict::kCollides : MotionVerdict::kFree);
  return answers;
}

std::vector<Row> Measure(const std::string& case_name, int crossing) {
  const CrossingTraffic traffic =
      MakeCrossingTraffic(absl::GetFlag(FLAGS_obstacles), crossing, absl::GetFlag(FLAGS_seed));
  const LinearProfiles profiles = MakeProfiles(absl::GetFlag(FLAGS_profiles), kPieces, absl::GetFlag(FLAGS_seed) + 1);
  PathTimeOptions options;
  options.end_s = kHorizon_s;
  PathTimeGraph graph;
  SpeedProfileIndex index;
  std::vector<SpeedProfileCheck> checks(profiles.count());
  SampledMapper plain(traffic.scene, traffic.path, false);
  SampledMapper enlarged(traffic.scene, traffic.path, true);
  std::vector<char> plain_hits(profiles.count());
  std::vector<char> enlarged_hits(profiles.count());

  const auto make_graph = [&](int /*begin*/, int /*end*/) {
    if (!graph.Assign(traffic.scene, traffic.path, options).ok()) std::abort();
  };
  const auto check_indexed = [&](int /*begin*/, int /*end*/) {
    if (!index.Check(profiles.stations_m, absl::MakeSpan(checks)).ok()) std::abort();
  };
  const auto check = [&](int begin, int end) {
    if (!index.Assign(graph, profiles.times_s).ok()) std::abort();
    check_indexed(begin, end);
  };
  const auto map = [&profiles](SampledMapper* mapper, std::vector<char>* hits) {
    return [&profiles, mapper, hits](int /*begin*/, int /*end*/) {
      mapper->Map();
      for (size_t i = 0; i < profiles.count(); ++i)
        (*hits)[i] = mapper->Hits(profiles.times_s, profiles.row(i)) ? 1 : 0;
    };
  };
  const std::vector<TimedWork> works = {make_graph, check, check_indexed, map(&plain, &plain_hits),
                                        map(&enlarged, &enlarged_hits)};
  const std::vector<Timing> timings = TimeInterleaved(works, 1, absl::GetFlag(FLAGS_min_time));

  std::vector<Row> rows = {{case_name, "graph"},
                           {case_name, "profiles"},
                           {case_name, "profiles_indexed"},
                           {case_name, "mapper"},
                           {case_name, "mapper_enlarged"}};
  for (size_t i = 0; i < rows.size(); ++i) {
    rows[i].ms = timings[i].median_ns * 1e-6;
    rows[i].least_ms = timings[i].min_ns * 1e-6;
    rows[i].profiles = i == 0 ? 0 : static_cast<int>(profiles.count());
    if (i > 2) continue;
    const int64_t before = AllocationCount();
    works[i](0, 1);
    rows[i].allocations = AllocationCount() - before;
  }
  rows[0].parts = graph.parts().size();
  const std::vector<Verdict> verdicts = SweptVerdicts(traffic, profiles);
  Count(verdicts, AnswersOf(checks), &rows[1]);
  Count(verdicts, AnswersOf(checks), &rows[2]);
  Count(verdicts, AnswersOf(plain_hits), &rows[3]);
  Count(verdicts, AnswersOf(enlarged_hits), &rows[4]);
  return rows;
}

std::string Report(const std::vector<Row>& rows) {
  std::vector<std::vector<std::string>> cells;
  for (const Row& row : rows) {
    cells.push_back({row.case_name, row.method, absl::StrCat(row.profiles), absl::StrFormat("%.4g", row.ms),
                     absl::StrFormat("%.4g", row.least_ms), absl::StrCat(row.missed), absl::StrCat(row.false_hits),
                     absl::StrCat(row.undecided), row.allocations < 0 ? "-" : absl::StrCat(row.allocations),
                     row.parts == 0 ? "-" : absl::StrCat(row.parts)});
  }
  return MarkdownTable(
      {"case", "method", "profiles", "ms", "least ms", "missed", "false hits", "undecided", "allocations", "parts"},
      cells);
}

int Run(const std::string& command) {
  CheckPositive("min_time", absl::GetFlag(FLAGS_min_time));
  CheckPositive("profiles", absl::GetFlag(FLAGS_profiles));
  if (absl::GetFlag(FLAGS_obstacles) < 10) FailFlag("obstacles", "at least 10");
  std::ofstream csv = OpenForWriting("csv", absl::GetFlag(FLAGS_csv));
  std::ofstream markdown = OpenForWriting("markdown", absl::GetFlag(FLAGS_markdown));
  std::vector<Row> rows = Measure("near_10", 10);
  for (const Row& row : Measure("all_cross", absl::GetFlag(FLAGS_obstacles))) rows.push_back(row);
  if (csv.is_open()) csv << "case,obstacles,profiles,ms_median,missed,false_hits,method\n";
  for (const Row& row : rows) {
    if (!csv.is_open()) break;
    csv << absl::StrFormat("%s,%d,%d,%.6g,%d,%d,%s\n", row.case_name, absl::GetFlag(FLAGS_obstacles), row.profiles,
                           row.ms, row.missed, row.false_hits, row.method);
  }
  CheckWritten("csv", &csv);
  const std::string report = Report(rows);
  std::cout << report;
  if (markdown.is_open()) {
    markdown << "# Path and time\n\n"
             << MarkdownOrigin("path_time_tables", command, absl::GetFlag(FLAGS_commit)) << report;
  }
  CheckWritten("markdown", &markdown);
  return 0;
}

}  // namespace
}  // namespace collision2d::bench

int main(int argc, char** argv) {
  return collision2d::bench::RunProgram(argc, argv, collision2d::bench::kUsage, collision2d::bench::Run);
}
