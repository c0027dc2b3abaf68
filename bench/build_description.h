#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace collision2d::bench {

// How a report was made, as a Markdown list: the command that runs bench/`target` with these
// arguments, the commit (which the caller names), compiler and CPU. Ends in an empty line.
std::string MarkdownOrigin(absl::string_view target, absl::string_view arguments, absl::string_view commit);

}  // namespace collision2d::bench
