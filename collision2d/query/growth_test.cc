// How the work of queries grows with the number of vertices, by their counters: linearly, in
// contact and for the depth too, on pairs that once took (n + m)^2.

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/query_context.h"
#include "collision2d/query/separation.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

constexpr double kPi = 3.141592653589793;

ConvexPolygon Ngon(int n, double radius_m, Vec2 center, double turn_rad = 0.0) {
  std::vector<Vec2> points;
  for (int i = 0; i < n; ++i) {
    const double angle_rad = turn_rad + 2.0 * kPi * i / n;
    points.push_back(center + radius_m * Vec2{std::cos(angle_rad), std::sin(angle_rad)});
  }
  return *ConvexPolygon::Hull(points);
}

// Half of a regular polygon, its straight side on the line x = 0 from (0, -1) to (0, 1), moved by
// `offset`: on the left of that line, or on the right.
ConvexPolygon HalfNgon(int n, bool is_left, Vec2 offset) {
  std::vector<Vec2> points;
  for (int i = 0; i < n; ++i) {
    const double angle_rad = kPi * i / (n - 1);
    const double x = i == 0 || i == n - 1 ? 0.0 : std::sin(angle_rad);
    points.push_back(offset + Vec2{is_left ? -x : x, std::cos(angle_rad)});
  }
  return *ConvexPolygon::Hull(points);
}

// A box whose long lower side bends by less than posing rounds: posed, the ring is no longer
// convex.
ConvexPolygon NearlyStraight(int n) {
  std::vector<Vec2> points = {{-1, 1}, {1, 1}};
  for (int i = 0; i < n - 2; ++i) {
    const double x = 2.0 * i / (n - 3) - 1.0;
    points.push_back({x, 1e-13 * (x * x - 1.0)});
  }
  return *ConvexPolygon::Hull(points);
}

struct Pair {
  std::string name;
  ConvexPolygon a;
  ConvexPolygon b;
  Pose2 a_from_b;
};

std::vector<Pair> Contacts(int n) {
  const Pose2 turned = Pose2::FromYaw({0.7, -0.2}, 0.4);
  std::vector<Pair> pairs = {
      {"tangent in vertices", Ngon(n, 1.0, {0, 0}), Ngon(n, 1.0, {2, 0}), {}},
      {"tangent in a vertex and an edge", Ngon(n, 1.0, {0, 0}), Ngon(n, 1.0, {1 + std::cos(kPi / n), 0}, kPi / n), {}},
      {"parallel edges", Ngon(n, 1.0, {0, 0}, kPi / n), Ngon(n, 1.0, {2 * std::cos(kPi / n), 0}, kPi / n), {}},
      {"the same edge", HalfNgon(n, true, {0, 0}), HalfNgon(n, false, {0, 0}), {}},
      {"edges on one line", HalfNgon(n, true, {0, 0}), HalfNgon(n, false, {0, 0.7}), {}},
      {"within, at a vertex", Ngon(n, 1.0, {0, 0}), Ngon(n, 0.5, {0.5, 0}), {}},
      {"different numbers", Ngon(n, 1.0, {0, 0}), Ngon(8, 1.0, {2, 0}), {}},
      {"tangent with a gap", Ngon(n, 1.0, {0, 0}), Ngon(n, 1.0, {2 + 1e-15, 0}), {}},
      {"equal", Ngon(n, 1.0, {0, 0}), Ngon(n, 1.0, {0, 0}), {}},
  };
  // The same posed: rounded, they touch, are apart, or overlap by a little.
  for (size_t i = pairs.size(); i > 0; --i) {
    const Pair& pair = pairs[i - 1];
    pairs.push_back({pair.name + ", posed", *pair.a.Posed(turned), pair.b, turned});
  }
  return pairs;
}

bool IsPosed(const Pair& pair) { return pair.a_from_b.sin != 0.0; }

// The counters of one call of each query.
QueryContext::Counters Counted(const Pair& pair) {
  QueryContext::Counters counters;
  if (IsPosed(pair)) {
    Collides(pair.a, pair.b, pair.a_from_b, {&counters});
    Distance(pair.a, pair.b, pair.a_from_b, {&counters});
    ComputeSeparation(pair.a, pair.b, pair.a_from_b, {&counters});
  } else {
    Collides(pair.a, pair.b, {&counters});
    Distance(pair.a, pair.b, {&counters});
    ComputeSeparation(pair.a, pair.b, {&counters});
  }
  return counters;
}

// `counters` are those of all three queries together.
void ExpectLinear(const Pair& pair, const QueryContext::Counters& counters) {
  const int64_t size = pair.a.size() + pair.b.size();
  EXPECT_LE(counters.exact_path_vertices, 4 * size);
  EXPECT_LE(counters.depth_vertices, 8 * size);
  EXPECT_EQ(counters.limit_hits, 0);
}

