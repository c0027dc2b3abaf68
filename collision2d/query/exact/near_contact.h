#pragma once

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/exact/exact_relation.h"
#include "collision2d/query/query_context.h"
#include "collision2d/query/separation_result.h"
#include "collision2d/query/stages/cso.h"
#include "collision2d/query/stages/edge_windows.h"
#include "collision2d/query/stages/facing_feature.h"

namespace collision2d::internal {

// The last rung of every query: pairs that touch within rounding, slivers whose closest point GJK
// does not prove, and pairs so small that products of their lengths could underflow, which are
// scaled up first.

struct NearContactPair {
  const ConvexPolygon& a;
  const ConvexPolygon& b;
  // Null if both are in one frame.
  const Pose2* a_from_b;
  bool is_b_convex;
  // m. At least the largest distance between any two points of the shapes; bound on the rounding of
  // a height.
  double extent_m;
  double rounding_m;
  ExactStart start;
  // What the searches for the relation and for the distance may take each.
  int most_rounds;
};

// Whether the hulls share a point; exact.
bool CollideNearContact(const NearContactPair& pair, QueryContext::Counters* counters);

// m. The distance of the hulls; 0 exactly if they share a point.
double NearContactDistance(const NearContactPair& pair, QueryContext::Counters* counters);

// m. The distance of polygons that are apart by rounding, as NearContactDistance returns it, if the
// features where they are in contact say it; 0 if it is not clear which ones are the closest.
double NearContactGap(const EdgeWindows& windows, const WindowContact& contact);

// The separation of the hulls: the status and the sign of the signed distance are exact.
Separation NearContactSeparation(const NearContactPair& pair, QueryContext::Counters* counters);

// The pair of a query whose search ended at the feature with these ends.
template <typename Frame>
NearContactPair NearContactAt(const Cso<Frame>& cso, const FeatureEnds& ends) {
  const CsoVertex first = cso.Vertex(Wrapped(ends.first_a, cso.size_a()), Wrapped(ends.first_b, cso.size_b()));
  const CsoVertex second = cso.Vertex(Wrapped(ends.second_a, cso.size_a()), Wrapped(ends.second_b, cso.size_b()));
  const CsoVertex& near = NormSquared(second.point) < NormSquared(first.point) ? second : first;
  // Towards the far side; a guess only.
  const Vec2 inward = cso.center_difference() - near.point;
  const CsoIndex opposite{cso.a().StartVertex(DirectionSector(inward)),
                          cso.b().StartVertex(DirectionSector(cso.frame().ToShapeFrame(-inward)))};
  return {cso.a(),
          cso.b(),
          cso.frame().pose(),
          cso.is_b_convex(),
          cso.extent(),
          kSupportRelativeError * cso.magnitude(),
          {{near.vertex_a, near.vertex_b}, opposite},
          RoundBound(cso.size_a(), cso.size_b())};
}

}  // namespace collision2d::internal
