// All levels of shapes that defeat rounding: needles, slivers, flat boxes, tiny and subnormal
// bodies, in and near contact. Distances, witnesses and directions are checked against bounds
// proved in 106-bit arithmetic, contacts against exact integers, and a sample of all against
// rational numbers.

#include "collision2d/solid/testing/slender_pairs3.h"

#include <cstdio>
#include <type_traits>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/query_context.h"
#include "collision2d/query/separation_result.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/collides3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/distance3.h"
#include "collision2d/solid/query/epa3.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/query/separation3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/shapes/prism_shape.h"
#include "collision2d/solid/shapes/simple_shapes.h"
#include "collision2d/solid/testing/certified_checker3.h"
#include "collision2d/solid/testing/hex_format3.h"
#include "collision2d/solid/testing/point_cloud_shape.h"
#include "collision2d/solid/testing/query_checker3.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

// For one pair in this many the contact is checked too, which takes exact integers; for one in this
// many, the whole contract with rational numbers.
constexpr int64_t kContactEvery = 16;
constexpr int64_t kRationalEvery = 1000;

class Judge {
 public:
  // The pair of shapes whose vertices are those points. `is_tiny`: rational numbers would need an
  // error that is no double.
  template <typename A, typename B>
  void Check(const A& a, const B& b, const Pose3& a_from_b, absl::Span<const Vec3> points_a,
             absl::Span<const Vec3> points_b, bool is_tiny) {
    const std::vector<Vec3> posed_b = Posed(points_b, a_from_b);
    const QueryContext3<A, B> context{nullptr, &counters_};
    const double magnitude_m = solid::internal::Cso3(a, b, a_from_b).Magnitude();
    const bool collide = Collides(a, b, a_from_b, context);
    const Separation3 separation = ComputeSeparation(a, b, a_from_b, context);
    ++checked_;
    colliding_ += collide ? 1 : 0;
    testing::AssertionResult result = testing::AssertionSuccess();
    if (Distance(a, b, a_from_b, context) != (collide ? 0.0 : separation.signed_distance_m) ||
        (separation.status == SeparationStatus::kSeparated) == collide) {
      result = testing::AssertionFailure() << "the levels differ";
    } else if (!collide) {
      result = checker_.CheckApart(points_a, posed_b, separation, magnitude_m, kDistance3RelativeError);
      if (result && !is_tiny && checked_ % kRationalEvery == 0) {
        ++rational_;
        // The gap and the direction within the error of the distance, the witnesses within twice
        // that.
        result = rational_checker_.CheckWithoutDepth(points_a, posed_b, separation,
                                                     2.0 * kDistance3RelativeError * magnitude_m);
      }
    } else if (checked_ % kContactEvery == 0) {
      result = checker_.CheckColliding(points_a, posed_b, separation, magnitude_m, kEpaDepthError);
    }
    ASSERT_TRUE(result) << "a = " << HexFormat(points_a) << "\nb = " << HexFormat(points_b)
                        << "\npose = " << HexFormat(a_from_b) << "\nmagnitude " << magnitude_m << ", status "
                        << static_cast<int>(separation.status) << ", distance " << separation.signed_distance_m;
  }

  // What every stream must have seen.
  void Finish(const char* name) const {
    std::printf("%s: %lld pairs, %lld colliding, %lld exact, %lld rational, %lld caps, 0 beyond the bounds\n", name,
                static_cast<long long>(checked_), static_cast<long long>(colliding_),
                static_cast<long long>(counters_.exact_path_entries), static_cast<long long>(rational_),
                static_cast<long long>(counters_.limit_hits));
    EXPECT_EQ(counters_.limit_hits, 0);
    EXPECT_GT(counters_.exact_path_entries, 0);
    EXPECT_GT(colliding_, checked_ * 2 / 10);
    EXPECT_LT(colliding_, checked_ * 9 / 10);
  }

 private:
  CertifiedChecker3 checker_;
  QueryChecker3 rational_checker_;
  QueryContext::Counters counters_;
  int64_t checked_ = 0;
  int64_t colliding_ = 0;
  int64_t rational_ = 0;
};

// One stream of pairs for each parameter, so that they can be sharded.
class SlenderPairs3Test : public testing::TestWithParam<int> {};

