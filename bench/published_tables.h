#pragma once

#include <optional>

#include "absl/strings/string_view.h"
#include "bench/rows/row.h"
#include "collision2d/testing/paper_dataset.h"

namespace collision2d::bench {

// The mean ns that Zhang et al., Barycode-based GJK, Tables I to VI, print for the algorithm that
// our row of that name stands for: "barycode GJK" and "barycode GJK HCS" are theirs without and
// with HCS, "Signed Volumes GJK" is OpenGJK (which is three-dimensional) and the O(nm) row is Baidu
// Apollo. Nothing where the paper has no entry.
std::optional<double> PublishedNs(Level level, PairClass pair_class, int vertices, absl::string_view algorithm);

}  // namespace collision2d::bench
