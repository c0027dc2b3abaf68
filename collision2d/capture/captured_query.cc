#include "collision2d/capture/captured_query.h"

#include <cmath>

#include "absl/strings/str_format.h"
#include "collision2d/batch/hit.h"
#include "collision2d/geometry/tolerances.h"

namespace collision2d {
namespace {

// How many numbers a query has.
size_t NumbersOf(QueryKind kind) {
  switch (kind) {
    case QueryKind::kDistanceWithin:
    case QueryKind::kSeparationGradient:
    case QueryKind::kMinimumDistance:
    case QueryKind::kDistancesWithin:
    case QueryKind::kMinimumSeparation:
      return 1;
    case QueryKind::kMinimumDistanceOverMotion:
      return 3;
    case QueryKind::kTimeOfImpact:
    case QueryKind::kFreeMotion:
      return 4;
    default:
      return 0;
  }
}

bool HasLimit(QueryKind kind) { return NumbersOf(kind) == 1 && kind != QueryKind::kSeparationGradient; }

bool HasForm(const CapturedQuery& query) {
  if (query.numbers.size() != NumbersOf(query.kind)) return false;
  if (IsRow(query.kind)) return query.poses.size() == 1 + query.obstacles.size();
  if (query.body.size() != 1 || query.obstacles.size() != 1) return false;
  return IsMotion(query.kind) ? query.poses.size() == 4 : query.poses.size() <= 1;
}

bool IsLegal(const Pose2& pose) {
  return std::abs(pose.cos * pose.cos + pose.sin * pose.sin - 1.0) <= kUnitRotationTolerance &&
         std::abs(pose.translation.x) <= kMaxCoordinate_m && std::abs(pose.translation.y) <= kMaxCoordinate_m;
}

}  // namespace

bool IsFinite(const Pose2& pose) {
  return std::isfinite(pose.translation.x) && std::isfinite(pose.translation.y) && std::isfinite(pose.cos) &&
         std::isfinite(pose.sin);
}

size_t AnswerSize(const CapturedQuery& query) {
  const int obstacles = static_cast<int>(query.obstacles.size());
  switch (query.kind) {
    case QueryKind::kSeparation:
      return 8;
    case QueryKind::kSeparationGradient:
      return 16;
    case QueryKind::kTimeOfImpact:
    case QueryKind::kMinimumDistanceOverMotion:
      return 4;
    case QueryKind::kCollisionMask:
    case QueryKind::kDistancesWithin:
      return MaskWordsPerPose(obstacles);
    case QueryKind::kFirstHit:
      return 2;
    case QueryKind::kMinimumDistance:
      return 3;
    case QueryKind::kAllDistances:
      return query.obstacles.size();
    case QueryKind::kMinimumSeparation:
      return 10;
    default:
      return 1;
  }
}

absl::Status CheckForm(const CapturedQuery& query) {
  if (HasForm(query)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat("%s of %d and %d shapes, %d poses and %d numbers", Name(query.kind),
                                                    query.body.size(), query.obstacles.size(), query.poses.size(),
                                                    query.numbers.size()));
}

absl::Status CheckArguments(const CapturedQuery& query) {
  const bool may_be_infinite = !IsRow(query.kind) && !IsMotion(query.kind);
  for (size_t i = 0; i < query.poses.size(); ++i) {
    const Pose2& pose = query.poses[i];
    if (IsLegal(pose) || (may_be_infinite && !IsFinite(pose))) continue;
    return absl::InvalidArgumentError(absl::StrFormat("poses[%d]: x %g, y %g, cos %g, sin %g is no pose", i,
                                                      pose.translation.x, pose.translation.y, pose.cos, pose.sin));
  }
  if (HasLimit(query.kind) && !(query.numbers[0] >= 0.0)) {
    return absl::InvalidArgumentError(absl::StrFormat("limit_m: %g m is not a distance", query.numbers[0]));
  }
  return absl::OkStatus();
}

}  // namespace collision2d