// Tiny ones are decided by exact integers nearly always, and are slow.
SlenderFamily3 RandomFamily(Random* random) {
  if (random->Chance(0.05)) return SlenderFamily3::kTiny;
  return static_cast<SlenderFamily3>(random->Index(kSlenderFamily3Count - 1));
}

TEST_P(SlenderPairs3Test, CloudsAndPolytopes) {
  constexpr int kPoses = 16;
  Random random(TestSeed() + 100 * static_cast<uint64_t>(GetParam()));
  Judge judge;
  const int64_t count = TestCaseCount(125000) / kPoses;
  for (int64_t i = 0; i < count; ++i) {
    const SlenderFamily3 family = RandomFamily(&random);
    const SlenderPairs3 pairs = RandomSlenderPairs3(family, kPoses, &random);
    SCOPED_TRACE(absl::StrCat(Name(family), " ", i));
    const bool is_tiny = family == SlenderFamily3::kTiny;
    if (random.Chance(0.5)) {
      const PointCloudShape a(pairs.a);
      const PointCloudShape b(pairs.b);
      for (const Pose3& pose : pairs.a_from_b) {
        ASSERT_NO_FATAL_FAILURE(judge.Check(a, b, pose, pairs.a, pairs.b, is_tiny));
      }
    } else {
      const ConvexPolytope a = *ConvexPolytope::FromPoints(pairs.a);
      const ConvexPolytope b = *ConvexPolytope::FromPoints(pairs.b);
      for (const Pose3& pose : pairs.a_from_b) {
        ASSERT_NO_FATAL_FAILURE(judge.Check(a, b, pose, a.vertices(), b.vertices(), is_tiny));
      }
    }
  }
  judge.Finish("slender-pairs");
}

INSTANTIATE_TEST_SUITE_P(Streams, SlenderPairs3Test, testing::Range(0, 8));

template <typename Shape>
std::vector<Vec3> VerticesOf(const Shape& shape) {
  std::vector<Vec3> vertices;
  for (int i = 0; i < shape.num_vertices(); ++i) vertices.push_back(shape.vertex(i));
  return vertices;
}

double Extent(Random* random) {
  return random->Chance(0.5) ? random->Uniform(0.1, 1.0) : random->LogUniform(1e-12, 1.0);
}

// Boxes, sheets and bars as such, and prisms over slivers of the plane, at the poses of flat boxes.
TEST(SlenderShapes3Test, BoxesAndPrisms) {
  constexpr int kPoses = 16;
  Random random(TestSeed());
  Judge judge;
  const int64_t count = TestCaseCount(60000) / kPoses;
  for (int64_t i = 0; i < count; ++i) {
    SCOPED_TRACE(i);
    const double x = Extent(&random);
    const double y = Extent(&random);
    const BoxShape box = *BoxShape::Create({x, y, Extent(&random)});
    const BoxShape other = *BoxShape::Create({Extent(&random), 1.0, Extent(&random)});
    const std::vector<Vec2> outline = {{-1.0, 0.0}, {1.0, 0.0}, {random.Uniform(-1.2, 1.2), Extent(&random)}};
    const double z = random.Uniform(-1.0, 1.0);
    const double height = Extent(&random);
    const PrismShape prism = *PrismShape::Create(*ConvexPolygon::Hull(outline), z, z + height);
    const std::vector<Vec3> box_points = VerticesOf(box);
    const std::vector<Vec3> other_points = VerticesOf(other);
    const std::vector<Vec3> prism_points = VerticesOf(prism);
    for (int k = 0; k < kPoses; ++k) {
      Pose3 pose;
      pose.rotation = random.Chance(0.3) ? RightAngleRotation(random.Index(24)) : RandomRotation(&random);
      const bool with_prism = k % 2 == 0;
      const std::vector<Vec3>& points_b = with_prism ? prism_points : other_points;
      // Moves a corner, or the midpoint of two, to a corner or the midpoint of two, up to a gap.
      const auto point_of = [&random](const std::vector<Vec3>& points) {
        const Vec3& p = points[static_cast<size_t>(random.Index(static_cast<int>(points.size())))];
        const Vec3& q = points[static_cast<size_t>(random.Index(static_cast<int>(points.size())))];
        return 0.5 * p + 0.5 * q;
      };
      const Vec3 on_a = point_of(box_points);
      const Vec3 on_b = point_of(points_b);
      const double gap = random.Chance(0.2) ? 0.0 : random.LogUniform(1e-18, 1.0);
      pose.translation = on_a + gap * RandomUnitVector(&random) - pose.rotation * on_b;
      if (with_prism) {
        ASSERT_NO_FATAL_FAILURE(judge.Check(box, prism, pose, box_points, prism_points, false));
      } else {
        ASSERT_NO_FATAL_FAILURE(judge.Check(box, other, pose, box_points, other_points, false));
      }
    }
  }
  judge.Finish("slender-shapes");
}

