#include "collision2d/query/stages/simplex.h"

#include <array>

#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/brute_force.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

// Rounding of a closest point, relative to the largest corner: sixteen units in the last place.
constexpr double kClosestRelativeError = 16.0 * 0x1p-52;

double MaxNorm(Vec2 a, Vec2 b, Vec2 c) { return std::max({Norm(a), Norm(b), Norm(c)}); }

Vec2 ClosestOfEdges(Vec2 a, Vec2 b, Vec2 c) {
  Vec2 best = ClosestPointOnSegment({}, a, b);
  for (const Vec2 p : {ClosestPointOnSegment({}, b, c), ClosestPointOnSegment({}, c, a)}) {
    if (NormSquared(p) < NormSquared(best)) best = p;
  }
  return best;
}

// By exact signs, so that only the closest point itself is rounded.
bool HoldsOrigin(Vec2 a, Vec2 b, Vec2 c) {
  const double ab = Orient2d(a, b, {});
  const double bc = Orient2d(b, c, {});
  const double ca = Orient2d(c, a, {});
  return Orient2d(a, b, c) != 0.0 && ((ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0));
}

std::string Format(Vec2 a, Vec2 b, Vec2 c) { return HexFormat(std::array<Vec2, 3>{a, b, c}); }

// Barycode, weights and point of one answer belong together.
void ExpectConsistent(const internal::Subdistance& s, Vec2 a, Vec2 b, Vec2 c) {
  const double scale = MaxNorm(a, b, c);
  EXPECT_EQ((s.barycode & 4) != 0, s.lambda_a > 0.0);
  EXPECT_EQ((s.barycode & 2) != 0, s.lambda_b > 0.0);
  EXPECT_EQ((s.barycode & 1) != 0, s.lambda_c > 0.0);
  EXPECT_GE(std::min({s.lambda_a, s.lambda_b, s.lambda_c}), 0.0);
  EXPECT_NEAR(s.lambda_a + s.lambda_b + s.lambda_c, 1.0, 0x1p-51);
  const Vec2 combined = s.lambda_a * a + s.lambda_b * b + s.lambda_c * c;
  EXPECT_LE(Norm(combined - s.closest), kClosestRelativeError * scale);
  if (s.barycode == 7) {
    EXPECT_EQ(s.closest, (Vec2{0.0, 0.0}));
  }
}

void ExpectClosest(const internal::Subdistance& s, Vec2 a, Vec2 b, Vec2 c) {
  ExpectConsistent(s, a, b, c);
  const double expected = HoldsOrigin(a, b, c) ? 0.0 : Norm(ClosestOfEdges(a, b, c));
  EXPECT_NEAR(Norm(s.closest), expected, kClosestRelativeError * MaxNorm(a, b, c));
}

