#pragma once

#include <istream>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "planner_adapter/importers/scene_source.h"

namespace collision2d::planner {

// Traces of ASAM OSI 3: osi3.GroundTruth or osi3.SensorView with the ground truth, each message
// after its length in 4 bytes, least significant first (.osi), or in MCAP. A trace is one scene
// (see OsiTrace) of the frames in SceneInputOptions.records; the digest is that of their bytes, one
// after the other. One frame is in memory.
// Errors, as "x.osi: record 3 at byte 1204: moving_object[17].base.position.x: nan is not finite":
// - the file is cut or damaged: the frames before it are a scene, and the error comes after it;
// - a frame that is not such a message, or is illegal: there is no scene.
absl::StatusOr<std::unique_ptr<SceneSource>> OpenOsi(std::unique_ptr<std::istream> file, const std::string& path,
                                                     const SceneInputOptions& options);
absl::StatusOr<std::unique_ptr<SceneSource>> OpenOsiMcap(std::unique_ptr<std::istream> file, const std::string& path,
                                                         const SceneInputOptions& options);

// Returns whether a file that begins so is MCAP.
bool IsMcap(absl::string_view first_bytes);

}  // namespace collision2d::planner
