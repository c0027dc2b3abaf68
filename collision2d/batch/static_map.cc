#include "collision2d/batch/static_map.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "collision2d/batch/calls/arguments.h"
#include "collision2d/batch/kernels/batch_shadow.h"
#include "collision2d/geometry/vec2.h"

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

absl::StatusOr<StaticMap> StaticMap::CreateOwner(std::vector<ConvexPolygon> shapes,
                                                 absl::Span<const Pose2> world_from_shape) {
  absl::StatusOr<StaticMap> map = world_from_shape.empty() ? Create(absl::MakeConstSpan(shapes))
                                                           : Create(absl::MakeConstSpan(shapes), world_from_shape);
  // Moving a vector leaves its elements where they are.
  if (map.ok()) map->batch_.own_shapes_ = std::move(shapes);
  return map;
}

size_t StaticMap::memory_bytes() const {
  return sizeof(*this) - sizeof(batch_) + index_of_slot_.capacity() * sizeof(int) + batch_.memory_bytes() +
         tree_.memory_bytes();
}

}  // namespace collision2d
