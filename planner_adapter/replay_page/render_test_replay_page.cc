// Writes replay pages of the test scenes into the folder given as the only argument: index.html with most of them,
// held.html with obstacles held beyond their predictions, and one for each kind of scene that needs a page of its own.
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "planner_adapter/replay/replayed_scene.h"
#include "planner_adapter/replay_page/replay_page.h"
#include "planner_adapter/replay_page/replay_page_test_scenes.h"

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
                 Write({LaneScene(), CrossingScene()}, {}, folder + "/lane.html")
             ? 0
             : 1;
}
