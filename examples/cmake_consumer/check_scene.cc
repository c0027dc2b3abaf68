// Checks the candidates of a scene that is given as text.
#include <cstddef>
#include <cstdio>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/planner.h"
#include "collision2d/v1/scene.pb.h"
#include "google/protobuf/text_format.h"

namespace {

constexpr char kScene[] = R"(
  id: "wall" time_step_s: 0.1
  ego { shapes { disc { radius_m: 1 } } }
  static_obstacles { id: "wall" shapes { polygon { vertices { x: 5 y: 3 } vertices { x: 5 y: 9 } } } }
  candidates { id: "beside" poses { time_s: 0 } poses { time_s: 2 x: 10 } }
  candidates { id: "through" poses { time_s: 0 y: 5 } poses { time_s: 2 x: 10 y: 5 } }
)";

absl::Status Check() {
  collision2d::v1::Scene message;
  if (!google::protobuf::TextFormat::ParseFromString(kScene, &message)) return absl::InvalidArgumentError("no scene");
  absl::StatusOr<collision2d::planner::Scene> scene = collision2d::planner::SceneFromProto(message);
  if (!scene.ok()) return scene.status();
  const auto checker = collision2d::planner::TrajectoryChecker::Create(*std::move(scene), {});
  if (!checker.ok()) return checker.status();
  std::vector<collision2d::planner::Verdict> verdicts(checker->scene().candidates.size());
  if (absl::Status status = checker->Check(checker->scene().candidates, absl::MakeSpan(verdicts)); !status.ok())
    return status;
  for (size_t i = 0; i < verdicts.size(); ++i) {
    std::printf("%s: %s\n", checker->scene().candidates[i].id.c_str(), verdicts[i].collides() ? "collides" : "free");
  }
  return absl::OkStatus();
}

}  // namespace

int main() {
  const absl::Status status = Check();
  if (!status.ok()) std::fprintf(stderr, "%s\n", status.ToString().c_str());
  return status.ok() ? 0 : 1;
}
