// Writes replay pages of the test scenes into the folder given as the only argument: index.html
// with most of them, held.html with obstacles held beyond their predictions, one for each kind of
// scene that needs a page of its own, and a page that is a folder.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "replay/cycles/replayed_scene.h"
#include "replay/page/page_json.h"
#include "replay/page/page_parts.h"
#include "replay/page/replay_page.h"
#include "replay/page/replay_page.pb.h"
#include "replay/page/testing/replay_page_test_scenes.h"

namespace collision2d::planner {
namespace {

bool Write(absl::Span<const ReplayedScene> scenes, const ReplayPageOptions& options, const std::string& path) {
  const absl::StatusOr<std::string> page = RenderReplayPage(
      scenes, {"scenes/broken.pb: truncated after 17 bytes", "scenes/<b>noise</b>.xml: not XML"}, options);
  if (!page.ok()) {
    std::cerr << page.status() << "\n";
    return false;
  }
  std::ofstream out(path, std::ios::binary);
  out << *page;
  out.close();
  if (!out) std::cerr << "cannot write " << path << "\n";
  return static_cast<bool>(out);
}

bool WriteFile(const std::string& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) std::cerr << "cannot write " << path << "\n";
  return static_cast<bool>(out);
}

// Returns what the page holds of a scene of one cycle.
std::string SceneText(const ReplayedScene& scene) {
  std::string text;
  PageSceneText composer([&text](absl::string_view piece) {
    absl::StrAppend(&text, piece);
    return absl::OkStatus();
  });
  absl::Status status = composer.Begin(scene.scene, scene.file, "");
  status.Update(composer.Cycle(scene.cycles[0]));
  status.Update(composer.End(scene.driven));
  if (!status.ok()) {
    std::cerr << status << "\n";
    std::exit(1);
  }
  return text;
}

// Writes a page as a folder: an index of this many scenes, of which only the first and the last
// have a file.
bool WriteFolder(int scenes, const std::string& folder) {
  std::filesystem::create_directories(absl::StrCat(folder, "/", kPageSceneFolder));
  const ReplayedScene scene = CrossingScene();
  const replay::ReplayPageSummary summary = PackReplaySummary({scene});
  replay::ReplayPageItem item;
  replay::ReplayPageRow& row = *item.mutable_row();
  row = PackReplayRow(scene);
  std::string items;
  for (int i = 0; i < scenes; ++i) {
    row.set_scene_id(absl::StrCat("scene ", i));
    row.set_free(i % 7);
    row.set_cycles_without_free(i % 7 == 0 ? 1 : 0);
    absl::StrAppend(&items, PageJson(item).value(), "\n");
  }
  std::string page;
  const absl::Status status = ComposePage(
      PageKind::kFolder, summary, [&](const TextSink& take) { return take(items); }, nullptr,
      [&page](absl::string_view piece) {
        absl::StrAppend(&page, piece);
        return absl::OkStatus();
      });
  bool is_written = status.ok() && WriteFile(folder + "/index.html", page);
  for (const int i : {0, scenes - 1}) {
    is_written &= WriteFile(absl::StrCat(folder, "/", PageSceneFile(i)),
                            absl::StrCat(PageSceneFileBegin(i), SceneText(scene), kPageSceneFileEnd));
  }
  return is_written;
}

}  // namespace
}  // namespace collision2d::planner

int main(int argc, char** argv) {
  using namespace collision2d::planner;
  if (argc != 2) {
    std::cerr << "usage: " << argv[0] << " FOLDER\n";
    return 2;
  }
  const std::string folder = argv[1];
  const std::vector<ReplayedScene> all = {CrossingScene(), CurvedRoadScene(), HostileScene(), EmptyScene(),
                                          ClosedLoopScene()};
  ReplayPageOptions held;
  held.hold_obstacles = true;
  return Write(all, {}, folder + "/index.html") && Write({ClosedLoopScene()}, held, folder + "/held.html") &&
                 Write({BridgeScene(), CrossingScene()}, {}, folder + "/bridge.html") &&
                 Write({PoleScene()}, {}, folder + "/pole.html") &&
                 Write({LaneScene(), CrossingScene()}, {}, folder + "/lane.html") &&
                 WriteFolder(10000, folder + "/folder")
             ? 0
             : 1;
}
