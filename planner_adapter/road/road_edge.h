#pragma once

#include <cstddef>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/road/edge_tree.h"
#include "planner_adapter/road/outline_arrangement.h"
#include "planner_adapter/road/outline_vertices.h"
#include "planner_adapter/road/road_raster.h"

// The edge of the road as shapes to measure distances from, and its index.

namespace collision2d::planner {

// m. A triangle on the outer side of a piece is at most this high.
inline constexpr double kMostPieceHeight_m = 0x1p-13;

// Next to the ends of a piece, up to this many times the least gap, the side of its line does not
// show the side of the edge.
inline constexpr double kUnclearEnd = 0x1p12;

// A piece as a shape to measure distances from: for what is on the road, the distance from the
// shape is that from the piece. It is a flat triangle, which lies beyond the piece, since queries
// of polygons are several times faster than those of segments; or the segment, for a short piece
// and where the triangle would come close to another piece, which happens in notches and slits that
// are hardly wider than it is high.
struct PieceShape {
  ConvexPolygon shape;
  // Within the least gap of the shape are no pieces but those that meet at its ends, at angles of
  // 2^-7 rad or more, and all of these are longer than half of what is not clear at their ends. If
  // this shape is the nearest to a point within half of the gap, no other piece is in front of it.
  bool is_alone;
};

// Returns the shapes of pieces. REQUIRES: `segments` are those of the pieces, which meet only at
// ends. O(n log n) if the boxes of few pieces overlap.
std::vector<PieceShape> ShapesOfPieces(const std::vector<OutlinePiece>& pieces,
                                       absl::Span<const ConvexPolygon> segments, double least_gap_m);

// Bounds, relative to the coordinates, what a distance in a body's frame and the posed and rounded
// vertices in the world's can differ by. Proof: road_posing.
inline constexpr double kPosingError = 0x1p-46;

// The edge of a road in indices: which pieces are near a point, and on which side of them it is.
class RoadEdge {
 public:
  // Without pieces.
  RoadEdge() = default;

  // is_closed: as many pieces begin at each vertex as end there, with the road on the left of all.
  // REQUIRES: pieces meet only at ends of both; coordinates up to kMaxCoordinate_m.
  // Errors: there are too many pieces for a StaticMap.
  static absl::StatusOr<RoadEdge> Create(std::vector<OutlinePiece> pieces, bool is_closed);

  absl::Span<const OutlinePiece> pieces() const { return pieces_; }
  const OutlineVertices& vertices() const { return vertices_; }
  double max_coordinate_m() const { return max_coordinate_m_; }
  bool is_closed() const { return is_closed_; }

  // A piece, and the shape that distances of bodies on the road are measured from.
  const ConvexPolygon& segment(int piece) const { return segments_[static_cast<size_t>(piece)]; }
  const ConvexPolygon& shape(int piece) const { return shapes_[static_cast<size_t>(piece)]; }

  // The map of these shapes, and their tree.
  const StaticMap& map() const { return map_; }
  const EdgeTree& tree() const { return tree_; }

  // The pieces within a distance of a point, and perhaps some that are just beyond.
  PieceList PiecesWithin(Vec2 center, double distance_m) const;

  // The piece nearest to p. `near`: a piece that may be near, which saves time; -1: none is known.
  // REQUIRES: there is a piece.
  int NearestPiece(Vec2 p, int near, double* distance_m) const;

  // Whether p is on the road, which includes its edge. Exact if the edge is closed, otherwise
  // within rounding.
  // O(log n + pieces at the height of p nearby). Source: crossing numbers (Shimrat 1962), with
  // exact orientations, from the closest place whose side is known.
  bool IsOnRoad(Vec2 p) const;

  // As IsOnRoad, but faster where no other piece hides the nearest one.
  // REQUIRES: p is not on the edge; no shape(piece), or no piece, is nearer to p than that of
  // `nearest` by more than rounding_m.
  bool IsOnRoad(Vec2 p, int nearest, double rounding_m) const;

  // The side of p, if it is known without looking at pieces.
  RoadRaster::Side SideAt(Vec2 p) const { return raster_.At(p); }

 private:
  RoadRaster MakeRaster() const;

  // m. Distances do not distinguish pieces that are closer to each other than this.
  double LeastGap() const { return 32.0 * kPosingError * max_coordinate_m_; }

  // Whether an odd number of pieces is crossed on the way from p to (x, p.y). on_edge: whether p is
  // on a piece; may be null.
  bool Crosses(Vec2 p, double x, bool* on_edge) const;

  std::vector<OutlinePiece> pieces_;
  OutlineVertices vertices_;
  std::vector<ConvexPolygon> segments_;
  std::vector<ConvexPolygon> shapes_;
  std::vector<bool> is_alone_;  // By piece: as PieceShape has it.
  StaticMap map_;
  EdgeTree tree_;
  RoadRaster raster_;
  bool is_closed_ = true;
  double max_coordinate_m_ = 0.0;  // Of the pieces.
};

}  // namespace collision2d::planner
