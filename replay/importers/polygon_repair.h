#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/v1/scene.pb.h"

// Polygons of outside sources as convex parts, whether they are simple or not, and parts of
// messages.

namespace collision2d::planner {

// What was found and repaired in polygons from an outside source. Counts polygons unless a name
// says vertices.
struct PolygonRepairs {
  int64_t polygons = 0;  // All polygons that were examined.
  int64_t closing_vertex_removed = 0;
  int64_t duplicate_vertices_removed = 0;
  int64_t collinear_vertices_removed = 0;
  int64_t clockwise_reversed = 0;
  int64_t split_into_convex = 0;
  int64_t convex_parts = 0;      // The total number of parts of the split polygons.
  int64_t replaced_by_hull = 0;  // Self-intersecting, or larger than kMaxDecomposedVertices.
  int64_t without_area = 0;      // Replaced by the segment or the point that they cover.
};

// Returns convex polygons (radius 0) that cover the polygon with the boundary `vertices` (m, any
// frame, as an outside source gives it). The cover is exact if the boundary is that of a simple
// polygon; otherwise it is the convex hull, which covers more. A polygon without area gives a
// segment or a point. Every change is counted in `repairs`.
// Errors (InvalidArgument, naming the vertex): no vertex; a coordinate that is not finite or beyond
// kMaxCoordinate_m. O(n^2) at worst; see DecomposeIntoConvex for the strict sibling.
absl::StatusOr<std::vector<ConvexPolygon>> RepairPolygon(absl::Span<const Vec2> vertices, PolygonRepairs& repairs);

// Append points, and polygons of their vertices.
void AddPoints(absl::Span<const Vec2> points, google::protobuf::RepeatedPtrField<v1::Point>* out);
void AddPolygons(absl::Span<const ConvexPolygon> parts, google::protobuf::RepeatedPtrField<v1::Polygon>* out);
void AddPolygons(absl::Span<const ConvexPolygon> parts, google::protobuf::RepeatedPtrField<v1::Shape>* out);

}  // namespace collision2d::planner
