#ifndef COLLISION2D_PLANNER_ADAPTER_IO_PARSE_MESSAGE_H_
#define COLLISION2D_PLANNER_ADAPTER_IO_PARSE_MESSAGE_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/message.h"

namespace collision2d::planner {

// Each replaces `message` by what is in `bytes`, of which `source` is the name for errors. After an error the content
// of `message` has no meaning.
// O(size of bytes) in time; memory: that of the message.

// Protobuf's text format.
// Error (InvalidArgument): "source:line:column: reason" for the first mistake, counted from 1.
absl::Status ParseText(absl::string_view bytes, absl::string_view source, google::protobuf::Message& message);

// Protobuf's binary format.
// Error (InvalidArgument): the bytes are no such message.
absl::Status ParseBinary(absl::string_view bytes, absl::string_view source, google::protobuf::Message& message);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_IO_PARSE_MESSAGE_H_
