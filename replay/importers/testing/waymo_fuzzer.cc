// Feeds bytes to the reader of Waymo's files: as a file, or as the data of a record whose framing
// is right.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <sstream>
#include <string>

#include "absl/status/statusor.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_from_proto.h"
#include "replay/importers/testing/waymo_files.h"
#include "replay/importers/waymo.h"

namespace collision2d::planner {
namespace {

// Every item is a scene or has a reason.
void ReadAll(const absl::StatusOr<std::unique_ptr<SceneSource>>& source) {
  if (!source.ok() && source.status().message().empty()) std::abort();
  while (source.ok() && !(*source)->is_lost()) {
    const absl::StatusOr<std::optional<ImportedScene>> input = (*source)->Next();
    if (input.ok() && !input->has_value()) return;
    const absl::Status status = input.ok() ? SceneFromProto((*input)->scene).status() : input.status();
    if (!status.ok() && status.message().empty()) std::abort();
  }
}

void Fuzz(std::string bytes) {
  const char kind = bytes.back();
  bytes.pop_back();
  if (kind % 2 == 0) bytes = TfRecordOf(bytes);
  ReadAll(OpenWaymoScenarios(std::make_unique<std::istringstream>(bytes), "fuzz", {}));
}

}  // namespace
}  // namespace collision2d::planner

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > 0) collision2d::planner::Fuzz(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
