#ifndef COLLISION2D_CAPTURE_RECORD_LAYOUT_H_
#define COLLISION2D_CAPTURE_RECORD_LAYOUT_H_

#include <cstddef>

// Where things are in a record, in bytes; docs/capture.md shows it. All numbers are little endian.
namespace collision2d::internal {

// The head of a record.
inline constexpr size_t kKindAt = 0;            // uint8, QueryKind; 0 is the record that ends a file.
inline constexpr size_t kTriggersAt = 1;        // uint8.
inline constexpr size_t kReservedAt = 2;        // uint16, 0.
inline constexpr size_t kLibraryVersionAt = 4;  // uint32, COLLISION2D_VERSION.
inline constexpr size_t kSequenceAt = 8;        // uint64.
inline constexpr size_t kWorkAt = 16;           // uint64.
inline constexpr size_t kInstructionSetAt = 24;
inline constexpr size_t kInstructionSetBytes = 16;  // Text, padded by zeros.
// uint32 each: how many there are of what follows the head, in this order.
inline constexpr size_t kBodyCountAt = 40;
inline constexpr size_t kObstacleCountAt = 44;
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

}  // namespace collision2d::internal

#endif  // COLLISION2D_CAPTURE_RECORD_LAYOUT_H_
