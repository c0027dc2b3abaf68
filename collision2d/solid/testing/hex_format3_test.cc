#include "collision2d/solid/testing/hex_format3.h"

#include <vector>

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "gtest/gtest.h"

namespace collision2d::solid {
namespace {

TEST(HexFormat3, IsAnInitialiser) {
  EXPECT_EQ(HexFormat(Vec3{1.0, -0.5, 0.0}), "{0x1p+0, -0x1p-1, 0x0p+0}");
  EXPECT_EQ(HexFormat(std::vector<Vec3>{{1, 1, 1}, {2, 2, 2}}), "{{0x1p+0, 0x1p+0, 0x1p+0}, {0x1p+1, 0x1p+1, 0x1p+1}}");
  EXPECT_EQ(HexFormat(Pose3{}),
            "{{0x0p+0, 0x0p+0, 0x0p+0}, "
            "{{{0x1p+0, 0x0p+0, 0x0p+0}, {0x0p+0, 0x1p+0, 0x0p+0}, {0x0p+0, 0x0p+0, 0x1p+0}}}}");
}

}  // namespace
}  // namespace collision2d::solid
