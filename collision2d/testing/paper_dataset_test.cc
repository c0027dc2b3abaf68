#include "collision2d/testing/paper_dataset.h"

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/brute_force.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

constexpr int kPairsOfClass = 300;

double Diameter(const ConvexPolygon& shape) {
  double diameter = 0.0;
  for (const Vec2 p : shape.vertices()) {
    for (const Vec2 q : shape.vertices()) diameter = std::max(diameter, Norm(p - q));
  }
  return diameter;
}

class PaperPairsTest : public testing::TestWithParam<int> {};

INSTANTIATE_TEST_SUITE_P(VertexCounts, PaperPairsTest, testing::Values(3, 4, 8, 12, 24));

TEST_P(PaperPairsTest, ShapesAreOfTheirSize) {
  for (const PairClass pair_class : kPairClasses) {
    double least = 5.0, greatest = 0.0;
    for (const PolygonPair& pair : PaperPairs(pair_class, GetParam(), kPairsOfClass, TestSeed())) {
      for (const ConvexPolygon* shape : {&pair.a, &pair.b}) {
        EXPECT_EQ(shape->size(), GetParam());
        EXPECT_EQ(shape->radius_m(), 0.0);
        EXPECT_LE(shape->max_coordinate_m(), 50.0);
        least = std::min(least, Diameter(*shape));
        greatest = std::max(greatest, Diameter(*shape));
      }
    }
    // The vertices are rounded after they were moved to their place.
    EXPECT_GT(least, 1.0 - 1e-13);
    EXPECT_LT(greatest, 5.0 + 1e-13);
    EXPECT_LT(least, 1.5);
    EXPECT_GT(greatest, 4.5);
  }
}

TEST_P(PaperPairsTest, AreOfTheirClassByTheExactOracle) {
  ExactOracle oracle;
  for (const PairClass pair_class : kPairClasses) {
    int disjoint = 0;
    for (const PolygonPair& pair : PaperPairs(pair_class, GetParam(), kPairsOfClass, TestSeed())) {
      oracle.SetPair(pair.a.vertices(), pair.b.vertices());
      const double distance = BruteForceSignedDistance(pair.a.vertices(), pair.b.vertices());
      const testing::Message message = testing::Message() << Name(pair_class) << HexFormat(pair.a) << HexFormat(pair.b);
      disjoint += oracle.relation() == ExactRelation::kDisjoint ? 1 : 0;
      switch (pair_class) {
        case PairClass::kDistant:
          EXPECT_EQ(oracle.relation(), ExactRelation::kDisjoint) << message;
          EXPECT_GT(distance, 0.1 - 1e-13) << message;
          EXPECT_LT(distance, 20.0 + 1e-13) << message;
          break;
        case PairClass::kOverlapping:
          EXPECT_EQ(oracle.relation(), ExactRelation::kOverlapping) << message;
          break;
        case PairClass::kTouching:
          EXPECT_LT(std::abs(distance), kTouchingGap_m) << message;
          break;
        case PairClass::kContact:
          EXPECT_LT(std::abs(distance), 2.0 * kContactGap_m) << message;
          break;
      }
    }
    // Rounding takes either side.
    if (pair_class == PairClass::kTouching || pair_class == PairClass::kContact) {
      EXPECT_GT(disjoint, kPairsOfClass / 5) << Name(pair_class);
      EXPECT_LT(disjoint, kPairsOfClass * 4 / 5) << Name(pair_class);
    }
  }
}

TEST(PaperPairs, DistancesFillTheirRange) {
  double least = 20.0, greatest = 0.0, sum = 0.0;
  for (const PolygonPair& pair : PaperPairs(PairClass::kDistant, 8, kPairsOfClass, TestSeed())) {
    const double distance = BruteForceSignedDistance(pair.a.vertices(), pair.b.vertices());
    least = std::min(least, distance);
    greatest = std::max(greatest, distance);
    sum += distance;
  }
  EXPECT_LT(least, 1.0);
  EXPECT_GT(greatest, 19.0);
  EXPECT_NEAR(sum / kPairsOfClass, 10.05, 2.0);
}

TEST(PaperPairs, SameSeedSameBits) {
  for (const PairClass pair_class : kPairClasses) {
    const std::vector<PolygonPair> longer = PaperPairs(pair_class, 8, 20, 7);
    const std::vector<PolygonPair> shorter = PaperPairs(pair_class, 8, 10, 7);
    const std::vector<PolygonPair> other = PaperPairs(pair_class, 8, 10, 8);
    ASSERT_EQ(shorter.size(), 10u);
    for (size_t i = 0; i < shorter.size(); ++i) {
      EXPECT_EQ(HexFormat(shorter[i].a), HexFormat(longer[i].a));
      EXPECT_EQ(HexFormat(shorter[i].b), HexFormat(longer[i].b));
      EXPECT_NE(HexFormat(shorter[i].a), HexFormat(other[i].a));
    }
  }
}

}  // namespace
}  // namespace collision2d
