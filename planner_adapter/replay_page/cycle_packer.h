#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_CYCLE_PACKER_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_CYCLE_PACKER_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/checking/verdict.h"
#include "planner_adapter/replay/replayed_scene.h"
#include "planner_adapter/replay_page/replay_page.pb.h"
#include "planner_adapter/replay_page/scene_packer.h"
#include "proto/verdict.pb.h"

namespace collision2d::planner {

// s. A time to collision beyond this is refused: in milliseconds, differences of two must fit in 32
// bits.
inline constexpr double kMaxPackedTimeToCollision_s = 1e6;

// Checks that a profile can be shown.
// Errors (InvalidArgument), with the field below `path`: a number that is not finite; a time to
// collision that is negative or beyond the limit above.
absl::Status CheckProfile(absl::Span<const ProfilePoint> profile, absl::string_view path);

// Returns the profiles of all candidates, in the candidates' order.
// REQUIRES: CheckProfile; `packer` is made for all their clearances.
// O(points).
proto::PackedProfiles PackProfiles(absl::Span<const std::vector<ProfilePoint>> profiles, ScenePacker& packer);

// Appends the metrics that the verdict of a candidate has to the columns of its cycle.
void PackMetrics(int candidate, const proto::Verdict& verdict, proto::PackedCycle& packed);

// Returns what the page draws for one planning cycle. `origin`: of the scene's local frame, in the
// scene frame.
// Errors (InvalidArgument), with the field below `path`: verdicts or profiles that contradict the
// candidates or the comments of proto/verdict.proto; a number that is not finite.
// O(poses).
absl::StatusOr<proto::PackedCycle> PackReplayedCycle(const ReplayedCycle& cycle, Vec2 origin, absl::string_view path);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_CYCLE_PACKER_H_
