// Borders that reach a little beyond the beginning of the next one.

#include <algorithm>
#include <cstddef>
#include <optional>
#include <tuple>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "collision2d/geometry/box_overlaps.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/road/border_outline.h"

namespace collision2d::planner {
namespace {

// A piece near the beginning or the end of a line.
struct NearPiece {
  size_t line;
  size_t point;  // The piece begins at this point of the line.
  OutlinePiece piece;
  double beyond_m;  // The way between the piece and that end of the line.
};

// The pieces within within_m of the beginning or the end of a line; none of lines that are rings,
// too short, or not legal.
void AddNearPieces(const RoadLine& line, size_t index, bool at_begin, double within_m, std::vector<NearPiece>* pieces) {
  const std::vector<Vec2>& points = line.points;
  double length_m = 0.0;
  for (size_t i = 1; i < points.size(); ++i) length_m += Norm(points[i] - points[i - 1]);
  if (points.size() < 2 || points.front() == points.back() || !(length_m > 2.0 * within_m)) return;
  double beyond_m = 0.0;
  for (size_t k = 0; k + 1 < points.size() && beyond_m < within_m; ++k) {
    const size_t from = at_begin ? k : points.size() - 2 - k;
    if (!ConvexPolygon::Create({points[from], points[from + 1]}).ok()) return;
    pieces->push_back({index, from, {points[from], points[from + 1]}, beyond_m});
    beyond_m += Norm(points[from + 1] - points[from]);
  }
}

// Where two pieces meet: the first contact on the way along the one that ends.
std::optional<Vec2> Meeting(const OutlinePiece& ending, const OutlinePiece& beginning) {
  const absl::StatusOr<Arrangement> of = Arrange({ending, beginning}, kMostCrossingRounds);
  if (!of.ok() || of->parts.size() == 2) return std::nullopt;
  const auto begins_at_contact = [&](const OutlinePart& part) { return part.source == 1 && part.to == ending.from; };
  const bool is_at_corner = std::any_of(of->parts.begin(), of->parts.end(), begins_at_contact);
  return is_at_corner ? ending.from : of->parts[0].to;
}

struct Cut {
  size_t end;    // Index among the pieces near ends.
  size_t begin;  // Index among the pieces near beginnings.
  Vec2 at;
  double lost_m;
};

std::string NameOf(const std::vector<RoadLine>& borders, size_t line) {
  return absl::StrFormat("road_borders[%d] (\"%s\")", line, borders[line].id);
}

}  // namespace

std::vector<std::string> CutOvershoots(double within_m, std::vector<RoadLine>* borders) {
  std::vector<NearPiece> ends;
  std::vector<NearPiece> beginnings;
  for (size_t i = 0; i < borders->size(); ++i) {
    AddNearPieces((*borders)[i], i, /*at_begin=*/false, within_m, &ends);
    AddNearPieces((*borders)[i], i, /*at_begin=*/true, within_m, &beginnings);
  }
  std::vector<OutlinePiece> pieces;  // The ends, then the beginnings.
  for (const std::vector<NearPiece>* const near : {&ends, &beginnings}) {
    for (const NearPiece& piece : *near) pieces.push_back(piece.piece);
  }
  std::vector<Cut> cuts;
  internal::BoxOverlaps().ForEach(internal::BoxesAlong(pieces, 0.0), [&](int i, int j) {
    const auto e = static_cast<size_t>(std::min(i, j));
    if (e >= ends.size() || static_cast<size_t>(std::max(i, j)) < ends.size()) return;
    const size_t b = static_cast<size_t>(std::max(i, j)) - ends.size();
    if (ends[e].line == beginnings[b].line && ends[e].point <= beginnings[b].point + 1) return;
    const std::optional<Vec2> at = Meeting(ends[e].piece, beginnings[b].piece);
    if (!at.has_value()) return;
    const double end_m = ends[e].beyond_m + Norm(ends[e].piece.to - *at);
    const double begin_m = beginnings[b].beyond_m + Norm(*at - beginnings[b].piece.from);
    if (end_m < within_m && begin_m < within_m) cuts.push_back({e, b, *at, end_m + begin_m});
  });
  std::sort(cuts.begin(), cuts.end(), [](const Cut& a, const Cut& b) {
    return std::tie(a.lost_m, a.end, a.begin) < std::tie(b.lost_m, b.end, b.begin);
  });

  std::vector<const Cut*> at_end(borders->size(), nullptr);
  std::vector<const Cut*> at_begin(borders->size(), nullptr);
  std::vector<std::string> notes;
  for (const Cut& cut : cuts) {
    const size_t ending = ends[cut.end].line;
    const size_t beginning = beginnings[cut.begin].line;
    if (at_end[ending] != nullptr || at_begin[beginning] != nullptr) continue;
    at_end[ending] = &cut;
    at_begin[beginning] = &cut;
    notes.push_back(absl::StrFormat("%s: its end was cut at (%.17g, %.17g), where it meets the beginning of %s",
                                    NameOf(*borders, ending), cut.at.x, cut.at.y, NameOf(*borders, beginning)));
  }
  for (size_t i = 0; i < borders->size(); ++i) {
    std::vector<Vec2>& points = (*borders)[i].points;
    // From the end, so that the indices before it remain.
    if (at_end[i] != nullptr) {
      points.resize(ends[at_end[i]->end].point + 1);
      if (points.back() != at_end[i]->at) points.push_back(at_end[i]->at);
    }
    if (at_begin[i] != nullptr) {
      const auto kept = points.begin() + static_cast<std::ptrdiff_t>(beginnings[at_begin[i]->begin].point) + 1;
      points.erase(points.begin(), kept);
      if (points.front() != at_begin[i]->at) points.insert(points.begin(), at_begin[i]->at);
    }
  }
  return notes;
}

}  // namespace collision2d::planner
