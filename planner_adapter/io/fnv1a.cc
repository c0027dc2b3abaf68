#include "planner_adapter/io/fnv1a.h"

#include <string>

#include "absl/strings/str_cat.h"

namespace collision2d::planner {

std::string Fnv1a64::Hex() const { return absl::StrCat(absl::Hex(state_, absl::kZeroPad16)); }

}  // namespace collision2d::planner
