#include "collision2d/batch/calls/arguments.h"

#include <cmath>
#include <cstdint>
#include <limits>

#include "absl/strings/str_format.h"
#include "collision2d/code_generation.h"
#include "collision2d/geometry/tolerances.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/batch/calls/arguments.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// How many poses from the first on are known to be legal: all whole vectors of them, or none.
size_t CountLegal(const Pose2* poses, size_t count) {
  static_assert(sizeof(Pose2) == 4 * sizeof(double), "poses are read as rows of x, y, cos, sin");
  const hn::CappedTag<double, 8> d;
  const auto limit = hn::Set(d, kMaxCoordinate_m);
  const auto tolerance = hn::Set(d, kUnitRotationTolerance);
  const auto one = hn::Set(d, 1.0);
  // Comparisons that NaN fails. Products are rounded, as in PoseIsLegal.
  auto all_are_legal = hn::Eq(one, one);
  size_t p = 0;
  for (; p + hn::Lanes(d) <= count; p += hn::Lanes(d)) {
    hn::Vec<decltype(d)> x, y, cos, sin;
    hn::LoadInterleaved4(d, &poses[p].translation.x, x, y, cos, sin);
    const auto excess = hn::Sub(hn::Add(hn::Mul(cos, cos), hn::Mul(sin, sin)), one);
    const auto is_placed = hn::And(hn::Le(hn::Abs(x), limit), hn::Le(hn::Abs(y), limit));
    all_are_legal = hn::And(all_are_legal, hn::And(is_placed, hn::Le(hn::Abs(excess), tolerance)));
  }
  return hn::AllTrue(d, all_are_legal) ? p : 0;
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace collision2d::internal {
namespace {

HWY_EXPORT(CountLegal);

constexpr size_t kMaxPairs = std::numeric_limits<int32_t>::max();

bool PoseIsLegal(const Pose2& pose) {
  const double excess = pose.cos * pose.cos + pose.sin * pose.sin - 1.0;
  return (std::abs(pose.translation.x) <= kMaxCoordinate_m) & (std::abs(pose.translation.y) <= kMaxCoordinate_m) &
         (std::abs(excess) <= kUnitRotationTolerance);
}

// Whether all of them are, with the same bits on every instruction set: every call asks this of
// every pose.
bool PosesAreLegal(absl::Span<const Pose2> poses) {
  bool all_are_legal = true;
  for (size_t p = HWY_DYNAMIC_DISPATCH(CountLegal)(poses.data(), poses.size()); p < poses.size(); ++p) {
    all_are_legal &= PoseIsLegal(poses[p]);
  }
  return all_are_legal;
}

absl::Status DescribeIllegal(const char* name, size_t index, const Pose2& pose) {
  const auto finite = [](double value) { return std::isfinite(value); };
  if (!finite(pose.translation.x) || !finite(pose.translation.y) || !finite(pose.cos) || !finite(pose.sin)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s[%d]: (x, y, cos, sin) = (%.17g, %.17g, %.17g, %.17g) is not finite", name, index,
                        pose.translation.x, pose.translation.y, pose.cos, pose.sin));
  }
  if (std::abs(pose.translation.x) > kMaxCoordinate_m || std::abs(pose.translation.y) > kMaxCoordinate_m) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s[%d].translation: (%.17g, %.17g) m is beyond the limit of %g m", name, index,
                        pose.translation.x, pose.translation.y, kMaxCoordinate_m));
  }
  return absl::InvalidArgumentError(
      absl::StrFormat("%s[%d]: (cos, sin) = (%.17g, %.17g) is not a unit rotation", name, index, pose.cos, pose.sin));
}

}  // namespace

absl::Status CheckPoses(const char* name, absl::Span<const Pose2> poses) { return CheckPoses(name, poses, {}); }

absl::Status CheckPoses(const char* name, absl::Span<const Pose2> poses,
                        absl::Span<const ConvexPolygon* const> shapes) {
  if (PosesAreLegal(poses)) return absl::OkStatus();
  for (size_t index = 0; index < poses.size(); ++index) {
    const bool is_read = shapes.empty() || shapes[index] != nullptr;
    if (is_read && !PoseIsLegal(poses[index])) return DescribeIllegal(name, index, poses[index]);
  }
  return absl::OkStatus();
}

absl::Status CheckSize(const char* name, size_t actual, size_t expected) {
  if (actual == expected) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat("%s: %d elements; %d are needed", name, actual, expected));
}

absl::Status CheckCount(const char* name, size_t count) {
  if (count <= kMaxPairs) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat("%d %s are more than %d", count, name, kMaxPairs));
}

absl::Status CheckPairCount(size_t poses, size_t obstacles) {
  if (obstacles == 0 || poses <= kMaxPairs / obstacles) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrFormat("%d poses x %d obstacles are more than %d pairs", poses, obstacles, kMaxPairs));
}

absl::Status CheckLimit(double limit_m) {
  if (limit_m >= 0.0) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat("limit_m: %g m is not a distance", limit_m));
}

absl::Status CheckLimits(absl::Span<const double> limit_m, size_t count) {
  if (limit_m.empty()) return absl::OkStatus();
  if (absl::Status status = CheckSize("limit_m", limit_m.size(), count); !status.ok()) return status;
  for (size_t i = 0; i < limit_m.size(); ++i) {
    if (!(limit_m[i] >= 0.0)) {
      return absl::InvalidArgumentError(absl::StrFormat("limit_m[%d]: %g m is not a distance", i, limit_m[i]));
    }
  }
  return absl::OkStatus();
}

}  // namespace collision2d::internal
#endif  // HWY_ONCE
