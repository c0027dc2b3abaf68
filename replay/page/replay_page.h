// Renders a whole replay page at once.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "replay/cycles/replayed_scene.h"

namespace collision2d::planner {

struct ReplayPageOptions {
  // True: before and after its prediction an obstacle is drawn at the prediction's first or last
  // pose; for a run that checked obstacles this way. False: it is absent then.
  bool hold_obstacles = false;
};

// Returns a self-contained HTML page that shows these scenes: a table, and for each scene a top
// view with a time slider. The page loads nothing, and its policy forbids loading; text from the
// scenes is always shown as text, whatever it contains. `unusable_inputs`: one line for each input
// that could not be used, with the reason; the page lists them. An empty list of scenes is legal:
// the page says so. A byte that is not UTF-8 is shown as U+FFFD.
// Errors (InvalidArgument): verdicts that contradict their candidates, reported as
// "scenes[2].cycles[0].verdicts: 3 verdicts for 4 candidates".
// O(size of the scenes); about 15 bytes for each pose of a candidate, and 6 for each point of a
// profile.
absl::StatusOr<std::string> RenderReplayPage(absl::Span<const ReplayedScene> scenes,
                                             absl::Span<const std::string> unusable_inputs = {},
                                             const ReplayPageOptions& options = {});

}  // namespace collision2d::planner
