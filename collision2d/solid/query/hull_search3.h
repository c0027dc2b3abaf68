#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/shapes/polytope_tables.h"
#include "collision2d/solid/shapes/support_mapping.h"

// The closest points of two polytopes of few vertices, which are posed once and then scanned
// several at a time.
namespace collision2d::solid::internal {

template <typename Shape>
using ScannedMember = decltype(std::declval<const Shape&>().scanned());

// Whether shapes of the type can be searched: `ScannedVertices scanned() const`.
template <typename Shape>
inline constexpr bool kHasScannedVertices = HasMembers<ScannedMember, Shape>::value;

// Polytopes with more vertices are not searched, since posed coordinates are stored on the stack.
inline constexpr int kMaxSearchVertices = 64;

// The result of the search. Every field is written before it is read.
struct HullSearch3 {
  // kApart: distance_m is certain, within kDistance3RelativeError of the magnitude (distance3.h).
  // kOverlapping: four CSO points contain the origin beyond rounding. kUndecided: GJK by support
  // mappings decides, with its exact rungs, unless is_doubtful.
  Relation relation;
  // The line of the centres does not separate: most such pairs overlap. Only if leave_doubtful.
  bool is_doubtful;
  int rounds;  // Number of support points of the CSO.
  double distance_m;
  // The simplex, by its vertices: if kApart, the part nearest to the origin; if kOverlapping, the
  // four.
  int size;
  std::array<uint8_t, 4> vertex_a;
  std::array<uint8_t, 4> vertex_b;
  // From the origin towards the CSO, of any length: the last support point was computed against
  // this direction. If kApart, it proves the distance.
  Vec3 direction;
  double reach;  // As Gjk3::reach.
};

// Two polytopes in the form that the search needs.
struct HullPair3 {
  ScannedVertices a;
  ScannedVertices b;
  const Pose3& a_from_b;
  Vec3 start;          // From the origin towards the CSO: the difference of the centres.
  double magnitude_m;  // Magnitude of the CSO.
  // Leaves pairs that the line of the centres does not separate to a filter for overlaps
  // (contact_filter3.h), which is faster.
  bool leave_doubtful;
};

// REQUIRES: the pose is finite; magnitude_m > kTinyPair_m; neither has more than kMaxSearchVertices
// vertices. The search computes the support point along the line of the centres, and then, of all
// segments from it to CSO points that share one of its two vertices, the one nearest to the origin.
// This decides three of four pairs that are apart; GJK (gjk3.h) continues from there. O(n + m) per
// round; no allocation; 3.5 KiB of stack. Some 70 ns for 8 vertices each.
// Source: Gilbert, Johnson, Keerthi 1988. Departures: the first step examines all edges from a
// vertex instead of one support point; a certificate ends the search.
void SearchHulls(const HullPair3& pair, HullSearch3* search);

}  // namespace collision2d::solid::internal
