#include "collision2d/solid/query/distance3.h"

#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/shapes/prism_shape.h"
#include "collision2d/solid/shapes/simple_shapes.h"

namespace collision2d::solid {

#define COLLISION2D_DEFINE(A, B) \
  template double Distance(const A& a, const B& b, const Pose3& a_from_b, const QueryContext3<A, B>& context);
COLLISION2D_FOR_EACH_PLANNER_PAIR3(COLLISION2D_DEFINE)
COLLISION2D_DEFINE(internal::MagnifiedHull, internal::MagnifiedHull)
COLLISION2D_DEFINE(internal::MagnifiedShape, internal::MagnifiedShape)
#undef COLLISION2D_DEFINE

}  // namespace collision2d::solid
