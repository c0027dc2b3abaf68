#pragma once

#include <string>

#include "absl/numeric/int128.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace collision2d::planner {

// The value of a flag that is a whole number. Numbers that no integer type holds can be parsed too:
// the range of the flag refuses them, by name. Hexadecimal as 0x1F.
struct WholeNumber {
  absl::int128 value = 0;  // The nearest that it holds.
  std::string text = "0";
};
bool AbslParseFlag(absl::string_view text, WholeNumber* number, std::string* error);
std::string AbslUnparseFlag(const WholeNumber& number);

// Error (InvalidArgument): "--NAME: VALUE is not within [LOW, HIGH]".
absl::Status CheckWithin(absl::string_view name, const WholeNumber& number, absl::int128 low, absl::int128 high);
absl::Status CheckWithin(absl::string_view name, double value, double low, double high);
// Error (InvalidArgument): "--NAME: VALUE is not above LOW and at most HIGH".
absl::Status CheckAbove(absl::string_view name, double value, double low, double high);

}  // namespace collision2d::planner
