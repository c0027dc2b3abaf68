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
#include "absl/strings/str_format.h"
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

void CheckTimes(absl::Span<const TimedPose> poses, const FieldPath& path, FieldChecker& checker) {
  if (!checker.ok()) return;
  if (const absl::Status status = CheckPoseTimes(poses); !status.ok()) checker.FailInside(path, status.message());
}

// The field `poses` of what is at `path`, which stays where it is.
void CheckGivenPoses(const MotionContext& context, const FieldPath& path, FieldChecker& checker,
                     absl::Span<const TimedPose> poses) {
  for (size_t i = 0; i < poses.size() && checker.ok(); ++i) {
    TimedPose pose = poses[i];
    MovePose(context, path.Element("poses", i), checker, pose);
  }
  CheckTimes(poses, path, checker);
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

void MovePoses(const MotionContext& context, const FieldPath& path, FieldChecker& checker,
               std::vector<TimedPose>& poses) {
  for (size_t i = 0; i < poses.size() && checker.ok(); ++i) {
    const FieldPath element = path.Element("poses", i);
    MovePose(context, element, checker, poses[i]);
  }
  CheckTimes(poses, path, checker);
}

absl::Status CheckPoseTimes(absl::Span<const TimedPose> poses) {
  const auto error = [&](size_t i, absl::string_view relation, size_t other, const auto&... what) {
    return absl::InvalidArgumentError(absl::StrCat(
        "poses[", i, "].time_s: ", CompareTimes(poses[i].time_s, relation, "poses", other, poses[other].time_s),
        what...));
  };
  // The pose for which others near its instant are dropped. It stays while they follow each other,
  // so that they cannot drift away from it in steps.
  size_t first = 0;
  for (size_t i = 1; i < poses.size(); ++i) {
    const double before_s = poses[i - 1].time_s;
    const double time_s = poses[i].time_s;
    if (!(time_s > before_s)) return error(i, "is not after", i - 1);
    if (!ShareAnInstant(before_s, time_s)) {
      first = i;
      continue;
    }
    if (!ShareAnInstant(poses[first].time_s, time_s)) first = i - 1;
    for (const size_t other : {i - 1, first}) {
      const double gap_s = time_s - poses[other].time_s;
      const double change_m = PoseChange_m(poses[other], poses[i]);
      if (change_m <= (gap_s <= kSameInstant_s ? kSamePose_m : kMaxSpeed_mps * gap_s)) continue;
      return error(i, kSharesInstant, other, ", but the poses are ", change_m, " m apart");
    }
  }
  return absl::OkStatus();
}

// Written so that NaN does not pass, as CheckSpan.
absl::Status CheckPoses(absl::Span<const TimedPose> poses, Vec2 origin) {
  for (size_t i = 0; i < poses.size(); ++i) {
    const TimedPose& pose = poses[i];
    const Vec2 local = pose.position - origin;
    if (!(std::abs(local.x) <= kMaxDistanceFromOrigin_m && std::abs(local.y) <= kMaxDistanceFromOrigin_m &&
          std::abs(pose.yaw_rad) <= kMaxYaw_rad && std::abs(pose.time_s) <= kMaxTime_s)) {
      return absl::InvalidArgumentError(
          absl::StrFormat("poses[%d]: not finite or out of range: x %.17g m, y %.17g m, yaw %.17g rad, time %.17g s", i,
                          pose.position.x, pose.position.y, pose.yaw_rad, pose.time_s));
    }
    if (!(std::abs(pose.z_m) <= kMaxDistanceFromOrigin_m && std::abs(pose.pitch_rad) <= kMaxTilt_rad &&
          std::abs(pose.roll_rad) <= kMaxTilt_rad)) {
      return absl::InvalidArgumentError(
          absl::StrFormat("poses[%d]: not finite or out of range: z %.17g m, pitch %.17g rad, roll %.17g rad", i,
                          pose.z_m, pose.pitch_rad, pose.roll_rad));
    }
  }
  return CheckPoseTimes(poses);
}

absl::Status CheckSpan(const HeightSpan& span) {
  if (std::abs(span.z_min_m) <= kMaxDistanceFromOrigin_m && std::abs(span.z_max_m) <= kMaxDistanceFromOrigin_m &&
      span.z_min_m <= span.z_max_m) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "not finite, inverted or out of range: z_min %.17g m, z_max %.17g m", span.z_min_m, span.z_max_m));
}

