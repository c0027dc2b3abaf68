#include "collision2d/capture/query_kind.h"

namespace collision2d {

const char* Name(QueryKind kind) {
  switch (kind) {
    case QueryKind::kCollides:
      return "Collides";
    case QueryKind::kDistance:
      return "Distance";
    case QueryKind::kDistanceWithin:
      return "DistanceWithin";
    case QueryKind::kSeparation:
      return "ComputeSeparation";
    case QueryKind::kSeparationGradient:
      return "ComputeSeparationGradient";
    case QueryKind::kTimeOfImpact:
      return "TimeOfImpact";
    case QueryKind::kFreeMotion:
      return "FreeMotion";
    case QueryKind::kMinimumDistanceOverMotion:
      return "MinimumDistanceOverMotion";
    case QueryKind::kCollisionMask:
      return "CollisionMask";
    case QueryKind::kAnyHit:
      return "AnyHit";
    case QueryKind::kFirstHit:
      return "FirstHit";
    case QueryKind::kCountHits:
      return "CountHits";
    case QueryKind::kMinimumDistance:
      return "MinimumDistance";
    case QueryKind::kAllDistances:
      return "AllDistances";
    case QueryKind::kDistancesWithin:
      return "DistancesWithin";
    case QueryKind::kMinimumSeparation:
      return "MinimumSeparation";
  }
  return nullptr;
}

}  // namespace collision2d
