// Fuzzes the readers of all file formats. An input is an extension, as ".xml", a line feed, and the
// file. Solutions find the scenario ZAM_Fuzz-1.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>

#include "absl/strings/string_view.h"
#include "planner_adapter/importers/scene_formats.h"
#include "planner_adapter/scene/scene_from_proto.h"

namespace collision2d::planner {
namespace {

// The directory of the scenario, which is written once.
std::string Scenarios() {
  const std::filesystem::path directory = std::filesystem::temp_directory_path() / "collision2d_scene_formats_fuzzer";
  std::filesystem::create_directories(directory);
  std::ofstream(directory / "ZAM_Fuzz-1.xml")
      << "<commonRoad timeStepSize=\"0.1\" commonRoadVersion=\"2020a\" benchmarkID=\"ZAM_Fuzz-1\">"
         "<planningProblem id=\"7\"><initialState><position><point><x>0</x><y>0</y></point></position><orientation>"
         "<exact>0</exact></orientation><time><exact>0</exact></time><velocity><exact>5</exact></velocity>"
         "</initialState></planningProblem></commonRoad>";
  return directory.string();
}

void Fail(absl::string_view what) {
  std::fprintf(stderr, "%s\n", std::string(what).c_str());
  std::abort();
}

void Read(const SceneFileFormat& format, const std::string& bytes) {
  static const SceneInputOptions options = [] {
    SceneInputOptions made;
    made.scenarios = Scenarios();
    return made;
  }();
  const absl::StatusOr<std::unique_ptr<SceneSource>> source =
      format.open(std::make_unique<std::istringstream>(bytes), "file", options);
  if (!source.ok()) {
    if (source.status().message().empty()) Fail("an error without a message");
    return;
  }
  // Each item takes a byte or more.
  for (size_t items = 0; items < 2 * bytes.size() + 1000; ++items) {
    const absl::StatusOr<std::optional<SceneInput>> item = (*source)->Next();
    if (!item.ok() && item.status().message().empty()) Fail("an error without a message");
    if (item.ok() && !item->has_value()) return;
    if ((*source)->is_lost()) return;
    if (item.ok()) (void)SceneFromProto((*item)->scene).ok();
  }
  Fail("no end");
}

}  // namespace
}  // namespace collision2d::planner

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using collision2d::planner::SceneFileFormat;
  const std::string input(reinterpret_cast<const char*>(data), size);
  const size_t line = input.find('\n');
  if (line == std::string::npos) return 0;
  const std::string bytes = input.substr(line + 1);
  for (const SceneFileFormat& format : collision2d::planner::SceneFileFormats()) {
    for (const absl::string_view extension : format.extensions) {
      if (extension != absl::string_view(input).substr(0, line)) continue;
      if (format.recognises != nullptr && !format.recognises(bytes)) continue;
      collision2d::planner::Read(format, bytes);
      return 0;
    }
  }
  return 0;
}
