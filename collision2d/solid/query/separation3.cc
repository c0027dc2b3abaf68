#include "collision2d/solid/query/separation3.h"

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/query/core_distance3.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/shapes/prism_shape.h"
#include "collision2d/solid/shapes/simple_shapes.h"

namespace collision2d::solid::internal {
namespace {

template <typename Magnified>
Separation3 SeparationOfMagnified(const Magnified& a, const Magnified& b, const DepthContext& depth_context) {
  QueryContext3<Magnified, Magnified> context;
  context.counters = depth_context.counters;
  context.epa_workspace = depth_context.workspace;
  const Pose3 identity;
  return CoreSeparation(a, b, identity, context, depth_context.expansion);
}

}  // namespace

Separation3 MagnifiedSeparation(const MagnifiedHull& a, const MagnifiedHull& b, const DepthContext& context) {
  return SeparationOfMagnified(a, b, context);
}

Separation3 MagnifiedSeparation(const MagnifiedShape& a, const MagnifiedShape& b, const DepthContext& context) {
  return SeparationOfMagnified(a, b, context);
}

#define COLLISION2D_DEFINE(A, B)                                                                                       \
  template Separation3 SeparationBy(const A& a, const B& b, const Pose3& a_from_b, const QueryContext3<A, B>& context, \
                                    PenetrationResult* expansion);
COLLISION2D_FOR_EACH_PLANNER_PAIR3(COLLISION2D_DEFINE)
#undef COLLISION2D_DEFINE

}  // namespace collision2d::solid::internal
