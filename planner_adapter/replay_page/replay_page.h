#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_REPLAY_PAGE_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_REPLAY_PAGE_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/v1/verdict.pb.h"
#include "planner_adapter/replay/replayed_scene.h"

// The contents of the page: the rows of its table, and a whole page at once.
namespace collision2d::replay {
// Messages of replay_page.proto, which is not installed: a caller who renders a page needs no
// header.
class ReplayPageRow;
class ReplayPageSummary;
}  // namespace collision2d::replay

namespace collision2d::planner {

// Adds the counts of a planning cycle, copied from the verdicts (SceneVerdicts.counts), to the row
// of its scene, and what is the least of its candidates.
void AddCycleToRow(const v1::SceneVerdicts& verdicts, replay::ReplayPageRow& row);

// Adds a row to the total of all.
void AddRowToTotal(const replay::ReplayPageRow& row, replay::ReplayPageRow& total);

// Returns the row of a scene.
replay::ReplayPageRow PackReplayRow(const ReplayedScene& scene);

// Returns the page's header, with the total of all rows. Version, seed and options are those of the
// first planning cycle; they are the same throughout a run.
replay::ReplayPageSummary PackReplaySummary(absl::Span<const ReplayedScene> scenes);

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

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_REPLAY_PAGE_H_
