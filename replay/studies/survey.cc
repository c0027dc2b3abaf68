#include "replay/studies/survey.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/io/output_path.h"
#include "collision2d/io/text.h"
#include "collision2d/query/collides.h"
#include "planner_adapter/checking/check_instants.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/road/road.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/timed_pose.h"
#include "replay/studies/first_cycles.h"

namespace collision2d::planner {
namespace {

using Shapes = std::vector<ConvexPolygon>;

constexpr absl::string_view kNames[kShortcuts] = {"corners", "instants_0.1_s", "instants_0.5_s", "circles", "hulls"};

// m. A corner is a square inside the body: a point would leave the road where it touches the edge.
constexpr double kCornerSide_m = 1e-3;

// Shapes that are this many times as long as wide are walls, which keep their shape.
constexpr double kMostCircles = 16.0;

// Returns the corners of the box around the shapes, in their own frame.
Shapes CornersOf(const Shapes& shapes) {
  Aabb2 box;
  for (const ConvexPolygon& shape : shapes) box.Extend(shape.Bounds());
  const double side = std::min({kCornerSide_m, box.max.x - box.min.x, box.max.y - box.min.y});
  Shapes corners;
  for (const double x : {box.min.x, box.max.x - side}) {
    for (const double y : {box.min.y, box.max.y - side}) {
      const Vec2 points[] = {{x, y}, {x + side, y}, {x, y + side}, {x + side, y + side}};
      corners.push_back(ConvexPolygon::Hull(points).value_or(shapes.front()));
    }
  }
  return corners;
}

// Returns equal circles that cover the box around each shape along its longest edge: as many as the
// box is longer than wide, rounded up.
Shapes CirclesOf(const Shapes& shapes) {
  Shapes circles;
  for (const ConvexPolygon& shape : shapes) {
    Vec2 along;
    for (int i = 0; i < shape.size(); ++i) {
      const Vec2 edge = shape.ring()[i + 1] - shape.ring()[i];
      if (NormSquared(edge) > NormSquared(along)) along = edge;
    }
    along = shape.size() > 1 ? Normalized(along) : Vec2{1.0, 0.0};
    Aabb2 box;  // Its x axis is `along`.
    for (const Vec2 v : shape.vertices()) box.Extend(Vec2{Dot(along, v), Cross(along, v)});
    box = box.Inflated(shape.radius_m());
    const Vec2 size = box.max - box.min;
    const double count = std::ceil(size.x / size.y);
    // Not a point, nor a segment without width.
    const bool is_covered = shape.size() > 1 && count <= kMostCircles;
    if (!is_covered) circles.push_back(shape);
    for (double k = 0.5; is_covered && k < count; ++k) {
      const Vec2 center = {box.min.x + k * size.x / count, box.center().y};
      const double radius_m = 0.5 * std::hypot(size.x / count, size.y);
      circles.push_back(
          ConvexPolygon::Disc(radius_m, center.x * along + center.y * PerpendicularLeft(along)).value_or(shape));
    }
  }
  return circles;
}

// Changes the shapes of the ego vehicle.
void ReplaceEgo(Shapes (*replacement)(const Shapes&), Scene* scene) {
  scene->ego.shapes = replacement(scene->ego.shapes);
  for (EgoPart& part : scene->ego.parts) part.shapes = replacement(part.shapes);
}

// Changes the shapes of road users among the obstacles.
void ReplaceObstacles(Shapes (*replacement)(const Shapes&), Scene* scene) {
  for (MovingObstacle& obstacle : scene->moving_obstacles) {
    obstacle.shapes = replacement(obstacle.shapes);
    for (Prediction& prediction : obstacle.predictions) {
      for (TimedShapes& timed : prediction.timed_shapes) timed.shapes = replacement(timed.shapes);
    }
  }
  for (StaticObstacle& obstacle : scene->static_obstacles) {
    const bool is_road_user = obstacle.kind != ObstacleKind::kUnspecified && obstacle.kind < ObstacleKind::kStructure;
    if (is_road_user) obstacle.shapes = replacement(obstacle.shapes);
  }
}

struct Judgement {
  bool collides = false;
  bool leaves = false;
};
using Judgements = std::vector<Judgement>;

absl::StatusOr<Judgements> JudgeByChecker(Scene scene, const CheckerOptions& options,
                                          const std::shared_ptr<const Road>& road,
                                          absl::Span<const Candidate> candidates, int threads) {
  scene.margins = {};
  Judgements judgements(candidates.size());
  std::vector<Verdict> verdicts(candidates.size());
  const auto check = [&](const std::shared_ptr<const Road>& checked_road) {
    const absl::StatusOr<TrajectoryChecker> checker = TrajectoryChecker::Create(Scene(scene), options, {checked_road});
    if (!checker.ok()) return checker.status();
    return checker->Check(candidates, absl::MakeSpan(verdicts), {std::nullopt, InThreads(threads)});
  };
  if (absl::Status status = check(std::make_shared<const Road>()); !status.ok()) return status;
  for (size_t i = 0; i < verdicts.size(); ++i) judgements[i].collides = verdicts[i].collides();
  // A verdict ends with the first collision.
  scene.static_obstacles.clear();
  scene.moving_obstacles.clear();
  if (absl::Status status = check(road); !status.ok()) return status;
  for (size_t i = 0; i < verdicts.size(); ++i) {
    judgements[i].leaves = verdicts[i].leaves_road_time_s.has_value();
  }
  return judgements;
}

// The hull of a shape at two times, and its heights as if it were level.
struct Hull {
  ConvexPolygon shape;
  std::optional<HeightSpan> height;
};

absl::StatusOr<std::vector<Hull>> HullsOf(const std::vector<PlacedShape>& at_start,
                                          const std::vector<PlacedShape>& at_end) {
  std::vector<Hull> hulls;
  for (size_t i = 0; i < at_start.size(); ++i) {
    const PlacedShape& start = at_start[i];
    std::vector<Vec2> points;
    for (const Vec2 v : start.shape->vertices()) {
      points.push_back(start.local_from_shape * v);
      points.push_back(at_end[i].local_from_shape * v);
    }
    absl::StatusOr<ConvexPolygon> hull = ConvexPolygon::Hull(points, start.shape->radius_m());
    if (!hull.ok()) return hull.status();
    hulls.push_back({*std::move(hull), std::nullopt});
    if (start.height == nullptr) continue;
    const auto [low_m, high_m] = std::minmax({start.elevation.z_m, at_end[i].elevation.z_m});
    hulls.back().height = HeightSpan{start.height->z_min_m + low_m, start.height->z_max_m + high_m};
  }
  return hulls;
}

absl::StatusOr<std::vector<Hull>> HullsOfEgo(const Scene& scene, const Candidate& candidate, double start_s,
                                             double end_s) {
  std::vector<std::optional<HeightSpan>> heights;
  for (int part = 0; part < scene.ego.part_count(); ++part) heights.push_back(scene.ego.height_of(part));
  const auto placed_at = [&](double time_s) {
    std::vector<PlacedShape> placed;
    for (int part = 0; part < scene.ego.part_count(); ++part) {
      const TimedPose pose = InterpolatePose(candidate.poses_of(part), time_s, scene.origin);
      const HeightSpan* height = heights[part].has_value() ? &*heights[part] : nullptr;
      for (const ConvexPolygon& shape : scene.ego.shapes_of(part)) {
        placed.push_back({&shape, pose.ToPose2(), 0, 0, height, pose.ToElevation()});
      }
    }
    return placed;
  };
  return HullsOf(placed_at(start_s), placed_at(end_s));
}

absl::StatusOr<std::vector<Hull>> HullsOfObstacles(const Scene& scene, const CheckerOptions& options, double start_s,
                                                   double end_s) {
  std::vector<PlacedShape> at_start;
  AddStaticObstacles(scene, &at_start);
  std::vector<PlacedShape> at_end = at_start;
  AddMovingObstaclesDuring(scene, {start_s, end_s}, options.beyond_prediction, options.min_probability, &at_start,
                           &at_end);
  return HullsOf(at_start, at_end);
}

bool Collide(const Hull& a, const Hull& b) {
  const bool are_levels_apart = a.height.has_value() && b.height.has_value() &&
                                (a.height->z_max_m < b.height->z_min_m || b.height->z_max_m < a.height->z_min_m);
  return !are_levels_apart && Collides(a.shape, b.shape);
}

absl::StatusOr<Judgements> JudgeByHulls(const Scene& scene, const CheckerOptions& options, const Road& road,
                                        absl::Span<const Candidate> candidates) {
  Instants instants;
  absl::Status status = CheckInstants(candidates, CycleStartTime(scene), scene.time_step_s, kMaxInstants, &instants);
  if (!status.ok()) return status;
  std::map<std::pair<double, double>, std::vector<Hull>> obstacles;  // By interval.
  Judgements judgements;
  for (const Candidate& candidate : candidates) {
    Judgement judgement;
    const std::vector<double> times_s = TimesOf(candidate, instants);
    // The last interval is the last instant.
    for (size_t k = 0; k < times_s.size(); ++k) {
      const std::pair<double, double> interval = {times_s[k], times_s[std::min(k + 1, times_s.size() - 1)]};
      auto found = obstacles.find(interval);
      if (found == obstacles.end()) {
        absl::StatusOr<std::vector<Hull>> hulls = HullsOfObstacles(scene, options, interval.first, interval.second);
        if (!hulls.ok()) return hulls.status();
        found = obstacles.emplace(interval, *std::move(hulls)).first;
      }
      const absl::StatusOr<std::vector<Hull>> ego = HullsOfEgo(scene, candidate, interval.first, interval.second);
      if (!ego.ok()) return ego.status();
      for (const Hull& hull : *ego) {
        judgement.collides = judgement.collides || std::any_of(found->second.begin(), found->second.end(),
                                                               [&](const Hull& of) { return Collide(hull, of); });
        const Pose2 in_place;
        RoadPoseClearance clearance;
        status = road.Clearances({&hull.shape, 1}, {&in_place, 1}, {&clearance, 1}, scene.origin);
        if (!status.ok()) return status;
        judgement.leaves = judgement.leaves || !clearance.is_inside;
      }
    }
    judgements.push_back(judgement);
  }
  return judgements;
}

absl::StatusOr<Judgements> JudgeBy(int shortcut, Scene scene, CheckerOptions options,
                                   const std::shared_ptr<const Road>& road, absl::Span<const Candidate> candidates,
                                   int threads) {
  if (shortcut == kHulls) return JudgeByHulls(scene, options, *road, candidates);
  options.instants_only = shortcut == kInstants01 || shortcut == kInstants05;
  if (options.instants_only) scene.time_step_s = shortcut == kInstants01 ? 0.1 : 0.5;
  if (shortcut == kCorners) ReplaceEgo(CornersOf, &scene);
  if (shortcut == kCircles) {
    ReplaceEgo(CirclesOf, &scene);
    ReplaceObstacles(CirclesOf, &scene);
  }
  return JudgeByChecker(std::move(scene), options, road, candidates, threads);
}

std::string CsvText(absl::string_view text) {
  return absl::StrCat("\"", absl::StrReplaceAll(VisibleText(text), {{"\"", "\"\""}}), "\"");
}

}  // namespace

absl::StatusOr<SceneSurvey> SurveyScene(const Scene& scene, absl::Span<const Candidate> candidates,
                                        const ReplayOptions& options) {
  CheckerOptions checker = options.checker;
  checker.metrics = {};
  absl::StatusOr<Road> made = Road::FromScene(scene, checker.road_gap_m);
  if (!made.ok()) return made.status();
  const auto road = std::make_shared<const Road>(*std::move(made));
  const absl::StatusOr<Judgements> exact = JudgeBy(kShortcuts, scene, checker, road, candidates, options.threads);
  if (!exact.ok()) return exact.status();
  SceneSurvey survey;
  survey.candidates = static_cast<int64_t>(candidates.size());
  for (const Judgement& is : *exact) {
    survey.colliding += is.collides;
    survey.leaving += is.leaves;
  }
  for (int shortcut = 0; shortcut < kShortcuts; ++shortcut) {
    absl::StatusOr<Judgements> seen = JudgeBy(shortcut, scene, checker, road, candidates, options.threads);
    if (!seen.ok()) return seen.status();
    for (size_t i = 0; i < candidates.size(); ++i) {
      const Judgement& is = (*exact)[i];
      Judgement says = (*seen)[i];
      if (shortcut == kCorners) says.collides = is.collides;  // A shortcut of the road alone.
      bool mistaken[kMistakes] = {is.collides && !says.collides, !is.collides && says.collides,
                                  is.leaves && !says.leaves, !is.leaves && says.leaves};
      mistaken[kAnyMistake] = std::count(mistaken, mistaken + kAnyMistake, true) > 0;
      for (int k = 0; k < kMistakes; ++k) survey.mistakes[shortcut][k] += mistaken[k];
      std::string& first = survey.first_wrong[shortcut];
      if (mistaken[kAnyMistake] && first.empty()) first = candidates[i].id;
    }
  }
  return survey;
}

absl::StatusOr<int> SurveyScenes(const std::vector<std::string>& paths, const ReplayOptions& options,
                                 const SceneInputOptions& inputs, const std::string& out) {
  if (absl::Status status = PrepareFirstCycles(options, inputs, out); !status.ok()) return status;
  SceneSurvey total;
  std::string csv =
      "file,scene,shortcut,candidates,colliding,leaving,collisions_missed,collisions_false,departures_missed,"
      "departures_false,wrong,first_wrong\n";
  const auto add = [&](const std::string& file, const Scene& scene, absl::Span<const Candidate> candidates) {
    const absl::StatusOr<SceneSurvey> survey = SurveyScene(scene, candidates, options);
    if (!survey.ok()) return survey.status();
    total.candidates += survey->candidates;
    total.colliding += survey->colliding;
    total.leaving += survey->leaving;
    for (int shortcut = 0; shortcut < kShortcuts; ++shortcut) {
      const auto& mistakes = survey->mistakes[shortcut];
      for (int k = 0; k < kMistakes; ++k) total.mistakes[shortcut][k] += mistakes[k];
      absl::StrAppendFormat(&csv, "%s,%s,%s,%d,%d,%d,%s,%s\n", CsvText(file), CsvText(scene.id), kNames[shortcut],
                            survey->candidates, survey->colliding, survey->leaving, absl::StrJoin(mistakes, ","),
                            CsvText(survey->first_wrong[shortcut]));
    }
    return absl::OkStatus();
  };
  const AskedScenes asked = ForEachFirstCycle(paths, options, inputs, add);
  PrintUnusable(asked);
  if (absl::Status status = WriteWholeFile(absl::StrCat(out, "/survey.csv"), csv); !status.ok()) return status;
  std::printf("%s", absl::StrFormat("%d scenes, %d candidates: %d collide, %d leave the road\n%14s %30s %19s\n"
                                    "%-16s %10s %8s %12s %6s %12s %6s\n",
                                    asked.scenes, total.candidates, total.colliding, total.leaving, "", "collisions",
                                    "departures", "shortcut", "wrong", "%", "missed", "false", "missed", "false")
                        .c_str());
  for (int shortcut = 0; shortcut < kShortcuts; ++shortcut) {
    const auto& mistakes = total.mistakes[shortcut];
    const auto wrong = static_cast<double>(mistakes[kAnyMistake]);
    std::printf("%s", absl::StrFormat("%-16s %10d %8.2f %12d %6d %12d %6d\n", kNames[shortcut], mistakes[kAnyMistake],
                                      100.0 * wrong / std::max(1.0, static_cast<double>(total.candidates)),
                                      mistakes[kCollisionMissed], mistakes[kCollisionFalse], mistakes[kDepartureMissed],
                                      mistakes[kDepartureFalse])
                          .c_str());
  }
  return static_cast<int>(asked.unusable.size());
}

}  // namespace collision2d::planner
