#include "planner_adapter/road/road_edge.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "absl/status/status.h"
#include "collision2d/geometry/box_overlaps.h"
#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"

namespace collision2d::planner {
namespace {

// The height, relative to the length. The angles at the ends, 2^-8 rad, are so large that rounding,
// far from the origin too, leaves the triangle convex.
constexpr double kHeightOfLength = 0x1p-9;

// rad. Twice these angles.
constexpr double kLeastAngle_rad = 0x1p-7;

// m. Shorter pieces remain segments.
constexpr double kLeastLength_m = 1e-3;

Vec2 ApexOf(const OutlinePiece& piece) {
  const Vec2 along = piece.to - piece.from;
  const double height_m = std::min(kMostPieceHeight_m, kHeightOfLength * Norm(along));
  return 0.5 * (piece.from + piece.to) - height_m * Normalized(PerpendicularLeft(along));
}

// Whether two pieces meet at an end, and leave it in clearly different directions.
bool PartAtEnd(const OutlinePiece& piece, const OutlinePiece& other, double least_length_m) {
  for (const auto& [corner, far] : {std::make_pair(piece.from, piece.to), std::make_pair(piece.to, piece.from)}) {
    if (other.from != corner && other.to != corner) continue;
    const Vec2 arm = far - corner;
    const Vec2 other_arm = (other.from == corner ? other.to : other.from) - corner;
    const double lengths = Norm(arm) * Norm(other_arm);
    return Norm(other_arm) > least_length_m &&
           (Dot(arm, other_arm) <= 0.0 || std::abs(Cross(arm, other_arm)) >= kLeastAngle_rad * lengths);
  }
  return false;
}

}  // namespace

std::vector<PieceShape> ShapesOfPieces(const std::vector<OutlinePiece>& pieces,
                                       absl::Span<const ConvexPolygon> segments, double least_gap_m) {
  const double least_length_m = 0.5 * kUnclearEnd * least_gap_m;
  // Those that may be within the least gap of a piece's shape, but for those that part from it.
  std::vector<std::vector<int>> near(pieces.size());
  internal::BoxOverlaps().ForEach(internal::BoxesAlong(pieces, kMostPieceHeight_m + least_gap_m), [&](int i, int j) {
    if (!PartAtEnd(pieces[i], pieces[j], least_length_m)) near[i].push_back(j);
    if (!PartAtEnd(pieces[j], pieces[i], least_length_m)) near[j].push_back(i);
  });
  std::vector<PieceShape> shapes;
  shapes.reserve(pieces.size());
  for (size_t i = 0; i < pieces.size(); ++i) {
    const auto is_alone = [&](const std::vector<Vec2>& shape) {
      const absl::StatusOr<ConvexPolygon> grown = ConvexPolygon::Create(shape, least_gap_m);
      return grown.ok() &&
             std::none_of(near[i].begin(), near[i].end(), [&](int other) { return Collides(*grown, segments[other]); });
    };
    const OutlinePiece& of = pieces[i];
    const double length_m = Norm(of.to - of.from);
    const std::vector<Vec2> triangle = {of.from, ApexOf(of), of.to};
    if (length_m >= kLeastLength_m && length_m > least_length_m && is_alone(triangle)) {
      shapes.push_back({*ConvexPolygon::Create(triangle), true});
    } else {
      shapes.push_back({segments[i], length_m > least_length_m && is_alone({of.from, of.to})});
    }
  }
  return shapes;
}

absl::StatusOr<RoadEdge> RoadEdge::Create(std::vector<OutlinePiece> pieces, bool is_closed) {
  RoadEdge edge;
  edge.pieces_ = std::move(pieces);
  edge.is_closed_ = is_closed;
  edge.vertices_ = OutlineVertices(edge.pieces_);
  for (const OutlinePiece& piece : edge.pieces_) {
    edge.segments_.push_back(*ConvexPolygon::Create({piece.from, piece.to}));
    edge.max_coordinate_m_ = std::max(edge.max_coordinate_m_, edge.segments_.back().max_coordinate_m());
  }
  for (PieceShape& shape : ShapesOfPieces(edge.pieces_, edge.segments_, edge.LeastGap())) {
    edge.shapes_.push_back(std::move(shape.shape));
    edge.is_alone_.push_back(shape.is_alone);
  }
  absl::StatusOr<StaticMap> map = StaticMap::Create(edge.shapes_);
  if (!map.ok()) return map.status();
  edge.map_ = *std::move(map);
  edge.tree_ = EdgeTree(edge.pieces_, edge.shapes_);
  edge.raster_ = edge.MakeRaster();
  return edge;
}

RoadRaster RoadEdge::MakeRaster() const {
  using Side = RoadRaster::Side;
  // The side of open lines changes half-way between them, without an edge there.
  if (pieces_.empty() || !is_closed_) return {};
  const auto leftmost = std::min_element(pieces_.begin(), pieces_.end(), [](const auto& a, const auto& b) {
    return internal::LexicographicallyLess(a.from, b.from);
  });
  // No piece is on the left of that vertex.
  const bool is_road_around = vertices_.IsRoadTowards(static_cast<int>(leftmost - pieces_.begin()), true,
                                                      {-2.0 * kMaxCoordinate_m, leftmost->from.y});
  return {pieces_, is_road_around ? Side::kInside : Side::kOutside,
          [&](Vec2 p, const RoadRaster::Reference& reference) {
            return reference.is_road != Crosses(p, reference.x, /*on_edge=*/nullptr);
          }};
}

PieceList RoadEdge::PiecesWithin(Vec2 center, double distance_m) const {
  PieceList within;
  tree_.ForEachNear(center, center, &distance_m, [&](int piece) { within.push_back(piece); });
  return within;
}

int RoadEdge::NearestPiece(Vec2 p, int near, double* distance_m) const {
  // Far more than the rounding.
  constexpr double kMargin = 1.0 + 1e-6;
  constexpr double kMargin_m = 1e-6;
  // Distances from a common end are equal to the bit.
  const auto distance_from = [&](int piece) {
    const auto& [from, to, line, cell] = pieces_[piece];
    const Vec2 along = to - from;
    return Dot(along, p - from) >= NormSquared(along) ? Norm(p - to) : DistanceFromSegment(p, from, to);
  };
  int nearest = near;
  double least_m = near < 0 ? std::numeric_limits<double>::infinity() : distance_from(near);
  double limit_m = kMargin * least_m + kMargin_m;
  tree_.ForEachNear(p, p, &limit_m, [&](int piece) {
    const double piece_m = distance_from(piece);
    if (piece_m > least_m || (piece_m == least_m && nearest >= 0 && nearest < piece)) return;
    nearest = piece;
    least_m = piece_m;
    limit_m = kMargin * least_m + kMargin_m;
  });
  *distance_m = least_m;
  // Rounding must not decide whether a point is on the edge, where the distance is 0.
  if (!(least_m <= kMargin_m)) return nearest;
  if (const absl::StatusOr<ConvexPolygon> point = ConvexPolygon::Create({p}); point.ok()) {
    *distance_m = Distance(*point, segments_[nearest]);
  }
  return nearest;
}

bool RoadEdge::IsOnRoad(Vec2 p) const {
  if (!is_closed_) {
    double distance_m = 0.0;
    const int nearest = NearestPiece(p, /*near=*/-1, &distance_m);
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
  const Vec2 reference{x, p.y};
  const double rounding_m = LeastGap() + kPosingError * Norm1(p);
  tree_.ForEachNear(p, reference, &rounding_m, [&](int i) {
    const auto& [from, to, line, cell] = pieces_[i];
    if (on_edge != nullptr && Orient2d(from, to, p) == 0.0) {
      Aabb2 box;
      box.Extend(from);
      box.Extend(to);
      *on_edge |= box.Contains(p);
    }
    if ((from.y > p.y) == (to.y > p.y)) return;
    const double up = to.y > from.y ? 1.0 : -1.0;
    if (up * Orient2d(from, to, reference) >= 0.0 && up * Orient2d(from, to, p) <= 0.0) is_odd = !is_odd;
  });
  return is_odd;
}

}  // namespace collision2d::planner
