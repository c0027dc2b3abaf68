#include "collision2d/query/exact/near_contact.h"

#include <gmpxx.h>

#include <array>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/query_context.h"
#include "collision2d/query/separation_result.h"
#include "collision2d/query/stages/cso.h"
#include "collision2d/query/stages/facing_feature.h"
#include "collision2d/testing/compare_dot.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"

namespace collision2d::internal {
namespace {

// m. The error of what underflows.
constexpr double kUnderflow_m = 4.0 * std::numeric_limits<double>::denorm_min();

SeparationStatus StatusOf(ExactRelation relation) {
  switch (relation) {
    case ExactRelation::kDisjoint:
      return SeparationStatus::kSeparated;
    case ExactRelation::kTouching:
      return SeparationStatus::kTouching;
    case ExactRelation::kOverlapping:
      return SeparationStatus::kPenetrating;
  }
  return SeparationStatus::kInvalid;
}

double PosingMagnitude(const SameFrame& /*frame*/, const ConvexPolygon& /*b*/) { return 0.0; }
double PosingMagnitude(const PosedFrame& frame, const ConvexPolygon& b) {
  return Norm1(frame.a_from_b.translation) + 2.0 * b.max_coordinate_m();
}

std::string Format(const SameFrame& /*frame*/) { return ""; }
std::string Format(const PosedFrame& frame) { return ", pose " + HexFormat(frame.a_from_b); }

// All three answers, from any feature, against the exact ones.
class NearContactChecker {
 public:
  explicit NearContactChecker(Random* random) : random_(random) {}

  template <typename Frame>
  void Check(const ConvexPolygon& a, const ConvexPolygon& b, const Frame& frame) {
    SCOPED_TRACE(HexFormat(a) + ", " + HexFormat(b) + Format(frame));
    const Cso<Frame> cso(a, b, frame);
    a_.assign(a.vertices().begin(), a.vertices().end());
    b_.clear();
    for (int j = 0; j < b.size(); ++j) b_.push_back(cso.vertex_b(j));
    oracle_.SetPair(a_, b_);
    ++checked_[static_cast<size_t>(oracle_.relation())];
    posing_m_ = PosingMagnitude(frame, b);
    for (int k = 0; k < 3; ++k) {
      // Ends are indices of padded rings, which reach one beyond either end.
      const FeatureEnds ends = {random_->Integer(-1, a.size()), random_->Integer(-1, b.size()),
                                random_->Integer(-1, a.size()), random_->Integer(-1, b.size())};
      ASSERT_NO_FATAL_FAILURE(CheckPair(NearContactAt(cso, ends)))
          << "ends " << ends.first_a << ' ' << ends.first_b << ' ' << ends.second_a << ' ' << ends.second_b;
    }
  }

  int64_t checked() const { return checked_[0] + checked_[1] + checked_[2]; }
  int64_t checked(ExactRelation relation) const { return checked_[static_cast<size_t>(relation)]; }

 private:
  void CheckPair(const NearContactPair& pair) {
    const bool is_apart = oracle_.relation() == ExactRelation::kDisjoint;
    QueryContext::Counters counters;
    ASSERT_EQ(CollideNearContact(pair, &counters), !is_apart);
    const int64_t visits = counters.exact_path_vertices;
    ASSERT_GT(visits, 0);
    ASSERT_EQ(CollideNearContact(pair, nullptr), !is_apart);

    const double distance_m = NearContactDistance(pair, &counters);
    ASSERT_GE(counters.exact_path_vertices, 2 * visits);
    ASSERT_EQ(distance_m > 0.0, is_apart) << distance_m;
    if (is_apart) {
      ASSERT_NO_FATAL_FAILURE(CheckDistance(distance_m));
    }
    ASSERT_EQ(NearContactDistance(pair, nullptr), distance_m);

    const Separation separation = NearContactSeparation(pair, &counters);
    ASSERT_EQ(separation.status, StatusOf(oracle_.relation()));
    ASSERT_NO_FATAL_FAILURE(CheckDistance(separation.signed_distance_m));
    ASSERT_NO_FATAL_FAILURE(CheckSeparation(separation));
    if (is_apart) {
      ASSERT_EQ(separation.signed_distance_m, distance_m);
    }
    ASSERT_EQ(counters.exact_path_entries, 3);
    ASSERT_EQ(counters.limit_hits, 0);
    ASSERT_EQ(NearContactSeparation(pair, nullptr).signed_distance_m, separation.signed_distance_m);
  }

  double ErrorOf() const { return kDistanceRelativeError * (oracle_.Size() + posing_m_) + kUnderflow_m; }

  double ErrorOf(Vec2 witness) const {
    return ErrorOf() + 0x1p-52 * std::max(std::abs(witness.x), std::abs(witness.y));
  }

