#ifndef COLLISION2D_PLANNER_ADAPTER_IO_WIRE_ERROR_H_
#define COLLISION2D_PLANNER_ADAPTER_IO_WIRE_ERROR_H_

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "google/protobuf/descriptor.h"

namespace collision2d::planner {

// Returns why protobuf's parser refuses `bytes` as a binary message of this type: the field, the byte, and what is
// wrong, as "moving_obstacles[3].shapes[0].disc.radius_m at byte 120: 8 bytes are needed, 3 are left". Returns nothing
// if the bytes are such a message. A field of an unknown number or an unexpected wire type is not an error for the
// parser; it becomes an unknown field.
// O(size of bytes); allocates only the answer.
std::optional<std::string> FindWireError(absl::string_view bytes, const google::protobuf::Descriptor& type);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_IO_WIRE_ERROR_H_
