// Gradients of the signed distance against difference quotients of 320 bits. 20,000 pairs of each
// kind; as separation_gradient_oracle_long_test 10^6.

#include <cinttypes>
#include <cstdio>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/separation_gradient.h"
#include "collision2d/testing/gradient_oracle.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

constexpr int64_t kDefaultPairs = 20000;

// The pairs are shared by this many tests, so that they can be sharded.
constexpr int kParts = 16;

// Truncation is far below rounding of doubles.
constexpr double kTinyStep = 1e-30;
// Shows ties that posing has broken by rounding; but not features whose slopes are so near each
// other that another one takes over within the step.
constexpr double kSmallStep = 1e-7;

constexpr GradientOracle::Direction kX = {1.0, 0.0, 0.0};
constexpr GradientOracle::Direction kY = {0.0, 1.0, 0.0};
constexpr GradientOracle::Direction kYaw = {0.0, 0.0, 1.0};

struct PosedPair {
  ConvexPolygon a;
  ConvexPolygon b;
  Pose2 a_from_b;
  // By the query in one frame; the pose is then the identity.
  bool in_one_frame;
  MovingShape moving;
};

std::string HexFormat(const PosedPair& pair) {
  return "a = " + HexFormat(pair.a) + "\nb = " + HexFormat(pair.b) + "\npose = " + HexFormat(pair.a_from_b) +
         (pair.in_one_frame ? "\nin one frame" : "") + (pair.moving == MovingShape::kA ? "\na moves" : "\nb moves");
}

SeparationGradient GradientOf(const PosedPair& pair) {
  return pair.in_one_frame ? ComputeSeparationGradient(pair.a, pair.b, pair.moving)
                           : ComputeSeparationGradient(pair.a, pair.b, pair.a_from_b, pair.moving);
}

GradientOracle OracleOf(const PosedPair& pair) {
  return {pair.a.vertices(), pair.b.vertices(), pair.a_from_b, pair.moving == MovingShape::kB};
}

// m. What a slope's error is relative to: how far the closest points of both shapes can be from the
// axis of the turn.
double LeverArm(const PosedPair& pair, const SeparationGradient& gradient) {
  const ConvexPolygon& moving = pair.moving == MovingShape::kA ? pair.a : pair.b;
  return Norm(moving.center()) + moving.bounding_radius_m() + std::abs(gradient.separation.signed_distance_m);
}

// m. E of the header.
double SizeOf(const PosedPair& pair) {
  return 2.0 * (pair.a.bounding_radius_m() + pair.b.bounding_radius_m()) + Norm1(pair.a_from_b.translation) +
         2.0 * (Norm1(pair.b.center()) + pair.b.bounding_radius_m());
}

// m. The shortest edge; infinity for a point.
double ShortestEdge(const ConvexPolygon& shape) {
  double shortest_m = kInf;
  for (int i = 0; i < shape.size() && shape.size() > 1; ++i) {
    shortest_m = std::min(shortest_m, Norm(shape.ring()[i + 1] - shape.ring()[i]));
  }
  return shortest_m;
}

// The error that the header states, as a part of the lever arm.
double StatedError(const PosedPair& pair, double signed_distance_m) {
  double error = 0x1p-48 * (1.0 + SizeOf(pair) / std::abs(signed_distance_m));
  if (pair.a.has_needle_corner() || pair.b.has_needle_corner()) {
    error += 0x1p-46 * SizeOf(pair) / std::min(ShortestEdge(pair.a), ShortestEdge(pair.b));
  }
  return error;
}

// The worst error so far, relative to the lever arm.
struct Worst {
  double smooth = 0.0;
  double tied = 0.0;
};

void CheckSmooth(const PosedPair& pair, const SeparationGradient& gradient, Worst* worst) {
  const GradientOracle oracle = OracleOf(pair);
  const double lever_m = LeverArm(pair, gradient);
  const double allowed = StatedError(pair, oracle.SignedDistance());
  ASSERT_EQ(gradient.yaw_left_m_per_rad, gradient.yaw_m_per_rad) << HexFormat(pair);
  ASSERT_EQ(gradient.yaw_right_m_per_rad, gradient.yaw_m_per_rad) << HexFormat(pair);
  const double yaw = oracle.Central(kYaw, kTinyStep);
  ASSERT_LE(std::abs(gradient.yaw_m_per_rad - yaw), allowed * lever_m) << yaw << "\n" << HexFormat(pair);
  ASSERT_LE(std::abs(gradient.translation.x - oracle.Central(kX, kTinyStep)), allowed) << HexFormat(pair);
  ASSERT_LE(std::abs(gradient.translation.y - oracle.Central(kY, kTinyStep)), allowed) << HexFormat(pair);
  if (allowed < 1e-9) worst->smooth = std::max(worst->smooth, std::abs(gradient.yaw_m_per_rad - yaw) / lever_m);
}

