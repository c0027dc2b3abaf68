// Every query on random and near-touching pairs against the exact oracle: no wrong boolean, no
// wrong status, distances and depths within the stated error, directions that separate. A million
// pairs in all, in chunks that shards can share; as differential_long_test (tools/test.sh --long) a
// hundred million.

#include <tuple>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/brute_force.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/query_checker.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

constexpr int kChunks = 8;
constexpr int64_t kDefaultPairs = 1000000;
// Below this size, squares in the double-precision brute force lose bits.
constexpr double kSmallestForBruteForce_m = 1e-120;

class DifferentialTest : public testing::TestWithParam<int> {
 protected:
  // Each chunk has its own stream and its share of the pairs.
  static Random ChunkRandom() { return Random(TestSeed() * kChunks + static_cast<uint64_t>(GetParam())); }
  static int64_t ChunkPairs(int64_t total) { return std::max<int64_t>(1, TestCaseCount(total) / kChunks); }

  // One pair in sixteen may have many vertices.
  static ShapePair NextPair(Random* random) {
    const int max_vertices = random->Chance(0.0625) ? 24 : 8;
    return RandomPair(RandomFamily(random), max_vertices, random);
  }

  // The same shape as a needle: its points' distances from a line through one of them are
  // multiplied by a small number.
  static ConvexPolygon Flattened(const ConvexPolygon& shape, Vec2 normal, Random* random) {
    const double taken = 1.0 - random->LogUniform(1e-16, 1e-1);
    std::vector<Vec2> points;
    for (const Vec2 p : shape.vertices()) {
      points.push_back(p - taken * Dot(normal, p - shape.vertices()[0]) * normal);
    }
    return ConvexPolygon::Hull(points).value();
  }

  void ExpectBalanced() const {
    // A few pairs cannot be balanced.
    if (checker_.checked() < 1000) return;
    EXPECT_GT(checker_.colliding(), checker_.checked() * 3 / 10);
    EXPECT_LT(checker_.colliding(), checker_.checked() * 7 / 10);
  }

  QueryChecker checker_;
};

TEST_P(DifferentialTest, OneFrame) {
  Random random = ChunkRandom();
  for (int64_t i = 0; i < ChunkPairs(kDefaultPairs * 3 / 4); ++i) {
    const ShapePair pair = NextPair(&random);
    ASSERT_TRUE(checker_.Check(pair.a, pair.b)) << "pair " << i << ", family " << static_cast<int>(pair.family);
    const double extent_m = std::max(pair.a.max_coordinate_m(), pair.b.max_coordinate_m());
    if (extent_m < kSmallestForBruteForce_m) continue;
    // Both answers are within their own bound of the truth; the second one's is in units of the
    // coordinates.
    ASSERT_NEAR(checker_.separation().signed_distance_m, BruteForceSignedDistance(pair.a.vertices(), pair.b.vertices()),
                2.0 * kBruteForceRelativeError * extent_m)
        << "pair " << i;
  }
  ExpectBalanced();
}

// The same pairs with b given in its own frame, whose origin is from a thousandth to a thousand of
// their coordinates away, or in the same place. Moving it there and back rounds it, which makes
// more near-touching pairs, short edges that posing turns, and rounded corners that are flat or
// reflex.
TEST_P(DifferentialTest, Posed) {
  Random random = ChunkRandom();
  for (int64_t i = 0; i < ChunkPairs(kDefaultPairs / 4); ++i) {
    const ShapePair pair = NextPair(&random);
    const double extent_m = std::max(pair.a.max_coordinate_m(), pair.b.max_coordinate_m());
    const double reach_m = random.Chance(0.125) ? 0.0 : std::min(1e6, extent_m * random.LogUniform(1e-3, 1e3));
    const Pose2 a_from_b = RandomPose(reach_m, &random);
    const ConvexPolygon b = ConvexPolygon::Hull(PosedVertices(pair.b, a_from_b.Inverse())).value();
    ASSERT_TRUE(checker_.Check(pair.a, b, a_from_b)) << "pair " << i << ", family " << static_cast<int>(pair.family);
  }
  ExpectBalanced();
}

