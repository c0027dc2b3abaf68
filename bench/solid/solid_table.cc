#include "bench/solid/solid_table.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "bench/markdown_table.h"

namespace collision2d::bench {
namespace {

std::string CsvCell(std::string text) {
  std::replace(text.begin(), text.end(), ',', ';');
  return text;
}

}  // namespace

std::string FormatSolidTables(absl::Span<const SolidTable> tables) {
  std::string report;
  for (const SolidTable& table : tables) {
    absl::StrAppend(&report, "## ", table.title, "\n\n");
    if (!table.paper.empty()) absl::StrAppend(&report, "Paper: ", table.paper, "\n\n");
    if (!table.ours.empty()) absl::StrAppend(&report, "Here: ", table.ours, "\n\n");
    absl::StrAppend(&report, MarkdownTable(table.header, table.rows), "\n");
  }
  return report;
}

std::string SolidCsvLines(const SolidTable& table) {
  std::string lines;
  for (const std::vector<std::string>& row : table.rows) {
    for (size_t i = 1; i < row.size(); ++i) {
      absl::StrAppend(&lines, table.id, ",", CsvCell(row[0]), ",", CsvCell(table.header[i]), ",", CsvCell(row[i]),
                      "\n");
    }
  }
  return lines;
}

}  // namespace collision2d::bench
