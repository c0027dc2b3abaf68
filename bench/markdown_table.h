#pragma once

#include <string>
#include <vector>

namespace collision2d::bench {

// A Markdown table whose columns are padded, so that it also reads well in a terminal: the first
// one to the left, the others, numbers mostly, to the right.
// REQUIRES: each of the rows has as many cells as the header.
std::string MarkdownTable(const std::vector<std::string>& header, const std::vector<std::vector<std::string>>& rows);

}  // namespace collision2d::bench