// A needle along an edge of another shape, its corner at a small gap from the edge's line; and a
// corner above or below the end of an edge of a needle. Short edges on a needle's far side are as
// good as closest within rounding, and so are vertices there as deepest.
TEST_P(DifferentialTest, Needles) {
  Random random = ChunkRandom();
  for (int64_t i = 0; i < ChunkPairs(kDefaultPairs / 5); ++i) {
    const ShapePair pair =
        RandomPair(random.Chance(0.5) ? PairFamily::kChamfers : PairFamily::kNearlyStraight, 8, &random);
    const auto edge_of = [&](const ConvexPolygon& shape) {
      const int first = random.Index(shape.size());
      return std::pair{shape.ring()[first], shape.ring()[first + 1]};
    };
    auto [from, to] = edge_of(pair.b);
    const auto normal_of = [](Vec2 edge) {
      return PerpendicularLeft(NormSquared(edge) > 0.0 ? Normalized(edge) : Vec2{1.0, 0.0});
    };
    ConvexPolygon a = pair.a;
    ConvexPolygon b = pair.b;
    double part = random.Uniform(-0.5, 1.5);
    if (random.Chance(0.5)) {
      a = Flattened(a, normal_of(to - from), &random);
    } else {
      b = Flattened(b, normal_of(to - from), &random);
      std::tie(from, to) = edge_of(b);
      part = random.Index(2);
      if (random.Chance(0.5)) a = ConvexPolygon::Hull({a.vertices()[0]}).value();
    }
    const double extent_m = std::max(a.max_coordinate_m(), b.max_coordinate_m());
    const double gap_m = random.Sign() * extent_m * random.LogUniform(1e-16, 1e-1);
    const Vec2 target = from + part * (to - from) + gap_m * normal_of(to - from);
    const Vec2 shift = target - a.vertices()[random.Index(a.size())];
    std::vector<Vec2> moved;
    for (const Vec2 p : a.vertices()) moved.push_back(p + shift);
    ASSERT_TRUE(checker_.Check(ConvexPolygon::Hull(moved).value(), b)) << "pair " << i;
  }
}

// Corner on corner: a rectangle's side goes on in the line of another shape's side, with a gap or a
// lap of a few roundings at most. Its next side leads away from both at a right angle.
TEST_P(DifferentialTest, SidesInLine) {
  Random random = ChunkRandom();
  for (int64_t i = 0; i < ChunkPairs(kDefaultPairs / 20); ++i) {
    const ShapePair pair = RandomPair(PairFamily::kIndependent, 8, &random);
    const int corner = random.Index(pair.a.size());
    const Vec2 end = pair.a.ring()[corner + 1];
    const Vec2 side = end - pair.a.ring()[corner];
    // A rectangle needs a side, and room to be legal.
    if (!(NormSquared(side) > 0.0) || pair.a.max_coordinate_m() > 1e4) continue;
    const Vec2 along = (random.Chance(0.5) ? 1.0 : random.LogUniform(1e-3, 1e3)) * side;
    const Vec2 outward = -random.LogUniform(1e-3, 1e3) * PerpendicularLeft(side);
    const int roundings = random.Index(5) - 2;
    const Vec2 begin = end + roundings * 0x1p-53 * end;
    const ConvexPolygon rectangle =
        ConvexPolygon::Hull({begin, begin + along, begin + along + outward, begin + outward}).value();
    const Pose2 a_from_b = RandomPose(random.Chance(0.5) ? 0.0 : Norm(end), &random);
    const ConvexPolygon b = ConvexPolygon::Hull(PosedVertices(rectangle, a_from_b.Inverse())).value();
    ASSERT_TRUE(checker_.Check(pair.a, b, a_from_b)) << "pair " << i;
    ASSERT_TRUE(checker_.Check(pair.a, rectangle)) << "pair " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Chunks, DifferentialTest, testing::Range(0, kChunks));

}  // namespace
}  // namespace collision2d
