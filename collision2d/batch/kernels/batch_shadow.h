#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "collision2d/geometry/vec2.h"

namespace collision2d::internal {

// Shapes in a block of a shadow; the widest vector of single precision that a filter uses.
inline constexpr int kBatchLanes = 16;

// Sixteen consecutive shapes of a batch as the filters see them: structure of arrays, single
// precision, world axes, relative to BatchShadow::origin. Lane l of block b is shape b *
// kBatchLanes + l.
//
// Padding contract: every array is full, aligned to 64 bytes, and may be loaded in whole vectors of
// up to kBatchLanes lanes. In lanes without a shape, which are those of absent obstacles and those
// beyond the last one, origin_power is infinite, so that
// CirclesApart is true of them for every body; center_x, center_y and radius are 0, everything else
// is NaN, which proves nothing. What has not asked the circles first must mask these lanes by
// `lanes`.
//
// What the numbers prove; "the shape" is the exact set that Collides posed into the frame of a body
// answers for, taken back to the world:
// - The shape is within `radius` of the centre, exactly: rounding of the centre has been added to
//   it.
// - The shape, its own radius included, is within error_m of the box of half_length along the axis
//   and half_width across it,
//   about the centre.
// - In lanes of exact_boxes the box is also within error_m of the shape.
// - The shape contains the circle of inner_radius about the centre, if that is positive.
struct alignas(64) ShadowBlock {
  float center_x[kBatchLanes];  // m
  float center_y[kBatchLanes];  // m
  float radius[kBatchLanes];    // m
  // m^2. |centre|^2 - radius^2, the power of the origin with respect to the circle, less the error
  // of CirclesApart.
  float origin_power[kBatchLanes];
  float axis_x[kBatchLanes];  // A unit vector, within 2^-23.
  float axis_y[kBatchLanes];
  float half_length[kBatchLanes];   // m
  float half_width[kBatchLanes];    // m
  float inner_radius[kBatchLanes];  // m; negative: there is no such circle.

  // m. The bound on what rounding, of the shadow and of the exact query's own posing, moves any
  // shape of the block by, twice, and the evaluation error of the box test; see kShadowSizeError.
  float error_m;
  // m. The centres of all shapes are within this of the origins of their frames.
  float center_offset_m;
  // Bit l: lane l holds a shape.
  uint16_t lanes;
  // Bit l: the shape of lane l is a point, a segment or a rectangle within rounding, of radius 0.
  uint16_t exact_boxes;
  // Bit l: the shape of lane l is a disc, the circle of radius half_width about the centre.
  uint16_t discs;
  // Bit l: the shape of lane l is a disc or a capsule, the segment of half_length - half_width
  // along the axis, rounded by half_width. Both within error_m.
  uint16_t capsules;
  // Bit l: the vertices of the shape of lane l are in BatchShadow::vertices.
  uint16_t polygons;
  // No lane from this one on holds a shape.
  uint16_t lanes_end;
  // The polygon of the lowest bit of `polygons`, in BatchShadow::first_vertex.
  int32_t first_polygon;
  // The edge of the shape that is its box's axis; kFrameAxis: the x axis of the shape's frame.
  uint8_t axis_edge[kBatchLanes];
};

inline constexpr uint8_t kFrameAxis = 255;

struct BatchShadow {
  Vec2 origin;  // m, in the world.
  std::vector<ShadowBlock> blocks;

  // The vertices of shapes that are not boxes, in order, relative to the shape's rounded centre
  // along the world's axes: all x, the first one again, all y, the first one again. Polygon i
  // begins at vertices[first_vertex[i]]. There are kBatchLanes readable floats after the last one.
  std::vector<size_t> first_vertex;
  std::vector<float> vertices;
};

}  // namespace collision2d::internal
