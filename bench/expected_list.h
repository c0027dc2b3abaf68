#pragma once

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace collision2d::bench {

// A figure and what is expected of it.
struct ExpectedFigure {
  std::string title;
  bool at_least;  // Otherwise at most.
  double bound;
  std::optional<double> figure;  // Nothing if what it is made of was not measured.
};

// A Markdown table of the figures: what is expected, what was measured ("-" for nothing), and
// whether it is met.
std::string FormatExpectedList(absl::string_view heading, absl::Span<const ExpectedFigure> figures);

}  // namespace collision2d::bench
