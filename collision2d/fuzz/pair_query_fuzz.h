#pragma once

#include <cstddef>
#include <cstdint>

namespace collision2d {

// Every query on a pair of shapes made from the bytes, in one frame or posed, with radii or not,
// against exact integers: all that their headers promise. Besides: (a, b) and (b, a) have one
// answer, a warm start changes no boolean, and the reference algorithms of the tables agree where
// they apply. Aborts if not. Returns 0.
int FuzzPairQuery(const uint8_t* data, size_t size);

}  // namespace collision2d
