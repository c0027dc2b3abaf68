#include "absl/types/span.h"
#include "collision2d/code_generation.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/exact/exact_support.h"
#include "collision2d/query/exact/penetration.h"
#include "collision2d/testing/brute_force.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/paper_dataset.h"
#include "collision2d/testing/scoped_target.h"
#include "collision2d/testing/test.h"
#include "hwy/targets.h"

namespace collision2d::internal {
namespace {

// m. For coordinates of up to 100 m.
constexpr double kTolerance_m = 1e-12;

FacingPoints Ask(const ConvexPolygon& owner, int edge, Vec2 normal, const ConvexPolygon& other, int innermost) {
  return FindDeepestPoints(VertexRing(owner, nullptr, 1.0, true), edge, normal, VertexRing(other, nullptr, 1.0, true),
                           innermost, kTolerance_m);
}

int IndexOf(const ConvexPolygon& shape, Vec2 vertex) {
  const auto at = std::find(shape.vertices().begin(), shape.vertices().end(), vertex);
  return at == shape.vertices().end() ? -1 : static_cast<int>(at - shape.vertices().begin());
}

double DistanceToBoundary(Vec2 point, absl::Span<const Vec2> ring) {
  double least_m = kInf;
  for (size_t i = 0; i < ring.size(); ++i) {
    least_m = std::min(least_m, Norm(point - ClosestPointOnSegment(point, ring[i], ring[(i + 1) % ring.size()])));
  }
  return least_m;
}

TEST(FindDeepestPoints, FootOnTheEdge) {
  const ConvexPolygon box = *ConvexPolygon::Create({{0, 0}, {8, 0}, {8, 4}, {0, 4}});
  const ConvexPolygon wedge = *ConvexPolygon::Create({{7, 1}, {12, 0}, {12, 3}});
  const FacingPoints inside = Ask(box, 1, {1, 0}, wedge, 0);
  EXPECT_EQ(inside.on_owner, (Vec2{8, 1}));
  EXPECT_EQ(inside.on_other, (Vec2{7, 1}));
  // A foot on the edge's first vertex is one; so is that of a point and of a segment's end.
  const FacingPoints at_corner = Ask(box, 1, {1, 0}, *ConvexPolygon::Create({{7, 0}, {12, 0}, {12, 3}}), 0);
  EXPECT_EQ(at_corner.on_owner, (Vec2{8, 0}));
  EXPECT_EQ(at_corner.on_other, (Vec2{7, 0}));
  const FacingPoints of_point = Ask(box, 2, {0, 1}, *ConvexPolygon::Create({{5, 3}}), 0);
  EXPECT_EQ(of_point.on_owner, (Vec2{5, 4}));
  EXPECT_EQ(of_point.on_other, (Vec2{5, 3}));
  const FacingPoints of_segment = Ask(box, 2, {0, 1}, *ConvexPolygon::Create({{5, 3}, {5, 9}}), 0);
  EXPECT_EQ(of_segment.on_owner, (Vec2{5, 4}));
  EXPECT_EQ(of_segment.on_other, (Vec2{5, 3}));
  // The second edge of a segment is the first one backwards.
  const FacingPoints on_segment = Ask(*ConvexPolygon::Create({{0, 4}, {8, 4}}), 1, {0, 1}, wedge, 0);
  EXPECT_EQ(on_segment.on_owner, (Vec2{7, 4}));
  EXPECT_EQ(on_segment.on_other, (Vec2{7, 1}));
}

// Boxes whose sides are parallel: the innermost vertex is beside the edge, another point of the
// other box's side is behind it.
TEST(FindDeepestPoints, BesideTheEdgeOfABox) {
  const ConvexPolygon box = *ConvexPolygon::Create({{0, 0}, {8, 0}, {8, 4}, {0, 4}});
  const ConvexPolygon tall = *ConvexPolygon::Create({{7, -5}, {20, -5}, {20, 9}, {7, 9}});
  for (const int innermost : {0, 3}) {
    const FacingPoints points = Ask(box, 1, {1, 0}, tall, innermost);
    EXPECT_EQ(points.on_owner.x, 8.0);
    EXPECT_EQ(points.on_other.x, 7.0);
    EXPECT_EQ(points.on_owner.y, points.on_other.y);
    EXPECT_GE(points.on_owner.y, 0.0);
    EXPECT_LE(points.on_owner.y, 4.0);
  }
  const FacingPoints of_tall = Ask(tall, 3, {-1, 0}, box, 1);
  EXPECT_EQ(of_tall.on_owner, (Vec2{7, 0}));
  EXPECT_EQ(of_tall.on_other, (Vec2{8, 0}));
}

// A convex chain from the origin along the positive x axis that falls by slopes that grow, to x =
// length at least.
std::vector<Vec2> FallingChain(double length, double least_slope, Random* random) {
  std::vector<Vec2> chain = {{0, 0}};
  double slope = 0.0;
  do {
    const double step = random->LogUniform(0.01, 1.0) * length;
    slope += random->LogUniform(least_slope, 30.0 * least_slope);
    chain.push_back({chain.back().x + step, chain.back().y - slope * step});
  } while (chain.back().x < length);
  return chain;
}

// The height of a polyline that runs along x.
double HeightAt(absl::Span<const Vec2> chain, double x) {
  for (size_t i = 1; i < chain.size(); ++i) {
    const Vec2 from = chain[i - 1];
    const Vec2 to = chain[i];
    if (x <= to.x) return from.y + (x - from.x) / (to.x - from.x) * (to.y - from.y);
  }
  return chain.back().y;
}

// The innermost vertex overhangs the edge. The owner's boundary falls away beyond the edge's end,
// the other's rises from the vertex to meet it; by slopes large enough that the loss of height can
// be seen. In any turn of the plane, and on either side of the edge.
TEST(FindDeepestPoints, LoseLeastHeightBesideTheEdge) {
  Random random(TestSeed());
  int64_t between = 0;
  const int64_t count = TestCaseCount(5000);
  for (int64_t i = 0; i < count; ++i) {
    const double overhang = random.LogUniform(0.01, 10.0);
    const double slope_of_owner = random.LogUniform(1e-6, 1e-2);
    const double slope_of_other = random.LogUniform(1e-6, 1e-2);
    const std::vector<Vec2> falling = FallingChain(overhang, slope_of_owner, &random);
    // From the innermost vertex at (overhang, -1) to the left, upwards.
    std::vector<Vec2> rising;
    for (const Vec2 v : FallingChain(overhang, slope_of_other, &random)) {
      rising.insert(rising.begin(), {overhang - v.x, -1.0 - v.y});
    }
    const bool is_mirrored = random.Chance(0.5);
    const Pose2 turn = Pose2::FromYaw({random.Uniform(-9.0, 9.0), random.Uniform(-9.0, 9.0)}, random.Angle());
    const auto place = [&](Vec2 v) { return turn * Vec2{is_mirrored ? -v.x : v.x, v.y}; };

    std::vector<Vec2> owner_points = {place({-1, 0}), place({-1, -50}), place({falling.back().x, -50})};
    for (const Vec2 v : falling) owner_points.push_back(place(v));
    std::vector<Vec2> other_points = {place({overhang, 50}), place({rising.front().x, 50})};
    for (const Vec2 v : rising) other_points.push_back(place(v));
    const ConvexPolygon owner = *ConvexPolygon::Hull(owner_points);
    const ConvexPolygon other = *ConvexPolygon::Hull(other_points);
    SCOPED_TRACE(HexFormat(owner) + ", " + HexFormat(other));
    // Counter-clockwise, the edge begins at the right end.
    const int edge = IndexOf(owner, place(is_mirrored ? Vec2{-1, 0} : Vec2{0, 0}));
    const int innermost = IndexOf(other, place({overhang, -1}));
    // Posing rounds: nearly straight corners can be lost.
    if (edge < 0 || innermost < 0 || owner.size() != static_cast<int>(owner_points.size())) continue;

    double least = kInf;
    std::vector<double> positions = {0.0, overhang};
    for (const Vec2 v : falling) positions.push_back(v.x);
    for (const Vec2 v : rising) positions.push_back(v.x);
    for (const double x : positions) {
      if (x < 0.0 || x > overhang) continue;
      least = std::min(least, -HeightAt(falling, x) + HeightAt(rising, x) + 1.0);
    }

    const Vec2 normal = turn.Rotate({0, 1});
    const FacingPoints points = Ask(owner, edge, normal, other, innermost);
    ASSERT_LE(DistanceToBoundary(points.on_owner, owner.vertices()), kTolerance_m);
    ASSERT_LE(DistanceToBoundary(points.on_other, other.vertices()), kTolerance_m);
    // They face each other, between the edge's end and the vertex.
    const Vec2 along = turn.Rotate({is_mirrored ? -1.0 : 1.0, 0});
    ASSERT_NEAR(Dot(along, points.on_owner - points.on_other), 0.0, kTolerance_m);
    const double position = Dot(along, points.on_owner - place({0, 0}));
    ASSERT_GE(position, -kTolerance_m);
    ASSERT_LE(position, overhang + kTolerance_m);
    const double lost = Dot(normal, place({0, 0}) - points.on_owner) + Dot(normal, points.on_other - place({0, -1}));
    ASSERT_NEAR(lost, least, kTolerance_m) << "at " << position << " of " << overhang;
    between += position > 1e-3 * overhang && position < (1.0 - 1e-3) * overhang;
  }
  EXPECT_GT(between, count / 5);
}

bool HasFewVertices(const ConvexPolygon& polygon) { return 3 <= polygon.size() && polygon.size() <= kMaxFewVertices; }

// Above the distance between any two vertices.
double Extent(const ConvexPolygon& a, const ConvexPolygon& b) {
  double extent_m = 0.0;
  for (const Vec2 v : a.vertices()) extent_m = std::max(extent_m, Norm(v - a.center()));
  for (const Vec2 v : b.vertices()) extent_m = std::max(extent_m, Norm(v - a.center()));
  return (2.0 + 0x1p-40) * extent_m + 0x1p-1070;
}

ShallowestEdge Ask(const ConvexPolygon& a, const ConvexPolygon& b) {
  return FindShallowestEdgeOfFew(a.ring(), a.size(), b.ring(), b.size(), nullptr);
}

// m. The depth of the vertex behind the edge.
double DepthOf(const ShallowestEdge& shallowest, const ConvexPolygon& a, const ConvexPolygon& b) {
  const ConvexPolygon& owner = shallowest.edge_is_of_a ? a : b;
  const Vec2 vertex = (shallowest.edge_is_of_a ? b : a).vertices()[shallowest.vertex];
  const Vec2 from = owner.ring()[shallowest.edge];
  return Cross(Normalized(owner.ring()[shallowest.edge + 1] - from), vertex - from);
}

// The depth of pairs that overlap against all edges and vertices.
class Judge {
 public:
  void Check(const ConvexPolygon& a, const ConvexPolygon& b) {
    ++checked_;
    oracle_.SetPair(a.vertices(), b.vertices());
    if (oracle_.relation() != ExactRelation::kOverlapping) return;
    ++overlapping_;
    const ShallowestEdge shallowest = Ask(a, b);
    if (!shallowest.is_found) return;
    ++found_;
    const double expected_m = -BruteForceSignedDistance(a.vertices(), b.vertices());
    const double error_m = (kBruteForceRelativeError + kDistanceRelativeError) *
                           (Extent(a, b) + a.max_coordinate_m() + b.max_coordinate_m());
    ASSERT_NEAR(DepthOf(shallowest, a, b), expected_m, error_m) << HexFormat(a) << ", " << HexFormat(b);
  }

