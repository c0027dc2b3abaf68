#ifndef COLLISION2D_PLANNER_ADAPTER_IO_MESSAGE_JSON_H_
#define COLLISION2D_PLANNER_ADAPTER_IO_MESSAGE_JSON_H_

#include <string>

#include "absl/status/statusor.h"
#include "google/protobuf/message.h"
#include "google/protobuf/util/json_util.h"

namespace collision2d::planner {

// Returns the message as google::protobuf::util::MessageToJsonString prints it. That function crashes the process where
// memory ends, since protobuf's printer cannot be left by an exception; this one does not.
// Errors: ResourceExhausted if there is not enough memory; what the printer refuses (Internal).
absl::StatusOr<std::string> MessageJson(const google::protobuf::Message& message,
                                        const google::protobuf::util::JsonPrintOptions& options);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_IO_MESSAGE_JSON_H_
