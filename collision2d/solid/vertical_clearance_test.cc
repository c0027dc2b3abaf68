#include "collision2d/solid/vertical_clearance.h"

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/posed_solid.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

PosedSolid Make(const ConvexPolygon& base, const ZSpan& span, const Pose3& pose) {
  PosedSolid prism;
  prism.AssignPrism(base, span, pose);
  return prism;
}

PosedSolid Make(const std::vector<Vec3>& points, const Pose3& pose) {
  PosedSolid solid;
  solid.AssignPolytope(*ConvexPolytope::FromPoints(points), pose);
  return solid;
}

ConvexPolygon Box(double length_m, double width_m, Vec2 center = {}) {
  return *ConvexPolygon::Rectangle(length_m, width_m, center);
}

TEST(CompareSpansTest, TouchingIsContactAndTheNextNumberIsFree) {
  const double above_4 = std::nextafter(4.0, 5.0);
  EXPECT_TRUE(CompareSpans({0.0, 4.0}, {4.0, 5.0}).collides);
  EXPECT_EQ(CompareSpans({0.0, 4.0}, {4.0, 5.0}).clearance_m, 0.0);
  EXPECT_FALSE(CompareSpans({0.0, 4.0}, {above_4, 5.0}).collides);
  EXPECT_GT(CompareSpans({0.0, 4.0}, {above_4, 5.0}).clearance_m, 0.0);
  EXPECT_TRUE(CompareSpans({0.0, above_4}, {4.0, 5.0}).collides);
  EXPECT_LT(CompareSpans({0.0, above_4}, {4.0, 5.0}).clearance_m, 0.0);
}

TEST(CompareSpansTest, SaysHowMuchAndWhere) {
  const struct {
    ZSpan body;
    ZSpan obstacle;
    bool collides;
    double clearance_m;
    VerticalSide side;
  } cases[] = {
      {{0.0, 3.75}, {4.0, 5.5}, false, 0.25, VerticalSide::kAbove},     // Under a bridge.
      {{0.0, 4.5}, {4.0, 5.5}, true, -0.5, VerticalSide::kAbove},       // Into it.
      {{0.25, 1.5}, {0.0, 0.125}, false, 0.125, VerticalSide::kBelow},  // Over a kerb.
      {{0.25, 1.5}, {0.0, 0.5}, true, -0.25, VerticalSide::kBelow},     // Onto it.
      {{0.0, 1.0}, {0.0, 1.0}, true, -1.0, VerticalSide::kAbove},       // Two ways are equal.
      {{1.0, 1.0}, {1.0, 1.0}, true, 0.0, VerticalSide::kAbove},        // Two sheets.
      {{0.0, 4.0}, {1.0, 2.0}, true, -2.0, VerticalSide::kBelow},       // Inside: it sinks by 3 m or rises by 2 m.
  };
  for (const auto& c : cases) {
    const VerticalVerdict verdict = CompareSpans(c.body, c.obstacle);
    EXPECT_TRUE(verdict.plans_overlap);
    EXPECT_EQ(verdict.collides, c.collides);
    EXPECT_EQ(verdict.clearance_m, c.clearance_m);
    EXPECT_EQ(verdict.side, c.side);
  }
}

TEST(UprightVerticalClearanceTest, NeedsOverlappingPlans) {
  const ConvexPolygon car = Box(4.0, 2.0);
  const ConvexPolygon deck = Box(10.0, 10.0);
  const ZSpan car_span{0.0, 1.5};
  const ZSpan deck_span{4.5, 5.0};
  // Edge on edge counts; the next number does not.
  EXPECT_TRUE(ComputeVerticalClearance(car, car_span, deck, deck_span, {{7.0, 0.0}}).plans_overlap);
  const double apart_m = std::nextafter(7.0, 8.0);
  EXPECT_FALSE(ComputeVerticalClearance(car, car_span, deck, deck_span, {{apart_m, 0.0}}).plans_overlap);
  EXPECT_FALSE(ComputeVerticalClearance(car, car_span, deck, car_span, {{apart_m, 0.0}}).collides);
  EXPECT_TRUE(ComputeVerticalClearance(car, car_span, deck, car_span, {{7.0, 0.0}}).collides);
  EXPECT_EQ(ComputeVerticalClearance(car, car_span, deck, deck_span, {{3.0, 1.0}}).clearance_m, 3.0);
}

