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

constexpr double kFastest_mps = 100.0;
constexpr double kHardest_mps2 = 98.1;  // 10 g.
// m. Rounded and noisy positions of recordings are no jumps.
constexpr double kPositionNoise_m = 0.5;
constexpr double kLongStep_s = 2.0;
constexpr double kAtSpeed_mps = 5.0;
constexpr double kHeadingDifference_rad = 0.52359877559829887;  // 30 degrees.
constexpr double kOpposite_rad = 2.6179938779914944;            // 150 degrees.
constexpr double kMovingStep_mps = 1.0;
constexpr double kLargestYaw_rad = 12.6;  // Two turns.
constexpr double kSmallestVehicle_m = 0.1;
constexpr double kLongestVehicle_m = 60.0;
constexpr double kFromBodyFrame_m = 20.0;
constexpr double kOutOfTheWay_m = 15.0;
constexpr double kLowestOverpass_m = 3.0;
constexpr double kFarAway_m = 1e4;
constexpr double kStepsApart = 100.0;
constexpr double kLongestStep_s = 10.0;
constexpr double kNearlyClosed_m = 1.0;
constexpr double kEgoStateApart_m = 2.0;
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

double DegreesOf(double rad) { return rad * 57.295779513082323; }

Aabb2 BoundsOf(absl::Span<const ConvexPolygon> shapes, absl::Span<const Solid> solids) {
  Aabb2 bounds;
  for (const ConvexPolygon& shape : shapes) bounds.Extend(shape.Bounds());
  for (const Solid& solid : solids) bounds.Extend(solid.plan.Bounds());
  return bounds;
}

// Distance of two boxes; 0 if they overlap.
double DistanceOf(const Aabb2& a, const Aabb2& b) {
  return Norm(
      {std::max({0.0, a.min.x - b.max.x, b.min.x - a.max.x}), std::max({0.0, a.min.y - b.max.y, b.min.y - a.max.y})});
}

double SizeOf(const Aabb2& box) { return std::max(box.max.x - box.min.x, box.max.y - box.min.y); }

bool IsRing(const RoadLine& line) { return line.points.size() > 3 && line.points.front() == line.points.back(); }

double SignedArea(const std::vector<Vec2>& ring) {
  double twice = 0.0;
  for (size_t i = 1; i < ring.size(); ++i) twice += Cross(ring[i - 1] - ring[0], ring[i] - ring[0]);
  return 0.5 * twice;
}

// By the even-odd rule.
bool CrossesOddly(const std::vector<Vec2>& ring, Vec2 p) {
  bool odd = false;
  for (size_t i = 1; i < ring.size(); ++i) {
    const Vec2 a = ring[i - 1];
    const Vec2 b = ring[i];
    if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) odd = !odd;
  }
  return odd;
}

bool IsInCell(const ConvexPolygon& cell, Vec2 p) {
  const absl::Span<const Vec2> v = cell.vertices();
  for (size_t i = 0; i < v.size(); ++i) {
    const Vec2 a = v[i];
    if (Cross(v[(i + 1) % v.size()] - a, p - a) < 0.0) return false;
  }
  return true;
}

std::pair<int64_t, int64_t> CellOf(Vec2 p) {
  return {static_cast<int64_t>(std::floor(p.x / kCell_m)), static_cast<int64_t>(std::floor(p.y / kCell_m))};
}

class Look {
 public:
  explicit Look(const Scene& scene) : scene_(scene) {}

