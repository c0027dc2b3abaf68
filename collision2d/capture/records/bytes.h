#pragma once

#include <cstdint>
#include <cstring>

#include "absl/types/span.h"
#include "collision2d/code_generation.h"
#include "collision2d/io/crc32.h"

namespace collision2d::internal {

// Numbers in bytes at any address, least significant byte first, on every machine.

// `Word` is uint32_t or uint64_t.
template <typename Word>
void StoreLittleEndian(Word value, uint8_t* bytes) {
  value = SwapUnlessLittleEndian(value);
  std::memcpy(bytes, &value, sizeof(value));
}
template <typename Word>
Word LoadLittleEndian(const uint8_t* bytes) {
  Word value;
  std::memcpy(&value, bytes, sizeof(value));
  return SwapUnlessLittleEndian(value);
}

inline uint64_t BitsOf(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}
inline double DoubleOf(uint64_t bits) {
  double value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

// The CRC-32C of the bytes. Detects every damage of up to 32 consecutive bits.
inline uint32_t Crc32c(absl::Span<const uint8_t> bytes) {
  return collision2d::Crc32c({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace collision2d::internal
