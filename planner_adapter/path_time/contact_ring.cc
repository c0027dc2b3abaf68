#include "planner_adapter/path_time/contact_ring.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "collision2d/geometry/sine_cosine.h"

namespace collision2d::planner {
namespace {

// Of a full turn.
constexpr double kMostSteps = 256.0;

Vec2 Turned(Vec2 v, double angle_rad) {
  const internal::SineCosine turn = internal::ComputeSineCosine(angle_rad);
  return {turn.cos * v.x - turn.sin * v.y, turn.sin * v.x + turn.cos * v.y};
}

Vec2 NormalOf(Vec2 from, Vec2 to) {
  const Vec2 along = Normalized(to - from);
  return {along.y, -along.x};
}

}  // namespace

// With steps of an angle d, the ring's vertices are at r / cos(d / 2) from the corner. The ring of
// the radius r cos(d / 2) has the same normals, and its vertices are on or within the shape.
void ContactRing::Assign(const ConvexPolygon& shape, bool is_round, double radius_m, double accuracy_m) {
  normals.clear();
  offsets.clear();
  vertices.clear();
  corners.clear();
  reach_m = 0.0;
  if (!is_round) radius_m = 0.0;
  const int count = shape.size();
  round_m = count < 3 ? std::numeric_limits<double>::infinity() : radius_m;
  if (!is_round && count == 1) {
    vertices.push_back(shape.ring()[0]);
    reach_m = Norm(shape.ring()[0]);
    excess_m = 0.0;
    return;
  }
  double step_rad = count >= 3 ? M_PI : 0.5 * M_PI;
  if (radius_m > 0.0) {
    step_rad = std::clamp(std::sqrt(8.0 * accuracy_m / radius_m), 2.0 * M_PI / kMostSteps, 0.5 * M_PI);
  }
  double widest_rad = 0.0;
  for (int k = 0; k < count; ++k) {
    const Vec2 corner = shape.ring()[k];
    Vec2 normal = {1.0, 0.0};
    double turn_rad = 2.0 * M_PI;
    if (count > 1) {
      normal = NormalOf(shape.ring()[k - 1], corner);
      turn_rad = M_PI;
      if (count > 2) turn_rad = internal::TurnBetween(normal, NormalOf(corner, shape.ring()[k + 1]));
    }
    const double steps =
        is_round && (radius_m > 0.0 || count < 3) ? std::max(1.0, std::ceil(turn_rad / step_rad)) : 1.0;
    const double angle_rad = turn_rad / steps;
    const double rim_m = radius_m > 0.0 ? radius_m / internal::ComputeSineCosine(0.5 * angle_rad).cos : 0.0;
    for (double j = 0.0; j < steps; ++j) {
      const Vec2 of_step = j == 0.0 ? normal : Turned(normal, j * angle_rad);
      normals.push_back(of_step);
      corners.push_back(k);
      offsets.push_back(Dot(of_step, corner) + radius_m);
      vertices.push_back(radius_m > 0.0 ? corner + rim_m * Turned(normal, (j + 0.5) * angle_rad) : corner);
      reach_m = std::max(reach_m, Norm(vertices.back()));
    }
    widest_rad = std::max(widest_rad, angle_rad);
  }
  excess_m = radius_m > 0.0 ? radius_m * (1.0 / internal::ComputeSineCosine(0.5 * widest_rad).cos - 1.0) : 0.0;
}

}  // namespace collision2d::planner
