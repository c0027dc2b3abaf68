#pragma once

#include "collision2d/capture/query_kind.h"
#include "collision2d/capture/recorder.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/query_context.h"
#include "collision2d/query/separation.h"

namespace collision2d {

// The library's queries with a fault: shapes that overlap by less than a tenth of a metre in a
// direction near the x axis do not collide.
struct PlantedFault {
  static bool Collides(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b, QueryContext context) {
    return collision2d::Collides(a, b, a_from_b, context) && !IsMissed(ComputeSeparation(a, b, a_from_b));
  }
  static bool Collides(const ConvexPolygon& a, const ConvexPolygon& b, QueryContext context) {
    return collision2d::Collides(a, b, context) && !IsMissed(ComputeSeparation(a, b));
  }

  // As PlainQueries::Answer.
  template <QueryKind kKind, typename Query>
  static auto Answer(const PairArguments& asked, QueryContext context, const Query& query) {
    if constexpr (kKind == QueryKind::kCollides) {
      return asked.poses.empty() ? Collides(asked.a, asked.b, context)
                                 : Collides(asked.a, asked.b, asked.poses[0], context);
    } else {
      return query();
    }
  }

 private:
  static bool IsMissed(const Separation& s) {
    return s.signed_distance_m < 0.0 && s.signed_distance_m > -0.1 && s.direction.x > 0.5;
  }
};

}  // namespace collision2d
