#include "collision2d/solid/query/distance3.h"

#include "collision2d/query/query_context.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/query/core_distance3.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/shapes/prism_shape.h"
#include "collision2d/solid/shapes/simple_shapes.h"

namespace collision2d::solid::internal {
namespace {

template <typename Magnified>
double DistanceOfMagnified(const Magnified& a, const Magnified& b, QueryContext::Counters* counters) {
  QueryContext3<Magnified, Magnified> context;
  context.counters = counters;
  const Pose3 identity;
  return CoreDistance(a, b, identity, context);
}

}  // namespace

double MagnifiedDistance(const MagnifiedHull& a, const MagnifiedHull& b, QueryContext::Counters* counters) {
  return DistanceOfMagnified(a, b, counters);
}

double MagnifiedDistance(const MagnifiedShape& a, const MagnifiedShape& b, QueryContext::Counters* counters) {
  return DistanceOfMagnified(a, b, counters);
}

}  // namespace collision2d::solid::internal

namespace collision2d::solid {

#define COLLISION2D_DEFINE(A, B) \
  template double Distance(const A& a, const B& b, const Pose3& a_from_b, const QueryContext3<A, B>& context);
COLLISION2D_FOR_EACH_PLANNER_PAIR3(COLLISION2D_DEFINE)
#undef COLLISION2D_DEFINE

}  // namespace collision2d::solid
