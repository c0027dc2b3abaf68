#include "collision2d/fuzz/fuzz_input.h"

#include <cmath>
#include <cstring>

#include "collision2d/geometry/tolerances.h"

namespace collision2d {

uint8_t FuzzInput::Byte() {
  if (bytes_.empty()) return 0;
  const uint8_t byte = bytes_.front();
  bytes_.remove_prefix(1);
  return byte;
}

double FuzzInput::Coordinate(CoordinateCode code, int exponent) {
  switch (code) {
    case CoordinateCode::kRaw:
    case CoordinateCode::kRawInRange: {
      uint64_t bits = 0;
      for (int i = 0; i < 8; ++i) bits |= uint64_t{Byte()} << (8 * i);
      double x;
      std::memcpy(&x, &bits, sizeof x);
      if (code == CoordinateCode::kRaw || std::abs(x) <= kMaxCoordinate_m) return x;
      // The exponent of 1 in its place.
      bits = (bits & ~(uint64_t{0x7ff} << 52)) | (uint64_t{0x3ff} << 52);
      std::memcpy(&x, &bits, sizeof x);
      return x;
    }
    case CoordinateCode::kInteger:
      return SignedByte();
    case CoordinateCode::kScaled:
      return std::ldexp(SignedByte(), exponent);
    case CoordinateCode::kCentimetres: {
      const int high = SignedByte();
      return (1e8 + 256.0 * high + Byte()) / 100.0;
    }
    case CoordinateCode::kUlps: {
      const int integer = SignedByte();
      return integer + std::ldexp(SignedByte(), -52);
    }
  }
  return 0.0;
}

std::vector<Vec2> FuzzInput::Points(int max_count) {
  const CoordinateCode code = static_cast<CoordinateCode>(Index(kCoordinateCodeCount));
  // From the smallest double to some metres.
  const int exponent = -1074 + 1075 * Byte() / 255;
  std::vector<Vec2> points(1 + Index(max_count));
  for (Vec2& p : points) {
    p.x = Coordinate(code, exponent);
    p.y = Coordinate(code, exponent);
  }
  return points;
}

Pose2 FuzzInput::Pose() {
  const CoordinateCode code =
      static_cast<CoordinateCode>(static_cast<int>(CoordinateCode::kRawInRange) + Index(kCoordinateCodeCount - 1));
  const int exponent = -64 + Byte() / 4;
  Pose2 pose;
  pose.translation.x = Coordinate(code, exponent);
  pose.translation.y = Coordinate(code, exponent);
  // The rotation by twice the arc tangent of t, near 0 if the exponent says so.
  const double t = std::ldexp(SignedByte(), -7 - Index(64));
  pose.cos = (1.0 - t * t) / (1.0 + t * t);
  pose.sin = 2.0 * t / (1.0 + t * t);
  // Turned by some quarters, and as far from a unit as is allowed.
  const int variant = Index(8);
  for (int i = 0; i < variant % 4; ++i) pose = Pose2(pose.translation, UnitRotation(-pose.sin, pose.cos));
  if (variant >= 4) {
    pose.cos *= 1.0 + 0.4 * kUnitRotationTolerance;
    pose.sin *= 1.0 + 0.4 * kUnitRotationTolerance;
  }
  return pose;
}

}  // namespace collision2d
