#include "collision2d/query/stages/facing_feature.h"

#include <gmpxx.h>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/padded_ring.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/stages/cso.h"
#include "collision2d/query/stages/support.h"
#include "collision2d/testing/compare_dot.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"

namespace collision2d::internal {
namespace {

std::string Format(const Cso<SameFrame>& cso) { return HexFormat(cso.a()) + ", " + HexFormat(cso.b()); }

std::string Format(const Cso<PosedFrame>& cso) {
  return HexFormat(cso.a()) + ", " + HexFormat(cso.b()) + ", pose " + HexFormat(cso.frame().a_from_b);
}

// Walks over many pairs, and checks what all walks must have in common.
class WalkChecker {
 public:
  explicit WalkChecker(Random* random) : random_(random) {}

  template <typename Frame>
  void Check(const ConvexPolygon& a, const ConvexPolygon& b, const Frame& frame) {
    if (a.has_needle_corner() || b.has_needle_corner()) return;
    const Cso<Frame> cso(a, b, frame);
    vertices_b_.clear();
    for (int j = 0; j < b.size(); ++j) vertices_b_.push_back(cso.vertex_b(j));
    oracle_.SetPair(a.vertices(), vertices_b_);
    for (const bool are_distant : {false, true}) {
      const FacingSectors sectors = SectorsOf(cso, are_distant);
      const FacingFeature feature = WalkToFacingFeature(cso, StartAt(cso, sectors));
      ASSERT_NO_FATAL_FAILURE(ExpectSound(cso, sectors, feature)) << Format(cso);
      if (!are_distant && feature.IsOutside()) ++outside_;
    }
    // From any other direction too.
    const FacingSectors any = {random_->Index(kDirectionSectorCount), random_->Index(kDirectionSectorCount)};
    const CsoStart anywhere = StartAt(cso, {any.a, Frame::kRounds ? any.b : OppositeSector(any.a)});
    ASSERT_NO_FATAL_FAILURE(ExpectSound(cso, any, WalkToFacingFeature(cso, anywhere)))
        << Format(cso) << ", sector " << any.a;
    ++walked_;
  }

  int64_t walked() const { return walked_; }
  // Walks from the start for near shapes that prove the shapes disjoint.
  int64_t outside() const { return outside_; }

 private:
  template <typename Frame>
  void ExpectSound(const Cso<Frame>& cso, const FacingSectors& sectors, const FacingFeature& feature) const {
    ASSERT_FALSE(feature.reached_limit);
    ASSERT_LE(feature.steps, cso.size_a() + cso.size_b());
    // A walk that began on the far side may end there: its feature, with the origin on the inner
    // side, proves nothing.
    ASSERT_TRUE(!IsInside(feature, InnerPoint(cso, sectors)) || oracle_.relation() == ExactRelation::kOverlapping);
    if (!feature.IsOutside()) return;
    ASSERT_EQ(oracle_.relation(), ExactRelation::kDisjoint);
    const mpq_class least = mpq_class(feature.reach) - mpq_class(feature.reach_error);
    for (const Vec2 p : cso.a().vertices()) {
      for (const Vec2 q : vertices_b_) {
        ASSERT_GE(CompareDot(feature.v, q, p, least), 0) << "at " << HexFormat(p) << " - " << HexFormat(q);
      }
    }
  }

