#include "planner_adapter/scene/implausible.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/scene/field_checker.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_limits.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kFastest_mps = 100.0;
constexpr double kHardest_mps2 = 98.1;  // 10 g.
// m. Rounded and noisy positions of recordings are no jumps.
constexpr double kPositionNoise_m = 0.5;
constexpr double kLongStep_s = 2.0;
constexpr double kLongStep_m = 2.0;
constexpr double kGap = 3.0;                            // Times the shortest step.
constexpr double kStraightCosine = 0.9961946980917455;  // 5 degrees.
constexpr double kAtSpeed_mps = 5.0;
// m. The direction of motion is that of a chord of this length, on which noise turns it little.
constexpr double kChord_m = 1.0;
constexpr double kMoving_mps = 1.0;
constexpr double kHeadingCosineSquared = 0.75;  // 30 degrees.
constexpr double kDegrees = 57.295779513082323;
constexpr double kLargestYaw_rad = 12.6;  // Two turns.
constexpr double kSmallestVehicle_m = 0.1;
constexpr double kLongestVehicle_m = 60.0;
constexpr double kLongestTrain_m = 1000.0;
constexpr double kFromBodyFrame_m = 5.0;
constexpr double kOutOfTheWay_m = 15.0;
constexpr double kLowestOverpass_m = 3.0;
constexpr double kFarAway_m = 1e4;
constexpr double kStepsApart = 100.0;
constexpr double kLongestStep_s = 10.0;
constexpr double kNearlyClosed_m = 1.0;
constexpr double kEgoStateApart_m = 2.0;
constexpr double kNoBorder_m = 100.0;  // Beyond the ends of borders, where none is drawn.
constexpr double kRoadGap_m = 0.1;
constexpr double kParallel = 0.7;  // Cosine.
constexpr double kCell_m = 5.0;

enum class Kind {
  kSpeed,
  kAcceleration,
  kLongStep,
  kYaw,
  kHeading,
  kSize,
  kBodyFrame,
  kHeight,
  kFar,
  kTimes,
  kTimeStep,
  kEgoState,
  kLate,
  kOutside,
  kRing,
  kBorders,
  kMargin,
};

Vec2 DirectionOf(double yaw_rad) { return {std::cos(yaw_rad), std::sin(yaw_rad)}; }

double Squared(double x) { return x * x; }

Aabb2 BoundsOf(absl::Span<const ConvexPolygon> shapes, absl::Span<const Polytope> polytopes = {}) {
  Aabb2 bounds;
  for (const ConvexPolygon& shape : shapes) bounds.Extend(shape.Bounds());
  for (const Polytope& polytope : polytopes) bounds.Extend(polytope.plan.Bounds());
  return bounds;
}

// Distance of two boxes; 0 if they overlap.
double DistanceOf(const Aabb2& a, const Aabb2& b) {
  return Norm(
      {std::max({0.0, a.min.x - b.max.x, b.min.x - a.max.x}), std::max({0.0, a.min.y - b.max.y, b.min.y - a.max.y})});
}

double RadiusOf(const Aabb2& box) {
  return box.empty() ? 0.0 : Norm({std::max(-box.min.x, box.max.x), std::max(-box.min.y, box.max.y)});
}

// The heights of an obstacle's shapes and solids; nullopt if they are unknown.
template <class Obstacle>
std::optional<HeightSpan> SpanOf(const Obstacle& of) {
  if (!of.shapes.empty() && !of.height.has_value()) return std::nullopt;
  HeightSpan span = of.height.value_or(HeightSpan{kInfinity, -kInfinity});
  for (const Polytope& polytope : of.polytopes) {
    span = {std::min(span.z_min_m, polytope.span.z_min_m), std::max(span.z_max_m, polytope.span.z_max_m)};
  }
  return span;
}

bool IsRing(const RoadLine& line) { return line.points.size() > 3 && line.points.front() == line.points.back(); }

