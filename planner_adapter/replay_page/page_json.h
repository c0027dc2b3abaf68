#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_PAGE_JSON_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_PAGE_JSON_H_

#include <string>

#include "absl/status/statusor.h"
#include "google/protobuf/message.h"

namespace collision2d::planner {

// Returns the message in proto3's JSON mapping, with fields that are 0 or empty, so that it can
// stand in a script element and in a script: no text in it can close the element, open a comment,
// or end a line. Needs no memory besides the text; protobuf's printer builds a tree of some 300
// bytes for each number.
// Errors: a field of a type that pages have not (Internal).
absl::StatusOr<std::string> PageJson(const google::protobuf::Message& message);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_PAGE_JSON_H_
