#include "collision2d/solid/query/separation3.h"

#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/shapes/prism_shape.h"
#include "collision2d/solid/shapes/simple_shapes.h"

namespace collision2d::solid::internal {

#define COLLISION2D_DEFINE(A, B)                                                                                       \
  template Separation3 SeparationBy(const A& a, const B& b, const Pose3& a_from_b, const QueryContext3<A, B>& context, \
                                    PenetrationResult* expansion);
COLLISION2D_FOR_EACH_PLANNER_PAIR3(COLLISION2D_DEFINE)
COLLISION2D_DEFINE(MagnifiedHull, MagnifiedHull)
COLLISION2D_DEFINE(MagnifiedShape, MagnifiedShape)
#undef COLLISION2D_DEFINE

}  // namespace collision2d::solid::internal
