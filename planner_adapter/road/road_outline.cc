#include "planner_adapter/road/road_outline.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <polyclipping/clipper.hpp>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/geometry/pose2.h"
#include "planner_adapter/road/rounded_ring.h"
#include "planner_adapter/road/segment_point.h"
#include "planner_adapter/road/shapes_met.h"

namespace collision2d::planner {
namespace {

// m. A line names the pieces whose middle is at most this far from it.
constexpr double kLineDistance_m = 1e-3;

constexpr double kHalfTurn_rad = 3.14159265358979323846;
constexpr double kMostHalfArc_rad = kHalfTurn_rad / 8.0;

ClipperLib::cInt OnGrid(double x_m) { return std::llround(x_m / kOutlineGrid_m); }

double FromGrid(ClipperLib::cInt x) { return static_cast<double>(x) * kOutlineGrid_m; }

ClipperLib::Path PathOf(const ConvexPolygon& cell) {
  const double radius_m = cell.radius_m();
  const double half_arc_rad =
      radius_m > kCellArcError_m ? std::acos(1.0 - kCellArcError_m / radius_m) : kMostHalfArc_rad;
  const int arcs_per_turn = static_cast<int>(std::ceil(kHalfTurn_rad / std::min(half_arc_rad, kMostHalfArc_rad)));
  ClipperLib::Path path;
  for (const RingPoint& of : RingOf(cell.vertices(), radius_m, arcs_per_turn)) {
    path.emplace_back(OnGrid(of.point.x), OnGrid(of.point.y));
  }
  return path;
}

ClipperLib::Paths Clip(ClipperLib::ClipType how, const ClipperLib::Paths& subject, const ClipperLib::Paths& clip) {
  ClipperLib::Clipper clipper;
  // Vertices on straight edges separate pieces of different cells.
  clipper.PreserveCollinear(true);
  clipper.AddPaths(subject, ClipperLib::ptSubject, true);
  clipper.AddPaths(clip, ClipperLib::ptClip, true);
  ClipperLib::Paths result;
  clipper.Execute(how, result, ClipperLib::pftNonZero, ClipperLib::pftNonZero);
  return result;
}

ClipperLib::Paths Offset(const ClipperLib::Paths& paths, double by_m) {
  ClipperLib::ClipperOffset offset;
  offset.AddPaths(paths, ClipperLib::jtMiter, ClipperLib::etClosedPolygon);
  ClipperLib::Paths result;
  offset.Execute(result, by_m / kOutlineGrid_m);
  return result;
}

// The union with its gaps and notches that are narrower than gap_m. What is added ends inside of the road, so that it meets no edge but those of gaps: along an edge
// rounding would leave slits.
ClipperLib::Paths CloseGaps(const ClipperLib::Paths& road, double gap_m) {
  const ClipperLib::Paths closed = Offset(Offset(road, 0.5 * gap_m), -0.5 * gap_m - kOutlineError_m);
  return Clip(ClipperLib::ctUnion, road, closed);
}

// Finds what comes from where.
class Provenance {
 public:
  Provenance(absl::Span<const ConvexPolygon> cells, absl::Span<const RoadLine> lines) : cells_(cells) {
    for (size_t i = 0; i < lines.size(); ++i) {
      for (size_t k = 1; k < lines[i].points.size(); ++k) {
        segments_.push_back(*ConvexPolygon::Hull({lines[i].points[k - 1], lines[i].points[k]}));
        line_of_segment_.push_back(static_cast<int>(i));
      }
    }
    cell_map_ = *StaticMap::Create(cells_);
    line_map_ = *StaticMap::Create(segments_);
  }

  int CellAt(Vec2 p) const {
    const ConvexPolygon disc = *ConvexPolygon::Create({p}, 2.0 * kOutlineError_m);
    const std::vector<int> near = ShapesMet(cell_map_, disc);
    const auto is_edge = [&](int cell) {
      const absl::Span<const Vec2> ring = cells_[cell].vertices();
      for (size_t i = 0; i < ring.size(); ++i) {
        if (DistanceFromSegment(p, ring[i], ring[(i + 1) % ring.size()]) <= 2.0 * kOutlineGrid_m) return true;
      }
      return false;
    };
    const auto found = std::find_if(near.begin(), near.end(), is_edge);
    return found == near.end() ? -1 : *found;
  }

  int LineAt(Vec2 p) const {
    if (segments_.empty()) return -1;
    const ConvexPolygon point = *ConvexPolygon::Create({p});
    StaticMap::Nearest nearest;
    const absl::Status status =
        line_map_.MinimumDistance({point}, {Pose2{}}, {kLineDistance_m}, absl::MakeSpan(&nearest, 1));
    return status.ok() && nearest.obstacle >= 0 ? line_of_segment_[nearest.obstacle] : -1;
  }

 private:
  absl::Span<const ConvexPolygon> cells_;
  std::vector<ConvexPolygon> segments_;
  std::vector<int> line_of_segment_;
  StaticMap cell_map_;
  StaticMap line_map_;
};

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
  ClipperLib::Paths paths;
  for (const ConvexPolygon& cell : cells) {
    ClipperLib::Path path = PathOf(cell);
    if (path.size() >= 3) paths.push_back(std::move(path));
  }
  ClipperLib::Paths rings = Clip(ClipperLib::ctUnion, paths, {});
  if (road_gap_m > 0.0) rings = CloseGaps(rings, road_gap_m);
  const Provenance provenance(cells, lane_boundaries);
  std::vector<OutlinePiece> pieces;
  for (const ClipperLib::Path& ring : rings) {
    for (size_t i = 0; i < ring.size(); ++i) {
      const ClipperLib::IntPoint& a = ring[i];
      const ClipperLib::IntPoint& b = ring[(i + 1) % ring.size()];
      if (a == b) continue;
      const Vec2 from{FromGrid(a.X), FromGrid(a.Y)};
      const Vec2 to{FromGrid(b.X), FromGrid(b.Y)};
      const Vec2 middle = 0.5 * (from + to);
      pieces.push_back({from, to, provenance.LineAt(middle), provenance.CellAt(middle)});
    }
  }
  return pieces;
}

std::vector<OutlinePiece> OutlineOfBorders(absl::Span<const RoadLine> borders) {
  std::vector<OutlinePiece> pieces;
  for (size_t i = 0; i < borders.size(); ++i) {
    const std::vector<Vec2>& points = borders[i].points;
    for (size_t k = 1; k < points.size(); ++k) pieces.push_back({points[k - 1], points[k], static_cast<int>(i), -1});
  }
  return pieces;
}

}  // namespace collision2d::planner