void ExpectClosestInEveryOrder(Vec2 a, Vec2 b, Vec2 c) {
  std::array<Vec2, 3> corners = {a, b, c};
  std::array<int, 3> order = {0, 1, 2};
  do {
    const Vec2 p = corners[order[0]];
    const Vec2 q = corners[order[1]];
    const Vec2 r = corners[order[2]];
    SCOPED_TRACE(Format(p, q, r));
    ExpectClosest(internal::S2D(p, q, r), p, q, r);
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(S1D, EveryRegion) {
  struct Case {
    Vec2 a, b;
    int barycode;
    Vec2 closest;
    double lambda_a;
  };
  const std::vector<Case> cases = {
      {{1, 1}, {3, 1}, 4, {1, 1}, 1.0},     // Before A.
      {{-3, 1}, {-1, 1}, 2, {-1, 1}, 0.0},  // Beyond B.
      {{-1, 2}, {3, 2}, 6, {0, 2}, 0.75},   // Between.
      {{-1, 0}, {3, 0}, 6, {0, 0}, 0.75},   // On it.
      {{0, 2}, {4, 2}, 4, {0, 2}, 1.0},     // Straight above A.
      {{-4, 2}, {0, 2}, 2, {0, 2}, 0.0},    // Straight above B.
      {{0, 0}, {1, 1}, 4, {0, 0}, 1.0},     // On A.
      {{1, 1}, {0, 0}, 2, {0, 0}, 0.0},     // On B.
      {{1, 1}, {3, 3}, 4, {1, 1}, 1.0},     // In line, before A.
      {{2, 5}, {2, 5}, 4, {2, 5}, 1.0},     // Equal points.
      {{0, 0}, {0, 0}, 4, {0, 0}, 1.0},     // Equal points on O.
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(HexFormat(std::array<Vec2, 2>{c.a, c.b}));
    const internal::Subdistance s = internal::S1D(c.a, c.b);
    EXPECT_EQ(s.barycode, c.barycode);
    EXPECT_EQ(s.closest, c.closest);
    EXPECT_EQ(s.lambda_a, c.lambda_a);
    EXPECT_EQ(s.lambda_b, 1.0 - c.lambda_a);
    EXPECT_EQ(s.lambda_c, 0.0);
  }
}

// From an end that is far away the closest point would err by the rounding of its coordinates.
TEST(S1D, MeasuresFromTheNearerEnd) {
  Random random(TestSeed());
  int between = 0;
  for (int i = 0; i < 1000; ++i) {
    const Vec2 near = {random.Uniform(-1.0, 1.0), random.Uniform(-1.0, 1.0)};
    const Vec2 far = near + 1e8 * Vec2{random.Uniform(-1.0, 1.0), random.Uniform(-1.0, 1.0)};
    const internal::Subdistance from_far = internal::S1D(far, near);
    if (from_far.barycode != 6) continue;
    ++between;
    const double expected = std::abs(Orient2d(far, near, {})) / Norm(near - far);
    ASSERT_NEAR(Norm(from_far.closest), expected, 1e-14) << Format(far, near, {});
    ASSERT_NEAR(Norm(internal::S1D(near, far).closest), expected, 1e-14) << Format(far, near, {});
  }
  EXPECT_GT(between, 300);
}

TEST(S1D, RandomSegments) {
  Random random(TestSeed());
  for (int64_t i = 0; i < TestCaseCount(20000) && !HasFailure(); ++i) {
    const double scale = random.LogUniform(1e-3, 1e6);
    const Vec2 a = {random.Uniform(-scale, scale), random.Uniform(-scale, scale)};
    const double length = random.LogUniform(1e-9, 1.0);
    const Vec2 b = a + length * Vec2{random.Uniform(-scale, scale), random.Uniform(-scale, scale)};
    SCOPED_TRACE(HexFormat(std::array<Vec2, 2>{a, b}));
    const internal::Subdistance s = internal::S1D(a, b);
    ExpectConsistent(s, a, b, b);
    EXPECT_NEAR(Norm(s.closest), Norm(ClosestPointOnSegment({}, a, b)), kClosestRelativeError * MaxNorm(a, b, b));
  }
}

// The triangle A (0, 0), B (4, 0), C (0, 3), seen from a point in each of its regions.
TEST(S2D, EveryRegion) {
  struct Case {
    Vec2 origin;
    int barycode;
    Vec2 closest_point;
  };
  const std::vector<Case> cases = {
      {{1, 1}, 7, {1, 1}},   {{2, -1}, 6, {2, 0}}, {{-1, 1}, 5, {0, 1}}, {{5, 5.5}, 3, {2, 1.5}},
      {{-1, -1}, 4, {0, 0}}, {{6, -1}, 2, {4, 0}}, {{-1, 6}, 1, {0, 3}},
  };
  const Vec2 a = {0, 0}, b = {4, 0}, c = {0, 3};
  for (const Case& k : cases) {
    SCOPED_TRACE(HexFormat(k.origin));
    const internal::Subdistance s = internal::S2D(a - k.origin, b - k.origin, c - k.origin);
    EXPECT_EQ(s.barycode, k.barycode);
    EXPECT_LE(Norm(s.closest - (k.closest_point - k.origin)), 1e-15);
    ExpectClosestInEveryOrder(a - k.origin, b - k.origin, c - k.origin);
    // Clockwise: B and C change places, and so do their bits.
    const int mirrored = (k.barycode & 4) | ((k.barycode & 2) >> 1) | ((k.barycode & 1) << 1);
    EXPECT_EQ(internal::S2D(a - k.origin, c - k.origin, b - k.origin).barycode, mirrored);
  }
}

// Behind an obtuse corner the vertical cone is not all of the corner's Voronoi region.
TEST(S2D, ConeBehindObtuseCorner) {
  const Vec2 a = {0, 0}, b = {4, 0}, c = {-3, 1};
  struct Case {
    Vec2 origin;
    int barycode;
  };
  for (const Case& k : {Case{{2.6, -1}, 6}, Case{{-5, 0.5}, 1}, Case{{-0.1, -1}, 4}, Case{{-1, -0.1}, 5}}) {
    SCOPED_TRACE(HexFormat(k.origin));
    EXPECT_EQ(internal::S2D(a - k.origin, b - k.origin, c - k.origin).barycode, k.barycode);
    ExpectClosestInEveryOrder(a - k.origin, b - k.origin, c - k.origin);
  }
}

TEST(S2D, FlatTriangles) {
  ExpectClosestInEveryOrder({-1, 1}, {0, 1}, {3, 1});                         // Collinear, O beside.
  ExpectClosestInEveryOrder({1, 0}, {2, 0}, {3, 0});                          // Collinear with O, O outside.
  ExpectClosestInEveryOrder({-1, 0}, {2, 0}, {3, 0});                         // Collinear with O, O between.
  ExpectClosestInEveryOrder({0, 0}, {2, 1}, {4, 2});                          // O on a corner.
  ExpectClosestInEveryOrder({1, 2}, {1, 2}, {3, 2});                          // Two equal corners.
  ExpectClosestInEveryOrder({-1, 2}, {3, 2}, {3, 2});                         // Two equal corners, an edge beside O.
  ExpectClosestInEveryOrder({1, 2}, {1, 2}, {1, 2});                          // A point.
  ExpectClosestInEveryOrder({0, 0}, {0, 0}, {0, 0});                          // O itself.
  ExpectClosestInEveryOrder({-1, 1}, {0, 1}, {1, std::nextafter(1.0, 2.0)});  // Flat to the last bit.
}

// Where S2DOrdered applies, in exact integers: O's closest point on BC is inside BC, and A is
// beyond it.
bool OrderedApplies(Vec2 a, Vec2 b, Vec2 c) {
  const Vec2 edge = c - b;
  if (!(Dot(b, edge) < 0 && Dot(c, edge) > 0)) return false;
  // With n perpendicular to BC on the side of O: the support step found n . A < n . B.
  const double offset = Cross(b, c);
  const Vec2 n = offset > 0 ? -PerpendicularLeft(edge) : PerpendicularLeft(edge);
  return offset != 0 && Dot(n, a) < Dot(n, b);
}

// All triangles on a 5 x 5 grid about O, every order of corners included.
TEST(S2D, ExhaustiveOnGrid) {
  int ordered_cases = 0;
  const auto point = [](int i) { return Vec2{static_cast<double>(i % 5 - 2), static_cast<double>(i / 5 - 2)}; };
  for (int i = 0; i < 25; ++i) {
    for (int j = 0; j < 25; ++j) {
      for (int k = 0; k < 25 && !HasFailure(); ++k) {
        const Vec2 a = point(i), b = point(j), c = point(k);
        SCOPED_TRACE(Format(a, b, c));
        const internal::Subdistance general = internal::S2D(a, b, c);
        ExpectClosest(general, a, b, c);
        if (!OrderedApplies(a, b, c)) continue;
        ++ordered_cases;
        const internal::Subdistance ordered = internal::S2DOrdered(a, b, c);
        ExpectClosest(ordered, a, b, c);
        EXPECT_LE(Norm(ordered.closest - general.closest), kClosestRelativeError * MaxNorm(a, b, c));
      }
    }
  }
  EXPECT_GT(ordered_cases, 100);
}

TEST(S2D, RandomTriangles) {
  Random random(TestSeed());
  std::array<int, 8> seen = {};
  std::array<int, 8> seen_ordered = {};
  for (int64_t i = 0; i < TestCaseCount(50000) && !HasFailure(); ++i) {
    const double scale = random.LogUniform(1e-3, 1e6);
    const auto point = [&] { return Vec2{random.Uniform(-scale, scale), random.Uniform(-scale, scale)}; };
    const Vec2 a = point();
    const Vec2 b = point();
    Vec2 c = point();
    // One triangle in four is a sliver.
    if (random.Chance(0.25)) {
      const Vec2 on_line = a + random.Uniform(-1.0, 2.0) * (b - a);
      c = on_line + random.LogUniform(1e-16, 1e-3) * c;
    }
    SCOPED_TRACE(Format(a, b, c));
    const internal::Subdistance general = internal::S2D(a, b, c);
    ExpectClosest(general, a, b, c);
    ++seen[general.barycode];
    if (!OrderedApplies(a, b, c)) continue;
    const internal::Subdistance ordered = internal::S2DOrdered(a, b, c);
    ExpectClosest(ordered, a, b, c);
    ++seen_ordered[ordered.barycode];
  }
  for (int barycode = 1; barycode < 8; ++barycode) EXPECT_GT(seen[barycode], 0) << barycode;
  for (int barycode = 4; barycode < 8; ++barycode) EXPECT_GT(seen_ordered[barycode], 0) << barycode;
}

// The answer is the same at every scale: nothing absolute decides.
TEST(S2D, ScaleFree) {
  Random random(TestSeed());
  for (int i = 0; i < 2000 && !HasFailure(); ++i) {
    const auto point = [&] { return Vec2{random.Uniform(-1.0, 1.0), random.Uniform(-1.0, 1.0)}; };
    const Vec2 a = point(), b = point(), c = point();
    const internal::Subdistance unit = internal::S2D(a, b, c);
    for (const int exponent : {-498, -300, -20, 20, 300, 498}) {
      const double scale = std::ldexp(1.0, exponent);
      const internal::Subdistance scaled = internal::S2D(scale * a, scale * b, scale * c);
      SCOPED_TRACE(Format(scale * a, scale * b, scale * c));
      EXPECT_EQ(scaled.barycode, unit.barycode);
      // Not to the bit: at 10^-150 products are near the subnormal numbers.
      EXPECT_LE(Norm(scaled.closest - scale * unit.closest), 1e-15 * scale);
    }
  }
}

TEST(Simplex, KeepsOnlyTheVerticesThatHoldTheClosestPoint) {
  const internal::CsoVertex far = {{3, 1}, 0, 0};
  const internal::CsoVertex middle = {{2, 1}, 1, 0};
  const internal::CsoVertex near = {{1, 1}, 2, 0};
  const internal::Simplex of_two = internal::Simplex::Of(far, near);
  EXPECT_EQ(of_two.size, 1);
  EXPECT_TRUE(SameVertices(of_two.vertex[0], near));
  internal::Simplex of_three;
  of_three.vertex = {middle, near, {}};
  of_three.size = 2;
  of_three.AddAndReduce(far);
  EXPECT_EQ(of_three.size, 1);
  EXPECT_TRUE(SameVertices(of_three.vertex[0], near));
  EXPECT_EQ(of_three.closest, near.point);
}

}  // namespace
}  // namespace collision2d
