// Path-time graphs and the profiles checked against them, timed beside a sampled mapper: see --help
// and docs/path_time.md.

#include <cmath>
#include <cstddef>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "bench/chapter.h"
#include "bench/timing/timing.h"
#include "collision2d/collision2d.h"
#include "collision2d/testing/allocation_count.h"
#include "collision2d/testing/random.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/path_time/profile_check.h"

namespace collision2d::bench {
namespace {

using planner::Candidate;
using planner::PathTimeGraph;
using planner::PathTimeOptions;
using planner::SpeedProfileCheck;
using planner::SpeedProfileIndex;
using planner::TrajectoryChecker;
using planner::Verdict;

constexpr char kAbout[] =
    "Times PathTimeGraph::Assign on a path of 120 m, for 8 s at 1 cm and 1 ms, and SpeedProfileIndex (with its Assign, "
    "and\n"
    "without) on profiles of 20 linear pieces. In `near_10` 10 of the obstacles cross the path and the others are "
    "never\n"
    "within 10 m of it; in `all_cross` all do, about 2 s each. Beside them a mapper that samples stations and times,\n"
    "whose boxes are enlarged by half a step or not; its time is that of mapping and of looking at all profiles.\n\n"
    "ms: medians. missed, false_hits: profiles that collide, or are free, by the swept check of their candidates, and\n"
    "are called free, or colliding.";

constexpr double kHorizon_s = 8.0;
constexpr double kTimeStep_s = 0.1;
constexpr double kPathLength_m = 120.0;

struct CrossingTraffic {
  planner::Scene scene;
  planner::EgoPath path;  // Poses 1 m apart.
};

// Profiles that are linear between the same times.
struct LinearProfiles {
  std::vector<double> times_s;
  std::vector<double> stations_m;  // A row of as many for each profile.

