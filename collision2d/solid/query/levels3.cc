// Levels 1 to 3 for every pair of a planner's shapes, compiled once.

#include "collision2d/solid/query/collides3.h"
#include "collision2d/solid/query/distance3.h"
#include "collision2d/solid/query/separation3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/shapes/prism_shape.h"
#include "collision2d/solid/shapes/simple_shapes.h"

namespace collision2d::solid {

using internal::MagnifiedHull;
using internal::MagnifiedShape;

#define COLLISION2D_DEFINE(A, B) \
  template bool Collides(const A& a, const B& b, const Pose3& a_from_b, const QueryContext3<A, B>& context);
COLLISION2D_FOR_EACH_PLANNER_PAIR3(COLLISION2D_DEFINE)
#undef COLLISION2D_DEFINE

#define COLLISION2D_DEFINE(A, B)                                                                               \
  template double Distance(const A& a, const B& b, const Pose3& a_from_b, const QueryContext3<A, B>& context); \
  template Separation3 internal::SeparationBy(const A& a, const B& b, const Pose3& a_from_b,                   \
                                              const QueryContext3<A, B>& context, PenetrationResult* expansion);
COLLISION2D_FOR_EACH_PLANNER_PAIR3(COLLISION2D_DEFINE)
COLLISION2D_DEFINE(MagnifiedHull, MagnifiedHull)
COLLISION2D_DEFINE(MagnifiedShape, MagnifiedShape)
#undef COLLISION2D_DEFINE

}  // namespace collision2d::solid
