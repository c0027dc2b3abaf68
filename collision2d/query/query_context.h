#ifndef COLLISION2D_QUERY_QUERY_CONTEXT_H_
#define COLLISION2D_QUERY_QUERY_CONTEXT_H_

#include <cstdint>

namespace collision2d {

// What a caller may hand to any query. Not shared between threads.
struct QueryContext {
  // What a query did. Queries add to it, so that one object sums up many. Circles and windows of
  // edges (docs/architecture.md) decide most queries in constant time. They count nothing but
  // entries into the exact path, which windows in twice the precision are part of.
  struct Counters {
    // Steps of the walk, and rounds of the GJK loop.
    int64_t iterations = 0;
    // Support points of the CSO that the walk and the GJK loop looked for.
    int64_t support_calls = 0;
    // Queries that double precision with error bounds did not decide, or was not asked: those of
    // tiny pairs.
    int64_t exact_path_entries = 0;
    // Vertices that the exact path looked at.
    int64_t exact_path_vertices = 0;
    // Edges and vertices that searches for the penetration depth looked at one by one.
    int64_t depth_vertices = 0;
    // Loops (walk, GJK, distance in contact) that reached their bound. Each is a defect; see
    // docs/numerics.md.
    int64_t cap_hits = 0;
    // Level 1 in space: queries that a filter decided, before GJK: balls (without a support point),
    // axes of boxes, portals.
    int64_t filter_decisions = 0;
  };

  // Null if nothing is to be counted.
  Counters* counters = nullptr;
};

}  // namespace collision2d

#endif  // COLLISION2D_QUERY_QUERY_CONTEXT_H_
