#ifndef COLLISION2D_PLANNER_ADAPTER_METRICS_PREDICTED_PATH_H_
#define COLLISION2D_PLANNER_ADAPTER_METRICS_PREDICTED_PATH_H_

#include <cstddef>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/impact_result.h"
#include "planner_adapter/metrics/height_range.h"
#include "planner_adapter/metrics/metrics.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/scene.h"

// The paths that obstacles are predicted to take, and the post-encroachment times at them.

namespace collision2d::planner {

// A rectangle. Its sides are along `axis`, of unit length, and across it; half_m has half their
// lengths.
struct OrientedBox {
  Vec2 center;
  Vec2 axis;
  Vec2 half_m;
};

// One shape of an obstacle's prediction from one time to another, during which it moves as
// Motion::Between. Refers to the scene.
struct PathPiece {
  const ConvexPolygon* shape;
  double start_s;
  double end_s;  // Infinite: it stays where it is.
  Pose2 at_start;
  Pose2 at_end;
  bool is_still;
  HeightRange heights;
  // Both contain the shape at every time of the piece.
  Aabb2 bounds;
  OrientedBox box;
};

// All that a hypothesis says of where an obstacle will be.
struct PredictedPath {
  static constexpr size_t kRunLength = 8;

  int obstacle;
  int hypothesis;
  std::vector<PathPiece> pieces;  // By start.
  std::vector<Aabb2> run_bounds;  // Of kRunLength pieces each; the last run may be shorter.
  Aabb2 bounds;                   // Of all pieces.
};

// The paths of the moving obstacles, without hypotheses less probable than min_probability.
// Occupancies are still until the next one's time. With BeyondPrediction::kHold the first pose or
// occupancy is there from minus infinity on, and the last one for ever.
// Errors: a predicted pose that is not legal (Motion::Between), named by its obstacle.
// O(poses).
absl::StatusOr<std::vector<PredictedPath>> PredictedPaths(const Scene& scene, BeyondPrediction beyond,
                                                          double min_probability);

// The ego vehicle at an instant.
struct EncroachingBody {
  absl::Span<const ConvexPolygon> shapes;
  Pose2 world_from_body;
  HeightRange heights;
  Instant instant;
};

// Updates `least` by the time between the body's instant and the nearest time at which an obstacle
// touches it where it is then, if that is less than the duration of `least`, or at most horizon_s
// if that is not set.
// Contacts are those of TimeOfImpact and Collides: within options.time_tolerance_s; a graze within
// options.epsilon_m is a contact. O(pieces within the time that is still of interest).
void UpdatePostEncroachment(const EncroachingBody& body, absl::Span<const PredictedPath> paths, double horizon_s,
                            const ImpactOptions& options, std::optional<PostEncroachmentTime>* least);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_METRICS_PREDICTED_PATH_H_
