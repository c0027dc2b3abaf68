// Checks the candidates of a recorded scene: check_scene FILE
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/planner.h"
#include "collision2d/replay.h"
#include "collision2d/v1/scene.pb.h"

namespace {

using collision2d::planner::Candidate;
using collision2d::planner::ImportedScene;
using collision2d::planner::OpenSceneFile;
using collision2d::planner::Scene;
using collision2d::planner::SceneFromProto;
using collision2d::planner::SceneSource;
using collision2d::planner::TrajectoryChecker;
using collision2d::planner::Verdict;

absl::Status CheckCandidates(const collision2d::v1::Scene& proto_scene) {
  // [README]
  absl::StatusOr<Scene> scene = SceneFromProto(proto_scene);  // Validated; an error names the field and the value.
  if (!scene.ok()) return scene.status();
  absl::StatusOr<TrajectoryChecker> checker = TrajectoryChecker::Create(*std::move(scene), {});
  if (!checker.ok()) return checker.status();
  const std::vector<Candidate>& candidates = checker->scene().candidates;
  std::vector<Verdict> verdicts(candidates.size());
  if (absl::Status status = checker->Check(candidates, absl::MakeSpan(verdicts)); !status.ok()) return status;
  for (size_t i = 0; i < verdicts.size(); ++i) {
    std::printf("%s: %s\n", candidates[i].id.c_str(), verdicts[i].collides() ? "collides" : "free");
  }
  // [README]
  return absl::OkStatus();
}

absl::Status CheckFile(const char* path) {
  const absl::StatusOr<std::unique_ptr<SceneSource>> source = OpenSceneFile(path);
  if (!source.ok()) return source.status();
  while (true) {
    const absl::StatusOr<std::optional<ImportedScene>> imported = (*source)->Next();
    if (!imported.ok()) return imported.status();
    if (!imported->has_value()) return absl::OkStatus();
    if (absl::Status status = CheckCandidates((*imported)->scene); !status.ok()) return status;
  }
}

}  // namespace

int main(int argc, char** argv) {
  const absl::Status status = argc == 2 ? CheckFile(argv[1]) : absl::InvalidArgumentError("usage: check_scene FILE");
  if (!status.ok()) std::fprintf(stderr, "%s\n", status.ToString().c_str());
  return status.ok() ? 0 : 1;
}
