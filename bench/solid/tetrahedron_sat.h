#pragma once

#include <cstdint>

#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::bench {

// Whether two tetrahedra in one frame touch or overlap: the intervals of both on the normals of the
// 4 + 4 faces and on the cross products of the 36 pairs of edges, in this order (Hornus 2017,
// section 6.1, "SAT"). Adds the number of axes that were looked at to *axes. Rounded arithmetic
// without error bounds.
bool TetrahedronSatCollides(const solid::Vec3 (&a)[4], const solid::Vec3 (&b)[4], int64_t* axes);

}  // namespace collision2d::bench
