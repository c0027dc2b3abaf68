#include "bench/markdown_table.h"

#include <algorithm>
#include <cstddef>

namespace collision2d::bench {
namespace {

std::string Line(const std::vector<std::string>& cells, const std::vector<size_t>& widths) {
  std::string line = "|";
  for (size_t i = 0; i < cells.size(); ++i) {
    const std::string padding(widths[i] - cells[i].size(), ' ');
    line += ' ';
    line += i == 0 ? cells[i] + padding : padding + cells[i];
    line += " |";
  }
  return line + '\n';
}

}  // namespace

std::string MarkdownTable(const std::vector<std::string>& header, const std::vector<std::vector<std::string>>& rows) {
  std::vector<size_t> widths;
  for (const std::string& cell : header) widths.push_back(std::max<size_t>(cell.size(), 3));
  for (const std::vector<std::string>& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string table = Line(header, widths);
  table += '|';
  for (size_t i = 0; i < widths.size(); ++i) {
    table += i == 0 ? std::string(widths[i] + 2, '-') + '|' : std::string(widths[i] + 1, '-') + ":|";
  }
  table += '\n';
  for (const std::vector<std::string>& row : rows) table += Line(row, widths);
  return table;
}

}  // namespace collision2d::bench
