#include <gmpxx.h>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/exact/exact_relation.h"
#include "collision2d/query/exact/exact_support.h"
#include "collision2d/query/stages/edge_windows.h"
#include "collision2d/query/testing/exact_rings.h"
#include "collision2d/testing/compare_dot.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"

namespace collision2d::internal {
namespace {

// The power of two that takes the size of a pair to about 2^200, so that products of lengths do not
// underflow.
double ScaleOf(absl::Span<const Vec2> a, absl::Span<const Vec2> b) {
  ExactOracle oracle;
  oracle.SetPair(a, b);
  const double size_m = oracle.Size();
  return size_m > 0.0 ? std::ldexp(1.0, std::min(200 - std::ilogb(size_m), 960)) : 1.0;
}

// The error of a distance relative to the pair's size: the search may end where the next support
// point is nearer by no more than the rounding of its rise, 6 u of the coordinates of a step on
// each shape, 17 u of the size; and 7 u for the distance itself.
constexpr double kSearchError = 8.0 * 0x1p-53;

// Distances of pairs that are apart by a small part of their size, from several starts.
class GapChecker {
 public:
  explicit GapChecker(Random* random) : random_(random) {}

  // `a_from_b` may be null.
  void Check(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2* a_from_b) {
    SCOPED_TRACE(HexFormat(a) + ", " + HexFormat(b) + (a_from_b != nullptr ? ", pose " + HexFormat(*a_from_b) : ""));
    ++checked_;
    const std::vector<Vec2> posed = VerticesOf(VertexRing(b, a_from_b, 1.0, false));
    const double scale = ScaleOf(a.vertices(), posed);
    const VertexRing ring_a(a, nullptr, scale, true);
    const VertexRing ring_b(b, a_from_b, scale, posed.size() < 3 ? a_from_b == nullptr : IsStrictlyConvexRing(posed));
    a_ = VerticesOf(ring_a);
    b_ = VerticesOf(ring_b);
    oracle_.SetPair(a_, b_);
    const double size = oracle_.Size();
    if (oracle_.relation() != ExactRelation::kDisjoint || !oracle_.IsWithinAbsolute(0, mpq_class(1e-3 * size))) return;
    ++near_;
    within_rounding_ += oracle_.IsWithinAbsolute(0, mpq_class(1e-14 * size));
    // From the chord of the exact search, as a query does.
    const ExactStart start = {RandomPoint(), RandomPoint()};
    const ExactResult exact =
        RelateExactly(ring_a, ring_b, start, ExactQuestion::kRelation, RoundBound(ring_a.size(), ring_b.size()));
    ASSERT_EQ(exact.relation, Relation::kApart);
    ASSERT_NO_FATAL_FAILURE(CheckFrom(ring_a, ring_b, exact.right, exact.left));
    // From any edge or point.
    for (int k = 0; k < 3; ++k) {
      const CsoIndex first = RandomPoint();
      const CsoIndex second = k == 0 ? first : RandomPoint();
      ASSERT_NO_FATAL_FAILURE(CheckFrom(ring_a, ring_b, first, second));
    }
  }

  int64_t checked() const { return checked_; }
  int64_t near() const { return near_; }
  // Near pairs that are apart by less than 10^-14 of their size.
  int64_t within_rounding() const { return within_rounding_; }

 private:
  CsoIndex RandomPoint() {
    return {random_->Index(static_cast<int>(a_.size())), random_->Index(static_cast<int>(b_.size()))};
  }

  void CheckFrom(const VertexRing& ring_a, const VertexRing& ring_b, CsoIndex first, CsoIndex second) {
    const double error = kSearchError * oracle_.Size();
    SCOPED_TRACE(testing::Message() << "from " << first.a << ' ' << first.b << " to " << second.a << ' ' << second.b);
    const ContactDistance gap =
        FindContactDistance(ring_a, ring_b, first, second, RoundBound(ring_a.size(), ring_b.size()));
    ASSERT_FALSE(gap.reached_limit);
    ASSERT_GT(gap.visits, 0);
    // At most what the search for the support points of each round looks at.
    ASSERT_LE(gap.visits, 4 * (ring_a.size() + ring_b.size() + 4) * (ring_a.size() + ring_b.size() + 4));
    ASSERT_GT(gap.distance_m, 0.0);
    ASSERT_TRUE(oracle_.IsWithinAbsolute(gap.distance_m, error))
        << gap.distance_m << ", exactly " << std::sqrt(oracle_.DistanceSquared().get_d()) << ", size "
        << oracle_.Size();
    ASSERT_NO_FATAL_FAILURE(CheckWitness(gap.witness_a, a_, error));
    ASSERT_NO_FATAL_FAILURE(CheckWitness(gap.witness_b, b_, error));
    const double mismatch = Norm(gap.witness_b - gap.witness_a - gap.distance_m * gap.direction);
    ASSERT_LE(mismatch, WitnessError(gap.witness_a, error) + WitnessError(gap.witness_b, error));
    // Along the unit direction a ends at its witness, and b begins at its own.
    ASSERT_NEAR(NormSquared(gap.direction), 1.0, 0x1p-50);
    const mpq_class bound_a(4.0 * WitnessError(gap.witness_a, error));
    const mpq_class bound_b(4.0 * WitnessError(gap.witness_b, error));
    for (const Vec2 p : a_) ASSERT_LE(CompareDot(gap.direction, gap.witness_a, p, bound_a), 0);
    for (const Vec2 q : b_) ASSERT_LE(CompareDot(gap.direction, q, gap.witness_b, bound_b), 0);
  }

