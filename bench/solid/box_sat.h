#pragma once

#include <cstdint>

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::bench {

// Whether two boxes, centred in their frames and given by their half extents, touch or overlap: the
// 15 separating axes of Gottschalk 2000 (his thesis; Gottschalk, Lin, Manocha 1996), faces of a,
// faces of b, pairs of edges. Adds the number of axes that were looked at to *axes. Rounded
// arithmetic without error bounds; parallel edges make axes of length near 0, which never separate
// because the radii are raised a little, as he proposes.
bool BoxSatCollides(const solid::Vec3& half_extents_a, const solid::Vec3& half_extents_b, const solid::Pose3& a_from_b,
                    int64_t* axes);

}  // namespace collision2d::bench