TEST(TiltedVerticalClearanceTest, BoxUnderADeckOnASlope) {
  // The roof's rear upper edge is the highest when the nose is down, the front one when it is up.
  const double pitch = 0.08;
  const PosedSolid deck = Make(Box(40.0, 40.0), {4.2, 5.5}, Pose3());
  for (const double sign : {-1.0, 1.0}) {
    const PosedSolid truck =
        Make(Box(8.0, 2.5), {0.0, 3.5}, Pose3::FromYawPitchRoll({3.0, 2.0, 0.0}, 0.7, sign * pitch, 0.0));
    const VerticalVerdict verdict = ComputeVerticalClearance(truck, deck);
    EXPECT_TRUE(verdict.plans_overlap);
    EXPECT_FALSE(verdict.collides);
    EXPECT_NEAR(verdict.clearance_m, 4.2 - (4.0 * std::sin(pitch) + 3.5 * std::cos(pitch)), 1e-14);
    EXPECT_EQ(verdict.side, VerticalSide::kAbove);
  }
}

TEST(TiltedVerticalClearanceTest, OnlyWhatIsUnderTheDeckCounts) {
  // A long body, nose up, its rear half under the deck: the roof at the deck's edge counts, not its
  // highest point.
  const double pitch = -0.1;
  const PosedSolid truck = Make(Box(10.0, 2.0), {0.0, 3.0}, Pose3::FromYawPitchRoll({}, 0.0, pitch, 0.0));
  const PosedSolid deck = Make(Box(100.0, 100.0, {-50.0, 0.0}), {4.0, 5.0}, Pose3());
  // At x = 0 the roof is at 3 / cos(pitch).
  const VerticalVerdict verdict = ComputeVerticalClearance(truck, deck);
  EXPECT_NEAR(verdict.clearance_m, 4.0 - 3.0 / std::cos(pitch), 1e-14);
  EXPECT_EQ(verdict.side, VerticalSide::kAbove);
}

TEST(TiltedVerticalClearanceTest, KerbUnderARolledChassis) {
  const double roll = 0.05;
  const PosedSolid car = Make(Box(4.0, 1.8), {0.2, 1.5}, Pose3::FromYawPitchRoll({}, 0.0, 0.0, roll));
  // The right side is lowered: over a kerb under it there is less room. Its left edge is at y =
  // -0.5.
  const PosedSolid kerb = Make(Box(10.0, 1.0, {0.0, -1.0}), {0.0, 0.1}, Pose3());
  const VerticalVerdict verdict = ComputeVerticalClearance(car, kerb);
  EXPECT_FALSE(verdict.collides);
  EXPECT_EQ(verdict.side, VerticalSide::kBelow);
  EXPECT_NEAR(verdict.clearance_m, 0.2 * std::cos(roll) - 0.9 * std::sin(roll) - 0.1, 1e-14);
}

