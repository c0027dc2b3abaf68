#ifndef COLLISION2D_CAPTURE_FILE_LAYOUT_H_
#define COLLISION2D_CAPTURE_FILE_LAYOUT_H_

#include <cstddef>
#include <cstdint>

// How records are put into a file; record_layout.h has the records. All numbers are little endian.
namespace collision2d::internal {

// A file: the mark, uint32 kFormatVersion, uint32 CRC-32C of these twelve bytes; then frames, of which the last is the end.
inline constexpr uint8_t kFileMark[8] = {'c', '2', 'd', 'c', 'a', 'p', 't', '\n'};
inline constexpr uint32_t kFormatVersion = 1;
inline constexpr size_t kVersionAt = 8;
inline constexpr size_t kHeaderCrcAt = 12;
inline constexpr size_t kHeaderBytes = 16;

// A frame: uint32 CRC-32C of everything behind it, uint32 bytes of the record, the record.
inline constexpr size_t kFrameLengthAt = 4;
inline constexpr size_t kFrameHeadBytes = 8;

// The record that ends a file: uint64 0, then uint64 each: records in this file, and CaptureCounts.
inline constexpr size_t kEndBytes = 48;

}  // namespace collision2d::internal

#endif  // COLLISION2D_CAPTURE_FILE_LAYOUT_H_
