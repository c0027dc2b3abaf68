#include "planner_adapter/metrics/predicted_path.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "absl/strings/str_format.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/motion.h"
#include "collision2d/motion/time_of_impact.h"
#include "collision2d/query/collides.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

// Collects points of which it makes their box along an axis.
class OrientedBoxMaker {
 public:
  explicit OrientedBoxMaker(Vec2 axis) : axis_(axis) {}

  void Extend(Vec2 point, double margin_m) {
    const double along = Dot(axis_, point);
    const double across = Cross(axis_, point);
    min_ = {std::min(min_.x, along - margin_m), std::min(min_.y, across - margin_m)};
    max_ = {std::max(max_.x, along + margin_m), std::max(max_.y, across + margin_m)};
  }

  // REQUIRES: a point.
  OrientedBox Box() const {
    const Vec2 middle = 0.5 * (min_ + max_);
    return {middle.x * axis_ + middle.y * Vec2{-axis_.y, axis_.x}, axis_, 0.5 * (max_ - min_)};
  }

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Vec2 axis_;
  Vec2 min_ = {kInfinity, kInfinity};
  Vec2 max_ = {-kInfinity, -kInfinity};
};

// Whether a side of one separates the two, within rounding.
bool AreApart(const OrientedBox& a, const OrientedBox& b) {
  const Vec2 apart = b.center - a.center;
  const double cos = std::abs(Dot(a.axis, b.axis));
  const double sin = std::abs(Cross(a.axis, b.axis));
  return std::abs(Dot(a.axis, apart)) > a.half_m.x + b.half_m.x * cos + b.half_m.y * sin ||
         std::abs(Cross(a.axis, apart)) > a.half_m.y + b.half_m.x * sin + b.half_m.y * cos ||
         std::abs(Dot(b.axis, apart)) > b.half_m.x + a.half_m.x * cos + a.half_m.y * sin ||
         std::abs(Cross(b.axis, apart)) > b.half_m.y + a.half_m.x * sin + a.half_m.y * cos;
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// rad. Larger turns are divided in two: near half a turn rounding would decide which way round they
// go.
constexpr double kLargestTurn_rad = 0.5 * M_PI;

// m. Far more than the rounding of what it is added to.
constexpr double kBoundsMargin_m = 1e-6;

Aabb2 CircleBounds(const ConvexPolygon& shape, const Pose2& pose) {
  Aabb2 bounds;
  bounds.Extend(pose * shape.center());
  return bounds.Inflated(shape.bounding_radius_m() + kBoundsMargin_m);
}

// While a shape turns, the centre of its circle leaves the chord by at most the distance between
// reference point and centre.
Aabb2 SweptBounds(const ConvexPolygon& shape, const Pose2& from, const Pose2& to, double turn_rad) {
  Aabb2 bounds = CircleBounds(shape, from);
  bounds.Extend(CircleBounds(shape, to));
  // The sagitta of the arc.
  return bounds.Inflated(Norm(shape.center()) * (1.0 - std::cos(0.5 * turn_rad)));
}

// Along the shape's x axis at the beginning. While a shape turns, a point at v leaves the straight
// way by at most |v| turn^2 / 8.
OrientedBox SweptBox(const ConvexPolygon& shape, const Pose2& from, const Pose2& to, double turn_rad) {
  OrientedBoxMaker maker({from.cos, from.sin});
  for (const Vec2 vertex : shape.vertices()) {
    const double margin_m = shape.radius_m() + Norm(vertex) * turn_rad * turn_rad / 8.0 + kBoundsMargin_m;
    maker.Extend(from * vertex, margin_m);
    maker.Extend(to * vertex, margin_m);
  }
  return maker.Box();
}

class PathMaker {
 public:
  explicit PathMaker(BeyondPrediction beyond) : holds_(beyond == BeyondPrediction::kHold) {}

  absl::StatusOr<PredictedPath> Make(const MovingObstacle& obstacle, int index, const Prediction& prediction,
                                     int hypothesis) {
    path_ = {index, hypothesis, {}, {}, {}};
    absl::Status status;
    if (prediction.poses.empty()) {
      AddOccupancies(prediction.occupancies, obstacle.height);
    } else {
      status = AddPoses(obstacle, prediction);
    }
    if (!status.ok()) return status;
    for (size_t k = 0; k < path_.pieces.size(); ++k) {
      if (k % PredictedPath::kRunLength == 0) path_.run_bounds.emplace_back();
      path_.run_bounds.back().Extend(path_.pieces[k].bounds);
      path_.bounds.Extend(path_.pieces[k].bounds);
    }
    return std::move(path_);
  }

 private:
  void AddStill(const ConvexPolygon& shape, const Pose2& pose, const HeightRange& heights, double start_s,
                double end_s) {
    path_.pieces.push_back({&shape, start_s, end_s, pose, pose, true, heights, CircleBounds(shape, pose),
                            SweptBox(shape, pose, pose, 0.0)});
  }

  void AddOccupancies(const std::vector<TimedOccupancy>& occupancies, const std::optional<HeightSpan>& height) {
    const HeightRange heights = HeightsOf(height.has_value() ? &*height : nullptr, Elevation());
    for (size_t k = 0; k < occupancies.size(); ++k) {
      const double start_s = holds_ && k == 0 ? -kInfinity : occupancies[k].time_s;
      const bool is_last = k + 1 == occupancies.size();
      const double last_s = holds_ ? kInfinity : occupancies[k].time_s;
      const double end_s = is_last ? last_s : occupancies[k + 1].time_s;
      for (const ConvexPolygon& shape : occupancies[k].shapes) AddStill(shape, Pose2(), heights, start_s, end_s);
    }
  }

  // Calls add(shape, span) for every shape of the obstacle from time_s on.
  template <typename Add>
  static void ForEachShape(const MovingObstacle& obstacle, const Prediction& prediction, double time_s,
                           const Add& add) {
    const HeightSpan* height = obstacle.height.has_value() ? &*obstacle.height : nullptr;
    if (const TimedShapes* const timed = TimedShapesAt(prediction, time_s); timed != nullptr) {
      for (const ConvexPolygon& shape : timed->shapes) add(shape, height);
      return;
    }
    for (const ConvexPolygon& shape : obstacle.shapes) add(shape, height);
    for (const Solid& solid : obstacle.solids) add(solid.plan, &solid.span);
  }

  // Calls add(end_s) for the ends of the parts of [start_s, end_s] with the same shapes; each
  // begins at the end of the one before.
  template <typename Add>
  static void ForEachPart(const Prediction& prediction, double start_s, double end_s, const Add& add) {
    const std::vector<TimedShapes>& all = prediction.timed_shapes;
    auto next = std::upper_bound(all.begin(), all.end(), start_s + kSameInstant_s,
                                 [](double time_s, const TimedShapes& timed) { return time_s < timed.time_s; });
    for (; next != all.end() && next->time_s < end_s - kSameInstant_s; ++next) add(next->time_s);
    add(end_s);
  }

  void AddStillAt(const MovingObstacle& obstacle, const Prediction& prediction, const TimedPose& pose, double start_s,
                  double end_s) {
    ForEachPart(prediction, start_s, end_s, [&](double part_end_s) {
      ForEachShape(obstacle, prediction, start_s, [&](const ConvexPolygon& shape, const HeightSpan* span) {
        AddStill(shape, pose.ToPose2(), HeightsOf(span, pose.ToElevation()), start_s, part_end_s);
      });
      start_s = part_end_s;
    });
  }

  absl::Status AddPoses(const MovingObstacle& obstacle, const Prediction& prediction) {
    const std::vector<TimedPose>& poses = prediction.poses;
    const double first_s = poses.front().time_s;
    const double last_s = poses.back().time_s;
    if (holds_) AddStillAt(obstacle, prediction, poses.front(), -kInfinity, first_s);
    if (poses.size() == 1) AddStillAt(obstacle, prediction, poses.front(), first_s, first_s);
    for (size_t k = 0; k + 1 < poses.size(); ++k) {
      const TimedPose& q = poses[k + 1];
      TimedPose from = poses[k];
      const auto pose_at = [&](double time_s) {
        if (time_s == q.time_s) return q;
        TimedPose pose = InterpolatePose(poses, time_s);
        pose.time_s = time_s;
        return pose;
      };
      absl::Status status;
      ForEachPart(prediction, from.time_s, q.time_s, [&](double end_s) {
        const TimedPose to = pose_at(end_s);
        if (std::abs(NormalizeAngle(to.yaw_rad - from.yaw_rad)) > kLargestTurn_rad) {
          const TimedPose middle = pose_at(from.time_s + 0.5 * (end_s - from.time_s));
          if (status.ok()) status = AddMotion(obstacle, prediction, from, middle, poses[k], q);
          from = middle;
        }
        if (status.ok()) status = AddMotion(obstacle, prediction, from, to, poses[k], q);
        from = to;
      });
      if (!status.ok()) return status;
    }
    // Without hold, shapes that begin at the last pose are there at its time only.
    if (holds_ || !prediction.timed_shapes.empty()) {
      AddStillAt(obstacle, prediction, poses.back(), last_s, holds_ ? kInfinity : last_s);
    }
    return absl::OkStatus();
  }

  // From p to q, which is a part of what is between two poses, of whose heights all are possible.
  absl::Status AddMotion(const MovingObstacle& obstacle, const Prediction& prediction, const TimedPose& p,
                         const TimedPose& q, const TimedPose& before, const TimedPose& after) {
    const Pose2 from = p.ToPose2();
    const Pose2 to = q.ToPose2();
    if (const absl::StatusOr<Motion> motion = Motion::Between(from, to, p.time_s, q.time_s); !motion.ok()) {
      return absl::InvalidArgumentError(absl::StrFormat("obstacle %s: prediction from %.17g s to %.17g s: %s",
                                                        obstacle.id, p.time_s, q.time_s, motion.status().message()));
    }
    const double turn_rad = NormalizeAngle(q.yaw_rad - p.yaw_rad);
    const bool is_still = from.translation == to.translation && turn_rad == 0.0;
    ForEachShape(obstacle, prediction, p.time_s, [&](const ConvexPolygon& shape, const HeightSpan* span) {
      HeightRange heights = HeightsOf(span, before.ToElevation());
      heights.Extend(HeightsOf(span, after.ToElevation()));
      path_.pieces.push_back({&shape, p.time_s, q.time_s, from, to, is_still, heights,
                              SweptBounds(shape, from, to, turn_rad), SweptBox(shape, from, to, turn_rad)});
    });
    return absl::OkStatus();
  }

  const bool holds_;
  PredictedPath path_;
};

}  // namespace