TEST(TiltedVerticalClearanceTest, DegenerateBodies) {
  const Pose3 tilted = Pose3::FromYawPitchRoll({}, 0.0, 0.25, 0.0);
  const PosedSolid deck = Make(Box(10.0, 10.0), {2.0, 2.0}, Pose3());
  // A post and a fence of no thickness; a point; a disc.
  EXPECT_NEAR(ComputeVerticalClearance(Make(*ConvexPolygon::Create({Vec2{}}), {0.0, 1.0}, tilted), deck).clearance_m,
              2.0 - std::cos(0.25), 1e-15);
  EXPECT_NEAR(ComputeVerticalClearance(Make(*ConvexPolygon::Create({Vec2{}}), {1.0, 1.0}, tilted), deck).clearance_m,
              2.0 - std::cos(0.25), 1e-15);
  EXPECT_NEAR(
      ComputeVerticalClearance(Make(*ConvexPolygon::Create({Vec2{-1, 0}, Vec2{1, 0}}), {0.0, 1.0}, tilted), deck)
          .clearance_m,
      2.0 - std::cos(0.25) - std::sin(0.25), 1e-15);
  const double disc =
      ComputeVerticalClearance(Make(*ConvexPolygon::Create({Vec2{}}, 1.0), {0.0, 1.0}, tilted), deck).clearance_m;
  EXPECT_LE(disc, 2.0 - std::cos(0.25) - std::sin(0.25) + 1e-15);
  EXPECT_GE(disc, 2.0 - std::cos(0.25) - (1.0 + kRoundingExcess) * std::sin(0.25));
  // Points and posts that meet, corner to corner.
  const PosedSolid post = Make(*ConvexPolygon::Create({Vec2{}}), {0.0, 1.0}, Pose3());
  const PosedSolid higher_post = Make(*ConvexPolygon::Create({Vec2{}}), {1.5, 2.0}, Pose3());
  EXPECT_EQ(ComputeVerticalClearance(post, higher_post).clearance_m, 0.5);
  EXPECT_EQ(ComputeVerticalClearance(post, post).clearance_m, -1.0);
}

TEST(TiltedVerticalClearanceTest, TouchingPlansAndFaces) {
  // Untilted boxes whose plans meet in an edge and in a corner, and boxes on one another.
  const PosedSolid box = Make(Box(2.0, 2.0), {0.0, 1.0}, Pose3());
  for (const Vec3& at : {Vec3{2.0, 0.5, 0.0}, Vec3{2.0, 2.0, 0.0}, Vec3{0.0, 0.0, 1.0}, Vec3{1.0, 1.0, 1.0},
                         Vec3{2.0, 2.0, 1.0}, Vec3{0.0, 0.0, 0.0}}) {
    const VerticalVerdict verdict = ComputeVerticalClearance(box, Make(Box(2.0, 2.0), {0.0, 1.0}, {at, Mat3()}));
    EXPECT_TRUE(verdict.plans_overlap);
    EXPECT_TRUE(verdict.collides);
    EXPECT_EQ(verdict.clearance_m, at.z - 1.0);
  }
  EXPECT_FALSE(
      ComputeVerticalClearance(box, Make(Box(2.0, 2.0), {0.0, 1.0}, {{2.0 + 1e-12, 0.0, 0.0}, Mat3()})).plans_overlap);
}

TEST(TiltedVerticalClearanceTest, ContactIsExact) {
  // A plate that touches a ramp along an edge, in numbers that are exact in binary: a rotation with
  // cos 0.6 and sin 0.8 (rounded alike in both) and its neighbours above and below.
  const Mat3 steep{{{0.6, 0.0, 0.8}, {0.0, 1.0, 0.0}, {-0.8, 0.0, 0.6}}};
  const PosedSolid ramp = Make(Box(8.0, 2.0), {-1.0, 0.0}, {{}, steep});
  const double crest_m = ramp.Extent().z_max_m;
  for (const double bottom_m : {std::nextafter(crest_m, -1e9), crest_m, std::nextafter(crest_m, 1e9)}) {
    const VerticalVerdict verdict =
        ComputeVerticalClearance(ramp, Make(Box(20.0, 20.0), {bottom_m, bottom_m + 1.0}, Pose3()));
    EXPECT_TRUE(verdict.plans_overlap);
    EXPECT_EQ(verdict.collides, bottom_m <= crest_m);
    // Within rounding of the contact, but never of the other sign.
    EXPECT_NEAR(verdict.clearance_m, 0.0, 1e-15);
    EXPECT_EQ(verdict.collides ? std::max(0.0, verdict.clearance_m) : std::min(0.0, verdict.clearance_m), 0.0);
  }
}

// The chord by its dual: the CSO is where n . p <= h(n) for the normals n of its facets, which are
// those of the faces and the cross products of edges.
struct OracleChord {
  double lowest = -kInf;
  double highest = kInf;
  // How steep the facets are that limit it.
  double least_normal_z = 1.0;
  bool misses = false;
  // Whether the plans are so near to touching that rounding decides.
  bool is_close = false;
};

