// Reader of the Waymo Open Motion Dataset: .tfrecord files of Scenario.
#pragma once

#include <istream>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "replay/importers/scene_source.h"
#include "replay/importers/waymo.pb.h"

namespace collision2d::planner {

// Opens a file of records that are a Scenario each: a scene for each, with the logged future of the
// ego vehicle as recorded candidate "logged".
// Errors of Next name file, record, byte, field and value. A record whose length is damaged loses
// the rest; every other one is an item, behind which the next follows.
absl::StatusOr<std::unique_ptr<SceneSource>> OpenWaymoScenarios(std::unique_ptr<std::istream> file,
                                                                const std::string& path,
                                                                const SceneInputOptions& options);

namespace waymo {

// Returns the scene of one record, which is parsed into `scenario`; a note counts the fields that
// are not read.
// Errors (InvalidArgument): not such a message, with the field, the byte and what is wrong; those
// of CheckScenario and MakeWaymoScene.
absl::StatusOr<ImportedScene> ImportScenario(absl::string_view record, Scenario& scenario);

}  // namespace waymo
}  // namespace collision2d::planner
