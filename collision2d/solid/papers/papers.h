#pragma once

// Includes the further shapes and algorithms of the papers that the 3D core follows, beyond what a
// planner's check needs (solid.h): Decision Sphere Search and Hybrid Search, ISA-GJK, EPA in the
// plane, bounds of the depth; unbounded shapes, cylinders, cones, ellipsoids, triangles, hulls,
// sums, images and rounded shapes, and boxes around shapes. Each header also stands alone.

#include "collision2d/solid/papers/bounded_shapes.h"          // IWYU pragma: export
#include "collision2d/solid/papers/combinators.h"             // IWYU pragma: export
#include "collision2d/solid/papers/decision_sphere_search.h"  // IWYU pragma: export
#include "collision2d/solid/papers/epa2.h"                    // IWYU pragma: export
#include "collision2d/solid/papers/isa_gjk.h"                 // IWYU pragma: export
#include "collision2d/solid/papers/penetration3.h"            // IWYU pragma: export
#include "collision2d/solid/papers/shape_ref.h"               // IWYU pragma: export
#include "collision2d/solid/papers/unbounded_shapes.h"        // IWYU pragma: export
