#include "collision2d/testing/polygon_generators.h"

#include <algorithm>
#include <cmath>

namespace collision2d {
namespace {

constexpr double kPi = 3.141592653589793;

std::vector<Vec2> RectanglePoints(Random* random) {
  const double half_length = random->Uniform(0.2, 1.0);
  const double half_width = random->Uniform(0.1, 1.0);
  const Pose2 turn = random->Chance(0.25) ? Pose2{} : Pose2::FromYaw({}, random->Angle());
  return {turn * Vec2{-half_length, -half_width}, turn * Vec2{half_length, -half_width},
          turn * Vec2{half_length, half_width}, turn * Vec2{-half_length, half_width}};
}

// Points of an ellipse with half axes 1 and a random number in this range, at 3 to max_count random
// angles in rising order.
std::vector<Vec2> EllipsePoints(int max_count, double least_aspect, double most_aspect, Random* random) {
  const int count = random->Integer(3, max_count);
  const double aspect = random->LogUniform(least_aspect, most_aspect);
  std::vector<double> angles_rad(count);
  for (double& angle_rad : angles_rad) angle_rad = random->Angle();
  std::sort(angles_rad.begin(), angles_rad.end());
  const Pose2 turn = Pose2::FromYaw({}, random->Angle());
  std::vector<Vec2> points;
  for (const double angle_rad : angles_rad) {
    points.push_back(turn * Vec2{std::cos(angle_rad), aspect * std::sin(angle_rad)});
  }
  return points;
}

std::vector<Vec2> RegularPoints(int count, double circumradius_m, double first_angle_rad) {
  std::vector<Vec2> points;
  for (int i = 0; i < count; ++i) {
    const double angle_rad = first_angle_rad + 2.0 * kPi * i / count;
    points.push_back({circumradius_m * std::cos(angle_rad), circumradius_m * std::sin(angle_rad)});
  }
  return points;
}

std::vector<Vec2> GridPoints(int count, Random* random) {
  std::vector<Vec2> points;
  for (int i = 0; i < count; ++i) {
    points.push_back({static_cast<double>(random->Integer(0, 4)), static_cast<double>(random->Integer(0, 4))});
  }
  return points;
}

Vec2 RandomPoint(Random* random) { return {random->Uniform(-1.0, 1.0), random->Uniform(-1.0, 1.0)}; }

}  // namespace

std::vector<Vec2> RandomPoints(PolygonKind kind, int max_vertices, Random* random) {
  switch (kind) {
    case PolygonKind::kPoint:
      return {RandomPoint(random)};
    case PolygonKind::kSegment:
      return {RandomPoint(random), RandomPoint(random)};
    case PolygonKind::kRectangle:
      return RectanglePoints(random);
    case PolygonKind::kRegular: {
      const int count = random->Integer(3, max_vertices);
      return RegularPoints(count, 1.0, random->Angle());
    }
    case PolygonKind::kTriangle:
      return {RandomPoint(random), RandomPoint(random), RandomPoint(random)};
    case PolygonKind::kEllipse:
      return EllipsePoints(max_vertices, 0.01, 1.0, random);
    case PolygonKind::kSliver:
      return EllipsePoints(std::min(max_vertices, 8), 1e-12, 1e-3, random);
    case PolygonKind::kGrid:
      return GridPoints(random->Integer(3, std::min(max_vertices, 8)), random);
  }
  return {};
}

PolygonKind RandomKind(Random* random) {
  constexpr int kDegenerateKinds = 2;
  if (random->Chance(0.125)) return static_cast<PolygonKind>(random->Index(kDegenerateKinds));
  return static_cast<PolygonKind>(random->Integer(kDegenerateKinds, kPolygonKindCount - 1));
}

ConvexPolygon RandomPolygon(int max_vertices, Random* random) {
  return ConvexPolygon::Hull(RandomPoints(RandomKind(random), max_vertices, random)).value();
}

ConvexPolygon RegularPolygon(int vertex_count, double circumradius_m) {
  return ConvexPolygon::Create(RegularPoints(vertex_count, circumradius_m, 0.0)).value();
}

Pose2 RandomPose(double reach_m, Random* random) {
  const Vec2 translation = {random->Uniform(-reach_m, reach_m), random->Uniform(-reach_m, reach_m)};
  if (random->Chance(0.5)) return Pose2::FromYaw(translation, random->Angle());
  constexpr Vec2 kExactTurns[] = {{1.0, 0.0}, {0.0, 1.0},  {-1.0, 0.0}, {0.0, -1.0},
                                  {0.6, 0.8}, {-0.8, 0.6}, {0.28, 0.96}};
  const Vec2 turn = kExactTurns[random->Index(7)];
  return Pose2(translation, UnitRotation(turn.x, turn.y));
}

}  // namespace collision2d
