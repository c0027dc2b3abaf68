#pragma once

#include <cstddef>
#include <cstdint>

namespace collision2d {

// Trajectories of a body made from the bytes, among obstacles that move, are absent at times, or
// change their shapes: the calls of collisions.h and distances.h in motion answer what loops over
// the pair queries do, to the bit, on any target. Aborts if not. Returns 0.
int FuzzSweptBatch(const uint8_t* data, size_t size);

}  // namespace collision2d
