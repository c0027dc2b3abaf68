// Scenarios of CommonRoad as protobuf in one file (version 2020a), read as the XML document that
// they stand for, so that one importer serves both.
#pragma once

#include <pugixml.hpp>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace collision2d::planner {

// Returns whether a file that begins with these bytes is a scenario in one protobuf file: its first
// field is a message whose first field is the version.
bool IsCommonRoadProtobuf(absl::string_view first_bytes);

// Appends the root element `commonRoad` of the scenario to the document: elements and attributes
// have the names and places of the XML format, in the order of the fields. The dialect of states
// from before August 2022 is understood. Fields that are not known are ignored, with a note that
// counts them.
// Errors (InvalidArgument, with the path of the field, as "dynamic_obstacles[3].initial_state"):
// not protobuf, with the byte; a required field that is missing; a field that occurs twice; text
// with a zero byte; shapes nested more than 60 deep. O(bytes); at most some 150 bytes of memory for
// each.
absl::Status ReadCommonRoadProtobuf(absl::string_view bytes, pugi::xml_document& document,
                                    std::vector<std::string>& notes);

}  // namespace collision2d::planner
