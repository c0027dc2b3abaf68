#include "planner_adapter/road/road_edge.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/tolerances.h"
#include "planner_adapter/road/hull_containment.h"
#include "planner_adapter/road/piece_shapes.h"
#include "planner_adapter/road/shapes_met.h"

namespace collision2d::planner {
namespace {

absl::Status CheckPieces(absl::Span<const OutlinePiece> pieces) {
  for (size_t i = 0; i < pieces.size(); ++i) {
    for (const Vec2 end : {pieces[i].from, pieces[i].to}) {
      if (!(std::abs(end.x) <= kMaxCoordinate_m && std::abs(end.y) <= kMaxCoordinate_m)) {
        return absl::InvalidArgumentError(
            absl::StrFormat("pieces[%d]: (%.17g, %.17g) is not finite or out of range", i, end.x, end.y));
      }
    }
    if (pieces[i].from == pieces[i].to) {
      return absl::InvalidArgumentError(
          absl::StrFormat("pieces[%d]: both ends are (%.17g, %.17g)", i, pieces[i].from.x, pieces[i].from.y));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<RoadEdge> RoadEdge::Create(std::vector<OutlinePiece> pieces) {
  if (absl::Status status = CheckPieces(pieces); !status.ok()) return status;
  RoadEdge edge;
  edge.pieces_ = std::move(pieces);
  edge.vertices_ = OutlineVertices(edge.pieces_);
  for (size_t i = 0; i < edge.pieces_.size(); ++i) {
    const OutlinePiece& piece = edge.pieces_[i];
    absl::StatusOr<ConvexPolygon> segment = ConvexPolygon::Create({piece.from, piece.to});
    if (!segment.ok()) return segment.status();
    edge.max_coordinate_m_ = std::max(edge.max_coordinate_m_, segment->max_coordinate_m());
    edge.segments_.push_back(*std::move(segment));
    int balance = 0;
    for (const Spoke& spoke : edge.vertices_.At(static_cast<int>(i), true)) balance += spoke.starts_here ? 1 : -1;
    for (const Spoke& spoke : edge.vertices_.At(static_cast<int>(i), false)) balance += spoke.starts_here ? 1 : -1;
    edge.is_closed_ = edge.is_closed_ && balance == 0;
  }
  absl::StatusOr<StaticMap> segment_map = StaticMap::Create(edge.segments_);
  if (!segment_map.ok()) return segment_map.status();
  edge.segment_map_ = *std::move(segment_map);
  edge.shapes_ = ShapesOfPieces(edge.pieces_, edge.segments_, edge.segment_map_);
  absl::StatusOr<StaticMap> map = StaticMap::Create(edge.shapes_);
  if (!map.ok()) return map.status();
  edge.map_ = *std::move(map);
  return edge;
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
  double distance_m = 0.0;
  const int nearest = NearestPiece(p, &distance_m);
  if (distance_m == 0.0) return true;
  const double rounding_m = kPosingError * (max_coordinate_m_ + Norm1(p));
  if (is_closed_ && distance_m <= rounding_m) return IsOnClosedRoad(p, pieces_);
  return vertices_.IsLeftOf(p, nearest);
}

}  // namespace collision2d::planner
