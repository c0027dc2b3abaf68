#include <cmath>
#include <vector>

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/papers/penetration3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/epa3.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/testing/point_cloud_shape.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/solid/testing/shape_generators3.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d::solid {
namespace {

CsoPoint At(double x, double y, double z) { return {{x, y, z}, {x, y, z}, {}}; }

TEST(MtdBoundsTest, RegularTetrahedron) {
  const CsoPoint simplex[] = {At(1, 1, 1), At(1, -1, -1), At(-1, 1, -1), At(-1, -1, 1)};
  const MtdBounds bounds = ComputeMtdBounds(simplex);
  EXPECT_NEAR(bounds.upper_m, std::sqrt(3.0), 0x1p-50);
  // Less by the bound of its error, and by no more: 8 u * 4 * 4 / |4 (1, 1, 1)| * 3 for the normal,
  // 21 u for the products.
  EXPECT_LE(bounds.lower_m, 1.0 / std::sqrt(3.0));
  EXPECT_GE(bounds.lower_m, 1.0 / std::sqrt(3.0) - 80.0 * 0x1p-53);
}

TEST(MtdBoundsTest, FewerPointsAndOutside) {
  const CsoPoint segment[] = {At(-1, 0, 0), At(3, 0, 0)};
  EXPECT_EQ(ComputeMtdBounds(segment).lower_m, 0.0);
  EXPECT_EQ(ComputeMtdBounds(segment).upper_m, 1.0);
  const CsoPoint outside[] = {At(1, 0, 0), At(2, 0, 0), At(1, 1, 0), At(1, 0, 1)};
  EXPECT_EQ(ComputeMtdBounds(outside).lower_m, 0.0);
  const CsoPoint flat[] = {At(-1, -1, 0), At(2, 0, 0), At(0, 2, 0), At(-1, 2, 0)};
  EXPECT_EQ(ComputeMtdBounds(flat).lower_m, 0.0);
}

TEST(MtdBoundsTest, EnclosesTheDepth) {
  Random random(TestSeed());
  int num_enclosing = 0;
  for (int i = 0; i < 2000; ++i) {
    const PointCloudShape a(PointsOnSphere(12, &random));
    const PointCloudShape b(PointsOnSphere(12, &random));
    const Pose3 pose{0.3 * RandomUnitVector(&random), RandomRotation(&random)};
    const Cso3<PointCloudShape, PointCloudShape> cso(a, b, pose);
    std::vector<CsoPoint> simplex;
    Cso3<PointCloudShape, PointCloudShape>::Hints hints;
    for (int k = 0; k < 4; ++k) simplex.push_back(cso.Support(RandomUnitVector(&random), &hints));
    const PenetrationResult penetration = ComputePenetration(cso, simplex);
    if (penetration.status != SeparationStatus::kPenetrating) continue;
    const MtdBounds bounds = ComputeMtdBounds(simplex);
    num_enclosing += bounds.lower_m > 0.0 ? 1 : 0;
    EXPECT_LE(bounds.lower_m, penetration.depth_m + kEpaDepthError * cso.Magnitude());
    EXPECT_GE(bounds.upper_m, penetration.depth_m - kEpaDepthError * cso.Magnitude());
  }
  EXPECT_GE(num_enclosing, 100);
}

}  // namespace
}  // namespace collision2d::solid
