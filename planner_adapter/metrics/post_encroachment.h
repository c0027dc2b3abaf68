#ifndef COLLISION2D_PLANNER_ADAPTER_METRICS_POST_ENCROACHMENT_H_
#define COLLISION2D_PLANNER_ADAPTER_METRICS_POST_ENCROACHMENT_H_

#include <optional>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/motion/impact_result.h"
#include "planner_adapter/metrics/height_range.h"
#include "planner_adapter/metrics/metrics.h"
#include "planner_adapter/metrics/predicted_path.h"
#include "planner_adapter/scene/instant.h"

namespace collision2d::planner {

// The ego vehicle at an instant.
struct EncroachingBody {
  absl::Span<const ConvexPolygon> shapes;
  Pose2 world_from_body;
  HeightRange heights;
  Instant instant;
};

// Updates `least` by the time between the body's instant and the nearest time at which an obstacle touches it where it is then, if that is less than the
// duration of `least`, or at most horizon_s if that is not set.
// Contacts are those of TimeOfImpact and Collides: within options.time_tolerance_s; a graze within options.epsilon_m is a contact.
// O(pieces within the time that is still of interest).
void UpdatePostEncroachment(const EncroachingBody& body, absl::Span<const PredictedPath> paths, double horizon_s,
                            const ImpactOptions& options, std::optional<PostEncroachmentTime>* least);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_METRICS_POST_ENCROACHMENT_H_
