#include "planner_adapter/replay_tool/terminal_report.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "collision2d/io/text.h"

namespace collision2d::planner {
namespace {

constexpr char kFormat[] = "%-36s %10s %6s %9s %8s  %-18s %13s %12s %12s %12s %9s";

std::string Metres(bool is_known, double value_m) {
  if (!is_known) return "-";
  // A contact is shown as 0, not as -0.
  const double rounded_m = std::abs(value_m) < 0.0005 ? 0.0 : value_m;
  return absl::StrFormat("%.3f m", rounded_m);
}

// What is written behind the columns.
std::string BetweenInstants(const proto::ReplayPageRow& row) {
  const auto note = [](int64_t count, absl::string_view verb, absl::string_view object) {
    if (count == 0) return std::string();
    return absl::StrCat("  ", count, " ", verb, count == 1 ? "s" : "", object, " only between instants");
  };
  return absl::StrCat(note(row.colliding_between_instants(), "collide", ""),
                      note(row.leaving_between_instants(), "leave", " the road"));
}

std::string Counts(const proto::ReplayPageRow& row, const std::string& name, const std::string& culprit) {
  const std::string columns = absl::StrFormat(kFormat, name, absl::StrCat(row.candidates()), absl::StrCat(row.free()),
                                              absl::StrCat(row.colliding()), absl::StrCat(row.leaving_drivable_area()),
                                              culprit, Metres(row.has_minimum_clearance_m(), row.minimum_clearance_m()),
                                              Metres(row.has_chosen_clearance_m(), row.chosen_clearance_m()),
                                              Metres(row.has_vertical_clearance_m(), row.vertical_clearance_m()),
                                              absl::StrCat(row.pairs_checked()),
                                              row.has_elapsed_ms() ? absl::StrFormat("%.2f", row.elapsed_ms()) : "-");
  return absl::StrCat(columns, BetweenInstants(row));
}

}  // namespace

std::string TerminalHeading() {
  return absl::StrFormat(kFormat, "scene", "candidates", "free", "colliding", "off road", "first culprit",
                         "min clearance", "chosen's", "vertical", "pairs", "ms");
}

std::string TerminalLine(const proto::ReplayPageRow& row) {
  const std::string culprit =
      row.has_first_culprit()
          ? absl::StrFormat("%s at %.2f s", VisibleText(row.first_culprit()), row.first_culprit_time_s())
          : "-";
  return Counts(row, VisibleText(row.scene_id()), culprit);
}

std::string TerminalTotal(const proto::ReplayPageRow& total, int scenes) {
  return Counts(total, absl::StrFormat("total of %d scene%s", scenes, scenes == 1 ? "" : "s"), "");
}

std::vector<std::string> TerminalDetails(const proto::ReplayPageRow& row) {
  std::vector<std::string> lines;
  if (row.has_road_clearance_m()) {
    lines.push_back(absl::StrCat("least clearance to the road's edge ", Metres(true, row.road_clearance_m())));
    if (row.has_chosen_road_clearance_m()) {
      absl::StrAppend(&lines.back(), ", chosen's ", Metres(true, row.chosen_road_clearance_m()));
    }
  }
  std::vector<std::string> metrics;
  if (row.has_chosen_time_to_collision_s()) {
    metrics.push_back(absl::StrFormat("least time to collision %.2f s", row.chosen_time_to_collision_s()));
  }
  if (row.has_chosen_headway_s()) metrics.push_back(absl::StrFormat("least headway %.2f s", row.chosen_headway_s()));
  if (row.has_chosen_required_deceleration_mps2()) {
    metrics.push_back(
        absl::StrFormat("required deceleration up to %.2f m/s^2", row.chosen_required_deceleration_mps2()));
  }
  if (!metrics.empty()) lines.push_back(absl::StrCat("chosen's ", absl::StrJoin(metrics, ", ")));
  if (row.has_reaching_goal()) {
    lines.push_back(absl::StrFormat("%d of %d candidates reach a goal", row.reaching_goal(), row.candidates()));
  }
  return lines;
}

}  // namespace collision2d::planner