  void CheckDistance(double signed_distance_m) {
    const double sign = (signed_distance_m > 0.0) - (signed_distance_m < 0.0);
    const double expected_sign = static_cast<double>(oracle_.relation() == ExactRelation::kDisjoint) -
                                 static_cast<double>(oracle_.relation() == ExactRelation::kOverlapping);
    ASSERT_EQ(sign, expected_sign) << signed_distance_m;
    ASSERT_TRUE(oracle_.IsWithinAbsolute(signed_distance_m, ErrorOf()))
        << signed_distance_m << ", exactly " << std::sqrt(oracle_.DistanceSquared().get_d()) << " or "
        << -std::sqrt(oracle_.DepthSquared().get_d());
  }

  void CheckWitness(Vec2 witness, absl::Span<const Vec2> shape) {
    ASSERT_TRUE(std::isfinite(witness.x) && std::isfinite(witness.y));
    point_oracle_.SetPair({witness}, shape);
    ASSERT_TRUE(point_oracle_.relation() != ExactRelation::kDisjoint ||
                point_oracle_.IsWithinAbsolute(0, ErrorOf(witness)))
        << HexFormat(witness) << " is " << std::sqrt(point_oracle_.DistanceSquared().get_d()) << " m off its shape";
  }

  // The witnesses are on their shapes, apart by the distance along the direction, and the shapes
  // are separated there.
  void CheckSeparation(const Separation& s) {
    ASSERT_NO_FATAL_FAILURE(CheckWitness(s.witness_a, a_));
    ASSERT_NO_FATAL_FAILURE(CheckWitness(s.witness_b, b_));
    const double witness_error_m = ErrorOf(s.witness_a) + ErrorOf(s.witness_b);
    ASSERT_LE(Norm(s.witness_b - s.witness_a - s.signed_distance_m * s.direction), witness_error_m);
    ASSERT_NEAR(NormSquared(s.direction), 1.0, 0x1p-50);
    for (const Vec2 p : a_) ASSERT_LE(CompareDot(s.direction, s.witness_a, p, mpq_class(4.0 * witness_error_m)), 0);
    for (const Vec2 q : b_) ASSERT_LE(CompareDot(s.direction, q, s.witness_b, mpq_class(4.0 * witness_error_m)), 0);
  }

