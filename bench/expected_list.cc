#include "bench/expected_list.h"

#include <vector>

#include "absl/strings/str_format.h"
#include "bench/markdown_table.h"

namespace collision2d::bench {

std::string FormatExpectedList(absl::string_view heading, absl::Span<const ExpectedFigure> figures) {
  std::vector<std::vector<std::string>> rows;
  for (const ExpectedFigure& each : figures) {
    const std::optional<double>& figure = each.figure;
    const bool met = figure.has_value() && (each.at_least ? *figure >= each.bound : *figure <= each.bound);
    rows.push_back({each.title, absl::StrFormat("%s %g", each.at_least ? ">=" : "<=", each.bound),
                    figure.has_value() ? absl::StrFormat("%.3g", *figure) : "-",
                    !figure.has_value() ? "-"
                    : met               ? "yes"
                                        : "NO"});
  }
  return MarkdownTable({std::string(heading), "expected", "measured", "met"}, rows);
}

}  // namespace collision2d::bench
