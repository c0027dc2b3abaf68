#include "collision2d/capture/captured_query.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "collision2d/geometry/tolerances.h"

namespace collision2d {
namespace {

// How many names a list in a QueryForm has.
size_t CountOf(absl::string_view names) {
  return names.empty() ? 0 : 1 + static_cast<size_t>(std::count(names.begin(), names.end(), ' '));
}

bool HasForm(const CapturedQuery& query) {
  if (query.numbers.size() != CountOf(FormOf(query.kind)->numbers)) return false;
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

size_t AnswerSize(QueryKind kind) { return CountOf(FormOf(kind)->words); }

absl::Status CheckForm(const CapturedQuery& query) {
  if (HasForm(query)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrFormat("%s with %d poses and %d numbers", Name(query.kind), query.poses.size(), query.numbers.size()));
}

absl::Status CheckArguments(const CapturedQuery& query) {
  for (size_t i = 0; i < query.poses.size(); ++i) {
    const Pose2& pose = query.poses[i];
    if (IsLegal(pose) || (!IsMotion(query.kind) && !IsFinite(pose))) continue;
    return absl::InvalidArgumentError(absl::StrFormat("poses[%d]: x %g, y %g, cos %g, sin %g is no pose", i,
                                                      pose.translation.x, pose.translation.y, pose.cos, pose.sin));
  }
  if (FormOf(query.kind)->numbers == "limit_m" && !(query.numbers[0] >= 0.0)) {
    return absl::InvalidArgumentError(absl::StrFormat("limit_m: %g m is not a distance", query.numbers[0]));
  }
  return absl::OkStatus();
}

}  // namespace collision2d
