#include "planner_adapter/replay_page/page_json.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "collision2d/io/text.h"
#include "google/protobuf/descriptor.h"

namespace collision2d::planner {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

using Rows = std::vector<const Message*>;
using Integers = std::vector<std::optional<int64_t>>;

// JavaScript's numbers are exact up to it.
constexpr double kMaxInteger = 9007199254740992.0;

bool IsMessage(const FieldDescriptor& field) { return field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE; }
bool IsText(const FieldDescriptor& field) { return field.cpp_type() == FieldDescriptor::CPPTYPE_STRING; }

bool IsSet(const Message& message, const FieldDescriptor& field) {
  return !field.has_presence() || message.GetReflection()->HasField(message, &field);
}

// Returns the number of steps in a unit of the field; 0 if it is not rounded.
int StepsPerUnit(const FieldDescriptor& field) {
  const std::string& name = field.name();
  if (field.cpp_type() != FieldDescriptor::CPPTYPE_DOUBLE) return 1;
  if (name == "x" || name == "y" || name == "z") return 1000;
  // Of these there are many.
  const std::string& message = field.containing_type()->name();
  if (message != "TimedPose" && message != "ProfilePoint") return 0;
  return absl::EndsWith(name, "_rad") ? 10000 : absl::EndsWith(name, "_m") ? 1000 : 1000000;
}

// NaN for other types, which are refused as NaN is.
double Number(const Message& message, const FieldDescriptor& field) {
  const Reflection& reflection = *message.GetReflection();
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return reflection.GetDouble(message, &field);
    case FieldDescriptor::CPPTYPE_INT32:
      return reflection.GetInt32(message, &field);
    case FieldDescriptor::CPPTYPE_INT64:
      return static_cast<double>(reflection.GetInt64(message, &field));
    case FieldDescriptor::CPPTYPE_UINT64:
      return static_cast<double>(reflection.GetUInt64(message, &field));
    case FieldDescriptor::CPPTYPE_BOOL:
      return reflection.GetBool(message, &field) ? 1.0 : 0.0;
    case FieldDescriptor::CPPTYPE_ENUM:
      return reflection.GetEnumValue(message, &field);
    default:
      return std::numeric_limits<double>::quiet_NaN();
  }
}

// Keeps the first error, after which its text is of no use.
class JsonWriter {
 public:
  void AppendMessage(const Message& message) {
    const Reflection& reflection = *message.GetReflection();
    const Descriptor& type = *message.GetDescriptor();
    json_ += '{';
    for (int i = 0; i < type.field_count(); ++i) {
      const FieldDescriptor& field = *type.field(i);
      if (!field.is_repeated() && !IsSet(message, field)) continue;
      BeginField(field);
      if (field.is_repeated() && IsMessage(field)) {
        const Rows rows = Elements(message, field);
        AppendTable(*field.message_type(), rows, absl::StrCat("\"#\":", rows.size()));
      } else if (field.is_repeated()) {
        AppendTexts(message, field);
      } else if (IsMessage(field)) {
        AppendMessage(reflection.GetMessage(message, &field));
      } else if (IsText(field)) {
        AppendText(reflection.GetString(message, &field));
      } else {
        AppendNumber(field, Number(message, field));
      }
    }
    json_ += '}';
  }

  absl::StatusOr<std::string> Finish() && {
    if (!status_.ok()) return status_;
    return std::move(json_);
  }

 private:
  static Rows Elements(const Message& message, const FieldDescriptor& field) {
    const Reflection& reflection = *message.GetReflection();
    Rows rows;
    for (int k = 0; k < reflection.FieldSize(message, &field); ++k) {
      rows.push_back(&reflection.GetRepeatedMessage(message, &field, k));
    }
    return rows;
  }

  // `count`: the member of the table that says how many rows there are.
  void AppendTable(const Descriptor& type, const Rows& rows, absl::string_view count) {
    absl::StrAppend(&json_, "{", count);
    for (int i = 0; i < type.field_count() && !rows.empty(); ++i) {
      const FieldDescriptor& field = *type.field(i);
      const bool is_set = std::any_of(rows.begin(), rows.end(),
                                      [&](const Message* row) { return field.is_repeated() || IsSet(*row, field); });
      if (!is_set) continue;
      BeginField(field);
      if (IsMessage(field)) {
        AppendInnerTable(field, rows);
      } else if (IsText(field) || StepsPerUnit(field) == 0) {
        AppendList(field, rows);
      } else {
        AppendIntegers(StepsPerUnit(field), Rounded(field, rows));
      }
    }
    json_ += '}';
  }

