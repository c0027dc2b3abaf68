#include "collision2d/batch/trajectories.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/calls/arguments.h"
#include "collision2d/batch/calls/calls.h"
#include "collision2d/batch/hit.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/kernels/kernels.h"
#include "collision2d/batch/parallel_for.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/step_separation.h"
#include "collision2d/batch/trajectory_poses.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d {
namespace {

using internal::BatchCall;

absl::Status Check(const BatchCall& call, const Trajectories& trajectories, const char* output, size_t actual,
                   size_t expected) {
  if (absl::Status status = internal::CheckLayout(trajectories); !status.ok()) return status;
  if (absl::Status status =
          internal::CheckSize("per_step", call.per_step.size(), static_cast<size_t>(trajectories.steps));
      !status.ok()) {
    return status;
  }
  if (absl::Status status = internal::CheckTrajectoryPairs(trajectories, call.per_step); !status.ok()) return status;
  if (absl::Status status = internal::CheckSize(output, actual, expected); !status.ok()) return status;
  return internal::CheckPosesOf(trajectories);
}

BatchCall CallOf(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                 absl::Span<const PolygonBatch> per_step) {
  return {body, trajectories.world_from_body, trajectories.steps, trajectories.lengths, per_step};
}

auto FindsFirstCollisions(const BatchCall& call) {
  return [&call](absl::Span<const int> group, StepHit* hits) { internal::FindFirstCollisions(call, group, hits); };
}

}  // namespace

absl::Status FirstCollision(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                            absl::Span<const PolygonBatch> per_step, absl::Span<StepHit> first,
                            const ParallelFor& parallel_for) {
  const BatchCall call = CallOf(body, trajectories, per_step);
  if (absl::Status status = Check(call, trajectories, "first", first.size(), trajectories.size()); !status.ok()) {
    return status;
  }
  const auto find = FindsFirstCollisions(call);
  const auto run = [&](int begin, int end) {
    internal::ForEachGroup<StepHit>(begin, end, find, [&](int i, absl::Span<const StepHit> hits) {
      std::copy(hits.begin(), hits.end(), first.begin() + i);
    });
  };
  internal::ForRanges(parallel_for, trajectories.size(), run);
  return absl::OkStatus();
}

absl::Status AnyCollision(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                          absl::Span<const PolygonBatch> per_step, absl::Span<uint8_t> any,
                          const ParallelFor& parallel_for) {
  const BatchCall call = CallOf(body, trajectories, per_step);
  if (absl::Status status = Check(call, trajectories, "any", any.size(), trajectories.size()); !status.ok()) {
    return status;
  }
  const auto find = FindsFirstCollisions(call);
  const auto run = [&](int begin, int end) {
    internal::ForEachGroup<StepHit>(begin, end, find, [&](int i, absl::Span<const StepHit> hits) {
      for (const StepHit& hit : hits) any[i++] = static_cast<uint8_t>(hit.step >= 0);
    });
  };
  internal::ForRanges(parallel_for, trajectories.size(), run);
  return absl::OkStatus();
}

absl::Status MinimumClearance(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                              absl::Span<const PolygonBatch> per_step, absl::Span<StepNearest> clearance,
                              const ParallelFor& parallel_for) {
  const BatchCall call = CallOf(body, trajectories, per_step);
  if (absl::Status status = Check(call, trajectories, "clearance", clearance.size(), trajectories.size());
      !status.ok()) {
    return status;
  }
  const auto run = [&](int begin, int end) {
    internal::FindNearest(call, {}, begin,
                          clearance.subspan(static_cast<size_t>(begin), static_cast<size_t>(end - begin)));
  };
  internal::ForRanges(parallel_for, trajectories.size(), run);
  return absl::OkStatus();
}

absl::Status LeastSeparation(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                             absl::Span<const PolygonBatch> per_step, absl::Span<const double> limit_m,
                             absl::Span<StepSeparation> least, const ContactSink& contacts) {
  const BatchCall call = CallOf(body, trajectories, per_step);
  absl::Status status = Check(call, trajectories, "least", least.size(), trajectories.size());
  if (status.ok()) status = internal::CheckLimits(limit_m, least.size());
  if (!status.ok()) return status;
  internal::FindLeastSeparation(call, limit_m, least, contacts);
  return absl::OkStatus();
}

absl::Status LeastSeparationGradient(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                                     absl::Span<const PolygonBatch> per_step, absl::Span<const double> limit_m,
                                     absl::Span<StepSeparationGradient> least) {
  const BatchCall call = CallOf(body, trajectories, per_step);
  absl::Status status = Check(call, trajectories, "least", least.size(), trajectories.size());
  if (status.ok()) status = internal::CheckLimits(limit_m, least.size());
  if (!status.ok()) return status;
  internal::FindLeastGradient(call, limit_m, least);
  return absl::OkStatus();
}

absl::Status FirstFree(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                       absl::Span<const PolygonBatch> per_step, absl::Span<const int> order, int* free_position,
                       absl::Span<StepHit> first) {
  const BatchCall call = CallOf(body, trajectories, per_step);
  if (absl::Status status = Check(call, trajectories, "first", first.size(), order.size()); !status.ok()) {
    return status;
  }
  if (absl::Status status = internal::CheckOrder(order, trajectories, free_position); !status.ok()) return status;
  *free_position = internal::FindFirstFree(order, first, FindsFirstCollisions(call)).position;
  return absl::OkStatus();
}

}  // namespace collision2d
