#pragma once

#include <cstddef>
#include <cstdint>

namespace collision2d {

// Every query of the 3D core on a pair of hulls of raw points, posed or not, against exact integers
// and each other: the booleans of GJK, Decision Sphere Search, the hybrid search and the exact
// rung; the contract of the separation; the same with radii, through references of unknown type and
// from a warm start; no limit of iterations is reached. Aborts if not.
// Returns 0.
int FuzzSolidQuery(const uint8_t* data, size_t size);

}  // namespace collision2d
