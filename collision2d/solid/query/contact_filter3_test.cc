#include "collision2d/solid/query/contact_filter3.h"

#include "absl/strings/str_cat.h"
#include "collision2d/code_generation.h"
#include "collision2d/query/query_context.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/collides3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/distance3.h"
#include "collision2d/solid/query/exact_hulls.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/shapes/simple_shapes.h"
#include "collision2d/solid/testing/pair_generators3.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/testing/test.h"
#include "hwy/targets.h"

// Every answer of a filter against the exact rung, which shares no code with it.
namespace collision2d::solid {
namespace {

using internal::Cso3;

// Counts the verdicts of the filters, and how many of them were correct.
struct Tally {
  int64_t apart = 0;
  int64_t overlap = 0;
  int64_t open = 0;
  int64_t colliding = 0;

  void Check(Relation verdict, Relation contact) {
    colliding += contact != Relation::kApart ? 1 : 0;
    switch (verdict) {
      case Relation::kApart:
        ++apart;
        ASSERT_EQ(contact, Relation::kApart);
        break;
      case Relation::kOverlapping:
        ++overlap;
        ASSERT_EQ(contact, Relation::kOverlapping);
        break;
      case Relation::kTouching:
        FAIL() << "no filter proves this";
        break;
      case Relation::kUndecided:
        ++open;
    }
  }
};

// A rotation by about this angle, which may be 0, about a random axis.
Mat3 Tilt(double angle_rad, Random* random) {
  const Vec3 axis = RandomUnitVector(random);
  const double s = std::sin(0.5 * angle_rad);
  const double w = std::cos(0.5 * angle_rad);
  const Vec3 v = s * axis;
  return {{{1.0 - 2.0 * (v.y * v.y + v.z * v.z), 2.0 * (v.x * v.y - w * v.z), 2.0 * (v.x * v.z + w * v.y)},
           {2.0 * (v.x * v.y + w * v.z), 1.0 - 2.0 * (v.x * v.x + v.z * v.z), 2.0 * (v.y * v.z - w * v.x)},
           {2.0 * (v.x * v.z - w * v.y), 2.0 * (v.y * v.z + w * v.x), 1.0 - 2.0 * (v.x * v.x + v.y * v.y)}}};
}

struct BoxPair {
  BoxShape a;
  BoxShape b;
  Pose3 a_from_b;
};

BoxShape RandomBox(double scale, Random* random) {
  Vec3 half;
  half.x = scale * (random->Chance(0.1) ? 0.0 : random->Uniform(0.01, 1.0));
  half.y = scale * random->Uniform(0.2, 1.0);
  half.z = scale * random->Uniform(0.2, 1.0);
  return *BoxShape::Create(half);
}

// Any rotation, right angles, or these tilted by down to 10^-17; moved along a line to contact, and
// from there by a gap that is often tiny.
BoxPair RandomBoxPair(Random* random) {
  const double scale = random->Chance(0.5) ? 1.0 : random->LogUniform(1e-3, 1e6);
  BoxPair pair = {RandomBox(scale, random), RandomBox(scale, random), {}};
  Mat3 rotation = RandomRotation(random);
  const Mat3 upright = RightAngleRotation(random->Index(24));
  if (random->Chance(0.7)) {
    const double angle = random->Chance(0.2) ? 0.0 : random->LogUniform(1e-17, 1.0);
    rotation = Tilt(angle, random) * upright;
  }
  const Vec3 u = random->Chance(0.3) ? RightAngleRotation(random->Index(24)).row[0] : RandomUnitVector(random);
  // As little unit as a query has to accept.
  if (random->Chance(0.3)) {
    Vec3& row = rotation.row[random->Index(3)];
    row = (1.0 + 4e-13 * random->Sign()) * row;
  }
  pair.a_from_b = {(10.0 * scale) * u, rotation};
  // Towards contact, by no more than the distance at a time.
  double reach_m = 10.0 * scale;
  for (int step = 0; step < 20; ++step) {
    reach_m -= Distance(pair.a, pair.b, pair.a_from_b);
    pair.a_from_b.translation = reach_m * u;
  }
  const double gap = random->Chance(0.5) ? random->Uniform(-1.0, 1.0) : random->Sign() * random->LogUniform(1e-17, 1.0);
  pair.a_from_b.translation = (reach_m + scale * gap) * u;
  return pair;
}

TEST(ContactFilter3, BoxesAgainstTheExactRung) {
  Random random(TestSeed());
  Tally tally;
  const int64_t count = TestCaseCount(60000);
  for (int64_t i = 0; i < count; ++i) {
    const BoxPair pair = RandomBoxPair(&random);
    const Relation contact = ClassifyHulls(pair.a, pair.b, pair.a_from_b);
    const double magnitude_m = Cso3(pair.a, pair.b, pair.a_from_b).Magnitude();
    SCOPED_TRACE(i);
    ASSERT_NO_FATAL_FAILURE(tally.Check(
        internal::FilterBoxes(pair.a.half_extents(), pair.b.half_extents(), pair.a_from_b, magnitude_m), contact));
    ASSERT_EQ(Collides(pair.a, pair.b, pair.a_from_b), contact != Relation::kApart);
    ASSERT_EQ(Distance(pair.a, pair.b, pair.a_from_b) > 0.0, contact == Relation::kApart);
  }
  EXPECT_GT(tally.colliding, 3 * count / 10);
  EXPECT_LT(tally.colliding, 7 * count / 10);
  EXPECT_GT(tally.overlap, count / 10);
  EXPECT_GT(tally.apart, count / 10);
  EXPECT_GT(tally.open, count / 100);
}

// Upright boxes that are not near contact are decided, though the cross products of their edges are
// 0.
TEST(ContactFilter3, UprightBoxesAreNotLeftOpen) {
  const BoxShape box = *BoxShape::Create({1.0, 2.0, 0.5});
  Random random(TestSeed());
  for (int index = 0; index < 24; ++index) {
    for (const double angle : {0.0, 1e-17, 1e-12, 1e-6, 1e-3}) {
      Pose3 pose;
      pose.rotation = Tilt(angle, &random) * RightAngleRotation(index);
      pose.translation = {0.3, 0.3, 0.3};
      const double magnitude_m = Cso3(box, box, pose).Magnitude();
      EXPECT_EQ(internal::FilterBoxes(box.half_extents(), box.half_extents(), pose, magnitude_m),
                Relation::kOverlapping);
    }
  }
}

TEST(ContactFilter3, PolytopesOfAllFamilies) {
  Random random(TestSeed());
  Tally balls;
  Tally portals;
  Tally hulls;
  QueryContext::Counters counters;
  const int64_t count = TestCaseCount(20000);
  for (int64_t i = 0; i < count; ++i) {
    const PairFamily3 family = RandomFamily3(&random);
    const PosedPair3 pair = WithPose(RandomPair3(family, 14, &random), i % 2 == 0, &random);
    SCOPED_TRACE(absl::StrCat(Name(family), " ", i));
    const ConvexPolytope a = *ConvexPolytope::FromPoints(pair.a);
    const ConvexPolytope b = *ConvexPolytope::FromPoints(pair.b);
    const Relation contact = ClassifyHulls(a, b, pair.a_from_b);
    const Cso3 cso(a, b, pair.a_from_b);
    const internal::CsoBalls3 cso_balls = internal::BallsOf(cso, cso.Magnitude());
    ASSERT_NO_FATAL_FAILURE(balls.Check(internal::FilterByBalls(cso_balls), contact));
    if (cso_balls.inner_m > 0.0) {
      internal::PortalFilter3<Cso3<ConvexPolytope, ConvexPolytope>> portal(cso, cso_balls.center, cso.Magnitude());
      ASSERT_NO_FATAL_FAILURE(portals.Check(portal.Run(), contact));
      if (!a.shadow().empty() && !b.shadow().empty() && internal::FilterByBalls(cso_balls) == Relation::kUndecided) {
        int supports = 0;
        ASSERT_NO_FATAL_FAILURE(
            hulls.Check(internal::FilterByShadows(cso, cso_balls, cso.Magnitude(), &supports), contact));
      }
    }
    ASSERT_EQ(Collides(a, b, pair.a_from_b, {nullptr, &counters}), contact != Relation::kApart);
    ASSERT_EQ(Distance(a, b, pair.a_from_b) > 0.0, contact == Relation::kApart);
  }
  EXPECT_EQ(counters.limit_hits, 0);
  EXPECT_GT(balls.colliding, 3 * count / 10);
  EXPECT_LT(balls.colliding, 7 * count / 10);
  EXPECT_GT(balls.overlap, count / 100);
  EXPECT_GT(balls.apart, count / 100);
  EXPECT_GT(portals.overlap, count / 10);
  EXPECT_GT(portals.apart, count / 10);
  EXPECT_GT(hulls.overlap, count / 20);
  EXPECT_GT(hulls.apart, count / 20);
  EXPECT_GT(counters.filter_decisions, count / 4);
}

std::vector<Vec3> RandomBody(double scale, Random* random) {
  const int count = random->Chance(0.1) ? 60 : random->Integer(4, 14);
  Vec3 size;
  size.x = scale * random->LogUniform(0.01, 1.0);
  size.y = scale * random->Uniform(0.2, 1.0);
  size.z = scale * random->Uniform(0.2, 1.0);
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) {
    const Vec3 u = RandomUnitVector(random);
    points.push_back({size.x * u.x, size.y * u.y, size.z * u.z});
  }
  return points;
}

struct PolytopePair {
  ConvexPolytope a;
  ConvexPolytope b;
  Pose3 a_from_b;
};

// Moved along a line to contact, and from there by a gap that is often tiny; of sizes that differ,
// and far from their frames' origins.
PolytopePair RandomPolytopePair(Random* random) {
  const double scale = random->Chance(0.5) ? 1.0 : random->LogUniform(1e-7, 1e4);
  const double other = random->Chance(0.7) ? scale : scale * random->LogUniform(1e-3, 1e3);
  std::vector<Vec3> points = RandomBody(other, random);
  if (random->Chance(0.2)) {
    const Vec3 far = std::min(5e7, other * random->LogUniform(1.0, 1e6)) * RandomUnitVector(random);
    for (Vec3& p : points) p = p + far;
  }
  PolytopePair pair = {*ConvexPolytope::FromPoints(RandomBody(scale, random)), *ConvexPolytope::FromPoints(points), {}};
  pair.a_from_b.rotation = random->Chance(0.3) ? RightAngleRotation(random->Index(24)) : RandomRotation(random);
  const Vec3 u = RandomUnitVector(random);
  const Vec3 at = -pair.a_from_b.Rotate(pair.b.Center());
  double reach_m = 3.0 * (scale + other);
  for (int step = 0; step < 20; ++step) {
    pair.a_from_b.translation = at + reach_m * u;
    reach_m -= Distance(pair.a, pair.b, pair.a_from_b);
  }
  const double gap = random->Chance(0.5) ? random->Uniform(-1.0, 1.0) : random->Sign() * random->LogUniform(1e-17, 1.0);
  pair.a_from_b.translation = at + (reach_m + std::min(scale, other) * gap) * u;
  return pair;
}

// By the kernels of every instruction set.
TEST(ContactFilter3, PolytopesNearContact) {
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    Random random(TestSeed());
    Tally hulls;
    int64_t colliding = 0;
    const int64_t count = TestCaseCount(3000);
    for (int64_t i = 0; i < count; ++i) {
      const PolytopePair pair = RandomPolytopePair(&random);
      const Relation contact = ClassifyHulls(pair.a, pair.b, pair.a_from_b);
      colliding += contact != Relation::kApart ? 1 : 0;
      SCOPED_TRACE(i);
      ASSERT_EQ(Collides(pair.a, pair.b, pair.a_from_b), contact != Relation::kApart);
      const Cso3 cso(pair.a, pair.b, pair.a_from_b);
      const internal::CsoBalls3 balls = internal::BallsOf(cso, cso.Magnitude());
      if (pair.a.shadow().empty() || pair.b.shadow().empty() ||
          internal::FilterByBalls(balls) != Relation::kUndecided || !(balls.inner_m > 0.0)) {
        continue;
      }
      int supports = 0;
      ASSERT_NO_FATAL_FAILURE(hulls.Check(internal::FilterByShadows(cso, balls, cso.Magnitude(), &supports), contact));
    }
    EXPECT_GT(colliding, 3 * count / 10);
    EXPECT_LT(colliding, 7 * count / 10);
    EXPECT_GT(hulls.overlap, count / 20);
    EXPECT_GT(hulls.apart, count / 20);
    EXPECT_GT(hulls.open, count / 20);
  }
  hwy::SetSupportedTargetsForTest(0);
}

}  // namespace
}  // namespace collision2d::solid
