// The poses of a query: single poses of a body, or trajectories of poses.

#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d {

// Many trajectories of one body: a view of the caller's poses. Every call first checks that they
// are legal:
// - the number of poses is a multiple of `steps`, and at most 2^31 - 1;
// - `lengths` is empty, or has one number for each trajectory, within [0, steps];
// - the poses within a trajectory's length are finite unit rotations (kUnitRotationTolerance),
//   translated within kMaxCoordinate_m.
struct Trajectories {
  Trajectories() = default;

  // Converts poses, or one pose, to trajectories of one step each. A temporary may be passed to a
  // call, but not kept: clang warns of that.
  template <typename Poses, typename = std::enable_if_t<std::is_convertible_v<const Poses&, absl::Span<const Pose2>>>>
  Trajectories(const Poses& poses ABSL_ATTRIBUTE_LIFETIME_BOUND)  // NOLINT(google-explicit-constructor)
      : world_from_body(poses), steps(1) {}

  Trajectories(const Pose2& pose ABSL_ATTRIBUTE_LIFETIME_BOUND)  // NOLINT(google-explicit-constructor)
      : world_from_body(&pose, 1), steps(1) {}

  Trajectories(absl::Span<const Pose2> poses, int steps_of_each, absl::Span<const int> lengths_of_each = {})
      : world_from_body(poses), steps(steps_of_each), lengths(lengths_of_each) {}

  int LengthOf(int i) const { return lengths.empty() ? steps : lengths[static_cast<size_t>(i)]; }

  // Returns the poses of trajectory i within its length.
  absl::Span<const Pose2> PosesOf(int i) const {
    return world_from_body.subspan(static_cast<size_t>(i) * static_cast<size_t>(steps),
                                   static_cast<size_t>(LengthOf(i)));
  }

  int size() const { return steps > 0 ? static_cast<int>(world_from_body.size() / static_cast<size_t>(steps)) : 0; }

  // [trajectory][step]: the pose of trajectory i at step s is world_from_body[i * steps + s].
  absl::Span<const Pose2> world_from_body;
  int steps = 0;
  // The length of each trajectory; poses beyond it are not read. If empty, all trajectories have
  // the length `steps`.
  absl::Span<const int> lengths;
};

namespace internal {

// The results of call(span), one for each trajectory, in a vector.
template <typename Result, typename Call>
absl::StatusOr<std::vector<Result>> InVector(const Trajectories& trajectories, const Call& call) {
  std::vector<Result> results(static_cast<size_t>(trajectories.size()));
  absl::Status status = call(absl::MakeSpan(results));
  if (!status.ok()) return status;
  return results;
}

}  // namespace internal
}  // namespace collision2d
