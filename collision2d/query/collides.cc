#include "collision2d/query/collides.h"

#include "collision2d/query/cso.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/gjk.h"
#include "collision2d/query/near_contact.h"
#include "collision2d/query/query_context.h"

namespace collision2d {
namespace {

// Any proof that the shapes are disjoint is enough.
struct StopWhenDisjoint : internal::NoEarlyExit {
  bool StopOutside(Vec2 /*v*/, Vec2 /*w*/, double /*error*/) const { return true; }
};

template <typename Frame>
bool HullsCollide(const ConvexPolygon& a, const ConvexPolygon& b, const Frame& frame, const QueryContext& context) {
  const internal::Cso<Frame> cso(a, b, frame);
  const internal::GjkResult gjk = internal::RunGjk(cso, context, StopWhenDisjoint());
  switch (gjk.verdict) {
    case internal::GjkVerdict::kOutside:
      return false;
    case internal::GjkVerdict::kInside:
      return true;
    case internal::GjkVerdict::kUndecided:
      break;
  }
  if (context.counters != nullptr) ++context.counters->exact_path_entries;
  return internal::RelateExactly(internal::VertexRing(a, internal::SameFrame{}, 1.0),
                                 internal::VertexRing(b, frame, 1.0)) != internal::ExactRelation::kDisjoint;
}

}  // namespace

bool Collides(const ConvexPolygon& a, const ConvexPolygon& b, QueryContext context) {
  if (a.radius_m() > 0.0 || b.radius_m() > 0.0) return DistanceWithin(a, b, 0.0, context);
  return HullsCollide(a, b, internal::SameFrame{}, context);
}

bool Collides(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b, QueryContext context) {
  if (a.radius_m() > 0.0 || b.radius_m() > 0.0) return DistanceWithin(a, b, a_from_b, 0.0, context);
  return HullsCollide(a, b, internal::PosedFrame{a_from_b}, context);
}

}  // namespace collision2d
