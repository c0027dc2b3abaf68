#pragma once

#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "planner_adapter/road/outline_arrangement.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

struct BorderOutline {
  std::vector<OutlinePiece> pieces;
  // One sentence for each ring that does not bound the road in the way it is drawn:
  // - it repeats others, and has no effect;
  // - it is wound as the edge of a road, but inside of a road: it is taken as the edge of an
  //   island;
  // - it is wound as the edge of an island, but there is no road around it;
  // - it runs back along itself, and that part has no effect.
  std::vector<std::string> notes;
  bool is_closed = true;  // As many pieces begin at each vertex as end there.
};

// The pieces of road borders, between points that differ.
std::vector<OutlinePiece> PiecesOfBorders(absl::Span<const RoadLine> borders);

// m. An open border whose ends are closer than this is probably a ring that was not closed.
inline constexpr double kNearlyClosed_m = 1.0;

// Whether a border is not a ring, but its ends are less than kNearlyClosed_m apart.
bool IsNearlyClosed(const RoadLine& border);

struct RepairedBorders {
  std::vector<RoadLine> borders;
  std::vector<std::string> notes;  // What was changed, a sentence for each border.
};

// Recorded borders as lines that OutlineOfBorders accepts, for importers. The end of an open line
// and the beginning of another one, or of the same, that reach less than kNearlyClosed_m beyond
// their crossing are cut there; rings that are nearly closed are closed. If all borders are rings
// then and some cross each other or themselves, all are cut at the crossings, and what remains is
// the edge of the points that they run around counter-clockwise more often than clockwise. Open
// lines that cross elsewhere are left as they are, and refused with the place: nothing shows which
// of their ends to keep.
RepairedBorders RepairBorders(absl::Span<const RoadLine> borders);

// Cuts the end of an open border and the beginning of another one, or of the same, where they meet,
// if what reaches beyond that point is shorter than within_m on both. Of several meetings of one
// end the one that cuts least counts. Lines no longer than twice within_m remain. Returns a
// sentence for each cut.
// O(n log n) for n points of which few are near others.
std::vector<std::string> CutOvershoots(double within_m, std::vector<RoadLine>* borders);

// Names a piece of the input in errors and notes.
using BorderName = std::function<std::string(int piece)>;

// The edge of the road on the left of pieces: of rings around a road counter-clockwise and around
// islands clockwise, or of open lines. Pieces of the result meet only at ends of both. If all
// pieces are of rings, the road is where they run once around a point, counter-clockwise; opposite
// pieces that coincide cancel. If no ring is around a road, the road is the plane around the
// islands.
// Errors (InvalidArgument, naming piece and place): what is left and right cannot be decided, since
// rings or lines cross, an open line ends on another one, or open lines coincide in opposite
// directions. ResourceExhausted as OutlineOfUnion.
// O((n + k) log n) for n pieces with k contacts, and O(n) for each ring among open lines, and for
// each of its points that touches another line.
absl::StatusOr<BorderOutline> OutlineOfBorders(const std::vector<OutlinePiece>& pieces, const BorderName& name_of);

}  // namespace collision2d::planner
