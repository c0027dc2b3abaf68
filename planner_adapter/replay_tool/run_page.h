#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_RUN_PAGE_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_RUN_PAGE_H_

#include <string>

#include "absl/status/status.h"
#include "planner_adapter/replay_page/replay_page.pb.h"
#include "planner_adapter/replay_tool/output_file.h"

namespace collision2d::planner {

// Writes the page of a run: `summary`, the rows and unusable inputs of the journal, and, for a page of one file, the
// scenes in `directory`, piece by piece. `summary.scenes`: how many.
// Errors: the journal or a scene cannot be read; the page cannot be written.
absl::Status WriteRunPage(const std::string& directory, const std::string& journal,
                          const proto::ReplayPageSummary& summary, bool is_one_file, OutputFile& page);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_RUN_PAGE_H_