absl::StatusOr<std::vector<PredictedPath>> PredictedPaths(const Scene& scene, BeyondPrediction beyond,
                                                          double min_probability) {
  std::vector<PredictedPath> paths;
  PathMaker maker(beyond);
  int index = static_cast<int>(scene.static_obstacles.size());
  for (const MovingObstacle& obstacle : scene.moving_obstacles) {
    int hypothesis = 0;
    for (const Prediction& prediction : obstacle.predictions) {
      if (prediction.probability >= min_probability) {
        absl::StatusOr<PredictedPath> path = maker.Make(obstacle, index, prediction, hypothesis);
        if (!path.ok()) return path.status();
        paths.push_back(*std::move(path));
      }
      ++hypothesis;
    }
    ++index;
  }
  return paths;
}

namespace {

// When a shape touches a place, and until when it is proven not to; s after the body's instant,
// negative: before it.
struct Visit {
  double time_s;
  double apart_s;
};

Aabb2 BoundsOf(const EncroachingBody& body) {
  Aabb2 bounds;
  for (const ConvexPolygon& shape : body.shapes) {
    Aabb2 circle;
    circle.Extend(body.world_from_body * shape.center());
    bounds.Extend(circle.Inflated(shape.bounding_radius_m()));
  }
  return bounds;
}

OrientedBox BoxOf(const EncroachingBody& body) {
  OrientedBoxMaker maker({body.world_from_body.cos, body.world_from_body.sin});
  for (const ConvexPolygon& shape : body.shapes) {
    for (const Vec2 vertex : shape.vertices()) maker.Extend(body.world_from_body * vertex, shape.radius_m());
  }
  return maker.Box();
}

double TimeApart(const PathPiece& piece, double time_s) {
  return std::max({0.0, piece.start_s - time_s, time_s - piece.end_s});
}

// The first contact of a shape that moves from one pose to another in duration_s; in s since it set
// out. Shape by shape: TimeOfImpact of all would prefer a later proven contact to a graze.
std::optional<Visit> FirstVisit(const EncroachingBody& body, const ConvexPolygon& shape, const Pose2& from,
                                const Pose2& to, double duration_s, const ImpactOptions& options) {
  const Motion motion = Motion::LegalBetween(from, to, 0.0, duration_s);
  const absl::StatusOr<Motion> still = Motion::Stationary(body.world_from_body, 0.0, duration_s);
  if (!still.ok()) return std::nullopt;
  std::optional<Visit> first;
  for (const ConvexPolygon& of_body : body.shapes) {
    const absl::StatusOr<ImpactResult> impact = TimeOfImpact(of_body, *still, shape, motion, options);
    if (!impact.ok()) return std::nullopt;
    if (impact->verdict == MotionVerdict::kFree) continue;
    if (!first.has_value()) first = Visit{impact->contact_by_s, impact->free_until_s};
    first = Visit{std::min(first->time_s, impact->contact_by_s), std::min(first->apart_s, impact->free_until_s)};
  }
  return first;
}

class VisitSearch {
 public:
  VisitSearch(const EncroachingBody& body, const PathPiece& piece, const ImpactOptions& options)
      : body_(body), piece_(piece), options_(options) {}