struct OracleSolid {
  std::vector<Vec3> corners;
  std::vector<Vec3> edges;
  std::vector<Vec3> normals;
};

OracleSolid MakeOracle(const std::vector<Vec2>& ring, const ZSpan& span, const Pose3& pose) {
  OracleSolid prism;
  const Vec3 up = pose.rotation.Column(2);
  prism.edges.push_back(up);
  prism.normals.push_back(up);
  for (size_t i = 0; i < ring.size(); ++i) {
    for (const double z : {span.z_min_m, span.z_max_m}) prism.corners.push_back(pose * Vec3{ring[i].x, ring[i].y, z});
    const Vec2 along = ring[(i + 1) % ring.size()] - ring[i];
    prism.edges.push_back(pose.Rotate({along.x, along.y, 0.0}));
    prism.normals.push_back(Cross(prism.edges.back(), up));
  }
  return prism;
}

// For a polytope: all differences and all their planes. These are more than its edges and faces,
// but each is a true bound.
OracleSolid MakeOracle(const std::vector<Vec3>& points, const Pose3& pose) {
  OracleSolid solid;
  for (const Vec3& p : points) solid.corners.push_back(pose * p);
  for (size_t i = 0; i < points.size(); ++i) {
    for (size_t j = i + 1; j < points.size(); ++j) {
      solid.edges.push_back(pose.Rotate(points[j] - points[i]));
      for (size_t k = j + 1; k < points.size(); ++k) {
        solid.normals.push_back(pose.Rotate(Cross(points[j] - points[i], points[k] - points[i])));
      }
    }
  }
  return solid;
}

OracleChord ComputeOracle(const OracleSolid& a, const OracleSolid& b) {
  std::vector<Vec3> normals = a.normals;
  normals.insert(normals.end(), b.normals.begin(), b.normals.end());
  for (const Vec3& e : a.edges) {
    for (const Vec3& f : b.edges) {
      if (Norm(Cross(e, f)) > 1e-9 * Norm(e) * Norm(f)) normals.push_back(Cross(e, f));
    }
  }
  OracleChord chord;
  for (const Vec3& normal : normals) {
    for (const double sign : {-1.0, 1.0}) {
      const Vec3 n = sign * Normalized(normal);
      double of_a = -1e300;
      double of_b = 1e300;
      for (const Vec3& p : a.corners) of_a = std::max(of_a, Dot(n, p));
      for (const Vec3& p : b.corners) of_b = std::min(of_b, Dot(n, p));
      const double h = of_a - of_b;
      if (std::abs(n.z) < 1e-9) {
        chord.misses = chord.misses || h < 0.0;
        chord.is_close = chord.is_close || std::abs(h) < 1e-9;
      } else if (n.z > 0.0 && h / n.z < chord.highest) {
        chord.highest = h / n.z;
        chord.least_normal_z = std::min(chord.least_normal_z, n.z);
      } else if (n.z < 0.0 && h / n.z > chord.lowest) {
        chord.lowest = h / n.z;
        chord.least_normal_z = std::min(chord.least_normal_z, -n.z);
      }
    }
  }
  chord.misses = chord.misses || chord.lowest > chord.highest;
  chord.is_close = chord.is_close || std::abs(chord.highest - chord.lowest) < 1e-6;
  return chord;
}

ConvexPolygon RandomBase(double size_m, Random* random) {
  const int points = 3 + random->Index(8);
  std::vector<Vec2> cloud;
  for (int i = 0; i < points; ++i)
    cloud.push_back({random->Uniform(-size_m, size_m), random->Uniform(-size_m, size_m)});
  return *ConvexPolygon::Hull(cloud);
}

