#ifndef COLLISION2D_SOLID_SOLID_H_
#define COLLISION2D_SOLID_SOLID_H_

// Includes everything that a user of the 3D core needs; each header also stands alone. A planner pays only for what it
// calls: the queries are templates over the types of the two shapes.

#include "collision2d/query/query_context.h"                 // IWYU pragma: export
#include "collision2d/solid/geometry/aabb3.h"                // IWYU pragma: export
#include "collision2d/solid/geometry/mat3.h"                 // IWYU pragma: export
#include "collision2d/solid/geometry/pose3.h"                // IWYU pragma: export
#include "collision2d/solid/geometry/vec3.h"                 // IWYU pragma: export
#include "collision2d/solid/posed_solid.h"                   // IWYU pragma: export
#include "collision2d/solid/query/collides3.h"               // IWYU pragma: export
#include "collision2d/solid/query/cso3.h"                    // IWYU pragma: export
#include "collision2d/solid/query/decision_sphere_search.h"  // IWYU pragma: export
#include "collision2d/solid/query/distance3.h"               // IWYU pragma: export
#include "collision2d/solid/query/epa2.h"                    // IWYU pragma: export
#include "collision2d/solid/query/epa3.h"                    // IWYU pragma: export
#include "collision2d/solid/query/epa_workspace.h"           // IWYU pragma: export
#include "collision2d/solid/query/exact_hulls.h"             // IWYU pragma: export
#include "collision2d/solid/query/hybrid_search.h"           // IWYU pragma: export
#include "collision2d/solid/query/isa_gjk.h"                 // IWYU pragma: export
#include "collision2d/solid/query/mtd_bounds.h"              // IWYU pragma: export
#include "collision2d/solid/query/penetration3.h"            // IWYU pragma: export
#include "collision2d/solid/query/penetration_result.h"      // IWYU pragma: export
#include "collision2d/solid/query/query_context3.h"          // IWYU pragma: export
#include "collision2d/solid/query/separation3.h"             // IWYU pragma: export
#include "collision2d/solid/query/separation3_result.h"      // IWYU pragma: export
#include "collision2d/solid/shapes/affine.h"                 // IWYU pragma: export
#include "collision2d/solid/shapes/bounding_box.h"           // IWYU pragma: export
#include "collision2d/solid/shapes/box_shape.h"              // IWYU pragma: export
#include "collision2d/solid/shapes/capsule_shape.h"          // IWYU pragma: export
#include "collision2d/solid/shapes/cone_shape.h"             // IWYU pragma: export
#include "collision2d/solid/shapes/convex_polytope.h"        // IWYU pragma: export
#include "collision2d/solid/shapes/core_and_radius.h"        // IWYU pragma: export
#include "collision2d/solid/shapes/cylinder_shape.h"         // IWYU pragma: export
#include "collision2d/solid/shapes/ellipsoid_shape.h"        // IWYU pragma: export
#include "collision2d/solid/shapes/half_space_shape.h"       // IWYU pragma: export
#include "collision2d/solid/shapes/hull_of.h"                // IWYU pragma: export
#include "collision2d/solid/shapes/line_shape.h"             // IWYU pragma: export
#include "collision2d/solid/shapes/minkowski_sum.h"          // IWYU pragma: export
#include "collision2d/solid/shapes/point_shape.h"            // IWYU pragma: export
#include "collision2d/solid/shapes/prism_shape.h"            // IWYU pragma: export
#include "collision2d/solid/shapes/ray_shape.h"              // IWYU pragma: export
#include "collision2d/solid/shapes/recession.h"              // IWYU pragma: export
#include "collision2d/solid/shapes/rounded.h"                // IWYU pragma: export
#include "collision2d/solid/shapes/segment_shape.h"          // IWYU pragma: export
#include "collision2d/solid/shapes/shape_ref.h"              // IWYU pragma: export
#include "collision2d/solid/shapes/sphere_shape.h"           // IWYU pragma: export
#include "collision2d/solid/shapes/support_mapping.h"        // IWYU pragma: export
#include "collision2d/solid/shapes/triangle_shape.h"         // IWYU pragma: export
#include "collision2d/solid/shapes/view_pyramid_shape.h"     // IWYU pragma: export
#include "collision2d/solid/subdistance/signed_volumes.h"    // IWYU pragma: export
#include "collision2d/solid/vertical_clearance.h"            // IWYU pragma: export
#include "collision2d/solid/z_span.h"                        // IWYU pragma: export

#endif  // COLLISION2D_SOLID_SOLID_H_
