// Writes the replay page of all test scenes to the path given as the only argument.
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "planner_adapter/replay/replay_page.h"
#include "planner_adapter/replay/replay_page_test_scenes.h"
#include "planner_adapter/replay/replayed_scene.h"

int main(int argc, char** argv) {
  using namespace collision2d::planner;
  if (argc != 2) {
    std::cerr << "usage: " << argv[0] << " PAGE.html\n";
    return 2;
  }
  const std::vector<ReplayedScene> scenes = {CrossingScene(), CurvedRoadScene(), HostileScene(), EmptyScene(),
                                             ClosedLoopScene()};
  const absl::StatusOr<std::string> page =
      RenderReplayPage(scenes, {"scenes/broken.pb: truncated after 17 bytes", "scenes/<b>noise</b>.xml: not XML"});
  if (!page.ok()) {
    std::cerr << page.status() << "\n";
    return 1;
  }
  std::ofstream out(argv[1], std::ios::binary);
  out << *page;
  out.close();
  if (!out) {
    std::cerr << "cannot write " << argv[1] << "\n";
    return 1;
  }
  return 0;
}
