#include "collision2d/solid/posed_prism.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "collision2d/geometry/aabb2.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/z_span.h"
#include "gtest/gtest.h"

namespace collision2d::solid {
namespace {

PosedPrism Make(const ConvexPolygon& base, const ZSpan& span, const Pose3& pose) {
  PosedPrism prism;
  prism.Assign(base, span, pose);
  return prism;
}

TEST(PosedPrismTest, CornersAreThePosedOnesRelativeToTheOrigin) {
  const ConvexPolygon base = *ConvexPolygon::Rectangle(4.0, 2.0);
  const Pose3 pose = Pose3::FromYawPitchRoll({1e6, -1e6, 20.0}, 0.3, -0.2, 0.1);
  const PosedPrism prism = Make(base, {0.5, 1.5}, pose);
  ASSERT_EQ(prism.lower().size(), 4u);
  ASSERT_EQ(prism.upper().size(), 4u);
  EXPECT_EQ(prism.origin(), pose.translation);
  for (int i = 0; i < 4; ++i) {
    const Vec2 p = base.vertices()[i];
    EXPECT_EQ(prism.lower()[i], pose.Rotate({p.x, p.y, 0.5}));
    EXPECT_EQ(prism.upper()[i], pose.Rotate({p.x, p.y, 1.5}));
  }
}

TEST(PosedPrismTest, ExtentOfAPitchedBoxIsThatOfItsCorners) {
  // Nose down by the pitch: the lowest corner is at the front, the highest at the rear.
  const double pitch = 0.1;
  const PosedPrism prism =
      Make(*ConvexPolygon::Rectangle(4.0, 2.0), {0.0, 3.0}, Pose3::FromYawPitchRoll({0.0, 0.0, 10.0}, 1.0, pitch, 0.0));
  EXPECT_NEAR(prism.Extent().z_min_m, 10.0 - 2.0 * std::sin(pitch), 1e-14);
  EXPECT_NEAR(prism.Extent().z_max_m, 10.0 + 2.0 * std::sin(pitch) + 3.0 * std::cos(pitch), 1e-14);
}

TEST(PosedPrismTest, GroundPlanIsTheShadow) {
  // A box of 4 m x 2 m x 3 m, leaning to the right by the roll: its left side is from the lower left to the upper left
  // edge.
  const double roll = 0.2;
  const PosedPrism prism =
      Make(*ConvexPolygon::Rectangle(4.0, 2.0), {0.0, 3.0}, Pose3::FromYawPitchRoll({}, 0.0, 0.0, roll));
  const Aabb2 bounds = prism.GroundPlan().Bounds();
  EXPECT_NEAR(bounds.max.y, std::cos(roll), 1e-14);
  EXPECT_NEAR(bounds.min.y, -std::cos(roll) - 3.0 * std::sin(roll), 1e-14);
  EXPECT_NEAR(bounds.max.x, 2.0, 1e-14);
  EXPECT_EQ(prism.GroundPlan().radius_m(), 0.0);
}

// Every point of the rounded outline is inside the prism's, and no corner is further out than the excess.
TEST(PosedPrismTest, RoundedShapesAreHeldTightly) {
  const std::vector<std::vector<Vec2>> rings = {{{1.0, 2.0}},
                                                {{0.0, 0.0}, {3.0, 1.0}},
                                                {{0.0, 0.0}, {2.0, -1.0}, {1.0, 3.0}},
                                                {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};
  for (const std::vector<Vec2>& ring : rings) {
    for (const double radius_m : {1e-3, 0.4, 50.0}) {
      const PosedPrism prism = Make(*ConvexPolygon::Create(ring, radius_m), {0.0, 1.0}, Pose3());
      EXPECT_LE(prism.lower().size(), ring.size() + 32);
      for (int k = 0; k < 1000; ++k) {
        const Vec2 direction{std::cos(k * 2e-3 * M_PI), std::sin(k * 2e-3 * M_PI)};
        double of_ring = -1e300;
        for (const Vec2 p : ring) of_ring = std::max(of_ring, Dot(p, direction));
        double of_prism = -1e300;
        for (const Vec3& p : prism.lower()) of_prism = std::max(of_prism, Dot(Vec2{p.x, p.y}, direction));
        EXPECT_GE(of_prism, of_ring + radius_m - 1e-15);
        EXPECT_LE(of_prism, of_ring + radius_m * (1.0 + kRoundingExcess));
      }
      // Counter-clockwise.
      double twice_area = 0.0;
      for (size_t i = 0; i < prism.lower().size(); ++i) {
        const Vec3 p = prism.lower()[i];
        const Vec3 q = prism.lower()[(i + 1) % prism.lower().size()];
        twice_area += p.x * q.y - p.y * q.x;
      }
      EXPECT_GT(twice_area, 0.0);
    }
  }
}

}  // namespace
}  // namespace collision2d::solid