namespace {

absl::Status CheckTimedShapes(const std::vector<TimedShapes>& all, absl::string_view name) {
  double before_s = -std::numeric_limits<double>::infinity();
  for (size_t k = 0; k < all.size(); ++k) {
    if (!(std::abs(all[k].time_s) <= kMaxTime_s && all[k].time_s > before_s)) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "%s[%d].time_s: %.17g s is not finite, out of range or not after %.17g s", name, k, all[k].time_s, before_s));
    }
    before_s = all[k].time_s;
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckPrediction(const Prediction& prediction) {
  if (prediction.poses.empty() && prediction.occupancies.empty()) {
    return absl::InvalidArgumentError("no poses and no occupancies");
  }
  if (!(prediction.probability >= 0.0 && prediction.probability <= 1.0)) {
    return absl::InvalidArgumentError(absl::StrFormat("probability: %.17g is not in [0, 1]", prediction.probability));
  }
  absl::Status status = CheckPoses(prediction.poses);
  if (status.ok()) status = CheckTimedShapes(prediction.occupancies, "occupancies");
  if (status.ok()) status = CheckTimedShapes(prediction.timed_shapes, "timed_shapes");
  if (status.ok() && !prediction.poses.empty() && !prediction.occupancies.empty()) {
    status = absl::InvalidArgumentError("poses and occupancies; only one of the two is possible");
  }
  return status;
}

namespace {

template <typename Obstacle>
absl::Status CheckHeights(const Obstacle& obstacle) {
  absl::Status status;
  if (obstacle.height.has_value()) status = CheckSpan(*obstacle.height);
  for (const Polytope& polytope : obstacle.polytopes) {
    if (status.ok()) status = CheckSpan(polytope.span);
  }
  return status;
}

void CheckPoints(absl::Span<const Vec2> points, const FieldPath& path, absl::string_view name, FieldChecker& checker) {
  for (size_t i = 0; i < points.size(); ++i) ValidPoint(points[i], Vec2{}, path.Element(name, i), checker);
}

void CheckLines(const std::vector<RoadLine>& lines, const FieldPath& path, absl::string_view name,
                FieldChecker& checker) {
  for (size_t i = 0; i < lines.size(); ++i) {
    const FieldPath line = path.Element(name, i);
    CheckPoints(lines[i].points, line, "points", checker);
  }
}

}  // namespace

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

absl::Status CheckObstacles(const Scene& scene) {
  const auto named = [](const std::string& id, absl::string_view what, const absl::Status& status) {
    return absl::InvalidArgumentError(absl::StrFormat("obstacle %s: %s%s", id, what, status.message()));
  };
  int64_t with_elements = 0;
  for (const StaticObstacle& obstacle : scene.static_obstacles) {
    const bool has_elements = obstacle.elements != nullptr;
    const bool has_shapes = !obstacle.shapes.empty() || !obstacle.polytopes.empty() || obstacle.height.has_value();
    with_elements += has_elements ? 1 : 0;
    if ((has_elements && has_shapes) || (!has_elements && with_elements > 0) || with_elements > kMaxElementObstacles) {
      return named(obstacle.id, "elements: ",
                   absl::InvalidArgumentError(absl::StrFormat(
                       "at most %d static obstacles, the last ones, have elements, and these nothing else",
                       kMaxElementObstacles)));
    }
    if (absl::Status status = CheckHeights(obstacle); !status.ok()) return named(obstacle.id, "height: ", status);
  }
  for (const MovingObstacle& obstacle : scene.moving_obstacles) {
    if (absl::Status status = CheckHeights(obstacle); !status.ok()) return named(obstacle.id, "height: ", status);
    for (size_t k = 0; k < obstacle.predictions.size(); ++k) {
      absl::Status status = CheckPrediction(obstacle.predictions[k]);
      if (!status.ok()) return named(obstacle.id, absl::StrFormat("predictions[%d]: ", k), status);
    }
  }
  return absl::OkStatus();
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
    if (const absl::Status status = CheckPoses({&scene.ego_state->pose, 1}); !status.ok()) {
      checker.FailInside(path, status.message());
    }
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
  CheckRss(scene.rss, root.Field("rss"), checker);
  return checker.ok() ? CheckObstacles(scene) : checker.status();
}

