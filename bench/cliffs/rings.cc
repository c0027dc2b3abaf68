#include "bench/cliffs/rings.h"

#include <cmath>

namespace collision2d::bench {
namespace {

constexpr double kTwoPi = 2.0 * 3.141592653589793;

Vec2 OnCircle(double angle_rad) { return {std::cos(angle_rad), std::sin(angle_rad)}; }

}  // namespace

Ring Ngon(int n, double radius, Vec2 center) {
  Ring ring;
  for (int i = 0; i < n; ++i) ring.push_back(center + radius * OnCircle(kTwoPi * i / n));
  return ring;
}

Ring Ellipse(int n, double half_length, double half_width) {
  Ring ring;
  for (int i = 0; i < n; ++i) {
    const Vec2 p = OnCircle(kTwoPi * i / n);
    ring.push_back({half_length * p.x, half_width * p.y});
  }
  return ring;
}

Ring NearlyStraightSquare(int n, double turn_ulps) {
  const int edges = n / 4;
  // Each chain is a parabola, whose second difference is 8 bulge / edges^2.
  const double bulge = 0.125 * turn_ulps * 0x1p-52 * edges * edges;
  Ring ring;
  for (const Pose2& side : {Pose2({}, UnitRotation(1.0, 0.0)), Pose2({}, UnitRotation(0.0, 1.0)),
                            Pose2({}, UnitRotation(-1.0, 0.0)), Pose2({}, UnitRotation(0.0, -1.0))}) {
    for (int k = 0; k < edges; ++k) {
      const double x = -1.0 + 2.0 * k / edges;
      ring.push_back(side.Rotate({x, -1.0 - bulge * (1.0 - x * x)}));
    }
  }
  return ring;
}

Ring RoundedRectangle(int n, double length, double width, double corner_radius) {
  const int per_corner = n / 4;
  const Vec2 middle = {0.5 * length - corner_radius, 0.5 * width - corner_radius};
  const Vec2 corners[] = {{middle.x, middle.y}, {-middle.x, middle.y}, {-middle.x, -middle.y}, {middle.x, -middle.y}};
  Ring ring;
  for (int corner = 0; corner < 4; ++corner) {
    for (int k = 0; k < per_corner; ++k) {
      // One vertex: the middle of the arc, which is the rectangle's corner if the radius is 0.
      const double along = per_corner == 1 ? 0.5 : static_cast<double>(k) / (per_corner - 1);
      ring.push_back(corners[corner] + corner_radius * OnCircle(0.25 * kTwoPi * (corner + along)));
    }
  }
  return ring;
}

Ring Mapped(const Ring& ring, double scale, Vec2 shift) {
  Ring mapped;
  for (const Vec2 v : ring) mapped.push_back(scale * v + shift);
  return mapped;
}

Ring Posed(const Ring& ring, const Pose2& pose) {
  Ring posed;
  for (const Vec2 v : ring) posed.push_back(pose * v);
  return posed;
}

Ring ReflectedThroughEdge(const Ring& ring, int i) {
  const Vec2 start = ring[i];
  const Vec2 end = ring[Next(ring, i)];
  Ring reflected;
  for (const Vec2 v : ring) reflected.push_back(start + (end - v));
  reflected[i] = end;
  reflected[Next(ring, i)] = start;
  return reflected;
}

Ring Placed(const Ring& ring, Vec2 from, Vec2 to, int corner, Vec2 target) {
  const Pose2 turn({}, UnitRotation(Dot(from, to), Cross(from, to)));
  const Vec2 shift = target - turn.Rotate(ring[corner]);
  Ring placed;
  for (const Vec2 v : ring) placed.push_back(turn.Rotate(v) + shift);
  placed[corner] = target;
  return placed;
}

Vec2 EdgeNormal(const Ring& ring, int i) { return -PerpendicularLeft(Normalized(ring[Next(ring, i)] - ring[i])); }

Vec2 CornerNormal(const Ring& ring, int i) {
  return Normalized(EdgeNormal(ring, Previous(ring, i)) + EdgeNormal(ring, i));
}

Vec2 RandomPoint(double reach, Random* random) {
  const double x = random->Uniform(-reach, reach);
  const double y = random->Uniform(-reach, reach);
  return {x, y};
}

}  // namespace collision2d::bench
