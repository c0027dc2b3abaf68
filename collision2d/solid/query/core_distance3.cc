#include "collision2d/solid/query/core_distance3.h"

#include "collision2d/query/query_context.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/query/magnified_shape.h"
#include "collision2d/solid/query/query_context3.h"

namespace collision2d::solid::internal {
namespace {

template <typename Magnified>
double DistanceOfMagnified(const Magnified& a, const Magnified& b, QueryCounters* counters) {
  QueryContext3<Magnified, Magnified> context;
  context.counters = counters;
  const Pose3 identity;
  return CoreDistance(a, b, identity, context);
}

}  // namespace

double MagnifiedDistance(const MagnifiedHull& a, const MagnifiedHull& b, QueryCounters* counters) {
  return DistanceOfMagnified(a, b, counters);
}

double MagnifiedDistance(const MagnifiedShape& a, const MagnifiedShape& b, QueryCounters* counters) {
  return DistanceOfMagnified(a, b, counters);
}

}  // namespace collision2d::solid::internal
