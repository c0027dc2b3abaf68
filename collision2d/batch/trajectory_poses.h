#ifndef COLLISION2D_BATCH_TRAJECTORY_POSES_H_
#define COLLISION2D_BATCH_TRAJECTORY_POSES_H_

#include <cstddef>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d {

// Many trajectories of one body.
struct Trajectories {
  // [trajectory][step]: the pose of trajectory i at step s is world_from_body[i * steps + s].
  absl::Span<const Pose2> world_from_body;
  int steps = 0;
  // How many steps of each trajectory count; the poses after them are not read. Empty: all.
  absl::Span<const int> lengths = {};

  int LengthOf(int i) const { return lengths.empty() ? steps : lengths[i]; }

  // The poses of trajectory i that count.
  absl::Span<const Pose2> PosesOf(int i) const {
    return world_from_body.subspan(static_cast<size_t>(i) * static_cast<size_t>(steps),
                                   static_cast<size_t>(LengthOf(i)));
  }

  int size() const { return steps > 0 ? static_cast<int>(world_from_body.size() / static_cast<size_t>(steps)) : 0; }
};

namespace internal {

// Errors (InvalidArgument, naming field, index and value): poses that are not a multiple of
// `steps`; a length beyond `steps` or negative, or not one for each trajectory; more than 2^31 - 1
// trajectories.
absl::Status CheckLayout(const Trajectories& trajectories);

// Errors: a pose within a trajectory's length as CheckPoses (arguments.h) refuses it.
// REQUIRES: CheckLayout is OK.
absl::Status CheckPosesOf(const Trajectories& trajectories);

}  // namespace internal
}  // namespace collision2d

#endif  // COLLISION2D_BATCH_TRAJECTORY_POSES_H_
