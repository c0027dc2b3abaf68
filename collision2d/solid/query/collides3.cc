#include "collision2d/solid/query/collides3.h"

#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/shapes/prism_shape.h"

namespace collision2d::solid {

#define COLLISION2D_DEFINE(A, B) \
  template bool Collides(const A& a, const B& b, const Pose3& a_from_b, const QueryContext3<A, B>& context);
COLLISION2D_FOR_EACH_PLANNER_PAIR3(COLLISION2D_DEFINE)
#undef COLLISION2D_DEFINE

}  // namespace collision2d::solid
