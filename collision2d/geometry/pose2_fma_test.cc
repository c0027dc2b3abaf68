// Poses in code that is compiled for machines with FMA have the bits of the library, which is
// compiled without: GCC 12 contracts products although -ffp-contract=off forbids it.

#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

#ifndef __FMA__
#error "compiled without FMA, this test cannot fail"
#endif

// Rounds a product: the compiler cannot contract what it has to store.
double Product(double a, double b) {
  const volatile double product = a * b;
  return product;
}

constexpr int kPoses = 4096;

// Loops over arrays, as planners have them, are what GCC vectorizes.
__attribute__((noinline)) void Relate(const Pose2* a, const Pose2* b, Pose2* relative, Pose2* composed, Vec2* moved) {
  for (int i = 0; i < kPoses; ++i) {
    relative[i] = RelativePose(a[i], b[i]);
    composed[i] = a[i] * b[i];
    moved[i] = a[i] * b[i].translation;
  }
}

TEST(PoseFmaTest, HasTheBitsOfRoundedProducts) {
  if (!__builtin_cpu_supports("fma") || !__builtin_cpu_supports("avx2")) GTEST_SKIP() << "no FMA on this machine";
  Random random(20261129);
  std::vector<Pose2> a, b, relative(kPoses), composed(kPoses);
  std::vector<Vec2> moved(kPoses);
  for (std::vector<Pose2>* const poses : {&a, &b}) {
    for (int i = 0; i < kPoses; ++i) {
      const double x = random.Uniform(-1e3, 1e3);
      poses->push_back(Pose2::FromYaw({x, random.Uniform(-1e3, 1e3)}, random.Angle()));
    }
  }
  Relate(a.data(), b.data(), relative.data(), composed.data(), moved.data());
  for (int i = 0; i < kPoses; ++i) {
    const Pose2& p = a[i];
    const Pose2& q = b[i];
    EXPECT_EQ(relative[i].cos, Product(p.cos, q.cos) + Product(p.sin, q.sin));
    EXPECT_EQ(relative[i].sin, Product(p.cos, q.sin) - Product(p.sin, q.cos));
    const Vec2 offset = q.translation - p.translation;
    EXPECT_EQ(relative[i].translation.x, Product(p.cos, offset.x) + Product(p.sin, offset.y));
    EXPECT_EQ(relative[i].translation.y, Product(p.cos, offset.y) - Product(p.sin, offset.x));
    EXPECT_EQ(composed[i].cos, Product(p.cos, q.cos) - Product(p.sin, q.sin));
    EXPECT_EQ(composed[i].sin, Product(p.sin, q.cos) + Product(p.cos, q.sin));
    EXPECT_EQ(moved[i].x, (Product(p.cos, q.translation.x) - Product(p.sin, q.translation.y)) + p.translation.x);
    EXPECT_EQ(moved[i].y, (Product(p.sin, q.translation.x) + Product(p.cos, q.translation.y)) + p.translation.y);
  }
}

}  // namespace
}  // namespace collision2d