// Compares verdicts with the oracle's, and counts what they are.
struct ClearanceJudge {
  // error: of the clearance, where the oracle's facets are level.
  void Check(const VerticalVerdict& verdict, const OracleChord& oracle, double error) {
    if (oracle.is_close) return;
    ASSERT_EQ(verdict.plans_overlap, !oracle.misses);
    misses += oracle.misses ? 1 : 0;
    if (oracle.misses) return;
    const double expected = std::max(-oracle.highest, oracle.lowest);
    const double error_m = error / oracle.least_normal_z;
    ASSERT_NEAR(verdict.clearance_m, expected, error_m);
    if (std::abs(expected) <= error_m) return;
    ASSERT_EQ(verdict.collides, expected <= 0.0);
    if (std::abs(oracle.highest + oracle.lowest) > error_m) {
      ASSERT_EQ(verdict.side, -oracle.highest > oracle.lowest ? VerticalSide::kAbove : VerticalSide::kBelow);
    }
    collisions += verdict.collides ? 1 : 0;
    passages += verdict.collides ? 0 : 1;
  }

  void ExpectMixed(int pairs, int least_misses) const {
    EXPECT_GT(collisions, pairs * 3 / 10);
    EXPECT_GT(passages, pairs / 20);
    EXPECT_GT(misses, least_misses);
    EXPECT_LT(collisions, pairs * 7 / 10);
  }

  int collisions = 0;
  int passages = 0;
  int misses = 0;
};

TEST(TiltedVerticalClearanceTest, AgreesWithTheFacetsOfTheCso) {
  Random random(20261121);
  for (const double scale : {1e-3, 1.0, 1e4}) {
    ClearanceJudge judge;
    constexpr int kPairs = 4000;
    for (int k = 0; k < kPairs; ++k) {
      const ConvexPolygon base_a = RandomBase(2.0 * scale, &random);
      const ConvexPolygon base_b = RandomBase(2.0 * scale, &random);
      const auto pose = [&](double reach) {
        return Pose3::FromYawPitchRoll({reach * random.Uniform(-scale, scale), reach * random.Uniform(-scale, scale),
                                        reach * random.Uniform(-scale, scale)},
                                       random.Uniform(-3.0, 3.0), random.Uniform(-0.78, 0.78),
                                       random.Uniform(-0.78, 0.78));
      };
      const ZSpan span{-random.Uniform(0.1, 1.0) * scale, random.Uniform(0.1, 1.0) * scale};
      const Pose3 pose_a = pose(0.0);
      const Pose3 pose_b = pose(2.5);
      const VerticalVerdict verdict = ComputeVerticalClearance(Make(base_a, span, pose_a), Make(base_b, span, pose_b));
      const std::vector<Vec2> ring_a(base_a.vertices().begin(), base_a.vertices().end());
      const std::vector<Vec2> ring_b(base_b.vertices().begin(), base_b.vertices().end());
      const OracleChord oracle = ComputeOracle(MakeOracle(ring_a, span, pose_a), MakeOracle(ring_b, span, pose_b));
      // The oracle divides numbers that are rounded to some 1e-15 of the size by the normal's z;
      // slivers among the bases make cross products of edges less accurate.
      ASSERT_NO_FATAL_FAILURE(judge.Check(verdict, oracle, 1e-11 * scale)) << scale << " " << k;
    }
    judge.ExpectMixed(kPairs, kPairs / 20);
  }
}

TEST(PolytopeVerticalClearanceTest, AgreesWithTheFacetsOfTheCso) {
  Random random(20261122);
  ClearanceJudge judge;
  constexpr int kPairs = 3000;
  for (int k = 0; k < kPairs; ++k) {
    const auto points = [&] {
      std::vector<Vec3> cloud;
      for (int i = 0; i < 4 + k % 4; ++i) {
        cloud.push_back({random.Uniform(-2.0, 2.0), random.Uniform(-2.0, 2.0), random.Uniform(-1.0, 1.0)});
      }
      return cloud;
    };
    const std::vector<Vec3> points_a = points();
    const std::vector<Vec3> points_b = points();
    const Pose3 pose_a = Pose3::FromYawPitchRoll({}, random.Uniform(-3.0, 3.0), 0.1, 0.2);
    const Pose3 pose_b =
        Pose3::FromYawPitchRoll({random.Uniform(-1.0, 1.0), random.Uniform(-1.0, 1.0), random.Uniform(-1.5, 1.5)},
                                random.Uniform(-3.0, 3.0), 0.0, 0.0);
    const VerticalVerdict verdict = ComputeVerticalClearance(Make(points_a, pose_a), Make(points_b, pose_b));
    const OracleChord oracle = ComputeOracle(MakeOracle(points_a, pose_a), MakeOracle(points_b, pose_b));
    // As above; slivers among so few points.
    ASSERT_NO_FATAL_FAILURE(judge.Check(verdict, oracle, 1e-10)) << k;
  }
  judge.ExpectMixed(kPairs, kPairs / 100);
}

