#include "collision2d/solid/posed_solid.h"

#include <array>
#include <map>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/vertical_clearance.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

PosedSolid Prism(const ConvexPolygon& base, const ZSpan& span, const Pose3& pose) {
  PosedSolid prism;
  prism.AssignPrism(base, span, pose);
  return prism;
}

// The corners of a prism's lower and upper face.
absl::Span<const Vec3> Lower(const PosedSolid& prism) { return prism.corners().first(prism.corners().size() / 2); }
absl::Span<const Vec3> Upper(const PosedSolid& prism) { return prism.corners().subspan(prism.corners().size() / 2); }

TEST(PosedSolidTest, CornersAreThePosedOnesRelativeToTheOrigin) {
  const ConvexPolygon base = *ConvexPolygon::Rectangle(4.0, 2.0);
  const Pose3 pose = Pose3::FromYawPitchRoll({1e6, -1e6, 20.0}, 0.3, -0.2, 0.1);
  const PosedSolid prism = Prism(base, {0.5, 1.5}, pose);
  ASSERT_EQ(Lower(prism).size(), 4u);
  ASSERT_EQ(Upper(prism).size(), 4u);
  EXPECT_EQ(prism.origin(), pose.translation);
  for (int i = 0; i < 4; ++i) {
    const Vec2 p = base.vertices()[i];
    EXPECT_EQ(Lower(prism)[i], pose.Rotate({p.x, p.y, 0.5}));
    EXPECT_EQ(Upper(prism)[i], pose.Rotate({p.x, p.y, 1.5}));
  }
}

TEST(PosedSolidTest, ExtentOfAPitchedBoxIsThatOfItsCorners) {
  // Nose down by the pitch: the lowest corner is at the front, the highest at the rear.
  const double pitch = 0.1;
  const PosedSolid prism = Prism(*ConvexPolygon::Rectangle(4.0, 2.0), {0.0, 3.0},
                                 Pose3::FromYawPitchRoll({0.0, 0.0, 10.0}, 1.0, pitch, 0.0));
  EXPECT_NEAR(prism.Extent().z_min_m, 10.0 - 2.0 * std::sin(pitch), 1e-14);
  EXPECT_NEAR(prism.Extent().z_max_m, 10.0 + 2.0 * std::sin(pitch) + 3.0 * std::cos(pitch), 1e-14);
}

TEST(PosedSolidTest, GroundPlanIsTheShadow) {
  // A box of 4 m x 2 m x 3 m, leaning to the right by the roll: its left side is from the lower
  // left to the upper left edge.
  const double roll = 0.2;
  const PosedSolid prism =
      Prism(*ConvexPolygon::Rectangle(4.0, 2.0), {0.0, 3.0}, Pose3::FromYawPitchRoll({}, 0.0, 0.0, roll));
  const Aabb2 bounds = prism.GroundPlan().Bounds();
  EXPECT_NEAR(bounds.max.y, std::cos(roll), 1e-14);
  EXPECT_NEAR(bounds.min.y, -std::cos(roll) - 3.0 * std::sin(roll), 1e-14);
  EXPECT_NEAR(bounds.max.x, 2.0, 1e-14);
  EXPECT_EQ(prism.GroundPlan().radius_m(), 0.0);
}

