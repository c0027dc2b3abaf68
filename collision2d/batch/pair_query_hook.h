// A hook through which a batch passes undecided pairs to a caller, for example to record them.

#pragma once

#include "absl/status/statusor.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/motion/impact_result.h"
#include "collision2d/query/separation_result.h"

namespace collision2d {

struct MotionDistance;
struct SeparationGradient;
enum class MovingShape;

// Answers in place of the pair queries, for example for the pairs that the filters of a batch leave
// undecided (PolygonBatch::set_pair_query_hook). Each function must return exactly what the
// library's function of that name returns, which is what those that are not overridden do, and must
// be safe from many threads at once. Must not throw.
class PairQueryHook {
 public:
  // world_from_body at both ends of a motion.
  struct PosesOfMotion {
    Pose2 start;
    Pose2 end;
  };

  virtual bool Collides(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b);
  virtual double Distance(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b);
  virtual bool DistanceWithin(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b, double limit_m);
  virtual Separation ComputeSeparation(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b);
  virtual SeparationGradient ComputeSeparationGradient(const ConvexPolygon& a, const ConvexPolygon& b,
                                                       const Pose2& a_from_b, MovingShape moving);
  // The motions are those of Motion::Between, and so are the errors.
  virtual absl::StatusOr<ImpactResult> TimeOfImpact(const ConvexPolygon& a, const PosesOfMotion& world_from_a,
                                                    const ConvexPolygon& b, const PosesOfMotion& world_from_b,
                                                    double start_s, double end_s, const ImpactOptions& options);
  virtual absl::StatusOr<bool> IsMotionFree(const ConvexPolygon& a, const PosesOfMotion& world_from_a,
                                            const ConvexPolygon& b, const PosesOfMotion& world_from_b, double start_s,
                                            double end_s, const ImpactOptions& options);
  virtual absl::StatusOr<MotionDistance> MinimumDistanceOverMotion(const ConvexPolygon& a,
                                                                   const PosesOfMotion& world_from_a,
                                                                   const ConvexPolygon& b,
                                                                   const PosesOfMotion& world_from_b, double start_s,
                                                                   double end_s, double tolerance_m);

 protected:
  ~PairQueryHook() = default;
};

}  // namespace collision2d