  std::vector<std::string> Notes() {
    LookAtCandidates();
    LookAtObstacles();
    LookAtHeights();
    LookAtTimes();
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
  void LookAtPoses(const char* what, const std::string& id, absl::Span<const TimedPose> poses, bool has_heading) {
    int moving = 0;
    int off = 0;
    double example_rad = 0.0;
    bool fast = false, hard = false, long_step = false, yaw = false;  // Each is said once of a motion.
    Vec2 before;
    for (size_t i = 0; i < poses.size(); ++i) {
      const TimedPose& to = poses[i];
      if (!yaw && std::abs(to.yaw_rad) > kLargestYaw_rad) {
        yaw = true;
        Note(Kind::kYaw, "%s %s: its yaw of %.6g rad at %.6g s is more than two turns: degrees?", what, Quote(id),
             to.yaw_rad, to.time_s);
      }
      if (i == 0) continue;
      const TimedPose& from = poses[i - 1];
      const double step_s = to.time_s - from.time_s;
      const Vec2 step = to.position - from.position;
      const double length_m = Norm(step);
      const double speed_mps = length_m / step_s;
      const Vec2 velocity = (1.0 / step_s) * step;
      if (!fast && speed_mps > kFastest_mps && length_m > kPositionNoise_m) {
        fast = true;
        Note(Kind::kSpeed, "%s %s moves %.6g m from %.6g s to %.6g s, at %.6g m/s: a jump, or other units?", what,
             Quote(id), length_m, from.time_s, to.time_s, speed_mps);
      }
      if (i > 1 && !hard && !fast) {
        const double last_s = from.time_s - poses[i - 2].time_s;
        const double change_mps = Norm(velocity - before);
        const double acceleration_mps2 = 2.0 * change_mps / (last_s + step_s);
        if (acceleration_mps2 > kHardest_mps2 && change_mps * std::min(last_s, step_s) > kPositionNoise_m) {
          hard = true;
          Note(Kind::kAcceleration, "%s %s accelerates by %.6g m/s^2 at %.6g s, more than 10 g", what, Quote(id),
               acceleration_mps2, from.time_s);
        }
      }
      before = velocity;
      if (!long_step && step_s >= kLongStep_s && speed_mps > kAtSpeed_mps) {
        long_step = true;
        Note(Kind::kLongStep, "%s %s has no pose from %.6g s to %.6g s, %.6g m on: a straight line is taken between",
             what, Quote(id), from.time_s, to.time_s, length_m);
      }
      if (!has_heading || speed_mps < kMovingStep_mps || length_m < 0.1) continue;
      ++moving;
      const Vec2 middle = DirectionOf(from.yaw_rad + 0.5 * NormalizeAngle(to.yaw_rad - from.yaw_rad));
      const double apart_rad = std::abs(std::atan2(Cross(middle, step), Dot(middle, step)));
      // Backwards and slow is reversing.
      if (apart_rad < kHeadingDifference_rad || (apart_rad > kOpposite_rad && speed_mps < kAtSpeed_mps)) continue;
      if (++off == 1) example_rad = apart_rad;
    }
    if (moving >= 3 && 2 * off > moving) {
      Note(
          Kind::kHeading,
          "%s %s moves %.4g degrees away from its heading, for %d of %d steps: yaw forgotten, mirrored, or in degrees?",
          what, Quote(id), DegreesOf(example_rad), off, moving);
    }
  }

  void LookAtSize(const std::string& name, const Aabb2& bounds, double longest_m) {
    if (bounds.empty()) return;
    const double size_m = SizeOf(bounds);
    if (size_m < kSmallestVehicle_m || size_m > longest_m) {
      Note(Kind::kSize, "%s is %.6g m long: other units?", name, size_m);
    }
    const double away_m = DistanceOf(bounds, Aabb2{{0.0, 0.0}, {0.0, 0.0}});
    if (away_m > kFromBodyFrame_m) {
      Note(Kind::kBodyFrame, "%s: its shape is %.6g m from the origin of its body frame: in scene coordinates?", name,
           away_m);
    }
  }

  void LookAtCandidates() {
    LookAtSize("The ego vehicle", BoundsOf(scene_.ego.shapes, {}), kLongestVehicle_m);
    for (const EgoPart& part : scene_.ego.parts) {
      LookAtSize(absl::StrCat("Part ", Quote(part.id)), BoundsOf(part.shapes, {}), kLongestVehicle_m);
    }
    const double cycle_s = CycleStartTime(scene_);
    bool begins_at_ego_state = false;
    double least_apart_m = std::numeric_limits<double>::infinity();
    const Trajectory* nearest = nullptr;
    if (scene_.time_step_s > kLongestStep_s) {
      Note(Kind::kTimeStep, "The time step is %.6g s: milliseconds?", scene_.time_step_s);
    }
    for (const Trajectory& candidate : scene_.candidates) {
      const absl::Span<const TimedPose> poses = candidate.poses;
      LookAtPoses("Candidate", candidate.id, poses, true);
      for (const std::vector<TimedPose>& part : candidate.part_poses)
        LookAtPoses("A part of candidate", candidate.id, part, true);
      const TimedPose& first = poses.front();
      for (const TimedPose& pose : poses) ego_bounds_.Extend(pose.position - scene_.origin);
      first_s_ = std::min(first_s_, first.time_s);
      last_s_ = std::max(last_s_, poses.back().time_s);
      const double span_s = poses.back().time_s - first.time_s;
      const double mean_step_s = poses.size() > 1 ? span_s / static_cast<double>(poses.size() - 1) : 0.0;
      if (mean_step_s > kStepsApart * scene_.time_step_s || (poses.size() > 2 && span_s < scene_.time_step_s)) {
        Note(Kind::kTimeStep, "Candidate %s spans %.6g s in %d poses, but the time step is %.6g s: milliseconds?",
             Quote(candidate.id), span_s, static_cast<int>(poses.size()), scene_.time_step_s);
      }
      if (first.time_s - cycle_s > scene_.time_step_s + kSameInstant_s) {
        Note(Kind::kLate, "Candidate %s begins %.6g s after the cycle; nothing before that is checked",
             Quote(candidate.id), first.time_s - cycle_s);
      }
      if (!scene_.ego_state.has_value()) continue;
      const TimedPose& ego = scene_.ego_state->pose;
      const bool covered = ego.time_s >= first.time_s && ego.time_s <= poses.back().time_s;
      const TimedPose begin = covered ? InterpolatePose(poses, ego.time_s, scene_.origin) : RelativeTo(scene_.origin, first);
      const double apart_m = Norm(begin.position - ego.position);
      const double driven_m = std::abs(scene_.ego_state->speed_mps) * std::abs(begin.time_s - ego.time_s);
      if (apart_m <= kEgoStateApart_m + 1.5 * driven_m) begins_at_ego_state = true;
      if (apart_m < least_apart_m) {
        least_apart_m = apart_m;
        nearest = &candidate;
      }
    }
    // Some may begin elsewhere on purpose.
    if (nearest != nullptr && !begins_at_ego_state) {
      Note(Kind::kEgoState, "Candidate %s begins %.6g m from the ego state, the others farther away: another frame?",
           Quote(nearest->id), least_apart_m);
    }
    if (scene_.candidates.empty() && scene_.ego_state.has_value()) {
      ego_bounds_.Extend(scene_.ego_state->pose.position);
      first_s_ = scene_.ego_state->pose.time_s;
      last_s_ = std::numeric_limits<double>::infinity();  // Candidates will be sampled.
    }
  }

  void LookAtObstacles() {
    for (const StaticObstacle& obstacle : scene_.static_obstacles) {
      LookForDistance(obstacle.id, BoundsOf(obstacle.shapes, obstacle.solids));
    }
    for (const MovingObstacle& obstacle : scene_.moving_obstacles) {
      const Aabb2 body = BoundsOf(obstacle.shapes, obstacle.solids);
      const bool is_train = obstacle.kind == ObstacleKind::kTrain;
      LookAtSize(absl::StrCat("Obstacle ", Quote(obstacle.id)), body, is_train ? 1000.0 : kLongestVehicle_m);
      const bool is_disc =
          obstacle.solids.empty() && std::all_of(obstacle.shapes.begin(), obstacle.shapes.end(),
                                                 [](const ConvexPolygon& shape) { return shape.size() == 1; });
      const bool has_heading =
          !is_disc && obstacle.kind != ObstacleKind::kPedestrian && obstacle.kind != ObstacleKind::kAnimal;
      Aabb2 reached;
      for (const Prediction& prediction : obstacle.predictions) {
        LookAtPoses("Obstacle", obstacle.id, prediction.poses, has_heading);
        for (const TimedPose& pose : prediction.poses) reached.Extend(pose.position);
        for (const TimedOccupancy& of : prediction.occupancies) reached.Extend(BoundsOf(of.shapes, {}));
      }
      LookForDistance(obstacle.id, reached);
    }
  }

  void LookForDistance(const std::string& id, const Aabb2& reached) {
    if (ego_bounds_.empty() || reached.empty()) return;
    const double distance_m = DistanceOf(reached, ego_bounds_);
    if (distance_m > kFarAway_m) {
      Note(Kind::kFar, "Obstacle %s is never within %.6g m of a candidate: another frame?", Quote(id), distance_m);
    }
  }

  // Obstacles that pass over or under candidates at a distance that no road has.
  void LookAtHeights() {
    const std::optional<HeightSpan> body = scene_.ego.height_of(0);
    if (!body.has_value() || scene_.candidates.empty()) return;
    double low_m = std::numeric_limits<double>::infinity();
    double high_m = -low_m;
    for (const Trajectory& candidate : scene_.candidates) {
      for (const TimedPose& pose : candidate.poses) {
        low_m = std::min(low_m, pose.z_m);
        high_m = std::max(high_m, pose.z_m);
      }
    }
    const HeightSpan ego = {low_m + body->z_min_m, high_m + body->z_max_m};
    const auto look = [&](const std::string& id, const HeightSpan& of, bool moves, const auto& crosses) {
      const double above_m = of.z_min_m - ego.z_max_m;
      const double below_m = ego.z_min_m - of.z_max_m;
      const double gap_m = std::max(above_m, below_m);
      // A vehicle whose wheels are this little above the ego vehicle's is on no bridge.
      const bool no_bridge = moves && above_m > 0.0 && of.z_min_m - high_m < kLowestOverpass_m;
      if ((gap_m > kOutOfTheWay_m || no_bridge) && crosses()) {
        Note(Kind::kHeight, "Obstacle %s crosses a candidate %.6g m %s it: heights above another datum?", Quote(id),
             gap_m, above_m > 0.0 ? "above" : "below");
      }
    };
    for (const StaticObstacle& obstacle : scene_.static_obstacles) {
      const std::optional<HeightSpan> span = SpanOf(obstacle.height, obstacle.shapes, obstacle.solids);
      if (!span.has_value()) continue;
      look(obstacle.id, *span, false, [&] {
        const Aabb2 box = BoundsOf(obstacle.shapes, obstacle.solids);
        return std::any_of(Visited().begin(), Visited().end(), [&](const auto& cell) {
          const Vec2 at = {(static_cast<double>(cell.first) + 0.5) * kCell_m,
                           (static_cast<double>(cell.second) + 0.5) * kCell_m};
          return DistanceOf(box, Aabb2{at, at}) < kCell_m;
        });
      });
    }
    for (const MovingObstacle& obstacle : scene_.moving_obstacles) {
      const std::optional<HeightSpan> span = SpanOf(obstacle.height, obstacle.shapes, obstacle.solids);
      if (!span.has_value()) continue;
      for (const Prediction& prediction : obstacle.predictions) {
        if (prediction.poses.empty()) continue;
        const auto [lowest, highest] =
            std::minmax_element(prediction.poses.begin(), prediction.poses.end(),
                                [](const TimedPose& a, const TimedPose& b) { return a.z_m < b.z_m; });
        look(obstacle.id, {lowest->z_m + span->z_min_m, highest->z_m + span->z_max_m}, true, [&] {
          return std::any_of(prediction.poses.begin(), prediction.poses.end(), [&](const TimedPose& pose) {
            const auto [x, y] = CellOf(pose.position);
            for (int64_t i = x - 1; i <= x + 1; ++i) {
              for (int64_t j = y - 1; j <= y + 1; ++j) {
                if (Visited().contains({i, j})) return true;
              }
            }
            return false;
          });
        });
      }
    }
  }

  static std::optional<HeightSpan> SpanOf(const std::optional<HeightSpan>& height,
                                          absl::Span<const ConvexPolygon> shapes, absl::Span<const Solid> solids) {
    if (!shapes.empty() && !height.has_value()) return std::nullopt;
    std::optional<HeightSpan> span = height;
    for (const Solid& solid : solids) {
      span = span.has_value()
                 ? HeightSpan{std::min(span->z_min_m, solid.span.z_min_m), std::max(span->z_max_m, solid.span.z_max_m)}
                 : solid.span;
    }
    return span;
  }

  // The cells of the plane that candidates visit; made when a height is odd, which is rare.
  const absl::flat_hash_set<std::pair<int64_t, int64_t>>& Visited() {
    if (!visited_.empty()) return visited_;
    for (const Trajectory& candidate : scene_.candidates) {
      const TimedPose* last = &candidate.poses.front();
      for (const TimedPose& pose : candidate.poses) {
        const Vec2 step = pose.position - last->position;
        const int parts = static_cast<int>(std::clamp(std::ceil(Norm(step) / kCell_m), 1.0, 100.0));
        for (int k = 1; k <= parts; ++k)
          visited_.insert(CellOf(last->position - scene_.origin + (static_cast<double>(k) / parts) * step));
        last = &pose;
      }
    }
    return visited_;
  }

  void LookAtTimes() {
    if (!(first_s_ <= last_s_)) return;
    for (const MovingObstacle& obstacle : scene_.moving_obstacles) {
      double from_s = std::numeric_limits<double>::infinity();
      double to_s = -from_s;
      for (const Prediction& prediction : obstacle.predictions) {
        for (const TimedPose& pose : prediction.poses)
          from_s = std::min(from_s, pose.time_s), to_s = std::max(to_s, pose.time_s);
        for (const TimedOccupancy& of : prediction.occupancies)
          from_s = std::min(from_s, of.time_s), to_s = std::max(to_s, of.time_s);
      }
      if (to_s >= first_s_ - kSameInstant_s && from_s <= last_s_ + kSameInstant_s) continue;
      Note(Kind::kTimes,
           "Obstacle %s is predicted from %.10g s to %.10g s, but candidates begin at %.10g s and end at %.10g s: "
           "another clock?",
           Quote(obstacle.id), from_s, to_s, first_s_, last_s_);
    }
  }

  void LookAtRoad() {
    const std::vector<RoadLine>& borders = scene_.road_borders;
    const bool all_rings = !borders.empty() && std::all_of(borders.begin(), borders.end(), IsRing);
    for (const RoadLine& line : borders) {
      const double apart_m = Norm(line.points.front() - line.points.back());
      if (line.points.size() > 3 && apart_m > 0.0 && apart_m < kNearlyClosed_m) {
        Note(Kind::kRing, "Road border %s: its ends are %.6g m apart: a ring that is not closed?", Quote(line.id),
             apart_m);
      }
    }
    if (all_rings &&
        std::all_of(borders.begin(), borders.end(), [](const RoadLine& of) { return SignedArea(of.points) < 0.0; })) {
      Note(Kind::kRing,
           "Road border %s is a clockwise ring of %.6g m^2, and no ring is around it: the road is outside of it",
           Quote(borders.front().id), -SignedArea(borders.front().points));
    }
    if ((scene_.drivable_area.empty() && !all_rings) || scene_.candidates.empty()) return LookAtOpenBorders();
    for (const Trajectory& candidate : scene_.candidates) {
      const Vec2 p = candidate.poses.front().position - scene_.origin;
      bool inside = std::any_of(scene_.drivable_area.begin(), scene_.drivable_area.end(),
                                [&](const ConvexPolygon& cell) { return IsInCell(cell, p); });
      for (const RoadLine& ring : borders) inside ^= CrossesOddly(ring.points, p);
      if (inside) return;
    }
    Note(Kind::kOutside, "None of the %d candidates begins on the road: another frame?",
         static_cast<int>(scene_.candidates.size()));
  }

  // The nearest border on the left must run against the vehicle, that on its right with it.
  void LookAtOpenBorders() {
    if (scene_.road_borders.size() < 2 || (scene_.candidates.empty() && !scene_.ego_state.has_value())) return;
    const TimedPose ego = scene_.ego_state.has_value() ? scene_.ego_state->pose
                                                       : RelativeTo(scene_.origin, scene_.candidates[0].poses[0]);
    const Vec2 ahead = DirectionOf(ego.yaw_rad);
    struct Side {
      double distance_m = std::numeric_limits<double>::infinity();
      const RoadLine* line = nullptr;
      double along = 0.0;
    } sides[2];
    for (const RoadLine& line : scene_.road_borders) {
      for (size_t i = 1; i < line.points.size(); ++i) {
        const Vec2 a = line.points[i - 1] - ego.position;
        const Vec2 edge = line.points[i] - line.points[i - 1];
        if (NormSquared(edge) == 0.0) continue;
        const Vec2 nearest = a + std::clamp(-Dot(a, edge) / NormSquared(edge), 0.0, 1.0) * edge;
        Side& side = sides[Cross(ahead, nearest) > 0.0 ? 0 : 1];
        const double distance_m = Norm(nearest);
        if (distance_m < side.distance_m) side = {distance_m, &line, Dot(ahead, edge) / Norm(edge)};
      }
    }
    if (sides[0].line == nullptr || sides[1].line == nullptr || sides[0].line == sides[1].line) return;
    if (std::min(sides[0].along, sides[1].along) > 0.7 || std::max(sides[0].along, sides[1].along) < -0.7) {
      Note(Kind::kBorders,
           "Road borders %s and %s, %.6g m to the left and %.6g m to the right, run in the same direction: the road is "
           "on the left of both",
           Quote(sides[0].line->id), Quote(sides[1].line->id), sides[0].distance_m, sides[1].distance_m);
    }
  }

  void LookAtMargins() {
    if (!scene_.margins.road.is_zero() && scene_.drivable_area.empty() && scene_.road_borders.empty()) {
      Note(Kind::kMargin, "margins.road is set (%.6g m across), but the scene has no road",
           scene_.margins.road.across_m + scene_.margins.road.round_m);
    }
    if (scene_.static_obstacles.empty() && scene_.moving_obstacles.empty()) return;
    absl::flat_hash_set<absl::string_view> types;
    for (const StaticObstacle& of : scene_.static_obstacles) types.insert(of.type);
    for (const MovingObstacle& of : scene_.moving_obstacles) types.insert(of.type);
    for (const TypeMargin& of : scene_.margins.by_type) {
      if (of.margin.is_zero() || types.contains(of.type)) continue;
      Note(Kind::kMargin, "margins.by_type: none of the %d obstacles has the type %s",
           static_cast<int>(scene_.static_obstacles.size() + scene_.moving_obstacles.size()), Quote(of.type));
    }
  }

  const Scene& scene_;
  std::vector<std::string> notes_;
  std::map<Kind, Count> counts_;
  Aabb2 ego_bounds_;  // Of all candidates' positions.
  double first_s_ = std::numeric_limits<double>::infinity();
  double last_s_ = -std::numeric_limits<double>::infinity();
  absl::flat_hash_set<std::pair<int64_t, int64_t>> visited_;
};

}  // namespace

std::vector<std::string> ImplausibleNotes(const Scene& scene) { return Look(scene).Notes(); }

}  // namespace collision2d::planner
