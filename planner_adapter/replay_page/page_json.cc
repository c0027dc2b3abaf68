#include "planner_adapter/replay_page/page_json.h"

#include <charconv>
#include <cmath>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/descriptor.h"

namespace collision2d::planner {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

void AppendNumber(double value, std::string& json) {
  if (!std::isfinite(value)) {
    json += std::isnan(value) ? "\"NaN\"" : value > 0.0 ? "\"Infinity\"" : "\"-Infinity\"";
    return;
  }
  char buffer[32];
  json.append(buffer, std::to_chars(buffer, buffer + sizeof(buffer), value).ptr);
}

// Without '<' no text can close the script element or open a comment in it. U+2028 and U+2029 end a
// line in scripts.
void AppendText(absl::string_view text, std::string& json) {
  json += '"';
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const absl::string_view three = text.substr(i, 3);
    if (three == "\xE2\x80\xA8" || three == "\xE2\x80\xA9") {
      json += three == "\xE2\x80\xA8" ? "\\u2028" : "\\u2029";
      i += 2;
    } else if (c == '"' || c == '\\') {
      json += '\\';
      json += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f || c == '<' || c == '>' || c == '&') {
      absl::StrAppendFormat(&json, "\\u%04x", c);
    } else {
      json += c;
    }
  }
  json += '"';
}

absl::Status AppendMessage(const Message& message, std::string& json);

// Appends the value of a field, or, if index is not negative, of an element of it.
absl::Status AppendValue(const Message& message, const FieldDescriptor& field, int index, std::string& json) {
  const Reflection& reflection = *message.GetReflection();
  const bool is_element = index >= 0;
  std::string scratch;
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return AppendMessage(
          is_element ? reflection.GetRepeatedMessage(message, &field, index) : reflection.GetMessage(message, &field),
          json);
    case FieldDescriptor::CPPTYPE_STRING:
      AppendText(is_element ? reflection.GetRepeatedStringReference(message, &field, index, &scratch)
                            : reflection.GetStringReference(message, &field, &scratch),
                 json);
      return absl::OkStatus();
    case FieldDescriptor::CPPTYPE_DOUBLE:
      AppendNumber(
          is_element ? reflection.GetRepeatedDouble(message, &field, index) : reflection.GetDouble(message, &field),
          json);
      return absl::OkStatus();
    case FieldDescriptor::CPPTYPE_INT32:
      absl::StrAppend(&json, is_element ? reflection.GetRepeatedInt32(message, &field, index)
                                        : reflection.GetInt32(message, &field));
      return absl::OkStatus();
    case FieldDescriptor::CPPTYPE_INT64:
      absl::StrAppend(
          &json, "\"",
          is_element ? reflection.GetRepeatedInt64(message, &field, index) : reflection.GetInt64(message, &field),
          "\"");
      return absl::OkStatus();
    case FieldDescriptor::CPPTYPE_BOOL:
      json += (is_element ? reflection.GetRepeatedBool(message, &field, index) : reflection.GetBool(message, &field))
                  ? "true"
                  : "false";
      return absl::OkStatus();
    default:
      return absl::InternalError(absl::StrCat(field.full_name(), ": pages have no ", field.cpp_type_name()));
  }
}

absl::Status AppendMessage(const Message& message, std::string& json) {
  const google::protobuf::Descriptor& type = *message.GetDescriptor();
  const Reflection& reflection = *message.GetReflection();
  absl::string_view separator = "{";
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    if (!field.is_repeated() && field.has_presence() && !reflection.HasField(message, &field)) continue;
    absl::StrAppend(&json, separator, "\"", field.json_name(), "\":");
    separator = ",";
    absl::Status status;
    if (!field.is_repeated()) {
      status = AppendValue(message, field, -1, json);
    } else {
      json += '[';
      for (int k = 0; k < reflection.FieldSize(message, &field) && status.ok(); ++k) {
        if (k > 0) json += ',';
        status = AppendValue(message, field, k, json);
      }
      json += ']';
    }
    if (!status.ok()) return status;
  }
  json += separator == "{" ? "{}" : "}";
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::string> PageJson(const Message& message) {
  std::string json;
  absl::Status status = AppendMessage(message, json);
  if (!status.ok()) return status;
  return json;
}

}  // namespace collision2d::planner
