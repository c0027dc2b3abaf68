#include "planner_adapter/sampling/reference_path.h"

#include <random>

#include "absl/status/statusor.h"
#include "collision2d/testing/test.h"
#include "gmock/gmock.h"

namespace collision2d::planner::reference_path_test {

using ::testing::HasSubstr;

constexpr double kSmoothing_m = 2.0;
constexpr std::mt19937_64::result_type kSeed = 4711;

ReferencePath PathThrough(const std::vector<Vec2>& points) {
  absl::StatusOr<ReferencePath> path = ReferencePath::Create(points, kSmoothing_m);
  EXPECT_TRUE(path.ok()) << path.status();
  return *std::move(path);
}

std::string ErrorOf(const std::vector<Vec2>& points, double smoothing_m = kSmoothing_m) {
  const absl::StatusOr<ReferencePath> path = ReferencePath::Create(points, smoothing_m);
  EXPECT_FALSE(path.ok());
  EXPECT_EQ(path.status().code(), absl::StatusCode::kInvalidArgument);
  return std::string(path.status().message());
}

// An arc from the origin, first along x, turning left around (0, radius).
std::vector<Vec2> Arc(double radius_m, double spacing_m, double angle_rad) {
  std::vector<Vec2> points;
  const int count = static_cast<int>(angle_rad * radius_m / spacing_m);
  for (int i = 0; i <= count; ++i) {
    const double angle = angle_rad * i / count;
    points.push_back({radius_m * std::sin(angle), radius_m * (1.0 - std::cos(angle))});
  }
  return points;
}

std::vector<Vec2> Wave() {
  std::vector<Vec2> points;
  for (double x = 0.0; x <= 120.0; x += 3.0) points.push_back({x, 8.0 * std::sin(0.08 * x)});
  return points;
}

double DistanceToPolyline(const std::vector<Vec2>& points, Vec2 p) {
  double best = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i + 1 < points.size(); ++i) {
    const Vec2 edge = points[i + 1] - points[i];
    const double u = std::clamp(Dot(p - points[i], edge) / NormSquared(edge), 0.0, 1.0);
    best = std::min(best, Norm(p - (points[i] + u * edge)));
  }
  return best;
}

// What every path must be: continuous, parametrised by arc length, and with derivatives that belong
// to each other.
void ExpectConsistent(const ReferencePath& path) {
  constexpr double kStep = 1e-3;
  for (double s = -5.0; s < path.length_m() + 5.0; s += 0.173) {
    const PathPoint p = path.At(s);
    const PathPoint before = path.At(s - kStep);
    const PathPoint after = path.At(s + kStep);
    ASSERT_NEAR(Norm(p.tangent), 1.0, 1e-14);
    ASSERT_NEAR(Norm(after.position - before.position), 2.0 * kStep, 1e-3 * 2.0 * kStep) << s;
    const Vec2 turn = (0.5 / kStep) * (after.tangent - before.tangent);
    ASSERT_NEAR(Dot(turn, PerpendicularLeft(p.tangent)), p.curvature_per_m, 2e-3 * std::abs(p.curvature_per_m) + 1e-4)
        << s;
    ASSERT_NEAR(Dot(after.position - before.position, PerpendicularLeft(p.tangent)), 0.0, 1e-6) << s;
  }
}

TEST(ReferencePathTest, TwoPointsAreAStraightLineWithoutEnd) {
  const ReferencePath path = PathThrough({{1.0, 2.0}, {31.0, 42.0}});
  EXPECT_DOUBLE_EQ(path.length_m(), 50.0);
  for (double s : {-100.0, 0.0, 12.3, 50.0, 1000.0}) {
    const PathPoint p = path.At(s);
    EXPECT_NEAR(p.position.x, 1.0 + 0.6 * s, 1e-11);
    EXPECT_NEAR(p.position.y, 2.0 + 0.8 * s, 1e-11);
    EXPECT_NEAR(p.curvature_per_m, 0.0, 1e-14);
  }
  ExpectConsistent(path);
}

TEST(ReferencePathTest, CircleHasItsCurvature) {
  for (double radius : {15.0, 50.0, 400.0}) {
    for (double spacing : {0.3, 2.0, 5.0}) {
      const ReferencePath path = PathThrough(Arc(radius, spacing, 2.5));
      ExpectConsistent(path);
      // Away from the ends, where the curvature falls to zero.
      for (double s = 15.0; s < path.length_m() - 15.0; s += 0.37) {
        const PathPoint p = path.At(s);
        EXPECT_NEAR(p.curvature_per_m * radius, 1.0, 0.03) << "radius " << radius << " spacing " << spacing;
        EXPECT_NEAR(Norm(p.position - Vec2{0.0, radius}), radius, 0.02);
      }
    }
  }
}

