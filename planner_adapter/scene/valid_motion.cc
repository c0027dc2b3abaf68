#include "planner_adapter/scene/valid_motion.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "collision2d/geometry/tolerances.h"
#include "planner_adapter/scene/scene_limits.h"
#include "planner_adapter/scene/valid_shapes.h"

namespace collision2d::planner {
namespace {

std::optional<Vec2> FirstPoint(const std::vector<Vec2>& points) {
  if (points.empty()) return std::nullopt;
  return points.front();
}

std::optional<Vec2> FirstPoint(const input::Outline& outline) {
  return outline.rings.empty() ? std::nullopt : FirstPoint(outline.rings[0]);
}

std::optional<Vec2> FirstPoint(const std::vector<input::Shape>& shapes) {
  if (shapes.empty()) return std::nullopt;
  if (const auto* polygon = std::get_if<input::Polygon>(&shapes[0])) return FirstPoint(polygon->vertices);
  if (const auto* rectangle = std::get_if<input::Rectangle>(&shapes[0])) return rectangle->center;
  if (const auto* disc = std::get_if<input::Disc>(&shapes[0])) return disc->center;
  if (const auto* outline = std::get_if<input::Outline>(&shapes[0])) return FirstPoint(*outline);
  return std::nullopt;
}

std::optional<Vec2> FirstPoint(const input::Obstacle& obstacle) {
  if (!obstacle.shapes.empty()) return FirstPoint(obstacle.shapes);
  if (obstacle.polytopes.empty() || obstacle.polytopes[0].empty()) return std::nullopt;
  return Vec2{obstacle.polytopes[0][0].x, obstacle.polytopes[0][0].y};
}

std::optional<Vec2> FirstPoint(const input::Prediction& prediction) {
  if (!prediction.poses.empty()) return prediction.poses[0].position;
  if (!prediction.occupancies.empty()) return FirstPoint(prediction.occupancies[0].shapes);
  return std::nullopt;
}

// That of the scene, else that of an obstacle; null if there is none.
const input::Prediction* FirstPrediction(const input::Scene& scene) {
  if (!scene.predictions.empty()) return &scene.predictions[0];
  for (const input::Obstacle& obstacle : scene.moving_obstacles) {
    if (!obstacle.predictions.empty()) return &obstacle.predictions[0];
  }
  return nullptr;
}

std::optional<Vec2> FirstPoint(const input::Scene& scene) {
  if (scene.ego_state.has_value()) return scene.ego_state->pose.position;
  if (!scene.candidates.empty() && !scene.candidates[0].poses.empty()) return scene.candidates[0].poses[0].position;
  if (!scene.reference_path.empty()) return scene.reference_path[0];
  if (!scene.drivable_area.empty()) return FirstPoint(scene.drivable_area[0].vertices);
  if (!scene.drivable_outlines.empty()) return FirstPoint(scene.drivable_outlines[0]);
  if (!scene.road_borders.empty()) return FirstPoint(scene.road_borders[0].points);
  if (!scene.static_obstacles.empty()) return FirstPoint(scene.static_obstacles[0]);
  if (!scene.grids.empty()) return scene.grids[0].origin;
  if (!scene.point_sets.empty()) return scene.point_sets[0].origin;
  if (const input::Prediction* prediction = FirstPrediction(scene)) return FirstPoint(*prediction);
  if (!scene.lane_boundaries.empty()) return FirstPoint(scene.lane_boundaries[0].points);
  if (!scene.goals.empty()) return FirstPoint(scene.goals[0].area);
  return std::nullopt;
}

double FirstTime(const input::Scene& scene) {
  if (scene.ego_state.has_value()) return scene.ego_state->pose.time_s;
  std::optional<double> earliest_s;
  for (const Candidate& candidate : scene.candidates) {
    if (candidate.poses.empty()) continue;
    const double first_s = candidate.poses[0].time_s;
    earliest_s = std::min(earliest_s.value_or(first_s), first_s);
  }
  if (earliest_s.has_value()) return *earliest_s;
  const input::Prediction* prediction = FirstPrediction(scene);
  if (prediction == nullptr) return 0.0;
  if (!prediction->poses.empty()) return prediction->poses[0].time_s;
  return prediction->occupancies.empty() ? 0.0 : prediction->occupancies[0].time_s;
}

bool InRange(double coordinate) { return std::abs(coordinate) <= kMaxCoordinate_m; }

void FailTime(const FieldPath& path, double time_s, const MotionContext& context, FieldChecker& checker) {
  const FieldPath field = path.Field("time_s");
  checker.Magnitude(field, time_s, kMaxTime_s, "s");
  checker.Fail(field, absl::StrCat(FormatNumber(time_s), " s is more than ", kMaxTimeSteps, " time steps of ",
                                   FormatNumber(context.time_step_s), " s from the beginning of the cycle at ",
                                   FormatNumber(context.anchor.time_s), " s"));
}

// Checks the field time_s of what is at `path`: finite and within kMaxTimeSteps steps of the
// beginning of the cycle.
inline void CheckTime(const FieldPath& path, double time_s, const MotionContext& context, FieldChecker& checker) {
  const bool is_in_cycle = std::abs(time_s - context.anchor.time_s) <= kMaxTimeSteps * context.time_step_s;
  if (!is_in_cycle || !(std::abs(time_s) <= kMaxTime_s)) FailTime(path, time_s, context, checker);
}

// Returns "TIME s RELATION name[index].time_s, TIME s".
std::string CompareTimes(double time_s, absl::string_view relation, absl::string_view name, size_t index,
                         double other_s) {
  return absl::StrCat(FormatNumber(time_s), " s ", relation, " ", name, "[", index, "].time_s, ", FormatNumber(other_s),
                      " s");
}

// Times of which one instant can be within kSameInstant_s of both.
bool ShareAnInstant(double before_s, double after_s) { return after_s - before_s <= 2.0 * kSameInstant_s; }

constexpr absl::string_view kSharesInstant = "is the same instant as";

bool AreSame(const std::vector<ConvexPolygon>& some, const std::vector<ConvexPolygon>& others) {
  return std::equal(some.begin(), some.end(), others.begin(), others.end(),
                    [](const ConvexPolygon& a, const ConvexPolygon& b) {
                      return a.radius_m() == b.radius_m() && a.vertices() == b.vertices();
                    });
}

// The field `name`, whose shapes are in a frame with the origin `origin` in the scene's frame.
std::vector<TimedShapes> ValidTimedShapes(const std::vector<input::TimedShapes>& all, Vec2 origin,
                                          const MotionContext& context, const FieldPath& path, absl::string_view name,
                                          FieldChecker& checker) {
  std::vector<TimedShapes> result;
  result.reserve(all.size());
  for (size_t i = 0; i < all.size() && checker.ok(); ++i) {
    const double time_s = all[i].time_s;
    const FieldPath element = path.Element(name, i);
    CheckTime(element, time_s, context, checker);
    result.push_back({time_s, ValidShapes(all[i].shapes, origin, element, "shapes", checker)});
    if (i == 0 || !checker.ok()) continue;
    const TimedShapes& before = result[i - 1];
    if (!(time_s > before.time_s)) {
      checker.Fail(element.Field("time_s"), CompareTimes(time_s, "is not after", name, i - 1, before.time_s));
    } else if (ShareAnInstant(before.time_s, time_s) && !AreSame(before.shapes, result[i].shapes)) {
      checker.Fail(
          element.Field("time_s"),
          absl::StrCat(CompareTimes(time_s, kSharesInstant, name, i - 1, before.time_s), ", but the shapes differ"));
    }
  }
  return result;
}

// Whether all numbers of a pose are in range, as MovePose has it.
bool IsLegal(const MotionContext& context, const TimedPose& pose) {
  const Vec2 local = pose.position - context.anchor.origin;
  const auto is_within = [](double limit, auto... values) { return ((std::abs(values) <= limit) && ...); };
  return is_within(kMaxDistanceFromOrigin_m, local.x, local.y, pose.z_m) &&
         is_within(kMaxCoordinate_m, pose.position.x, pose.position.y) && is_within(kMaxYaw_rad, pose.yaw_rad) &&
         is_within(kMaxTilt_rad, pose.pitch_rad, pose.roll_rad) && is_within(kMaxTime_s, pose.time_s) &&
         is_within(kMaxTimeSteps * context.time_step_s, pose.time_s - context.anchor.time_s);
}

// See CheckTrajectory. REQUIRES: poses are finite.
void CheckPoseTimes(absl::Span<const TimedPose> poses, const FieldPath& path, FieldChecker& checker) {
  const auto fail = [&](size_t i, absl::string_view relation, size_t other, const auto&... what) {
    const FieldPath pose = path.Element("poses", i);
    checker.Fail(pose.Field("time_s"),
                 absl::StrCat(CompareTimes(poses[i].time_s, relation, "poses", other, poses[other].time_s), what...));
  };
  // The pose for which others near its instant are dropped. It stays while they follow each other,
  // so that they cannot drift away from it in steps.
  size_t first = 0;
  for (size_t i = 1; i < poses.size(); ++i) {
    const double before_s = poses[i - 1].time_s;
    const double time_s = poses[i].time_s;
    if (!(time_s > before_s)) return fail(i, "is not after", i - 1);
    if (!ShareAnInstant(before_s, time_s)) {
      first = i;
      continue;
    }
    if (!ShareAnInstant(poses[first].time_s, time_s)) first = i - 1;
    for (const size_t other : {i - 1, first}) {
      const double gap_s = time_s - poses[other].time_s;
      const double change_m = PoseChange_m(poses[other], poses[i]);
      if (change_m <= (gap_s <= kSameInstant_s ? kSamePose_m : kMaxSpeed_mps * gap_s)) continue;
      return fail(i, kSharesInstant, other, ", but the poses are ", change_m, " m apart");
    }
  }
}

// The field `poses` of what is at `path`, which stays where it is.
void CheckPoses(const MotionContext& context, const FieldPath& path, FieldChecker& checker,
                absl::Span<const TimedPose> poses) {
  for (size_t i = 0; i < poses.size() && checker.ok(); ++i) {
    if (IsLegal(context, poses[i])) continue;
    TimedPose pose = poses[i];
    MovePose(context, path.Element("poses", i), checker, pose);
  }
  if (checker.ok()) CheckPoseTimes(poses, path, checker);
}

// No cycle limits the times.
MotionContext AnyTime(Vec2 origin) { return {{origin, 0.0}, std::numeric_limits<double>::infinity()}; }

// What a prediction consists of.
template <typename AnyPrediction>
void CheckForm(const AnyPrediction& prediction, const FieldPath& path, FieldChecker& checker) {
  checker.NotNegative(path.Field("probability"), prediction.probability, 1.0, "");
  if (!prediction.poses.empty() && !prediction.occupancies.empty()) {
    checker.Fail(path, absl::StrCat(prediction.poses.size(), " poses and ", prediction.occupancies.size(),
                                    " occupancies; only one of the two is possible"));
  }
  if (prediction.poses.empty() && prediction.occupancies.empty()) {
    checker.Fail(path, "no poses and no occupancies; one of the two is needed");
  }
}

void CheckTimesOf(const std::vector<TimedShapes>& all, const FieldPath& path, absl::string_view name,
                  FieldChecker& checker) {
  for (size_t k = 0; k < all.size(); ++k) {
    const FieldPath element = path.Element(name, k);
    CheckTime(element, all[k].time_s, AnyTime({}), checker);
    if (k == 0 || all[k].time_s > all[k - 1].time_s) continue;
    checker.Fail(element.Field("time_s"), CompareTimes(all[k].time_s, "is not after", name, k - 1, all[k - 1].time_s));
  }
}

}  // namespace

SceneAnchor AnchorOf(const input::Scene& scene) {
  SceneAnchor anchor;
  const std::optional<Vec2> point = FirstPoint(scene);
  if (point.has_value() && InRange(point->x) && InRange(point->y)) {
    anchor.origin = {std::round(point->x), std::round(point->y)};
  }
  const double time_s = FirstTime(scene);
  if (std::isfinite(time_s)) anchor.time_s = time_s;
  return anchor;
}

void MovePose(const MotionContext& context, const FieldPath& path, FieldChecker& checker, TimedPose& pose) {
  CheckTime(path, pose.time_s, context, checker);
  pose.position = ValidPoint(pose.position, context.anchor.origin, path, checker);
  checker.Magnitude(path.Field("yaw_rad"), pose.yaw_rad, kMaxYaw_rad, "rad");
  checker.Magnitude(path.Field("z"), pose.z_m, kMaxDistanceFromOrigin_m, "m");
  checker.Magnitude(path.Field("pitch_rad"), pose.pitch_rad, kMaxTilt_rad, "rad");
  checker.Magnitude(path.Field("roll_rad"), pose.roll_rad, kMaxTilt_rad, "rad");
}

void CheckPose(const TimedPose& pose, const FieldPath& path, FieldChecker& checker) {
  TimedPose moved = pose;
  MovePose(AnyTime({}), path, checker, moved);
}

void CheckHeight(const HeightSpan& span, const FieldPath& path, FieldChecker& checker, absl::string_view lower,
                 absl::string_view upper) {
  checker.Magnitude(path.Field(lower), span.z_min_m, kMaxDistanceFromOrigin_m, "m");
  checker.Magnitude(path.Field(upper), span.z_max_m, kMaxDistanceFromOrigin_m, "m");
  if (span.z_max_m < span.z_min_m) {
    checker.Fail(path.Field(upper), absl::StrCat(FormatNumber(span.z_max_m), " m is below ", lower, ", ",
                                                 FormatNumber(span.z_min_m), " m"));
  }
}

void CheckPrediction(const Prediction& prediction, const FieldPath& path, FieldChecker& checker) {
  CheckForm(prediction, path, checker);
  CheckPoses(AnyTime({}), path, checker, prediction.poses);
  CheckTimesOf(prediction.occupancies, path, "occupancies", checker);
  CheckTimesOf(prediction.timed_shapes, path, "timed_shapes", checker);
}

void CheckMargins(const Margins& margins, const FieldPath& path, FieldChecker& checker) {
  const auto check = [&checker](const FieldPath& at, const Margin& margin) {
    checker.NotNegative(at.Field("along_m"), margin.along_m, kMaxMargin_m, "m");
    checker.NotNegative(at.Field("across_m"), margin.across_m, kMaxMargin_m, "m");
    checker.NotNegative(at.Field("round_m"), margin.round_m, kMaxMargin_m, "m");
  };
  check(path.Field("body"), margins.body);
  check(path.Field("road"), margins.road);
  checker.ForEach(path, "by_type", margins.by_type, [&](const FieldPath& of_type, const TypeMargin& of, size_t) {
    check(of_type.Field("margin"), of.margin);
  });
}

void CheckRss(const RssParameters& rss, const FieldPath& path, FieldChecker& checker) {
  for (const RssField& field : kRssFields) {
    const FieldPath at = path.Field(field.name);
    const double value = rss.*field.value;
    if (field.allows_zero) {
      checker.NotNegative(at, value, field.limit, field.unit);
    } else {
      checker.Positive(at, value, field.limit, field.unit);
    }
  }
}

namespace {

template <typename Obstacle>
void CheckHeights(const Obstacle& obstacle, const FieldPath& path, FieldChecker& checker) {
  if (obstacle.height.has_value()) CheckHeight(*obstacle.height, path.Field("height"), checker);
  checker.ForEach(path, "polytopes", obstacle.polytopes, [&](const FieldPath& at, const Polytope& polytope, size_t) {
    CheckHeight(polytope.span, at, checker);
  });
}

void CheckPoints(const std::vector<Vec2>& points, const FieldPath& path, absl::string_view name,
                 FieldChecker& checker) {
  checker.ForEach(path, name, points,
                  [&](const FieldPath& at, Vec2 point, size_t) { ValidPoint(point, Vec2{}, at, checker); });
}

void CheckLines(const std::vector<RoadLine>& lines, const FieldPath& root, absl::string_view name,
                FieldChecker& checker) {
  checker.ForEach(root, name, lines, [&](const FieldPath& line, const RoadLine& of, size_t) {
    CheckPoints(of.points, line, "points", checker);
  });
}

void CheckObstacles(const Scene& scene, const FieldPath& root, FieldChecker& checker) {
  int64_t with_elements = 0;
  const auto check_static = [&](const FieldPath& path, const StaticObstacle& obstacle, size_t) {
    const bool has_elements = obstacle.elements != nullptr;
    const bool has_shapes = !obstacle.shapes.empty() || !obstacle.polytopes.empty() || obstacle.height.has_value();
    with_elements += has_elements ? 1 : 0;
    if ((has_elements && has_shapes) || (!has_elements && with_elements > 0) || with_elements > kMaxElementObstacles) {
      checker.Fail(path.Field("elements"), absl::StrCat("at most ", kMaxElementObstacles,
                                                        " static obstacles, the last ones, have elements, and these "
                                                        "nothing else"));
    }
    CheckHeights(obstacle, path, checker);
  };
  checker.ForEach(root, "static_obstacles", scene.static_obstacles, check_static);
  checker.ForEach(root, "moving_obstacles", scene.moving_obstacles,
                  [&](const FieldPath& path, const MovingObstacle& obstacle, size_t) {
                    CheckHeights(obstacle, path, checker);
                    checker.ForEach(path, "predictions", obstacle.predictions,
                                    [&](const FieldPath& at, const Prediction& prediction, size_t) {
                                      CheckPrediction(prediction, at, checker);
                                    });
                  });
}

}  // namespace

absl::Status CheckScene(const Scene& scene) {
  FieldChecker checker;
  const FieldPath root;
  checker.Positive(root.Field("time_step_s"), scene.time_step_s, kMaxTime_s, "s");
  const FieldPath origin = root.Field("origin");
  checker.Magnitude(origin.Field("x"), scene.origin.x, kMaxCoordinate_m, "m");
  checker.Magnitude(origin.Field("y"), scene.origin.y, kMaxCoordinate_m, "m");
  checker.NotNegative(root.Field("desired_speed_mps"), scene.desired_speed_mps, kMaxSpeed_mps, "m/s");
  if (scene.ego_state.has_value()) {
    const FieldPath path = root.Field("ego_state");
    CheckPose(scene.ego_state->pose, path, checker);
    checker.Magnitude(path.Field("speed_mps"), scene.ego_state->speed_mps, kMaxSpeed_mps, "m/s");
    checker.Magnitude(path.Field("acceleration_mps2"), scene.ego_state->acceleration_mps2, kMaxAcceleration_mps2,
                      "m/s^2");
  }
  CheckPoints(scene.reference_path, root, "reference_path", checker);
  CheckLines(scene.road_borders, root, "road_borders", checker);
  CheckLines(scene.lane_boundaries, root, "lane_boundaries", checker);
  for (size_t i = 0; i < scene.goals.size(); ++i) {
    const Goal& goal = scene.goals[i];
    CheckGoalIntervals(goal.time_s, goal.yaw_rad, goal.speed_mps, root.Element("goals", i), checker);
  }
  CheckMargins(scene.margins, root.Field("margins"), checker);
  CheckRss(scene.rss, root.Field("rss"), checker);
  CheckObstacles(scene, root, checker);
  return checker.status();
}

Prediction ValidPrediction(input::Prediction& prediction, const MotionContext& context, const FieldPath& path,
                           FieldChecker& checker) {
  CheckForm(prediction, path, checker);
  if (prediction.poses.empty() && !prediction.timed_shapes.empty()) {
    checker.Fail(path, absl::StrCat(prediction.timed_shapes.size(), " timed_shapes without poses"));
  }
  if (prediction.poses.empty() && prediction.is_assumed) checker.Fail(path.Field("is_assumed"), "there are no poses");
  checker.ForEach(path, "poses", prediction.poses,
                  [&](const FieldPath& at, TimedPose& pose, size_t) { MovePose(context, at, checker, pose); });
  if (checker.ok()) CheckPoseTimes(prediction.poses, path, checker);
  return {prediction.probability, std::move(prediction.poses),
          ValidTimedShapes(prediction.occupancies, context.anchor.origin, context, path, "occupancies", checker),
          ValidTimedShapes(prediction.timed_shapes, Vec2(), context, path, "timed_shapes", checker),
          prediction.is_assumed};
}

void CheckTrajectory(const MotionContext& context, const FieldPath& path, FieldChecker& checker,
                     const Candidate& candidate, int part_count) {
  const std::vector<TimedPose>& poses = candidate.poses;
  if (poses.empty()) checker.Fail(path.Field("poses"), "empty; at least one pose is needed");
  CheckPoses(context, path, checker, poses);
  if (static_cast<int>(candidate.part_poses.size()) != part_count - 1) {
    checker.Fail(path.Field("part_poses"),
                 absl::StrCat(candidate.part_poses.size(), " lists of poses; ego.parts has ", part_count - 1));
  }
  checker.ForEach(
      path, "part_poses", candidate.part_poses, [&](const FieldPath& part, const std::vector<TimedPose>& own, size_t) {
        if (own.size() != poses.size()) {
          return checker.Fail(part.Field("poses"), absl::StrCat(own.size(), " poses; the body has ", poses.size()));
        }
        CheckPoses(context, part, checker, own);
        for (size_t i = 0; i < own.size() && checker.ok(); ++i) {
          if (own[i].time_s == poses[i].time_s) continue;
          const FieldPath pose = part.Element("poses", i);
          checker.Fail(pose.Field("time_s"), CompareTimes(own[i].time_s, "is not", "poses", i, poses[i].time_s));
        }
      });
}

absl::Status CheckCandidate(const Candidate& candidate, const Scene& scene) {
  FieldChecker checker;
  const FieldPath root;
  CheckTrajectory(AnyTime(scene.origin), root, checker, candidate, scene.ego.part_count());
  if (checker.ok()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("candidate ", candidate.id, ": ", checker.status().message()));
}

}  // namespace collision2d::planner
