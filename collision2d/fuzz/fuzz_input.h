#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d {

// How bytes become a coordinate.
enum class CoordinateCode {
  kRaw,          // Any bit pattern, eight bytes.
  kRawInRange,   // As kRaw, but brought into the range that shapes accept.
  kInteger,      // A small integer.
  kScaled,       // A small integer times 2^exponent.
  kCentimetres,  // Whole centimetres, 10^6 m from the origin.
  kUlps,         // A small integer, and some units of 2^-52.
};

inline constexpr int kCoordinateCodeCount = 6;

// Takes values from the bytes of a fuzzer, from the front; zeros once they are used up.
class FuzzInput {
 public:
  FuzzInput(const uint8_t* data, size_t size) : bytes_(data, size) {}

  uint8_t Byte();

  // In {0, ..., count - 1}. REQUIRES: 0 < count <= 256.
  int Index(int count) { return Byte() % count; }

  // `exponent` is for kScaled only.
  double Coordinate(CoordinateCode code, int exponent);

  // One to `max_count` points with a code of their own.
  std::vector<Vec2> Points(int max_count);

  // A pose with a finite unit rotation, within the tolerance for one, and coordinates that shapes
  // accept.
  Pose2 Pose();

 private:
  int SignedByte() { return static_cast<int8_t>(Byte()); }

  absl::Span<const uint8_t> bytes_;
};

}  // namespace collision2d
