#include "collision2d/batch/kernels/legal_poses.h"

#include <cmath>
#include <cstddef>

#include "absl/types/span.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/batch/kernels/legal_poses.cc"
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

}  // namespace

bool PoseIsLegal(const Pose2& pose) {
  const double excess = pose.cos * pose.cos + pose.sin * pose.sin - 1.0;
  return (std::abs(pose.translation.x) <= kMaxCoordinate_m) & (std::abs(pose.translation.y) <= kMaxCoordinate_m) &
         (std::abs(excess) <= kUnitRotationTolerance);
}

bool PosesAreLegal(absl::Span<const Pose2> poses) {
  bool all_are_legal = true;
  for (size_t p = HWY_DYNAMIC_DISPATCH(CountLegal)(poses.data(), poses.size()); p < poses.size(); ++p) {
    all_are_legal &= PoseIsLegal(poses[p]);
  }
  return all_are_legal;
}

}  // namespace collision2d::internal
#endif  // HWY_ONCE