TEST(PolytopeVerticalClearanceTest, ThePolytopeOfAPrismIsAsThePrism) {
  Random random(11);
  int collisions = 0;
  for (int k = 0; k < 1000; ++k) {
    const ConvexPolygon base = RandomBase(2.0, &random);
    const ZSpan span{random.Uniform(-1.0, 0.0), random.Uniform(0.0, 1.0)};
    std::vector<Vec3> points;
    for (const Vec2 p : base.vertices()) {
      points.push_back({p.x, p.y, span.z_min_m});
      points.push_back({p.x, p.y, span.z_max_m});
    }
    const Pose3 pose = Pose3::FromYawPitchRoll({random.Uniform(-1.0, 1.0), random.Uniform(-1.0, 1.0), 0.0}, 0.3,
                                               random.Uniform(-0.5, 0.5), 0.1);
    const PosedSolid other =
        Make(RandomBase(2.0, &random), {0.5, 1.5}, Pose3::FromYawPitchRoll({}, random.Uniform(0.0, 3.0), 0.1, 0.0));
    const VerticalVerdict prism = ComputeVerticalClearance(Make(base, span, pose), other);
    const VerticalVerdict polytope = ComputeVerticalClearance(Make(points, pose), other);
    ASSERT_EQ(prism.plans_overlap, polytope.plans_overlap) << k;
    ASSERT_EQ(prism.collides, polytope.collides) << k;
    ASSERT_NEAR(prism.clearance_m, polytope.clearance_m, 1e-13) << k;
    collisions += prism.collides ? 1 : 0;
  }
  EXPECT_GT(collisions, 300);
  EXPECT_LT(collisions, 900);
}

TEST(PolytopeVerticalClearanceTest, ARoofOfAnyDimension) {
  const PosedSolid van = Make(Box(5.0, 2.0), {0.25, 2.0}, Pose3());
  // A gable, whose ridge beam is lowest in the middle: the hull of three posts' feet.
  const PosedSolid wedge =
      Make({{-3.0, -3.0, 4.0}, {3.0, -3.0, 4.0}, {-3.0, 3.0, 4.0}, {3.0, 3.0, 4.0}, {0.0, 0.0, 2.5}}, Pose3());
  const VerticalVerdict under_wedge = ComputeVerticalClearance(van, wedge);
  EXPECT_FALSE(under_wedge.collides);
  EXPECT_EQ(under_wedge.clearance_m, 0.5);
  EXPECT_EQ(under_wedge.side, VerticalSide::kAbove);
  // A slack wire across the road, and a lamp.
  EXPECT_NEAR(ComputeVerticalClearance(van, Make({{0.0, -5.0, 2.5}, {0.0, 5.0, 3.5}}, Pose3())).clearance_m, 0.9,
              2.0 * kPlanSlack * 5.0);
  EXPECT_EQ(ComputeVerticalClearance(van, Make({{0.0, 0.5, 2.25}}, Pose3())).clearance_m, 0.25);
  EXPECT_FALSE(ComputeVerticalClearance(van, Make({{0.0, 1.5, 2.25}}, Pose3())).plans_overlap);
  // A lamp over a lamp.
  const VerticalVerdict lamps =
      ComputeVerticalClearance(Make({{1.0, 2.0, 3.0}}, Pose3()), Make({{1.0, 2.0, 2.0}}, Pose3()));
  EXPECT_EQ(lamps.clearance_m, 1.0);
  EXPECT_EQ(lamps.side, VerticalSide::kBelow);
}

