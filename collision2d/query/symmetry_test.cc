// In one frame, (a, b) and (b, a) have one answer, to the bit: on every family of pairs, with
// radii, on equal rings that begin at different vertices, at every scale, and on the pairs of the
// tables.

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/paper_dataset.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/symmetry_checker.h"
#include "collision2d/testing/test.h"

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

// At every scale down to the smallest numbers, apart by up to a thousand times the size, at the
// origin and far from it.
TEST(Symmetry, EveryScale) {
  Random random(TestSeed());
  for (int64_t i = 0; i < TestCaseCount(kDefaultPairs); ++i) {
    const ShapePair pair = RandomPair(RandomFamily(&random), random.Chance(0.0625) ? 24 : 8, &random);
    const Vec2 origin = pair.a.vertices()[0];
    double extent_m = 0.0;
    for (const ConvexPolygon* shape : {&pair.a, &pair.b}) {
      for (const Vec2 v : shape->vertices()) extent_m = std::max(extent_m, Norm1(v - origin));
    }
    if (extent_m < 0x1p-1000) continue;
    // A third near the limit of single precision, whose squares underflow, and of
    // kSquaresUnderflow_m.
    const double scale = random.Chance(0.3) ? random.LogUniform(1e-40, 1e-15) : random.LogUniform(1e-308, 1e4);
    const double gap = random.Chance(0.3) ? random.LogUniform(1e-3, 1e3) : 0.0;
    const double reach = random.Chance(0.3) ? random.LogUniform(1e-3, 1e3) : 0.0;
    const Vec2 offset = {random.Uniform(-reach, reach), random.Uniform(-reach, reach)};
    const auto scaled = [&](const ConvexPolygon& shape, Vec2 shift) {
      std::vector<Vec2> points;
      for (const Vec2 v : shape.vertices()) points.push_back(scale * (1.0 / extent_m * (v - origin) + shift));
      return ConvexPolygon::Hull(points).value();
    };
    const ConvexPolygon a = scaled(pair.a, offset);
    const ConvexPolygon b = scaled(pair.b, offset + gap * Vec2{1.0, 0.3});
    ASSERT_TRUE(AnswersAreSymmetric(a, b)) << Name(pair.family) << ", pair " << i;
  }
}

// The moments of shapes below 10^-22 m underflow in single precision, and those of slivers on one
// line have no component across it: both shapes took the same sector for the one that faces the
// other shape, whichever came first.
TEST(Symmetry, NoMomentsAcrossTheLineOfTheCentres) {
  EXPECT_TRUE(AnswersAreSymmetric(WithRadius({{0x0p+0, 0x0p+0},
                                              {0x1.93658b18eb82p-94, -0x1.22ce9fecf5c98p-93},
                                              {0x1.d533106fd82e9p-94, -0x1.397201f8b1276p-93},
                                              {0x1.39f0a566e09a9p-93, -0x1.5174f341a1ee2p-93},
                                              {0x1.ed29f58f6a4ep-95, -0x1.7c0434e002299p-95}},
                                             0.0),
                                  WithRadius({{-0x1.6aa775ab61589p-95, 0x1.612717c6b42f5p-93},
                                              {0x1.20c476ff285fep-93, -0x1.83d0e751dfddcp-94},
                                              {0x1.5ea932bc0e63cp-93, -0x1.d8fd3a3b8b87fp-94},
                                              {0x1.f3ea1247305b8p-93, -0x1.19aa1f64bd344p-93},
                                              {0x1.1a89c18609b89p-94, 0x1.5cdd9b0ea2c49p-94}},
                                             0.0)));
  const auto sliver = [](double from, int side) {
    std::vector<Vec2> points;
    for (int k = 0; k <= 4; ++k) {
      const double along = from + 0.25 * k;
      const double bulge = side * 0x1p-20 * k * (4 - k);
      points.push_back({along - bulge, along + bulge});
    }
    return ConvexPolygon::Hull(points).value();
  };
  for (const int side_a : {-1, 1}) {
    for (const int side_b : {-1, 1}) {
      EXPECT_TRUE(AnswersAreSymmetric(sliver(0.0, side_a), sliver(1.5, side_b)));
      EXPECT_TRUE(AnswersAreSymmetric(sliver(0.0, side_a), sliver(0.5, side_b)));
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