// What an outside test found.
class SlenderRegressions3Test : public testing::Test {
 protected:
  void Check(const std::vector<Vec3>& points_a, const std::vector<Vec3>& points_b, const Pose3& pose, bool is_tiny) {
    const PointCloudShape cloud_a(points_a);
    const PointCloudShape cloud_b(points_b);
    judge_.Check(cloud_a, cloud_b, pose, points_a, points_b, is_tiny);
    const ConvexPolytope a = *ConvexPolytope::FromPoints(points_a);
    const ConvexPolytope b = *ConvexPolytope::FromPoints(points_b);
    judge_.Check(a, b, pose, a.vertices(), b.vertices(), is_tiny);
  }

  Judge judge_;
};

// Posing rounds 1.4 of the smallest numbers to one: magnified before it is posed, the pair is
// apart.
TEST_F(SlenderRegressions3Test, SubnormalCoordinatesArePosedBeforeTheyAreScaled) {
  const double d = 0x1p-1074;
  const double c = 0x1.6a09e667f3bcdp-1;
  const Pose3 turn = {{}, {{{c, c, 0.0}, {-c, c, 0.0}, {0.0, 0.0, 1.0}}}};
  const ConvexPolytope a = *ConvexPolytope::FromPoints(std::vector<Vec3>{{2.0 * d, 0.0, 0.0}});
  const ConvexPolytope b = *ConvexPolytope::FromPoints(std::vector<Vec3>{{d, d, 0.0}});
  EXPECT_TRUE(Collides(a, b, turn));
  EXPECT_EQ(Distance(a, b, turn), 0.0);
  EXPECT_EQ(ComputeSeparation(a, b, turn).status, SeparationStatus::kTouching);
  Check({{2.0 * d, 0.0, 0.0}}, {{d, d, 0.0}}, turn, true);
}

TEST_F(SlenderRegressions3Test, DistanceOfASegmentAndASliver) {
  const std::vector<Vec3> a = {{-0x1.c36c4b76p+2, -0x1.863670954p+3, -0x1.3862f4f1cp+3},
                               {0x1.2bc44ead4p+3, 0x1.031ec33ap+4, 0x1.9ee13388cp+3}};
  const std::vector<Vec3> b = {{0x1.058829428p+3, 0x1.e3c7819b4p+3, 0x1.b0f97b7e8p+3},
                               {0x1.2e5ab30a8p+3, 0x1.044944884p+4, 0x1.9da7b8df4p+3},
                               {0x1.2fa0b2aa8p+3, 0x1.04dc30568p+4, 0x1.9d0d6e4acp+3}};
  Check(a, b, Pose3{}, false);
  EXPECT_NEAR(Distance(PointCloudShape(a), PointCloudShape(b), Pose3{}), 8.4e-11, 1e-13);
}

TEST_F(SlenderRegressions3Test, WitnessOnASliver) {
  const std::vector<Vec3> a = {{0x1.625570c0dcp+0, -0x1.1b48c256fcp+1, 0x1.3b89a768f1p+1},
                               {0x1.775f96d438p+0, -0x1.2c1ae1d6c2p+1, 0x1.4e46061b68p+1},
                               {0x1.864e76f494p+0, -0x1.380b20ebd9p+1, 0x1.5b921a7874p+1},
                               {-0x1.52face836cp+0, 0x1.0f02364d8ep+1, -0x1.2ddd32562bp+1}};
  const std::vector<Vec3> b = {{0x1.864e774b9ap+0, -0x1.380b1f4eeep+1, 0x1.5b921bd2bbp+1},
                               {0x1.fce1cab492p+0, -0x1.3eb9d440b8p+1, 0x1.5c16e75585p+1}};
  Check(a, b, Pose3{}, false);
}

}  // namespace
}  // namespace collision2d::solid
