#include "collision2d/batch/calls/calls.h"

#include <cmath>
#include <cstdint>
#include <limits>

#include "absl/strings/str_format.h"
#include "collision2d/batch/calls/arguments.h"
#include "collision2d/batch/kernels/swept_pair.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/motion/search/motion_checks.h"

namespace collision2d::internal {
namespace {

absl::Status CheckLayout(const Trajectories& trajectories) {
  const size_t pose_count = trajectories.world_from_body.size();
  if (trajectories.steps < 0) {
    return absl::InvalidArgumentError(absl::StrFormat("steps: %d is negative", trajectories.steps));
  }
  const auto steps = static_cast<size_t>(trajectories.steps);
  if (steps == 0 ? pose_count != 0 : pose_count % steps != 0) {
    return absl::InvalidArgumentError(
        absl::StrFormat("world_from_body: %d poses are not a multiple of %d steps", pose_count, steps));
  }
  absl::Status status = CheckCount("poses of world_from_body", pose_count);
  if (!status.ok() || trajectories.lengths.empty()) return status;
  status = CheckSize("lengths", trajectories.lengths.size(), static_cast<size_t>(trajectories.size()));
  if (!status.ok()) return status;
  for (int i = 0; i < trajectories.size(); ++i) {
    if (trajectories.lengths[i] < 0 || trajectories.lengths[i] > trajectories.steps) {
      return absl::InvalidArgumentError(
          absl::StrFormat("lengths[%d]: %d is not within [0, %d]", i, trajectories.lengths[i], trajectories.steps));
    }
  }
  return absl::OkStatus();
}

// A pose is named by its index among those of its trajectory, unless they are single poses.
absl::Status CheckPosesOf(const BatchCall& call) {
  const Trajectories& trajectories = call.trajectories;
  if (call.is_of_poses()) return CheckPoses("world_from_body", trajectories.world_from_body);
  if (trajectories.lengths.empty() && CheckPoses("", trajectories.world_from_body).ok()) return absl::OkStatus();
  for (int i = 0; i < trajectories.size(); ++i) {
    const absl::Span<const Pose2> poses = trajectories.PosesOf(i);
    if (CheckPoses("", poses).ok()) continue;
    return CheckPoses(absl::StrFormat("world_from_body[%d]", i).c_str(), poses);
  }
  return absl::OkStatus();
}

// There must be a time for each of `steps` steps, finite, each after the one before.
absl::Status CheckStepTimes(absl::Span<const double> step_times_s, int steps) {
  absl::Status status = CheckSize("step_times_s", step_times_s.size(), static_cast<size_t>(steps));
  if (!status.ok()) return status;
  for (int s = 0; s < steps; ++s) {
    if (!std::isfinite(step_times_s[s])) {
      return absl::InvalidArgumentError(absl::StrFormat("step_times_s[%d]: %g is not finite", s, step_times_s[s]));
    }
    if (s == 0) continue;
    const double before_s = step_times_s[s - 1];
    const double duration_s = step_times_s[s] - before_s;
    if (duration_s >= kLeastDuration_s && std::isfinite(duration_s)) continue;
    const char* const place = duration_s <= 0.0               ? "not after"
                              : duration_s < kLeastDuration_s ? "too close to"
                                                              : "too far from";
    return absl::InvalidArgumentError(absl::StrFormat("step_times_s[%d]: %.17g s is %s step_times_s[%d], %.17g s", s,
                                                      step_times_s[s], place, s - 1, before_s));
  }
  return absl::OkStatus();
}

absl::Status CheckSameSize(int interval, const PolygonBatch& at_start, const PolygonBatch& at_end) {
  if (at_start.size() == at_end.size()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat("at_end[%d]: %d shapes, but at_start[%d] has %d", interval,
                                                    at_end.size(), interval, at_start.size()));
}

bool ShapesChange(const ObstacleLayer& layer) {
  for (size_t s = 0; !layer.is_same_at_all_steps && s < layer.batches.size(); ++s) {
    const auto at_start = layer.batches[s].shapes();
    const auto at_end = layer.at_end[s].shapes();
    // Mostly the pointers are the same, which is quickly seen.
    if (at_start != at_end && !std::equal(at_start.begin(), at_start.end(), at_end.begin(), IsSameShape)) return true;
  }
  return false;
}

// There must be a batch for each step, or for each interval at its start and at its end, of as many
// shapes.
absl::Status CheckBatches(const BatchCall& call, const ObstacleLayer& layer) {
  if (layer.is_same_at_all_steps) return absl::OkStatus();
  const int steps = call.trajectories.steps;
  if (call.sweep == nullptr) return CheckSize("per_step", layer.batches.size(), static_cast<size_t>(steps));
  const int intervals = std::max(steps - 1, 0);
  absl::Status status = CheckSize("at_start", layer.batches.size(), static_cast<size_t>(intervals));
  if (status.ok()) status = CheckSize("at_end", layer.at_end.size(), static_cast<size_t>(intervals));
  for (int s = 0; status.ok() && s < intervals; ++s) {
    status = CheckSameSize(s, layer.batches[s], layer.at_end[s]);
  }
  return status;
}

// There must be at most 2^31 - 1 indices, and pairs of a pose and an obstacle that is not of a map.
absl::Status CheckPairs(const BatchCall& call, const ObstacleLayer& layer) {
  if (layer.is_same_at_all_steps) {
    const auto size = static_cast<size_t>(layer.BatchAt(0).size());
    const absl::Status status = CheckCount("obstacles", static_cast<size_t>(layer.first_obstacle) + size);
    if (layer.tree != nullptr || !status.ok()) return status;
    return CheckPairCount(call.trajectories.world_from_body.size(), size);
  }
  size_t obstacles = 0;
  for (const PolygonBatch& batch : layer.batches) {
    const auto size = static_cast<size_t>(batch.size());
    const absl::Status status = CheckCount("obstacles", static_cast<size_t>(layer.first_obstacle) + size);
    if (!status.ok()) return status;
    obstacles += size;
    if (obstacles > std::numeric_limits<int32_t>::max()) break;
  }
  return CheckPairCount(static_cast<size_t>(call.trajectories.size()), obstacles);
}

}  // namespace

absl::Status CheckCall(const BatchCall& call, const Output& output) {
  absl::Status status = CheckLayout(call.trajectories);
  if (call.layers.size() > Obstacles::kMaxLayers) {
    return absl::InvalidArgumentError(
        absl::StrFormat("obstacles: %d layers are more than %d", call.layers.size(), Obstacles::kMaxLayers));
  }
  if (call.body.size() > kMaxBodyShapes) {
    return absl::InvalidArgumentError(
        absl::StrFormat("body: %d shapes are more than %d", call.body.size(), kMaxBodyShapes));
  }
  if (status.ok() && call.sweep != nullptr) {
    status = CheckStepTimes(call.sweep->step_times_s, call.trajectories.steps);
    if (status.ok()) status = CheckImpactOptions(call.sweep->options);
  }
  for (const ObstacleLayer& layer : call.layers) {
    if (status.ok()) status = CheckBatches(call, layer);
    if (status.ok()) status = CheckPairs(call, layer);
  }
  if (status.ok()) status = CheckSize(output.name, output.size, output.expected_size);
  if (status.ok()) status = CheckPosesOf(call);
  return status;
}

absl::Status CheckSingleElements(const BatchCall& call) {
  for (const ObstacleLayer& layer : call.layers) {
    if (layer.cells == nullptr || layer.cells->min_count == 1) continue;
    return absl::InvalidArgumentError(absl::StrFormat("obstacles: layer %d is a PointSet of min_count %d; 1 is needed",
                                                      call.IndexOf(layer), layer.cells->min_count));
  }
  return absl::OkStatus();
}

absl::Status CheckLimited(const BatchCall& call, absl::Span<const double> limit_m, const char* output, size_t size) {
  const auto count = static_cast<size_t>(call.trajectories.size());
  absl::Status status = CheckCall(call, {output, size, count});
  if (status.ok()) status = CheckSingleElements(call);
  return status.ok() ? CheckLimits(limit_m, count) : status;
}

absl::Status CheckSwept(const BatchCall& call, const Output& output, Sweep* sweep) {
  absl::Status status = CheckCall(call, output);
  if (status.ok()) status = CheckSingleElements(call);
  if (status.ok()) sweep->shapes_change = std::any_of(call.layers.begin(), call.layers.end(), ShapesChange);
  return status;
}

absl::Status CheckOrder(absl::Span<const int> order, const Trajectories& trajectories, const int* free_position) {
  if (free_position == nullptr) return absl::InvalidArgumentError("free_position: null");
  for (size_t j = 0; j < order.size(); ++j) {
    if (order[j] < 0 || order[j] >= trajectories.size()) {
      return absl::InvalidArgumentError(
          absl::StrFormat("order[%d]: there is no trajectory %d of %d", j, order[j], trajectories.size()));
    }
  }
  return absl::OkStatus();
}

}  // namespace collision2d::internal
