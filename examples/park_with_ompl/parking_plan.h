#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "collision2d/collision2d.h"
#include "examples/park_with_ompl/parking_lot.h"

namespace parking {

// What RRT* found, as poses of the rear axle that are close together.
struct ParkingPlan {
  std::vector<std::vector<collision2d::Pose2>> tree;  // A curve for each motion of the tree.
  int tree_proven = 0;                                // Motions of the tree that are proven free, asked once more.
  std::vector<collision2d::Pose2> path;

  int iterations = 0;
  double length_m = 0.0;
  double straight_m = 0.0;         // From the start to the goal by the shortest curve, through everything.
  double least_clearance_m = 0.0;  // The least over the poses of the path.
  unsigned motions_valid = 0;
  unsigned motions_invalid = 0;
  uint64_t motions_undecided = 0;
  double cpu_s = 0.0;
};

// Plans by RRT* in the state space of Reeds and Shepp, with every motion of the path proven free.
// Errors: those of the validators; NotFound, if so many iterations find no path; Internal, if a
// motion of the path is not free after all.
absl::StatusOr<ParkingPlan> PlanParking(const ParkingLot& lot, int iterations, uint32_t seed);

}  // namespace parking
