#ifndef COLLISION2D_PLANNER_ADAPTER_ROAD_ROAD_EDGE_H_
#define COLLISION2D_PLANNER_ADAPTER_ROAD_ROAD_EDGE_H_

#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/road/outline_vertices.h"
#include "planner_adapter/road/road_outline.h"

namespace collision2d::planner {

// Bounds, relative to the coordinates, what a distance in a body's frame and the posed and rounded vertices in the world's can differ by.
inline constexpr double kPosingError = 0x1p-46;

// The edge of a road in indices: which pieces are near a point, and on which side of them it is.
class RoadEdge {
 public:
  // Without pieces.
  RoadEdge() = default;

  // Errors: as Road::Create.
  static absl::StatusOr<RoadEdge> Create(std::vector<OutlinePiece> pieces);

  absl::Span<const OutlinePiece> pieces() const { return pieces_; }
  const OutlineVertices& vertices() const { return vertices_; }
  double max_coordinate_m() const { return max_coordinate_m_; }

  // A piece, and the shape that distances of bodies on the road are measured from.
  const ConvexPolygon& segment(int piece) const { return segments_[piece]; }
  const ConvexPolygon& shape(int piece) const { return shapes_[piece]; }

  // The map of these shapes.
  const StaticMap& map() const { return map_; }

  // The pieces within a distance of a point, and perhaps some that are just beyond.
  std::vector<int> PiecesWithin(Vec2 center, double distance_m) const;

  // The piece nearest to p.
  // REQUIRES: there is a piece.
  int NearestPiece(Vec2 p, double* distance_m) const;

  // Exact if every piece ends where another one begins, otherwise within rounding.
  // REQUIRES: there is a piece.
  bool IsOnRoad(Vec2 p) const;

 private:
  std::vector<OutlinePiece> pieces_;
  OutlineVertices vertices_;
  std::vector<ConvexPolygon> segments_;
  StaticMap segment_map_;
  std::vector<ConvexPolygon> shapes_;
  StaticMap map_;
  bool is_closed_ = true;          // Every piece ends where another one begins.
  double max_coordinate_m_ = 0.0;  // Of the pieces.
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_ROAD_ROAD_EDGE_H_