// The area of a ring, positive if it is counter-clockwise, and whether p is inside by the even-odd
// rule.
std::pair<double, bool> AreaAndInside(const std::vector<Vec2>& ring, Vec2 p) {
  double twice = 0.0;
  bool odd = false;
  for (size_t i = 1; i < ring.size(); ++i) {
    const Vec2 a = ring[i - 1];
    const Vec2 b = ring[i];
    twice += Cross(a - ring[0], b - ring[0]);
    if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) odd = !odd;
  }
  return {0.5 * twice, odd};
}

// Also up to kRoadGap_m outside, as in a narrow gap between two cells.
bool IsInCell(const ConvexPolygon& cell, Vec2 p) {
  const absl::Span<const Vec2> v = cell.vertices();
  for (size_t i = 0; i < v.size(); ++i) {
    const Vec2 edge = v[(i + 1) % v.size()] - v[i];
    if (Cross(edge, p - v[i]) < -kRoadGap_m * Norm(edge)) return false;
  }
  return true;
}

class Look {
 public:
  explicit Look(const Scene& scene) : scene_(scene) {}

  std::vector<std::string> Notes() {
    LookAtVehicle();
    LookAtCandidates();
    LookAtStaticObstacles();
    LookAtMovingObstacles();
    LookAtRoad();
    LookAtMargins();
    for (const auto& [kind, count] : counts_) {
      if (count.all > kNotesOfOneKind)
        absl::StrAppend(&notes_[count.last], " Likewise ", count.all - kNotesOfOneKind, " more.");
    }
    return std::move(notes_);
  }

 private:
  struct Count {
    int all = 0;
    size_t last = 0;
  };

  template <class... A>
  void Note(Kind kind, const absl::FormatSpec<A...>& format, const A&... of) {
    Count& count = counts_[kind];
    if (++count.all > kNotesOfOneKind) return;
    count.last = notes_.size();
    std::string text = absl::StrFormat(format, of...);
    if (text.back() != '?') text += '.';
    notes_.push_back(std::move(text));
  }

  // has_heading: the body is not a person or animal, which may look elsewhere, nor a disc.
  void LookAtPoses(const std::string& name, absl::Span<const TimedPose> poses, bool has_heading) {
    LookAtSteps(name, poses);
    LookForGap(name, poses, has_heading);
    LookAtHeadings(name, poses, has_heading);
  }

  // Each kind is noted once of a motion.
  void LookAtSteps(const std::string& name, absl::Span<const TimedPose> poses) {
    bool yaw_is_noted = false;
    bool speed_is_noted = false;
    bool acceleration_is_noted = false;
    Vec2 before;
    for (size_t i = 0; i < poses.size(); ++i) {
      const TimedPose& to = poses[i];
      if (std::abs(to.yaw_rad) > kLargestYaw_rad && !std::exchange(yaw_is_noted, true)) {
        Note(Kind::kYaw, "%s: its yaw of %.6g rad at %.6g s is more than two turns: degrees?", name, to.yaw_rad,
             to.time_s);
      }
      if (i == 0) continue;
      const TimedPose& from = poses[i - 1];
      const double step_s = to.time_s - from.time_s;
      const Vec2 step = to.position - from.position;
      const Vec2 velocity = (1.0 / step_s) * step;
      if (NormSquared(step) > Squared(std::max(kFastest_mps * step_s, kPositionNoise_m)) &&
          !std::exchange(speed_is_noted, true)) {
        // A jump is no acceleration besides.
        acceleration_is_noted = true;
        Note(Kind::kSpeed, "%s moves %.6g m from %.6g s to %.6g s, at %.6g m/s: a jump, or other units?", name,
             Norm(step), from.time_s, to.time_s, Norm(velocity));
      }
      const double last_s = i > 1 ? from.time_s - poses[i - 2].time_s : kInfinity;
      const double mean_s = 0.5 * (last_s + step_s);
      if (NormSquared(velocity - before) > Squared(kHardest_mps2 * mean_s) &&
          Norm(velocity - before) * std::min(last_s, step_s) > kPositionNoise_m &&
          !std::exchange(acceleration_is_noted, true)) {
        Note(Kind::kAcceleration, "%s accelerates by %.6g m/s^2 at %.6g s, more than 10 g", name,
             Norm(velocity - before) / mean_s, from.time_s);
      }
      before = velocity;
    }
  }