// Every point of the rounded outline is inside the prism's, and no corner is further out than the
// excess.
TEST(PosedSolidTest, RoundedShapesAreHeldTightly) {
  const std::vector<std::vector<Vec2>> rings = {{{1.0, 2.0}},
                                                {{0.0, 0.0}, {3.0, 1.0}},
                                                {{0.0, 0.0}, {2.0, -1.0}, {1.0, 3.0}},
                                                {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};
  for (const std::vector<Vec2>& ring : rings) {
    for (const double radius_m : {1e-3, 0.4, 50.0}) {
      const PosedSolid prism = Prism(*ConvexPolygon::Create(ring, radius_m), {0.0, 1.0}, Pose3());
      EXPECT_LE(Lower(prism).size(), ring.size() + 32);
      for (int k = 0; k < 1000; ++k) {
        const Vec2 direction{std::cos(k * 2e-3 * M_PI), std::sin(k * 2e-3 * M_PI)};
        double of_ring = -1e300;
        for (const Vec2 p : ring) of_ring = std::max(of_ring, Dot(p, direction));
        double of_prism = -1e300;
        for (const Vec3& p : Lower(prism)) of_prism = std::max(of_prism, Dot(Vec2{p.x, p.y}, direction));
        EXPECT_GE(of_prism, of_ring + radius_m - 1e-15);
        EXPECT_LE(of_prism, of_ring + radius_m * (1.0 + kRoundingExcess));
      }
      // Counter-clockwise.
      double twice_area = 0.0;
      for (size_t i = 0; i < Lower(prism).size(); ++i) {
        const Vec3 p = Lower(prism)[i];
        const Vec3 q = Lower(prism)[(i + 1) % Lower(prism).size()];
        twice_area += p.x * q.y - p.y * q.x;
      }
      EXPECT_GT(twice_area, 0.0);
    }
  }
}

// Whether the triangles hold every edge of a solid's faces twice and no other pair an odd number of
// times, as those of a closed surface do, and the edges are among them.
void ExpectClosed(const PosedSolid& solid) {
  std::map<std::array<int32_t, 2>, int> uses;
  for (const std::array<int32_t, 3>& t : solid.triangles()) {
    for (int i = 0; i < 3; ++i) {
      std::array<int32_t, 2> side = {t[i], t[(i + 1) % 3]};
      if (side[0] > side[1]) std::swap(side[0], side[1]);
      ++uses[side];
    }
  }
  for (const auto& [side, count] : uses) EXPECT_EQ(count, 2) << side[0] << " " << side[1];
  for (std::array<int32_t, 2> edge : solid.edges()) {
    if (edge[0] > edge[1]) std::swap(edge[0], edge[1]);
    EXPECT_EQ(uses.count(edge), 1u) << edge[0] << " " << edge[1];
  }
  // Euler: V - E + F = 2 for triangles, whose sides are edges or diagonals.
  EXPECT_EQ(solid.num_vertices() - static_cast<int>(uses.size()) + static_cast<int>(solid.triangles().size()), 2);
}

TEST(PosedSolidTest, PrismsAndPolytopesAreClosedSurfaces) {
  PosedSolid solid;
  for (const int n : {3, 4, 7}) {
    std::vector<Vec2> ring;
    for (int i = 0; i < n; ++i) ring.push_back({std::cos(2.0 * M_PI * i / n), std::sin(2.0 * M_PI * i / n)});
    solid.AssignPrism(*ConvexPolygon::Create(ring), {0.0, 1.0}, Pose3());
    EXPECT_EQ(solid.edges().size(), 3u * static_cast<size_t>(n));
    ExpectClosed(solid);
    // In turn, so that one does not leave its faces to the next.
    const std::vector<Vec3> corners(solid.corners().begin(), solid.corners().end());
    const ConvexPolytope polytope = *ConvexPolytope::FromPoints(corners);
    solid.AssignPolytope(polytope, Pose3());
    EXPECT_EQ(solid.num_vertices(), 2 * n);
    ExpectClosed(solid);
  }
}

TEST(PosedSolidTest, MovedFromIsAsNeverAssigned) {
  const ConvexPolygon square = *ConvexPolygon::Rectangle(2.0, 2.0);
  PosedSolid source;
  source.AssignPrism(square, {0.0, 1.0}, Pose3());
  const PosedSolid moved = std::move(source);
  ExpectClosed(moved);
  for (const PosedSolid& empty : {source, PosedSolid()}) {
    EXPECT_EQ(empty.num_vertices(), 0);
    EXPECT_TRUE(empty.triangles().empty());
    EXPECT_EQ(empty.Extent().z_max_m, kInf);
    EXPECT_EQ(empty.GroundPlan().size(), 1);
    EXPECT_FALSE(ComputeVerticalClearance(moved, empty).plans_overlap);
    EXPECT_FALSE(ComputeVerticalClearance(empty, moved).collides);
  }
  source.AssignPrism(square, {0.0, 1.0}, Pose3());
  ExpectClosed(source);
  EXPECT_EQ(source.Extent().z_max_m, 1.0);
}

TEST(PosedSolidTest, PolytopesOfAnyDimensionHaveAnEdge) {
  const Pose3 pose = Pose3::FromYawPitchRoll({5.0, 6.0, 7.0}, 0.5, 0.0, 0.0);
  PosedSolid solid;
  solid.AssignPolytope(*ConvexPolytope::FromPoints(std::vector<Vec3>{{1.0, 2.0, 3.0}}), pose);
  ASSERT_EQ(solid.num_vertices(), 1);
  EXPECT_EQ(solid.vertex(0), pose.Rotate({1.0, 2.0, 3.0}));
  EXPECT_EQ(solid.edges().size(), 1u);
  EXPECT_TRUE(solid.triangles().empty());
  EXPECT_EQ(solid.Extent().z_min_m, 10.0);
  solid.AssignPolytope(*ConvexPolytope::FromPoints(std::vector<Vec3>{{}, {1.0, 0.0, 0.0}}), pose);
  EXPECT_EQ(solid.edges().size(), 1u);
  solid.AssignPolytope(*ConvexPolytope::FromPoints(std::vector<Vec3>{{}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}}), pose);
  EXPECT_EQ(solid.edges().size(), 3u);
  EXPECT_FALSE(solid.triangles().empty());
}

}  // namespace
}  // namespace collision2d::solid
