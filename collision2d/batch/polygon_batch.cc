#include "collision2d/batch/polygon_batch.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "collision2d/batch/calls/arguments.h"
#include "collision2d/batch/kernels/posed_body.h"
#include "collision2d/batch/kernels/shadow_numbers.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d {
namespace {

using internal::BatchShadow;
using internal::kBatchLanes;
using internal::ShadowBlock;

// The origin is the median of so many poses; more would not place it better.
constexpr int kOriginSamples = 31;

// A point amid the shapes, in each coordinate the median of some of them: one shape far away does
// not draw it away from the others, whose coordinates would lose digits.
Vec2 ChooseOrigin(const PolygonBatch& batch) {
  const int samples = std::min(batch.size(), kOriginSamples);
  std::array<double, kOriginSamples> x = {};
  std::array<double, kOriginSamples> y = {};
  int count = 0;
  for (int i = 0; i < samples; ++i) {
    const auto begin_of = [&](int64_t sample) { return static_cast<int>(sample * batch.size() / samples); };
    int k = begin_of(i);
    while (!batch.is_present(k) && k + 1 < begin_of(i + 1)) ++k;
    if (!batch.is_present(k)) continue;
    const Vec2 center = batch.world_from_shape(k) * batch.shape(k).center();
    x[count] = center.x;
    y[count++] = center.y;
  }
  if (count == 0) return {};
  std::nth_element(x.begin(), x.begin() + count / 2, x.begin() + count);
  std::nth_element(y.begin(), y.begin() + count / 2, y.begin() + count);
  return {x[count / 2], y[count / 2]};
}

// A block as the padding contract has its lanes without a shape.
ShadowBlock EmptyBlock() {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  ShadowBlock block = {};
  for (float* array : {block.axis_x, block.axis_y, block.half_length, block.half_width, block.inner_radius}) {
    std::fill_n(array, kBatchLanes, kNan);
  }
  std::fill_n(block.origin_power, kBatchLanes, std::numeric_limits<float>::infinity());
  return block;
}

// Writes what poses do not change.
void WriteShape(const ConvexPolygon& shape, int lane, BatchShadow* shadow) {
  ShadowBlock& block = shadow->blocks.back();
  block.lanes |= static_cast<uint16_t>(1 << lane);
  block.lanes_end = static_cast<uint16_t>(lane + 1);
  const internal::FittedBox box = internal::FitBox(shape);
  block.half_length[lane] = internal::RoundedUp(box.half_length_m);
  block.half_width[lane] = internal::RoundedUp(box.half_width_m);
  block.axis_edge[lane] = box.axis_edge;
  block.center_offset_m = std::max(block.center_offset_m, internal::RoundedUp(Norm(shape.center())));
  if (box.is_exact) block.exact_boxes |= static_cast<uint16_t>(1 << lane);
  if (box.radius_m > 0.0 && shape.size() <= 2) block.capsules |= static_cast<uint16_t>(1 << lane);
  if (box.radius_m > 0.0 && shape.size() == 1) block.discs |= static_cast<uint16_t>(1 << lane);
  if (shape.size() <= 2 || box.is_exact) return;
  block.polygons |= static_cast<uint16_t>(1 << lane);
  shadow->first_vertex.push_back(shadow->vertices.size());
  shadow->vertices.resize(shadow->vertices.size() + 2 * (static_cast<size_t>(shape.size()) + 1));
}

void WriteVertices(const ConvexPolygon& shape, const Pose2& world_from_shape, float* x) {
  float* y = x + shape.size() + 1;
  for (int i = 0; i <= shape.size(); ++i) {
    const Vec2 arm = world_from_shape.Rotate(shape.ring()[i] - shape.center());
    x[i] = static_cast<float>(arm.x);
    y[i] = static_cast<float>(arm.y);
  }
}

}  // namespace

absl::StatusOr<PolygonBatch> PolygonBatch::Create(absl::Span<const ConvexPolygon> shapes,
                                                  absl::Span<const Pose2> world_from_shape) {
  std::vector<const ConvexPolygon*> pointers;
  pointers.reserve(shapes.size());
  for (const ConvexPolygon& shape : shapes) pointers.push_back(&shape);
  return Create(pointers, world_from_shape);
}

absl::StatusOr<PolygonBatch> PolygonBatch::Create(absl::Span<const ConvexPolygon* const> shapes,
                                                  absl::Span<const Pose2> world_from_shape) {
  if (absl::Status status = internal::CheckCount("shapes", shapes.size()); !status.ok()) return status;
  if (absl::Status status = internal::CheckSize("world_from_shape", world_from_shape.size(), shapes.size());
      !status.ok()) {
    return status;
  }
  if (absl::Status status = internal::CheckPoses("world_from_shape", world_from_shape, shapes); !status.ok()) {
    return status;
  }
  return PolygonBatch({shapes.begin(), shapes.end()}, {world_from_shape.begin(), world_from_shape.end()});
}