  void LookForGap(const std::string& name, absl::Span<const TimedPose> poses, bool has_heading) {
    double shortest_s = kInfinity;
    size_t gap = 0;  // The pose after the step of longest_m, of those that last long.
    double longest_m = kLongStep_m;
    for (size_t i = 1; i < poses.size(); ++i) {
      const double step_s = poses[i].time_s - poses[i - 1].time_s;
      shortest_s = std::min(shortest_s, step_s);
      if (step_s < kLongStep_s) continue;
      const double step_m = Norm(poses[i].position - poses[i - 1].position);
      if (step_m <= longest_m) continue;
      longest_m = step_m;
      gap = i;
    }
    if (gap == 0) return;
    const TimedPose& from = poses[gap - 1];
    const TimedPose& to = poses[gap];
    const Vec2 step = to.position - from.position;
    const double step_s = to.time_s - from.time_s;
    const double ahead_m = std::min(Dot(DirectionOf(from.yaw_rad), step), Dot(DirectionOf(to.yaw_rad), step));
    // Even steps, straight ahead, are no gap.
    if (step_s > kGap * shortest_s ||
        (has_heading && Norm(step) > kAtSpeed_mps * step_s && ahead_m < kStraightCosine * Norm(step))) {
      Note(Kind::kLongStep, "%s has no pose from %.6g s to %.6g s, %.6g m on: a straight line is taken between", name,
           from.time_s, to.time_s, Norm(step));
    }
  }

  void LookAtHeadings(const std::string& name, absl::Span<const TimedPose> poses, bool has_heading) {
    size_t chord = 0;
    int moving = 0;
    int off = 0;
    double example_deg = 0.0;
    for (size_t i = 1; i < poses.size(); ++i) {
      const TimedPose& to = poses[i];
      const TimedPose& begin = poses[chord];
      const Vec2 along = to.position - begin.position;
      const double chord_s = to.time_s - begin.time_s;
      if (NormSquared(along) < Squared(kChord_m)) continue;
      chord = i;
      if (!has_heading || NormSquared(along) < Squared(kMoving_mps * chord_s)) continue;
      ++moving;
      const Vec2 middle = DirectionOf(begin.yaw_rad + 0.5 * NormalizeAngle(to.yaw_rad - begin.yaw_rad));
      // Backwards and slow is reversing.
      const double ahead_m =
          NormSquared(along) < Squared(kAtSpeed_mps * chord_s) ? std::abs(Dot(middle, along)) : Dot(middle, along);
      if (ahead_m > 0.0 && Squared(ahead_m) > kHeadingCosineSquared * NormSquared(along)) continue;
      if (++off == 1) example_deg = std::abs(std::atan2(Cross(middle, along), Dot(middle, along))) * kDegrees;
    }
    const double span_s = poses.empty() ? 0.0 : poses.back().time_s - poses.front().time_s;
    const double mean_step_s = span_s / std::max(1.0, static_cast<double>(poses.size()) - 1.0);
    if (mean_step_s > kStepsApart * scene_.time_step_s && chord > 0) {
      Note(Kind::kTimeStep, "%s spans %.6g s in %d poses, but the time step is %.6g s: milliseconds?", name, span_s,
           static_cast<int>(poses.size()), scene_.time_step_s);
    }
    if (moving >= 3 && 2 * off > moving) {
      Note(Kind::kHeading,
           "%s moves %.4g degrees away from its heading, for %d of %d steps: yaw forgotten, mirrored, or in degrees?",
           name, example_deg, off, moving);
    }
  }

