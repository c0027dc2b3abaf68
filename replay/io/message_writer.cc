#include "replay/io/message_writer.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "collision2d/io/text.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/field_mask.pb.h"
#include "google/protobuf/util/delimited_message_util.h"
#include "google/protobuf/util/field_mask_util.h"
#include "google/protobuf/util/json_util.h"

namespace collision2d::planner {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

// Checks that every string of the message is UTF-8. Protobuf would write other bytes, print a line
// to stderr, and refuse to read them back; its JSON printer would drop them.
absl::Status CheckStrings(const Message& message) {
  const Reflection& reflection = *message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    const bool is_message = field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
    if (!is_message && field->type() != FieldDescriptor::TYPE_STRING) continue;
    const int count = field->is_repeated() ? reflection.FieldSize(message, field) : 1;
    for (int i = 0; i < count; ++i) {
      if (is_message) {
        absl::Status status = CheckStrings(field->is_repeated() ? reflection.GetRepeatedMessage(message, field, i)
                                                                : reflection.GetMessage(message, field));
        if (!status.ok()) return status;
      } else if (!IsValidUtf8(field->is_repeated() ? reflection.GetRepeatedString(message, field, i)
                                                   : reflection.GetString(message, field))) {
        return absl::InvalidArgumentError(absl::StrCat(field->full_name(), ": is not valid UTF-8"));
      }
    }
  }
  return absl::OkStatus();
}

absl::Status WriteFailed(const Message& message) {
  return absl::DataLossError(absl::StrCat("writing a ", message.GetDescriptor()->full_name(), " failed"));
}

absl::Status CheckWritable(const Message& message) {
  const size_t bytes = message.ByteSizeLong();
  if (bytes > static_cast<size_t>(std::numeric_limits<int32_t>::max())) {
    return absl::ResourceExhaustedError(absl::StrCat("a ", message.GetDescriptor()->full_name(), " of ", bytes,
                                                     " bytes: protobuf writes fewer than 2^31"));
  }
  return CheckStrings(message);
}

absl::StatusOr<std::string> JsonOf(const Message& message) {
  google::protobuf::util::JsonPrintOptions options;
  options.preserve_proto_field_names = true;
#if GOOGLE_PROTOBUF_VERSION >= 5026000
  options.always_print_fields_with_no_presence = true;
#else
  options.always_print_primitive_fields = true;
#endif
  std::string json;
  const auto status = google::protobuf::util::MessageToJsonString(message, &json, options);
  if (status.ok()) return json;
  return absl::InternalError(absl::StrCat(message.GetDescriptor()->full_name(), ": JSON: ", status.ToString()));
}

}  // namespace

absl::Status AppendDelimited(const Message& message, std::ostream& output) {
  if (absl::Status status = CheckWritable(message); !status.ok()) return status;
  if (!google::protobuf::util::SerializeDelimitedToOstream(message, &output) || !output) return WriteFailed(message);
  return absl::OkStatus();
}

absl::Status AppendJsonLine(const Message& message, std::ostream& output) {
  if (absl::Status status = CheckWritable(message); !status.ok()) return status;
  // The printer holds about 40 KB for a verdict while it prints. So repeated messages are printed
  // one by one, in the place of the empty lists of a message without them.
  const Reflection& reflection = *message.GetReflection();
  google::protobuf::FieldMask others;
  std::vector<const FieldDescriptor*> lists;
  for (int i = 0; i < message.GetDescriptor()->field_count(); ++i) {
    const FieldDescriptor* field = message.GetDescriptor()->field(i);
    const bool is_list = field->is_repeated() && field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
    if (is_list && reflection.FieldSize(message, field) > 0) {
      lists.push_back(field);
    } else {
      others.add_paths(field->name());
    }
  }
  const std::unique_ptr<Message> rest(message.New());
  google::protobuf::util::FieldMaskUtil::MergeMessageTo(message, others, {}, rest.get());
  const absl::StatusOr<std::string> json = JsonOf(*rest);
  if (!json.ok()) return json.status();
  size_t printed = 0;
  for (const FieldDescriptor* field : lists) {
    const size_t begin = json->find(absl::StrCat("\"", field->name(), "\":[]"), printed) + field->name().size() + 4;
    output << json->substr(printed, begin - printed);
    for (int i = 0; i < reflection.FieldSize(message, field); ++i) {
      const absl::StatusOr<std::string> element = JsonOf(reflection.GetRepeatedMessage(message, field, i));
      if (!element.ok()) return element.status();
      output << (i > 0 ? "," : "") << *element;
    }
    printed = begin;
  }
  output << json->substr(printed) << '\n';
  return output ? absl::OkStatus() : WriteFailed(message);
}

}  // namespace collision2d::planner
