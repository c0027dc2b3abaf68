// Levels 1 to 3 of two convex polytopes: what assurance/embedded_figures.sh looks at the stack of.

#include "collision2d/solid/solid.h"

namespace collision2d::solid {

bool PolytopesCollide(const ConvexPolytope& a, const ConvexPolytope& b, const Pose3& a_from_b) {
  return Collides(a, b, a_from_b);
}

double PolytopesDistance(const ConvexPolytope& a, const ConvexPolytope& b, const Pose3& a_from_b) {
  return Distance(a, b, a_from_b);
}

Separation3 PolytopesSeparation(const ConvexPolytope& a, const ConvexPolytope& b, const Pose3& a_from_b) {
  return ComputeSeparation(a, b, a_from_b);
}

}  // namespace collision2d::solid
