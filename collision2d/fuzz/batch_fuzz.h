#pragma once

#include <cstddef>
#include <cstdint>

namespace collision2d {

// Every call of collision2d/batch on a scene made from the bytes, on an instruction set that they
// choose, against loops over the pair queries, to the last bit; then the same with something wrong,
// which must be refused with nothing written.
// Aborts if not. Returns 0.
int FuzzBatch(const uint8_t* data, size_t size);

}  // namespace collision2d
