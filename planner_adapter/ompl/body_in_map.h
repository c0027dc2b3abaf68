#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/motion/impact_result.h"
#include "collision2d/motion/motion.h"
#include "planner_adapter/ompl/motion_piece.h"
#include "planner_adapter/ompl/obstacle_map.h"

namespace collision2d::planner {

// m. Returns the distance of the farthest point of a body from the origin of its frame.
double ReachOf(absl::Span<const ConvexPolygon> body);

// A body among the shapes of a map, at poses and along paths. Immutable, and safe from many threads
// at once.
//
// Paths are checked with a body that is larger by margin_m in every direction, so results for the
// pieces hold for every motion within margin_m of them. The margin must exceed the rounding of
// poses along the path.
// REQUIRES of every call: poses and pieces within legal coordinates (kMaxCoordinate_m).
class BodyInMap {
 public:
  // Errors (InvalidArgument, naming the shape): a body without shapes, or that reaches beyond
  // kMaxCoordinate_m / 8 from the origin of its frame; no map. REQUIRES: margin_m is positive, and
  // a legal radius.
  static absl::StatusOr<BodyInMap> Create(std::vector<ConvexPolygon> body, std::shared_ptr<const ObstacleMap> map,
                                          double margin_m);

  // Returns true if the body itself shares a point with a shape of the map; exact, as AnyHit.
  bool Collides(const Pose2& world_from_body) const;

  // m. Returns the signed distance of the body itself from the nearest shape, as MinimumSeparation:
  // minus the greatest penetration depth of a pair of shapes if in contact, infinity in a map
  // without shapes.
  double SignedDistance(const Pose2& world_from_body) const;

  // Returns kFree if the larger body is proven free at every real instant of the path, kCollides if
  // the body itself is proven to be in contact at some instant, otherwise kUndecided.
  // O(log n) for each part of the path, plus the shapes near it. Does not allocate unless the body
  // has several shapes, or more than 32 shapes are near.
  MotionVerdict CheckPath(absl::Span<const MotionPiece> path) const;

  // The first contact of the larger body.
  struct FirstContact {
    // The verdict of CheckPath for the pair of shapes that meets first.
    MotionVerdict verdict = MotionVerdict::kFree;
    // The fraction of the path up to which the larger body is proven free; 1 if it is free.
    // Expressed as a time, it is within the tolerance of TimeOfImpact on a part of the path that
    // takes 1 s.
    double free_until = 1.0;
  };
  FirstContact FindFirstContact(absl::Span<const MotionPiece> path) const;

 private:
  struct Pair {
    int body_shape;
    int obstacle;
  };

  BodyInMap(std::vector<ConvexPolygon> body, std::vector<ConvexPolygon> larger_body, double margin_m,
            std::shared_ptr<const ObstacleMap> map)
      : body_(std::move(body)), larger_body_(std::move(larger_body)), margin_m_(margin_m), map_(std::move(map)) {}

  // Calls visit(part) for the parts of a path in their order, until it returns false.
  template <typename Visit>
  static void ForEachPart(absl::Span<const MotionPiece> path, const Visit& visit);
  // Calls visit(pair, motion of the body, motion of the obstacle) for the pairs of shapes that may
  // meet during a part, until it returns false.
  template <typename Visit>
  void ForEachPair(const MotionPiece& part, const Visit& visit) const;
  MotionVerdict VerdictOfContact(const Pair& pair, const Motion& motion, const Motion& still) const;

  std::vector<ConvexPolygon> body_;
  std::vector<ConvexPolygon> larger_body_;
  double margin_m_;
  std::shared_ptr<const ObstacleMap> map_;
};

}  // namespace collision2d::planner
