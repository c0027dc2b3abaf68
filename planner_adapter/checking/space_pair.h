#pragma once

#include <cstddef>
#include <optional>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/solid/posed_solid.h"
#include "collision2d/solid/vertical_clearance.h"
#include "planner_adapter/checking/findings.h"
#include "planner_adapter/checking/plain_obstacles.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/timed_pose.h"

// One shape of a body and one placed shape, judged with their heights.
namespace collision2d::planner {

// A shape at its place in space, the prism over it or its polytope, and its ground plan if it is
// tilted.
struct SpaceSolid {
  solid::PosedSolid posed;
  std::optional<ConvexPolygon> plan;
};

// A shape of the body or of an obstacle. Its solid is as MakeSolid made it; it may be null if no
// shape of the pair is_solid().
struct SpaceShape : PlacedShape {
  const SpaceSolid* in_space = nullptr;
};

// A shape of the body, as judged with its heights.
SpaceShape BodyShape(const SpaceBody& body, size_t e, const SpacePose& pose, const SpaceSolid* solid);

// The heights of a shape whose span is known. REQUIRES: it has a solid if it is tilted.
solid::ZSpan ExtentOf(const SpaceShape& shape);

// Makes the solid of a shape whose span is known; of others nothing. Allocates for tilted shapes;
// otherwise until it has held as many corners.
void MakeSolid(const SpaceShape& shape, SpaceSolid* solid);

// Returns how near the ground plans are.
// REQUIRES: tilted shapes have solids, made of them as they are.
Clearance PlanClearance(const SpaceShape& body, const SpaceShape& obstacle, PlacedIndex placed);

// The heights of a pair whose ground plans overlap and whose heights are known.
// REQUIRES: as JudgeSpacePair.
solid::VerticalVerdict HeightsOfPair(const SpaceShape& body, const SpaceShape& obstacle);

// Whether a pair is in contact: in space, or if a height is not known in the ground plan.
// REQUIRES: both have solids, if their spans are known.
bool IsSpaceContact(const SpaceShape& body, const SpaceShape& obstacle);

// Judges a shape of the body and an obstacle, and adds what it finds.
// No allocation.
// Flat pairs are judged by the shapes of the ground plane, exactly, and by their spans, exactly; by
// the ground plans alone if a height is not known. Where one of the two is tilted or a polytope,
// its ground plan is the vertical projection of the posed solid, and a contact is one of
// solid::ComputeVerticalClearance.
// REQUIRES: if one of the two is_solid() and both spans are known, both have solids, made of them
// as they are.
void JudgeSpacePair(const SpaceShape& body, const SpaceShape& obstacle, PlacedIndex placed,
                    FindingsCollector* findings);

}  // namespace collision2d::planner