TEST(ReferencePathTest, ArcLengthIsTrueToItsStatedError) {
  for (const std::vector<Vec2>& points : {Wave(), std::vector<Vec2>{{0, 0}, {40, 0}, {40, 40}}}) {
    const ReferencePath path = PathThrough(points);
    constexpr int kChordsPerMetre = 1000;
    double length = 0.0;
    Vec2 previous = path.At(0.0).position;
    for (int i = 1; i <= static_cast<int>(path.length_m() * kChordsPerMetre); ++i) {
      const double s = static_cast<double>(i) / kChordsPerMetre;
      const Vec2 position = path.At(s).position;
      length += Norm(position - previous);
      previous = position;
      ASSERT_NEAR(length, s, 1e-4);
    }
  }
}

TEST(ReferencePathTest, SharpCornerIsRoundedAsStated) {
  const std::vector<Vec2> points = {{0, 0}, {100, 0}, {100, 80}};
  const ReferencePath path = PathThrough(points);
  ExpectConsistent(path);
  double largest_deviation = 0.0;
  double largest_curvature = 0.0;
  double to_corner = std::numeric_limits<double>::infinity();
  for (double s = 0.0; s <= path.length_m(); s += 0.01) {
    const PathPoint p = path.At(s);
    largest_deviation = std::max(largest_deviation, DistanceToPolyline(points, p.position));
    largest_curvature = std::max(largest_curvature, std::abs(p.curvature_per_m));
    to_corner = std::min(to_corner, Norm(p.position - points[1]));
  }
  const double half_angle = M_PI / 4.0;
  EXPECT_NEAR(to_corner, kSmoothing_m * std::sin(half_angle) / std::sqrt(2.0), 0.2);
  EXPECT_NEAR(largest_curvature,
              std::sin(half_angle) / (std::sqrt(2.0) * kSmoothing_m * std::pow(std::cos(half_angle), 2)), 0.15);
  EXPECT_LT(largest_deviation, to_corner + 1e-9);
}

TEST(ReferencePathTest, StaysNearAZigzagOfLongEdges) {
  std::vector<Vec2> points;
  for (int i = 0; i < 12; ++i) points.push_back({30.0 * i, i % 2 == 0 ? 0.0 : 25.0});
  const ReferencePath path = PathThrough(points);
  ExpectConsistent(path);
  for (double s = 0.0; s <= path.length_m(); s += 0.05) {
    ASSERT_LT(DistanceToPolyline(points, path.At(s).position), 1.2) << s;
  }
}

TEST(ReferencePathTest, CoarseCenterLineOfACurveIsNotAChainOfCorners) {
  // 20 m between the points of a curve with a radius of 150 m: as a polyline, all its turning is in
  // the corners.
  const ReferencePath path = PathThrough(Arc(150.0, 20.0, 1.5));
  for (double s = 40.0; s < path.length_m() - 40.0; s += 0.1) {
    EXPECT_NEAR(path.At(s).curvature_per_m * 150.0, 1.0, 0.1) << s;
  }
}

TEST(ReferencePathTest, NearDuplicatesAndOverlapsDoNotBendIt) {
  std::vector<Vec2> points;
  for (int i = 0; i <= 40; ++i) {
    const Vec2 p{2.0 * i, 0.0};
    points.push_back(p);
    if (i % 3 == 0) points.push_back(p + Vec2{1e-4, 1e-4});
    if (i % 7 == 0) points.push_back(p + Vec2{0.0, 0.04});
    if (i == 20) points.push_back(p + Vec2{-0.3, 0.05});  // Two recorded pieces that overlap.
  }
  const ReferencePath path = PathThrough(points);
  ExpectConsistent(path);
  for (double s = 0.0; s < path.length_m(); s += 0.1) {
    EXPECT_LT(std::abs(path.At(s).curvature_per_m), 0.03) << s;
    EXPECT_LT(std::abs(path.At(s).position.y), 0.05) << s;
  }
}

