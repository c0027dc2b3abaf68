// How times grow with a scene: see --help and docs/benchmarks.md.

#include <iostream>
#include <memory>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "bench/chapter.h"
#include "bench/chapters/checker_scenes.h"
#include "bench/timing/timing.h"
#include "collision2d/collision2d.h"
#include "collision2d/planner.h"
#include "planner_adapter/road/road.h"

namespace collision2d::bench {
namespace {

using planner::Scene;
using planner::TrajectoryChecker;
using planner::Verdict;

constexpr char kAbout[] =
    "Grows one thing at a time by powers of ten, up to --most:\n"
    "  statics     walls beside 200 candidates of 50 instants\n"
    "  movers      cars among the same, up to a tenth of --most\n"
    "  candidates  of 20 instants among 30 cars\n"
    "  steps       instants of 200 candidates among 30 cars, up to a hundredth of --most\n"
    "  on_road     candidates of 20 instants on a road that bends, of 465 cells, up to a tenth of --most\n"
    "  statics_metrics, movers_metrics  the first two with all metrics\n"
    "  cells       of a straight road along x, 3 m by 3.5 m in four lanes\n\n"
    "create: TrajectoryChecker::Create of a shared scene, or Road::FromCells; check: verdicts in motion of all "
    "candidates, without a\n"
    "workspace, or the clearances of a car at 200 poses. Processor times, medians of whole calls. growth: the "
    "exponent\n"
    "of the size, fitted to the last three sizes. wrong: verdicts that the plain checker contradicts, of a sample, "
    "where\n"
    "it is fast enough.";

constexpr int kCandidates = 200;
constexpr int kInstants = 50;

// Pairs that the plain checker may be put to for one size: some seconds.
constexpr int64_t kPlainPairs = 300'000;

struct Measurement {
  double create_ms = 0.0;
  double check_ms = 0.0;
  std::optional<int64_t> wrong;
};

Measurement MeasureChecker(Scene made, double min_time_s, const planner::CheckerOptions& options = {}) {
  const auto shared = std::make_shared<const Scene>(std::move(made));
  const Scene& scene = *shared;
  Measurement measurement;
  const auto create = [&] { CheckOk(TrajectoryChecker::Create(shared, options).status()); };
  measurement.create_ms = TimeCalls(create, min_time_s, CallClock::kThread).median_ms;
  const TrajectoryChecker checker = *TrajectoryChecker::Create(shared, options);
  std::vector<Verdict> verdicts(scene.candidates.size());
  const auto check = [&] { CheckOk(checker.Check(scene.candidates, absl::MakeSpan(verdicts))); };
  measurement.check_ms = TimeCalls(check, min_time_s, CallClock::kThread).median_ms;
  const auto obstacles = static_cast<int64_t>(scene.static_obstacles.size() + scene.moving_obstacles.size());
  const int64_t pairs = obstacles * static_cast<int64_t>(scene.candidates[0].poses.size());
  if (pairs <= kPlainPairs) {
    const auto sample = static_cast<int>(std::clamp<int64_t>(kPlainPairs / pairs / 10, 1, 100));
    measurement.wrong = CountWrongMotionVerdicts(scene, {}, scene.candidates, verdicts, sample);
  }
  return measurement;
}

Measurement MeasureCells(int count, double min_time_s) {
  constexpr double kLength_m = 3.0;
  constexpr double kWidth_m = 3.5;
  std::vector<ConvexPolygon> cells;
  for (int i = 0; i < count; ++i) {
    cells.push_back(*ConvexPolygon::Rectangle(kLength_m, kWidth_m, {kLength_m * (i / 4), kWidth_m * (i % 4)}));
  }
  Measurement measurement;
  const auto create = [&] { CheckOk(planner::Road::FromCells(cells, {}, 0.0).status()); };
  measurement.create_ms = TimeCalls(create, min_time_s, CallClock::kThread).median_ms;
  const planner::Road road = *planner::Road::FromCells(cells, {}, 0.0);
  const ConvexPolygon car = *ConvexPolygon::Rectangle(4.5, 1.8);
  std::vector<Pose2> world_from_car;
  for (int p = 0; p < kCandidates; ++p) {
    world_from_car.push_back(Pose2::FromYaw({kLength_m * count / 4 * (p + 0.5) / kCandidates, 5.0}, 0.01 * p));
  }
  std::vector<planner::RoadPoseClearance> clearances(world_from_car.size());
  const auto check = [&] { CheckOk(road.Clearances({car}, world_from_car, absl::MakeSpan(clearances))); };
  measurement.check_ms = TimeCalls(check, min_time_s, CallClock::kThread).median_ms;
  return measurement;
}

struct Subject {
  const char* name;
  int most_share;  // The largest size is --most over this.
  std::function<Measurement(int size, double min_time_s, uint64_t seed)> measure;
};

// What a checker is asked in scenes that grow, with all metrics if they are asked for.
Subject SceneSubject(const char* name, int most_share, const std::function<Scene(int size, uint64_t seed)>& make,
                     bool has_metrics = false) {
  return {name, most_share, [=](int size, double min_time_s, uint64_t seed) {
            planner::CheckerOptions options;
            if (has_metrics) options.metrics = planner::MetricOptions::All();
            Scene scene = make(size, seed);
            return MeasureChecker(has_metrics ? WithPath(std::move(scene)) : std::move(scene), min_time_s, options);
          }};
}

std::vector<Subject> AllSubjects() {
  const auto walls = [](int size, uint64_t seed) { return WalledScene(kCandidates, kInstants, size, seed); };
  const auto cars = [](int size, uint64_t seed) {
    return TrafficScene(kCandidates, kInstants, size, /*has_road=*/false, seed);
  };
  const auto candidates = [](int size, uint64_t seed) { return TrafficScene(size, 20, 30, /*has_road=*/false, seed); };
  const auto steps = [](int size, uint64_t seed) {
    return TrafficScene(kCandidates, size, 30, /*has_road=*/false, seed);
  };
  const auto on_road = [](int size, uint64_t seed) { return CurvedRoadScene(size, 20, 12, seed); };
  return {SceneSubject("statics", 1, walls),
          SceneSubject("movers", 10, cars),
          SceneSubject("candidates", 1, candidates),
          SceneSubject("steps", 100, steps),
          SceneSubject("on_road", 10, on_road),
          SceneSubject("statics_metrics", 1, walls, /*has_metrics=*/true),
          SceneSubject("movers_metrics", 10, cars, /*has_metrics=*/true),
          {"cells", 1, [](int size, double min_time_s, uint64_t /*seed*/) { return MeasureCells(size, min_time_s); }}};
}

void Run(const Options& options, Report* report) {
  const double min_time_s = options.Positive("min_time");
  const auto most = static_cast<int>(options.Whole("most", 100, 10'000'000));
  const std::vector<Subject> subjects =
      options.Selected("against", AllSubjects(), [](const Subject& subject) { return subject.name; });
  Table table;
  for (const Subject& subject : subjects) {
    std::vector<GrowthPoint> create, check;
    for (int64_t size = 10; size <= most / subject.most_share; size *= 10) {
      std::cerr << subject.name << ", " << size << "..." << std::endl;
      const Measurement m = subject.measure(static_cast<int>(size), min_time_s, options.Seed());
      create.push_back({static_cast<double>(size), m.create_ms});
      check.push_back({static_cast<double>(size), m.check_ms});
      // Over the last three sizes.
      for (std::vector<GrowthPoint>* const points : {&create, &check}) {
        if (points->size() > 3) points->erase(points->begin());
      }
      report->AddRow({Key("against", subject.name),
                      Key("size", size),
                      {"create_ms|create ms", m.create_ms},
                      {"create_growth|growth", Exponent(create)},
                      {"check_ms|check ms", m.check_ms},
                      {"check_growth|growth", Exponent(check)},
                      {"wrong", m.wrong}},
                     &table);
    }
  }
  report->AddMarkdown(table);
}

const Registration kGrowth({"growth",
                            "Growth",
                            kAbout,
                            {MinTime("0.5", "each call is timed for"),
                             {"most", "100000", "the largest size"},
                             {"against", "", "which of the above; empty: all"},
                             Seed("20261130")},
                            Run});

}  // namespace
}  // namespace collision2d::bench
