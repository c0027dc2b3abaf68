#include "planner_adapter/sampling/path_geometry.h"

#include <random>

#include "collision2d/testing/test.h"

namespace collision2d::planner {
namespace {

// The spline at the parameter t, found by scanning the segments.
SplinePoint At(const SmoothingSpline& spline, double t) {
  int segment = 0;
  while (segment + 1 < spline.num_segments() && spline.knot(segment + 1) <= t) ++segment;
  return spline.Evaluate(segment, t);
}

double Total(const SmoothingSpline& spline) { return spline.knot(spline.num_segments()); }

// What the spline promises to minimise, by midpoint quadrature, for the curve spline + epsilon *
// bump.
double Objective(const SmoothingSpline& spline, const std::vector<Vec2>& points, double length, double epsilon,
                 double bump_center) {
  // A smooth bump with its second derivative, zero at a distance.
  const auto bump = [&](double t) { return epsilon * std::exp(-(t - bump_center) * (t - bump_center)); };
  const auto bump_second = [&](double t) {
    const double x = t - bump_center;
    return epsilon * (4.0 * x * x - 2.0) * std::exp(-x * x);
  };
  double sum = 0.0;
  for (int i = 0; i < static_cast<int>(points.size()); ++i) {
    const double before = i > 0 ? spline.knot(i) - spline.knot(i - 1) : 0.0;
    const double after = i < spline.num_segments() ? spline.knot(i + 1) - spline.knot(i) : 0.0;
    const Vec2 g = At(spline, spline.knot(i)).position + Vec2{0.0, bump(spline.knot(i))};
    sum += 0.5 * (before + after) * NormSquared(points[i] - g);
  }
  constexpr int kSteps = 20000;
  const double dt = Total(spline) / kSteps;
  for (int i = 0; i < kSteps; ++i) {
    const double t = (i + 0.5) * dt;
    const Vec2 second = At(spline, t).second + Vec2{0.0, bump_second(t)};
    sum += std::pow(length, 4) * NormSquared(second) * dt;
  }
  return sum;
}

std::vector<Vec2> NoisyPoints() {
  std::mt19937_64 generator(7);
  std::uniform_real_distribution<double> noise(-0.3, 0.3);
  std::vector<Vec2> points;
  for (double x = 0.0; x < 30.0; x += 0.5 + std::abs(noise(generator))) {
    points.push_back({x, 2.0 * std::sin(0.2 * x) + noise(generator)});
  }
  return points;
}

TEST(SmoothingSplineTest, TwoPointsAreAStraightLine) {
  const SmoothingSpline spline({{1.0, 2.0}, {4.0, 6.0}}, 2.0);
  ASSERT_EQ(spline.num_segments(), 1);
  EXPECT_DOUBLE_EQ(Total(spline), 5.0);
  const SplinePoint middle = spline.Evaluate(0, 2.5);
  EXPECT_DOUBLE_EQ(middle.position.x, 2.5);
  EXPECT_DOUBLE_EQ(middle.position.y, 4.0);
  EXPECT_DOUBLE_EQ(middle.first.x, 0.6);
  EXPECT_DOUBLE_EQ(middle.first.y, 0.8);
  EXPECT_EQ(middle.second, (Vec2{0.0, 0.0}));
}

TEST(SmoothingSplineTest, CollinearPointsStayWhereTheyAre) {
  const std::vector<Vec2> points = {{0, 0}, {0.3, 0.6}, {1, 2}, {1.05, 2.1}, {7, 14}, {8, 16}};
  const SmoothingSpline spline(points, 2.0);
  for (int i = 0; i < static_cast<int>(points.size()); ++i) {
    EXPECT_NEAR(Norm(At(spline, spline.knot(i)).position - points[i]), 0.0, 1e-9) << i;
  }
}

TEST(SmoothingSplineTest, TwiceContinuouslyDifferentiableAndStraightAtTheEnds) {
  const SmoothingSpline spline(NoisyPoints(), 1.5);
  for (int i = 1; i < spline.num_segments(); ++i) {
    const SplinePoint left = spline.Evaluate(i - 1, spline.knot(i));
    const SplinePoint right = spline.Evaluate(i, spline.knot(i));
    EXPECT_NEAR(Norm(left.position - right.position), 0.0, 1e-10);
    EXPECT_NEAR(Norm(left.first - right.first), 0.0, 1e-10);
    EXPECT_NEAR(Norm(left.second - right.second), 0.0, 1e-10);
  }
  EXPECT_NEAR(Norm(At(spline, 0.0).second), 0.0, 1e-12);
  EXPECT_NEAR(Norm(At(spline, Total(spline)).second), 0.0, 1e-12);
}

TEST(SmoothingSplineTest, DerivativesAgreeWithDifferences) {
  const SmoothingSpline spline(NoisyPoints(), 1.5);
  constexpr double kStep = 1e-4;
  for (int i = 0; i < spline.num_segments(); ++i) {
    const double t = 0.5 * (spline.knot(i) + spline.knot(i + 1));
    const SplinePoint p = spline.Evaluate(i, t);
    const SplinePoint before = spline.Evaluate(i, t - kStep);
    const SplinePoint after = spline.Evaluate(i, t + kStep);
    EXPECT_NEAR(Norm(p.first - (0.5 / kStep) * (after.position - before.position)), 0.0, 1e-6);
    EXPECT_NEAR(Norm(p.second - (0.5 / kStep) * (after.first - before.first)), 0.0, 1e-6);
    EXPECT_NEAR(Norm(p.third - (0.5 / kStep) * (after.second - before.second)), 0.0, 1e-6);
  }
}

// The property that defines the spline: any change makes the objective larger.
TEST(SmoothingSplineTest, MinimisesItsObjective) {
  const std::vector<Vec2> points = NoisyPoints();
  const double length = 1.5;
  const SmoothingSpline spline(points, length);
  const double least = Objective(spline, points, length, 0.0, 0.0);
  for (double center : {0.0, 3.0, 10.0, 17.5, Total(spline)}) {
    for (double epsilon : {-0.1, 0.1}) {
      EXPECT_GT(Objective(spline, points, length, epsilon, center), least) << center << " " << epsilon;
    }
  }
}

// Long waves stay, short ones go; the factor is the one that the header states.
TEST(SmoothingSplineTest, DampsByWaveLength) {
  constexpr double kSmoothing = 2.0;
  for (double reduced_wave_length : {0.5, 1.0, 2.0, 4.0, 10.0}) {  // The wave's length over 2 pi.
    std::vector<Vec2> points;
    constexpr double kAmplitude = 1e-3;  // Small, so that the polyline's length is that of its base.
    for (int i = 0; i <= 2000; ++i) points.push_back({0.1 * i, kAmplitude * std::cos(0.1 * i / reduced_wave_length)});
    const SmoothingSpline spline(points, kSmoothing);
    const double crest = 2.0 * M_PI * reduced_wave_length * std::round(100.0 / (2.0 * M_PI * reduced_wave_length));
    const double expected = 1.0 / (1.0 + std::pow(kSmoothing / reduced_wave_length, 4));
    EXPECT_NEAR(At(spline, crest).position.y / kAmplitude, expected, 0.01 * expected + 1e-4) << reduced_wave_length;
  }
}

TEST(SmoothingSplineTest, DensityOfThePointsDoesNotMatter) {
  std::vector<Vec2> even;
  std::vector<Vec2> uneven;
  for (int i = 0; i <= 400; ++i) {
    const double x = 0.1 * i;
    const Vec2 p{x, std::sin(0.3 * x)};
    even.push_back(p);
    if (x < 20.0 || i % 5 == 0) uneven.push_back(p);
  }
  const SmoothingSpline dense(even, 2.0);
  const SmoothingSpline sparse(uneven, 2.0);
  for (double t = 1.0; t < 40.0; t += 1.0) {
    EXPECT_NEAR(Norm(At(dense, t).position - At(sparse, t).position), 0.0, 3e-3) << t;
  }
}

}  // namespace

}  // namespace collision2d::planner