  // The visit that is nearest to the body's instant.
  std::optional<Visit> Nearest() const {
    const double time_s = body_.instant.time_s;
    if (piece_.is_still) return StillVisit(std::clamp(time_s, piece_.start_s, piece_.end_s) - time_s);
    if (time_s <= piece_.start_s + kSameInstant_s) return After(piece_.start_s, piece_.at_start);
    if (time_s >= piece_.end_s - kSameInstant_s) return Before(piece_.end_s, piece_.at_end);
    const Motion motion = Motion::LegalBetween(piece_.at_start, piece_.at_end, piece_.start_s, piece_.end_s);
    const Pose2 pose = motion.PoseAt(time_s);
    const std::optional<Visit> after = After(time_s, pose);
    const std::optional<Visit> before = Before(time_s, pose);
    if (!after.has_value() || !before.has_value()) return after.has_value() ? after : before;
    return after->time_s <= -before->time_s ? after : before;
  }

 private:
  std::optional<Visit> StillVisit(double after_s) const {
    const Pose2 body_from_piece = RelativePose(body_.world_from_body, piece_.at_start);
    for (const ConvexPolygon& shape : body_.shapes) {
      if (Collides(shape, *piece_.shape, body_from_piece)) return Visit{after_s, after_s};
    }
    return std::nullopt;
  }