  size_t count() const { return stations_m.size() / times_s.size(); }
  absl::Span<const double> row(size_t profile) const {
    return absl::MakeConstSpan(stations_m).subspan(profile * times_s.size(), times_s.size());
  }
};

using planner::EgoPath;
using planner::PathPose;
using planner::TimedPose;

constexpr double kPi = 3.141592653589793;
constexpr double kEgoLength_m = 4.7;
constexpr double kEgoWidth_m = 1.9;

Vec2 Along(double yaw_rad) { return {std::cos(yaw_rad), std::sin(yaw_rad)}; }

EgoPath MakePath() {
  std::vector<PathPose> poses;
  Vec2 position;
  for (int i = 0; i <= static_cast<int>(kPathLength_m); ++i) {
    const double yaw_rad = 0.4 * std::sin(i / 40.0);
    poses.push_back({1.0 * i, position, yaw_rad, {}});
    position = position + Along(yaw_rad);
  }
  return *EgoPath::Create(poses);
}

// At `place` with this yaw at time_s.
std::vector<TimedPose> Drive(Vec2 place, double time_s, double yaw_rad, double speed_mps, double yaw_rate_radps) {
  std::vector<TimedPose> poses;
  for (int i = 0; i <= std::lround(kHorizon_s / kTimeStep_s); ++i) {
    const double turn_rad = yaw_rate_radps * (kTimeStep_s * i - time_s);
    const Vec2 way = speed_mps * (kTimeStep_s * i - time_s) * Along(yaw_rad + 0.5 * turn_rad);
    poses.push_back({kTimeStep_s * i, place + way, yaw_rad + turn_rad});
  }
  return poses;
}

// So fast that the bodies overlap for 2 s of a perpendicular crossing.
std::vector<TimedPose> Across(const EgoPath& path, double length_m, Random* random) {
  const PathPose at = path.At(random->Uniform(5.0, kPathLength_m - 5.0));
  const double time_s = random->Uniform(1.0, kHorizon_s - 1.0);
  const double angle_rad = random->Sign() * random->Uniform(0.4, 0.6) * kPi;
  const double yaw_rate_radps = random->Chance(0.5) ? 0.0 : random->Uniform(-0.1, 0.1);
  return Drive(at.position, time_s, at.yaw_rad + angle_rad, 0.5 * (length_m + kEgoWidth_m), yaw_rate_radps);
}

std::vector<TimedPose> Beside(Random* random) {
  const Vec2 place = {random->Uniform(-20.0, kPathLength_m), random->Sign() * random->Uniform(45.0, 80.0)};
  const double time_s = random->Uniform(0.0, kHorizon_s);
  const double yaw_rad = random->Chance(0.5) ? 0.0 : kPi;
  return Drive(place, time_s, yaw_rad, random->Uniform(2.0, 15.0), 0.0);
}

// `obstacles` cars with a prediction each, at instants a time step apart, of which `crossing` cross
// a bending path once and take their stretch of it for about 2 s each; the others drive along it
// and are never within 10 m. REQUIRES: 0 <= crossing <= obstacles.
CrossingTraffic MakeCrossingTraffic(int obstacles, int crossing, uint64_t seed) {
  CrossingTraffic traffic{{}, MakePath()};
  traffic.scene.time_step_s = kTimeStep_s;
  traffic.scene.ego.shapes = {*ConvexPolygon::Rectangle(kEgoLength_m, kEgoWidth_m, {1.4, 0.0})};
  Random random(seed);
  for (int i = 0; i < obstacles; ++i) {
    const double length_m = random.Uniform(3.8, 5.2);
    const double width_m = random.Uniform(1.6, 2.1);
    std::vector<TimedPose> poses = i < crossing ? Across(traffic.path, length_m, &random) : Beside(&random);
    traffic.scene.moving_obstacles.push_back(
        {"m" + std::to_string(i), "", {*ConvexPolygon::Rectangle(length_m, width_m)}, {}, {}});
    traffic.scene.moving_obstacles.back().predictions.push_back({1.0, std::move(poses), {}});
  }
  return traffic;
}

// Profiles of `pieces` pieces of equal duration, from the beginning of the path on.
LinearProfiles MakeProfiles(int count, int pieces, uint64_t seed) {
  Random random(seed);
  LinearProfiles profiles;
  const double step_s = kHorizon_s / pieces;
  for (int k = 0; k <= pieces; ++k) profiles.times_s.push_back(step_s * k);
  for (int i = 0; i < count; ++i) {
    double speed_mps = random.Uniform(0.0, 15.0);
    profiles.stations_m.push_back(0.0);
    for (int k = 1; k <= pieces; ++k) {
      speed_mps = std::clamp(speed_mps + random.Uniform(-3.0, 3.0) * step_s, 0.0, 20.0);
      profiles.stations_m.push_back(std::min(profiles.stations_m.back() + speed_mps * step_s, kPathLength_m));
    }
  }
  return profiles;
}

ConvexPolygon Longer(const ConvexPolygon& box, double by_m) {
  std::vector<Vec2> vertices(box.vertices().begin(), box.vertices().end());
  for (Vec2& vertex : vertices) vertex.x += vertex.x > box.center().x ? by_m : -by_m;
  return *ConvexPolygon::Create(vertices);
}

// As Apollo's STBoundaryMapper: for every time step the least and the greatest sampled station at
// which the vehicle's box overlaps an obstacle's.
class SampledMapper {
 public:
  // If `is_enlarged`, the vehicle's box is longer by half a step of the stations at either end, and
  // an obstacle's by the way that it drives in half a step of time.
  // REQUIRES: one shape of each body; predictions with poses at the same multiples of kTimeStep_s.
  SampledMapper(const CrossingTraffic& traffic, bool is_enlarged)
      : scene_(traffic.scene), ego_(Longer(scene_.ego.shapes[0], is_enlarged ? 0.5 * kStationStep_m : 0.0)) {
    for (double station_m = traffic.path.start_m(); station_m <= traffic.path.end_m(); station_m += kStationStep_m) {
      const PathPose pose = traffic.path.At(station_m);
      stations_m_.push_back(station_m);
      local_from_ego_.push_back(Pose2::FromYaw(pose.position, pose.yaw_rad));
    }
    for (const planner::MovingObstacle& obstacle : scene_.moving_obstacles) {
      const std::vector<TimedPose>& poses = obstacle.predictions[0].poses;
      const double speed_mps = Norm(poses[1].position - poses[0].position) / kTimeStep_s;
      obstacles_.push_back(Longer(obstacle.shapes[0], is_enlarged ? 0.5 * kTimeStep_s * speed_mps : 0.0));
    }
    occupied_.resize(scene_.moving_obstacles[0].predictions[0].poses.size());
  }

