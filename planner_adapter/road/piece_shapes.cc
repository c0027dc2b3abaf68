#include "planner_adapter/road/piece_shapes.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/road/shapes_met.h"

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

PieceShape ShapeOfPiece(int piece, absl::Span<const OutlinePiece> pieces, absl::Span<const ConvexPolygon> segments,
                        const StaticMap& map, double least_gap_m) {
  const OutlinePiece& of = pieces[piece];
  const double length_m = Norm(of.to - of.from);
  const double least_length_m = 0.5 * kUnclearEnd * least_gap_m;
  const auto is_alone = [&](const std::vector<Vec2>& shape) {
    const absl::StatusOr<ConvexPolygon> grown = ConvexPolygon::Create(shape, least_gap_m);
    if (!grown.ok() || length_m <= least_length_m) return false;
    const std::vector<int> met = ShapesMet(map, *grown);
    return std::all_of(met.begin(), met.end(),
                       [&](int other) { return other == piece || PartAtEnd(of, pieces[other], least_length_m); });
  };
  const std::vector<Vec2> triangle = {of.from, ApexOf(of), of.to};
  if (length_m >= kLeastLength_m && is_alone(triangle)) return {*ConvexPolygon::Create(triangle), true};
  return {segments[piece], is_alone({of.from, of.to})};
}

}  // namespace collision2d::planner
