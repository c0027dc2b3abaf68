#include "planner_adapter/road/road_edge.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

#include "absl/status/status.h"
#include "collision2d/geometry/aabb2.h"
#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/tolerances.h"
#include "planner_adapter/road/piece_shapes.h"
#include "planner_adapter/road/shapes_met.h"

namespace collision2d::planner {
absl::StatusOr<RoadEdge> RoadEdge::Create(std::vector<OutlinePiece> pieces, bool is_closed) {
  RoadEdge edge;
  edge.pieces_ = std::move(pieces);
  edge.is_closed_ = is_closed;
  edge.vertices_ = OutlineVertices(edge.pieces_);
  for (const OutlinePiece& piece : edge.pieces_) {
    edge.segments_.push_back(*ConvexPolygon::Create({piece.from, piece.to}));
    edge.max_coordinate_m_ = std::max(edge.max_coordinate_m_, edge.segments_.back().max_coordinate_m());
  }
  absl::StatusOr<StaticMap> segment_map = StaticMap::Create(edge.segments_);
  if (!segment_map.ok()) return segment_map.status();
  edge.segment_map_ = *std::move(segment_map);
  for (size_t i = 0; i < edge.pieces_.size(); ++i) {
    PieceShape shape =
        ShapeOfPiece(static_cast<int>(i), edge.pieces_, edge.segments_, edge.segment_map_, edge.LeastGap());
    edge.shapes_.push_back(std::move(shape.shape));
    edge.is_alone_.push_back(shape.is_alone);
  }
  edge.map_ = *StaticMap::Create(edge.shapes_);
  edge.raster_ = edge.MakeRaster();
  return edge;
}

RoadRaster RoadEdge::MakeRaster() const {
  using Side = RoadRaster::Side;
  // The side of open lines changes half-way between them, without an edge there.
  if (pieces_.empty() || !is_closed_) return {};
  const auto leftmost = std::min_element(pieces_.begin(), pieces_.end(), [](const auto& a, const auto& b) {
    return LexicographicallyLess(a.from, b.from);
  });
  // No piece is on the left of that vertex.
  const bool is_road_around = vertices_.IsRoadTowards(static_cast<int>(leftmost - pieces_.begin()), true,
                                                      {-2.0 * kMaxCoordinate_m, leftmost->from.y});
  return {pieces_, is_road_around ? Side::kInside : Side::kOutside,
          [&](Vec2 p, const RoadRaster::Reference& reference) {
            return reference.is_road != Crosses(p, reference.x, /*on_edge=*/nullptr);
          }};
}

std::vector<int> RoadEdge::PiecesWithin(Vec2 center, double distance_m) const {
  if (!(distance_m <= kMaxCoordinate_m)) {
    std::vector<int> all(pieces_.size());
    std::iota(all.begin(), all.end(), 0);
    return all;
  }
  return ShapesMet(segment_map_, *ConvexPolygon::Create({Vec2{}}, distance_m), Pose2{center});
}

int RoadEdge::NearestPiece(Vec2 p, double* distance_m) const {
  const ConvexPolygon point = *ConvexPolygon::Create({Vec2{}});
  StaticMap::Nearest nearest;
  const absl::Status status = segment_map_.MinimumDistance({point}, {Pose2{p}}, {}, absl::MakeSpan(&nearest, 1));
  *distance_m = status.ok() ? nearest.distance_m : std::numeric_limits<double>::infinity();
  return nearest.obstacle;
}

bool RoadEdge::IsOnRoad(Vec2 p) const {
  if (!is_closed_) {
    double distance_m = 0.0;
    const int nearest = NearestPiece(p, &distance_m);
    return distance_m == 0.0 || vertices_.IsLeftOf(p, nearest);
  }
  const RoadRaster::Side side = raster_.At(p);
  if (side != RoadRaster::Side::kUnknown) return side == RoadRaster::Side::kInside;
  const RoadRaster::Reference reference = raster_.LeftOf(p);
  bool on_edge = false;
  const bool crosses = Crosses(p, reference.x, &on_edge);
  return on_edge || reference.is_road != crosses;
}

// Where another piece may be as near, distances do not show which of them is in front. Next to the
// ends of a piece its direction does not show the side.
bool RoadEdge::IsOnRoad(Vec2 p, int nearest, double rounding_m) const {
  const OutlinePiece& piece = pieces_[nearest];
  const Vec2 along = piece.to - piece.from;
  const double length_m = Norm(along);
  const double ahead_m = Dot(along, p - piece.from) / length_m;
  // The side of a triangle is nearest, not the end of its piece: another piece may be in front of
  // that end.
  const bool is_beyond = ahead_m < 0.0 || ahead_m > length_m;
  if (is_beyond && shapes_[nearest].size() > 2 && Cross(along, p - piece.from) < 0.0) return IsOnRoad(p);
  if (!is_closed_) return vertices_.IsLeftOf(p, nearest);
  const double unclear_m = kUnclearEnd * LeastGap();
  const bool is_near_end = std::abs(ahead_m) <= unclear_m || std::abs(ahead_m - length_m) <= unclear_m;
  if (!is_alone_[nearest] || is_near_end || 2.0 * rounding_m > LeastGap()) return IsOnRoad(p);
  return vertices_.IsLeftOf(p, nearest);
}

// Counts pieces half-open in height, so that a vertex at the height of p counts for one of the
// pieces that pass through it.
bool RoadEdge::Crosses(Vec2 p, double x, bool* on_edge) const {
  bool is_odd = false;
  for (const int i : ShapesMet(segment_map_, *ConvexPolygon::Hull({p, {x, p.y}}))) {
    const auto& [from, to, line, cell] = pieces_[i];
    if ((from.y > p.y) != (to.y > p.y)) is_odd = !is_odd;
    if (on_edge == nullptr || Orient2d(from, to, p) != 0.0) continue;
    Aabb2 box;
    box.Extend(from);
    box.Extend(to);
    *on_edge |= box.Contains(p);
  }
  return is_odd;
}

}  // namespace collision2d::planner
