#include "collision2d/batch/distance_mask.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "collision2d/batch/batch_collides.h"
#include "collision2d/batch/batch_shadow.h"
#include "collision2d/batch/body_call.h"
#include "collision2d/batch/body_shapes.h"
#include "collision2d/batch/distance_limit.h"
#include "collision2d/batch/posed_body.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/distance.h"
#include "collision2d/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/batch/distance_mask.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "collision2d/batch/box_distance-inl.h"
#include "collision2d/batch/pose_filter-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

// The lanes of a block within the limit of a body shape; those of `known` are not asked for.
HWY_INLINE uint32_t WithinLimit(const BodyCall& call, const BodyShape& shape, const PosedShape& posed, int p,
                                const Pose2& world_from_body, int b, double limit_m, uint32_t known) {
  const ShadowBlock& block = call.batch.shadow().blocks[b];
  DistanceBounds bounds;
  BoundDistances(BroadcastBox(posed, p), posed.radius[p], block, shape.box.is_exact ? block.exact_boxes : 0u, &bounds);
  uint32_t within = 0;
  for (uint32_t open = block.lanes & ~known; open != 0; open &= open - 1) {
    const int lane = static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero32(open));
    if (static_cast<double>(bounds.lower_m[lane]) > limit_m) continue;
    const int k = b * kBatchLanes + lane;
    const bool is_within = bounds.lower_m[lane] == kOverlapping ||
                           static_cast<double>(bounds.upper_m[lane]) <= limit_m ||
                           DistanceWithin(*shape.polygon, call.batch.shape(k),
                                          RelativePose(world_from_body, call.batch.world_from_shape(k)), limit_m);
    within |= static_cast<uint32_t>(is_within) << lane;
  }
  return within;
}

void AddWithin(const BodyCall& call, double limit_m, uint64_t* mask) {
  constexpr int kBlocksPerWord = 64 / kBatchLanes;
  const BodyShapes shapes(call.body);
  const size_t words = MaskWordsPerPose(call.batch.size());
  const int block_count = static_cast<int>(call.batch.shadow().blocks.size());
  float limits_m[kPosesTogether];
  std::fill_n(limits_m, kPosesTogether, LimitOf(limit_m));
  for (size_t first = 0; first < call.world_from_body.size(); first += kPosesTogether) {
    const auto poses = call.world_from_body.subspan(first, kPosesTogether);
    for (int e = 0; e < shapes.size(); ++e) {
      const BodyShape shape = shapes[e];
      PosedShape posed = {};
      PoseShape(shape, poses.data(), static_cast<int>(poses.size()), call.batch.shadow().origin, &posed);
      WidenedCircles widened;
      const PoseCircles circles = WidenCircles(posed, limits_m, &widened);
      for (int b = 0; b < block_count; ++b) {
        const uint32_t all = (1u << poses.size()) - 1u;
        for (uint32_t open = OpenPoses(circles, call.batch.shadow().blocks[b]) & all; open != 0; open &= open - 1) {
          const int p = static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero32(open));
          uint64_t& word = mask[(first + static_cast<size_t>(p)) * words + static_cast<size_t>(b / kBlocksPerWord)];
          const int shift = b % kBlocksPerWord * kBatchLanes;
          const auto known = static_cast<uint32_t>(word >> shift & 0xffffu);
          word |= static_cast<uint64_t>(WithinLimit(call, shape, posed, p, poses[p], b, limit_m, known)) << shift;
        }
      }
    }
  }
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace collision2d::internal {
namespace {

HWY_EXPORT(AddWithin);

}  // namespace

void AddDistancesWithin(const BodyCall& call, double limit_m, uint64_t* mask) {
  HWY_DYNAMIC_DISPATCH(AddWithin)(call, limit_m, mask);
}

}  // namespace collision2d::internal
#endif  // HWY_ONCE
