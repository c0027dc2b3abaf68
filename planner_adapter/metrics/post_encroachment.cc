#include "planner_adapter/metrics/post_encroachment.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "collision2d/geometry/aabb2.h"
#include "collision2d/motion/motion.h"
#include "collision2d/motion/time_of_impact.h"
#include "collision2d/query/collides.h"
#include "planner_adapter/metrics/oriented_box.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

// When a shape touches a place, and until when it is proven not to; s after the body's instant, negative: before it.
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

// The first contact of a shape that moves from one pose to another in duration_s; in s since it set out.
std::optional<Visit> FirstVisit(const EncroachingBody& body, const ConvexPolygon& shape, const Pose2& from,
                                const Pose2& to, double duration_s, const ImpactOptions& options) {
  const Motion motion = Motion::LegalBetween(from, to, 0.0, duration_s);
  const absl::StatusOr<Motion> still = Motion::Still(body.world_from_body, 0.0, duration_s);
  if (!still.ok()) return std::nullopt;
  const absl::StatusOr<ImpactResult> impact =
      TimeOfImpact(body.shapes, *still, absl::MakeConstSpan(&shape, 1), motion, options);
  if (!impact.ok() || impact->verdict == MotionVerdict::kFree) return std::nullopt;
  return Visit{impact->contact_by_s, impact->free_until_s};
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
  const Interaction at = {time_s, body.instant.step, 0, 0};
  const auto matters = [&](double apart_s) {
    return least->has_value() ? IsLess(apart_s, at, (*least)->duration_s, (*least)->ego) : apart_s <= horizon_s;
  };
  const auto visit_piece = [&](const PredictedPath& path, const PathPiece& piece) {
    if (!Overlap(bounds, piece.bounds) || AreApart(box, piece.box) || AreApart(body.heights, piece.heights)) return;
    const std::optional<Visit> visit = VisitSearch(body, piece, options).Nearest();
    if (!visit.has_value() || !matters(std::abs(visit->time_s))) return;
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
    for (size_t k = now; k < pieces.size() && matters(TimeApart(pieces[k], time_s));) {
      if (misses(k / kRun)) {
        k = (k / kRun + 1) * kRun;
      } else {
        visit_piece(path, pieces[k++]);
      }
    }
    for (size_t k = now; k > 0 && matters(TimeApart(pieces[k - 1], time_s));) {
      if (misses((k - 1) / kRun)) {
        k = (k - 1) / kRun * kRun;
      } else {
        visit_piece(path, pieces[--k]);
      }
    }
  }
}

}  // namespace collision2d::planner
