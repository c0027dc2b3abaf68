#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_REPLAY_PAGE_SUMMARY_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_REPLAY_PAGE_SUMMARY_H_

#include <string>

#include "absl/types/span.h"
#include "planner_adapter/replay/replayed_scene.h"
#include "planner_adapter/replay_page/replay_page.pb.h"
#include "proto/verdict.pb.h"

namespace collision2d::planner {

// Adds the counts of a planning cycle, copied from the verdicts (SceneVerdicts.counts), to the row of its scene, and what
// is the least of its candidates.
void AddCycleToRow(const proto::SceneVerdicts& verdicts, proto::ReplayPageRow& row);

// Adds a row to the total of all.
void AddRowToTotal(const proto::ReplayPageRow& row, proto::ReplayPageRow& total);

// Returns the page's header and its table: one row for each scene, in order, and their total. `unusable_inputs`: see
// RenderReplayPage. Version, seed and options are those of the first planning cycle; they are the same throughout a
// run. The counts are copied from the verdicts (SceneVerdicts.counts).
proto::ReplayPageSummary PackReplaySummary(absl::Span<const ReplayedScene> scenes,
                                           absl::Span<const std::string> unusable_inputs);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_REPLAY_PAGE_SUMMARY_H_