  Random* random_;
  ExactOracle oracle_;
  std::vector<Vec2> vertices_b_;
  int64_t walked_ = 0;
  int64_t outside_ = 0;
};

void ExpectRepresentative(const WalkChecker& checker) {
  EXPECT_GT(checker.outside(), checker.walked() / 5);
  EXPECT_LT(checker.outside(), checker.walked() * 4 / 5);
}

TEST(WalkToFacingFeature, IndependentPairs) {
  Random random(TestSeed());
  WalkChecker checker(&random);
  for (int64_t i = 0; i < TestCaseCount(5000); ++i) {
    const ShapePair pair = RandomPair(PairFamily::kIndependent, 24, &random);
    ASSERT_NO_FATAL_FAILURE(checker.Check(pair.a, pair.b, SameFrame{})) << "case " << i;
  }
  ExpectRepresentative(checker);
}

TEST(WalkToFacingFeature, NearTouchingFamilies) {
  Random random(TestSeed());
  WalkChecker checker(&random);
  for (int64_t i = 0; i < TestCaseCount(20000); ++i) {
    const PairFamily family = RandomFamily(&random);
    const ShapePair pair = RandomPair(family, 12, &random);
    ASSERT_NO_FATAL_FAILURE(checker.Check(pair.a, pair.b, SameFrame{})) << Name(family) << ", case " << i;
  }
  ExpectRepresentative(checker);
}

TEST(WalkToFacingFeature, PosedIndependentPairs) {
  Random random(TestSeed());
  WalkChecker checker(&random);
  for (int64_t i = 0; i < TestCaseCount(5000); ++i) {
    const ConvexPolygon a = RandomPolygon(24, &random);
    const ConvexPolygon b = RandomPolygon(24, &random);
    const Pose2 a_from_b = RandomPose(1.5, &random);
    ASSERT_NO_FATAL_FAILURE(checker.Check(a, b, PosedFrame{a_from_b})) << "case " << i;
  }
  ExpectRepresentative(checker);
}

// b is kept in a frame of its own, to which the inverse pose takes it: posed back, it is near
// contact again.
TEST(WalkToFacingFeature, PosedNearTouchingFamilies) {
  Random random(TestSeed());
  WalkChecker checker(&random);
  for (int64_t i = 0; i < TestCaseCount(20000); ++i) {
    const PairFamily family = RandomFamily(&random);
    const ShapePair pair = RandomPair(family, 12, &random);
    const Pose2 a_from_b = RandomPose(random.Chance(0.5) ? 1.0 : 1e4, &random);
    const auto b = pair.b.Posed(a_from_b.Inverse());
    // Moving rounds: a shape may lose a corner.
    if (!b.ok()) continue;
    ASSERT_NO_FATAL_FAILURE(checker.Check(pair.a, *b, PosedFrame{a_from_b})) << Name(family) << ", case " << i;
  }
  ExpectRepresentative(checker);
  EXPECT_GT(checker.walked(), TestCaseCount(20000) / 4);
}

TEST(WalkToFacingFeature, Points) {
  Random random(TestSeed());
  WalkChecker checker(&random);
  const ConvexPolygon origin = *ConvexPolygon::Create({{0, 0}});
  for (int64_t i = 0; i < TestCaseCount(2000); ++i) {
    const ConvexPolygon point = *ConvexPolygon::Create({{random.Uniform(-1.0, 1.0), random.Uniform(-1.0, 1.0)}});
    const ConvexPolygon polygon = RandomPolygon(12, &random);
    ASSERT_NO_FATAL_FAILURE(checker.Check(origin, point, SameFrame{})) << "case " << i;
    ASSERT_NO_FATAL_FAILURE(checker.Check(point, polygon, SameFrame{})) << "case " << i;
    ASSERT_NO_FATAL_FAILURE(checker.Check(polygon, point, SameFrame{})) << "case " << i;
  }
  ASSERT_NO_FATAL_FAILURE(checker.Check(origin, origin, SameFrame{}));
}

}  // namespace
}  // namespace collision2d::internal

