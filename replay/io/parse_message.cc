#include "replay/io/parse_message.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "collision2d/io/text.h"
#include "google/protobuf/io/tokenizer.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "google/protobuf/text_format.h"
#include "google/protobuf/unknown_field_set.h"

namespace collision2d::planner {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

// Protobuf's own limit on the nesting of messages and groups.
constexpr int kMaxDepth = 100;

enum WireType { kVarint = 0, kFixed64 = 1, kLengthDelimited = 2, kGroupBegin = 3, kGroupEnd = 4, kFixed32 = 5 };

// Returns the bytes of each value of a packed field; 0 for varints.
size_t PackedBytes(const FieldDescriptor& field) {
  switch (field.type()) {
    case FieldDescriptor::TYPE_DOUBLE:
    case FieldDescriptor::TYPE_FIXED64:
    case FieldDescriptor::TYPE_SFIXED64:
      return 8;
    case FieldDescriptor::TYPE_FLOAT:
    case FieldDescriptor::TYPE_FIXED32:
    case FieldDescriptor::TYPE_SFIXED32:
      return 4;
    default:
      return 0;
  }
}

// Walks through a message in the order of its bytes and stops at the first mistake.
class WireWalker {
 public:
  explicit WireWalker(absl::string_view bytes) : bytes_(bytes) {}

  // Walks the fields of a message of this type up to `end`; `type` is null for unknown content.
  // False at a mistake.
  bool Message(const Descriptor* type, size_t end, int depth) {
    if (depth > kMaxDepth) return Mistake("nested deeper than protobuf's limit");
    absl::flat_hash_map<int, int> counts;
    while (at_ < end) {
      const size_t tag_at = at_;
      uint32_t tag = 0;
      if (!Tag(end, &tag)) return false;
      const int number = static_cast<int>(tag >> 3);
      const FieldDescriptor* field = type == nullptr ? nullptr : type->FindFieldByNumber(number);
      const size_t length = path_.size();
      absl::StrAppend(&path_, path_.empty() ? "" : ".");
      if (field == nullptr) {
        absl::StrAppend(&path_, "field ", number);
      } else if (field->is_repeated()) {
        absl::StrAppend(&path_, field->name(), "[", counts[number]++, "]");
      } else {
        absl::StrAppend(&path_, field->name());
      }
      if (!Value(field, number, static_cast<int>(tag & 7), tag_at, end, depth)) return false;
      path_.resize(length);
    }
    return true;
  }

  const std::string& mistake() const { return mistake_; }

 private:
  bool Value(const FieldDescriptor* field, int number, int wire_type, size_t tag_at, size_t end, int depth) {
    uint64_t ignored = 0;
    switch (wire_type) {
      case kVarint:
        return Varint(end, &ignored);
      case kFixed64:
        return Fixed(8, end);
      case kFixed32:
        return Fixed(4, end);
      case kLengthDelimited:
        return LengthDelimited(field, end, depth);
      case kGroupBegin:
        return Group(number, end, depth + 1);
      default:
        return MistakeAt(tag_at, absl::StrCat("wire type ", wire_type, " is not expected here"));
    }
  }

  bool LengthDelimited(const FieldDescriptor* field, size_t end, int depth) {
    uint64_t size = 0;
    if (!Varint(end, &size)) return false;
    if (size > end - at_) return Mistake(absl::StrCat(size, " bytes are needed, ", end - at_, " are left"));
    const size_t begin = at_;
    const size_t content_end = begin + static_cast<size_t>(size);
    if (field != nullptr && field->type() == FieldDescriptor::TYPE_MESSAGE) {
      return Message(field->message_type(), content_end, depth + 1);
    }
    if (field != nullptr && field->type() == FieldDescriptor::TYPE_STRING &&
        !IsValidUtf8(bytes_.substr(begin, content_end - begin))) {
      return Mistake("not valid UTF-8");
    }
    if (field != nullptr && field->is_repeated() && field->is_packable()) return Packed(*field, content_end);
    at_ = content_end;
    return true;
  }

  // The values of a repeated field of numbers, one after the other.
  bool Packed(const FieldDescriptor& field, size_t end) {
    const size_t size = PackedBytes(field);
    uint64_t ignored = 0;
    while (at_ < end) {
      if (!(size == 0 ? Varint(end, &ignored) : Fixed(size, end))) return false;
    }
    return true;
  }