absl::StatusOr<PolygonBatch> PolygonBatch::CreateOwner(std::vector<ConvexPolygon> shapes,
                                                       absl::Span<const Pose2> world_from_shape) {
  absl::StatusOr<PolygonBatch> batch = Create(absl::MakeConstSpan(shapes), world_from_shape);
  // Moving a vector leaves its elements where they are.
  if (batch.ok()) batch->own_shapes_ = std::move(shapes);
  return batch;
}

PolygonBatch::PolygonBatch(std::vector<const ConvexPolygon*> shapes, std::vector<Pose2> world_from_shape)
    : shapes_(std::move(shapes)), world_from_shape_(std::move(world_from_shape)) {
  shadow_.blocks.reserve((shapes_.size() + kBatchLanes - 1) / kBatchLanes);
  for (int k = 0; k < size(); ++k) {
    if (k % kBatchLanes == 0) {
      shadow_.blocks.push_back(EmptyBlock());
      shadow_.blocks.back().first_polygon = static_cast<int32_t>(shadow_.first_vertex.size());
    }
    if (is_present(k)) WriteShape(*shapes_[k], k % kBatchLanes, &shadow_);
  }
  if (!shadow_.first_vertex.empty()) shadow_.vertices.resize(shadow_.vertices.size() + kBatchLanes);
  shadow_.first_vertex.shrink_to_fit();
  shadow_.vertices.shrink_to_fit();
  WriteShadow();
}

absl::Status PolygonBatch::SetPoses(absl::Span<const Pose2> world_from_shape) {
  if (absl::Status status = internal::CheckSize("world_from_shape", world_from_shape.size(), shapes_.size());
      !status.ok()) {
    return status;
  }
  if (absl::Status status = internal::CheckPoses("world_from_shape", world_from_shape, shapes_); !status.ok()) {
    return status;
  }
  std::copy(world_from_shape.begin(), world_from_shape.end(), world_from_shape_.begin());
  WriteShadow();
  return absl::OkStatus();
}

absl::StatusOr<PolygonBatch> PolygonBatch::WithPoses(absl::Span<const Pose2> world_from_shape) const {
  PolygonBatch batch;
  batch.shapes_ = shapes_;
  batch.world_from_shape_.resize(shapes_.size());
  batch.shadow_ = shadow_;
  batch.pair_query_hook_ = pair_query_hook_;
  if (absl::Status status = batch.SetPoses(world_from_shape); !status.ok()) return status;
  return batch;
}

void PolygonBatch::WriteShadow() {
  shadow_.origin = ChooseOrigin(*this);
  const size_t* first_vertex = shadow_.first_vertex.data();
  for (int begin = 0; begin < size(); begin += kBatchLanes) {
    ShadowBlock& block = shadow_.blocks[begin / kBatchLanes];
    double error_m = 0.0;
    for (int lane = 0; lane < block.lanes_end; ++lane) {
      if ((block.lanes >> lane & 1) == 0) continue;
      const ConvexPolygon& shape = *shapes_[begin + lane];
      const Pose2& pose = world_from_shape(begin + lane);
      const internal::ShadowCircle circle = internal::MakeShadowCircle(shape, pose, shadow_.origin);
      block.center_x[lane] = circle.x;
      block.center_y[lane] = circle.y;
      block.radius[lane] = circle.radius_m;
      block.inner_radius[lane] = circle.inner_radius_m;
      block.origin_power[lane] = static_cast<float>(circle.power_m2 - circle.power_error_m2);
      const Vec2 axis = pose.Rotate(internal::BoxAxis(shape, block.axis_edge[lane]));
      block.axis_x[lane] = static_cast<float>(axis.x);
      block.axis_y[lane] = static_cast<float>(axis.y);
      error_m = std::max(error_m, internal::ShadowError(circle, block.half_length[lane], block.half_width[lane]));
      if ((block.polygons >> lane & 1) != 0) WriteVertices(shape, pose, &shadow_.vertices[*first_vertex++]);
    }
    block.error_m = internal::RoundedUp(error_m);
  }
}

size_t PolygonBatch::memory_bytes() const {
  return sizeof(*this) + shapes_.capacity() * sizeof(shapes_[0]) +
         world_from_shape_.capacity() * sizeof(world_from_shape_[0]) +
         shadow_.blocks.capacity() * sizeof(shadow_.blocks[0]) +
         shadow_.first_vertex.capacity() * sizeof(shadow_.first_vertex[0]) +
         shadow_.vertices.capacity() * sizeof(shadow_.vertices[0]);
}

}  // namespace collision2d
