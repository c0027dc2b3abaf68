#include "collision2d/batch/batch_collides.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/calls/calls.h"
#include "collision2d/batch/hit.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/kernels/kernels.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d {

using internal::BatchCall;

absl::Status CollisionMask(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                           const PolygonBatch& batch, absl::Span<uint64_t> mask) {
  const BatchCall call = internal::CallOf(body, world_from_body, batch);
  const size_t words = MaskWordsPerPose(batch.size()) * world_from_body.size();
  if (absl::Status status = internal::CheckCall(call, "mask", mask.size(), words); !status.ok()) return status;
  std::fill(mask.begin(), mask.end(), uint64_t{0});
  internal::MarkHits(call, mask.data());
  return absl::OkStatus();
}

absl::Status AnyHit(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                    const PolygonBatch& batch, absl::Span<uint8_t> any_hit) {
  return internal::AnyHit(internal::CallOf(body, world_from_body, batch), "any_hit", any_hit);
}

absl::Status FirstHit(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                      const PolygonBatch& batch, absl::Span<Hit> first_hit) {
  return internal::FirstHit(internal::CallOf(body, world_from_body, batch), "first_hit", first_hit);
}

absl::Status CountHits(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                       const PolygonBatch& batch, absl::Span<int32_t> hit_count) {
  const BatchCall call = internal::CallOf(body, world_from_body, batch);
  absl::Status status = internal::CheckCall(call, "hit_count", hit_count.size(), world_from_body.size());
  if (!status.ok()) return status;
  std::fill(hit_count.begin(), hit_count.end(), 0);
  internal::CountHits(call, hit_count.data());
  return absl::OkStatus();
}

}  // namespace collision2d