Prediction ValidPrediction(input::Prediction& prediction, const MotionContext& context, const FieldPath& path,
                           FieldChecker& checker) {
  checker.NotNegative(path.Field("probability"), prediction.probability, 1.0, "");
  if (!prediction.poses.empty() && !prediction.occupancies.empty()) {
    checker.Fail(path, absl::StrCat(prediction.poses.size(), " poses and ", prediction.occupancies.size(),
                                    " occupancies; only one of the two is possible"));
  }
  if (prediction.poses.empty() && prediction.occupancies.empty()) {
    checker.Fail(path, "no poses and no occupancies; one of the two is needed");
  }
  if (prediction.poses.empty() && !prediction.timed_shapes.empty()) {
    checker.Fail(path, absl::StrCat(prediction.timed_shapes.size(), " timed_shapes without poses"));
  }
  if (prediction.poses.empty() && prediction.is_assumed) checker.Fail(path.Field("is_assumed"), "there are no poses");
  MovePoses(context, path, checker, prediction.poses);
  return {prediction.probability, std::move(prediction.poses),
          ValidTimedShapes(prediction.occupancies, context.anchor.origin, context, path, "occupancies", checker),
          ValidTimedShapes(prediction.timed_shapes, Vec2(), context, path, "timed_shapes", checker),
          prediction.is_assumed};
}

absl::Status CheckPartTimes(const Candidate& candidate, int part_count) {
  const std::vector<TimedPose>& poses = candidate.poses;
  if (static_cast<int>(candidate.part_poses.size()) != part_count - 1) {
    return absl::InvalidArgumentError(absl::StrFormat("part_poses: %d lists of poses; ego.parts has %d",
                                                      candidate.part_poses.size(), part_count - 1));
  }
  for (size_t k = 0; k < candidate.part_poses.size(); ++k) {
    const std::vector<TimedPose>& own = candidate.part_poses[k];
    if (own.size() != poses.size()) {
      return absl::InvalidArgumentError(
          absl::StrFormat("part_poses[%d].poses: %d poses; the body has %d", k, own.size(), poses.size()));
    }
    for (size_t i = 0; i < own.size(); ++i) {
      if (own[i].time_s == poses[i].time_s) continue;
      return absl::InvalidArgumentError(
          absl::StrFormat("part_poses[%d].poses[%d].time_s: %.17g s is not poses[%d].time_s, "
                          "%.17g s",
                          k, i, own[i].time_s, i, poses[i].time_s));
    }
  }
  return absl::OkStatus();
}

void CheckTrajectory(const MotionContext& context, const FieldPath& path, FieldChecker& checker,
                     const Candidate& trajectory, int part_count) {
  if (!trajectory.id.empty()) checker.Name(path.Field("id"), trajectory.id);
  if (trajectory.poses.empty()) checker.Fail(path.Field("poses"), "empty; at least one pose is needed");
  CheckGivenPoses(context, path, checker, trajectory.poses);
  if (const absl::Status status = CheckPartTimes(trajectory, part_count); !status.ok()) {
    checker.FailInside(path, status.message());
  }
  for (size_t k = 0; k < trajectory.part_poses.size() && checker.ok(); ++k) {
    CheckGivenPoses(context, path.Element("part_poses", k), checker, trajectory.part_poses[k]);
  }
  checker.Magnitude(path.Field("cost"), trajectory.cost, std::numeric_limits<double>::max(), "");
}

}  // namespace collision2d::planner
