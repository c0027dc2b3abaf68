#include "planner_adapter/road/road_outline.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "absl/strings/str_format.h"
#include "collision2d/geometry/box_overlaps.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/road/outline_vertices.h"

namespace collision2d::planner {
namespace {

using Pieces = std::vector<OutlinePiece>;

// m. A line names the pieces whose middle is at most this far from it.
constexpr double kLineDistance_m = 1e-3;

constexpr double kHalfTurn_rad = 3.14159265358979323846;
constexpr double kMostHalfArc_rad = kHalfTurn_rad / 8.0;

// Corners that turn by more than 120 degrees are cut off when a ring is offset: 1 plus the cosine
// of that.
constexpr double kLeastMitre = 0.5;

void AddRing(const ConvexPolygon& cell, int index, Pieces* pieces) {
  const double radius_m = cell.radius_m();
  const double half_arc_rad =
      radius_m > kCellArcError_m ? std::acos(1.0 - kCellArcError_m / radius_m) : kMostHalfArc_rad;
  const int arcs_per_turn = static_cast<int>(std::ceil(kHalfTurn_rad / std::min(half_arc_rad, kMostHalfArc_rad)));
  const absl::InlinedVector<RingPoint, 32> ring = RingOf(cell.vertices(), radius_m, arcs_per_turn);
  for (size_t i = 0; i < ring.size(); ++i) {
    const OutlinePiece piece{ring[i].point, ring[(i + 1) % ring.size()].point, -1, index};
    if (piece.from != piece.to) pieces->push_back(piece);
  }
}

// The boundary of rings whose pieces are moved by a distance to their right. OutlineOfUnion of it
// is the boundary of the road and a square-cornered brush around each of its points, or, for a
// negative distance, of the points of the road around which there is room for the brush. Where the
// way bends away from the side to which pieces are moved, mitres join them; elsewhere the way goes
// through the vertex, so that what the moved pieces sweep over is counted once for each.
Pieces Offset(const Pieces& rings, double by_m) {
  const std::vector<int> ring_of = RingsOf(rings);
  const auto right_of = [&](size_t i) { return -Normalized(PerpendicularLeft(rings[i].to - rings[i].from)); };
  Pieces moved;
  std::vector<Vec2> way;
  for (size_t i = 0; i < rings.size(); ++i) {
    const bool is_last = i + 1 == rings.size() || ring_of[i + 1] != ring_of[i];
    const Vec2 vertex = rings[i].to;
    const Vec2 right = by_m * right_of(i);
    const Vec2 next_right = by_m * right_of(is_last ? static_cast<size_t>(ring_of[i]) : i + 1);
    const double cosine = Dot(right, next_right) / (by_m * by_m);
    if (Cross(right, next_right) * by_m <= 0.0 && cosine < 1.0) {
      way.insert(way.end(), {vertex + right, vertex, vertex + next_right});
    } else if (1.0 + cosine >= kLeastMitre) {
      way.push_back(vertex + 1.0 / (1.0 + cosine) * (right + next_right));
    } else {
      const double half_cosine = std::sqrt(std::max(0.0, 0.5 * (1.0 + cosine)));
      const double tangent = std::copysign(std::sqrt((1.0 - half_cosine) / (1.0 + half_cosine)), by_m);
      way.push_back(vertex + right + tangent * PerpendicularLeft(right));
      way.push_back(vertex + next_right - tangent * PerpendicularLeft(next_right));
    }
    if (!is_last) continue;
    for (size_t k = 0; k < way.size(); ++k) {
      const Vec2 to = way[(k + 1) % way.size()];
      if (way[k] != to) moved.push_back({way[k], to});
    }
    way.clear();
  }
  return moved;
}

// The edge of the road with its gaps and notches that are narrower than gap_m closed. What is added
// ends inside of the road, so that it meets no edge but those of gaps: along an edge rounding would
// leave slits.
absl::StatusOr<Pieces> CloseGaps(Pieces road, double gap_m) {
  const absl::StatusOr<Pieces> grown = OutlineOfUnion(Offset(road, 0.5 * gap_m));
  if (!grown.ok()) return grown.status();
  const absl::StatusOr<Pieces> closed = OutlineOfUnion(Offset(*grown, -0.5 * gap_m - kGapEndError_m));
  if (!closed.ok()) return closed.status();
  road.insert(road.end(), closed->begin(), closed->end());
  return OutlineOfUnion(road);
}

void NameLines(absl::Span<const RoadLine> lines, Pieces* pieces) {
  std::vector<OutlinePiece> segments;  // The middles of the pieces, then the lines.
  for (const OutlinePiece& piece : *pieces) {
    const Vec2 middle = 0.5 * (piece.from + piece.to);
    segments.push_back({middle, middle});
  }
  const auto count = static_cast<int>(segments.size());
  const auto is_legal = [](Vec2 p) { return std::abs(p.x) <= kMaxCoordinate_m && std::abs(p.y) <= kMaxCoordinate_m; };
  for (size_t i = 0; i < lines.size(); ++i) {
    for (size_t k = 1; k < lines[i].points.size(); ++k) {
      // From one end, whichever way the line is drawn, distances are the same.
      const auto [from, to] = std::minmax(lines[i].points[k - 1], lines[i].points[k], internal::LexicographicallyLess);
      if (is_legal(from) && is_legal(to)) segments.push_back({from, to, static_cast<int>(i)});
    }
  }
  // The nearest line, of several the first one.
  std::vector<std::pair<double, int>> nearest(pieces->size(), {kLineDistance_m, std::numeric_limits<int>::max()});
  internal::BoxOverlaps().ForEach(internal::BoxesAlong(segments, kLineDistance_m), [&](int i, int j) {
    if ((i < count) == (j < count)) return;
    const auto& [from, to, line, cell] = segments[std::max(i, j)];
    std::pair<double, int>& known = nearest[std::min(i, j)];
    known = std::min(known, {DistanceFromSegment(segments[std::min(i, j)].from, from, to), line});
  });
  for (size_t i = 0; i < pieces->size(); ++i) {
    if (nearest[i].second < static_cast<int>(lines.size())) (*pieces)[i].line = nearest[i].second;
  }
}

}  // namespace

absl::Status CheckRoadGap(double road_gap_m) {
  if (road_gap_m >= 0.0 && road_gap_m <= kMaxRoadGap_m) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrFormat("road_gap_m: %g is not a length from 0 to %g", road_gap_m, kMaxRoadGap_m));
}

absl::StatusOr<std::vector<OutlinePiece>> OutlineOfCells(absl::Span<const ConvexPolygon> cells,
                                                         absl::Span<const RoadLine> lane_boundaries,
                                                         double road_gap_m) {
  if (absl::Status status = CheckRoadGap(road_gap_m); !status.ok()) return status;
  for (size_t i = 0; i < cells.size(); ++i) {
    const double reach_m = cells[i].max_coordinate_m() + cells[i].radius_m() + road_gap_m;
    if (reach_m <= kMaxCoordinate_m) continue;
    return absl::InvalidArgumentError(
        absl::StrFormat("drivable_area[%d]: with its radius and road_gap_m it reaches %.17g m, beyond %g m", i, reach_m,
                        kMaxCoordinate_m));
  }
  Pieces rings;
  for (size_t i = 0; i < cells.size(); ++i) AddRing(cells[i], static_cast<int>(i), &rings);
  absl::StatusOr<Pieces> outline = OutlineOfUnion(rings);
  if (outline.ok() && road_gap_m > 0.0) outline = CloseGaps(*std::move(outline), road_gap_m);
  if (outline.ok()) NameLines(lane_boundaries, &*outline);
  return outline;
}

}  // namespace collision2d::planner