  std::optional<Visit> After(double from_s, const Pose2& from) const {
    const std::optional<Visit> visit =
        FirstVisit(body_, *piece_.shape, from, piece_.at_end, piece_.end_s - from_s, options_);
    if (!visit.has_value()) return std::nullopt;
    const double after_s = from_s - body_.instant.time_s;
    return Visit{after_s + visit->time_s, after_s + visit->apart_s};
  }

  std::optional<Visit> Before(double to_s, const Pose2& to) const {
    const std::optional<Visit> visit =
        FirstVisit(body_, *piece_.shape, to, piece_.at_start, to_s - piece_.start_s, options_);
    if (!visit.has_value()) return std::nullopt;
    const double after_s = to_s - body_.instant.time_s;
    return Visit{after_s - visit->time_s, after_s - visit->apart_s};
  }

  const EncroachingBody& body_;
  const PathPiece& piece_;
  const ImpactOptions& options_;
};

}  // namespace

void UpdatePostEncroachment(const EncroachingBody& body, absl::Span<const PredictedPath> paths, double horizon_s,
                            const ImpactOptions& options, std::optional<PostEncroachmentTime>* least) {
  const Aabb2 bounds = BoundsOf(body);
  const OrientedBox box = BoxOf(body);
  const double time_s = body.instant.time_s;
  if (least->has_value() && (*least)->duration_s == 0.0) return;
  const auto matters = [&](const PredictedPath& path, double apart_s) {
    const Interaction at = {time_s, body.instant.step, path.obstacle, path.hypothesis};
    return least->has_value() ? IsLess(apart_s, at, (*least)->duration_s, (*least)->ego) : apart_s <= horizon_s;
  };
  const auto visit_piece = [&](const PredictedPath& path, const PathPiece& piece) {
    if (!Overlap(bounds, piece.bounds) || AreApart(box, piece.box) || AreApart(body.heights, piece.heights)) return;
    const std::optional<Visit> visit = VisitSearch(body, piece, options).Nearest();
    if (!visit.has_value() || !matters(path, std::abs(visit->time_s))) return;
    *least = PostEncroachmentTime{std::abs(visit->time_s),
                                  {time_s, body.instant.step, path.obstacle, path.hypothesis},
                                  time_s + visit->time_s,
                                  time_s + visit->apart_s};
  };
  constexpr size_t kRun = PredictedPath::kRunLength;
  for (const PredictedPath& path : paths) {
    if (!Overlap(bounds, path.bounds)) continue;
    const std::vector<PathPiece>& pieces = path.pieces;
    const auto misses = [&](size_t run) { return !Overlap(bounds, path.run_bounds[run]); };
    const auto now =
        static_cast<size_t>(std::partition_point(pieces.begin(), pieces.end(),
                                                 [=](const PathPiece& piece) { return piece.end_s < time_s; }) -
                            pieces.begin());
    for (size_t k = now; k < pieces.size() && matters(path, TimeApart(pieces[k], time_s));) {
      if (misses(k / kRun)) {
        k = (k / kRun + 1) * kRun;
      } else {
        visit_piece(path, pieces[k++]);
      }
    }
    for (size_t k = now; k > 0 && matters(path, TimeApart(pieces[k - 1], time_s));) {
      if (misses((k - 1) / kRun)) {
        k = (k - 1) / kRun * kRun;
      } else {
        visit_piece(path, pieces[--k]);
      }
    }
  }
}

}  // namespace collision2d::planner
