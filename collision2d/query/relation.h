#ifndef COLLISION2D_QUERY_RELATION_H_
#define COLLISION2D_QUERY_RELATION_H_

namespace collision2d::internal {

// What a rung of the ladder has proved about the vertex hulls of a pair.
enum class Relation {
  kUndecided,    // Nothing yet.
  kApart,        // The origin is outside the CSO.
  kTouching,     // On its boundary, or in a CSO without interior.
  kOverlapping,  // In its interior: any small translation keeps them together.
};

}  // namespace collision2d::internal

#endif  // COLLISION2D_QUERY_RELATION_H_
