// Where a body is asked about: at poses, or along trajectories of poses.

#ifndef COLLISION2D_BATCH_TRAJECTORIES_H_
#define COLLISION2D_BATCH_TRAJECTORIES_H_

#include <cstddef>
#include <functional>
#include <type_traits>

#include "absl/types/span.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d {

// Many trajectories of one body: a view of the caller's poses.
//
// Legal are: a number of poses that is a multiple of `steps`; no lengths, or one for each
// trajectory within [0, steps]; within a trajectory's length, poses that are finite, a unit
// rotation (kUnitRotationTolerance), and translated within kMaxCoordinate_m; at most 2^31 - 1
// poses. Every call checks this first.
struct Trajectories {
  Trajectories() = default;

  // Poses, or one pose, are trajectories of one step each.
  template <typename Poses, typename = std::enable_if_t<std::is_convertible_v<const Poses&, absl::Span<const Pose2>>>>
  Trajectories(const Poses& poses) : world_from_body(poses), steps(1) {}  // NOLINT(google-explicit-constructor)

  Trajectories(const Pose2& pose) : world_from_body(&pose, 1), steps(1) {}  // NOLINT(google-explicit-constructor)

  Trajectories(absl::Span<const Pose2> poses, int steps_of_each, absl::Span<const int> lengths_of_each = {})
      : world_from_body(poses), steps(steps_of_each), lengths(lengths_of_each) {}

  int LengthOf(int i) const { return lengths.empty() ? steps : lengths[static_cast<size_t>(i)]; }

  // The poses of trajectory i that count.
  absl::Span<const Pose2> PosesOf(int i) const {
    return world_from_body.subspan(static_cast<size_t>(i) * static_cast<size_t>(steps),
                                   static_cast<size_t>(LengthOf(i)));
  }

  int size() const { return steps > 0 ? static_cast<int>(world_from_body.size() / static_cast<size_t>(steps)) : 0; }

  // [trajectory][step]: the pose of trajectory i at step s is world_from_body[i * steps + s].
  absl::Span<const Pose2> world_from_body;
  int steps = 0;
  // How many steps of each trajectory count; the poses after them are not read. Empty: all.
  absl::Span<const int> lengths;
};

// A caller's executor: calls run(begin, end) for ranges that together are [0, count), each index
// once, from any threads and in any order, and returns when all calls have. If it is empty, which
// is the default of every call, all work is done on the calling thread.
// One index covers kTrajectoriesPerIndex trajectories: of some steps each they are at least about
// 10 us of work, so that ranges of a single index are fine. Different indices write to disjoint
// memory; results do not depend on how the range is split.
using ParallelFor = std::function<void(int count, const std::function<void(int begin, int end)>& run)>;

// Enough to fill vectors of poses, and to amortise what is read once for all of them.
inline constexpr int kTrajectoriesPerIndex = 32;

}  // namespace collision2d

#endif  // COLLISION2D_BATCH_TRAJECTORIES_H_