TEST(ReferencePathTest, RecordingNoiseIsSmoothed) {
  std::mt19937_64 generator(kSeed);
  std::normal_distribution<double> noise(0.0, 0.02);
  std::vector<Vec2> points;
  for (int i = 0; i <= 500; ++i) points.push_back({0.2 * i, noise(generator)});
  const ReferencePath path = PathThrough(points);
  for (double s = 0.0; s < path.length_m(); s += 0.1) EXPECT_LT(std::abs(path.At(s).curvature_per_m), 0.02) << s;
}

TEST(ReferencePathTest, EndsWhereThePointsEnd) {
  const std::vector<Vec2> points = {{0, 0}, {10, 0}, {20, 0}, {29.99, 0}, {30, 0}};
  const ReferencePath path = PathThrough(points);
  EXPECT_NEAR(path.length_m(), 30.0, 1e-9);
}

TEST(ReferencePathTest, ProjectionInvertsAndAgreesWithBruteForce) {
  std::mt19937_64 generator(kSeed);
  std::uniform_real_distribution<double> x(-30.0, 150.0);
  std::uniform_real_distribution<double> y(-40.0, 40.0);
  for (const std::vector<Vec2>& points : {Wave(), Arc(20.0, 1.0, 5.0), std::vector<Vec2>{{0, 0}, {60, 0}, {60, 30}}}) {
    const ReferencePath path = PathThrough(points);
    int beyond_an_end = 0;
    for (int i = 0; i < 300; ++i) {
      const Vec2 q{x(generator), y(generator)};
      const PathCoordinates c = path.Project(q);
      const PathPoint foot = path.At(c.s_m);
      EXPECT_NEAR(Norm(foot.position + c.d_m * PerpendicularLeft(foot.tangent) - q), 0.0, 1e-10)
          << "seed " << kSeed << " case " << i;
      double brute_force = std::numeric_limits<double>::infinity();
      constexpr double kStep = 0.01;
      for (double s = 0.0; s <= path.length_m(); s += kStep) {
        brute_force = std::min(brute_force, Norm(q - path.At(s).position));
      }
      brute_force = std::min(brute_force, Norm(q - path.At(path.length_m()).position));
      if (c.s_m < 0.0 || c.s_m > path.length_m()) {
        ++beyond_an_end;
        // The end must be the nearest point of the path proper.
        const Vec2 end = path.At(c.s_m < 0.0 ? 0.0 : path.length_m()).position;
        EXPECT_NEAR(Norm(q - end), brute_force, 1e-9) << "seed " << kSeed << " case " << i;
      } else {
        EXPECT_NEAR(std::abs(c.d_m), brute_force, kStep) << "seed " << kSeed << " case " << i;
        EXPECT_LE(std::abs(c.d_m), brute_force + 1e-9) << "seed " << kSeed << " case " << i;
      }
    }
    EXPECT_GT(beyond_an_end, 5);
    EXPECT_LT(beyond_an_end, 250);
  }
}

TEST(ReferencePathTest, ProjectionHasItsSignAndExtendsBothEnds) {
  const ReferencePath path = PathThrough({{0, 0}, {50, 0}});
  EXPECT_NEAR(path.Project({20.0, 3.0}).d_m, 3.0, 1e-12);
  EXPECT_NEAR(path.Project({20.0, -3.0}).d_m, -3.0, 1e-12);
  EXPECT_NEAR(path.Project({-8.0, 2.0}).s_m, -8.0, 1e-12);
  EXPECT_NEAR(path.Project({-8.0, 2.0}).d_m, 2.0, 1e-12);
  EXPECT_NEAR(path.Project({58.0, 2.0}).s_m, 58.0, 1e-12);
  EXPECT_NEAR(path.Project({0.0, 0.0}).s_m, 0.0, 1e-12);
  EXPECT_NEAR(path.Project({50.0, 0.0}).s_m, 50.0, 1e-12);
}

TEST(ReferencePathTest, NanIsCarriedNotFollowed) {
  const ReferencePath path = PathThrough({{0, 0}, {50, 0}});
  EXPECT_TRUE(std::isnan(path.At(std::numeric_limits<double>::quiet_NaN()).position.x));
}

