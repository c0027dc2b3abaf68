#include <cstdint>
#include <vector>

#include "collision2d/code_generation.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/polytope_tables.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"
#include "hwy/targets.h"

namespace collision2d::solid::internal {
namespace {

int32_t FirstHighest(const std::vector<Vec3>& points, const Vec3& direction) {
  int32_t best = 0;
  for (int32_t i = 1; i < static_cast<int32_t>(points.size()); ++i) {
    if (Dot(direction, points[i]) > Dot(direction, points[best])) best = i;
  }
  return best;
}

Vec3 RandomVec3(int reach, Random* random) {
  const double scale = reach > 0 ? 1.0 : 0.1;
  const int range = reach > 0 ? reach : 1000000;
  Vec3 v;
  v.x = scale * random->Integer(-range, range);
  v.y = scale * random->Integer(-range, range);
  v.z = scale * random->Integer(-range, range);
  return v;
}

// Points of a small lattice have many equal heights.
TEST(ScanForSupport, FirstOfTheHighestWithEveryInstructionSet) {
  Random random(TestSeed());
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    for (int count = 1; count <= 70; ++count) {
      for (int i = 0; i < 200; ++i) {
        const int reach = i % 2 == 0 ? 2 : 0;
        std::vector<Vec3> points;
        for (int k = 0; k < count; ++k) points.push_back(RandomVec3(reach, &random));
        std::vector<double> coordinates(static_cast<size_t>(3 * ScanStride(count)));
        FillScanCoordinates(points, coordinates.data());
        const Vec3 direction = RandomVec3(reach, &random);
        ASSERT_EQ(ScanForSupport(coordinates.data(), count, direction), FirstHighest(points, direction)) << count;
      }
    }
  }
  hwy::SetSupportedTargetsForTest(0);
}

}  // namespace
}  // namespace collision2d::solid::internal