  int64_t found() const { return found_; }
  int64_t checked() const { return checked_; }
  int64_t overlapping() const { return overlapping_; }

 private:
  ExactOracle oracle_;
  int64_t checked_ = 0;
  int64_t overlapping_ = 0;
  int64_t found_ = 0;
};

TEST(ShallowestEdgeOfFew, DepthAsBruteForceOnPairFamilies) {
  Random random(TestSeed());
  Judge judge;
  for (int64_t i = 0; i < TestCaseCount(30000); ++i) {
    const PairFamily family = random.Chance(0.5) ? PairFamily::kIndependent : RandomFamily(&random);
    const ShapePair pair = RandomPair(family, kMaxFewVertices, &random);
    if (!HasFewVertices(pair.a) || !HasFewVertices(pair.b)) continue;
    ASSERT_NO_FATAL_FAILURE(judge.Check(pair.a, pair.b));
  }
  EXPECT_GT(judge.overlapping(), judge.checked() / 5);
  EXPECT_GT(judge.found(), judge.overlapping() / 2);
}

// The chunks of edges depend on both numbers and on the width of the vectors.
TEST(ShallowestEdgeOfFew, EveryCombinationOfVertexCounts) {
  Random random(TestSeed());
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    const ScopedTarget scoped_target(target);
    for (int n = 3; n <= kMaxFewVertices; ++n) {
      for (int m = 3; m <= kMaxFewVertices; ++m) {
        SCOPED_TRACE(testing::Message() << "n = " << n << ", m = " << m);
        Judge judge;
        for (int64_t i = 0; i < TestCaseCount(20); ++i) {
          const std::vector<Vec2> a = PaperPolygon(n, &random);
          std::vector<Vec2> b = PaperPolygon(m, &random);
          const Vec2 offset = {random.Uniform(-1.0, 1.0), random.Uniform(-1.0, 1.0)};
          for (Vec2& v : b) v = v + offset;
          const auto shape_a = ConvexPolygon::Create(a);
          const auto shape_b = ConvexPolygon::Create(b);
          // Moving rounds: a corner that is nearly straight may be lost.
          if (!shape_a.ok() || !shape_b.ok()) continue;
          ASSERT_NO_FATAL_FAILURE(judge.Check(*shape_a, *shape_b));
        }
        EXPECT_GT(judge.overlapping(), 0);
      }
    }
    ASSERT_TRUE(CallWasDispatched()) << "no call was dispatched to this target";
  }
}

bool AreSame(const ShallowestEdge& x, const ShallowestEdge& y) {
  return x.is_found == y.is_found && x.edge_is_of_a == y.edge_is_of_a && x.edge == y.edge && x.vertex == y.vertex &&
         x.has_tie == y.has_tie;
}

// The answers of all kernels: of two polygons in one frame, and with b turned.
std::vector<ShallowestEdge> AskAll(const ConvexPolygon& a, const ConvexPolygon& b) {
  std::vector<ShallowestEdge> answers = {
      Ask(a, b), FindShallowestEdgeAndTie(a.ring(), a.size(), b.ring(), b.size(), nullptr, 0x1p-40)};
  // Rounding may have made it no polygon any more.
  if (const auto turned = b.Posed(Pose2({}, UnitRotation(0.6, 0.8))); turned.ok()) {
    const OwnEdges own_b = {b.ring(), 0.6, 0.8};
    answers.push_back(FindShallowestEdgeOfFew(a.ring(), a.size(), turned->ring(), turned->size(), &own_b));
    answers.push_back(FindShallowestEdgeAndTie(a.ring(), a.size(), turned->ring(), turned->size(), &own_b, 0x1p-40));
  }
  return answers;
}

// The hull of some points with small whole coordinates: edges are often parallel, and depths equal.
ConvexPolygon LatticePolygon(Random* random) {
  std::vector<Vec2> points;
  for (int i = 3 + random->Index(6); i > 0; --i) {
    points.push_back({static_cast<double>(random->Index(7)), static_cast<double>(random->Index(7))});
  }
  return *ConvexPolygon::Hull(points);
}

TEST(ShallowestEdgeOfFew, SameBitsOnEveryTarget) {
  Random random(TestSeed());
  std::vector<ShapePair> pairs;
  while (static_cast<int64_t>(pairs.size()) < TestCaseCount(10000)) {
    ShapePair pair = random.Chance(0.5)
                         ? ShapePair{LatticePolygon(&random), LatticePolygon(&random), PairFamily::kIndependent}
                         : RandomPair(RandomFamily(&random), kMaxFewVertices, &random);
    if (HasFewVertices(pair.a) && HasFewVertices(pair.b)) pairs.push_back(std::move(pair));
  }
  std::vector<std::vector<ShallowestEdge>> first;
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    const ScopedTarget scoped_target(target);
    for (size_t i = 0; i < pairs.size(); ++i) {
      const std::vector<ShallowestEdge> edges = AskAll(pairs[i].a, pairs[i].b);
      if (first.size() == i) first.push_back(edges);
      ASSERT_TRUE(std::equal(edges.begin(), edges.end(), first[i].begin(), first[i].end(), AreSame))
          << HexFormat(pairs[i].a) << ", " << HexFormat(pairs[i].b);
    }
  }
}

}  // namespace
}  // namespace collision2d::internal
