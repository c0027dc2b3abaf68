// Collides with the planted fault, by the name that planted_regression_with_fault gives it.

#include "collision2d/capture/tool/testing/planted_fault.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/query_context.h"

namespace collision2d {

bool CollidesWithFault(const ConvexPolygon& a, const ConvexPolygon& b, QueryContext context);
bool CollidesWithFault(const ConvexPolygon& a, const ConvexPolygon& b, QueryContext context) {
  return PlantedFault::Collides(a, b, context);
}

bool CollidesWithFault(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b, QueryContext context);
bool CollidesWithFault(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b, QueryContext context) {
  return PlantedFault::Collides(a, b, a_from_b, context);
}

}  // namespace collision2d
