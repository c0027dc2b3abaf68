#ifndef COLLISION2D_GEOMETRY_DIRECTION_SECTOR_H_
#define COLLISION2D_GEOMETRY_DIRECTION_SECTOR_H_

#include <algorithm>
#include <array>
#include <cmath>

#include "collision2d/geometry/vec2.h"

namespace collision2d::internal {

// The directions of the plane, divided into 16 sectors of 22.5 degrees to index tables by
// direction. A sector's number has four bits: the signs of the coordinates, which of them is
// larger, and whether the smaller one is more than tan(22.5 degrees) times the larger. The numbers
// are therefore not in order around the circle.
inline constexpr int kDirectionSectorCount = 16;

// The sector of any vector, in [0, kDirectionSectorCount). Opposite vectors have opposite sectors,
// also where a coordinate is zero. No branch, no division.
inline int DirectionSector(Vec2 direction) {
  constexpr double kTangent = 0.41421356237309503;
  const double x = std::abs(direction.x);
  const double y = std::abs(direction.y);
  const bool is_left = (direction.x < 0.0) | ((direction.x == 0.0) & (direction.y < 0.0));
  const bool is_down = (direction.y < 0.0) | ((direction.y == 0.0) & (direction.x < 0.0));
  return static_cast<int>(is_left) | static_cast<int>(is_down) << 1 | static_cast<int>(y > x) << 2 |
         static_cast<int>(std::min(x, y) > kTangent * std::max(x, y)) << 3;
}

// The sector of -direction, unless that is zero.
constexpr int OppositeSector(int sector) { return sector ^ 3; }

// The unit vector in the middle of each sector: at 11.25 degrees, then mirrored for each bit of its
// number.
inline constexpr std::array<Vec2, kDirectionSectorCount> kSectorMiddle = [] {
  constexpr Vec2 kFlat{0.98078528040323045, 0.19509032201612827};      // 11.25 degrees.
  constexpr Vec2 kDiagonal{0.83146961230254524, 0.55557023301960222};  // 33.75 degrees.
  std::array<Vec2, kDirectionSectorCount> middle{};
  for (int sector = 0; sector < kDirectionSectorCount; ++sector) {
    const Vec2 base = (sector & 8) != 0 ? kDiagonal : kFlat;
    const Vec2 turned = (sector & 4) != 0 ? Vec2{base.y, base.x} : base;
    middle[sector] = {(sector & 1) != 0 ? -turned.x : turned.x, (sector & 2) != 0 ? -turned.y : turned.y};
  }
  return middle;
}();

// The sectors in counter-clockwise order.
inline constexpr std::array<int, kDirectionSectorCount> kSectorsCounterClockwise = {0, 8,  12, 4, 5, 13, 9,  1,
                                                                                    3, 11, 15, 7, 6, 14, 10, 2};

}  // namespace collision2d::internal

#endif  // COLLISION2D_GEOMETRY_DIRECTION_SECTOR_H_
