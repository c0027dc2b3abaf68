// Poses that are not finite are answered at once and on the safe side: by every query, for every
// kind of shape.

#include <array>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/query/query_context.h"
#include "collision2d/query/separation_result.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/papers/bounded_shapes.h"
#include "collision2d/solid/papers/combinators.h"
#include "collision2d/solid/papers/decision_sphere_search.h"
#include "collision2d/solid/papers/isa_gjk.h"
#include "collision2d/solid/papers/penetration3.h"
#include "collision2d/solid/papers/shape_ref.h"
#include "collision2d/solid/papers/unbounded_shapes.h"
#include "collision2d/solid/query/collides3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/distance3.h"
#include "collision2d/solid/query/epa3.h"
#include "collision2d/solid/query/exact_hulls.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/query/separation3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/shapes/prism_shape.h"
#include "collision2d/solid/shapes/simple_shapes.h"
#include "collision2d/solid/shapes/support_mapping.h"
#include "collision2d/solid/testing/shape_generators3.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

// Each element of a pose, one after the other, is NaN, or infinite.
std::vector<Pose3> InvalidPoses() {
  std::vector<Pose3> poses;
  for (const double bad : {kNaN, kInf, -kInf}) {
    for (int i = 0; i < 12; ++i) {
      Pose3 pose;
      pose.translation = {10.0, 0.0, 0.0};
      Vec3& changed = i < 3 ? pose.translation : pose.rotation.row[i / 3 - 1];
      (i % 3 == 0 ? changed.x : i % 3 == 1 ? changed.y : changed.z) = bad;
      poses.push_back(pose);
    }
  }
  return poses;
}

template <typename A, typename B>
void ExpectSafe(const A& a, const B& b, const Pose3& pose) {
  WarmStart3<A, B> warm;
  // Where a query of a finite pose ended.
  Distance(a, b, Pose3{{10.0, 0.0, 0.0}, Mat3{}}, QueryContext3<A, B>{&warm});
  QueryContext::Counters counters;
  for (const bool is_tracked : {false, true}) {
    const QueryContext3<A, B> context = {is_tracked ? &warm : nullptr, &counters};
    EXPECT_TRUE(Collides(a, b, pose, context));
    EXPECT_EQ(Distance(a, b, pose, context), 0.0);
    const Separation3 separation = ComputeSeparation(a, b, pose, context);
    EXPECT_EQ(separation.status, SeparationStatus::kInvalid);
    EXPECT_EQ(separation.signed_distance_m, 0.0);
    EXPECT_TRUE(IsFinite(separation.witness_a) && IsFinite(separation.witness_b) && IsFinite(separation.direction));
    const PenetrationResult penetration = ComputePenetration(a, b, pose, context);
    EXPECT_EQ(penetration.status, SeparationStatus::kInvalid);
    EXPECT_EQ(penetration.depth_m, 0.0);
  }
  EXPECT_EQ(counters.limit_hits, 0);
}

// The queries that are not compiled with the library.
template <typename A, typename B>
void ExpectSafeByAll(const A& a, const B& b, const Pose3& pose) {
  ExpectSafe(a, b, pose);
  WarmStart3<A, B> warm;
  EXPECT_TRUE(CollidesCoherently(a, b, pose, &warm));
  EXPECT_EQ(warm.size, 0);
  const MtdBounds bounds = ComputeMtdBounds(a, b, pose);
  EXPECT_EQ(bounds.lower_m, 0.0);
  EXPECT_EQ(bounds.upper_m, kInf);
  const Cso3 cso(a, b, pose);
  EXPECT_EQ(ComputePenetration(cso, {}).status, SeparationStatus::kInvalid);
  EXPECT_EQ(DecideByHybridSearch(a, b, pose).status, DecisionStatus::kInvalid);
  EXPECT_TRUE(DecideByHybridSearch(a, b, pose).intersects);
  if constexpr (kIsVertexHull<A> && kIsVertexHull<B>) {
    EXPECT_EQ(ClassifyHulls(a, b, pose), Relation::kTouching);
  }
}

template <typename A, typename B>
void ExpectSafeDecision(const A& a, const B& b, const Pose3& pose) {
  SphereSearchSeed seed;
  const DecisionResult result = DecideBySphereSearch(a, b, pose, {}, &seed);
  EXPECT_EQ(result.status, DecisionStatus::kInvalid);
  EXPECT_TRUE(result.intersects);
  EXPECT_EQ(seed.size, 0);
}