  // The content of a group, which no message of ours has, up to its end tag.
  bool Group(int number, size_t end, int depth) {
    if (depth >= kMaxDepth) return Mistake("nested deeper than protobuf's limit");
    while (at_ < end) {
      const size_t tag_at = at_;
      uint32_t tag = 0;
      if (!Tag(end, &tag)) return false;
      const int inner = static_cast<int>(tag >> 3);
      const int wire_type = static_cast<int>(tag & 7);
      if (wire_type == kGroupEnd) return inner == number || MistakeAt(tag_at, "the end of another group");
      if (!Value(nullptr, inner, wire_type, tag_at, end, depth)) return false;
    }
    return Mistake("a group without its end");
  }

  // As protobuf's parser does: of at most five bytes, and cut to 32 bits.
  bool Tag(size_t end, uint32_t* tag) {
    const size_t begin = at_;
    uint64_t value = 0;
    if (!Varint(end, &value, 5)) return false;
    *tag = static_cast<uint32_t>(value);
    return *tag >> 3 != 0 || MistakeAt(begin, "no field has the number 0");
  }

  bool Varint(size_t end, uint64_t* value, size_t max_bytes = 10) {
    const size_t begin = at_;
    *value = 0;
    for (size_t i = 0; i < max_bytes; ++i) {
      if (begin + i >= end) return MistakeAt(begin, "the bytes end within a number");
      const auto byte = static_cast<unsigned char>(bytes_[begin + i]);
      *value |= static_cast<uint64_t>(byte & 0x7f) << (7 * i);
      if (byte < 0x80) {
        at_ = begin + i + 1;
        return true;
      }
    }
    return MistakeAt(begin, absl::StrCat("a number of more than ", max_bytes, " bytes"));
  }

  bool Fixed(size_t size, size_t end) {
    if (end - at_ < size) return Mistake(absl::StrCat(size, " bytes are needed, ", end - at_, " are left"));
    at_ += size;
    return true;
  }

  bool Mistake(absl::string_view what) { return MistakeAt(at_, what); }

  bool MistakeAt(size_t at, absl::string_view what) {
    mistake_ = absl::StrCat(path_, path_.empty() ? "" : " ", "at byte ", at, ": ", what);
    return false;
  }

  absl::string_view bytes_;
  size_t at_ = 0;
  std::string path_;
  std::string mistake_;
};

// Protobuf's reasons quote the input, which can be one name of many megabytes.
constexpr size_t kMaxReasonBytes = 300;

// Returns `text` without characters that a terminal would interpret, truncated after
// kMaxReasonBytes.
std::string Printable(absl::string_view text) {
  std::string result;
  for (const char c : text.substr(0, kMaxReasonBytes)) {
    if (absl::ascii_isprint(static_cast<unsigned char>(c))) {
      result += c;
    } else {
      absl::StrAppend(&result, "\\x", absl::Hex(static_cast<unsigned char>(c), absl::kZeroPad2));
    }
  }
  if (text.size() > kMaxReasonBytes) result += "...";
  return result;
}

// Overrides the two functions of Protobuf from 22 on, and those that they replace, which 26 has no
// more: none is marked `override`.
class FirstErrorCollector : public google::protobuf::io::ErrorCollector {
 public:
  // `line` and `column` count from 0.
  void RecordError(int line, int column, absl::string_view reason) {
    if (!first_.has_value()) first_ = absl::StrCat(line + 1, ":", column + 1, ": ", Printable(reason));
  }
  void AddError(int line, int column, const std::string& reason) { RecordError(line, column, reason); }

  // The parser warns of fields that it passes over.
  void RecordWarning(int line, int column, absl::string_view reason) {
    Warning& warning = warnings_[std::string(reason)];
    if (warning.count++ == 0) warning.first = absl::StrCat(line + 1, ":", column + 1);
  }
  void AddWarning(int line, int column, const std::string& reason) { RecordWarning(line, column, reason); }

  const std::optional<std::string>& first() const { return first_; }

