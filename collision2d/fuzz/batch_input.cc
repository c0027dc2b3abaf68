#include "collision2d/fuzz/batch_input.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d {
namespace {

constexpr int kMaxPoints = 10;
constexpr int kMaxShapeKinds = 8;
// A run takes some milliseconds then, with sanitizers.
constexpr int kMaxPairs = 2500;

// `point` in each coordinate by some units of 2^-52, of the coordinate if it is above 1.
Vec2 Nudged(Vec2 point, FuzzInput* input) {
  for (double* x : {&point.x, &point.y}) {
    const int units = input->Index(9) - 4;
    *x += units * std::max(1.0, std::abs(*x)) * 0x1p-52;
  }
  return point;
}

Pose2 Clamped(Pose2 pose) {
  for (double* x : {&pose.translation.x, &pose.translation.y}) {
    *x = std::clamp(*x, -kMaxCoordinate_m, kMaxCoordinate_m);
  }
  return pose;
}

// Turned as `turned` is, with a vertex on one of the body's, or near it.
Pose2 TouchingPose(const ConvexPolygon& body, const Pose2& world_from_body, const ConvexPolygon& obstacle, Pose2 turned,
                   FuzzInput* input) {
  const Vec2 at = body.vertices()[static_cast<size_t>(input->Index(body.size()))];
  const Vec2 vertex = obstacle.vertices()[static_cast<size_t>(input->Index(obstacle.size()))];
  turned.translation = Nudged(world_from_body * at - turned.Rotate(vertex), input);
  return turned;
}

// Anywhere, at one of `earlier`, or near one.
Pose2 TakePose(const std::vector<Pose2>& earlier, FuzzInput* input) {
  const int kind = input->Index(3);
  if (kind == 0 || earlier.empty()) return input->Pose();
  const Pose2& before = earlier[static_cast<size_t>(input->Index(static_cast<int>(earlier.size())))];
  if (kind == 1) return before;
  Pose2 pose = input->Pose();
  pose.translation = pose.translation + before.translation;
  return Clamped(pose);
}

}  // namespace

ConvexPolygon TakeShape(FuzzInput* input) {
  const int kind = input->Index(4);
  const double radius_m = kind == 1 ? input->Byte() / 16.0 : 0.0;
  if (kind >= 2) {
    const absl::StatusOr<ConvexPolygon> rectangle = ConvexPolygon::Rectangle(
        (1 + input->Byte()) / 16.0, (1 + input->Byte()) / 16.0, {input->Index(64) / 8.0, input->Index(4) / 8.0});
    return *rectangle;
  }
  const absl::StatusOr<ConvexPolygon> hull = ConvexPolygon::Hull(input->Points(kMaxPoints), radius_m);
  return hull.ok() ? *hull : ConvexPolygon::Rectangle(4.5, 2.0).value();
}

BatchScene TakeBatchScene(FuzzInput* input) {
  BatchScene scene;
  const int body_shapes = input->Index(kMaxFuzzBodyShapes + 1);
  const int obstacles = input->Index(kMaxFuzzObstacles + 1);
  const int poses =
      std::min(input->Index(kMaxFuzzPoses + 1), kMaxPairs / std::max(1, obstacles * std::max(1, body_shapes)));
  std::vector<ConvexPolygon> kinds;
  for (int i = 1 + input->Index(kMaxShapeKinds); i > 0; --i) kinds.push_back(TakeShape(input));
  const auto any_kind = [&] { return kinds[static_cast<size_t>(input->Index(static_cast<int>(kinds.size())))]; };

  for (int e = 0; e < body_shapes; ++e) scene.body.push_back(any_kind());
  for (int p = 0; p < poses; ++p) scene.world_from_body.push_back(TakePose(scene.world_from_body, input));
  for (int k = 0; k < obstacles; ++k) {
    scene.obstacles.push_back(any_kind());
    Pose2 pose = TakePose(k % 2 == 0 && poses > 0 ? scene.world_from_body : scene.world_from_obstacle, input);
    if (body_shapes > 0 && poses > 0 && input->Index(2) == 1) {
      const ConvexPolygon& body = scene.body[static_cast<size_t>(input->Index(body_shapes))];
      const Pose2& world_from_body = scene.world_from_body[static_cast<size_t>(input->Index(poses))];
      pose = Clamped(TouchingPose(body, world_from_body, scene.obstacles.back(), pose, input));
    }
    scene.world_from_obstacle.push_back(pose);
  }
  return scene;
}

Pose2 MadeIllegal(Pose2 pose, FuzzInput* input) {
  double* const numbers[] = {&pose.translation.x, &pose.translation.y, &pose.cos, &pose.sin};
  const int which = input->Index(4);
  switch (input->Index(3)) {
    case 0:
      *numbers[which] = std::numeric_limits<double>::quiet_NaN();
      break;
    case 1:
      *numbers[which] = -std::numeric_limits<double>::infinity();
      break;
    default:
      if (which < 2) {
        *numbers[which] = std::nextafter(kMaxCoordinate_m, 2.0 * kMaxCoordinate_m);
      } else {
        pose.cos *= 1.0 + 4.0 * kUnitRotationTolerance;
        pose.sin *= 1.0 + 4.0 * kUnitRotationTolerance;
      }
  }
  return pose;
}

}  // namespace collision2d