  Random* random_;
  ExactOracle oracle_;
  ExactOracle point_oracle_;
  std::vector<Vec2> a_;
  std::vector<Vec2> b_;
  double posing_m_ = 0.0;
  std::array<int64_t, 3> checked_{};
};

void ExpectAllRelations(const NearContactChecker& checker) {
  for (const ExactRelation relation :
       {ExactRelation::kDisjoint, ExactRelation::kTouching, ExactRelation::kOverlapping}) {
    EXPECT_GT(checker.checked(relation), checker.checked() / 20) << "relation " << static_cast<int>(relation);
  }
}

TEST(NearContact, PairFamilies) {
  Random random(TestSeed());
  NearContactChecker checker(&random);
  for (int64_t i = 0; i < TestCaseCount(5000); ++i) {
    const PairFamily family = RandomFamily(&random);
    const ShapePair pair = RandomPair(family, 8, &random);
    ASSERT_NO_FATAL_FAILURE(checker.Check(pair.a, pair.b, SameFrame{})) << Name(family) << ", case " << i;
  }
  ExpectAllRelations(checker);
}

// A vertex of a at, near, or between vertices of b as posed.
TEST(NearContact, PosedPairs) {
  Random random(TestSeed());
  NearContactChecker checker(&random);
  for (int64_t i = 0; i < TestCaseCount(5000); ++i) {
    const ConvexPolygon b = RandomPolygon(8, &random);
    const ConvexPolygon unplaced = RandomPolygon(8, &random);
    const Pose2 a_from_b = RandomPose(random.Chance(0.5) ? 1.0 : 1e4, &random);
    const Vec2 from = a_from_b * b.vertices()[random.Index(b.size())];
    const Vec2 to = a_from_b * b.vertices()[random.Index(b.size())];
    const Vec2 gap = {random.LogUniform(1e-18, 1e-2), random.Uniform(-1e-16, 1e-16)};
    const Vec2 touching = random.Chance(0.5) ? from : 0.5 * from + 0.5 * to;
    const Vec2 contact = random.Chance(0.5) ? touching : touching + gap;
    const Vec2 anchor = unplaced.vertices()[random.Index(unplaced.size())];
    std::vector<Vec2> points;
    for (const Vec2 v : unplaced.vertices()) points.push_back(contact + (v - anchor));
    ASSERT_NO_FATAL_FAILURE(checker.Check(*ConvexPolygon::Hull(points), b, PosedFrame{a_from_b})) << "case " << i;
  }
  ExpectAllRelations(checker);
}

// More vertices than the search for the depth takes at once: it skips edges by the shapes' inner
// circles.
TEST(NearContact, ManyVertices) {
  Random random(TestSeed());
  NearContactChecker checker(&random);
  const auto ellipse = [](int n, double flatness, const Pose2& pose) {
    std::vector<Vec2> points;
    for (int i = 0; i < n; ++i) {
      const double angle_rad = 2.0 * 3.141592653589793 * i / n;
      points.push_back(pose * Vec2{std::cos(angle_rad), flatness * std::sin(angle_rad)});
    }
    return *ConvexPolygon::Hull(points);
  };
  for (int64_t i = 0; i < TestCaseCount(100); ++i) {
    const double flatness_a = random.Uniform(0.2, 1.0);
    const double flatness_b = random.Uniform(0.2, 1.0);
    const Pose2 pose_a = RandomPose(0.1, &random);
    const Pose2 pose_b = RandomPose(random.LogUniform(1e-3, 1.0), &random);
    const ConvexPolygon a = ellipse(random.Integer(25, 40), flatness_a, pose_a);
    const ConvexPolygon b = ellipse(random.Integer(3, 30), flatness_b, pose_b);
    ASSERT_NO_FATAL_FAILURE(checker.Check(a, b, SameFrame{})) << "case " << i;
    ASSERT_NO_FATAL_FAILURE(checker.Check(b, a, PosedFrame{RandomPose(0.5, &random)})) << "case " << i;
  }
  EXPECT_GT(checker.checked(ExactRelation::kOverlapping), checker.checked() / 2);
}

Vec2 Scaled(Vec2 v, int exponent) { return {std::ldexp(v.x, exponent), std::ldexp(v.y, exponent)}; }

ConvexPolygon Scaled(const ConvexPolygon& shape, int exponent) {
  std::vector<Vec2> points;
  for (const Vec2 v : shape.vertices()) points.push_back(Scaled(v, exponent));
  return *ConvexPolygon::Hull(points);
}

// So small that products of lengths underflow, down to a few units of the smallest double: such
// pairs are scaled first.
TEST(NearContact, TinyPairs) {
  Random random(TestSeed());
  NearContactChecker checker(&random);
  for (int64_t i = 0; i < TestCaseCount(3000); ++i) {
    const int exponent = random.Chance(0.5) ? random.Integer(-1072, -1020) : random.Integer(-1020, -120);
    const ConvexPolygon a = Scaled(RandomPolygon(8, &random), exponent);
    const ConvexPolygon b = Scaled(RandomPolygon(8, &random), exponent);
    const Vec2 gap = {random.Uniform(-2.0, 2.0), random.Uniform(-1.0, 1.0)};
    std::vector<Vec2> moved;
    for (const Vec2 v : b.vertices()) moved.push_back(v + Scaled(gap, exponent));
    ASSERT_NO_FATAL_FAILURE(checker.Check(a, *ConvexPolygon::Hull(moved), SameFrame{})) << "case " << i;
    const Pose2 unscaled = RandomPose(2.0, &random);
    const PosedFrame frame{Pose2(Scaled(unscaled.translation, exponent), UnitRotation(unscaled.cos, unscaled.sin))};
    ASSERT_NO_FATAL_FAILURE(checker.Check(a, b, frame)) << "case " << i;
  }
  EXPECT_GT(checker.checked(ExactRelation::kDisjoint), checker.checked() / 5);
  EXPECT_GT(checker.checked(ExactRelation::kOverlapping), checker.checked() / 5);
}

// The distance and the depth of lattice shapes whose answers are whole numbers, over the whole
// range of exponents.
TEST(NearContact, WholeNumbers) {
  for (const int exponent : {-1074, -1070, -1022, -800, -500, -101, -100, 0, 20}) {
    SCOPED_TRACE(exponent);
    const auto box = [&](double left, double bottom, double right, double top) {
      return *ConvexPolygon::Create({Scaled({left, bottom}, exponent), Scaled({right, bottom}, exponent),
                                     Scaled({right, top}, exponent), Scaled({left, top}, exponent)});
    };
    const ConvexPolygon a = box(0, 0, 8, 4);
    const SameFrame frame;
    const auto ask = [&](const ConvexPolygon& b) {
      const Cso<SameFrame> cso(a, b, frame);
      return NearContactSeparation(NearContactAt(cso, {0, 0, 0, 0}), nullptr);
    };
    EXPECT_EQ(ask(box(9, 1, 12, 3)).signed_distance_m, std::ldexp(1, exponent));
    EXPECT_EQ(ask(box(11, 8, 12, 9)).signed_distance_m, std::ldexp(5, exponent));
    EXPECT_EQ(ask(box(8, 4, 12, 9)).signed_distance_m, 0.0);
    EXPECT_EQ(ask(box(7, 1, 12, 3)).signed_distance_m, std::ldexp(-1, exponent));
    EXPECT_EQ(ask(box(7, 1, 12, 3)).direction, (Vec2{1, 0}));
    EXPECT_EQ(ask(box(-9, 1, -3, 2)).direction, (Vec2{-1, 0}));
  }
}

}  // namespace
}  // namespace collision2d::internal
