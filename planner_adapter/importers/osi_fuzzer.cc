// Any bytes as a trace of OSI, .osi or MCAP.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <sstream>
#include <string>

#include "planner_adapter/importers/osi.h"
#include "planner_adapter/scene/scene_from_proto.h"

namespace collision2d::planner {
namespace {

void Read(const std::string& bytes) {
  auto file = std::make_unique<std::istringstream>(bytes);
  auto source = IsMcap(bytes) ? OpenOsiMcap(std::move(file), "x", {}) : OpenOsi(std::move(file), "x", {});
  while (true) {
    const auto scene = (*source)->Next();
    if (scene.ok() && !scene->has_value()) return;
    if (scene.ok()) SceneFromProto((*scene)->scene).status().IgnoreError();
  }
}

}  // namespace
}  // namespace collision2d::planner

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  collision2d::planner::Read(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