  void LookAtSize(const std::string& name, const Aabb2& bounds, double longest_m) {
    if (bounds.empty()) return;
    const double size_m = std::max(bounds.max.x - bounds.min.x, bounds.max.y - bounds.min.y);
    if (size_m < kSmallestVehicle_m || size_m > longest_m)
      Note(Kind::kSize, "%s is %.6g m long: other units?", name, size_m);
    const double away_m = DistanceOf(bounds, Aabb2{{0.0, 0.0}, {0.0, 0.0}});
    if (away_m > kFromBodyFrame_m) {
      Note(Kind::kBodyFrame, "%s: its shape is %.6g m from the origin of its body frame: in scene coordinates?", name,
           away_m);
    }
  }

  void LookAtVehicle() {
    LookAtSize("The ego vehicle", BoundsOf(scene_.ego.shapes), kLongestVehicle_m);
    for (const EgoPart& part : scene_.ego.parts) {
      LookAtSize(absl::StrCat("Part ", Quote(part.id)), BoundsOf(part.shapes), kLongestVehicle_m);
    }
    if (scene_.time_step_s > kLongestStep_s) {
      Note(Kind::kTimeStep, "The time step is %.6g s: milliseconds?", scene_.time_step_s);
    }
  }

  void LookAtCandidates() {
    const double cycle_s = CycleStartTime(scene_);
    double least_apart_m = kInfinity;
    const Candidate* nearest = nullptr;
    bool begins_at_ego_state = false;
    for (const Candidate& candidate : scene_.candidates) {
      const absl::Span<const TimedPose> poses = candidate.poses;
      const std::string name = absl::StrCat("Candidate ", Quote(candidate.id));
      LookAtPoses(name, poses, true);
      for (const auto& part : candidate.part_poses)
        LookAtPoses(absl::StrCat("A part of candidate ", Quote(candidate.id)), part, true);
      const TimedPose& first = poses.front();
      for (const TimedPose& pose : poses) AddWay(Local(pose));
      first_s_ = std::min(first_s_, first.time_s);
      last_s_ = std::max(last_s_, poses.back().time_s);
      if (poses.size() > 2 && poses.back().time_s - first.time_s < scene_.time_step_s) {
        Note(Kind::kTimeStep, "%s has %d poses within %.6g s, but the time step is %.6g s: milliseconds?", name,
             static_cast<int>(poses.size()), poses.back().time_s - first.time_s, scene_.time_step_s);
      }
      if (first.time_s - cycle_s > scene_.time_step_s + kSameInstant_s) {
        Note(Kind::kLate, "%s begins %.6g s after the cycle; nothing before that is checked", name,
             first.time_s - cycle_s);
      }
      if (!scene_.ego_state.has_value()) continue;
      const TimedPose& ego = scene_.ego_state->pose;
      const bool covered = ego.time_s >= first.time_s && ego.time_s <= poses.back().time_s;
      const TimedPose begin = covered ? InterpolatePose(poses, ego.time_s, scene_.origin) : Local(first);
      const double apart_m = Norm(begin.position - ego.position);
      const double driven_m = std::abs(scene_.ego_state->speed_mps) * std::abs(begin.time_s - ego.time_s);
      begins_at_ego_state |= apart_m <= kEgoStateApart_m + 1.5 * driven_m;
      if (apart_m >= least_apart_m) continue;
      least_apart_m = apart_m;
      nearest = &candidate;
    }
    // Some may begin elsewhere on purpose.
    if (nearest != nullptr && !begins_at_ego_state) {
      Note(Kind::kEgoState, "Candidate %s begins %.6g m from the ego state, the others farther away: another frame?",
           Quote(nearest->id), least_apart_m);
    }
    if (!scene_.candidates.empty() || !scene_.ego_state.has_value()) return;
    // Candidates will be sampled.
    first_s_ = scene_.ego_state->pose.time_s;
    last_s_ = kInfinity;
    AddWay(scene_.ego_state->pose);
  }

  // The pose of a candidate in the local frame.
  TimedPose Local(const TimedPose& pose) const { return RelativeTo(scene_.origin, pose); }

  void AddWay(const TimedPose& pose) {
    way_bounds_.Extend(pose.position);
    way_z_ = {std::min(way_z_.z_min_m, pose.z_m), std::max(way_z_.z_max_m, pose.z_m)};
  }

