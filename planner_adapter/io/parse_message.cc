#include "planner_adapter/io/parse_message.h"

#include <cstddef>
#include <limits>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/io/tokenizer.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "google/protobuf/message.h"
#include "google/protobuf/text_format.h"
#include "planner_adapter/io/wire_error.h"

namespace collision2d::planner {
namespace {

// Protobuf's reasons quote the input, which can be one name of many megabytes.
constexpr size_t kMaxReasonBytes = 300;

// Returns `text` without characters that a terminal would interpret, truncated after kMaxReasonBytes.
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

class FirstErrorCollector : public google::protobuf::io::ErrorCollector {
 public:
  // `line` and `column` count from 0.
  void AddError(int line, int column, const std::string& reason) override {
    if (!first_.has_value()) first_ = absl::StrCat(line + 1, ":", column + 1, ": ", Printable(reason));
  }

  const std::optional<std::string>& first() const { return first_; }

 private:
  std::optional<std::string> first_;
};

absl::Status CheckSize(absl::string_view bytes, absl::string_view source) {
  if (bytes.size() <= static_cast<size_t>(std::numeric_limits<int>::max())) return absl::OkStatus();
  return absl::ResourceExhaustedError(absl::StrCat(source, ": ", bytes.size(), " bytes are more than protobuf parses"));
}

}  // namespace

absl::Status ParseText(absl::string_view bytes, absl::string_view source, google::protobuf::Message& message) {
  if (absl::Status status = CheckSize(bytes, source); !status.ok()) return status;
  FirstErrorCollector errors;
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&errors);
  google::protobuf::io::ArrayInputStream stream(bytes.data(), static_cast<int>(bytes.size()));
  if (parser.Parse(&stream, &message)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(source, ":", errors.first().value_or("1:1: not parseable")));
}

absl::Status ParseBinary(absl::string_view bytes, absl::string_view source, google::protobuf::Message& message) {
  if (absl::Status status = CheckSize(bytes, source); !status.ok()) return status;
  // Asked first: for a text that is not UTF-8 protobuf's parser would print a line of its own.
  const std::optional<std::string> mistake = FindWireError(bytes, *message.GetDescriptor());
  if (!mistake.has_value() && message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat(source, ": ", bytes.size(), " bytes that are not a binary ", message.GetDescriptor()->full_name(),
                   " (damaged or truncated): ", Printable(mistake.value_or("the parser refuses them"))));
}

}  // namespace collision2d::planner
