// Checksums of record formats: CRC-32 and CRC-32C.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "absl/strings/string_view.h"

namespace collision2d {

// Element [k][b]: the checksum of byte b with k zero bytes behind it.
using Crc32Tables = std::array<std::array<uint32_t, 256>, 8>;

constexpr Crc32Tables MakeCrc32Tables(uint32_t polynomial) {
  Crc32Tables tables{};
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? polynomial : 0);
    tables[0][byte] = crc;
  }
  for (size_t k = 1; k < 8; ++k) {
    for (size_t b = 0; b < 256; ++b) tables[k][b] = tables[k - 1][b] >> 8 ^ tables[0][tables[k - 1][b] & 0xff];
  }
  return tables;
}

// Returns the CRC for a reflected polynomial, with start value and final xor 0xffffffff; `before`
// is that of the bytes in front of these. O(n), eight bytes at a time.
// Source: Kounavis and Berry 2005, "A systematic approach to building high performance,
// software-based CRC generators".
template <uint32_t kPolynomial>
uint32_t Crc32ByTables(absl::string_view bytes, uint32_t before = 0) {
  static constexpr Crc32Tables kTables = MakeCrc32Tables(kPolynomial);
  uint32_t crc = ~before;
  const auto byte = [&](size_t i) { return uint32_t{static_cast<unsigned char>(bytes[i])}; };
  // Little-endian on every machine.
  const auto word = [&](size_t i) { return byte(i) | byte(i + 1) << 8 | byte(i + 2) << 16 | byte(i + 3) << 24; };
  size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    const uint32_t low = crc ^ word(i);
    const uint32_t high = word(i + 4);
    crc = kTables[7][low & 0xff] ^ kTables[6][low >> 8 & 0xff] ^ kTables[5][low >> 16 & 0xff] ^ kTables[4][low >> 24] ^
          kTables[3][high & 0xff] ^ kTables[2][high >> 8 & 0xff] ^ kTables[1][high >> 16 & 0xff] ^
          kTables[0][high >> 24];
  }
  for (; i < bytes.size(); ++i) crc = crc >> 8 ^ kTables[0][(crc ^ byte(i)) & 0xff];
  return ~crc;
}

#ifdef __x86_64__
// CRC-32C by the instruction for it.
__attribute__((target("sse4.2"))) inline uint32_t Crc32cBySse42(absl::string_view bytes, uint32_t before) {
  uint64_t crc = ~before;
  size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i, sizeof(word));
    crc = __builtin_ia32_crc32di(crc, word);
  }
  auto rest = static_cast<uint32_t>(crc);
  for (; i < bytes.size(); ++i) rest = __builtin_ia32_crc32qi(rest, static_cast<unsigned char>(bytes[i]));
  return ~rest;
}
#endif

// CRC-32 (IEEE 802.3): zlib, MCAP. 0xcbf43926 for "123456789".
inline uint32_t Crc32(absl::string_view bytes, uint32_t before = 0) { return Crc32ByTables<0xedb88320>(bytes, before); }

// CRC-32C (Castagnoli): TFRecord. 0xe3069283 for "123456789".
inline uint32_t Crc32c(absl::string_view bytes, uint32_t before = 0) {
#ifdef __x86_64__
  if (__builtin_cpu_supports("sse4.2")) return Crc32cBySse42(bytes, before);
#endif
  return Crc32ByTables<0x82f63b78>(bytes, before);
}

}  // namespace collision2d
