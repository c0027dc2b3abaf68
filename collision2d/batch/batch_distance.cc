#include "collision2d/batch/batch_distance.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "collision2d/batch/batch_collides.h"
#include "collision2d/batch/body_call.h"
#include "collision2d/batch/check_poses.h"
#include "collision2d/batch/clearance_walk.h"
#include "collision2d/batch/distance_mask.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/step_hit.h"
#include "collision2d/batch/trajectory_call.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/separation.h"

namespace collision2d {
namespace {

using internal::BodyCall;
using internal::kTrajectoriesTogether;

absl::Status Check(const BodyCall& call, const char* output, size_t actual, size_t expected) {
  if (absl::Status status =
          internal::CheckPairCount(call.world_from_body.size(), static_cast<size_t>(call.batch.size()));
      !status.ok()) {
    return status;
  }
  if (absl::Status status = internal::CheckSize(output, actual, expected); !status.ok()) return status;
  return internal::CheckPoses("world_from_body", call.world_from_body);
}

// write(p, nearest) for each pose p in order: the answers of MinimumDistance.
template <typename Write>
void ForEachNearest(const BodyCall& call, absl::Span<const double> limit_m, const Write& write) {
  const size_t pose_count = call.world_from_body.size();
  if (call.batch.empty()) {
    for (size_t p = 0; p < pose_count; ++p) write(p, StepNearest{});
    return;
  }
  const internal::TrajectoryCall of_one_step = {call.body, call.world_from_body, 1, {}, {&call.batch, 1}};
  StepNearest nearest[kTrajectoriesTogether];
  for (size_t first = 0; first < pose_count; first += kTrajectoriesTogether) {
    const size_t count = std::min<size_t>(kTrajectoriesTogether, pose_count - first);
    internal::WalkToNearest(of_one_step, limit_m, static_cast<int>(first), absl::MakeSpan(nearest, count));
    for (size_t i = 0; i < count; ++i) write(first + i, nearest[i]);
  }
}

}  // namespace

absl::Status MinimumDistance(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                             const PolygonBatch& batch, absl::Span<const double> limit_m, absl::Span<Nearest> nearest) {
  const BodyCall call = {body, world_from_body, batch};
  if (absl::Status status = internal::CheckLimits(limit_m, world_from_body.size()); !status.ok()) return status;
  if (absl::Status status = Check(call, "nearest", nearest.size(), world_from_body.size()); !status.ok()) {
    return status;
  }
  ForEachNearest(call, limit_m, [&](size_t p, const StepNearest& found) {
    nearest[p] = {found.distance_m, found.obstacle, found.body_shape};
  });
  return absl::OkStatus();
}

absl::Status AllDistances(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                          const PolygonBatch& batch, absl::Span<double> distance_m) {
  const BodyCall call = {body, world_from_body, batch};
  const size_t obstacle_count = static_cast<size_t>(batch.size());
  if (absl::Status status = Check(call, "distance_m", distance_m.size(), obstacle_count * world_from_body.size());
      !status.ok()) {
    return status;
  }
  double* output = distance_m.data();
  for (const Pose2& pose : world_from_body) {
    for (int k = 0; k < batch.size(); ++k) {
      const Pose2 body_from_obstacle = RelativePose(pose, batch.world_from_shape(k));
      double least_m = std::numeric_limits<double>::infinity();
      for (const ConvexPolygon& shape : body) {
        least_m = std::min(least_m, Distance(shape, batch.shape(k), body_from_obstacle));
      }
      *output++ = least_m;
    }
  }
  return absl::OkStatus();
}

absl::Status DistancesWithin(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                             const PolygonBatch& batch, double limit_m, absl::Span<uint64_t> mask) {
  const BodyCall call = {body, world_from_body, batch};
  if (!(limit_m >= 0.0)) {
    return absl::InvalidArgumentError(absl::StrFormat("limit_m: %g m is not a distance", limit_m));
  }
  const size_t words = MaskWordsPerPose(batch.size()) * world_from_body.size();
  if (absl::Status status = Check(call, "mask", mask.size(), words); !status.ok()) return status;
  std::fill(mask.begin(), mask.end(), uint64_t{0});
  internal::AddDistancesWithin(call, limit_m, mask.data());
  return absl::OkStatus();
}

absl::Status MinimumSeparation(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                               const PolygonBatch& batch, absl::Span<const double> limit_m,
                               absl::Span<NearestSeparation> nearest) {
  const BodyCall call = {body, world_from_body, batch};
  if (absl::Status status = internal::CheckLimits(limit_m, world_from_body.size()); !status.ok()) return status;
  if (absl::Status status = Check(call, "nearest", nearest.size(), world_from_body.size()); !status.ok()) {
    return status;
  }
  ForEachNearest(call, limit_m, [&](size_t p, const StepNearest& found) {
    nearest[p] = NearestSeparation{};
    if (found.obstacle < 0) return;
    nearest[p] = {ComputeSeparation(body[found.body_shape], batch.shape(found.obstacle),
                                    RelativePose(world_from_body[p], batch.world_from_shape(found.obstacle))),
                  found.obstacle, found.body_shape};
  });
  return absl::OkStatus();
}

}  // namespace collision2d
