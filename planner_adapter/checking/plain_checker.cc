#include "planner_adapter/checking/plain_checker.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "collision2d/geometry/convex_polygon.h"
#include "gtest/gtest.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// s. The documented tolerance of times.
constexpr double kSame_s = 1e-6;

PlainShape Pose(const ConvexPolygon& shape, const TimedPose& pose) {
  PlainShape posed{{}, shape.radius_m()};
  for (const Vec2 p : shape.vertices()) {
    posed.corners.push_back({pose.position.x + p.x * std::cos(pose.yaw_rad) - p.y * std::sin(pose.yaw_rad),
                             pose.position.y + p.x * std::sin(pose.yaw_rad) + p.y * std::cos(pose.yaw_rad)});
  }
  return posed;
}

TimedPose PoseAt(const std::vector<TimedPose>& poses, double time_s) {
  for (const TimedPose& pose : poses) {
    if (std::abs(pose.time_s - time_s) <= kSame_s) return pose;
  }
  for (size_t i = 1; i < poses.size(); ++i) {
    if (time_s > poses[i].time_s) continue;
    const TimedPose& p = poses[i - 1];
    const TimedPose& q = poses[i];
    const double s = (time_s - p.time_s) / (q.time_s - p.time_s);
    // atan2 gives the shorter turn.
    const double turn = std::atan2(std::sin(q.yaw_rad - p.yaw_rad), std::cos(q.yaw_rad - p.yaw_rad));
    return {time_s,
            {p.position.x * (1 - s) + q.position.x * s, p.position.y * (1 - s) + q.position.y * s},
            p.yaw_rad + s * turn};
  }
  ADD_FAILURE() << "no pose at " << time_s;
  return poses.back();
}

double PointToSegment(Vec2 p, Vec2 a, Vec2 b) {
  const double dx = b.x - a.x;
  const double dy = b.y - a.y;
  const double length_sq = dx * dx + dy * dy;
  double s = length_sq > 0.0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / length_sq : 0.0;
  s = std::max(0.0, std::min(1.0, s));
  return std::hypot(p.x - (a.x + s * dx), p.y - (a.y + s * dy));
}

// The largest gap along an outward normal of an edge of `a`; minus infinity without edge. A segment has two sides.
double LargestGap(const std::vector<Vec2>& a, const std::vector<Vec2>& b) {
  double largest = -kInfinity;
  for (size_t i = 0; a.size() > 1 && i < a.size(); ++i) {
    const Vec2 from = a[i];
    const Vec2 to = a[(i + 1) % a.size()];
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    double gap = kInfinity;
    for (const Vec2 q : b) {
      gap = std::min(gap, ((to.y - from.y) * (q.x - from.x) - (to.x - from.x) * (q.y - from.y)) / length);
    }
    largest = std::max(largest, gap);
  }
  return largest;
}

double LeastVertexToEdge(const std::vector<Vec2>& a, const std::vector<Vec2>& b) {
  double least = kInfinity;
  for (const Vec2 p : a) {
    for (size_t i = 0; i < b.size(); ++i) least = std::min(least, PointToSegment(p, b[i], b[(i + 1) % b.size()]));
  }
  return least;
}

// The shapes that a hypothesis covers at a time.
std::vector<PlainShape> ShapesAt(const MovingObstacle& obstacle, const Prediction& prediction, double time_s,
                                 BeyondPrediction beyond) {
  std::vector<double> times_s;
  for (const TimedPose& pose : prediction.poses) times_s.push_back(pose.time_s);
  for (const TimedOccupancy& occupancy : prediction.occupancies) times_s.push_back(occupancy.time_s);
  if (beyond == BeyondPrediction::kHold) time_s = std::max(times_s.front(), std::min(times_s.back(), time_s));
  std::vector<PlainShape> shapes;
  if (time_s < times_s.front() - kSame_s || time_s > times_s.back() + kSame_s) return shapes;
  if (!prediction.poses.empty()) {
    for (const ConvexPolygon& shape : obstacle.shapes) shapes.push_back(Pose(shape, PoseAt(prediction.poses, time_s)));
    return shapes;
  }
  const TimedOccupancy* current = &prediction.occupancies.front();
  for (const TimedOccupancy& occupancy : prediction.occupancies) {
    if (occupancy.time_s <= time_s + kSame_s) current = &occupancy;
  }
  for (const ConvexPolygon& shape : current->shapes) shapes.push_back(Pose(shape, {}));
  return shapes;
}

