#pragma once

#include "collision2d/fuzz/motion_case.h"
#include "collision2d/fuzz/moving_bodies.h"
#include "collision2d/motion/minimum_distance.h"
#include "collision2d/motion/time_of_impact.h"

namespace collision2d {

// m. What the poses and distances of the case are rounded by, at most.
double RoundingOf(const MotionCase& c);

// m. How far the bodies move relative to each other, at most, between two neighbouring instants of
// the clock.
double MovedInATick(const MotionCase& c);

// Requires what the headers promise of an answer about one pair of bodies, compared with poses at
// many instants: nothing is in contact where the motions are said to be free; where they are said
// to be in contact they are; brackets are as narrow as was asked; nearly all else of a result.
void RequireImpact(const MotionCase& c, const MovingBodies& bodies, const ImpactResult& impact);
void RequireLeastDistance(const MotionCase& c, const MovingBodies& bodies, const ImpactResult& impact,
                          const MotionDistance& least);

// Requires that the answer about bodies of several shapes is that of their pairs.
void RequireUnionOfPairs(const MotionCase& c, const MovingBodies& bodies, const ImpactResult& impact);

}  // namespace collision2d