  // A sentence for each field that was passed over.
  std::vector<std::string> PassedOver(absl::string_view source) const {
    std::vector<std::string> notes;
    for (const auto& [reason, warning] : warnings_) {
      notes.push_back(absl::StrCat("Passed over ", warning.count, " times, first at ", source, ":", warning.first, ": ",
                                   Printable(reason)));
    }
    return notes;
  }

 private:
  struct Warning {
    int64_t count = 0;
    std::string first;
  };

  std::optional<std::string> first_;
  std::map<std::string, Warning> warnings_;
};

std::string NameOfUnknown(const Descriptor& type, int number) {
  for (int i = 0; i < std::min(type.reserved_range_count(), type.reserved_name_count()); ++i) {
    const Descriptor::ReservedRange& range = *type.reserved_range(i);
    if (range.start <= number && number < range.end) return std::string(type.reserved_name(i));
  }
  return absl::StrCat("field ", number, " of ", type.name());
}

absl::Status CheckSize(absl::string_view bytes, absl::string_view source) {
  if (bytes.size() <= static_cast<size_t>(std::numeric_limits<int>::max())) return absl::OkStatus();
  return absl::ResourceExhaustedError(absl::StrCat(source, ": ", bytes.size(), " bytes are more than protobuf parses"));
}

}  // namespace

std::optional<std::string> FindWireError(absl::string_view bytes, const Descriptor& type) {
  WireWalker walker(bytes);
  if (walker.Message(&type, bytes.size(), 0)) return std::nullopt;
  return walker.mistake();
}

absl::Status ParseWire(absl::string_view bytes, google::protobuf::Message& message) {
  if (message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return absl::OkStatus();
  return absl::InvalidArgumentError(
      FindWireError(bytes, *message.GetDescriptor()).value_or("the parser refuses these bytes"));
}

void CountUnknownFields(const google::protobuf::Message& message, std::map<std::string, int64_t>& counts) {
  const google::protobuf::Reflection& reflection = *message.GetReflection();
  const Descriptor& type = *message.GetDescriptor();
  const google::protobuf::UnknownFieldSet& unknown = reflection.GetUnknownFields(message);
  for (int i = 0; i < unknown.field_count(); ++i) ++counts[NameOfUnknown(type, unknown.field(i).number())];
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    if (field.cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) continue;
    const int size = field.is_repeated() ? reflection.FieldSize(message, &field) : 0;
    for (int k = 0; k < size; ++k) CountUnknownFields(reflection.GetRepeatedMessage(message, &field, k), counts);
    if (!field.is_repeated() && reflection.HasField(message, &field)) {
      CountUnknownFields(reflection.GetMessage(message, &field), counts);
    }
  }
}

absl::Status ParseText(absl::string_view bytes, absl::string_view source, google::protobuf::Message& message,
                       std::vector<std::string>* passed_over) {
  if (absl::Status status = CheckSize(bytes, source); !status.ok()) return status;
  FirstErrorCollector errors;
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&errors);
  parser.AllowUnknownField(passed_over != nullptr);
  google::protobuf::io::ArrayInputStream stream(bytes.data(), static_cast<int>(bytes.size()));
  if (parser.Parse(&stream, &message)) {
    if (passed_over != nullptr) *passed_over = errors.PassedOver(source);
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(source, ":", errors.first().value_or("1:1: not parseable")));
}

absl::Status ParseBinary(absl::string_view bytes, absl::string_view source, google::protobuf::Message& message) {
  if (absl::Status status = CheckSize(bytes, source); !status.ok()) return status;
  // Asked first: for a text that is not UTF-8 protobuf's parser would print a line of its own.
  const std::optional<std::string> mistake = FindWireError(bytes, *message.GetDescriptor());
  if (!mistake.has_value() && message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return absl::OkStatus();
  }
  const bool is_other = WireWalker(bytes).Message(nullptr, bytes.size(), 0);
  return absl::InvalidArgumentError(
      absl::StrCat(source, ": ", bytes.size(), " bytes that are not a binary ", message.GetDescriptor()->full_name(),
                   is_other ? " (another message of protobuf): " : " (damaged or truncated): ",
                   Printable(mistake.value_or("the parser refuses them"))));
}

}  // namespace collision2d::planner
