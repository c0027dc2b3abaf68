#include "replay/importers/polygon_repair.h"

#include <algorithm>
#include <utility>

#include "collision2d/geometry/convex_decomposition.h"
#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/polygon_faces.h"

namespace collision2d::planner {
namespace {

// The vertices without the closing one and without repeated neighbours.
std::vector<Vec2> WithoutRepeats(absl::Span<const Vec2> vertices, PolygonRepairs& repairs) {
  std::vector<Vec2> ring(vertices.begin(), vertices.end());
  if (ring.size() > 1 && ring.front() == ring.back()) {
    ring.pop_back();
    ++repairs.closing_vertex_removed;
  }
  const size_t size = ring.size();
  ring.erase(std::unique(ring.begin(), ring.end()), ring.end());
  while (ring.size() > 1 && ring.front() == ring.back()) ring.pop_back();
  repairs.duplicate_vertices_removed += static_cast<int64_t>(size - ring.size());
  return ring;
}

}  // namespace

absl::StatusOr<std::vector<ConvexPolygon>> RepairPolygon(absl::Span<const Vec2> vertices, PolygonRepairs& repairs) {
  // This also checks the coordinates.
  absl::StatusOr<ConvexPolygon> hull = ConvexPolygon::Hull(vertices);
  if (!hull.ok()) return hull.status();
  ++repairs.polygons;
  const std::vector<Vec2> ring = WithoutRepeats(vertices, repairs);
  if (hull->size() < 3) {
    ++repairs.without_area;
    return std::vector<ConvexPolygon>{*std::move(hull)};
  }
  absl::StatusOr<std::vector<ConvexPolygon>> parts = DecomposeIntoConvex(ring);
  if (!parts.ok()) {
    // The coordinates are valid, so the boundary is not that of a simple polygon (or has too many
    // vertices).
    ++repairs.replaced_by_hull;
    return std::vector<ConvexPolygon>{*std::move(hull)};
  }
  if (internal::RingOrientation(ring) < 0) ++repairs.clockwise_reversed;
  repairs.collinear_vertices_removed += static_cast<int64_t>(ring.size() - internal::WithoutFlatVertices(ring).size());
  if (parts->size() > 1) {
    ++repairs.split_into_convex;
    repairs.convex_parts += static_cast<int64_t>(parts->size());
  }
  return parts;
}

void AddPoints(absl::Span<const Vec2> points, google::protobuf::RepeatedPtrField<v1::Point>* out) {
  for (const Vec2 point : points) {
    v1::Point& added = *out->Add();
    added.set_x(point.x);
    added.set_y(point.y);
  }
}

void AddPolygons(absl::Span<const ConvexPolygon> parts, google::protobuf::RepeatedPtrField<v1::Shape>* out) {
  for (const ConvexPolygon& part : parts) AddPoints(part.vertices(), out->Add()->mutable_polygon()->mutable_vertices());
}

void AddPolygons(absl::Span<const ConvexPolygon> parts, google::protobuf::RepeatedPtrField<v1::Polygon>* out) {
  for (const ConvexPolygon& part : parts) AddPoints(part.vertices(), out->Add()->mutable_vertices());
}

}  // namespace collision2d::planner
