#include "collision2d/batch/batch_collides.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/body_call.h"
#include "collision2d/batch/check_poses.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/batch/batch_collides.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "collision2d/batch/word_hits-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

void Mask(const BodyCall& call, uint64_t* mask) {
  const size_t words = MaskWordsPerPose(call.batch.size());
  ForEachWord(call, [=](size_t p, int w, uint64_t hits) {
    mask[p * words + static_cast<size_t>(w)] = hits;
    return true;
  });
}

void Any(const BodyCall& call, uint8_t* any_hit) {
  ForEachWord(call, [=](size_t p, int, uint64_t hits) {
    any_hit[p] = hits != 0;
    return hits == 0;
  });
}

void First(const BodyCall& call, Hit* first_hit) {
  ForEachWord(call, [=, &call](size_t p, int w, uint64_t hits) {
    if (hits == 0) return true;
    const int obstacle = 64 * w + static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero64(hits));
    first_hit[p] = {obstacle, FirstBodyShape(call, call.world_from_body[p], obstacle)};
    return false;
  });
}

void Count(const BodyCall& call, int32_t* hit_count) {
  ForEachWord(call, [=](size_t p, int, uint64_t hits) {
    hit_count[p] += static_cast<int32_t>(hwy::PopCount(hits));
    return true;
  });
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace collision2d {
namespace internal {
namespace {

HWY_EXPORT(Mask);
HWY_EXPORT(Any);
HWY_EXPORT(First);
HWY_EXPORT(Count);

absl::Status Check(const BodyCall& call, const char* output, size_t actual, size_t expected) {
  if (absl::Status status = CheckPairCount(call.world_from_body.size(), static_cast<size_t>(call.batch.size()));
      !status.ok()) {
    return status;
  }
  if (absl::Status status = CheckSize(output, actual, expected); !status.ok()) return status;
  return CheckPoses("world_from_body", call.world_from_body);
}

}  // namespace
}  // namespace internal

absl::Status CollisionMask(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                           const PolygonBatch& batch, absl::Span<uint64_t> mask) {
  const internal::BodyCall call = {body, world_from_body, batch};
  const size_t words = MaskWordsPerPose(batch.size()) * world_from_body.size();
  if (absl::Status status = internal::Check(call, "mask", mask.size(), words); !status.ok()) return status;
  HWY_DYNAMIC_DISPATCH(internal::Mask)(call, mask.data());
  return absl::OkStatus();
}

absl::Status AnyHit(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                    const PolygonBatch& batch, absl::Span<uint8_t> any_hit) {
  const internal::BodyCall call = {body, world_from_body, batch};
  if (absl::Status status = internal::Check(call, "any_hit", any_hit.size(), world_from_body.size()); !status.ok()) {
    return status;
  }
  std::fill(any_hit.begin(), any_hit.end(), uint8_t{0});
  HWY_DYNAMIC_DISPATCH(internal::Any)(call, any_hit.data());
  return absl::OkStatus();
}

absl::Status FirstHit(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                      const PolygonBatch& batch, absl::Span<Hit> first_hit) {
  const internal::BodyCall call = {body, world_from_body, batch};
  if (absl::Status status = internal::Check(call, "first_hit", first_hit.size(), world_from_body.size());
      !status.ok()) {
    return status;
  }
  std::fill(first_hit.begin(), first_hit.end(), Hit{});
  HWY_DYNAMIC_DISPATCH(internal::First)(call, first_hit.data());
  return absl::OkStatus();
}

absl::Status CountHits(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                       const PolygonBatch& batch, absl::Span<int32_t> hit_count) {
  const internal::BodyCall call = {body, world_from_body, batch};
  if (absl::Status status = internal::Check(call, "hit_count", hit_count.size(), world_from_body.size());
      !status.ok()) {
    return status;
  }
  std::fill(hit_count.begin(), hit_count.end(), 0);
  HWY_DYNAMIC_DISPATCH(internal::Count)(call, hit_count.data());
  return absl::OkStatus();
}

}  // namespace collision2d
#endif  // HWY_ONCE
