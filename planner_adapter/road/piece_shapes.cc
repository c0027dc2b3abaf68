#include "planner_adapter/road/piece_shapes.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/road/shapes_met.h"

namespace collision2d::planner {
namespace {

// The height, relative to the length. The angles at the ends are so large that rounding, far from the origin too, leaves the triangle convex.
constexpr double kHeightOfLength = 0x1p-9;

// m. Shorter pieces remain segments.
constexpr double kLeastLength_m = 1e-3;

Vec2 ApexOf(const OutlinePiece& piece) {
  const Vec2 along = piece.to - piece.from;
  const double height_m = std::min(kMostPieceHeight_m, kHeightOfLength * Norm(along));
  return 0.5 * (piece.from + piece.to) - height_m * Normalized(PerpendicularLeft(along));
}

// Whether a piece that begins or ends at a corner of a triangle is within the angle from the first side to the second one, which is clockwise of it.
bool IsBetween(Vec2 corner, Vec2 first, Vec2 second, Vec2 end) {
  return Orient2d(corner, first, end) < 0.0 && Orient2d(corner, second, end) >= 0.0;
}

// Whether another piece is next to one of the triangle's corners and outside of the triangle there.
bool IsNeighbour(const OutlinePiece& piece, Vec2 apex, const OutlinePiece& other) {
  for (const auto& [near, far] : {std::make_pair(other.from, other.to), std::make_pair(other.to, other.from)}) {
    if (near == piece.from) return !IsBetween(piece.from, piece.to, apex, far);
    if (near == piece.to) return !IsBetween(piece.to, apex, piece.from, far);
  }
  return false;
}

}  // namespace

std::vector<ConvexPolygon> ShapesOfPieces(absl::Span<const OutlinePiece> pieces,
                                          absl::Span<const ConvexPolygon> segments, const StaticMap& map) {
  std::vector<ConvexPolygon> shapes(segments.begin(), segments.end());
  for (size_t i = 0; i < pieces.size(); ++i) {
    const OutlinePiece& piece = pieces[i];
    if (Norm(piece.to - piece.from) < kLeastLength_m) continue;
    const Vec2 apex = ApexOf(piece);
    absl::StatusOr<ConvexPolygon> triangle = ConvexPolygon::Create({piece.from, apex, piece.to});
    if (!triangle.ok()) continue;
    const std::vector<int> met = ShapesMet(map, *triangle);
    const bool is_free = std::all_of(met.begin(), met.end(), [&](int other) {
      return other == static_cast<int>(i) || IsNeighbour(piece, apex, pieces[other]);
    });
    if (is_free) shapes[i] = *std::move(triangle);
  }
  return shapes;
}

}  // namespace collision2d::planner
