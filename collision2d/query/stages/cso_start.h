#ifndef COLLISION2D_QUERY_STAGES_CSO_START_H_
#define COLLISION2D_QUERY_STAGES_CSO_START_H_

#include "absl/base/optimization.h"
#include "collision2d/geometry/direction_sector.h"
#include "collision2d/geometry/hot_path.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/stages/cso.h"

namespace collision2d::internal {

// Where the rungs start: at vertices from the shapes' tables, looked up by the direction in which the shapes face each other.

// The sectors of the direction from a to b, and of the direction from b to a in the frame of b.
struct FacingSectors {
  int a;
  int b;
};

// The sectors by the line of the centres; two equal ones if the centres coincide, so that (a, b)
// and (b, a) have the same ones even then.
template <typename Frame>
FacingSectors SectorsWithoutMoments(const Cso<Frame>& cso) {
  return {DirectionSector(-cso.center_difference()),
          DirectionSector(cso.frame().ToShapeFrame(cso.center_difference()))};
}

// Distant shapes face each other along the line of their centres. For near shapes the direction from the CSO's centre to the
// origin is multiplied by the inverse of the shapes' summed second moments: for two ellipses of one shape that gives the normal
// of the boundary where it is nearest to the origin.
template <typename Frame>
COLLISION2D_HOT_INLINE inline FacingSectors SectorsOf(const Cso<Frame>& cso, bool are_distant) {
  const Vec2 c = -cso.center_difference();
  Vec2 direction = c;
  if (!are_distant) {
    const SecondMoments a = cso.a().second_moments();
    const SecondMoments b = cso.frame().ToQueryFrame(cso.b().second_moments());
    const double xx = a.xx + b.xx;
    const double xy = a.xy + b.xy;
    const double yy = a.yy + b.yy;
    direction = {yy * c.x - xy * c.y, xx * c.y - xy * c.x};
    // Single precision holds no moments of shapes below 10^-22 m, and slivers on one line have none
    // across it.
    if (ABSL_PREDICT_FALSE((direction.x == 0.0) & (direction.y == 0.0))) return SectorsWithoutMoments(cso);
  }
  const int sector_a = DirectionSector(direction);
  return {sector_a, Frame::kRounds ? DirectionSector(cso.frame().ToShapeFrame(-direction)) : OppositeSector(sector_a)};
}

// A point of the CSO, in its interior or on the side that is turned away from the origin.
template <typename Frame>
COLLISION2D_HOT_INLINE inline Vec2 InnerPoint(const Cso<Frame>& cso, const FacingSectors& sectors) {
  if (ABSL_PREDICT_TRUE(cso.are_centers_inside())) return cso.center_difference();
  return cso.vertex_a(cso.a().StartVertex(OppositeSector(sectors.a))) -
         cso.vertex_b(cso.b().StartVertex(OppositeSector(sectors.b)));
}

// Vertices of a and b whose difference is a support point of the CSO in a direction. No edge at them rises in the direction,
// however short it is.
struct CsoStart {
  Vec2 direction;
  int vertex_a = 0;
  int vertex_b = 0;
};

// A table look-up; then a climb for a posed shape, whose table is for directions of its own frame.
template <typename Frame>
COLLISION2D_HOT_INLINE inline CsoStart StartAt(const Cso<Frame>& cso, const FacingSectors& sectors) {
  const Vec2 direction = kSectorMiddle[sectors.a];
  const int sector_b = Frame::kRounds ? sectors.b : OppositeSector(sectors.a);
  CsoStart start{direction, cso.a().StartVertex(sectors.a), cso.b().StartVertex(sector_b)};
  if (ABSL_PREDICT_FALSE(cso.a().StartsAreNear())) start.vertex_a = cso.ClimbA(direction, start.vertex_a);
  if (ABSL_PREDICT_FALSE(Frame::kRounds || cso.b().StartsAreNear())) {
    start.vertex_b = cso.ClimbB(-direction, start.vertex_b);
  }
  return start;
}

}  // namespace collision2d::internal

#endif  // COLLISION2D_QUERY_STAGES_CSO_START_H_