  static double WitnessError(Vec2 witness, double error) {
    return error + 0x1p-52 * std::max(std::abs(witness.x), std::abs(witness.y));
  }

  void CheckWitness(Vec2 witness, absl::Span<const Vec2> shape, double error) {
    point_oracle_.SetPair({witness}, shape);
    ASSERT_TRUE(point_oracle_.relation() != ExactRelation::kDisjoint ||
                point_oracle_.IsWithinAbsolute(0, WitnessError(witness, error)))
        << HexFormat(witness) << " is " << std::sqrt(point_oracle_.DistanceSquared().get_d()) << " off its shape";
  }

  Random* random_;
  ExactOracle oracle_;
  ExactOracle point_oracle_;
  std::vector<Vec2> a_;
  std::vector<Vec2> b_;
  int64_t checked_ = 0;
  int64_t near_ = 0;
  int64_t within_rounding_ = 0;
};

void ExpectRepresentative(const GapChecker& checker) {
  EXPECT_GT(checker.near(), checker.checked() / 8);
  EXPECT_GT(checker.within_rounding(), checker.near() / 20);
}

TEST(FindContactDistance, PairFamilies) {
  Random random(TestSeed());
  GapChecker checker(&random);
  for (int64_t i = 0; i < TestCaseCount(10000); ++i) {
    const PairFamily family = RandomFamily(&random);
    const ShapePair pair = RandomPair(family, 10, &random);
    ASSERT_NO_FATAL_FAILURE(checker.Check(pair.a, pair.b, nullptr)) << Name(family) << ", case " << i;
  }
  ExpectRepresentative(checker);
}

// A vertex of a before a vertex of b as posed, or before the middle of two, which may be within b.
TEST(FindContactDistance, PosedPairs) {
  Random random(TestSeed());
  GapChecker checker(&random);
  for (int64_t i = 0; i < TestCaseCount(10000); ++i) {
    const ConvexPolygon b = RandomPolygon(8, &random);
    const Pose2 a_from_b = RandomPose(random.Chance(0.5) ? 1.0 : 1e4, &random);
    const int j = random.Index(b.size());
    const Vec2 from = a_from_b * b.ring()[j];
    const Vec2 to = a_from_b * b.ring()[j + 1];
    const Vec2 outward = -PerpendicularLeft(to - from);
    const Vec2 foot = from + random.Uniform(0.0, 1.0) * (to - from);
    const Vec2 contact = foot + random.LogUniform(1e-17, 1e-3) * outward;
    std::vector<Vec2> points = {contact};
    for (int k = random.Index(4); k > 0; --k) {
      const double along = random.Uniform(-2.0, 2.0);
      points.push_back(contact + along * (to - from) + random.LogUniform(1e-16, 2.0) * outward);
    }
    ASSERT_NO_FATAL_FAILURE(checker.Check(*ConvexPolygon::Hull(points), b, &a_from_b)) << "case " << i;
  }
  ExpectRepresentative(checker);
}

// Distances that are whole numbers, or roots of such, of shapes on a lattice 10^7 m from the
// origin: nothing is rounded but the root.
TEST(FindContactDistance, LatticePairs) {
  const auto at = [](double x, double y) { return Vec2{1e7 + x, -1e7 + y}; };
  const ConvexPolygon a = *ConvexPolygon::Create({at(0, 0), at(1000, 0), at(1000, 1000), at(0, 1000)});
  const VertexRing ring_a(a, nullptr, 1.0, true);
  struct Row {
    std::vector<Vec2> b;
    double distance_squared;
  };
  const std::vector<Row> rows = {
      {{at(1001, 500)}, 1.0},                                                 // Point before an edge.
      {{at(1003, 1004)}, 25.0},                                               // Point before a corner.
      {{at(1001, -900), at(1001, 900)}, 1.0},                                 // Parallel edges.
      {{at(1002, 1000), at(1000, 1002)}, 2.0},                                // Corner before an edge.
      {{at(1001, 500), at(2000, 400), at(2000, 600)}, 1.0},                   // Corner before an edge.
      {{at(-500, 1001), at(400, 1001), at(600, 1500), at(-500, 1500)}, 1.0},  // Edges that overlap in part.
  };
  for (const Row& row : rows) {
    const ConvexPolygon b = *ConvexPolygon::Hull(row.b);
    SCOPED_TRACE(HexFormat(b));
    const VertexRing ring_b(b, nullptr, 1.0, true);
    const int starts = a.size() * b.size();
    for (int s = 0; s < starts * starts; ++s) {
      const CsoIndex first = {s % starts % a.size(), s % starts / a.size()};
      const CsoIndex second = {s / starts % a.size(), s / starts / a.size()};
      const ContactDistance gap =
          FindContactDistance(ring_a, ring_b, first, second, RoundBound(ring_a.size(), ring_b.size()));
      ASSERT_NEAR(gap.distance_m * gap.distance_m, row.distance_squared, 0x1p-49 * row.distance_squared)
          << "start " << s;
      ASSERT_FALSE(gap.reached_limit);
    }
  }
}

}  // namespace
}  // namespace collision2d::internal
