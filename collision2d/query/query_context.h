#pragma once

#include <cstdint>

namespace collision2d {

// Optional arguments of a query. Must not be shared between threads.
struct QueryContext {
  // Counts of what queries did. Queries add to them, so that one object can sum up many. Most
  // queries are decided by bounding circles and a few edges ("windows", docs/architecture.md) and
  // increment no counter, except exact_path_entries if the windows were evaluated in twice the
  // precision.
  struct Counters {
    // Steps of the walk on the CSO's boundary (a - b, docs/glossary.md), and rounds of the GJK
    // loop.
    int64_t iterations = 0;
    // Support points of the CSO that the walk and the GJK loop computed.
    int64_t support_calls = 0;
    // Queries that the double-precision filters left undecided, plus tiny pairs, for which the
    // filters are skipped.
    int64_t exact_path_entries = 0;
    // Vertices that the exact path examined.
    int64_t exact_path_vertices = 0;
    // Edges and vertices that searches for the penetration depth examined one by one.
    int64_t depth_vertices = 0;
    // Loops (walk, GJK, distance in contact) that reached their bound. Each is a defect; see
    // docs/numerics.md.
    int64_t limit_hits = 0;
    // Level 1 in space: queries that a filter decided before GJK. Filters are balls (without a
    // support point), axes of boxes, and portals.
    int64_t filter_decisions = 0;
  };

  // Null: nothing is counted.
  Counters* counters = nullptr;
};

}  // namespace collision2d
