#include "collision2d/testing/extended_distance.h"

#include <gmpxx.h>

#include <cfloat>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/query_checker.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

// As a rational: the double and the rest of it.
mpq_class Exactly(long double value) {
  const auto head = static_cast<double>(value);
  return mpq_class(head) + mpq_class(static_cast<double>(value - head));
}

// What is certain is right, on every family, in one frame and with vertices that posing has
// rounded; and most pairs are certain.
TEST(ExtendedDistance, AgreesWithExactIntegers) {
  if (LDBL_MANT_DIG < 64) {
    EXPECT_FALSE(MeasureExtended({{0, 0}, {1, 0}, {0, 1}}, {{2, 0}, {3, 0}, {2, 1}}).is_certain);
    return;
  }
  Random random(TestSeed());
  ExactOracle oracle;
  ExactOracle of_point;
  int64_t certain = 0;
  const int64_t count = TestCaseCount(20000);
  for (int64_t i = 0; i < count; ++i) {
    const ShapePair pair = RandomPair(RandomFamily(&random), 8, &random);
    const std::vector<Vec2> a(pair.a.vertices().begin(), pair.a.vertices().end());
    const Pose2 turn = random.Chance(0.5) ? RandomPose(0.0, &random) : Pose2{};
    const std::vector<Vec2> b = PosedVertices(pair.b, turn);
    SCOPED_TRACE(testing::Message() << Name(pair.family) << HexFormat(pair.a) << HexFormat(pair.b) << HexFormat(turn));
    const ExtendedDistance extended = MeasureExtended(a, b);
    if (!extended.is_certain) continue;
    ++certain;
    oracle.SetPair(a, b);
    ASSERT_EQ(extended.signed_distance_m > 0.0L, oracle.relation() == ExactRelation::kDisjoint);
    ASSERT_NE(oracle.relation(), ExactRelation::kTouching);
    const mpq_class error = Exactly(extended.error_m) + mpq_class(DBL_TRUE_MIN);
    ASSERT_TRUE(oracle.IsWithinAbsolute(Exactly(extended.signed_distance_m), error)) << extended.signed_distance_m;
    ASSERT_LE(extended.size_m, (1.0 + 0x1p-50) * oracle.Size());

    const Vec2 point = b[random.Index(static_cast<int>(b.size()))];
    const auto limit_m = static_cast<double>(random.Uniform(0.0, 2.0) * extended.signed_distance_m);
    if (IsWithinExtended(point, a, limit_m, extended.error_m)) {
      of_point.SetPair({point}, a);
      ASSERT_TRUE(of_point.relation() != ExactRelation::kDisjoint || of_point.IsWithinAbsolute(0, limit_m));
    }
  }
  EXPECT_GT(certain, count * 6 / 10);
}

}  // namespace
}  // namespace collision2d