  void LookAtStaticObstacles() {
    for (const StaticObstacle& obstacle : scene_.static_obstacles) {
      const Aabb2 box = BoundsOf(obstacle.shapes, obstacle.polytopes);
      LookForDistance(obstacle.id, box);
      if (const auto span = SpanOf(obstacle)) {
        LookAtHeight(obstacle.id, *span, false, [&] { return IsOnTheWay(box, 0.0); });
      }
    }
  }

  void LookAtMovingObstacles() {
    for (const MovingObstacle& obstacle : scene_.moving_obstacles) {
      const Aabb2 body = BoundsOf(obstacle.shapes, obstacle.polytopes);
      const std::string name = absl::StrCat("Obstacle ", Quote(obstacle.id));
      LookAtSize(name, body, obstacle.kind == ObstacleKind::kTrain ? kLongestTrain_m : kLongestVehicle_m);
      const bool is_disc =
          obstacle.polytopes.empty() && std::all_of(obstacle.shapes.begin(), obstacle.shapes.end(),
                                                    [](const ConvexPolygon& shape) { return shape.size() == 1; });
      const bool has_heading =
          !is_disc && obstacle.kind != ObstacleKind::kPedestrian && obstacle.kind != ObstacleKind::kAnimal;
      const std::optional<HeightSpan> span = SpanOf(obstacle);
      Aabb2 reached;
      double from_s = kInfinity;
      double to_s = -kInfinity;
      const auto extend_times = [&](double time_s) {
        from_s = std::min(from_s, time_s);
        to_s = std::max(to_s, time_s);
      };
      for (const Prediction& prediction : obstacle.predictions) {
        LookAtPoses(name, prediction.poses, has_heading);
        HeightSpan z = {kInfinity, -kInfinity};
        for (const TimedPose& pose : prediction.poses) {
          extend_times(pose.time_s);
          reached.Extend(pose.position);
          z = {std::min(z.z_min_m, pose.z_m), std::max(z.z_max_m, pose.z_m)};
        }
        for (const TimedOccupancy& of : prediction.occupancies) {
          extend_times(of.time_s);
          reached.Extend(BoundsOf(of.shapes));
        }
        if (!span.has_value() || prediction.poses.empty()) continue;
        LookAtHeight(obstacle.id, {z.z_min_m + span->z_min_m, z.z_max_m + span->z_max_m}, true, [&] {
          return std::any_of(prediction.poses.begin(), prediction.poses.end(), [&](const TimedPose& pose) {
            return IsOnTheWay(Aabb2{pose.position, pose.position}, RadiusOf(body));
          });
        });
      }
      LookForDistance(obstacle.id, reached);
      if (!(first_s_ <= last_s_) || (to_s >= first_s_ - kSameInstant_s && from_s <= last_s_ + kSameInstant_s)) continue;
      Note(
          Kind::kTimes,
          "%s is predicted from %.10g s to %.10g s, but candidates begin at %.10g s and end at %.10g s: another clock?",
          name, from_s, to_s, first_s_, last_s_);
    }
  }

  void LookForDistance(const std::string& id, const Aabb2& reached) {
    if (way_bounds_.empty() || reached.empty()) return;
    const double distance_m = DistanceOf(reached, way_bounds_);
    if (distance_m > kFarAway_m) {
      Note(Kind::kFar, "Obstacle %s is never within %.6g m of a candidate: another frame?", Quote(id), distance_m);
    }
  }

  // Notes an obstacle that passes over or under candidates at a distance that no road has.
  template <class Crosses>
  void LookAtHeight(const std::string& id, const HeightSpan& of, bool moves, const Crosses& crosses) {
    const std::optional<HeightSpan> body = scene_.ego.height_of(0);
    if (!body.has_value()) return;
    const double above_m = of.z_min_m - (way_z_.z_max_m + body->z_max_m);
    const double gap_m = std::max(above_m, way_z_.z_min_m + body->z_min_m - of.z_max_m);
    // A vehicle whose wheels are this little above the ego vehicle's is on no bridge.
    const bool no_bridge = moves && above_m > 0.0 && of.z_min_m - way_z_.z_max_m < kLowestOverpass_m;
    if ((gap_m > kOutOfTheWay_m || no_bridge) && crosses()) {
      Note(Kind::kHeight, "Obstacle %s crosses a candidate %.6g m %s it: heights above another datum?", Quote(id),
           gap_m, above_m > 0.0 ? "above" : "below");
    }
  }

