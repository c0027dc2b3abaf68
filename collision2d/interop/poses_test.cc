#include "collision2d/interop/poses.h"

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

void ExpectSame(const Pose2& a, const Pose2& b) {
  EXPECT_EQ(a.translation, b.translation);
  EXPECT_EQ(a.cos, b.cos);
  EXPECT_EQ(a.sin, b.sin);
}

template <typename Number>
class PosesTest : public ::testing::Test {};

using Numbers = ::testing::Types<float, double>;
TYPED_TEST_SUITE(PosesTest, Numbers);

TYPED_TEST(PosesTest, RowsAndColumnsAreTheSamePoses) {
  const std::vector<TypeParam> rows = {1, 2, 0.5f, 3, 4, -2.5f, 5, 6, 3.125f};
  const std::vector<TypeParam> columns = {1, 3, 5, 2, 4, 6, 0.5f, -2.5f, 3.125f};
  const std::vector<Pose2> of_rows = PosesFromYaw(rows.data(), 3);
  const std::vector<Pose2> of_columns =
      PosesFromYaw<TypeParam>({columns.data()}, {columns.data() + 3}, {columns.data() + 6}, 3);
  const std::vector<Pose2> backwards =
      PosesFromYaw<TypeParam>({columns.data() + 2, -1}, {columns.data() + 5, -1}, {columns.data() + 8, -1}, 3);
  ASSERT_EQ(of_rows.size(), 3u);
  for (size_t i = 0; i < 3; ++i) {
    const Pose2 expected =
        Pose2::FromYaw({static_cast<double>(rows[3 * i]), static_cast<double>(rows[3 * i + 1])}, rows[3 * i + 2]);
    ExpectSame(of_rows[i], expected);
    ExpectSame(of_columns[i], expected);
    ExpectSame(backwards[2 - i], expected);
  }
  EXPECT_TRUE(PosesFromYaw<TypeParam>(nullptr, 0).empty());
}

TYPED_TEST(PosesTest, EigenTypes) {
  using Transform = Eigen::Transform<TypeParam, 2, Eigen::Isometry>;
  for (const TypeParam yaw_rad : {TypeParam(-3), TypeParam(0.1f), TypeParam(2)}) {
    Transform transform = Transform::Identity();
    transform.translate(Eigen::Matrix<TypeParam, 2, 1>(3, -4));
    transform.rotate(yaw_rad);
    const Pose2 pose = ToPose2(transform);
    EXPECT_EQ(pose.translation, (Vec2{3, -4}));
    EXPECT_NEAR(pose.yaw_rad(), static_cast<double>(yaw_rad), 1e-6);
    EXPECT_NEAR(pose.cos * pose.cos + pose.sin * pose.sin, 1.0, kUnitRotationTolerance);
  }
  Eigen::Matrix<TypeParam, 2, Eigen::Dynamic> points(2, 3);
  points << 0, 4, 0, 0, 0, 2;
  EXPECT_EQ(ToPoints(points), (std::vector<Vec2>{{0, 0}, {4, 0}, {0, 2}}));
  EXPECT_EQ(ToPoints(points.rowwise().reverse()), (std::vector<Vec2>{{0, 2}, {4, 0}, {0, 0}}));
  EXPECT_TRUE(ConvexPolygon::Create(ToPoints(points)).ok());
  EXPECT_EQ(ToVec2(points.col(1)), (Vec2{4, 0}));
}

}  // namespace
}  // namespace collision2d
