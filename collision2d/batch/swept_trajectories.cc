#include "collision2d/batch/swept_trajectories.h"

#include <cstddef>
#include <cstdint>
#include <utility>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/calls/arguments.h"
#include "collision2d/batch/calls/calls.h"
#include "collision2d/batch/hit.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/kernels/kernels.h"
#include "collision2d/batch/parallel_for.h"
#include "collision2d/batch/trajectory_poses.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/motion/impact_result.h"
#include "collision2d/motion/search/motion_checks.h"

namespace collision2d {
namespace {

using internal::BatchCall;
using internal::Sweep;

// `tolerances` says whether those of the call are legal.
absl::Status Check(const Trajectories& trajectories, absl::Span<const double> step_times_s,
                   const MovingObstacles& obstacles, absl::Status tolerances, const char* output, size_t actual,
                   size_t expected) {
  absl::Status status = internal::CheckLayout(trajectories);
  if (status.ok()) status = internal::CheckStepTimes(step_times_s, trajectories.steps);
  if (status.ok()) status = internal::CheckEnds(obstacles.at_start, obstacles.at_end, trajectories.steps);
  if (status.ok()) status = std::move(tolerances);
  if (status.ok()) status = internal::CheckTrajectoryPairs(trajectories, obstacles.at_start);
  if (status.ok()) status = internal::CheckSize(output, actual, expected);
  if (status.ok()) status = internal::CheckPosesOf(trajectories);
  return status;
}

BatchCall CallOf(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                 const MovingObstacles& obstacles, const Sweep* sweep) {
  return {body,
          trajectories.world_from_body,
          trajectories.steps,
          trajectories.lengths,
          obstacles.at_start,
          nullptr,
          nullptr,
          sweep};
}

}  // namespace

absl::Status FirstSweptCollision(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                                 absl::Span<const double> step_times_s, const MovingObstacles& obstacles,
                                 const ImpactOptions& options, absl::Span<SweptHit> first,
                                 const ParallelFor& parallel_for) {
  absl::Status status = Check(trajectories, step_times_s, obstacles, internal::CheckImpactOptions(options), "first",
                              first.size(), trajectories.size());
  if (!status.ok()) return status;
  const Sweep sweep = {obstacles.at_end, step_times_s, options};
  internal::FindFirstContacts(CallOf(body, trajectories, obstacles, &sweep), first, parallel_for);
  return absl::OkStatus();
}

absl::Status AnySweptCollision(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                               absl::Span<const double> step_times_s, const MovingObstacles& obstacles,
                               const ImpactOptions& options, absl::Span<uint8_t> any, const ParallelFor& parallel_for) {
  absl::Status status = Check(trajectories, step_times_s, obstacles, internal::CheckImpactOptions(options), "any",
                              any.size(), trajectories.size());
  if (!status.ok()) return status;
  const Sweep sweep = {obstacles.at_end, step_times_s, options};
  internal::FindAnyContacts(CallOf(body, trajectories, obstacles, &sweep), any, parallel_for);
  return absl::OkStatus();
}

absl::Status MinimumSweptClearance(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                                   absl::Span<const double> step_times_s, const MovingObstacles& obstacles,
                                   double tolerance_m, absl::Span<SweptNearest> clearance,
                                   const ParallelFor& parallel_for) {
  absl::Status status =
      Check(trajectories, step_times_s, obstacles, internal::CheckTolerance("tolerance_m", tolerance_m), "clearance",
            clearance.size(), trajectories.size());
  if (!status.ok()) return status;
  const Sweep sweep = {obstacles.at_end, step_times_s, {}};
  internal::FindLeastDistances(CallOf(body, trajectories, obstacles, &sweep), tolerance_m, clearance, parallel_for);
  return absl::OkStatus();
}

absl::Status FirstSweptFree(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                            absl::Span<const double> step_times_s, const MovingObstacles& obstacles,
                            const ImpactOptions& options, absl::Span<const int> order, int* free_position,
                            absl::Span<SweptHit> first) {
  absl::Status status = Check(trajectories, step_times_s, obstacles, internal::CheckImpactOptions(options), "first",
                              first.size(), order.size());
  if (status.ok()) status = internal::CheckOrder(order, trajectories, free_position);
  if (!status.ok()) return status;
  const Sweep sweep = {obstacles.at_end, step_times_s, options};
  const BatchCall call = CallOf(body, trajectories, obstacles, &sweep);
  const auto find = [&](absl::Span<const int> group, SweptHit* hits) {
    internal::FindFirstContacts(call, group, hits);
  };
  *free_position = internal::FindFirstFree(order, first, find).position;
  return absl::OkStatus();
}

}  // namespace collision2d
