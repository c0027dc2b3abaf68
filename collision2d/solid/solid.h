#pragma once

// Includes everything that a planner's check in space needs: shapes of vehicles and their
// surroundings, Levels 1 to 3, vertical clearance. Each header also stands alone. A planner pays
// only for what it calls: the queries are templates over the types of the two shapes. For further
// shapes and algorithms see papers/papers.h.

#include "collision2d/query/query_context.h"           // IWYU pragma: export
#include "collision2d/solid/geometry/pose3.h"          // IWYU pragma: export
#include "collision2d/solid/geometry/vec3.h"           // IWYU pragma: export
#include "collision2d/solid/posed_solid.h"             // IWYU pragma: export
#include "collision2d/solid/query/collides3.h"         // IWYU pragma: export
#include "collision2d/solid/query/cso3.h"              // IWYU pragma: export
#include "collision2d/solid/query/distance3.h"         // IWYU pragma: export
#include "collision2d/solid/query/epa3.h"              // IWYU pragma: export
#include "collision2d/solid/query/epa_workspace.h"     // IWYU pragma: export
#include "collision2d/solid/query/exact_hulls.h"       // IWYU pragma: export
#include "collision2d/solid/query/query_types3.h"      // IWYU pragma: export
#include "collision2d/solid/query/separation3.h"       // IWYU pragma: export
#include "collision2d/solid/query/signed_volumes.h"    // IWYU pragma: export
#include "collision2d/solid/shapes/convex_mesh.h"      // IWYU pragma: export
#include "collision2d/solid/shapes/convex_polytope.h"  // IWYU pragma: export
#include "collision2d/solid/shapes/prism_shape.h"      // IWYU pragma: export
#include "collision2d/solid/shapes/simple_shapes.h"    // IWYU pragma: export
#include "collision2d/solid/shapes/support_mapping.h"  // IWYU pragma: export
#include "collision2d/solid/vertical_clearance.h"      // IWYU pragma: export
