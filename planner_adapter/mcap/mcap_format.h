// What the writer and the reader of MCAP files share: opcodes, numbers in bytes, and the checksum.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace collision2d::planner {

// The first and the last bytes of a file.
inline constexpr absl::string_view kMcapMagic("\x89MCAP0\r\n", 8);

enum class McapOp : uint8_t {
  kHeader = 1,
  kFooter,
  kSchema,
  kChannel,
  kMessage,
  kChunk,
  kMessageIndex,
  kChunkIndex,
  kAttachment,
  kAttachmentIndex,
  kStatistics,
  kMetadata,
  kMetadataIndex,
  kSummaryOffset,
  kDataEnd,
};

// Bytes before the content of a record: opcode and length.
inline constexpr size_t kMcapRecordPrefix = 9;

// Appends an unsigned number, least significant byte first.
template <typename Number>
void AppendMcapNumber(Number value, std::string* bytes) {
  char stored[sizeof(Number)];
  for (size_t i = 0; i < sizeof(Number); ++i) stored[i] = static_cast<char>(value >> (8 * i));
  bytes->append(stored, sizeof(Number));
}

// REQUIRES: `bytes` has sizeof(Number) bytes.
template <typename Number>
Number LoadMcapNumber(const char* bytes) {
  Number value = 0;
  for (size_t i = 0; i < sizeof(Number); ++i) {
    value = static_cast<Number>(value | static_cast<Number>(Number{static_cast<uint8_t>(bytes[i])} << (8 * i)));
  }
  return value;
}

// Table k: for each byte, the remainder of its division by CRC-32's polynomial, k bytes further on.
constexpr std::array<std::array<uint32_t, 256>, 8> ComputeCrc32Tables() {
  std::array<std::array<uint32_t, 256>, 8> tables = {};
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint32_t remainder = byte;
    for (int bit = 0; bit < 8; ++bit) remainder = remainder >> 1 ^ (remainder & 1) * 0xedb88320;
    tables[0][byte] = remainder;
  }
  for (size_t k = 1; k < 8; ++k) {
    for (size_t byte = 0; byte < 256; ++byte) {
      tables[k][byte] = tables[k - 1][byte] >> 8 ^ tables[0][tables[k - 1][byte] & 0xff];
    }
  }
  return tables;
}
inline constexpr std::array<std::array<uint32_t, 256>, 8> kCrc32Tables = ComputeCrc32Tables();

// Returns the CRC-32 (that of zlib: 0xcbf43926 for the nine digits "123456789") of bytes whose
// first part has the CRC `crc`, followed by these; that of no bytes is 0.
// Source: Kounavis and Berry, A Systematic Approach to Building High Performance Software-Based CRC
// Generators, 2005 (eight bytes at a time).
inline uint32_t Crc32(uint32_t crc, absl::string_view bytes) {
  const auto& tables = kCrc32Tables;
  crc = ~crc;
  for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
    const uint64_t word = LoadMcapNumber<uint64_t>(bytes.data()) ^ crc;
    crc = tables[7][word & 0xff] ^ tables[6][word >> 8 & 0xff] ^ tables[5][word >> 16 & 0xff] ^
          tables[4][word >> 24 & 0xff] ^ tables[3][word >> 32 & 0xff] ^ tables[2][word >> 40 & 0xff] ^
          tables[1][word >> 48 & 0xff] ^ tables[0][word >> 56];
  }
  for (const char byte : bytes) crc = crc >> 8 ^ tables[0][(crc ^ static_cast<uint8_t>(byte)) & 0xff];
  return ~crc;
}

}  // namespace collision2d::planner
