#include "replay/page/page_json.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
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

// Of numbers in lists.
constexpr int kListedDigits = 10;

// JavaScript's numbers are exact up to it.
constexpr double kMaxInteger = 9007199254740992.0;

// A field of a message type, with the properties that are looked up once for all its messages.
class Field {
 public:
  Field(const Reflection& reflection, const FieldDescriptor& descriptor)
      : reflection_(reflection),
        descriptor_(descriptor),
        type_(descriptor.cpp_type()),
        has_presence_(descriptor.has_presence()) {}

  const FieldDescriptor& descriptor() const { return descriptor_; }
  bool is_repeated() const { return descriptor_.is_repeated(); }
  bool is_message() const { return type_ == FieldDescriptor::CPPTYPE_MESSAGE; }
  bool is_text() const { return type_ == FieldDescriptor::CPPTYPE_STRING; }
  bool is_bool() const { return type_ == FieldDescriptor::CPPTYPE_BOOL; }

  bool IsSet(const Message& message) const { return !has_presence_ || reflection_.HasField(message, &descriptor_); }
  // Bytes are in base 64.
  std::string Text(const Message& message) const {
    std::string text = reflection_.GetString(message, &descriptor_);
    return descriptor_.type() == FieldDescriptor::TYPE_BYTES ? absl::Base64Escape(text) : text;
  }
  const Message& Inner(const Message& message) const { return reflection_.GetMessage(message, &descriptor_); }

  // Adds the messages of the list.
  void AddElements(const Message& message, Rows* rows) const {
    for (int k = 0; k < reflection_.FieldSize(message, &descriptor_); ++k) {
      rows->push_back(&reflection_.GetRepeatedMessage(message, &descriptor_, k));
    }
  }

  // NaN for other types, which are refused as NaN is.
  double Number(const Message& message) const {
    switch (type_) {
      case FieldDescriptor::CPPTYPE_DOUBLE:
        return reflection_.GetDouble(message, &descriptor_);
      case FieldDescriptor::CPPTYPE_INT32:
        return reflection_.GetInt32(message, &descriptor_);
      case FieldDescriptor::CPPTYPE_INT64:
        return static_cast<double>(reflection_.GetInt64(message, &descriptor_));
      case FieldDescriptor::CPPTYPE_UINT64:
        return static_cast<double>(reflection_.GetUInt64(message, &descriptor_));
      case FieldDescriptor::CPPTYPE_BOOL:
        return reflection_.GetBool(message, &descriptor_) ? 1.0 : 0.0;
      case FieldDescriptor::CPPTYPE_ENUM:
        return reflection_.GetEnumValue(message, &descriptor_);
      default:
        return std::numeric_limits<double>::quiet_NaN();
    }
  }

  // Returns the number of steps in a unit; 0 if it is not rounded.
  int StepsPerUnit() const {
    const absl::string_view name = descriptor_.name();
    if (is_text()) return 0;
    if (type_ != FieldDescriptor::CPPTYPE_DOUBLE) return 1;
    if (name == "x" || name == "y" || name == "z") return 1000;
    // Most of the page is made of these messages.
    const absl::string_view message = descriptor_.containing_type()->name();
    if (message == "ReplayPageStationTime") return absl::EndsWith(name, "_m") ? 100 : 1000;
    if (message != "TimedPose" && message != "ProfilePoint") return 0;
    if (absl::EndsWith(name, "_rad")) return 10000;
    return absl::EndsWith(name, "_m") || name == "time_to_collision_s" ? 1000 : 1000000;
  }

 private:
  const Reflection& reflection_;
  const FieldDescriptor& descriptor_;
  const FieldDescriptor::CppType type_;
  const bool has_presence_;
};

// Keeps the first error, after which its text is of no use.
class JsonWriter {
 public:
  void AppendMessage(const Message& message) {
    const Descriptor& type = *message.GetDescriptor();
    json_ += '{';
    for (int i = 0; i < type.field_count(); ++i) {
      const Field field(*message.GetReflection(), *type.field(i));
      if (!field.is_repeated() && !field.IsSet(message)) continue;
      BeginField(field);
      if (field.is_repeated() && field.is_message()) {
        Rows rows;
        field.AddElements(message, &rows);
        AppendTable(*field.descriptor().message_type(), rows, absl::StrCat("\"#\":", rows.size()));
      } else if (field.is_repeated()) {
        AppendTexts(message, field);
      } else if (field.is_message()) {
        AppendMessage(field.Inner(message));
      } else {
        AppendValue(field, message);
      }
    }
    json_ += '}';
  }

  absl::StatusOr<std::string> Finish() && {
    if (!status_.ok()) return status_;
    return std::move(json_);
  }

