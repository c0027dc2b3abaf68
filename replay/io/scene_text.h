// Scenes in protobuf's text format, with the names that fields had before version 1.0.0.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "collision2d/v1/scene.pb.h"
#include "planner_adapter/scene/scene_from_proto.h"

namespace collision2d::planner {

// Replaces `scene` by the content of `bytes`. Names of version 0.2 (road_border,
// STOP_LINE) are read too; the next version will refuse them. `notes` gets a sentence for each name
// that was replaced, and for each unknown field that was passed over.
// Error (InvalidArgument): "source:line:column: reason" for the first mistake, counted from 1, in
// the text with names replaced: columns after a replaced name are shifted.
absl::Status ParseSceneText(absl::string_view bytes, absl::string_view source, UnknownFields unknown_fields,
                            v1::Scene& scene, std::vector<std::string>* notes);

}  // namespace collision2d::planner
