#ifndef PLANNER_CANDIDATE_POSES_H_
#define PLANNER_CANDIDATE_POSES_H_

#include <vector>

#include "collision2d/collision2d.h"

namespace consumer {

// Poses at lateral offsets from -3.5 m to 3.5 m, 20 m ahead.
std::vector<collision2d::Pose2> CandidatePoses();

}  // namespace consumer

#endif  // PLANNER_CANDIDATE_POSES_H_
