#ifndef COLLISION2D_PLANNER_ADAPTER_IO_PARSE_MESSAGE_H_
#define COLLISION2D_PLANNER_ADAPTER_IO_PARSE_MESSAGE_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/message.h"

namespace collision2d::planner {

// Both functions replace `message` by the content of `bytes`; `source` names the bytes in errors. After an error the
// content of `message` is unspecified.
// Time: O(size of bytes). Memory: that of the message.

// Parses protobuf's text format.
// Error (InvalidArgument): "source:line:column: reason" for the first mistake, counted from 1.
absl::Status ParseText(absl::string_view bytes, absl::string_view source, google::protobuf::Message& message);

// Parses protobuf's binary format.
// Error (InvalidArgument): the bytes are not such a message; with the first field and byte that is wrong, as
// FindWireError names it.
absl::Status ParseBinary(absl::string_view bytes, absl::string_view source, google::protobuf::Message& message);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_IO_PARSE_MESSAGE_H_
