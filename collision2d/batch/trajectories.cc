#include "collision2d/batch/trajectories.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "collision2d/batch/batch_call.h"
#include "collision2d/batch/checks.h"
#include "collision2d/batch/first_free.h"
#include "collision2d/batch/hit.h"
#include "collision2d/batch/kernels.h"
#include "collision2d/batch/parallel_for.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/step_separation.h"
#include "collision2d/batch/trajectory_poses.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d {
namespace {

using internal::BatchCall;
using internal::kTrajectoriesTogether;

absl::Status CheckPairs(const Trajectories& trajectories, absl::Span<const PolygonBatch> per_step) {
  size_t obstacles = 0;
  for (const PolygonBatch& batch : per_step) {
    obstacles += static_cast<size_t>(batch.size());
    if (obstacles > std::numeric_limits<int32_t>::max()) break;
  }
  return internal::CheckPairCount(trajectories.size(), obstacles);
}

absl::Status Check(const BatchCall& call, const Trajectories& trajectories, const char* output, size_t actual,
                   size_t expected) {
  if (absl::Status status = internal::CheckLayout(trajectories); !status.ok()) return status;
  if (absl::Status status =
          internal::CheckSize("per_step", call.per_step.size(), static_cast<size_t>(trajectories.steps));
      !status.ok()) {
    return status;
  }
  if (absl::Status status = CheckPairs(trajectories, call.per_step); !status.ok()) return status;
  if (absl::Status status = internal::CheckSize(output, actual, expected); !status.ok()) return status;
  return internal::CheckPosesOf(trajectories);
}

BatchCall CallOf(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                 absl::Span<const PolygonBatch> per_step) {
  return {body, trajectories.world_from_body, trajectories.steps, trajectories.lengths, per_step};
}

// run(begin, end) for ranges of trajectories that are [0, count) together.
template <typename Run>
void ForRanges(const ParallelFor& parallel_for, int count, const Run& run) {
  if (count == 0) return;
  if (!parallel_for) {
    run(0, count);
    return;
  }
  const auto run_groups = [&](int begin, int end) {
    run(begin * kTrajectoriesPerIndex,
        static_cast<int>(std::min<int64_t>(int64_t{end} * kTrajectoriesPerIndex, count)));
  };
  // A reference, because nothing larger fits into a std::function without allocation.
  parallel_for((count - 1) / kTrajectoriesPerIndex + 1, std::cref(run_groups));
}

// write(first_trajectory, hits) for trajectories [begin, end) in groups.
template <typename Write>
void ForEachFirstCollision(const BatchCall& call, int begin, int end, const Write& write) {
  int group[kTrajectoriesTogether];
  StepHit hits[kTrajectoriesTogether];
  for (int first = begin; first < end; first += kTrajectoriesTogether) {
    const auto count = static_cast<size_t>(std::min(kTrajectoriesTogether, end - first));
    std::iota(group, group + count, first);
    internal::FindFirstCollisions(call, absl::MakeConstSpan(group, count), hits);
    write(first, absl::MakeConstSpan(hits, count));
  }
}

}  // namespace

absl::Status FirstCollision(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                            absl::Span<const PolygonBatch> per_step, absl::Span<StepHit> first,
                            const ParallelFor& parallel_for) {
  const BatchCall call = CallOf(body, trajectories, per_step);
  if (absl::Status status = Check(call, trajectories, "first", first.size(), trajectories.size()); !status.ok()) {
    return status;
  }
  const auto run = [&](int begin, int end) {
    ForEachFirstCollision(call, begin, end, [&](int i, absl::Span<const StepHit> hits) {
      std::copy(hits.begin(), hits.end(), first.begin() + i);
    });
  };
  ForRanges(parallel_for, trajectories.size(), run);
  return absl::OkStatus();
}

absl::Status AnyCollision(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                          absl::Span<const PolygonBatch> per_step, absl::Span<uint8_t> any,
                          const ParallelFor& parallel_for) {
  const BatchCall call = CallOf(body, trajectories, per_step);
  if (absl::Status status = Check(call, trajectories, "any", any.size(), trajectories.size()); !status.ok()) {
    return status;
  }
  const auto run = [&](int begin, int end) {
    ForEachFirstCollision(call, begin, end, [&](int i, absl::Span<const StepHit> hits) {
      for (const StepHit& hit : hits) any[i++] = static_cast<uint8_t>(hit.step >= 0);
    });
  };
  ForRanges(parallel_for, trajectories.size(), run);
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
  ForRanges(parallel_for, trajectories.size(), run);
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

absl::Status FirstFree(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                       absl::Span<const PolygonBatch> per_step, absl::Span<const int> order, int* free_position,
                       absl::Span<StepHit> first) {
  const BatchCall call = CallOf(body, trajectories, per_step);
  if (absl::Status status = Check(call, trajectories, "first", first.size(), order.size()); !status.ok()) {
    return status;
  }
  if (free_position == nullptr) return absl::InvalidArgumentError("free_position: null");
  for (size_t j = 0; j < order.size(); ++j) {
    if (order[j] < 0 || order[j] >= trajectories.size()) {
      return absl::InvalidArgumentError(
          absl::StrFormat("order[%d]: there is no trajectory %d of %d", j, order[j], trajectories.size()));
    }
  }
  *free_position = internal::FindFirstFree(call, order, first).position;
  return absl::OkStatus();
}

}  // namespace collision2d
