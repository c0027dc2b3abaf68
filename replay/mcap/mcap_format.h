// What the writer and the reader of MCAP files share: opcodes, and numbers in bytes.
#pragma once

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

}  // namespace collision2d::planner
