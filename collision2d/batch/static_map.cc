#include "collision2d/batch/static_map.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "collision2d/batch/calls/arguments.h"
#include "collision2d/batch/calls/calls.h"
#include "collision2d/batch/hit.h"
#include "collision2d/batch/index/packed_tree.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/kernels/batch_shadow.h"
#include "collision2d/batch/kernels/kernels.h"
#include "collision2d/batch/parallel_for.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/step_separation.h"
#include "collision2d/batch/trajectory_poses.h"
#include "collision2d/geometry/aabb2.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/impact_result.h"
#include "collision2d/motion/search/motion_checks.h"

namespace collision2d {
namespace {

using internal::kBatchLanes;

// Leaves room for the slots of the last block.
constexpr size_t kMaxShapeCount = size_t{std::numeric_limits<int32_t>::max()} + 1 - kBatchLanes;

// The order of the map's shapes in the tree, by their centres.
template <typename ShapeAt>
std::vector<internal::PackedTreeEntry> TreeOrder(size_t count, const ShapeAt& at,
                                                 absl::Span<const Pose2> world_from_shape) {
  const auto center = [&](size_t i) {
    return world_from_shape.empty() ? at(i).center() : world_from_shape[i] * at(i).center();
  };
  Aabb2 bounds;
  for (size_t i = 0; i < count; ++i) bounds.Extend(center(i));
  const Vec2 origin = bounds.center();
  std::vector<internal::PackedTreeEntry> entries(count);
  for (size_t i = 0; i < count; ++i) {
    const Vec2 arm = center(i) - origin;
    entries[i] = {static_cast<float>(arm.x), static_cast<float>(arm.y), static_cast<int32_t>(i)};
  }
  internal::OrderForPackedTree(absl::MakeSpan(entries));
  return entries;
}

internal::PackedTreeBox BoundsOf(const internal::ShadowBlock& block) {
  internal::PackedTreeBox bounds;
  for (int i = 0; i < kBatchLanes && (block.lanes >> i & 1) != 0; ++i) {
    bounds.Extend(internal::AlignedBoxOf(block.center_x[i], block.center_y[i], block.axis_x[i], block.axis_y[i],
                                         block.half_length[i], block.half_width[i], block.error_m));
  }
  return bounds;
}

absl::Status CheckSwept(const Trajectories& trajectories, absl::Span<const double> step_times_s,
                        absl::Status tolerances, const char* output, size_t size) {
  absl::Status status = internal::CheckLayout(trajectories);
  if (status.ok()) status = internal::CheckStepTimes(step_times_s, trajectories.steps);
  if (status.ok()) status = std::move(tolerances);
  if (status.ok()) status = internal::CheckSize(output, size, static_cast<size_t>(trajectories.size()));
  if (status.ok()) status = internal::CheckPosesOf(trajectories);
  return status;
}

absl::Status CheckLeast(const Trajectories& trajectories, absl::Span<const double> limit_m, size_t size) {
  absl::Status status = internal::CheckLayout(trajectories);
  if (status.ok()) status = internal::CheckSize("least", size, static_cast<size_t>(trajectories.size()));
  if (status.ok()) status = internal::CheckLimits(limit_m, size);
  if (status.ok()) status = internal::CheckPosesOf(trajectories);
  return status;
}

}  // namespace

absl::StatusOr<StaticMap> StaticMap::Create(absl::Span<const ConvexPolygon> shapes) {
  return CreatePosed(shapes.size(), [&](size_t i) -> const ConvexPolygon& { return shapes[i]; }, {});
}

absl::StatusOr<StaticMap> StaticMap::Create(absl::Span<const ConvexPolygon> shapes,
                                            absl::Span<const Pose2> world_from_shape) {
  absl::Status status = internal::CheckSize("world_from_shape", world_from_shape.size(), shapes.size());
  if (status.ok()) status = internal::CheckPoses("world_from_shape", world_from_shape);
  if (!status.ok()) return status;
  return CreatePosed(
      shapes.size(), [&](size_t i) -> const ConvexPolygon& { return shapes[i]; }, world_from_shape);
}

absl::StatusOr<StaticMap> StaticMap::Create(absl::Span<const ConvexPolygon* const> shapes) {
  return CreatePosed(shapes.size(), [&](size_t i) -> const ConvexPolygon& { return *shapes[i]; }, {});
}

template <typename ShapeAt>
absl::StatusOr<StaticMap> StaticMap::CreatePosed(size_t count, const ShapeAt& at,
                                                 absl::Span<const Pose2> world_from_shape) {
  if (count > kMaxShapeCount) {
    return absl::InvalidArgumentError(
        absl::StrFormat("shapes: %d shapes are beyond the limit of %d", count, kMaxShapeCount));
  }
  StaticMap map;
  std::vector<const ConvexPolygon*> shape_of_slot;
  std::vector<Pose2> world_from_slot;
  shape_of_slot.reserve(count);
  map.index_of_slot_.reserve(count);
  world_from_slot.reserve(world_from_shape.size());
  for (const internal::PackedTreeEntry& entry : TreeOrder(count, at, world_from_shape)) {
    shape_of_slot.push_back(&at(static_cast<size_t>(entry.index)));
    map.index_of_slot_.push_back(entry.index);
    if (!world_from_shape.empty()) world_from_slot.push_back(world_from_shape[entry.index]);
  }
  map.batch_ = PolygonBatch(std::move(shape_of_slot), std::move(world_from_slot));
  std::vector<internal::PackedTreeBox> bounds;
  for (const internal::ShadowBlock& block : map.batch_.shadow().blocks) bounds.push_back(BoundsOf(block));
  map.tree_ = internal::PackedTree(bounds);
  return map;
}

int64_t StaticMap::memory_bytes() const {
  return static_cast<int64_t>(sizeof(*this) - sizeof(batch_) + index_of_slot_.capacity() * sizeof(int)) +
         static_cast<int64_t>(batch_.memory_bytes()) + tree_.memory_bytes();
}

absl::Status StaticMap::AnyHit(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                               absl::Span<uint8_t> any) const {
  return internal::AnyHit(CallOf(body, world_from_body), "any", any);
}

absl::Status StaticMap::FirstHit(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                                 absl::Span<Hit> hits) const {
  return internal::FirstHit(CallOf(body, world_from_body), "hits", hits);
}

absl::Status StaticMap::AllHits(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                                absl::Span<int64_t> begin, absl::Span<int> obstacles) const {
  const internal::BatchCall call = CallOf(body, world_from_body);
  absl::Status status = internal::CheckCall(call, "begin", begin.size(), world_from_body.size() + 1);
  if (!status.ok()) return status;
  std::fill(begin.begin(), begin.end(), int64_t{0});
  internal::ListHits(call, begin.data(), obstacles);
  const auto room = static_cast<int64_t>(obstacles.size());
  for (size_t i = 0; i < world_from_body.size(); ++i) {
    begin[i + 1] += begin[i];
    if (begin[i + 1] <= room) std::sort(obstacles.begin() + begin[i], obstacles.begin() + begin[i + 1]);
  }
  if (begin.back() <= room) return absl::OkStatus();
  return absl::ResourceExhaustedError(absl::StrFormat("obstacles: size %d; the answers need %d", room, begin.back()));
}

absl::Status StaticMap::MinimumDistance(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                                        absl::Span<const double> limit_m, absl::Span<Nearest> nearest) const {
  return internal::MinimumDistance(CallOf(body, world_from_body), limit_m, nearest);
}

absl::Status StaticMap::MinimumSeparationGradient(absl::Span<const ConvexPolygon> body,
                                                  absl::Span<const Pose2> world_from_body,
                                                  absl::Span<const double> limit_m,
                                                  absl::Span<StepSeparationGradient> nearest) const {
  return internal::MinimumSeparationGradient(CallOf(body, world_from_body), limit_m, nearest);
}

absl::Status StaticMap::LeastSeparation(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                                        absl::Span<const double> limit_m, absl::Span<StepSeparation> least,
                                        const ContactSink& contacts) const {
  absl::Status status = CheckLeast(trajectories, limit_m, least.size());
  if (status.ok()) internal::FindLeastSeparation(CallOf(body, trajectories, nullptr), limit_m, least, contacts);
  return status;
}

absl::Status StaticMap::LeastSeparationGradient(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                                                absl::Span<const double> limit_m,
                                                absl::Span<StepSeparationGradient> least) const {
  absl::Status status = CheckLeast(trajectories, limit_m, least.size());
  if (status.ok()) internal::FindLeastGradient(CallOf(body, trajectories, nullptr), limit_m, least);
  return status;
}

absl::Status StaticMap::FirstSweptCollision(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                                            absl::Span<const double> step_times_s, const ImpactOptions& options,
                                            absl::Span<SweptHit> first, const ParallelFor& parallel_for) const {
  absl::Status status =
      CheckSwept(trajectories, step_times_s, internal::CheckImpactOptions(options), "first", first.size());
  if (!status.ok()) return status;
  const internal::Sweep sweep = {{&batch_, 1}, step_times_s, options};
  internal::FindFirstContacts(CallOf(body, trajectories, &sweep), first, parallel_for);
  return absl::OkStatus();
}

absl::Status StaticMap::AnySweptCollision(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                                          absl::Span<const double> step_times_s, const ImpactOptions& options,
                                          absl::Span<uint8_t> any, const ParallelFor& parallel_for) const {
  absl::Status status =
      CheckSwept(trajectories, step_times_s, internal::CheckImpactOptions(options), "any", any.size());
  if (!status.ok()) return status;
  const internal::Sweep sweep = {{&batch_, 1}, step_times_s, options};
  internal::FindAnyContacts(CallOf(body, trajectories, &sweep), any, parallel_for);
  return absl::OkStatus();
}

absl::Status StaticMap::MinimumSweptClearance(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                                              absl::Span<const double> step_times_s, double tolerance_m,
                                              absl::Span<SweptNearest> clearance,
                                              const ParallelFor& parallel_for) const {
  absl::Status status = CheckSwept(trajectories, step_times_s, internal::CheckTolerance("tolerance_m", tolerance_m),
                                   "clearance", clearance.size());
  if (!status.ok()) return status;
  const internal::Sweep sweep = {{&batch_, 1}, step_times_s, {}};
  internal::FindLeastDistances(CallOf(body, trajectories, &sweep), tolerance_m, clearance, parallel_for);
  return absl::OkStatus();
}

}  // namespace collision2d