namespace collision2d {
namespace {

double Perimeter(absl::Span<const Vec2> ring) {
  double perimeter = 0.0;
  for (size_t i = 0; i < ring.size(); ++i) perimeter += Norm(ring[(i + 1) % ring.size()] - ring[i]);
  return perimeter;
}

// The documented error of hill climbing, and the rounding of the dot products compared here.
double SupportError(absl::Span<const Vec2> ring, Vec2 direction) {
  double extent = 0.0;
  for (const Vec2 v : ring) extent = std::max(extent, std::abs(v.x) + std::abs(v.y));
  return (6.0 * Perimeter(ring) + 4.0 * extent) * 0x1p-53 * (std::abs(direction.x) + std::abs(direction.y));
}

void ExpectEveryStartClimbsToTheTop(absl::Span<const Vec2> ring, Vec2 direction) {
  const double top = Dot(ring[internal::SupportByScan(ring, direction)], direction);
  for (int start = 0; start < static_cast<int>(ring.size()); ++start) {
    const int found = internal::SupportByHillClimbing(ring, direction, start);
    ASSERT_TRUE(0 <= found && found < static_cast<int>(ring.size()));
    ASSERT_NEAR(Dot(ring[found], direction), top, SupportError(ring, direction))
        << HexFormat(ring) << ", direction " << HexFormat(direction) << ", start " << start;
  }
}

TEST(SupportByScan, LargestDotProductFirstOfEqual) {
  const std::vector<Vec2> square = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  EXPECT_EQ(internal::SupportByScan(square, {1, 1}), 2);
  EXPECT_EQ(internal::SupportByScan(square, {-1, -1}), 0);
  EXPECT_EQ(internal::SupportByScan(square, {1, 0}), 1);
  EXPECT_EQ(internal::SupportByScan(square, {0, 1}), 2);
  EXPECT_EQ(internal::SupportByScan(square, {-1, 0}), 0);
  EXPECT_EQ(internal::SupportByScan(square, {0, 0}), 0);
  EXPECT_EQ(internal::SupportByScan(std::vector<Vec2>{{3, 4}}, {-1, 0}), 0);
}

TEST(TurnsLeft, IsCertainAtAnyScale) {
  for (const double scale : {1e-6, 1.0, 1e6}) {
    EXPECT_FALSE(internal::TurnsLeft({scale, scale}, {scale, scale * (1.0 + 0x1p-52)}));
    EXPECT_TRUE(internal::TurnsLeft({scale, scale}, {scale, scale * (1.0 + 0x1p-46)}));
  }
}

// Before a corner that is straight within rounding a point inside of the polygon can be nearer to
// it than to both edges, within rounding: no proof that the point is outside.
TEST(WalkToFacingFeature, APointInsideBeforeACornerThatIsNearlyStraight) {
  Random random(TestSeed());
  const int64_t rounds = TestCaseCount(2000);
  int64_t corners = 0;
  for (int64_t i = 0; i < rounds; ++i) {
    const Vec2 next = {random.Uniform(-2.0, 2.0), random.Uniform(-2.0, 2.0)};
    const Vec2 inward = PerpendicularLeft(next);
    Vec2 previous = -random.Uniform(0.3, 1.0) * next;
    previous.x = std::nextafter(previous.x, random.Sign() * 9.0);
    const auto a = ConvexPolygon::Create({{0, 0}, next, 4.0 * inward, previous});
    if (!a.ok()) continue;
    ++corners;
    const ConvexPolygon b = *ConvexPolygon::Create({0.25 * inward});
    const internal::SameFrame frame;
    const internal::Cso<internal::SameFrame> cso(*a, b, frame);
    const internal::FacingFeature feature = internal::WalkToFacingFeature(cso, {-Normalized(inward), 0, 0});
    ASSERT_FALSE(feature.IsOutside()) << HexFormat(*a) << ", " << HexFormat(b);
  }
  EXPECT_GT(corners, rounds / 20);
}

TEST(ClimbToSupport, CountsTheVerticesThatItLooksAt) {
  const std::vector<Vec2> square = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  const auto visits_of = [&square](Vec2 direction, int start) {
    int64_t visits = 0;
    internal::ClimbToSupport(square, direction, start, &visits);
    return visits;
  };
  EXPECT_EQ(visits_of({1, 2}, 2), 3) << "the highest and its neighbours";
  EXPECT_EQ(visits_of({1, 2}, 1), 4);
  EXPECT_EQ(visits_of({1, 2}, 3), 4);
  EXPECT_EQ(visits_of({0, 0}, 0), 3 + 4 + 4) << "once around, and a scan";
}

TEST(SupportByHillClimbing, PointAndSegment) {
  const std::vector<Vec2> point = {{3, 4}};
  const std::vector<Vec2> segment = {{0, 0}, {2, 1}};
  for (const Vec2 direction : {Vec2{1, 0}, Vec2{-1, 2}, Vec2{1, -2}, Vec2{0, 0}}) {
    ExpectEveryStartClimbsToTheTop(point, direction);
    ExpectEveryStartClimbsToTheTop(segment, direction);
  }
  EXPECT_EQ(internal::SupportByHillClimbing(segment, {1, 0}, 0), 1);
  EXPECT_EQ(internal::SupportByHillClimbing(segment, {-1, 0}, 1), 0);
}

// A start on the lowest edge, perpendicular to the direction: neither neighbour is better, yet the
// top is elsewhere.
TEST(SupportByHillClimbing, LeavesThePlateau) {
  const std::vector<Vec2> square = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  const std::vector<Vec2> trapezoid = {{-3, 0}, {3, 0}, {2, 1}, {1, 1.5}, {-1, 1.5}, {-2, 1}};
  for (const Vec2 direction : {Vec2{0, 1}, Vec2{0, -1}, Vec2{1, 0}, Vec2{-1, 0}, Vec2{0, 1e-300}, Vec2{0, 1e300}}) {
    ExpectEveryStartClimbsToTheTop(square, direction);
    ExpectEveryStartClimbsToTheTop(trapezoid, direction);
  }
}

// Nearly straight chains, where dot products tie by rounding.
TEST(SupportByHillClimbing, NearlyFlatCorners) {
  constexpr double kUlp = 0x1p-52;
  const std::vector<Vec2> lens = {{-4, 1},           {-4, 0},           {4, 0}, {4, 1}, {2, 1 + 2 * kUlp},
                                  {0, 1 + 3 * kUlp}, {-2, 1 + 2 * kUlp}};
  ASSERT_TRUE(internal::IsStrictlyConvexRing(lens));
  for (const Vec2 direction : {Vec2{0, 1}, Vec2{1e-16, 1}, Vec2{-1e-16, 1}, Vec2{1e-17, -1}, Vec2{0, -1}, Vec2{1, 0}}) {
    ExpectEveryStartClimbsToTheTop(lens, direction);
  }
}

TEST(SupportByHillClimbing, EveryStartOfLargePolygons) {
  Random random(TestSeed());
  for (const int n : {3, 9, 100, 1000}) {
    const ConvexPolygon polygon = RegularPolygon(n, 10.0);
    for (int i = 0; i < 20; ++i) {
      const double angle_rad = random.Angle();
      ASSERT_NO_FATAL_FAILURE(
          ExpectEveryStartClimbsToTheTop(polygon.vertices(), {std::cos(angle_rad), std::sin(angle_rad)}));
    }
    // Perpendicular to an edge.
    const Vec2 edge = polygon.vertices()[1] - polygon.vertices()[0];
    ASSERT_NO_FATAL_FAILURE(ExpectEveryStartClimbsToTheTop(polygon.vertices(), PerpendicularLeft(edge)));
    ASSERT_NO_FATAL_FAILURE(ExpectEveryStartClimbsToTheTop(polygon.vertices(), -PerpendicularLeft(edge)));
  }
}

TEST(SupportByHillClimbing, RandomPolygonsAndDirections) {
  Random random(TestSeed());
  for (int64_t i = 0; i < TestCaseCount(20000); ++i) {
    const ConvexPolygon polygon = RandomPolygon(24, &random);
    const auto vertices = polygon.vertices();
    Vec2 direction = {random.Uniform(-1.0, 1.0), random.Uniform(-1.0, 1.0)};
    if (random.Chance(0.5)) {
      const int k = random.Index(polygon.size());
      direction = random.Sign() * PerpendicularLeft(vertices[(k + 1) % polygon.size()] - vertices[k]);
    }
    ASSERT_NO_FATAL_FAILURE(ExpectEveryStartClimbsToTheTop(vertices, direction)) << "case " << i;
  }
}

}  // namespace
}  // namespace collision2d
