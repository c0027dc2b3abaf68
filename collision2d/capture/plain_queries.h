#ifndef COLLISION2D_CAPTURE_PLAIN_QUERIES_H_
#define COLLISION2D_CAPTURE_PLAIN_QUERIES_H_

#include "absl/status/statusor.h"
#include "collision2d/batch/pair_asker.h"
#include "collision2d/capture/capture_ring.h"
#include "collision2d/capture/query_kind.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/motion/impact_result.h"
#include "collision2d/motion/minimum_distance.h"
#include "collision2d/motion/motion.h"
#include "collision2d/motion/time_of_impact.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/separation.h"
#include "collision2d/query/separation_gradient.h"

namespace collision2d {

// The pair queries of the library. Takes the place of a Recorder in builds without capture: it
// ignores the arguments of the constructor, has no state, and calls the queries and nothing else.
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

  // Queries of two shapes that move by Motion::Between from start_s to end_s. Errors: as Between
  // and the query.
  static absl::StatusOr<ImpactResult> TimeOfImpact(const ConvexPolygon& a, const PosesOfMotion& world_from_a,
                                                   const ConvexPolygon& b, const PosesOfMotion& world_from_b,
                                                   double start_s, double end_s, const ImpactOptions& options = {}) {
    return AskBetween<ImpactResult>(
        world_from_a, world_from_b, start_s, end_s,
        [&](const Motion& of_a, const Motion& of_b) { return collision2d::TimeOfImpact(a, of_a, b, of_b, options); });
  }
  static absl::StatusOr<bool> FreeMotion(const ConvexPolygon& a, const PosesOfMotion& world_from_a,
                                         const ConvexPolygon& b, const PosesOfMotion& world_from_b, double start_s,
                                         double end_s, const ImpactOptions& options = {}) {
    return AskBetween<bool>(world_from_a, world_from_b, start_s, end_s, [&](const Motion& of_a, const Motion& of_b) {
      return collision2d::FreeMotion(a, of_a, b, of_b, options);
    });
  }
  static absl::StatusOr<MotionDistance> MinimumDistanceOverMotion(const ConvexPolygon& a,
                                                                  const PosesOfMotion& world_from_a,
                                                                  const ConvexPolygon& b,
                                                                  const PosesOfMotion& world_from_b, double start_s,
                                                                  double end_s, double tolerance_m = 1e-4) {
    return AskBetween<MotionDistance>(world_from_a, world_from_b, start_s, end_s,
                                      [&](const Motion& of_a, const Motion& of_b) {
                                        return collision2d::MinimumDistanceOverMotion(a, of_a, b, of_b, tolerance_m);
                                      });
  }

  // FreeMotion, with what a recorder has to know of it.
  static absl::StatusOr<ImpactResult> FreeMotionVerdict(const ConvexPolygon& a, const PosesOfMotion& world_from_a,
                                                        const ConvexPolygon& b, const PosesOfMotion& world_from_b,
                                                        double start_s, double end_s, const ImpactOptions& options) {
    return AskBetween<ImpactResult>(world_from_a, world_from_b, start_s, end_s,
                                    [&](const Motion& of_a, const Motion& of_b) {
                                      return internal::FreeMotionVerdict({&a, 1}, of_a, {&b, 1}, of_b, options);
                                    });
  }

 private:
  template <typename Answer, typename Query>
  static absl::StatusOr<Answer> AskBetween(const PosesOfMotion& world_from_a, const PosesOfMotion& world_from_b,
                                           double start_s, double end_s, const Query& query) {
    const absl::StatusOr<Motion> motion_a = Motion::Between(world_from_a.start, world_from_a.end, start_s, end_s);
    if (!motion_a.ok()) return motion_a.status();
    const absl::StatusOr<Motion> motion_b = Motion::Between(world_from_b.start, world_from_b.end, start_s, end_s);
    if (!motion_b.ok()) return motion_b.status();
    return query(*motion_a, *motion_b);
  }
};

}  // namespace collision2d

#endif  // COLLISION2D_CAPTURE_PLAIN_QUERIES_H_
