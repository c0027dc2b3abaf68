#pragma once

// Everything that a user of the 2D core needs; each header stands alone too.

#include "collision2d/batch/collisions.h"               // IWYU pragma: export
#include "collision2d/batch/distances.h"                // IWYU pragma: export
#include "collision2d/batch/gradients.h"                // IWYU pragma: export
#include "collision2d/batch/obstacles.h"                // IWYU pragma: export
#include "collision2d/batch/occupancy_grid.h"           // IWYU pragma: export
#include "collision2d/batch/point_set.h"                // IWYU pragma: export
#include "collision2d/batch/polygon_batch.h"            // IWYU pragma: export
#include "collision2d/batch/static_map.h"               // IWYU pragma: export
#include "collision2d/batch/trajectories.h"             // IWYU pragma: export
#include "collision2d/geometry/convex_decomposition.h"  // IWYU pragma: export
#include "collision2d/geometry/convex_polygon.h"        // IWYU pragma: export
#include "collision2d/geometry/pose2.h"                 // IWYU pragma: export
#include "collision2d/geometry/tolerances.h"            // IWYU pragma: export
#include "collision2d/geometry/vec2.h"                  // IWYU pragma: export
#include "collision2d/motion/impact_result.h"           // IWYU pragma: export
#include "collision2d/motion/minimum_distance.h"        // IWYU pragma: export
#include "collision2d/motion/motion.h"                  // IWYU pragma: export
#include "collision2d/motion/time_of_impact.h"          // IWYU pragma: export
#include "collision2d/query/collides.h"                 // IWYU pragma: export
#include "collision2d/query/distance.h"                 // IWYU pragma: export
#include "collision2d/query/query_context.h"            // IWYU pragma: export
#include "collision2d/query/separation.h"               // IWYU pragma: export
#include "collision2d/query/separation_gradient.h"      // IWYU pragma: export
#include "collision2d/version.h"                        // IWYU pragma: export
