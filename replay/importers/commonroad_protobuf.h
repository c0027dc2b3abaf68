#pragma once

#include <pugixml.hpp>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "replay/importers/commonroad.h"

// Scenarios of CommonRoad as protobuf, read as the XML documents that they stand for.

namespace collision2d::planner {

// Returns whether a file that begins with these bytes is a scenario as protobuf, in one file or a
// part of one in three: as which messages it begins.
bool IsCommonRoadProtobuf(absl::string_view first_bytes);

// Returns whether it is a part of a scenario in three files.
bool IsCommonRoadPart(absl::string_view first_bytes);

// Reads a scenario as protobuf as the XML document that it stands for, so that one importer serves
// both: in one file (version 2020a), or in three, of which `bytes` are the scenario file or, if
// there is none, the dynamic one; the others are asked of `beside`. Appends its root element
// `commonRoad` to the document; commonroad.proto has the messages and the places of their fields.
// The dialect of states from before August 2022 is understood. Fields that are not known are
// ignored, with a note that counts them.
// Errors (InvalidArgument): not protobuf, with the field and the byte; text with a zero byte; a
// map, or a dynamic file with a scenario file beside it, with the file to read instead; a part that
// is missing or of another kind; two time steps; a line that no map has. What is missing of
// elements is the importer's to say. O(bytes); at most some 150 bytes of memory for each.
absl::Status ReadCommonRoadProtobuf(absl::string_view bytes, const FileSource& beside, pugi::xml_document& document,
                                    std::vector<std::string>& notes);

}  // namespace collision2d::planner