// Where features are tied within rounding, both derivatives of the one that is closest are between
// those that are reported.
void CheckEnclosed(const PosedPair& pair, const SeparationGradient& gradient) {
  const GradientOracle oracle = OracleOf(pair);
  const double rounding = 1e-9 * LeverArm(pair, gradient);
  const double low = gradient.yaw_low_m_per_rad - rounding;
  const double high = gradient.yaw_high_m_per_rad + rounding;
  for (const double step : {-kTinyStep, kTinyStep}) {
    const double slope = oracle.Quotient(kYaw, step);
    ASSERT_GE(slope, low) << HexFormat(pair);
    ASSERT_LE(slope, high) << HexFormat(pair);
  }
}

PosedPair RandomPosedPair(Random* random) {
  const ConvexPolygon a = RandomPolygon(random->Chance(0.1) ? 40 : 8, random);
  const ConvexPolygon b = RandomPolygon(random->Chance(0.1) ? 40 : 8, random);
  const bool in_one_frame = random->Chance(0.3);
  const Pose2 pose = in_one_frame ? Pose2{} : RandomPose(random->Chance(0.5) ? 1.5 : 6.0, random);
  const MovingShape moving = random->Chance(0.5) ? MovingShape::kA : MovingShape::kB;
  return {a, b, pose, in_one_frame, moving};
}

// A lattice polygon, point or segment, scaled by a power of two.
ConvexPolygon LatticePolygon(int width, double scale, Vec2 offset, Random* random) {
  std::vector<Vec2> points;
  const int count = random->Integer(1, 6);
  for (int i = 0; i < count; ++i) {
    const int x = random->Integer(0, width);
    const int y = random->Integer(0, width);
    points.push_back(scale * (Vec2{static_cast<double>(x), static_cast<double>(y)} + offset));
  }
  return ConvexPolygon::Hull(points).value();
}

// Nothing is rounded, so that edges are exactly parallel, shapes exactly in contact, and axes
// exactly tied.
PosedPair LatticePair(Random* random) {
  const double scale = std::ldexp(1.0, random->Integer(-20, 10));
  const auto offset = [&](int reach) {
    const int x = random->Integer(-reach, reach);
    const int y = random->Integer(-reach, reach);
    return Vec2{static_cast<double>(x), static_cast<double>(y)};
  };
  const ConvexPolygon a = LatticePolygon(random->Integer(1, 6), scale, offset(3), random);
  const ConvexPolygon b = LatticePolygon(random->Integer(1, 6), scale, offset(3), random);
  const MovingShape moving = random->Chance(0.5) ? MovingShape::kA : MovingShape::kB;
  if (random->Chance(0.5)) return {a, b, {}, true, moving};
  constexpr Pose2 kTurns[] = {Pose2({}, UnitRotation(1.0, 0.0)), Pose2({}, UnitRotation(0.0, 1.0)),
                              Pose2({}, UnitRotation(-1.0, 0.0)), Pose2({}, UnitRotation(0.0, -1.0))};
  Pose2 pose = kTurns[random->Index(4)];
  pose.translation = scale * offset(4);
  return {a, b, pose, false, moving};
}

// The same pair with b in a frame of its own, by a rotation that rounds.
PosedPair Turned(const PosedPair& pair, Random* random) {
  const double scale = pair.a.bounding_radius_m() + pair.b.bounding_radius_m();
  const Pose2 b_from_a = Pose2::FromYaw({random->Uniform(-scale, scale), 0.0}, random->Angle());
  std::vector<Vec2> in_b;
  for (const Vec2 q : pair.b.vertices()) in_b.push_back(b_from_a * (pair.a_from_b * q));
  return {pair.a, ConvexPolygon::Hull(in_b).value(), b_from_a.Inverse(), false, pair.moving};
}

class SeparationGradientOracleTest : public testing::TestWithParam<int> {
 protected:
  SeparationGradientOracleTest()
      : random_(TestSeed() * kParts + static_cast<uint64_t>(GetParam())),
        pairs_((TestCaseCount(kDefaultPairs) + kParts - 1) / kParts) {}

  Random random_;
  int64_t pairs_;
  Worst worst_;
};