  // Returns whether a candidate comes within radius_m of the box, and up to two cells more; of
  // sampled ones, whether the reference path does.
  bool IsOnTheWay(const Aabb2& box, double radius_m) {
    if (way_.empty()) {
      for (const Candidate& candidate : scene_.candidates)
        AddCells(candidate.poses, [this](const TimedPose& pose) { return Local(pose).position; });
      if (way_.empty()) AddCells(scene_.reference_path, [](Vec2 point) { return point; });
    }
    const double reach_m = radius_m + RadiusOf(BoundsOf(scene_.ego.shapes)) + kCell_m;
    if (DistanceOf(box, way_bounds_) > reach_m && !scene_.candidates.empty()) return false;
    return std::any_of(way_.begin(), way_.end(), [&](const auto& cell) {
      const Vec2 corner = {static_cast<double>(cell.first) * kCell_m, static_cast<double>(cell.second) * kCell_m};
      return DistanceOf(box, Aabb2{corner, corner + Vec2{kCell_m, kCell_m}}) < reach_m;
    });
  }

  template <class Points, class PointOf>
  void AddCells(const Points& points, const PointOf& point_of) {
    for (size_t i = 0; i < points.size(); ++i) {
      const Vec2 to = point_of(points[i]);
      const Vec2 step = i == 0 ? Vec2{} : to - point_of(points[i - 1]);
      const double parts = std::clamp(std::ceil(Norm(step) / kCell_m), 1.0, 100.0);
      for (double k = 0.0; k < parts; ++k) {
        const Vec2 p = to - (k / parts) * step;
        way_.insert({static_cast<int64_t>(std::floor(p.x / kCell_m)), static_cast<int64_t>(std::floor(p.y / kCell_m))});
      }
    }
  }

  void LookAtRoad() {
    const std::vector<RoadLine>& borders = scene_.road_borders;
    const bool all_rings = !borders.empty() && std::all_of(borders.begin(), borders.end(), IsRing);
    bool clockwise = all_rings;
    for (const RoadLine& line : borders) {
      const double apart_m = Norm(line.points.front() - line.points.back());
      if (line.points.size() > 3 && apart_m > 0.0 && apart_m < kNearlyClosed_m) {
        Note(Kind::kRing, "Road border %s: its ends are %.6g m apart: a ring that is not closed?", Quote(line.id),
             apart_m);
      }
      clockwise = clockwise && AreaAndInside(line.points, {}).first < 0.0;
    }
    if (clockwise) {
      Note(Kind::kRing,
           "Road border %s is a clockwise ring of %.6g m^2, and no ring is around it: the road is outside of it",
           Quote(borders[0].id), -AreaAndInside(borders[0].points, {}).first);
    }
    const bool has_ego = scene_.ego_state.has_value();
    if (!borders.empty() && !all_rings && (has_ego || !scene_.candidates.empty())) {
      const auto [left, right] =
          NearestBorders(has_ego ? scene_.ego_state->pose : Local(scene_.candidates[0].poses[0]));
      if (left.line != nullptr && right.line != nullptr && left.line != right.line &&
          std::abs(left.along) > kParallel && std::abs(right.along) > kParallel && left.along * right.along > 0.0) {
        Note(Kind::kBorders,
             "Road borders %s and %s, %.6g m to the left and %.6g m to the right, run in the same direction: the road "
             "is on the left of both",
             Quote(left.line->id), Quote(right.line->id), left.distance_m, right.distance_m);
      }
    }
    if (scene_.candidates.empty() || clockwise || (scene_.drivable_area.empty() && borders.empty()) ||
        std::any_of(scene_.candidates.begin(), scene_.candidates.end(),
                    [&](const Candidate& of) { return IsOnRoad(Local(of.poses[0]), all_rings); })) {
      return;
    }
    Note(Kind::kOutside, "None of the %d candidates begins on the road: another frame?",
         static_cast<int>(scene_.candidates.size()));
  }