  void AppendInnerTable(const FieldDescriptor& field, const Rows& rows) {
    Rows inner;
    Integers counts;
    for (const Message* row : rows) {
      const size_t before = inner.size();
      if (field.is_repeated()) {
        const Rows elements = Elements(*row, field);
        inner.insert(inner.end(), elements.begin(), elements.end());
      } else if (IsSet(*row, field)) {
        inner.push_back(&row->GetReflection()->GetMessage(*row, &field));
      }
      counts.push_back(static_cast<int64_t>(inner.size() - before));
    }
    JsonWriter count;
    count.json_ = field.is_repeated() ? "\"#\":" : "\"?\":";
    count.AppendIntegers(1, counts);
    AppendTable(*field.message_type(), inner, count.json_);
  }

  void AppendList(const FieldDescriptor& field, const Rows& rows) {
    char separator = '[';
    for (const Message* row : rows) {
      json_ += std::exchange(separator, ',');
      if (!IsSet(*row, field)) {
        json_ += "null";
      } else if (IsText(field)) {
        AppendText(row->GetReflection()->GetString(*row, &field));
      } else {
        AppendNumber(field, Number(*row, field));
      }
    }
    json_ += ']';
  }

  void AppendTexts(const Message& message, const FieldDescriptor& field) {
    json_ += '[';
    for (int k = 0; k < message.GetReflection()->FieldSize(message, &field); ++k) {
      if (!IsText(field)) return Refuse(field, "a list");
      if (k > 0) json_ += ',';
      AppendText(message.GetReflection()->GetRepeatedString(message, &field, k));
    }
    json_ += ']';
  }

  Integers Rounded(const FieldDescriptor& field, const Rows& rows) {
    Integers integers;
    integers.reserve(rows.size());
    const int steps = StepsPerUnit(field);
    for (const Message* row : rows) {
      if (IsSet(*row, field)) {
        const double number = Number(*row, field);
        const bool fits = std::abs(number) * steps <= kMaxInteger;
        if (!fits) Refuse(field, absl::StrCat(number));
        integers.push_back(fits ? std::llround(number * steps) : 0);
      } else {
        integers.push_back(std::nullopt);
      }
    }
    return integers;
  }

  void AppendIntegers(int steps, const Integers& integers) {
    absl::StrAppend(&json_, "\"", steps);
    char separator = ';';
    int64_t last = 0;
    int64_t last_difference = 0;
    for (const std::optional<int64_t>& integer : integers) {
      json_ += std::exchange(separator, ',');
      if (!integer.has_value()) {
        json_ += 'x';
        continue;
      }
      const int64_t difference = *integer - std::exchange(last, *integer);
      if (difference != last_difference) absl::StrAppend(&json_, difference);
      last_difference = difference;
    }
    json_ += '"';
  }

  void AppendNumber(const FieldDescriptor& field, double value) {
    if (!std::isfinite(value)) return Refuse(field, absl::StrCat(value));
    if (field.cpp_type() == FieldDescriptor::CPPTYPE_BOOL) {
      json_ += value == 0.0 ? "false" : "true";
      return;
    }
    char buffer[32];
    // Whole numbers without an exponent, which integers may not have.
    const bool is_whole = value == std::floor(value) && std::abs(value) <= kMaxInteger;
    char* const end = is_whole ? std::to_chars(buffer, buffer + sizeof(buffer), static_cast<int64_t>(value)).ptr
                               : std::to_chars(buffer, buffer + sizeof(buffer), value).ptr;
    json_.append(buffer, end);
  }

  // Without '<' no text can close the script element or open a comment in it. U+2028 and U+2029 end
  // a line in scripts.
  void AppendText(absl::string_view text) {
    json_ += '"';
    const std::string valid = ValidUtf8(text);
    for (size_t i = 0; i < valid.size(); ++i) {
      const char c = valid[i];
      const absl::string_view three = absl::string_view(valid).substr(i, 3);
      if (three == "\xE2\x80\xA8" || three == "\xE2\x80\xA9") {
        json_ += three == "\xE2\x80\xA8" ? "\\u2028" : "\\u2029";
        i += 2;
      } else if (c == '"' || c == '\\') {
        json_ += '\\';
        json_ += c;
      } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f || c == '<' || c == '>' || c == '&') {
        absl::StrAppendFormat(&json_, "\\u%04x", c);
      } else {
        json_ += c;
      }
    }
    json_ += '"';
  }

  void BeginField(const FieldDescriptor& field) {
    absl::StrAppend(&json_, json_.back() == '{' ? "\"" : ",\"", field.json_name(), "\":");
  }

  void Refuse(const FieldDescriptor& field, absl::string_view what) {
    status_.Update(absl::InvalidArgumentError(absl::StrCat(field.full_name(), ": ", what, " cannot be shown")));
  }

  std::string json_;
  absl::Status status_;
};

}  // namespace

absl::StatusOr<std::string> PageJson(const Message& message) {
  JsonWriter writer;
  writer.AppendMessage(message);
  return std::move(writer).Finish();
}

}  // namespace collision2d::planner
