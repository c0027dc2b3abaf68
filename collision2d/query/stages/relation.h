#ifndef COLLISION2D_QUERY_STAGES_RELATION_H_
#define COLLISION2D_QUERY_STAGES_RELATION_H_

namespace collision2d::internal {

// What a rung of the ladder has proved about the vertex hulls of a pair.
enum class Relation {
  kUndecided,    // Nothing yet.
  kApart,        // The origin is outside the CSO.
  kTouching,     // On its boundary, or in a CSO without interior.
  kOverlapping,  // In its interior: any small translation keeps them together.
};

// How many rounds a search may take that adds a CSO vertex in each: GJK, and both searches of the
// exact rung. In exact arithmetic none adds a vertex twice (docs/numerics.md), and the CSO has at
// most n + m; rounding can add a round or two at the end, when vertices tie. Reaching the bound is
// a defect, and is reported (QueryCounters::cap_hits, SeparationStatus::kIterationLimit).
constexpr int RoundBound(int n, int m) { return n + m + 4; }

}  // namespace collision2d::internal

#endif  // COLLISION2D_QUERY_STAGES_RELATION_H_
