#include "planner/candidate_poses.h"

#include <vector>

#include "collision2d/collision2d.h"

namespace consumer {

std::vector<collision2d::Pose2> CandidatePoses() {
  std::vector<collision2d::Pose2> poses;
  for (int i = -2; i <= 2; ++i) poses.push_back(collision2d::Pose2::FromYaw({20.0, 1.75 * i}, 0.0));
  return poses;
}

}  // namespace consumer
