#include "planner_adapter/scene/field_checker.h"

#include <charconv>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "collision2d/io/text.h"
#include "planner_adapter/scene/scene_limits.h"

namespace collision2d::planner {

std::string FieldPath::ToString() const {
  if (parent_ == nullptr) return "scene";
  std::string text = parent_->parent_ == nullptr ? std::string(name_) : absl::StrCat(parent_->ToString(), ".", name_);
  if (index_ != kNoIndex) absl::StrAppend(&text, "[", index_, "]");
  return text;
}

namespace {

constexpr size_t kMaxQuotedBytes = 80;

std::string WithUnit(double value, absl::string_view unit) {
  return unit.empty() ? FormatNumber(value) : absl::StrCat(FormatNumber(value), " ", unit);
}

}  // namespace

void FieldChecker::Fail(const FieldPath& path, absl::string_view what) {
  if (status_.ok()) status_ = absl::InvalidArgumentError(absl::StrCat(path.ToString(), ": ", what));
}

void FieldChecker::FailInside(const FieldPath& path, absl::string_view message) {
  if (status_.ok()) status_ = absl::InvalidArgumentError(absl::StrCat(path.ToString(), ".", message));
}

void FieldChecker::FailMagnitude(const FieldPath& path, double value, double limit, absl::string_view unit) {
  if (!std::isfinite(value)) {
    Fail(path, absl::StrCat(FormatNumber(value), " is not finite"));
  } else {
    Fail(path, absl::StrCat(WithUnit(value, unit), " is beyond the limit of ", WithUnit(limit, unit)));
  }
}

void FieldChecker::Positive(const FieldPath& path, double value, double limit, absl::string_view unit) {
  if (value <= 0.0) Fail(path, absl::StrCat(WithUnit(value, unit), " is not positive"));
  Magnitude(path, value, limit, unit);
}

void FieldChecker::NotNegative(const FieldPath& path, double value, double limit, absl::string_view unit) {
  if (value < 0.0) Fail(path, absl::StrCat(WithUnit(value, unit), " is negative"));
  Magnitude(path, value, limit, unit);
}

void FieldChecker::Count(const FieldPath& path, double count, int64_t limit, absl::string_view noun) {
  // Written so that NaN does not pass.
  if (count <= static_cast<double>(limit)) return;
  Fail(path, absl::StrCat(FormatNumber(count), " ", noun, "; the limit is ", limit));
}

void FieldChecker::Text(const FieldPath& path, absl::string_view text) {
  if (!IsValidUtf8(text)) Fail(path, absl::StrCat(Quote(text), " is not valid UTF-8"));
}

void FieldChecker::Name(const FieldPath& path, absl::string_view name) {
  if (name.empty()) Fail(path, "empty; a name is needed");
  if (name.size() > kMaxNameBytes) {
    Fail(path, absl::StrCat(Quote(name), " has ", name.size(), " bytes; the limit is ", kMaxNameBytes));
  }
  Text(path, name);
}

std::string FormatNumber(double value) {
  // The sign of a NaN is meaningless.
  if (std::isnan(value)) return "nan";
  char buffer[32];
  const std::to_chars_result result = std::to_chars(buffer, buffer + sizeof(buffer), value);
  return std::string(buffer, result.ptr);
}

std::string Quote(absl::string_view text) {
  const bool cut = text.size() > kMaxQuotedBytes;
  const std::string escaped = IsValidUtf8(text) && !cut ? VisibleText(absl::Utf8SafeCHexEscape(text))
                                                        : absl::CHexEscape(text.substr(0, kMaxQuotedBytes));
  return absl::StrCat("\"", escaped, cut ? "...\"" : "\"");
}

}  // namespace collision2d::planner
