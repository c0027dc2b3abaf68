#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"

// Messages from text and from bytes, with errors that name the line, or the field and the byte.
namespace collision2d::planner {

// Returns why protobuf's parser refuses `bytes` as a binary message of this type: the field, the
// byte, and what is wrong, as "moving_obstacles[3].shapes[0].disc.radius_m at byte 120: 8 bytes are
// needed, 3 are left". Returns nothing if the bytes are such a message. A field of an unknown
// number or an unexpected wire type is not an error for the parser; it becomes an unknown field.
// O(size of bytes); allocates only the answer.
std::optional<std::string> FindWireError(absl::string_view bytes, const google::protobuf::Descriptor& type);

// Replaces `message` by the content of `bytes`, fields of unknown numbers too. For messages without
// text in proto3's sense: of it protobuf prints a line of its own where it is not UTF-8.
// Error (InvalidArgument): what FindWireError returns.
absl::Status ParseWire(absl::string_view bytes, google::protobuf::Message& message);

// Adds how often fields occur that the types of the message and of those in it do not have, by the
// name that the type reserves for the number's range, in the same order, or as "field 3 of Lane".
// O(messages).
void CountUnknownFields(const google::protobuf::Message& message, std::map<std::string, int64_t>& counts);

// Both functions replace `message` by the content of `bytes`; `source` names the bytes in errors.
// After an error the content of `message` is unspecified.
// Time: O(size of bytes). Memory: that of the message.

// Parses protobuf's text format. If `passed_over` is given, fields of unknown names are passed over
// and named there, each once.
// Error (InvalidArgument): "source:line:column: reason" for the first mistake, counted from 1.
absl::Status ParseText(absl::string_view bytes, absl::string_view source, google::protobuf::Message& message,
                       std::vector<std::string>* passed_over = nullptr);

// Parses protobuf's binary format.
// Error (InvalidArgument): the bytes are not such a message, but another one or damaged; with the
// first field and byte that is wrong, as FindWireError names it.
absl::Status ParseBinary(absl::string_view bytes, absl::string_view source, google::protobuf::Message& message);

}  // namespace collision2d::planner
