#include "collision2d/solid/testing/slender_pairs3.h"

#include <cmath>
#include <cstddef>
#include <utility>

#include "collision2d/solid/testing/random_pose3.h"

namespace collision2d::solid {
namespace {

double Thickness(Random* random) { return random->LogUniform(1e-12, 0.3); }

Vec3 RandomVec(double reach, Random* random) {
  return {random->Uniform(-reach, reach), random->Uniform(-reach, reach), random->Uniform(-reach, reach)};
}

// Perpendicular unit vectors.
struct Axes {
  Vec3 along;
  Vec3 across;
  Vec3 over;
};

Axes RandomAxes(Random* random) {
  // Along the coordinate axes zeros occur, and with them exact contacts.
  const Mat3 rotation = random->Chance(0.25) ? RightAngleRotation(random->Index(24)) : RandomRotation(random);
  return {rotation.Column(0), rotation.Column(1), rotation.Column(2)};
}

std::vector<Vec3> Needle(const Axes& axes, Random* random) {
  const double width = Thickness(random);
  const double depth = random->Chance(0.5) ? width : Thickness(random);
  const int count = random->Integer(2, 6);
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) {
    const double s = i < 2 ? 1.0 - 2.0 * i : random->Uniform(-1.0, 1.0);
    const double u = random->Uniform(-width, width);
    const double v = random->Uniform(-depth, depth);
    points.push_back(s * axes.along + u * axes.across + v * axes.over);
  }
  return points;
}

std::vector<Vec3> Sliver(const Axes& axes, Random* random) {
  std::vector<Vec3> points = {-axes.along, axes.along,
                              random->Uniform(-1.2, 1.2) * axes.along + Thickness(random) * axes.across};
  if (random->Chance(0.5)) {
    const double s = random->Uniform(-1.0, 1.0);
    const double t = random->Uniform(-1.0, 1.0);
    points.push_back(s * axes.along + t * axes.across + Thickness(random) * axes.over);
  }
  return points;
}

std::vector<Vec3> FlatBox(const Axes& axes, Random* random) {
  const double width = random->Uniform(0.1, 1.0);
  const double height = Thickness(random);
  std::vector<Vec3> points;
  for (int i = 0; i < 8; ++i) {
    points.push_back(((i & 1) != 0 ? 1.0 : -1.0) * axes.along + ((i & 2) != 0 ? width : -width) * axes.across +
                     ((i & 4) != 0 ? height : -height) * axes.over);
  }
  return points;
}

std::vector<Vec3> Ordinary(Random* random) {
  std::vector<Vec3> points;
  const int count = random->Integer(1, 8);
  for (int i = 0; i < count; ++i) points.push_back(RandomVec(1.0, random));
  return points;
}

// kTiny has no shape of its own; its shapes come from the other families.
std::vector<Vec3> Shape(SlenderFamily3 family, const Axes& axes, Random* random) {
  switch (family) {
    case SlenderFamily3::kNeedles:
      return Needle(axes, random);
    case SlenderFamily3::kSlivers:
      return Sliver(axes, random);
    default:
      return FlatBox(axes, random);
  }
}

SlenderFamily3 AnyShape(Random* random) { return static_cast<SlenderFamily3>(random->Index(3)); }

// A point of the hull: a vertex, a point of an edge, or one inside three or four points.
Vec3 PointOf(const std::vector<Vec3>& points, Random* random) {
  Vec3 point = points[static_cast<size_t>(random->Index(static_cast<int>(points.size())))];
  for (int more = random->Integer(0, 3); more > 0; --more) {
    const Vec3& other = points[static_cast<size_t>(random->Index(static_cast<int>(points.size())))];
    const double weight = random->Chance(0.2) ? 0.5 : random->Uniform(0.0, 1.0);
    point = point + weight * (other - point);
  }
  return point;
}

// Returns the rotation by 2 atan(t) about the axis, from the normalised quaternion (1, t axis).
Mat3 SmallRotation(const Vec3& axis, double t) {
  const double norm_sq = 1.0 + t * t;
  const double w = 1.0;
  const Vec3 v = t * axis;
  const auto entry = [norm_sq](double numerator) { return 2.0 * numerator / norm_sq; };
  return {{{1.0 - entry(v.y * v.y + v.z * v.z), entry(v.x * v.y - w * v.z), entry(v.x * v.z + w * v.y)},
           {entry(v.x * v.y + w * v.z), 1.0 - entry(v.x * v.x + v.z * v.z), entry(v.y * v.z - w * v.x)},
           {entry(v.x * v.z - w * v.y), entry(v.y * v.z + w * v.x), 1.0 - entry(v.x * v.x + v.y * v.y)}}};
}

Mat3 RandomTurn(Random* random) {
  const double kind = random->Uniform(0.0, 1.0);
  if (kind < 0.3) return RandomRotation(random);
  if (kind < 0.5) return RightAngleRotation(random->Index(24));
  const Vec3 axis = RandomUnitVector(random);
  return SmallRotation(axis, random->LogUniform(1e-16, 1.0));
}

void Scale(double factor, std::vector<Vec3>* points) {
  for (Vec3& p : *points) p = factor * p;
}

}  // namespace

