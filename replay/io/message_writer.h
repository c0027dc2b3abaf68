#pragma once

#include <ostream>

#include "absl/status/status.h"
#include "google/protobuf/message.h"

namespace collision2d::planner {

// Appends the message to a stream in the format of .pbs files: a varint of its length, then its
// bytes. OpenSceneFile reads streams of scenes.
// Errors: a string of the message is not UTF-8 (InvalidArgument), or it has 2^31 bytes or more
// (ResourceExhausted): nothing is written; writing to the stream fails.
absl::Status AppendDelimited(const google::protobuf::Message& message, std::ostream& output);

// Appends the message as one line of JSON, formatted by protobuf's own printer. Fields have the
// names of the .proto file; fields without presence are printed even if they hold their default;
// 64-bit integers are strings; numbers that are not finite are the strings "NaN", "Infinity",
// "-Infinity". google::protobuf::util::JsonStringToMessage reads it back.
// Errors: as AppendDelimited. The process ends if memory is exhausted, since no exception passes
// through protobuf's printer.
absl::Status AppendJsonLine(const google::protobuf::Message& message, std::ostream& output);

}  // namespace collision2d::planner
