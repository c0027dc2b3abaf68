#include "collision2d/batch/calls/checked_calls.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/calls/checks.h"
#include "collision2d/batch/hit.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/kernels/kernels.h"

namespace collision2d::internal {

absl::Status CheckCall(const BatchCall& call, const char* name, size_t actual, size_t expected) {
  const size_t poses = call.world_from_body.size();
  absl::Status status = call.tree != nullptr ? CheckCount("poses of world_from_body", poses)
                                             : CheckPairCount(poses, call.BatchAt(0).size());
  if (status.ok()) status = CheckSize(name, actual, expected);
  if (status.ok()) status = CheckPoses("world_from_body", call.world_from_body);
  return status;
}

absl::Status AnyHit(const BatchCall& call, const char* name, absl::Span<uint8_t> any) {
  absl::Status status = CheckCall(call, name, any.size(), call.world_from_body.size());
  if (!status.ok()) return status;
  std::fill(any.begin(), any.end(), uint8_t{0});
  FindAnyHits(call, any.data());
  return absl::OkStatus();
}

absl::Status FirstHit(const BatchCall& call, const char* name, absl::Span<Hit> first) {
  absl::Status status = CheckCall(call, name, first.size(), call.world_from_body.size());
  if (!status.ok()) return status;
  std::fill(first.begin(), first.end(), Hit());
  FindFirstHits(call, first.data());
  return absl::OkStatus();
}

namespace {

absl::Status CheckNearest(const BatchCall& call, absl::Span<const double> limit_m, size_t actual) {
  absl::Status status = CheckLimits(limit_m, call.world_from_body.size());
  if (status.ok()) status = CheckCall(call, "nearest", actual, call.world_from_body.size());
  return status;
}

}  // namespace

absl::Status MinimumDistance(const BatchCall& call, absl::Span<const double> limit_m, absl::Span<Nearest> nearest) {
  absl::Status status = CheckNearest(call, limit_m, nearest.size());
  if (status.ok()) FindNearest(call, limit_m, nearest);
  return status;
}

absl::Status MinimumSeparationGradient(const BatchCall& call, absl::Span<const double> limit_m,
                                       absl::Span<StepSeparationGradient> nearest) {
  absl::Status status = CheckNearest(call, limit_m, nearest.size());
  if (status.ok()) FindLeastGradient(call, limit_m, nearest);
  return status;
}

}  // namespace collision2d::internal
