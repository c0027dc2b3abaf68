#include "collision2d/capture/records/bytes.h"

#include <array>
#include <cstddef>

namespace collision2d::internal {

namespace {

constexpr std::array<uint32_t, 256> ComputeTable() {
  constexpr uint32_t kReversedPolynomial = 0x82f63b78;
  std::array<uint32_t, 256> table = {};
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint32_t remainder = byte;
    for (int bit = 0; bit < 8; ++bit) remainder = remainder >> 1 ^ (remainder & 1) * kReversedPolynomial;
    table[byte] = remainder;
  }
  return table;
}

constexpr std::array<uint32_t, 256> kTable = ComputeTable();

}  // namespace

uint32_t Crc32c(absl::Span<const uint8_t> bytes) {
  uint32_t crc = ~uint32_t{0};
  for (const uint8_t byte : bytes) crc = crc >> 8 ^ kTable[(crc ^ byte) & 0xff];
  return ~crc;
}

}  // namespace collision2d::internal