TEST(Growth, ContactOfLargePolygons) {
  int64_t entries = 0;
  for (const int n : {8, 16, 32, 64, 128, 256, 512, 1024, 2000}) {
    for (const Pair& pair : Contacts(n)) {
      SCOPED_TRACE(testing::Message() << pair.name << ", n = " << n);
      const QueryContext::Counters counters = Counted(pair);
      ExpectLinear(pair, counters);
      entries += counters.exact_path_entries;
    }
  }
  EXPECT_GT(entries, 9 * 18);
}

TEST(Growth, DepthOfLargePolygons) {
  for (const int n : {32, 64, 128, 256, 512, 1024, 2000}) {
    const ConvexPolygon circle = Ngon(n, 1.0, {0, 0});
    const Pose2 turned = Pose2::FromYaw({0.1, -0.2}, 0.4);
    const std::vector<Pair> pairs = {
        {"within", circle, Ngon(n, 0.5, {0.3, 0.1}), {}},
        {"within, centred", circle, Ngon(n, 0.5, {0, 0}), {}},
        {"equal", circle, circle, {}},
        {"nearly equal", circle, Ngon(n, 1.0, {1e-3, 0}), {}},
        {"different numbers", circle, Ngon(n / 2 + 1, 0.7, {0.1, 0.2}), {}},
        {"overlapping", circle, Ngon(n, 1.0, {1.5, 0}), {}},
        {"a triangle within", circle, *ConvexPolygon::Create({{-0.2, -0.1}, {0.3, 0}, {0, 0.3}}), {}},
        {"within, posed", circle, Ngon(n, 0.5, {0.3, 0.1}), turned},
        {"nearly straight, posed", circle, NearlyStraight(n), turned},
        {"nearly straight twice, posed", NearlyStraight(n), NearlyStraight(n), turned},
    };
    for (const Pair& pair : pairs) {
      SCOPED_TRACE(testing::Message() << pair.name << ", n = " << n);
      const QueryContext::Counters counters = Counted(pair);
      ExpectLinear(pair, counters);
      EXPECT_GT(counters.depth_vertices, 0);
    }
  }
}

// A rectangle whose corners have n / 4 vertices each.
ConvexPolygon RoundedRectangle(int n, double corner_radius_m) {
  std::vector<Vec2> points;
  for (int i = 0; i < n; ++i) {
    const int corner = 4 * i / n;
    const double angle_rad = 0.5 * kPi * (corner + (4.0 * i / n - corner) * n / (n - 4.0));
    const Vec2 middle = {corner == 0 || corner == 3 ? 2.2 : -2.2, corner < 2 ? 0.9 : -0.9};
    points.push_back(middle + corner_radius_m * Vec2{std::cos(angle_rad), std::sin(angle_rad)});
  }
  return *ConvexPolygon::Hull(points);
}

// Posing turns the short edges of rounded corners far from the map's origin, so that their lines
// reach shapes metres away. Such pairs are not in contact: they are left to the walk, which starts
// next to the closest feature.
TEST(Growth, RoundedCornersFarFromTheOrigin) {
  for (const int n : {64, 256, 1024}) {
    for (const double corner_radius_m : {0.1, 0.01, 0.001}) {
      const ConvexPolygon rounded = RoundedRectangle(n, corner_radius_m);
      for (const double reach_m : {0.0, 1e3, 1e5, 1e6}) {
        for (int k = 0; k < 64; ++k) {
          SCOPED_TRACE(testing::Message() << n << ' ' << corner_radius_m << ' ' << reach_m << ' ' << k);
          const Vec2 place = {0.7 * reach_m, -reach_m};
          const double heading_rad = 2.0 * kPi * k / 64;
          const ConvexPolygon quadrilateral = *ConvexPolygon::Hull(
              {place + Vec2{2, 1}, place + Vec2{-2, 1}, place + Vec2{-2, -1}, place + Vec2{2, -1}});
          for (const double way_m : {5.5, 9.0}) {
            const Pose2 pose = Pose2::FromYaw(place + way_m * Vec2{std::cos(heading_rad), std::sin(heading_rad)},
                                              5.0 * heading_rad + 0.1);
            QueryContext::Counters counters;
            Distance(quadrilateral, rounded, pose, {&counters});
            EXPECT_EQ(counters.exact_path_entries, 0);
            // A sixteenth of the vertices has one entry in the table of starts, of which every n /
            // 256-th vertex has one.
            EXPECT_LE(counters.iterations, 4 + n / 8);
            ComputeSeparation(quadrilateral, rounded, pose, {&counters});
            Collides(quadrilateral, rounded, pose, {&counters});
            EXPECT_EQ(counters.exact_path_entries, 0);
            EXPECT_EQ(counters.limit_hits, 0);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace collision2d