TEST(TiltedVerticalClearanceTest, UprightIsAsTheSpansSay) {
  Random random(7);
  for (int k = 0; k < 2000; ++k) {
    const ConvexPolygon a = RandomBase(2.0, &random);
    const ConvexPolygon b = RandomBase(2.0, &random);
    const ZSpan a_span{random.Uniform(-1.0, 0.0), random.Uniform(0.0, 1.0)};
    const ZSpan b_span{random.Uniform(-1.0, 0.0) + 0.5, random.Uniform(0.0, 1.0) + 0.5};
    const Vec2 at{random.Uniform(-2.0, 2.0), random.Uniform(-2.0, 2.0)};
    const VerticalVerdict flat = ComputeVerticalClearance(a, a_span, b, b_span, {at});
    const VerticalVerdict solid =
        ComputeVerticalClearance(Make(a, a_span, Pose3()), Make(b, b_span, {{at.x, at.y, 0.0}, Mat3()}));
    ASSERT_EQ(flat.plans_overlap, solid.plans_overlap) << k;
    ASSERT_EQ(flat.collides, solid.collides) << k;
    ASSERT_NEAR(flat.clearance_m, solid.clearance_m, 1e-15) << k;
  }
}

TEST(TiltedVerticalClearanceTest, FarFromTheOriginIsAsNear) {
  const Vec3 far{4.5e5 + 0.5, 5.4e6 + 0.25, 300.0};
  const Pose3 near_a = Pose3::FromYawPitchRoll({}, 0.4, 0.1, -0.2);
  const Pose3 near_b = Pose3::FromYawPitchRoll({0.5, 0.25, 2.0}, 0.1, 0.2, 0.2);
  const auto moved = [&](Pose3 pose) {
    pose.translation = pose.translation + far;
    return pose;
  };
  const VerticalVerdict near =
      ComputeVerticalClearance(Make(Box(3, 2), {0.0, 1.0}, near_a), Make(Box(3, 2), {0.0, 1.0}, near_b));
  const VerticalVerdict distant =
      ComputeVerticalClearance(Make(Box(3, 2), {0.0, 1.0}, moved(near_a)), Make(Box(3, 2), {0.0, 1.0}, moved(near_b)));
  EXPECT_TRUE(near.plans_overlap);
  EXPECT_EQ(near.clearance_m, distant.clearance_m);
}

// What is not finite is answered on the safe side, whichever body it is of.
TEST(VerticalClearanceTest, NotFiniteCollides) {
  const auto expect_safe = [](const VerticalVerdict& verdict) {
    EXPECT_TRUE(verdict.plans_overlap);
    EXPECT_TRUE(verdict.collides);
    EXPECT_EQ(verdict.clearance_m, 0.0);
  };
  const PosedSolid far = Make(Box(2.0, 2.0), {0.0, 1.0}, Pose3::FromYawPitchRoll({100.0, 0.0, 50.0}, 0.0, 0.0, 0.0));
  for (const double bad : {kNaN, kInf, -kInf}) {
    for (int i = 0; i < 12; ++i) {
      Pose3 pose;
      Vec3& changed = i < 3 ? pose.translation : pose.rotation.row[i / 3 - 1];
      (i % 3 == 0 ? changed.x : i % 3 == 1 ? changed.y : changed.z) = bad;
      const std::vector<Vec3> points = {{1.0, 1.0, 1.0}, {2.0, 1.0, 1.0}, {1.0, 2.0, 1.0}, {1.0, 1.0, 2.0}};
      for (const PosedSolid& solid : {Make(Box(2.0, 2.0), {0.5, 1.0}, pose), Make(points, pose)}) {
        EXPECT_FALSE(solid.is_valid());
        expect_safe(ComputeVerticalClearance(solid, far));
        expect_safe(ComputeVerticalClearance(far, solid));
      }
    }
    expect_safe(CompareSpans({bad, bad}, {0.0, 1.0}));
    expect_safe(CompareSpans({0.0, 1.0}, {bad, bad}));
    Pose2 pose;
    pose.translation.y = bad;
    expect_safe(ComputeVerticalClearance(Box(2.0, 2.0), {0.0, 1.0}, Box(2.0, 2.0), {5.0, 6.0}, pose));
  }
}

}  // namespace
}  // namespace collision2d::solid
