// In one frame, (a, b) and (b, a) have one answer, to the bit: on every family of pairs, with radii, on equal rings
// that begin at different vertices, and on the pairs of the tables.

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/paper_dataset.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/symmetry_checker.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

constexpr int64_t kDefaultPairs = 20000;

ConvexPolygon WithRadius(absl::Span<const Vec2> vertices, double radius_m) {
  return ConvexPolygon::Create(vertices, radius_m).value();
}

ConvexPolygon BegunAt(int first, const ConvexPolygon& ring) {
  std::vector<Vec2> vertices(ring.vertices().begin() + first, ring.vertices().end());
  vertices.insert(vertices.end(), ring.vertices().begin(), ring.vertices().begin() + first);
  return WithRadius(vertices, ring.radius_m());
}

TEST(Symmetry, EveryFamily) {
  Random random(TestSeed());
  for (int family = 0; family < kPairFamilyCount; ++family) {
    for (int64_t i = 0; i < TestCaseCount(kDefaultPairs); ++i) {
      const ShapePair pair = RandomPair(static_cast<PairFamily>(family), random.Chance(0.0625) ? 24 : 8, &random);
      ASSERT_TRUE(AnswersAreSymmetric(pair.a, pair.b)) << Name(pair.family);
    }
  }
}

TEST(Symmetry, EveryFamilyWithRadii) {
  Random random(TestSeed());
  for (int64_t i = 0; i < TestCaseCount(kDefaultPairs); ++i) {
    const ShapePair pair = RandomPair(RandomFamily(&random), 8, &random);
    const double size_m = pair.a.bounding_radius_m() + pair.b.bounding_radius_m();
    const double radius_m = random.Uniform(0.0, 1.0) * size_m;
    const ConvexPolygon a = WithRadius(pair.a.vertices(), radius_m);
    ASSERT_TRUE(AnswersAreSymmetric(a, pair.b)) << Name(pair.family);
    ASSERT_TRUE(AnswersAreSymmetric(a, WithRadius(pair.b.vertices(), radius_m))) << Name(pair.family);
  }
}

// Every direction is as good as its opposite, and every edge as its opposite edge.
TEST(Symmetry, TiesOfRegularShapes) {
  for (int n = 3; n <= 40; ++n) {
    const ConvexPolygon regular = RegularPolygon(n, 1.0);
    const ConvexPolygon large = RegularPolygon(n, 2.0);
    ASSERT_TRUE(AnswersAreSymmetric(regular, regular));
    ASSERT_TRUE(AnswersAreSymmetric(regular, large));
    ASSERT_TRUE(AnswersAreSymmetric(WithRadius(regular.vertices(), 0.5), regular));
    for (int first = 1; first < n; ++first) {
      ASSERT_TRUE(AnswersAreSymmetric(regular, BegunAt(first, regular)));
      ASSERT_TRUE(AnswersAreSymmetric(large, BegunAt(first, regular)));
    }
  }
}

TEST(Symmetry, EqualRingsBegunAtDifferentVertices) {
  Random random(TestSeed());
  for (int64_t i = 0; i < TestCaseCount(kDefaultPairs); ++i) {
    const ConvexPolygon ring = RandomPair(RandomFamily(&random), 16, &random).a;
    ASSERT_TRUE(AnswersAreSymmetric(ring, BegunAt(random.Index(ring.size()), ring)));
  }
}

TEST(Symmetry, PairsOfTheTables) {
  for (const PairClass pair_class : kPairClasses) {
    for (const int vertex_count : {4, 8, 12, 16, 20, 24}) {
      const int pair_count = static_cast<int>(TestCaseCount(3000));
      for (const PolygonPair& pair : PaperPairs(pair_class, vertex_count, pair_count, TestSeed())) {
        ASSERT_TRUE(AnswersAreSymmetric(pair.a, pair.b)) << Name(pair_class) << ", " << vertex_count << " vertices";
      }
    }
  }
}

}  // namespace
}  // namespace collision2d