TEST(ReferencePathTest, ErrorsNameThePointAndTheValue) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(ErrorOf({}), HasSubstr("reference_path: 0 point"));
  EXPECT_THAT(ErrorOf({{1, 2}}), HasSubstr("reference_path: 1 point"));
  EXPECT_THAT(ErrorOf({{1, 2}, {1.01, 2}, {1, 2.01}}), HasSubstr("reference_path: all 3 points are within 0.05 m"));
  EXPECT_THAT(ErrorOf({{0, 0}, {1, nan}, {2, 0}}), HasSubstr("reference_path[1].y: nan is not finite"));
  EXPECT_THAT(ErrorOf({{0, 0}, {1e9, 0}}), HasSubstr("reference_path[1].x: 1000000000 m is beyond"));
  EXPECT_THAT(ErrorOf({{0, 0}, {2e5, 0}}), HasSubstr("reference_path: 200000 m long"));
  EXPECT_THAT(ErrorOf({{0, 0}, {50, 0}, {0, 1}}), HasSubstr("reference_path[1]: the path turns back"));
  EXPECT_THAT(ErrorOf({{0, 0}, {50, 0}}, 0.0), HasSubstr("path_smoothing_length_m: 0 is not in"));
  EXPECT_THAT(ErrorOf({{0, 0}, {50, 0}}, nan), HasSubstr("path_smoothing_length_m: nan is not in"));
}

TEST(ReferencePathTest, ProjectNearIsProjectWhateverTheGuess) {
  std::mt19937_64 random(kSeed);
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  for (int i = 0; i < 200; ++i) {
    std::vector<Vec2> points = {{0.0, 0.0}};
    double heading = uniform(-3.0, 3.0);
    for (int k = 0; k < 12; ++k) {
      heading += uniform(-0.9, 0.9);
      const double edge_m = uniform(3.0, 25.0);
      points.push_back(points.back() + edge_m * Vec2{std::cos(heading), std::sin(heading)});
    }
    const ReferencePath path = PathThrough(points);
    for (size_t k = 0; k < 100; ++k) {
      const double reach_m = k % 2 == 0 ? 20.0 : 300.0;
      const double x = uniform(-reach_m, reach_m);
      const double y = uniform(-reach_m, reach_m);
      const Vec2 point = points[k % points.size()] + Vec2{x, y};
      const PathCoordinates expected = path.Project(point);
      const PathCoordinates near = path.ProjectNear(point, uniform(-50.0, 250.0));
      EXPECT_NEAR(near.s_m, expected.s_m, 1e-10) << "seed " << kSeed << " case " << i;
      EXPECT_NEAR(near.d_m, expected.d_m, 1e-10) << "seed " << kSeed << " case " << i;
      EXPECT_NEAR(path.ProjectNear(point, expected.s_m + uniform(-0.5, 0.5)).s_m, expected.s_m, 1e-10);
    }
  }
}

// Newton's method finds a foot on the arm that the guess is on, but the other arm may be nearer.
TEST(ReferencePathTest, ProjectNearOnTheWrongArmOfAHairpin) {
  const ReferencePath path = PathThrough({{0, 0}, {20, 0}, {40, 0}, {44, 4}, {40, 8}, {20, 8}, {0, 8}});
  for (double y = -3.0; y <= 11.0; y += 0.1) {
    const Vec2 point = {15.0, y};
    const PathCoordinates expected = path.Project(point);
    for (const double guess_m : {15.0, path.length_m() - 15.0}) {
      EXPECT_NEAR(path.ProjectNear(point, guess_m).s_m, expected.s_m, 1e-10) << "y " << y << " guess " << guess_m;
    }
  }
}

TEST(ReferencePathTest, SurroundingsBoundTheCurvatureAndTheReach) {
  const ReferencePath path = PathThrough({{0, 0}, {20, 0}, {40, 0}, {44, 4}, {40, 8}, {20, 8}, {0, 8}});
  for (double s = 1.5; s < path.length_m() - 1.5; s += 0.3) {
    const PathSurroundings around = path.SurroundingsOf(s, 1.0);
    EXPECT_GT(around.reach_m, 0.5) << "s " << s;
    for (double at = s - 1.0; at <= s + 1.0; at += 0.1) {
      const PathPoint p = path.At(at);
      EXPECT_LE(std::abs(p.curvature_per_m), around.curvature_per_m);
      for (const double d : {-0.99 * around.reach_m, 0.99 * around.reach_m}) {
        const Vec2 point = p.position + d * Vec2{-p.tangent.y, p.tangent.x};
        EXPECT_NEAR(path.Project(point).s_m, at, 1e-9) << "s " << s << " at " << at;
      }
    }
  }
  EXPECT_EQ(path.SurroundingsOf(0.5, 1.0).reach_m, 0.0);
  EXPECT_EQ(path.SurroundingsOf(path.length_m() - 0.5, 1.0).reach_m, 0.0);
}

}  // namespace collision2d::planner::reference_path_test