  bool IsOnRoad(const TimedPose& pose, bool all_rings) {
    const Vec2 p = pose.position;
    bool inside = std::any_of(scene_.drivable_area.begin(), scene_.drivable_area.end(),
                              [p](const ConvexPolygon& cell) { return IsInCell(cell, p); });
    if (scene_.road_borders.empty()) return inside;
    if (!all_rings) {
      const auto [left, right] = NearestBorders(pose);
      return (left.distance_m < right.distance_m ? left : right).road_is_here;
    }
    for (const RoadLine& ring : scene_.road_borders) inside ^= AreaAndInside(ring.points, p).second;
    return inside;
  }

  struct Side {
    double distance_m = kInfinity;
    const RoadLine* line = nullptr;
    double along = 0.0;         // Cosine of the angle between the border's direction and the heading.
    bool road_is_here = false;  // On the left of the border, or a little beyond its ends.
  };

  // Returns the nearest borders on the left and on the right of a pose.
  std::pair<Side, Side> NearestBorders(const TimedPose& pose) const {
    const Vec2 ahead = DirectionOf(pose.yaw_rad);
    std::pair<Side, Side> sides;
    for (const RoadLine& line : scene_.road_borders) {
      for (size_t i = 1; i < line.points.size(); ++i) {
        const Vec2 a = line.points[i - 1] - pose.position;
        const Vec2 edge = line.points[i] - line.points[i - 1];
        if (NormSquared(edge) == 0.0) continue;
        const double at = std::clamp(-Dot(a, edge) / NormSquared(edge), 0.0, 1.0);
        const Vec2 nearest = a + at * edge;
        Side& side = Cross(ahead, nearest) > 0.0 ? sides.first : sides.second;
        if (Norm(nearest) >= side.distance_m) continue;
        const bool at_end = (i == 1 && at == 0.0) || (i + 1 == line.points.size() && at == 1.0);
        side = {Norm(nearest), &line, Dot(ahead, edge) / Norm(edge),
                at_end ? Norm(nearest) < kNoBorder_m : Cross(edge, a) <= 0.0};
      }
    }
    return sides;
  }

  void LookAtMargins() {
    if (!scene_.margins.road.is_zero() && scene_.drivable_area.empty() && scene_.road_borders.empty()) {
      Note(Kind::kMargin, "margins.road is set (%.6g m across), but the scene has no road",
           scene_.margins.road.across_m + scene_.margins.road.round_m);
    }
    absl::flat_hash_set<absl::string_view> types;
    for (const StaticObstacle& of : scene_.static_obstacles) types.insert(of.type);
    for (const MovingObstacle& of : scene_.moving_obstacles) types.insert(of.type);
    for (const TypeMargin& of : scene_.margins.by_type) {
      if (types.empty() || of.margin.is_zero() || types.contains(of.type)) continue;
      Note(Kind::kMargin, "margins.by_type: none of the %d obstacles has the type %s",
           static_cast<int>(scene_.static_obstacles.size() + scene_.moving_obstacles.size()), Quote(of.type));
    }
  }

  const Scene& scene_;
  std::vector<std::string> notes_;
  std::map<Kind, Count> counts_;
  // Where candidates go, and when.
  Aabb2 way_bounds_;
  HeightSpan way_z_ = {kInfinity, -kInfinity};
  double first_s_ = kInfinity;
  double last_s_ = -kInfinity;
  absl::flat_hash_set<std::pair<int64_t, int64_t>> way_;  // Cells; made when a height is odd, which is rare.
};

}  // namespace

std::vector<std::string> ImplausibleNotes(const Scene& scene) { return Look(scene).Notes(); }

}  // namespace collision2d::planner
