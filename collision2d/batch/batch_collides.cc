#include "collision2d/batch/batch_collides.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/batch_shadow.h"
#include "collision2d/batch/body_call.h"
#include "collision2d/batch/check_poses.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/batch/batch_collides.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "collision2d/batch/block_hits-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

// Each writes hits to a call's output, which is cleared.

struct MaskSink {
  uint64_t* mask;
  size_t words;
  bool Wants(size_t) const { return true; }
  void Add(size_t p, int b, uint32_t hits) {
    constexpr int kBlocksPerWord = 64 / kBatchLanes;
    mask[p * words + static_cast<size_t>(b / kBlocksPerWord)] |= static_cast<uint64_t>(hits)
                                                                 << (b % kBlocksPerWord * kBatchLanes);
  }
};

struct AnySink {
  uint8_t* any_hit;
  bool Wants(size_t p) const { return any_hit[p] == 0; }
  void Add(size_t p, int, uint32_t hits) { any_hit[p] = hits != 0; }
};

// Leaves body_shape to the caller.
struct FirstSink {
  Hit* first_hit;
  bool Wants(size_t p) const { return first_hit[p].obstacle < 0; }
  void Add(size_t p, int b, uint32_t hits) {
    if (hits == 0) return;
    first_hit[p].obstacle = b * kBatchLanes + static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero32(hits));
  }
};

struct CountSink {
  int32_t* hit_count;
  bool Wants(size_t) const { return true; }
  void Add(size_t p, int, uint32_t hits) { hit_count[p] += static_cast<int32_t>(hwy::PopCount(hits)); }
};

void Mask(const BodyCall& call, uint64_t* mask) {
  MaskSink sink = {mask, MaskWordsPerPose(call.batch.size())};
  VisitHits(call, &sink);
}

void Any(const BodyCall& call, uint8_t* any_hit) {
  AnySink sink = {any_hit};
  VisitHits(call, &sink);
}

void First(const BodyCall& call, Hit* first_hit) {
  FirstSink sink = {first_hit};
  VisitHits(call, &sink);
}

void Count(const BodyCall& call, int32_t* hit_count) {
  CountSink sink = {hit_count};
  VisitHits(call, &sink);
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

// In the kernels' enclosing namespace, where HWY_DYNAMIC_DISPATCH finds them also if there is one instruction set only.
void Run(const BodyCall& call, uint64_t* mask) { HWY_DYNAMIC_DISPATCH(Mask)(call, mask); }
void Run(const BodyCall& call, uint8_t* any_hit) { HWY_DYNAMIC_DISPATCH(Any)(call, any_hit); }
void Run(const BodyCall& call, Hit* first_hit) { HWY_DYNAMIC_DISPATCH(First)(call, first_hit); }
void Run(const BodyCall& call, int32_t* hit_count) { HWY_DYNAMIC_DISPATCH(Count)(call, hit_count); }

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
  std::fill(mask.begin(), mask.end(), uint64_t{0});
  internal::Run(call, mask.data());
  return absl::OkStatus();
}

absl::Status AnyHit(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                    const PolygonBatch& batch, absl::Span<uint8_t> any_hit) {
  const internal::BodyCall call = {body, world_from_body, batch};
  if (absl::Status status = internal::Check(call, "any_hit", any_hit.size(), world_from_body.size()); !status.ok()) {
    return status;
  }
  std::fill(any_hit.begin(), any_hit.end(), uint8_t{0});
  internal::Run(call, any_hit.data());
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
  internal::Run(call, first_hit.data());
  for (size_t p = 0; p < world_from_body.size(); ++p) {
    if (first_hit[p].obstacle >= 0) {
      first_hit[p].body_shape = internal::FirstBodyShape(call, world_from_body[p], first_hit[p].obstacle);
    }
  }
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
  internal::Run(call, hit_count.data());
  return absl::OkStatus();
}

}  // namespace collision2d
#endif  // HWY_ONCE
