#pragma once

#include <cstddef>
#include <cstdint>

namespace collision2d::internal {

// Where things are in a record, in bytes; docs/capture.md shows it. All numbers are little endian.

// The head of a record.
inline constexpr size_t kKindAt = 0;            // uint8, QueryKind; 0 is the record that ends a file.
inline constexpr size_t kTriggersAt = 1;        // uint8.
inline constexpr size_t kReservedAt = 2;        // uint16, 0.
inline constexpr size_t kLibraryVersionAt = 4;  // uint32, COLLISION2D_VERSION.
inline constexpr size_t kSequenceAt = 8;        // uint64.
inline constexpr size_t kWorkAt = 16;           // uint64.
inline constexpr size_t kInstructionSetAt = 24;
inline constexpr size_t kInstructionSetBytes = 16;  // Text, padded by zeros.
// uint32 each: how many there are of what follows the head, in this order. Of shapes a and of
// shapes b there is one.
inline constexpr size_t kShapeACountAt = 40;
inline constexpr size_t kShapeBCountAt = 44;
inline constexpr size_t kPoseCountAt = 48;
inline constexpr size_t kNumberCountAt = 52;
inline constexpr size_t kWordCountAt = 56;
inline constexpr size_t kReservedCountAt = 60;  // uint32, 0.
inline constexpr size_t kHeadBytes = 64;

// A shape: uint64 number of vertices, double radius_m, then x and y of each vertex.
inline constexpr size_t kShapeHeadBytes = 16;
inline constexpr size_t kVertexBytes = 16;
// A pose: x, y, cos, sin.
inline constexpr size_t kPoseBytes = 32;
// A number (double) or a word of the answer.
inline constexpr size_t kWordBytes = 8;

// How records are put into a file; the records are above. All numbers are little endian.

// A file: the mark, uint32 kFormatVersion, uint32 CRC-32C of these twelve bytes; then frames, of
// which the last is the end.
inline constexpr uint8_t kFileMark[8] = {'c', '2', 'd', 'c', 'a', 'p', 't', '\n'};
inline constexpr uint32_t kFormatVersion = 1;
inline constexpr size_t kVersionAt = 8;
inline constexpr size_t kHeaderCrcAt = 12;
inline constexpr size_t kHeaderBytes = 16;

// A frame: uint32 CRC-32C of everything behind it, uint32 bytes of the record, the record.
inline constexpr size_t kFrameLengthAt = 4;
inline constexpr size_t kFrameHeadBytes = 8;

// The record that ends a file: uint64 0, then uint64 each: records in this file, CaptureCounts, 0.
inline constexpr size_t kEndBytes = 48;

}  // namespace collision2d::internal
