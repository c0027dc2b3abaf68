// A minimal planner: which of its poses are free, and which of its trajectories.
#include "collision2d/planner.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/collision2d.h"
#include "planner/candidate_poses.h"
#include "planner/parked_cars.h"

namespace {

using collision2d::ConvexPolygon;
using collision2d::PolygonBatch;
using collision2d::Pose2;
using collision2d::planner::Scene;
using collision2d::planner::TrajectoryChecker;
using collision2d::planner::Verdict;

// The batch API: many poses against all obstacles together.
absl::Status CheckPoses() {
  const absl::StatusOr<ConvexPolygon> car = ConvexPolygon::Rectangle(4.5, 1.8, /*center=*/{0.0, 0.0});
  if (!car.ok()) return car.status();
  const absl::StatusOr<PolygonBatch> obstacles =
      PolygonBatch::Create(std::vector<ConvexPolygon>{*car}, {Pose2::FromYaw({20.0, -1.75}, 0.0)});
  if (!obstacles.ok()) return obstacles.status();
  const std::vector<Pose2> poses = consumer::CandidatePoses();
  std::vector<uint8_t> hit(poses.size());
  const absl::Status status = collision2d::AnyHit({*car}, poses, *obstacles, absl::MakeSpan(hit));
  if (!status.ok()) return status;
  for (size_t i = 0; i < poses.size(); ++i) {
    std::printf("pose at %+.2f m: %s\n", poses[i].translation.y, hit[i] != 0 ? "collides" : "free");
  }
  return absl::OkStatus();
}

// The trajectory checker: a scene that is built in memory.
absl::Status CheckTrajectories() {
  absl::StatusOr<Scene> scene = collision2d::planner::SceneFromProto(consumer::ParkedCars());
  if (!scene.ok()) return scene.status();
  const absl::StatusOr<TrajectoryChecker> checker = TrajectoryChecker::Create(*std::move(scene), {});
  if (!checker.ok()) return checker.status();
  std::vector<Verdict> verdicts(checker->scene().candidates.size());
  const absl::Status status = checker->Check(checker->scene().candidates, absl::MakeSpan(verdicts));
  if (!status.ok()) return status;
  for (size_t i = 0; i < verdicts.size(); ++i) {
    const Verdict& verdict = verdicts[i];
    const char* const id = checker->scene().candidates[i].id.c_str();
    if (verdict.collides()) {
      std::printf("trajectory '%s': collides at %.2f s\n", id, verdict.first_collision->time_s);
    } else {
      std::printf("trajectory '%s': free, clearance %.2f m\n", id, verdict.minimum_clearance->signed_distance_m);
    }
  }
  return absl::OkStatus();
}

}  // namespace

int main() {
  std::printf("collision2d %s\n", collision2d::kVersion);
  for (const absl::Status& status : {CheckPoses(), CheckTrajectories()}) {
    if (!status.ok()) {
      std::fprintf(stderr, "%s\n", status.ToString().c_str());
      return 1;
    }
  }
  return 0;
}
