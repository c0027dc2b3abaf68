#include <array>

#include "collision2d/geometry/padded_ring.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

constexpr double kHalfSector_rad = 3.141592653589793 / internal::kDirectionSectorCount;
constexpr double kTolerance_rad = 1e-12;

// The counter-clockwise angle from `from` to `to` in rad; in long double, which neither underflows
// nor overflows.
double Angle_rad(Vec2 from, Vec2 to) {
  const long double cross = static_cast<long double>(from.x) * to.y - static_cast<long double>(from.y) * to.x;
  const long double dot = static_cast<long double>(from.x) * to.x + static_cast<long double>(from.y) * to.y;
  return static_cast<double>(std::atan2(cross, dot));
}

void ExpectNearTheMiddle(Vec2 direction) {
  const int sector = internal::DirectionSector(direction);
  ASSERT_TRUE(0 <= sector && sector < internal::kDirectionSectorCount) << HexFormat(direction);
  EXPECT_LE(std::abs(Angle_rad(internal::kSectorMiddle[sector], direction)), kHalfSector_rad + kTolerance_rad)
      << HexFormat(direction);
  EXPECT_LE(std::abs(Angle_rad(internal::kSectorMiddle[internal::OppositeSector(sector)], -direction)),
            kHalfSector_rad + kTolerance_rad)
      << HexFormat(direction);
}

TEST(DirectionSector, RandomDirectionsAreWithinHalfASectorOfItsMiddle) {
  Random random(TestSeed());
  std::array<bool, internal::kDirectionSectorCount> seen{};
  for (int64_t i = 0; i < TestCaseCount(100000); ++i) {
    const double angle_rad = random.Angle();
    const double length = random.LogUniform(1e-290, 1e290);
    const Vec2 direction = {length * std::cos(angle_rad), length * std::sin(angle_rad)};
    ASSERT_NO_FATAL_FAILURE(ExpectNearTheMiddle(direction));
    seen[internal::DirectionSector(direction)] = true;
  }
  EXPECT_TRUE(std::all_of(seen.begin(), seen.end(), [](bool s) { return s; }));
}

TEST(DirectionSector, AxesAndDiagonals) {
  for (const Vec2 direction :
       {Vec2{1, 0}, Vec2{1, 1}, Vec2{0, 1}, Vec2{-1, 1}, Vec2{-1, 0}, Vec2{-1, -1}, Vec2{0, -1}, Vec2{1, -1}}) {
    ASSERT_NO_FATAL_FAILURE(ExpectNearTheMiddle(direction));
  }
}

TEST(DirectionSector, MiddleOfEachSectorIsAUnitVectorInIt) {
  for (int sector = 0; sector < internal::kDirectionSectorCount; ++sector) {
    EXPECT_EQ(internal::DirectionSector(internal::kSectorMiddle[sector]), sector);
    EXPECT_NEAR(Norm(internal::kSectorMiddle[sector]), 1.0, 0x1p-51);
  }
}

TEST(OppositeSector, IsTheSectorOfTheNegativeDirection) {
  for (int sector = 0; sector < internal::kDirectionSectorCount; ++sector) {
    EXPECT_EQ(internal::kSectorMiddle[internal::OppositeSector(sector)], -internal::kSectorMiddle[sector]);
    EXPECT_EQ(internal::OppositeSector(internal::OppositeSector(sector)), sector);
  }
  Random random(TestSeed());
  for (int64_t i = 0; i < TestCaseCount(10000); ++i) {
    const Vec2 direction = {random.Uniform(-1.0, 1.0), random.Uniform(-1.0, 1.0)};
    EXPECT_EQ(internal::DirectionSector(-direction), internal::OppositeSector(internal::DirectionSector(direction)))
        << HexFormat(direction);
  }
}

// The same for the neighbouring doubles of axes and of the sectors' ends, zeros of either sign, and
// the largest and smallest numbers.
TEST(OppositeSector, IsThatOfTheNegativeDirectionAlsoOnAxes) {
  constexpr double kDenormMin = std::numeric_limits<double>::denorm_min();
  constexpr double kMax = std::numeric_limits<double>::max();
  const double tangent = std::tan(kHalfSector_rad * 2.0);
  std::vector<double> values = {0.0, kDenormMin, 1.0, std::nextafter(1.0, 2.0), kMax, kInf, tangent};
  for (const double towards : {0.0, 1.0}) values.push_back(std::nextafter(tangent, towards));
  for (size_t i = values.size(); i > 0; --i) values.push_back(-values[i - 1]);
  for (const double x : values) {
    for (const double y : values) {
      const Vec2 direction = {x, y};
      if (direction == Vec2{}) continue;
      const int sector = internal::DirectionSector(direction);
      EXPECT_EQ(internal::DirectionSector(-direction), internal::OppositeSector(sector)) << HexFormat(direction);
      // The sign of a zero does not matter.
      const Vec2 other_zeros = {x == 0.0 ? -x : x, y == 0.0 ? -y : y};
      EXPECT_EQ(internal::DirectionSector(other_zeros), sector) << HexFormat(direction);
      if (std::abs(x) <= 1.0 && std::abs(y) <= 1.0 && (std::abs(x) > 0.1 || std::abs(y) > 0.1)) {
        ASSERT_NO_FATAL_FAILURE(ExpectNearTheMiddle(direction));
      }
    }
  }
}

TEST(SectorsCounterClockwise, EachSectorOnceInTheOrderOfAngles) {
  std::array<int, internal::kDirectionSectorCount> sorted = internal::kSectorsCounterClockwise;
  std::sort(sorted.begin(), sorted.end());
  for (int sector = 0; sector < internal::kDirectionSectorCount; ++sector) EXPECT_EQ(sorted[sector], sector);
  for (int k = 0; k < internal::kDirectionSectorCount; ++k) {
    const Vec2 middle = internal::kSectorMiddle[internal::kSectorsCounterClockwise[k]];
    const Vec2 next =
        internal::kSectorMiddle[internal::kSectorsCounterClockwise[(k + 1) % internal::kDirectionSectorCount]];
    EXPECT_NEAR(Angle_rad(middle, next), 2.0 * kHalfSector_rad, kTolerance_rad) << "place " << k;
  }
}

TEST(DirectionSector, AnyVectorGivesAnIndexOfTheTables) {
  constexpr double kDenormMin = std::numeric_limits<double>::denorm_min();
  const std::array<double, 9> values = {0.0, -0.0, kNaN, -kNaN, kInf, -kInf, kDenormMin, -kDenormMin, 1.0};
  for (const double x : values) {
    for (const double y : values) {
      const int sector = internal::DirectionSector({x, y});
      EXPECT_TRUE(0 <= sector && sector < internal::kDirectionSectorCount) << HexFormat(Vec2{x, y});
      const int opposite = internal::OppositeSector(sector);
      EXPECT_TRUE(0 <= opposite && opposite < internal::kDirectionSectorCount) << HexFormat(Vec2{x, y});
    }
  }
}

}  // namespace
}  // namespace collision2d
