#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "absl/types/span.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/motion/impact_result.h"

namespace collision2d::internal {

// ProposedPair packs a body shape with a layer into 31 bits.
inline constexpr size_t kMaxBodyShapes = (size_t{1} << 31) / Obstacles::kMaxLayers;

// What only calls about the motion between steps know.
struct Sweep {
  absl::Span<const double> step_times_s;
  ImpactOptions options;
  // Whether some obstacle has two shapes in an interval, or is absent at one end of it.
  bool shapes_change = false;
};

// The arguments of a call: a body along trajectories, and what it meets at each step. Poses are
// trajectories of one step.
struct BatchCall {
  absl::Span<const ConvexPolygon> body;
  Trajectories trajectories;
  absl::Span<const ObstacleLayer> layers;
  const Sweep* sweep = nullptr;  // Not null: the call asks about the intervals between steps.

  const Pose2& PoseAt(int trajectory, int step) const { return trajectories.world_from_body[RowOf(trajectory, step)]; }

  // The row of a pose in the outputs that have one for each pose.
  size_t RowOf(int trajectory, int step) const {
    return static_cast<size_t>(trajectory) * static_cast<size_t>(trajectories.steps) + static_cast<size_t>(step);
  }

  // Whether poses are asked about one by one.
  bool is_of_poses() const { return trajectories.steps == 1 && trajectories.lengths.empty(); }

  int IndexOf(const ObstacleLayer& layer) const { return static_cast<int>(&layer - layers.data()); }

  // How many steps, or intervals, a trajectory is asked about.
  int PlacesOf(int trajectory) const {
    const int length = trajectories.LengthOf(trajectory);
    return sweep == nullptr ? length : std::max(length - 1, 0);
  }

  // The call about `count` of the trajectories.
  BatchCall Part(size_t first, size_t count) const {
    BatchCall part = *this;
    const auto steps = static_cast<size_t>(trajectories.steps);
    part.trajectories.world_from_body = trajectories.world_from_body.subspan(first * steps, count * steps);
    if (!trajectories.lengths.empty()) part.trajectories.lengths = trajectories.lengths.subspan(first, count);
    return part;
  }
};

// Trajectories that walk from step to step together: a step's obstacles are read from memory once
// for all of them, and their poses fill vectors until nearly all of them are done.
inline constexpr int kTrajectoriesTogether = 64;

// visit(group, first) for all trajectories, in groups of consecutive ones.
template <typename Visit>
void ForEachGroup(const BatchCall& call, const Visit& visit) {
  int group[kTrajectoriesTogether];
  for (int first = 0; first < call.trajectories.size(); first += kTrajectoriesTogether) {
    const int count = std::min(kTrajectoriesTogether, call.trajectories.size() - first);
    std::iota(group, group + count, first);
    visit(absl::MakeConstSpan(group, static_cast<size_t>(count)), first);
  }
}

}  // namespace collision2d::internal