  // Maps the scene; what it has mapped before is gone.
  void Map() {
    for (size_t step = 0; step < occupied_.size(); ++step) {
      occupied_[step].clear();
      for (size_t i = 0; i < obstacles_.size(); ++i) MapObstacle(i, step);
    }
  }

  // Whether a profile, linear between these times, is at an occupied station at a time step.
  bool Hits(absl::Span<const double> times_s, absl::Span<const double> stations_m) const {
    size_t piece = 1;
    for (size_t step = 0; step < occupied_.size(); ++step) {
      const double time_s = kTimeStep_s * static_cast<double>(step);
      while (piece + 1 < times_s.size() && times_s[piece] < time_s) ++piece;
      const double part = std::min((time_s - times_s[piece - 1]) / (times_s[piece] - times_s[piece - 1]), 1.0);
      const double station_m = stations_m[piece - 1] + part * (stations_m[piece] - stations_m[piece - 1]);
      for (const Stretch& stretch : occupied_[step]) {
        if (stretch.from_m <= station_m && station_m <= stretch.to_m) return true;
      }
    }
    return false;
  }

 private:
  static constexpr double kStationStep_m = 0.5;

  struct Stretch {
    double from_m;
    double to_m;
  };

  void MapObstacle(size_t i, size_t step) {
    const Pose2 local_from_obstacle = scene_.moving_obstacles[i].predictions[0].poses[step].ToPose2();
    const double reach_m = ego_.bounding_radius_m() + obstacles_[i].bounding_radius_m();
    const Vec2 center = local_from_obstacle * obstacles_[i].center();
    Stretch stretch = {stations_m_.back(), stations_m_.front() - 1.0};
    for (size_t k = 0; k < stations_m_.size(); ++k) {
      if (NormSquared(local_from_ego_[k] * ego_.center() - center) > reach_m * reach_m) continue;
      if (!Collides(ego_, obstacles_[i], RelativePose(local_from_ego_[k], local_from_obstacle))) continue;
      stretch = {std::min(stretch.from_m, stations_m_[k]), stations_m_[k]};
    }
    if (stretch.from_m <= stretch.to_m) occupied_[step].push_back(stretch);
  }

