#include "planner_adapter/scene/scene_to_proto.h"

#include "absl/status/statusor.h"
#include "collision2d/testing/test.h"
#include "google/protobuf/text_format.h"
#include "google/protobuf/util/message_differencer.h"
#include "planner_adapter/scene/scene_from_proto.h"

namespace collision2d::planner {
namespace {

// Every part that is converted, in polygons, and with numbers that the local frame does not round.
constexpr char kScene[] = R"pb(
  id: "all"
  time_step_s: 0.5
  ego {
    shapes {
      polygon {
        vertices { x: -1 y: -1 }
        vertices { x: 4 y: -1 }
        vertices { x: 4 y: 1 }
        radius_m: 0.25
      }
    }
    height_m: 1.5
    wheelbase_m: 3
    ground_clearance_m: 0.125
    parts {
      id: "trailer"
      shapes { polygon { vertices { x: -3 y: 0.5 } } }
      height_m: 3.5
      ground_clearance_m: 0.25
    }
    parts {
      id: "dolly"
      shapes { polygon { vertices { x: -1 y: 0.5 } } }
    }
  }
  ego_state { time_s: 1 x: 450000.25 y: 5400000.5 yaw_rad: 0.5 speed_mps: 8 acceleration_mps2: -1 }
  reference_path { x: 450000 y: 5400000 }
  reference_path { x: 450100 y: 5400001 }
  moving_obstacles {
    id: "car"
    type: "van"
    shapes {
      polygon {
        vertices { x: 1 y: 0.5 }
        radius_m: 1
      }
    }
    height { z_min_m: 0 z_max_m: 2 }
    polytopes {
      vertices { x: 0 y: 0 z: 1 }
      vertices { x: 0.5 y: 0.25 z: 2 }
    }
  }
  moving_obstacles { id: "crowd" }
  predictions {
    obstacle_id: "car"
    probability: 0.5
    is_assumed: true
    poses { time_s: 1 x: 450010.5 y: 5400002 yaw_rad: -0.5 }
    poses { time_s: 2 x: 450012.5 y: 5400002 yaw_rad: -0.25 z: 1 pitch_rad: 0.125 roll_rad: -0.125 }
    timed_shapes { time_s: 1.25 }
    timed_shapes {
      time_s: 1.5
      shapes {
        polygon {
          vertices { x: 0.5 y: 0.25 }
          radius_m: 0.5
        }
      }
    }
  }
  predictions {
    obstacle_id: "crowd"
    probability: 1
    occupancies {
      time_s: 1
      shapes {
        polygon {
          vertices { x: 450020 y: 5400003.5 }
          radius_m: 2
        }
      }
    }
    occupancies { time_s: 2 }
  }
  road_borders {
    id: "kerb"
    points { x: 449990 y: 5399990 }
    points { x: 450100 y: 5399990 }
  }
  goals {
    time_s { min: 2 max: 3 }
    area {
      polygon {
        vertices { x: 450050 y: 5400000 }
        radius_m: 3
      }
    }
  }
  goals {
    yaw_rad { min: -0.5 max: 0.5 }
    speed_mps { min: 0 max: 1 }
  }
  road_features {
    kind: KIND_SPEED_LIMIT
    text: "274 13.9"
    points { x: 450000.5 y: 5399995 }
  }
  road_features {
    kind: KIND_TRAFFIC_LIGHT
    points { x: 450000.5 y: 5399995 }
    states { time_s: 1 aspect: ASPECT_GO is_arrow: true }
    states { time_s: 2 aspect: ASPECT_OFF }
    lane_id: "lane 1"
  }
  lanes {
    id: "lane 1"
    points { x: 449990 y: 5399990 }
    points { x: 450100 y: 5399990 }
    type: "bike"
    speed_limit_mps: 5
    successors: "lane 2"
  }
  lanes {
    id: "lane 2"
    points { x: 450100 y: 5399990 }
    points { x: 450200 y: 5399990 }
    type: "bike"
  }
)pb";

constexpr char kStaticObstacle[] = R"pb(
  id: "wire"
  type: "cable"
  height { z_min_m: 0 z_max_m: 5 }
  shapes {
    polygon {
      vertices { x: 450030 y: 5400000 }
      vertices { x: 450031.5 y: 5400000 }
    }
  }
  polytopes {
    vertices { x: 450030 y: 5399990 z: 6 }
    vertices { x: 450030 y: 5400010 z: 5.5 }
  }
)pb";

