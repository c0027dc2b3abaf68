#include "collision2d/batch/batch_distance.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "collision2d/batch/calls/arguments.h"
#include "collision2d/batch/calls/calls.h"
#include "collision2d/batch/hit.h"
#include "collision2d/batch/kernels/ask_pair.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/kernels/kernels.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/separation.h"

namespace collision2d {
namespace {

using internal::BatchCall;
using internal::kTrajectoriesTogether;

NearestSeparation SeparationOf(const BatchCall& call, const Pose2& world_from_body, const Nearest& nearest) {
  if (nearest.obstacle < 0) return {};
  const PolygonBatch& batch = call.BatchAt(0);
  return {internal::AskSeparation(batch, call.body[nearest.body_shape], batch.shape(nearest.obstacle),
                                  RelativePose(world_from_body, batch.world_from_shape(nearest.obstacle))),
          nearest.obstacle, nearest.body_shape};
}

}  // namespace

absl::Status MinimumDistance(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                             const PolygonBatch& batch, absl::Span<const double> limit_m, absl::Span<Nearest> nearest) {
  return internal::MinimumDistance(internal::CallOf(body, world_from_body, batch), limit_m, nearest);
}

absl::Status AllDistances(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                          const PolygonBatch& batch, absl::Span<double> distance_m) {
  const size_t obstacle_count = static_cast<size_t>(batch.size());
  if (absl::Status status = internal::CheckCall(internal::CallOf(body, world_from_body, batch), "distance_m",
                                                distance_m.size(), obstacle_count * world_from_body.size());
      !status.ok()) {
    return status;
  }
  double* output = distance_m.data();
  for (const Pose2& pose : world_from_body) {
    for (int k = 0; k < batch.size(); ++k) {
      const Pose2 body_from_obstacle = RelativePose(pose, batch.world_from_shape(k));
      double least_m = std::numeric_limits<double>::infinity();
      for (const ConvexPolygon& shape : body) {
        least_m = std::min(least_m, internal::AskDistance(batch, shape, batch.shape(k), body_from_obstacle));
      }
      *output++ = least_m;
    }
  }
  return absl::OkStatus();
}

absl::Status DistancesWithin(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                             const PolygonBatch& batch, double limit_m, absl::Span<uint64_t> mask) {
  if (!(limit_m >= 0.0)) {
    return absl::InvalidArgumentError(absl::StrFormat("limit_m: %g m is not a distance", limit_m));
  }
  const BatchCall call = internal::CallOf(body, world_from_body, batch);
  const size_t words = MaskWordsPerPose(batch.size()) * world_from_body.size();
  if (absl::Status status = internal::CheckCall(call, "mask", mask.size(), words); !status.ok()) return status;
  std::fill(mask.begin(), mask.end(), uint64_t{0});
  internal::MarkWithin(call, limit_m, mask.data());
  return absl::OkStatus();
}

absl::Status MinimumSeparation(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                               const PolygonBatch& batch, absl::Span<const double> limit_m,
                               absl::Span<NearestSeparation> nearest) {
  if (absl::Status status = internal::CheckLimits(limit_m, world_from_body.size()); !status.ok()) return status;
  if (absl::Status status = internal::CheckCall(internal::CallOf(body, world_from_body, batch), "nearest",
                                                nearest.size(), world_from_body.size());
      !status.ok()) {
    return status;
  }
  Nearest found[kTrajectoriesTogether];
  for (size_t first = 0; first < nearest.size(); first += kTrajectoriesTogether) {
    const auto poses = world_from_body.subspan(first, kTrajectoriesTogether);
    const BatchCall part = internal::CallOf(body, poses, batch);
    internal::FindNearest(part, limit_m.empty() ? limit_m : limit_m.subspan(first),
                          absl::MakeSpan(found).first(poses.size()));
    for (size_t p = 0; p < poses.size(); ++p) nearest[first + p] = SeparationOf(part, poses[p], found[p]);
  }
  return absl::OkStatus();
}

absl::Status MinimumSeparationGradient(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                                       const PolygonBatch& batch, absl::Span<const double> limit_m,
                                       absl::Span<StepSeparationGradient> nearest) {
  return internal::MinimumSeparationGradient(internal::CallOf(body, world_from_body, batch), limit_m, nearest);
}

}  // namespace collision2d