// Takes one hypothesis at one instant into account.
void Meet(const std::vector<PlainShape>& ego, const std::vector<PlainShape>& shapes, PlainEncounter encounter,
          PlainVerdict* verdict) {
  for (const PlainShape& a : ego) {
    for (const PlainShape& b : shapes) {
      encounter.signed_distance_m = std::min(encounter.signed_distance_m, PlainSignedDistance(a, b));
      ++verdict->pairs_checked;
    }
  }
  std::optional<PlainEncounter>& least = verdict->minimum_clearance;
  if (encounter.signed_distance_m < (least.has_value() ? least->signed_distance_m : kInfinity)) least = encounter;
  if (encounter.signed_distance_m <= 0.0 && !verdict->first_collision.has_value()) verdict->first_collision = encounter;
}

std::vector<double> CheckTimes(const Trajectory& candidate, double start_s, double step_s) {
  const double first_s = candidate.poses.front().time_s;
  const double last_s = candidate.poses.back().time_s;
  std::vector<double> times_s;
  bool has_first = false;
  bool has_last = false;
  for (int k = 0; start_s + k * step_s <= last_s + kSame_s; ++k) {
    const double time_s = start_s + k * step_s;
    if (time_s < first_s - kSame_s) continue;
    times_s.push_back(time_s);
    has_first = has_first || time_s <= first_s + kSame_s;
    has_last = has_last || time_s >= last_s - kSame_s;
  }
  if (!has_first) times_s.push_back(first_s);
  if (!has_last && last_s != first_s) times_s.push_back(last_s);
  std::sort(times_s.begin(), times_s.end());
  return times_s;
}

}  // namespace

double PlainSignedDistance(const PlainShape& a, const PlainShape& b) {
  const double gap = std::max(LargestGap(a.corners, b.corners), LargestGap(b.corners, a.corners));
  const bool apart = gap > 0.0 || gap == -kInfinity;
  const double hulls_m =
      apart ? std::min(LeastVertexToEdge(a.corners, b.corners), LeastVertexToEdge(b.corners, a.corners)) : gap;
  return hulls_m - a.radius_m - b.radius_m;
}

std::vector<PlainShape> PlainEgoAt(const Scene& scene, const Trajectory& candidate, double time_s) {
  const TimedPose pose = PoseAt(
      candidate.poses, std::max(candidate.poses.front().time_s, std::min(candidate.poses.back().time_s, time_s)));
  std::vector<PlainShape> ego;
  for (const ConvexPolygon& shape : scene.ego.shapes) ego.push_back(Pose(shape, pose));
  return ego;
}

std::vector<PlainShape> PlainObstacleAt(const Scene& scene, int obstacle, int hypothesis, double time_s,
                                        BeyondPrediction beyond) {
  const int statics = static_cast<int>(scene.static_obstacles.size());
  if (obstacle >= statics) {
    const MovingObstacle& moving = scene.moving_obstacles[obstacle - statics];
    return ShapesAt(moving, moving.predictions[hypothesis], time_s, beyond);
  }
  std::vector<PlainShape> shapes;
  for (const ConvexPolygon& shape : scene.static_obstacles[obstacle].shapes) shapes.push_back(Pose(shape, {}));
  return shapes;
}

PlainVerdict PlainCheck(const Scene& scene, const CheckerOptions& options, const Trajectory& candidate) {
  PlainVerdict verdict;
  const double start_s = scene.ego_state->pose.time_s;
  const int statics = static_cast<int>(scene.static_obstacles.size());
  const int obstacles = statics + static_cast<int>(scene.moving_obstacles.size());
  for (const double time_s : CheckTimes(candidate, start_s, scene.time_step_s)) {
    const std::vector<PlainShape> ego = PlainEgoAt(scene, candidate, time_s);
    PlainEncounter encounter;
    encounter.time_s = time_s;
    encounter.step = static_cast<int>(std::floor((time_s - start_s + kSame_s) / scene.time_step_s));
    for (encounter.obstacle = 0; encounter.obstacle < obstacles; ++encounter.obstacle) {
      const bool is_static = encounter.obstacle < statics;
      const int hypotheses =
          is_static ? 1 : static_cast<int>(scene.moving_obstacles[encounter.obstacle - statics].predictions.size());
      for (encounter.hypothesis = 0; encounter.hypothesis < hypotheses; ++encounter.hypothesis) {
        if (!is_static &&
            scene.moving_obstacles[encounter.obstacle - statics].predictions[encounter.hypothesis].probability <
                options.min_probability) {
          continue;
        }
        Meet(ego, PlainObstacleAt(scene, encounter.obstacle, encounter.hypothesis, time_s, options.beyond_prediction),
             encounter, &verdict);
      }
    }
    if (verdict.first_collision.has_value()) break;
  }
  return verdict;
}

}  // namespace collision2d::planner
