#include "planner_adapter/replay_tool/terminal_report.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

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
  const int count = row.colliding_between_instants();
  if (count == 0) return "";
  return absl::StrFormat("  %d collide%s only between instants", count, count == 1 ? "s" : "");
}

std::string Counts(const proto::ReplayPageRow& row, const std::string& name, const std::string& culprit) {
  const std::string columns =
      absl::StrFormat(kFormat, name, absl::StrCat(row.candidates()), absl::StrCat(row.free()),
                      absl::StrCat(row.colliding()), absl::StrCat(row.leaving_drivable_area()), culprit,
                      Metres(row.has_minimum_clearance_m(), row.minimum_clearance_m()),
                      Metres(row.has_chosen_clearance_m(), row.chosen_clearance_m()),
                      Metres(row.has_vertical_clearance_m(), row.vertical_clearance_m()),
                      absl::StrCat(row.pairs_checked()), absl::StrFormat("%.2f", row.elapsed_ms()));
  return absl::StrCat(columns, BetweenInstants(row));
}

}  // namespace

std::string TerminalText(const std::string& text) {
  std::string printable;
  for (const char c : text) {
    const unsigned char byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      absl::StrAppendFormat(&printable, "\\x%02x", byte);
    } else {
      printable.push_back(c);
    }
  }
  return printable;
}

std::string TerminalHeading() {
  return absl::StrFormat(kFormat, "scene", "candidates", "free", "colliding", "off road", "first culprit",
                         "min clearance", "chosen's", "vertical", "pairs", "ms");
}

std::string TerminalLine(const proto::ReplayPageRow& row) {
  const std::string culprit =
      row.has_first_culprit()
          ? absl::StrFormat("%s at %.2f s", TerminalText(row.first_culprit()), row.first_culprit_time_s())
          : "-";
  return Counts(row, TerminalText(row.scene_id()), culprit);
}

std::string TerminalTotal(const proto::ReplayPageRow& total, int scenes) {
  return Counts(total, absl::StrFormat("total of %d scene%s", scenes, scenes == 1 ? "" : "s"), "");
}

}  // namespace collision2d::planner
