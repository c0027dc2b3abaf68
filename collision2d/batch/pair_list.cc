#include "collision2d/batch/pair_list.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "collision2d/batch/calls/arguments.h"
#include "collision2d/batch/kernels/ask_pair.h"
#include "collision2d/batch/kernels/batch_shadow.h"
#include "collision2d/batch/kernels/shadow_numbers.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/collides.h"
#include "collision2d/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/batch/pair_list.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "collision2d/batch/kernels/block_filter-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

// The boxes of up to kBatchLanes pairs, gathered from two batches; relative to the origin of b.
struct alignas(64) GatheredPairs {
  float center_x[kBatchLanes] = {};
  float center_y[kBatchLanes] = {};
  float axis_x[kBatchLanes] = {};
  float axis_y[kBatchLanes] = {};
  float half_length[kBatchLanes] = {};
  float half_width[kBatchLanes] = {};
  float radius[kBatchLanes] = {};
  float inner_radius[kBatchLanes] = {};
  float error_m[kBatchLanes] = {};
  ShadowBlock b = {};
};

// `b_from_a` is what takes positions relative to the origin of a to the origin of b.
void GatherPair(const ShadowBlock& a, int lane_a, const ShadowBlock& b, int lane_b, Vec2 b_from_a, int to,
                GatheredPairs* pairs) {
  const Vec2 center = Vec2{a.center_x[lane_a], a.center_y[lane_a]} + b_from_a;
  pairs->center_x[to] = static_cast<float>(center.x);
  pairs->center_y[to] = static_cast<float>(center.y);
  pairs->axis_x[to] = a.axis_x[lane_a];
  pairs->axis_y[to] = a.axis_y[lane_a];
  pairs->half_length[to] = a.half_length[lane_a];
  pairs->half_width[to] = a.half_width[lane_a];
  pairs->b.center_x[to] = b.center_x[lane_b];
  pairs->b.center_y[to] = b.center_y[lane_b];
  pairs->b.axis_x[to] = b.axis_x[lane_b];
  pairs->b.axis_y[to] = b.axis_y[lane_b];
  pairs->b.half_length[to] = b.half_length[lane_b];
  pairs->b.half_width[to] = b.half_width[lane_b];
  // The centre of a is rounded once more; its distance from the other origin has been rounded in
  // double precision, which kShadowPosingError in the errors of both batches covers.
  const double center_error_m = kShadowCenterError * (std::abs(center.x) + std::abs(center.y));
  pairs->error_m[to] = RoundedUp(center_error_m + a.error_m + b.error_m);
  pairs->radius[to] = RoundedUp(a.radius[lane_a] + center_error_m);
  pairs->b.radius[to] = b.radius[lane_b];
  pairs->inner_radius[to] = a.inner_radius[lane_a] - RoundedUp(2.0 * center_error_m);
  pairs->b.inner_radius[to] = b.inner_radius[lane_b];
  pairs->b.lanes |= static_cast<uint16_t>(1 << to);
  if ((a.exact_boxes >> lane_a & b.exact_boxes >> lane_b & 1) != 0) {
    pairs->b.exact_boxes |= static_cast<uint16_t>(1 << to);
  }
}

BoxVerdicts CompareGathered(const GatheredPairs& pairs) {
  const BlockTag d;
  BoxVerdicts verdicts = {};
  for (int lane = 0; lane < kBatchLanes; lane += static_cast<int>(hn::MaxLanes(d))) {
    const BoxLanes a = {hn::Load(d, pairs.center_x + lane),    hn::Load(d, pairs.center_y + lane),
                        hn::Load(d, pairs.axis_x + lane),      hn::Load(d, pairs.axis_y + lane),
                        hn::Load(d, pairs.half_length + lane), hn::Load(d, pairs.half_width + lane),
                        hn::Load(d, pairs.radius + lane),      hn::Load(d, pairs.inner_radius + lane),
                        hn::Load(d, pairs.error_m + lane),     hn::Neg(hn::Load(d, pairs.error_m + lane))};
    CompareBoxLanes(a, pairs.b, lane, true, &verdicts);
  }
  return verdicts;
}

// The collisions of up to kBatchLanes pairs, as bits.
uint32_t Collisions(const PolygonBatch& a, const PolygonBatch& b, absl::Span<const IndexPair> pairs) {
  const Vec2 b_from_a = a.shadow().origin - b.shadow().origin;
  GatheredPairs gathered;
  for (size_t i = 0; i < pairs.size(); ++i) {
    const IndexPair pair = pairs[i];
    GatherPair(a.shadow().blocks[pair.a / kBatchLanes], pair.a % kBatchLanes, b.shadow().blocks[pair.b / kBatchLanes],
               pair.b % kBatchLanes, b_from_a, static_cast<int>(i), &gathered);
  }
  const BoxVerdicts verdicts = CompareGathered(gathered);
  uint32_t hits = gathered.b.lanes & ((verdicts.boxes_cross & gathered.b.exact_boxes) | verdicts.overlapping);
  for (uint32_t open = gathered.b.lanes & ~(verdicts.apart | hits); open != 0; open &= open - 1) {
    const auto i = static_cast<uint32_t>(hwy::Num0BitsBelowLS1Bit_Nonzero32(open));
    const IndexPair pair = pairs[i];
    const Pose2 a_from_b = RelativePose(a.world_from_shape(pair.a), b.world_from_shape(pair.b));
    hits |= static_cast<uint32_t>(AskCollides(a, a.shape(pair.a), b.shape(pair.b), a_from_b)) << i;
  }
  return hits;
}

void Pairs(const PolygonBatch& a, const PolygonBatch& b, absl::Span<const IndexPair> pairs, uint64_t* mask) {
  for (size_t i = 0; i < pairs.size(); i += kBatchLanes) {
    mask[i / 64] |= static_cast<uint64_t>(Collisions(a, b, pairs.subspan(i, kBatchLanes))) << (i % 64);
  }
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace collision2d {
namespace internal {
namespace {

HWY_EXPORT(Pairs);

// In the kernel's enclosing namespace, where HWY_DYNAMIC_DISPATCH finds it also if there is one
// instruction set only.
void Run(const PolygonBatch& a, const PolygonBatch& b, absl::Span<const IndexPair> pairs, uint64_t* mask) {
  HWY_DYNAMIC_DISPATCH(Pairs)(a, b, pairs, mask);
}

absl::Status CheckIndex(size_t i, char name, int index, int size) {
  if (0 <= index && index < size) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat("pairs[%d].%c: %d is not in [0, %d)", i, name, index, size));
}

}  // namespace
}  // namespace internal

absl::Status CollidingPairs(const PolygonBatch& a, const PolygonBatch& b, absl::Span<const IndexPair> pairs,
                            absl::Span<uint64_t> mask) {
  if (absl::Status status = internal::CheckCount("pairs", pairs.size()); !status.ok()) return status;
  if (absl::Status status = internal::CheckSize("mask", mask.size(), (pairs.size() + 63) / 64); !status.ok()) {
    return status;
  }
  for (size_t i = 0; i < pairs.size(); ++i) {
    if (absl::Status status = internal::CheckIndex(i, 'a', pairs[i].a, a.size()); !status.ok()) return status;
    if (absl::Status status = internal::CheckIndex(i, 'b', pairs[i].b, b.size()); !status.ok()) return status;
  }
  std::fill(mask.begin(), mask.end(), uint64_t{0});
  internal::Run(a, b, pairs, mask.data());
  return absl::OkStatus();
}

}  // namespace collision2d
#endif  // HWY_ONCE