  const planner::Scene& scene_;
  std::vector<double> stations_m_;
  std::vector<Pose2> local_from_ego_;  // At stations_m_.
  ConvexPolygon ego_;
  std::vector<ConvexPolygon> obstacles_;
  std::vector<std::vector<Stretch>> occupied_;  // By time step.
};

constexpr int kPieces = 20;

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
  CheckOk(checker.status());
  CheckOk(checker->Check(candidates, absl::MakeSpan(verdicts)));
  return verdicts;
}

struct Counts {
  int missed = 0;
  int false_hits = 0;
  int undecided = 0;
};

// Grazes of the swept check count as neither.
Counts CountAnswers(const std::vector<Verdict>& verdicts, const std::vector<SpeedProfileCheck>& checks) {
  Counts counts;
  for (size_t i = 0; i < checks.size(); ++i) {
    const bool is_graze = verdicts[i].collides() && verdicts[i].contact_bracket->is_undecided;
    const bool is_undecided = checks[i].verdict == MotionVerdict::kUndecided;
    const bool hits = checks[i].verdict == MotionVerdict::kCollides;
    counts.undecided += is_undecided ? 1 : 0;
    if (is_graze || is_undecided) continue;
    counts.missed += verdicts[i].collides() && !hits ? 1 : 0;
    counts.false_hits += !verdicts[i].collides() && hits ? 1 : 0;
  }
  return counts;
}

void MeasureCase(const std::string& name, int obstacles, int crossing, const Options& options, Report* report,
                 Table* table) {
  const CrossingTraffic traffic = MakeCrossingTraffic(obstacles, crossing, options.Seed());
  const LinearProfiles profiles = MakeProfiles(options.Count("profiles"), kPieces, options.Seed() + 1);
  PathTimeOptions graph_options;
  graph_options.end_s = kHorizon_s;
  PathTimeGraph graph;
  SpeedProfileIndex index;
  SampledMapper plain(traffic, false);
  SampledMapper enlarged(traffic, true);
  // checks[method][profile]. Method 0 checks no profile: it only builds the graph.
  std::vector<SpeedProfileCheck> checks[5];
  for (size_t k = 1; k < 5; ++k) checks[k].resize(profiles.count());
  const auto check = [&](size_t method) { CheckOk(index.Check(profiles.stations_m, absl::MakeSpan(checks[method]))); };
  const auto map = [&](SampledMapper* mapper, size_t method) {
    mapper->Map();
    for (size_t i = 0; i < profiles.count(); ++i) {
      const bool hits = mapper->Hits(profiles.times_s, profiles.row(i));
      checks[method][i].verdict = hits ? MotionVerdict::kCollides : MotionVerdict::kFree;
    }
  };
  const char* const methods[] = {"graph", "profiles", "profiles_indexed", "mapper", "mapper_enlarged"};
  const std::vector<TimedWork> works = {
      [&](int, int) { CheckOk(graph.Assign(traffic.scene, traffic.path, graph_options)); },
      [&](int, int) {
        CheckOk(index.Assign(graph, profiles.times_s));
        check(1);
      },
      [&](int, int) { check(2); }, [&](int, int) { map(&plain, 3); }, [&](int, int) { map(&enlarged, 4); }};
  const std::vector<Timing> timings = TimeInterleaved(works, 1, options.Positive("min_time"));
  const std::vector<Verdict> verdicts = SweptVerdicts(traffic, profiles);
  for (size_t i = 0; i < works.size(); ++i) {
    const Counts counts = CountAnswers(verdicts, checks[i]);
    const int64_t before = AllocationCount();
    works[i](0, 1);
    const int64_t allocations = AllocationCount() - before;
    report->AddRow({Key("case", name),
                    {"obstacles|", obstacles},
                    {"|method", methods[i]},
                    {"profiles", checks[i].size()},
                    {"ms_median|ms", timings[i].median_ns * 1e-6},
                    {"|least ms", timings[i].min_ns * 1e-6},
                    {"missed", counts.missed},
                    {"false_hits|false hits", counts.false_hits},
                    {"|undecided", counts.undecided},
                    {"|allocations", i > 2 ? "-" : absl::StrCat(allocations)},
                    {"|parts", i > 0 ? "-" : absl::StrCat(graph.parts().size())},
                    Key("method|", methods[i])},
                   table);
  }
}

void Run(const Options& options, Report* report) {
  const auto obstacles = static_cast<int>(options.Whole("obstacles", 10));
  options.Count("profiles");
  options.Positive("min_time");
  Table table;
  MeasureCase("near_10", obstacles, 10, options, report, &table);
  MeasureCase("all_cross", obstacles, obstacles, options, report, &table);
  report->AddMarkdown(table);
}

const Registration kPathTime({"path_time",
                              "Path and time",
                              kAbout,
                              {MinTime("1", "each case is timed for"),
                               {"obstacles", "100", "moving obstacles of each case"},
                               {"profiles", "1000", "profiles that are checked"},
                               Seed("20261127")},
                              Run});

}  // namespace
}  // namespace collision2d::bench
