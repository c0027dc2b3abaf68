#include "replay/tool/flag_range.h"

#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "planner_adapter/scene/field_checker.h"

namespace collision2d::planner {
namespace {

std::string Decimal(absl::int128 value) {
  const auto magnitude = static_cast<uint64_t>(value < 0 ? -value : value);
  return absl::StrCat(value < 0 ? "-" : "", magnitude);
}

}  // namespace

bool AbslParseFlag(absl::string_view text, WholeNumber* number, std::string* error) {
  absl::string_view digits = absl::StripAsciiWhitespace(text);
  const bool is_negative = absl::ConsumePrefix(&digits, "-");
  const bool is_hexadecimal = absl::ConsumePrefix(&digits, "0x") || absl::ConsumePrefix(&digits, "0X");
  const absl::string_view known = is_hexadecimal ? "0123456789abcdefABCDEF" : "0123456789";
  if (digits.empty() || digits.find_first_not_of(known) != absl::string_view::npos) {
    *error = "it is not a whole number";
    return false;
  }
  uint64_t magnitude = 0;
  const bool fits = is_hexadecimal ? absl::SimpleHexAtoi(digits, &magnitude) : absl::SimpleAtoi(digits, &magnitude);
  // Beyond every range.
  const absl::int128 value = fits ? absl::int128(magnitude) : absl::int128(1) << 64;
  *number = {is_negative ? -value : value, std::string(absl::StripAsciiWhitespace(text))};
  return true;
}

std::string AbslUnparseFlag(const WholeNumber& number) { return number.text; }

absl::Status CheckWithin(absl::string_view name, const WholeNumber& number, absl::int128 low, absl::int128 high) {
  if (number.value >= low && number.value <= high) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("--", name, ": ", number.text, " is not within [", Decimal(low), ", ", Decimal(high), "]"));
}

absl::Status CheckWithin(absl::string_view name, double value, double low, double high) {
  if (value >= low && value <= high) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("--", name, ": ", FormatNumber(value), " is not within [",
                                                 FormatNumber(low), ", ", FormatNumber(high), "]"));
}

absl::Status CheckAbove(absl::string_view name, double value, double low, double high) {
  if (value > low && value <= high) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("--", name, ": ", FormatNumber(value), " is not above ",
                                                 FormatNumber(low), " and at most ", FormatNumber(high)));
}

}  // namespace collision2d::planner
