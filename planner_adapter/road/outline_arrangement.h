#pragma once

#include <functional>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/status/statusor.h"
#include "collision2d/geometry/vec2.h"

// The pieces of an outline: edges divided where they touch or cross, of which the edge remains.

namespace collision2d::planner {

// Indices of pieces, of which few are near a place.
using PieceList = absl::InlinedVector<int, 32>;

// A straight piece of the edge of the road, m. The road is on its left.
struct OutlinePiece {
  Vec2 from;
  Vec2 to;
  int line = -1;  // Index of the line that it comes from; -1: not known.
  int cell = -1;  // Index of the cell that ends there; -1: none.
};

// Where two pieces cross, the new vertex is the crossing rounded to doubles. Only pieces that cross
// others move, by at most this times the largest coordinate in each round. No proof: how far a line
// turns, from heights above the other one.
inline constexpr double kCrossingError = 0x1p-49;

// Rounding a crossing can make new ones, which the next round divides. Reaching this many rounds is
// an error.
inline constexpr int kMostCrossingRounds = 100;

// Returns the edge of the points with a positive winding number, which is how often the pieces run
// around a point counter-clockwise: the edge of the union of cells, if the pieces are their rings.
// No two pieces of the result touch or cross but at ends of both; opposite pieces that coincide
// cancel. Exact but for kCrossingError. The pieces are in the order of the input as far as rings
// allow, each followed by one that begins at its end, and keep their `line` and `cell`.
// REQUIRES: as many pieces begin at each vertex as end there. No piece is a point.
// Errors: ResourceExhausted if most_rounds do not separate all crossings. O((n + k) log n) for n
// pieces with k contacts. Sources: docs/road.md, "How".
absl::StatusOr<std::vector<OutlinePiece>> OutlineOfUnion(const std::vector<OutlinePiece>& pieces,
                                                         int most_rounds = kMostCrossingRounds);

// Building blocks of OutlineOfUnion, for outlines by another fill rule.

// A part of a piece of the input.
struct OutlinePart {
  Vec2 from;
  Vec2 to;
  int source;
};

// All parts between two points. `below` and `above` are the winding numbers on both sides; above is
// on the left of the way from low to high.
struct OutlineWall {
  Vec2 low;
  Vec2 high;
  int net = 0;       // The parts from low to high minus those from high to low.
  int rising = -1;   // The first of those.
  int falling = -1;  // The first of these.
  int below = 0;
  int above = 0;
};

// The parts of pieces, and the walls that they make, with the winding numbers of their sides if as
// many begin as end at each point.
struct Arrangement {
  std::vector<OutlinePart> parts;
  std::vector<int> ring_of_part;
  std::vector<OutlineWall> walls;  // Ascending.
  std::vector<int> wall_of_part;
};

// The lexicographic order of points.
struct ByPoint {
  bool operator()(Vec2 a, Vec2 b) const { return collision2d::internal::LexicographicallyLess(a, b); }
};

// Errors: as OutlineOfUnion.
absl::StatusOr<Arrangement> Arrange(const std::vector<OutlinePiece>& pieces, int most_rounds);

// For each piece the index of the first one of its ring: a run of pieces of one line, each of which
// begins where the one before it ends, up to the first point of the run.
std::vector<int> RingsOf(const std::vector<OutlinePiece>& pieces);

// The walls between a face whose winding number is that of road and one whose is not, as pieces.
std::vector<OutlinePiece> EdgeBetween(const Arrangement& of, const std::vector<OutlinePiece>& pieces,
                                      const std::function<bool(int winding)>& is_road);

// Parts of pieces as pieces, in order, those of one piece joined again where nothing else meets
// them.
std::vector<OutlinePiece> JoinInOrder(std::vector<OutlinePart> edge, const std::vector<OutlinePiece>& pieces);

}  // namespace collision2d::planner
