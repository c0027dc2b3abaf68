#ifndef COLLISION2D_CAPTURE_PLAIN_QUERIES_H_
#define COLLISION2D_CAPTURE_PLAIN_QUERIES_H_

#include "absl/status/statusor.h"
#include "collision2d/batch/pair_asker.h"
#include "collision2d/capture/capture_options.h"
#include "collision2d/capture/capture_ring.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/motion/impact_result.h"
#include "collision2d/motion/motion.h"
#include "collision2d/motion/time_of_impact.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/separation.h"
#include "collision2d/query/separation_gradient.h"

namespace collision2d {

// The pair queries of the library. Takes the place of a Recorder in builds without capture: it ignores the arguments of the constructor, has no state, and calls
// the queries and nothing else.
class PlainQueries {
 public:
  PlainQueries() = default;
  explicit PlainQueries(CaptureRing* /*ring*/, const CaptureOptions& /*options*/ = {}) {}

  template <typename... Arguments>
  static bool Collides(const Arguments&... arguments) {
    return collision2d::Collides(arguments...);
  }
  template <typename... Arguments>
  static double Distance(const Arguments&... arguments) {
    return collision2d::Distance(arguments...);
  }
  template <typename... Arguments>
  static bool DistanceWithin(const Arguments&... arguments) {
    return collision2d::DistanceWithin(arguments...);
  }
  template <typename... Arguments>
  static Separation ComputeSeparation(const Arguments&... arguments) {
    return collision2d::ComputeSeparation(arguments...);
  }
  template <typename... Arguments>
  static SeparationGradient ComputeSeparationGradient(const Arguments&... arguments) {
    return collision2d::ComputeSeparationGradient(arguments...);
  }

  // TimeOfImpact of two shapes that move by Motion::Between from start_s to end_s. Errors: as these two.
  static absl::StatusOr<ImpactResult> TimeOfImpact(const ConvexPolygon& a, const PosesOfMotion& world_from_a,
                                                   const ConvexPolygon& b, const PosesOfMotion& world_from_b,
                                                   double start_s, double end_s, const ImpactOptions& options = {}) {
    const absl::StatusOr<Motion> motion_a = Motion::Between(world_from_a.start, world_from_a.end, start_s, end_s);
    if (!motion_a.ok()) return motion_a.status();
    const absl::StatusOr<Motion> motion_b = Motion::Between(world_from_b.start, world_from_b.end, start_s, end_s);
    if (!motion_b.ok()) return motion_b.status();
    return collision2d::TimeOfImpact(a, *motion_a, b, *motion_b, options);
  }
};

}  // namespace collision2d

#endif  // COLLISION2D_CAPTURE_PLAIN_QUERIES_H_
