#include "collision2d/batch/calls/calls.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "collision2d/batch/calls/arguments.h"
#include "collision2d/batch/hit.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/kernels/kernels.h"
#include "collision2d/batch/parallel_for.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/trajectory_poses.h"
#include "collision2d/motion/search/motion_checks.h"

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

namespace {

// answers[i] for all trajectories; find(group, answers) has those of a group.
template <typename Answer, typename Find>
void FindAll(const ParallelFor& parallel_for, absl::Span<Answer> answers, const Find& find) {
  const auto run = [&](int begin, int end) {
    ForEachGroup<Answer>(begin, end, find, [&](int i, absl::Span<const Answer> found) {
      std::copy(found.begin(), found.end(), answers.begin() + i);
    });
  };
  ForRanges(parallel_for, static_cast<int>(answers.size()), run);
}

}  // namespace

void FindFirstContacts(const BatchCall& call, absl::Span<SweptHit> first, const ParallelFor& parallel_for) {
  FindAll(parallel_for, first,
          [&](absl::Span<const int> group, SweptHit* hits) { FindFirstContacts(call, group, hits); });
}

void FindAnyContacts(const BatchCall& call, absl::Span<uint8_t> any, const ParallelFor& parallel_for) {
  FindAll(parallel_for, any, [&](absl::Span<const int> group, uint8_t* found) { FindAnyContacts(call, group, found); });
}

void FindLeastDistances(const BatchCall& call, double tolerance_m, absl::Span<SweptNearest> least,
                        const ParallelFor& parallel_for) {
  const auto run = [&](int begin, int end) {
    FindLeastDistances(call, tolerance_m, begin,
                       least.subspan(static_cast<size_t>(begin), static_cast<size_t>(end - begin)));
  };
  ForRanges(parallel_for, static_cast<int>(least.size()), run);
}

namespace {

absl::Status CheckSameShapes(int interval, const PolygonBatch& at_start, const PolygonBatch& at_end) {
  if (at_start.size() != at_end.size()) {
    return absl::InvalidArgumentError(absl::StrFormat("at_end[%d]: %d shapes, but at_start[%d] has %d", interval,
                                                      at_end.size(), interval, at_start.size()));
  }
  for (int k = 0; k < at_start.size(); ++k) {
    if (&at_start.shape(k) == &at_end.shape(k)) continue;
    return absl::InvalidArgumentError(
        absl::StrFormat("at_end[%d]: shape %d is not the one that it is in at_start[%d]", interval, k, interval));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckTrajectoryPairs(const Trajectories& trajectories, absl::Span<const PolygonBatch> per_step) {
  size_t obstacles = 0;
  for (const PolygonBatch& batch : per_step) {
    obstacles += static_cast<size_t>(batch.size());
    if (obstacles > std::numeric_limits<int32_t>::max()) break;
  }
  return CheckPairCount(trajectories.size(), obstacles);
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

absl::Status CheckEnds(absl::Span<const PolygonBatch> at_start, absl::Span<const PolygonBatch> at_end, int steps) {
  const int intervals = std::max(steps - 1, 0);
  absl::Status status = CheckSize("at_start", at_start.size(), static_cast<size_t>(intervals));
  if (status.ok()) status = CheckSize("at_end", at_end.size(), static_cast<size_t>(intervals));
  for (int s = 0; status.ok() && s < intervals; ++s) status = CheckSameShapes(s, at_start[s], at_end[s]);
  return status;
}

}  // namespace collision2d::internal
