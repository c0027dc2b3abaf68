#ifndef COLLISION2D_QUERY_QUERY_CONTEXT_H_
#define COLLISION2D_QUERY_QUERY_CONTEXT_H_

#include <array>
#include <cstdint>

namespace collision2d {

// What a query did; queries add to it, so that one object sums up many.
struct QueryCounters {
  int64_t iterations = 0;          // Steps of the walk, and rounds of the GJK loop.
  int64_t support_calls = 0;       // Support points of the CSO; none, if circles or few vertices decide.
  int64_t exact_path_entries = 0;  // Queries that double precision with error bounds could not decide.
  int64_t exact_path_vertices = 0;  // Vertices that these looked at.
  int64_t depth_vertices = 0;       // Edges and vertices that searches for the penetration depth looked at, of more than 24 vertices.
  int64_t cap_hits = 0;            // Queries whose walk or GJK loop reached its bound: a defect; see docs/numerics.md.
  // Level 1 in space: queries that a filter decided, before GJK: balls (without a support point), axes of boxes, portals.
  int64_t filter_decisions = 0;
};

// The vertices whose difference was the last query's closest feature; the next query between the same two shapes begins there
// (Cameron 1997, tracking). Queries that circles or few vertices decide leave it as it is, and Level 1 writes it only. Only
// the speed of a query depends on it, never whether shapes collide. Start with size 0; an index beyond a shape's vertices is
// refused by ABSL_ASSERT.
struct WarmStart {
  int size = 0;  // 0, 1 or 2.
  std::array<int, 2> vertex_a = {0, 0};
  std::array<int, 2> vertex_b = {0, 0};
};

// What a caller may hand to any query; both may be null. Not shared between threads.
struct QueryContext {
  WarmStart* warm_start = nullptr;
  QueryCounters* counters = nullptr;
};

}  // namespace collision2d

#endif  // COLLISION2D_QUERY_QUERY_CONTEXT_H_
