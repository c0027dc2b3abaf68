// Fuzzes the readers of all file formats. An input is an extension, as ".xml", a line feed, and the
// file.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <sstream>
#include <string>

#include "absl/strings/string_view.h"
#include "planner_adapter/scene/scene_from_proto.h"
#include "replay/importers/scene_formats.h"

namespace collision2d::planner {
namespace {

void Fail(absl::string_view what) {
  std::fprintf(stderr, "%s\n", std::string(what).c_str());
  std::abort();
}

void Read(const SceneFileFormat& format, const std::string& bytes) {
  const absl::StatusOr<std::unique_ptr<SceneSource>> source =
      format.open(std::make_unique<std::istringstream>(bytes), "file", SceneInputOptions());
  if (!source.ok()) {
    if (source.status().message().empty()) Fail("an error without a message");
    return;
  }
  // Each item takes a byte or more.
  for (size_t items = 0; items < 2 * bytes.size() + 1000; ++items) {
    const absl::StatusOr<std::optional<ImportedScene>> item = (*source)->Next();
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
