#ifndef COLLISION2D_SOLID_QUERY_PLANNER_PAIRS3_H_
#define COLLISION2D_SOLID_QUERY_PLANNER_PAIRS3_H_

// The pairs of shapes whose queries are compiled in the library, in collides3.cc, distance3.cc and
// separation3.cc, instead of in every source that calls them.
namespace collision2d::solid {

class BoxShape;
class CapsuleShape;
class ConvexPolytope;
class PrismShape;
class SphereShape;

}  // namespace collision2d::solid

#define COLLISION2D_FOR_EACH_PLANNER_SHAPE3(F, A) \
  F(A, BoxShape)                                  \
  F(A, CapsuleShape)                              \
  F(A, ConvexPolytope)                            \
  F(A, PrismShape)                                \
  F(A, SphereShape)

// Expands to F(A, B) for each of the ordered pairs.
#define COLLISION2D_FOR_EACH_PLANNER_PAIR3(F)            \
  COLLISION2D_FOR_EACH_PLANNER_SHAPE3(F, BoxShape)       \
  COLLISION2D_FOR_EACH_PLANNER_SHAPE3(F, CapsuleShape)   \
  COLLISION2D_FOR_EACH_PLANNER_SHAPE3(F, ConvexPolytope) \
  COLLISION2D_FOR_EACH_PLANNER_SHAPE3(F, PrismShape)     \
  COLLISION2D_FOR_EACH_PLANNER_SHAPE3(F, SphereShape)

#endif  // COLLISION2D_SOLID_QUERY_PLANNER_PAIRS3_H_
