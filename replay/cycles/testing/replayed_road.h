#pragma once

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "collision2d/v1/scene.pb.h"
#include "collision2d/v1/verdict.pb.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_from_proto.h"
#include "replay/cycles/replay_scene.h"
#include "replay/cycles/replayed_scene.h"

// Small scenes as text and their replays, for the tests of ReplayScene.
namespace collision2d::planner {

// Small scenes as text for the tests of the replay, composed of the parts below. They are far from
// the map's origin; "at x, y" is relative to the ego vehicle's reference point at the beginning.

inline constexpr double kRoadOriginX_m = 450000.0;

// s. The time at which the cycle begins.
inline constexpr double kRoadTime_s = 20.0;

// A straight road along x from -20 m to 300 m, unlimited to the sides. The ego vehicle, 4 m by 2 m
// around its reference point, drives along it at 10 m/s. There are no obstacles and no sampling
// request.
inline std::string RoadScene(absl::string_view id) {
  return absl::StrCat("id: \"", id, "\"", R"pb(
    time_step_s: 0.1
    ego { shapes { rectangle { length_m: 4 width_m: 2 } } }
    ego_state { time_s: 20 x: 450000 y: 5400000 speed_mps: 10 }
    reference_path { x: 449980 y: 5400000 }
    reference_path { x: 450300 y: 5400000 }
    desired_speed_mps: 10
  )pb");
}

// A small lattice: one lane to each side; stopping, slower, or at the same speed; within 3 s and 4
// s.
inline constexpr char kSmallLattice[] = R"pb(
  sampling_request {
    lateral_offsets_m: [ -3.5, 0, 3.5 ]
    end_speeds_mps: [ 0, 5, 10 ]
    horizons_s: [ 3, 4 ]
  }
)pb";

// Driving straight on at 10 m/s for 1 s, and nothing else.
inline constexpr char kStraightOnOnly[] = R"pb(
  sampling_request { lateral_offsets_m: 0 end_speeds_mps: 10 horizons_s: 1 }
)pb";

// A parked car, 4 m by 2 m, at 35, 0.
inline constexpr char kParkedCar[] = R"pb(
  static_obstacles {
    id: "parked"
    shapes {
      rectangle {
        length_m: 4
        width_m: 2
        center { x: 450035 y: 5400000 }
      }
    }
  }
)pb";

// A wall across the road, much wider than the road, with its near side at x.
inline std::string Wall(double x_m) {
  return absl::StrFormat(R"pb(
                           static_obstacles {
                             id: "wall"
                             shapes {
                               rectangle {
                                 length_m: 2
                                 width_m: 400
                                 center { x: %.17g y: 5400000 }
                               }
                             }
                           }
                         )pb",
                         kRoadOriginX_m + x_m + 1.0);
}

// A car, 4 m by 2 m, that approaches in the left lane at 8 m/s: at 20 s it is at 60, 3.5, and 6 s
// later at 12, 3.5.
inline constexpr char kOncomingCar[] = R"pb(
  moving_obstacles {
    id: "oncoming"
    shapes { rectangle { length_m: 4 width_m: 2 } }
  }
  predictions {
    obstacle_id: "oncoming"
    poses { time_s: 20 x: 450060 y: 5400003.5 yaw_rad: 3.141592653589793 }
    poses { time_s: 26 x: 450012 y: 5400003.5 yaw_rad: 3.141592653589793 }
  }
)pb";

// Two given candidates: "on" drives straight on for 4 s, "left" changes to the lane to the left.
// "on" is cheaper.
inline constexpr char kTwoCandidates[] = R"pb(
  candidates {
    id: "on"
    cost: 1
    poses { time_s: 20 x: 450000 y: 5400000 }
    poses { time_s: 24 x: 450040 y: 5400000 }
  }
  candidates {
    id: "left"
    cost: 2
    poses { time_s: 20 x: 450000 y: 5400000 }
    poses { time_s: 22 x: 450020 y: 5400003.5 }
    poses { time_s: 24 x: 450040 y: 5400003.5 }
  }
)pb";

inline Scene SceneOf(const std::string& text) {
  v1::Scene parsed;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &parsed)) << text;
  absl::StatusOr<Scene> scene = SceneFromProto(parsed);
  EXPECT_TRUE(scene.ok()) << scene.status();
  return scene.ok() ? *std::move(scene) : Scene();
}

// Returns the road with these parts.
inline Scene RoadWith(absl::string_view parts) { return SceneOf(absl::StrCat(RoadScene("road"), parts)); }

// Returns the replay; an error fails the test.
inline ReplayedScene Replay(const Scene& scene, const ReplayOptions& options = {}) {
  absl::StatusOr<ReplayedScene> replayed = ReplayScene(scene, options);
  EXPECT_TRUE(replayed.ok()) << replayed.status();
  return replayed.ok() ? *std::move(replayed) : ReplayedScene();
}

inline ReplayOptions ClosedLoop() {
  ReplayOptions options;
  options.closed_loop = true;
  return options;
}

inline std::vector<std::string> Notes(const ReplayedCycle& cycle) {
  return {cycle.verdicts.notes().begin(), cycle.verdicts.notes().end()};
}

// Returns the verdicts of all cycles as they would be written.
inline std::string Bytes(const ReplayedScene& replayed) {
  std::string bytes;
  for (const ReplayedCycle& cycle : replayed.cycles) bytes += cycle.verdicts.SerializeAsString();
  return bytes;
}

}  // namespace collision2d::planner
