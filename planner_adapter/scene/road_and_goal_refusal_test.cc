// What SceneFromProto refuses, and in which words: the lines of the road and the goals.

#include "collision2d/testing/test.h"
#include "collision2d/v1/scene.pb.h"
#include "collision2d/v1/trajectory.pb.h"
#include "planner_adapter/scene/testing/scene_refusal.h"

namespace collision2d::planner::road_and_goal_refusal_test {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

// Adds a valid line to a road border.
v1::RoadLine& AddBorder(v1::Scene& s) { return *s.add_road_borders() = s.lane_boundaries(0); }

TEST(RoadAndGoalRefusalTest, LaneBoundaries) {
  ExpectRefusals({
      {[](auto& s) { s.mutable_lane_boundaries(0)->clear_id(); }, "lane_boundaries[0].id: empty; a name is needed"},
      {[](auto& s) { s.mutable_lane_boundaries(0)->set_id("\xFF"); },
       "lane_boundaries[0].id: \"\\xff\" is not valid UTF-8"},
      {[](auto& s) { s.mutable_lane_boundaries(0)->clear_points(); },
       "lane_boundaries[0].points: 0 points; at least 2 are needed"},
      {[](auto& s) { s.mutable_lane_boundaries(0)->mutable_points()->RemoveLast(); },
       "lane_boundaries[0].points: 1 points; at least 2 are needed"},
      {[](auto& s) { *s.mutable_lane_boundaries(0)->mutable_points(1) = s.lane_boundaries(0).points(0); },
       "lane_boundaries[0].points[1]: (100, 205) repeats points[0]"},
      {[](auto& s) { s.mutable_lane_boundaries(0)->mutable_points(1)->set_x(kNaN); },
       "lane_boundaries[0].points[1].x: nan is not finite"},
      {[](auto& s) { s.mutable_lane_boundaries(0)->mutable_points(0)->set_y(-1e9); },
       "lane_boundaries[0].points[0].y: -1e+09 m is beyond the limit of 1e+08 m"},
      {[](auto& s) {
         s.mutable_lane_boundaries(0)
             ->GetReflection()
             ->MutableUnknownFields(s.mutable_lane_boundaries(0))
             ->AddVarint(77, 1);
       },
       "lane_boundaries[0]: holds field number 77, which this version does not know"},
  });
}

TEST(RoadAndGoalRefusalTest, RoadBorders) {
  ExpectRefusals({
      {[](auto& s) { AddBorder(s); },
       "road_borders: 1 lines beside 1 polygons of drivable_area; only one of the two is possible"},
      {[](auto& s) {
         s.clear_drivable_area();
         AddBorder(s);
         AddBorder(s).mutable_points(1)->set_y(kInf);
       },
       "road_borders[1].points[1].y: inf is not finite"},
      {[](auto& s) {
         s.clear_drivable_area();
         AddBorder(s).clear_id();
       },
       "road_borders[0].id: empty; a name is needed"},
  });
}

TEST(RoadAndGoalRefusalTest, RoadFeatures) {
  const auto add = [](v1::Scene& s) {
    v1::RoadFeature& feature = *s.add_road_features();
    feature.set_kind(v1::RoadFeature::KIND_STOP_LINE);
    *feature.add_points() = s.lane_boundaries(0).points(0);
    return &feature;
  };
  ExpectRefusals({
      {[&](auto& s) { add(s)->clear_kind(); }, "road_features[0].kind: 0 is no kind of feature"},
      {[&](auto& s) { add(s)->set_kind(static_cast<v1::RoadFeature::Kind>(99)); },
       "road_features[0].kind: holds value 99 of kind, which this version does not know"},
      {[&](auto& s) { add(s)->set_text("\xFF"); }, "road_features[0].text: \"\\xff\" is not valid UTF-8"},
      {[&](auto& s) { add(s)->clear_points(); }, "road_features[0].points: empty; at least one point is needed"},
      {[&](auto& s) { add(s)->mutable_points(0)->set_x(kNaN); }, "road_features[0].points[0].x: nan is not finite"},
      {[&](auto& s) { add(s)->set_lane_id("\xFF"); }, "road_features[0].lane_id: \"\\xff\" is not valid UTF-8"},
      {[&](auto& s) { add(s)->add_states()->set_time_s(kNaN); },
       "road_features[0].states[0].time_s: nan is not finite"},
      {[&](auto& s) {
         v1::RoadFeature* feature = add(s);
         feature->add_states();
         feature->add_states();
       },
       "road_features[0].states[1].time_s: 0 s is not after states[0], 0 s"},
      {[&](auto& s) { add(s)->add_states()->set_aspect(static_cast<v1::SignalState::Aspect>(9)); },
       "road_features[0].states[0].aspect: holds value 9 of aspect, which this version does not know"},
  });
}

TEST(RoadAndGoalRefusalTest, Lanes) {
  const auto add = [](v1::Scene& s) {
    v1::Lane& lane = *s.add_lanes();
    lane.set_id("a");
    *lane.mutable_points() = s.lane_boundaries(0).points();
    return &lane;
  };
  ExpectRefusals({
      {[&](auto& s) { add(s)->clear_id(); }, "lanes[0].id: empty; a name is needed"},
      {[&](auto& s) {
         add(s);
         add(s);
       },
       "lanes[1].id: \"a\" is already the id of lanes[0]"},
      {[&](auto& s) { add(s)->clear_points(); }, "lanes[0].points: empty; at least two points are needed"},
      {[&](auto& s) {
         v1::Lane* lane = add(s);
         *lane->mutable_points(1) = lane->points(0);
       },
       "lanes[0].points[1]: (100, 205) repeats points[0]"},
      {[&](auto& s) { add(s)->set_speed_limit_mps(-1.0); }, "lanes[0].speed_limit_mps: -1 m/s is not positive"},
      {[&](auto& s) { add(s)->add_successors("\xFF"); }, "lanes[0].successors[0]: \"\\xff\" is not valid UTF-8"},
  });
}

TEST(RoadAndGoalRefusalTest, Goals) {
  const auto add_unknown = [](auto* message) {
    message->GetReflection()->MutableUnknownFields(message)->AddVarint(77, 1);
  };
  ExpectRefusals({
      {[](auto& s) { s.add_goals(); }, "goals[1]: empty; a time, an area, a heading or a speed is needed"},
      {[](auto& s) { s.mutable_goals(0)->mutable_time_s()->set_max(2.5); },
       "goals[0].time_s.max: 2.5 s is below min, 3 s"},
      {[](auto& s) { s.mutable_goals(0)->mutable_time_s()->set_max(kInf); }, "goals[0].time_s.max: inf is not finite"},
      {[](auto& s) { s.mutable_goals(0)->mutable_time_s()->set_min(-5e9); },
       "goals[0].time_s.min: -5e+09 s is beyond the limit of 4e+09 s"},
      {[](auto& s) { s.mutable_goals(0)->mutable_area(0)->mutable_rectangle()->set_width_m(0); },
       "goals[0].area[0].rectangle.width_m: 0 m is not positive"},
      {[](auto& s) { s.mutable_goals(0)->add_area(); },
       "goals[0].area[1]: empty; a polygon, a rectangle, a disc or an outline is needed"},
      {[](auto& s) { s.mutable_goals(0)->mutable_yaw_rad()->set_min(kNaN); },
       "goals[0].yaw_rad.min: nan is not finite"},
      {[](auto& s) { s.mutable_goals(0)->mutable_yaw_rad()->set_max(6); },
       "goals[0].yaw_rad: from -1 rad to 6 rad is more than a full turn"},
      {[](auto& s) { s.mutable_goals(0)->mutable_yaw_rad()->set_max(-2); },
       "goals[0].yaw_rad.max: -2 rad is below min, -1 rad"},
      {[](auto& s) { s.mutable_goals(0)->mutable_speed_mps()->set_max(2e4); },
       "goals[0].speed_mps.max: 20000 m/s is beyond the limit of 10000 m/s"},
      {[=](auto& s) { add_unknown(s.mutable_goals(0)); },
       "goals[0]: holds field number 77, which this version does not know"},
      {[=](auto& s) { add_unknown(s.mutable_goals(0)->mutable_speed_mps()); },
       "goals[0].speed_mps: holds field number 77, which this version does not know"},
  });
}

TEST(RoadAndGoalRefusalTest, Margins) {
  ExpectRefusals({
      {[](auto& s) { s.mutable_margins()->mutable_body()->set_along_m(-1.0); },
       "margins.body.along_m: -1 m is negative"},
      {[](auto& s) { s.mutable_margins()->add_by_type()->mutable_margin()->set_round_m(kInf); },
       "margins.by_type[0].margin.round_m: inf is not finite"},
      {[](auto& s) {
         auto& road = *s.mutable_margins()->mutable_road();
         road.GetReflection()->MutableUnknownFields(&road)->AddVarint(77, 1);
       },
       "margins.road: holds field number 77, which this version does not know"},
  });
}

}  // namespace collision2d::planner::road_and_goal_refusal_test
