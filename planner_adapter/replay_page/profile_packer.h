#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_PROFILE_PACKER_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_PROFILE_PACKER_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "planner_adapter/checking/verdict.h"
#include "planner_adapter/replay_page/replay_page.pb.h"
#include "planner_adapter/replay_page/scene_packer.h"

namespace collision2d::planner {

// s. A time to collision beyond this is refused: in milliseconds, differences of two must fit in 32 bits.
inline constexpr double kMaxPackedTimeToCollision_s = 1e6;

// Checks that a profile can be shown.
// Errors (InvalidArgument), with the field below `path`: a number that is not finite; a time to collision that is
// negative or beyond the limit above.
absl::Status CheckProfile(absl::Span<const ProfilePoint> profile, absl::string_view path);

// Returns the profiles of all candidates, in the candidates' order.
// REQUIRES: CheckProfile; `packer` is made for all their clearances.
// O(points).
proto::PackedProfiles PackProfiles(absl::Span<const std::vector<ProfilePoint>> profiles, ScenePacker& packer);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_PROFILE_PACKER_H_