 private:
  // `count`: the member of the table that says how many rows there are.
  void AppendTable(const Descriptor& type, const Rows& rows, absl::string_view count) {
    absl::StrAppend(&json_, "{", count);
    for (int i = 0; i < type.field_count() && !rows.empty(); ++i) {
      const Field field(*rows.front()->GetReflection(), *type.field(i));
      const bool is_set = std::any_of(rows.begin(), rows.end(),
                                      [&](const Message* row) { return field.is_repeated() || field.IsSet(*row); });
      // Lists of texts and numbers in rows are not shown.
      if (!is_set || (field.is_repeated() && !field.is_message())) continue;
      BeginField(field);
      if (field.is_message()) {
        AppendInnerTable(field, rows);
      } else if (const int steps = field.StepsPerUnit(); steps == 0) {
        AppendList(field, rows);
      } else {
        AppendIntegers(steps, rows.size(), [&](size_t k) { return Rounded(field, *rows[k], steps); });
      }
    }
    json_ += '}';
  }

  void AppendInnerTable(const Field& field, const Rows& rows) {
    Rows inner;
    std::vector<size_t> ends;
    for (const Message* row : rows) {
      if (field.is_repeated()) {
        field.AddElements(*row, &inner);
      } else if (field.IsSet(*row)) {
        inner.push_back(&field.Inner(*row));
      }
      ends.push_back(inner.size());
    }
    JsonWriter count;
    count.json_ = field.is_repeated() ? "\"#\":" : "\"?\":";
    count.AppendIntegers(1, ends.size(), [&ends](size_t k) -> std::optional<int64_t> {
      return static_cast<int64_t>(ends[k] - (k == 0 ? 0 : ends[k - 1]));
    });
    AppendTable(*field.descriptor().message_type(), inner, count.json_);
  }

  void AppendList(const Field& field, const Rows& rows) {
    char separator = '[';
    for (const Message* row : rows) {
      json_ += std::exchange(separator, ',');
      if (field.IsSet(*row)) {
        AppendValue(field, *row, /*is_listed=*/true);
      } else {
        json_ += "null";
      }
    }
    json_ += ']';
  }

  void AppendTexts(const Message& message, const Field& field) {
    json_ += '[';
    for (int k = 0; k < message.GetReflection()->FieldSize(message, &field.descriptor()); ++k) {
      if (!field.is_text()) return Refuse(field, "a list");
      if (k > 0) json_ += ',';
      AppendText(message.GetReflection()->GetRepeatedString(message, &field.descriptor(), k));
    }
    json_ += ']';
  }

  // Returns the number in steps; nothing if it is not set.
  std::optional<int64_t> Rounded(const Field& field, const Message& message, int steps) {
    if (!field.IsSet(message)) return std::nullopt;
    const double number = field.Number(message);
    if (std::abs(number) * steps <= kMaxInteger) return std::llround(number * steps);
    Refuse(field, absl::StrCat(number));
    return 0;
  }

  // `integer_at`: returns the integer of a row, or nothing if it is not set.
  template <typename IntegerAt>
  void AppendIntegers(int steps, size_t rows, const IntegerAt& integer_at) {
    absl::StrAppend(&json_, "\"", steps);
    int64_t last = 0;
    int64_t last_difference = 0;
    for (size_t k = 0; k < rows; ++k) {
      char entry[32];
      char* end = entry;
      *end++ = k == 0 ? ';' : ',';
      if (const std::optional<int64_t> integer = integer_at(k); !integer.has_value()) {
        *end++ = 'x';
      } else {
        const int64_t difference = *integer - std::exchange(last, *integer);
        if (difference != last_difference) end = std::to_chars(end, entry + sizeof(entry), difference).ptr;
        last_difference = difference;
      }
      json_.append(entry, end);
    }
    json_ += '"';
  }

  void AppendValue(const Field& field, const Message& message, bool is_listed = false) {
    if (field.is_text()) return AppendText(field.Text(message));
    const double value = field.Number(message);
    if (!std::isfinite(value)) return Refuse(field, absl::StrCat(value));
    if (field.is_bool()) {
      json_ += value == 0.0 ? "false" : "true";
      return;
    }
    char buffer[32];
    // Whole numbers without an exponent, which integers may not have.
    const bool is_whole = value == std::floor(value) && std::abs(value) <= kMaxInteger;
    char* const last = buffer + sizeof(buffer);
    char* const end = is_whole    ? std::to_chars(buffer, last, static_cast<int64_t>(value)).ptr
                      : is_listed ? std::to_chars(buffer, last, value, std::chars_format::general, kListedDigits).ptr
                                  : std::to_chars(buffer, last, value).ptr;
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

  void BeginField(const Field& field) {
    absl::StrAppend(&json_, json_.back() == '{' ? "\"" : ",\"", field.descriptor().json_name(), "\":");
  }

  void Refuse(const Field& field, absl::string_view what) {
    status_.Update(
        absl::InvalidArgumentError(absl::StrCat(field.descriptor().full_name(), ": ", what, " cannot be shown")));
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