const char* Name(SlenderFamily3 family) {
  constexpr const char* kNames[kSlenderFamily3Count] = {"Needles", "Slivers", "FlatBoxes", "Mixed", "Tiny"};
  return kNames[static_cast<int>(family)];
}

SlenderPairs3 RandomSlenderPairs3(SlenderFamily3 family, int poses, Random* random) {
  SlenderPairs3 pairs;
  const Axes axes_a = RandomAxes(random);
  // Half of the time the other one is nearly parallel.
  const Axes axes_b = random->Chance(0.5) ? axes_a : RandomAxes(random);
  const bool has_own_shape = family != SlenderFamily3::kMixed && family != SlenderFamily3::kTiny;
  pairs.a = Shape(has_own_shape ? family : AnyShape(random), axes_a, random);
  pairs.b = family == SlenderFamily3::kMixed ? Ordinary(random)
                                             : Shape(has_own_shape ? family : AnyShape(random), axes_b, random);
  if (random->Chance(0.5)) std::swap(pairs.a, pairs.b);
  Scale(random->LogUniform(1e-2, 1.0), &pairs.b);
  const double size = family == SlenderFamily3::kTiny ? std::ldexp(1.0, -random->Integer(960, 1074)) : 1.0;
  Mat3 first_turn = RandomTurn(random);
  for (int i = 0; i < poses; ++i) {
    Pose3 pose;
    pose.rotation = i == 0 ? first_turn : RandomTurn(random);
    const Vec3 on_a = PointOf(pairs.a, random);
    const Vec3 on_b = PointOf(pairs.b, random);
    const double gap = random->Chance(0.2) ? 0.0 : random->LogUniform(1e-20, 1.0);
    const Vec3 direction = RandomUnitVector(random);
    pose.translation = on_a + gap * direction - pose.rotation * on_b;
    pairs.a_from_b.push_back(pose);
  }
  // The first pose is applied to the points of b; the other poses are composed with its inverse, so
  // that they place b as before.
  const Pose3 first = pairs.a_from_b[0];
  const Pose3 back = first.Inverse();
  for (Vec3& p : pairs.b) p = first * p;
  pairs.a_from_b[0] = Pose3{};
  for (int i = 1; i < poses; ++i) {
    Pose3& pose = pairs.a_from_b[static_cast<size_t>(i)];
    pose = pose * back;
    // A product of rotations is a rotation up to rounding of a few units.
  }
  if (size != 1.0) {
    Scale(size, &pairs.a);
    Scale(size, &pairs.b);
    for (Pose3& pose : pairs.a_from_b) pose.translation = size * pose.translation;
  }
  return pairs;
}

}  // namespace collision2d::solid
