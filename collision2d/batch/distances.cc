#include "collision2d/batch/distances.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "collision2d/batch/calls/arguments.h"
#include "collision2d/batch/calls/calls.h"
#include "collision2d/batch/kernels/ask_pair.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/kernels/kernels.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/motion/search/motion_checks.h"
#include "collision2d/query/separation_result.h"

namespace collision2d {
namespace {

using internal::BatchCall;
using internal::CheckCall;
using internal::CheckLimited;
using internal::ForParts;
using internal::ForRows;
using internal::LimitsFrom;
using internal::ObstacleLayer;

// distance_m[k]: the least of the body's shapes from obstacle k.
void MeasureLayer(absl::Span<const ConvexPolygon> body, const Pose2& world_from_body, const ObstacleLayer& layer,
                  int step, double* distance_m) {
  if (layer.cells != nullptr) {
    Nearest<double> nearest;
    internal::FindNearest({body, world_from_body, {&layer, 1}}, {}, &nearest);
    distance_m[layer.first_obstacle] = nearest.distance_m;
    return;
  }
  const PolygonBatch& batch = layer.BatchAt(step);
  for (int slot = 0; slot < batch.size(); ++slot) {
    if (!batch.is_present(slot)) continue;
    const Pose2 body_from_obstacle = RelativePose(world_from_body, batch.world_from_shape(slot));
    double& least_m = distance_m[layer.ObstacleAt(slot)];
    for (const ConvexPolygon& shape : body) {
      least_m = std::min(least_m, internal::AskDistance(batch, shape, batch.shape(slot), body_from_obstacle));
    }
  }
}

// Measures by ComputeSeparation, and reports contacts.
class LeastMeter final : public internal::SeparationMeter {
 public:
  // least[i] is the answer of trajectory first + i, of whose index `contacts` is told.
  LeastMeter(absl::Span<Nearest<Separation>> least, int first, const ContactSink& contacts)
      : least_(least), first_(first), contacts_(contacts) {}

  void Measure(int trajectory, const internal::PosedPair& pair, Nearest<Separation>* found) override {
    found->separation = internal::AskSeparation(pair.batch, pair.body_shape, pair.obstacle, pair.body_from_obstacle);
    if (found->separation.signed_distance_m <= 0.0 && contacts_) contacts_(first_ + trajectory, *found);
  }

  void Take(int trajectory, const Nearest<Separation>& nearest) override { least_[trajectory] = nearest; }

 private:
  const absl::Span<Nearest<Separation>> least_;
  const int first_;
  const ContactSink& contacts_;
};

}  // namespace

absl::Status MinimumDistance(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                             const Obstacles& obstacles, absl::Span<const double> limit_m,
                             absl::Span<Nearest<double>> nearest, const QueryOptions& options) {
  const BatchCall call = {body, trajectories, obstacles.layers()};
  absl::Status status = CheckLimited(call, limit_m, "nearest", nearest.size());
  if (!status.ok()) return status;
  return ForParts(call, options, [&](const BatchCall& part, size_t first) {
    internal::FindNearest(part, LimitsFrom(limit_m, first), nearest.data() + first);
  });
}

absl::Status MinimumDistance(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                             absl::Span<const double> step_times_s, const MovingObstacles& obstacles,
                             const SweptOptions& swept, absl::Span<SweptNearest> nearest, const QueryOptions& options) {
  internal::Sweep sweep = {step_times_s, {}};
  const BatchCall call = {body, trajectories, obstacles.layers(), &sweep};
  absl::Status status = internal::CheckTolerance("distance_tolerance_m", swept.distance_tolerance_m);
  const internal::Output output = {"nearest", nearest.size(), static_cast<size_t>(trajectories.size())};
  if (status.ok()) status = internal::CheckSwept(call, output, &sweep);
  if (status.ok()) status = internal::CheckLimits(swept.limit_m, nearest.size());
  if (!status.ok()) return status;
  return ForParts(call, options, [&](const BatchCall& part, size_t first) {
    internal::FindLeastDistances(part, swept.distance_tolerance_m, LimitsFrom(swept.limit_m, first),
                                 nearest.data() + first);
  });
}

absl::Status MinimumSeparation(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                               const Obstacles& obstacles, absl::Span<const double> limit_m,
                               absl::Span<Nearest<Separation>> least, const QueryOptions& options) {
  const BatchCall call = {body, trajectories, obstacles.layers()};
  absl::Status status = CheckLimited(call, limit_m, "least", least.size());
  if (!status.ok()) return status;
  return ForParts(call, options, [&](const BatchCall& part, size_t first) {
    LeastMeter meter(least.subspan(first), static_cast<int>(first), options.contacts);
    internal::FindMinimumSeparation(part, LimitsFrom(limit_m, first), &meter);
  });
}

absl::Status AllDistances(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                          const Obstacles& obstacles, absl::Span<double> distance_m, const QueryOptions& options) {
  const BatchCall call = {body, trajectories, obstacles.layers()};
  const auto row_size = static_cast<size_t>(obstacles.size());
  absl::Status status =
      CheckCall(call, {"distance_m", distance_m.size(), row_size * trajectories.world_from_body.size()});
  if (status.ok()) status = internal::CheckSingleElements(call);
  if (!status.ok()) return status;
  const auto measure = [&](const BatchCall& part, double* rows) {
    for (int i = 0; i < part.trajectories.size(); ++i) {
      for (int s = 0; s < part.trajectories.LengthOf(i); ++s) {
        for (const ObstacleLayer& layer : part.layers) {
          MeasureLayer(body, part.PoseAt(i, s), layer, s, rows + part.RowOf(i, s) * row_size);
        }
      }
    }
  };
  return ForRows(call, options, distance_m, row_size, std::numeric_limits<double>::infinity(), measure);
}

absl::Status WithinMask(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                        const Obstacles& obstacles, double limit_m, absl::Span<uint64_t> mask,
                        const QueryOptions& options) {
  const BatchCall call = {body, trajectories, obstacles.layers()};
  const size_t words = obstacles.mask_words();
  absl::Status status = internal::CheckLimit(limit_m);
  if (status.ok()) status = CheckCall(call, {"mask", mask.size(), words * trajectories.world_from_body.size()});
  if (status.ok()) status = internal::CheckSingleElements(call);
  if (!status.ok()) return status;
  return ForRows(call, options, mask, words, uint64_t{0},
                 [&](const BatchCall& part, uint64_t* rows) { internal::MarkWithin(part, limit_m, words, rows); });
}

}  // namespace collision2d
