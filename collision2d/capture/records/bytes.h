#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "absl/types/span.h"

namespace collision2d::internal {

// Numbers in bytes at any address, least significant byte first, on every machine.

inline constexpr bool kIsLittleEndian = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;

inline uint32_t SwapUnlessLittleEndian(uint32_t value) { return kIsLittleEndian ? value : __builtin_bswap32(value); }
inline uint64_t SwapUnlessLittleEndian(uint64_t value) { return kIsLittleEndian ? value : __builtin_bswap64(value); }

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

// For each byte, the remainder of its division by Castagnoli's polynomial.
constexpr std::array<uint32_t, 256> ComputeCrc32cTable() {
  constexpr uint32_t kReversedPolynomial = 0x82f63b78;
  std::array<uint32_t, 256> table = {};
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint32_t remainder = byte;
    for (int bit = 0; bit < 8; ++bit) remainder = remainder >> 1 ^ (remainder & 1) * kReversedPolynomial;
    table[byte] = remainder;
  }
  return table;
}
inline constexpr std::array<uint32_t, 256> kCrc32cTable = ComputeCrc32cTable();

// The CRC-32C of the bytes (Castagnoli's polynomial, as in iSCSI and ext4): 0xe3069283 for the nine
// digits "123456789". Detects every damage of up to 32 consecutive bits. A byte takes one look into
// a table: it is for files, not for the record path.
inline uint32_t Crc32c(absl::Span<const uint8_t> bytes) {
  uint32_t crc = ~uint32_t{0};
  for (const uint8_t byte : bytes) crc = crc >> 8 ^ kCrc32cTable[(crc ^ byte) & 0xff];
  return ~crc;
}

}  // namespace collision2d::internal