constexpr char kCandidate[] = R"pb(
  id: "left"
  cost: 0.1
  is_recorded: true
  poses { time_s: 1 x: 450000.25 y: 5400000.5 yaw_rad: 7 }
  poses { time_s: 2 x: 450008.25 y: 5400000.75 yaw_rad: 7.5 z: 0.5 }
  part_poses {
    poses { time_s: 1 x: 449994.25 y: 5400000.5 yaw_rad: 7 }
    poses { time_s: 2 x: 450002.25 y: 5400000.5 yaw_rad: 7.25 z: 0.25 pitch_rad: 0.125 }
  }
  part_poses {
    poses { time_s: 1 x: 449990.25 y: 5400000.5 yaw_rad: 7 }
    poses { time_s: 2 x: 449998.25 y: 5400000.5 yaw_rad: 7.25 }
  }
)pb";

template <typename Message>
Message Parse(const std::string& text) {
  Message message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &message));
  return message;
}

void ExpectEqual(const google::protobuf::Message& message, const google::protobuf::Message& expected) {
  EXPECT_TRUE(google::protobuf::util::MessageDifferencer::Equals(message, expected))
      << message.DebugString() << "instead of\n"
      << expected.DebugString();
}

TEST(SceneToProtoTest, AValidatedSceneIsWhatItWasReadFrom) {
  const auto surroundings = Parse<v1::Scene>(kScene);
  const auto obstacle = Parse<v1::StaticObstacle>(kStaticObstacle);
  const auto candidate = Parse<v1::Candidate>(kCandidate);
  v1::Scene all = surroundings;
  *all.add_static_obstacles() = obstacle;
  *all.add_candidates() = candidate;
  const absl::StatusOr<Scene> scene = SceneFromProto(all);
  ASSERT_TRUE(scene.ok()) << scene.status();
  EXPECT_NE(scene->origin.x, 0.0);
  ExpectEqual(internal::SurroundingsToProto(*scene), surroundings);
  ExpectEqual(internal::StaticObstacleToProto(scene->static_obstacles[0], scene->origin), obstacle);
  v1::Candidate written;
  internal::CandidateToProto(scene->candidates[0], &written);
  ExpectEqual(written, candidate);
}

TEST(SceneToProtoTest, TheWholeSceneHasWhatPlanningNeeds) {
  auto all = Parse<v1::Scene>(kScene);
  *all.add_static_obstacles() = Parse<v1::StaticObstacle>(kStaticObstacle);
  *all.add_candidates() = Parse<v1::Candidate>(kCandidate);
  all.MergeFrom(Parse<v1::Scene>(R"pb(
    lane_boundaries {
      id: "left"
      points { x: 450000 y: 5400002 }
      points { x: 450050.5 y: 5400002 }
    }
    rss {
      response_time_s: 0.5
      max_acceleration_mps2: 1
      min_braking_mps2: 2
      min_braking_correct_mps2: 1.5
      max_braking_mps2: 6
      max_lateral_acceleration_mps2: 0.25
      min_lateral_braking_mps2: 0.5
      lateral_fluctuation_m: 0.125
    }
    sampling_request { lateral_offsets_m: -1 end_speeds_mps: 0 horizons_s: 3 stop_distances_m: 20 time_step_s: 0.2 }
    desired_speed_mps: 14
    margins {
      body { along_m: 1 across_m: 0.5 round_m: 0.25 }
      by_type {
        type: "van"
        margin { along_m: 0 across_m: 1 round_m: 0 }
      }
      road { along_m: 0 across_m: 0 round_m: 0.125 }
    }
    schema_version: 1
  )pb"));
  const absl::StatusOr<Scene> scene = SceneFromProto(all);
  ASSERT_TRUE(scene.ok()) << scene.status();
  ExpectEqual(SceneToProto(*scene), all);
}

TEST(SceneToProtoTest, WhatIsNotSetStaysSo) {
  const auto scene = SceneFromProto(Parse<v1::Scene>(R"pb(
    id: "bare"
    time_step_s: 0.1
    ego { shapes { disc { radius_m: 1 } } }
    drivable_area {
      vertices { x: 0 y: 0 }
      vertices { x: 9 y: 0 }
      vertices { x: 0 y: 9 }
    }
  )pb"));
  ASSERT_TRUE(scene.ok()) << scene.status();
  const v1::Scene message = internal::SurroundingsToProto(*scene);
  EXPECT_FALSE(message.has_ego_state());
  EXPECT_FALSE(message.ego().has_height_m());
  EXPECT_FALSE(message.ego().has_ground_clearance_m());
  EXPECT_EQ(message.ego().shapes(0).polygon().radius_m(), 1.0);
  ASSERT_EQ(message.drivable_area_size(), 1);
  EXPECT_EQ(message.drivable_area(0).vertices(1).x(), 9.0);
}

}  // namespace
}  // namespace collision2d::planner
