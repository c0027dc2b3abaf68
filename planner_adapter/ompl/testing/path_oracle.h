#pragma once

#include <ompl/base/State.h>
#include <ompl/base/spaces/SE2StateSpace.h>

#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/motion/testing/motion_oracle.h"
#include "collision2d/motion/testing/motion_spec.h"

namespace collision2d::planner {

// What holds for a body on the way of interpolate() from one state to another among shapes that
// stand still in the world frame, proven by interval arithmetic. Shares no code with the
// validators: it reads the types and lengths of OMPL's paths itself, and takes everything else from
// MotionOracle.
class PathOracle {
 public:
  // REQUIRES: a legal SE2StateSpace, DubinsStateSpace or ReedsSheppStateSpace with this turning
  // radius, and legal states.
  PathOracle(const ompl::base::SE2StateSpace& space, double turning_radius_m, const ompl::base::State& from,
             const ompl::base::State& to);

  // Whether the body is proven to share no point with any of the shapes before the fraction. False
  // says nothing.
  bool ProvesFreeUntil(double fraction, absl::Span<const ConvexPolygon> body,
                       absl::Span<const ConvexPolygon> shapes) const;

  // A fraction at which the body is proven to be in contact with a shape, no more than 10^-6 of a
  // segment after the first such fraction; infinity if there is none. What merely grazes does not
  // count.
  double FirstContact(absl::Span<const ConvexPolygon> body, absl::Span<const ConvexPolygon> shapes) const;

 private:
  // A segment takes 1 s.
  struct Segment {
    MotionSpec motion;
    double begin;
    double end;
  };

  // Calls visit(oracle of a pair) for the pairs that are so near that they might meet on a segment,
  // until it returns false.
  template <typename Visit>
  static void ForEachNearPair(const Segment& segment, absl::Span<const ConvexPolygon> body,
                              absl::Span<const ConvexPolygon> shapes, const Visit& visit);

  std::vector<Segment> segments_;
};

}  // namespace collision2d::planner
