#ifndef COLLISION2D_SOLID_SHAPES_DISC_SUPPORT_H_
#define COLLISION2D_SOLID_SHAPES_DISC_SUPPORT_H_

#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::solid::internal {

// Returns the point of the disc about the origin of the xy plane that is farthest along the direction. If the direction
// is perpendicular to the disc, all its points tie, and the result is the centre, which favours no side.
inline Vec2 DiscSupport(double radius_m, const Vec3& direction) {
  const Vec2 along{direction.x, direction.y};
  if (along == Vec2{}) return {};
  return radius_m * Normalized(along);
}

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_SHAPES_DISC_SUPPORT_H_
