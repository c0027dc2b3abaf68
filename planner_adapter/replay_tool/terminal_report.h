#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_TERMINAL_REPORT_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_TERMINAL_REPORT_H_

#include <string>
#include <vector>

#include "planner_adapter/replay_page/replay_page.pb.h"

namespace collision2d::planner {

// The lines that a replay prints: a heading, one line for each scene, and a total. Columns are aligned for scene names
// of up to 36 characters; a longer name is printed in full.
std::string TerminalHeading();
std::string TerminalLine(const proto::ReplayPageRow& row);
std::string TerminalTotal(const proto::ReplayPageRow& total, int scenes);

// Returns the lines below that of a scene: what is known of the road's edge, of the goal, and of the metrics of the chosen
// candidates; nothing for what is not known.
std::vector<std::string> TerminalDetails(const proto::ReplayPageRow& row);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_TERMINAL_REPORT_H_