template <typename Test>
void ForEachInvalidPose(const Test& test) {
  int number = 0;
  for (const Pose3& pose : InvalidPoses()) {
    SCOPED_TRACE(absl::StrCat("pose ", number++));
    ASSERT_NO_FATAL_FAILURE(test(pose));
  }
}

ConvexPolytope RandomPolytope(int vertices, PolytopeTables tables) {
  Random random(TestSeed());
  return *ConvexPolytope::FromPoints(PointsOnSphere(vertices, &random), tables);
}

// All pairs of the shapes that planners use, with polytopes of every size for which queries have
// separate loops.
TEST(InvalidPoses3, PairsOfPlanners) {
  const std::vector<ConvexPolytope> polytopes = {
      RandomPolytope(8, PolytopeTables::kForQueries), RandomPolytope(20, PolytopeTables::kNone),
      RandomPolytope(60, PolytopeTables::kForQueries), RandomPolytope(300, PolytopeTables::kForQueries)};
  const auto others = std::make_tuple(*BoxShape::Create({1.0, 2.0, 3.0}),
                                      *PrismShape::Create(*ConvexPolygon::Rectangle(4.0, 2.0), 0.0, 1.5),
                                      *SphereShape::Create(1.0), *CapsuleShape::Create({}, {1.0, 0.0, 0.0}, 0.5));
  ForEachInvalidPose([&](const Pose3& pose) {
    std::apply(
        [&](const auto&... a) {
          const auto with_all = [&](const auto& one) {
            (ExpectSafe(one, a, pose), ...);
            for (const ConvexPolytope& polytope : polytopes) {
              ExpectSafe(one, polytope, pose);
              ExpectSafe(polytope, one, pose);
            }
          };
          (with_all(a), ...);
        },
        others);
    for (const ConvexPolytope& a : polytopes) {
      for (const ConvexPolytope& b : polytopes) ExpectSafe(a, b, pose);
    }
  });
}

TEST(InvalidPoses3, EveryShape) {
  const BoxShape box = *BoxShape::Create({1.0, 2.0, 3.0});
  const SphereShape sphere = *SphereShape::Create(1.0);
  const Mat3 stretch = {{{2.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
  const auto shapes =
      std::make_tuple(PointShape({1.0, 2.0, 3.0}), SegmentShape({}, {1.0, 0.0, 0.0}),
                      TriangleShape({}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}), *ConeShape::Create(1.0, 0.5),
                      *CylinderShape::Create(1.0, 0.5), *EllipsoidShape::Create({1.0, 2.0, 3.0}),
                      MinkowskiSum(box, sphere), HullOf(box, sphere), *Affine<BoxShape>::Create(box, stretch),
                      *Rounded<BoxShape>::Create(box, 0.5), ShapeRef(sphere), VertexHullRef(box));
  ForEachInvalidPose(
      [&](const Pose3& pose) { std::apply([&](const auto&... b) { (ExpectSafe(box, b, pose), ...); }, shapes); });
}

TEST(InvalidPoses3, EveryQuery) {
  const BoxShape box = *BoxShape::Create({1.0, 2.0, 3.0});
  const auto shapes = std::make_tuple(box, *SphereShape::Create(1.0), RandomPolytope(8, PolytopeTables::kForQueries),
                                      *CylinderShape::Create(1.0, 0.5));
  ForEachInvalidPose([&](const Pose3& pose) {
    std::apply(
        [&](const auto&... b) {
          (ExpectSafeByAll(box, b, pose), ...);
          (ExpectSafeDecision(box, b, pose), ...);
        },
        shapes);
  });
}

TEST(InvalidPoses3, UnboundedShapes) {
  const BoxShape box = *BoxShape::Create({1.0, 2.0, 3.0});
  const Vec3 base = {1.0, 0.0, 0.0};
  const std::array<Vec3, 4> window = {{{1.0, -1.0, -1.0}, {1.0, 1.0, -1.0}, {1.0, 1.0, 1.0}, {1.0, -1.0, 1.0}}};
  const auto shapes =
      std::make_tuple(*RayShape::Create(base, {0.0, 0.0, 1.0}), *LineShape::Create(base, {0.0, 0.0, 1.0}),
                      *HalfSpaceShape::Create(base, {0.0, 0.0, 1.0}), *ViewPyramidShape::Create(base, window));
  ForEachInvalidPose([&](const Pose3& pose) {
    std::apply(
        [&](const auto&... shape) {
          (ExpectSafeDecision(box, shape, pose), ...);
          (ExpectSafeDecision(shape, box, pose), ...);
        },
        shapes);
  });
}

}  // namespace
}  // namespace collision2d::solid
