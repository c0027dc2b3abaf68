// Scenes of plain arrays, most of their numbers legal: what is refused has a message, what is
// accepted is the same scene as a message (as far as that has the same origin), and can be checked;
// a collision at instants is one in motion too.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/types/span.h"
#include "collision2d/fuzz/fuzz_input.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/v1/scene.pb.h"
#include "gtest/gtest.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/scene/make_scene.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_from_proto.h"
#include "planner_adapter/scene/scene_to_proto.h"

namespace collision2d::planner {
namespace {

// Whether one number in 64 may be any double.
struct Numbers {
  FuzzInput* input;
  bool may_be_wrong;

  double operator()(double unit) const {
    if (may_be_wrong && input->Index(64) == 0) return input->Coordinate(CoordinateCode::kRaw, 0);
    return unit * (input->Byte() - 128);
  }
  double Positive(double unit) const { return std::abs((*this)(unit)) + unit; }
  Vec2 Point() const {
    const double x = (*this)(0.25);
    return {x, (*this)(0.25)};
  }
  std::vector<Vec2> Points(int most) const {
    std::vector<Vec2> points;
    for (int i = input->Index(most + 1); i > 0; --i) points.push_back(Point());
    return points;
  }
};

input::Shape TakeShape(const Numbers& number) {
  switch (number.input->Index(5)) {
    case 0:
      return input::Disc{number.Point(), number.Positive(0.05)};
    case 1:
      return input::Polygon{number.Points(6), std::abs(number(0.01)), number.input->Index(2) == 0};
    case 2: {
      const Vec2 at = number.Point();
      const Vec2 by = {number.Positive(0.05), number.Positive(0.05)};
      return input::Polygon{{at, {at.x + by.x, at.y}, {at.x + by.x, at.y + by.y}, {at.x, at.y + by.y}}};
    }
    default:
      return input::Rectangle{number.Positive(0.05), number.Positive(0.05), number.Point(), number(0.03)};
  }
}

std::vector<input::Shape> TakeShapes(const Numbers& number, int most) {
  std::vector<input::Shape> shapes;
  for (int i = number.input->Index(most); i >= 0; --i) shapes.push_back(TakeShape(number));
  return shapes;
}

std::vector<TimedPose> TakePoses(const Numbers& number) {
  std::vector<TimedPose> poses;
  double time_s = 0.1 * number.input->Index(3);
  const bool is_flat = number.input->Index(4) != 0;
  for (int i = number.input->Index(12); i >= 0; --i) {
    poses.push_back({time_s, number.Point(), number(0.03)});
    if (!is_flat) {
      poses.back().z_m = number(0.1);
      poses.back().pitch_rad = number(0.01);
      poses.back().roll_rad = number(0.01);
    }
    time_s += number.input->Index(16) == 0 ? number(0.01) : 0.1;
  }
  return poses;
}

input::Scene TakeScene(FuzzInput* input) {
  const Numbers number = {input, input->Index(2) == 0};
  input::Scene scene;
  scene.id = "fuzz";
  scene.ego.shapes = TakeShapes(number, 2);
  if (input->Index(4) == 0) scene.ego.height_m = number.Positive(0.05);
  if (input->Index(4) == 0) scene.ego.ground_clearance_m = number(0.01);
  for (int i = input->Index(4); i > 0; --i) {
    scene.static_obstacles.push_back({"static " + std::to_string(i), "", TakeShapes(number, 2)});
    if (input->Index(4) == 0) {
      const double min = number(0.05);
      scene.static_obstacles.back().height = HeightSpan{min, min + number.Positive(0.05)};
    }
  }
  for (int i = input->Index(4); i > 0; --i) {
    scene.moving_obstacles.push_back({"moving " + std::to_string(i), "", TakeShapes(number, 2)});
    for (int k = input->Index(3); k > 0; --k) {
      scene.moving_obstacles.back().predictions.push_back({"", TakePoses(number), std::abs(number(1.0 / 256.0))});
    }
  }
  for (int i = input->Index(3); i > 0; --i) {
    scene.candidates.push_back({"candidate " + std::to_string(i), TakePoses(number)});
  }
  if (input->Index(2) == 0) scene.reference_path = number.Points(6);
  for (int i = input->Index(3); i > 0; --i) scene.drivable_area.push_back({number.Points(6)});
  for (int i = input->Index(3); i > 0; --i) scene.road_borders.push_back({std::to_string(i), number.Points(6)});
  return scene;
}

// The checks of a candidate with more instants take long.
bool IsShort(const Scene& scene) {
  for (const Candidate& candidate : scene.candidates) {
    if (candidate.poses.back().time_s - candidate.poses.front().time_s > 100.0 * scene.time_step_s) return false;
  }
  return scene.time_step_s >= 1e-3;
}

void Check(const Scene& scene) {
  std::vector<Verdict> verdicts[2];
  for (const bool instants_only : {false, true}) {
    CheckerOptions options;
    options.instants_only = instants_only;
    if (!scene.reference_path.empty()) options.metrics = MetricOptions::All();
    const absl::StatusOr<TrajectoryChecker> checker = TrajectoryChecker::Create(Scene(scene), options);
    if (!checker.ok()) {
      EXPECT_FALSE(checker.status().message().empty());
      return;
    }
    std::vector<Verdict>& of = verdicts[instants_only ? 1 : 0];
    of.resize(scene.candidates.size());
    const absl::Status status = checker->Check(scene.candidates, absl::MakeSpan(of));
    if (!status.ok()) {
      EXPECT_FALSE(status.message().empty());
      return;
    }
  }
  for (size_t i = 0; i < verdicts[0].size(); ++i) {
    if (!verdicts[1][i].collides()) continue;
    ASSERT_TRUE(verdicts[0][i].collides());
    EXPECT_LE(verdicts[0][i].first_collision->step, verdicts[1][i].first_collision->step);
  }
}

void Fuzz(FuzzInput input) {
  const absl::StatusOr<Scene> scene = MakeScene(TakeScene(&input));
  if (!scene.ok()) {
    EXPECT_EQ(scene.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_FALSE(scene.status().message().empty());
    return;
  }
  const v1::Scene message = SceneToProto(*scene);
  const absl::StatusOr<Scene> again = SceneFromProto(message);
  // With another origin, shapes may be rounded to others, or to none.
  if (!again.ok()) {
    EXPECT_TRUE(absl::StrContains(again.status().message(), "relative to the scene's origin")) << again.status();
  } else if (again->origin == scene->origin) {
    EXPECT_EQ(SceneToProto(*again).SerializeAsString(), message.SerializeAsString());
  }
  if (IsShort(*scene)) Check(*scene);
}

}  // namespace
}  // namespace collision2d::planner

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  collision2d::planner::Fuzz({data, size});
  if (testing::Test::HasFailure()) std::abort();
  return 0;
}
