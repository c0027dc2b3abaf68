#include "planner_adapter/scene/testing/scene_refusal.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_from_proto.h"

namespace collision2d::planner {
namespace {

constexpr char kValidScene[] = R"pb(
  id: "valid"
  time_step_s: 0.1
  ego { shapes { rectangle { length_m: 4 width_m: 2 } } }
  ego_state { x: 100 y: 200 }
  reference_path { x: 100 y: 200 }
  reference_path { x: 150 y: 200 }
  drivable_area {
    vertices { x: 90 y: 190 }
    vertices { x: 160 y: 190 }
    vertices { x: 160 y: 210 }
  }
  static_obstacles {
    id: "wall"
    shapes {
      polygon {
        vertices { x: 110 y: 210 }
        vertices { x: 120 y: 210 }
        vertices { x: 120 y: 220 }
        vertices { x: 110 y: 220 }
      }
    }
    height { z_min_m: 0 z_max_m: 3 }
  }
  moving_obstacles {
    id: "car"
    shapes { rectangle { length_m: 4 width_m: 2 } }
  }
  moving_obstacles { id: "crowd" }
  predictions {
    obstacle_id: "car"
    poses { time_s: 0 x: 130 y: 200 }
    poses { time_s: 0.1 x: 131 y: 200 }
  }
  predictions {
    obstacle_id: "crowd"
    occupancies {
      time_s: 0
      shapes {
        disc {
          center { x: 140 y: 200 }
          radius_m: 2
        }
      }
    }
    occupancies { time_s: 0.1 }
  }
  candidates {
    id: "a"
    poses { time_s: 0 x: 100 y: 200 }
    poses { time_s: 0.1 x: 101 y: 200 }
  }
  candidates { poses { time_s: 0 x: 100 y: 200 } }
  lane_boundaries {
    id: "left"
    points { x: 100 y: 205 }
    points { x: 150 y: 205 }
  }
  goals {
    time_s { min: 3 max: 4 }
    area { rectangle { length_m: 4 width_m: 2 } }
    yaw_rad { min: -1 max: 1 }
    speed_mps { min: 0 max: 10 }
  }
)pb";

}  // namespace

v1::Scene ValidScene() {
  v1::Scene scene;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(kValidScene, &scene));
  return scene;
}

void ExpectRefusals(const std::vector<Refusal>& refusals) {
  ASSERT_TRUE(SceneFromProto(ValidScene()).ok()) << SceneFromProto(ValidScene()).status();
  for (const Refusal& refusal : refusals) {
    v1::Scene scene = ValidScene();
    refusal.damage(scene);
    const absl::StatusOr<Scene> converted = SceneFromProto(scene);
    EXPECT_EQ(converted.status(), absl::InvalidArgumentError(refusal.message));
  }
}

v1::Polygon& Wall(v1::Scene& s) { return *s.mutable_static_obstacles(0)->mutable_shapes(0)->mutable_polygon(); }

v1::Rectangle& Car(v1::Scene& s) { return *s.mutable_moving_obstacles(0)->mutable_shapes(0)->mutable_rectangle(); }

v1::Disc& Crowd(v1::Scene& s) {
  return *s.mutable_predictions(1)->mutable_occupancies(0)->mutable_shapes(0)->mutable_disc();
}

}  // namespace collision2d::planner