TEST_P(SeparationGradientOracleTest, RandomPairs) {
  int64_t smooth = 0;
  int64_t deep = 0;
  for (int64_t i = 0; i < pairs_; ++i) {
    const PosedPair pair = RandomPosedPair(&random_);
    const SeparationGradient gradient = GradientOf(pair);
    deep += gradient.separation.signed_distance_m < 0.0;
    if (gradient.is_smooth) {
      ++smooth;
      ASSERT_NO_FATAL_FAILURE(CheckSmooth(pair, gradient, &worst_)) << i;
    } else {
      ASSERT_NO_FATAL_FAILURE(CheckEnclosed(pair, gradient)) << i;
    }
  }
  std::printf("gradient random pairs %9" PRId64 "  smooth %9" PRId64 "  deep %9" PRId64 "  worst error %.2e\n", pairs_,
              smooth, deep, worst_.smooth);
  EXPECT_GT(deep, pairs_ / 5);
  EXPECT_LT(deep, 4 * pairs_ / 5);
  EXPECT_GT(smooth, 8 * pairs_ / 10);
  EXPECT_LE(worst_.smooth, 1e-9);
}

void CheckSides(const PosedPair& pair, double left, double right, double allowed, Worst* worst) {
  const SeparationGradient gradient = GradientOf(pair);
  const double lever_m = std::max(LeverArm(pair, gradient), std::numeric_limits<double>::min());
  ASSERT_LE(gradient.yaw_low_m_per_rad, std::min(gradient.yaw_left_m_per_rad, gradient.yaw_right_m_per_rad));
  ASSERT_GE(gradient.yaw_high_m_per_rad, std::max(gradient.yaw_left_m_per_rad, gradient.yaw_right_m_per_rad));
  const double error_left = std::abs(gradient.yaw_left_m_per_rad - left) / lever_m;
  const double error_right = std::abs(gradient.yaw_right_m_per_rad - right) / lever_m;
  ASSERT_LE(std::max(error_left, error_right), allowed)
      << "left " << gradient.yaw_left_m_per_rad << " should be " << left << ", right " << gradient.yaw_right_m_per_rad
      << " should be " << right << ", at " << gradient.separation.signed_distance_m << " m, "
      << (gradient.is_smooth ? "smooth\n" : "not smooth\n") << HexFormat(pair);
  worst->tied = std::max({worst->tied, error_left, error_right});
}

// Counts pairs that are not smooth only.
TEST_P(SeparationGradientOracleTest, TiedPairs) {
  int64_t all = 0;
  int64_t touching = 0;
  int64_t deep = 0;
  for (int64_t i = 0; i < pairs_; ++all) {
    const PosedPair pair = LatticePair(&random_);
    const SeparationGradient gradient = GradientOf(pair);
    if (gradient.is_smooth) {
      if (all % 16 == 0) {
        ASSERT_NO_FATAL_FAILURE(CheckSmooth(pair, gradient, &worst_)) << all;
      }
      continue;
    }
    ++i;
    touching += gradient.separation.signed_distance_m == 0.0;
    deep += gradient.separation.signed_distance_m < 0.0;
    const GradientOracle oracle = OracleOf(pair);
    ASSERT_NO_FATAL_FAILURE(
        CheckSides(pair, oracle.Quotient(kYaw, -kTinyStep), oracle.Quotient(kYaw, kTinyStep), 1e-9, &worst_))
        << all;
  }
  std::printf("gradient tied pairs %9" PRId64 " of %9" PRId64 "  touching %9" PRId64 "  deep %9" PRId64
              "  worst error %.2e\n",
              pairs_, all, touching, deep, worst_.tied);
  EXPECT_GT(touching, pairs_ / 10);
  EXPECT_GT(deep, pairs_ / 20);
}

TEST_P(SeparationGradientOracleTest, TiedPairsThatPosingRounds) {
  for (int64_t i = 0; i < pairs_;) {
    const PosedPair lattice = LatticePair(&random_);
    if (GradientOf(lattice).is_smooth) continue;
    ++i;
    const PosedPair pair = Turned(lattice, &random_);
    const GradientOracle oracle = OracleOf(pair);
    // What posing has rounded changes the quotient of a small step.
    const double lever_m = LeverArm(pair, GradientOf(pair));
    const double allowed = 1e-7 + 8.0 * 0x1p-53 * SizeOf(pair) / (kSmallStep * lever_m);
    const double left = oracle.Extrapolated(kYaw, -kSmallStep);
    const double right = oracle.Extrapolated(kYaw, kSmallStep);
    ASSERT_NO_FATAL_FAILURE(CheckSides(pair, left, right, allowed, &worst_)) << i;
    ASSERT_NO_FATAL_FAILURE(CheckEnclosed(pair, GradientOf(pair))) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Parts, SeparationGradientOracleTest, testing::Range(0, kParts));

}  // namespace
}  // namespace collision2d
