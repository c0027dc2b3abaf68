#include "replay/importers/testing/waymo_files.h"

#include <cmath>
#include <random>

#include "absl/strings/str_cat.h"

namespace collision2d::planner {
namespace {

namespace wire = waymo;

// Where the road begins, and the height of its surface; both far from 0, as in the data.
constexpr double kX = -7800.0, kY = -6700.0, kZ = -185.0;
constexpr double kLength_m = 400.0;
constexpr double kLane_m = 3.5;
constexpr int kSteps = 91;

std::string LittleEndian(uint64_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i));
  return text;
}

// Bit by bit.
uint32_t MaskedChecksum(absl::string_view data) {
  uint32_t crc = 0xffffffff;
  for (const char byte : data) {
    crc ^= static_cast<unsigned char>(byte);
    for (int i = 0; i < 8; ++i) crc = (crc & 1) != 0 ? (crc >> 1) ^ 0x82f63b78 : crc >> 1;
  }
  crc = ~crc;
  return ((crc >> 15) | (crc << 17)) + 0xa282ead8;
}

template <typename Points>
void AddLine(double y, bool backward, Points* points) {
  for (double s = 0.0; s <= kLength_m; s += 0.5) {
    wire::MapPoint& point = *points->Add();
    point.set_x(kX + (backward ? kLength_m - s : s));
    point.set_y(kY + y);
    point.set_z(kZ);
  }
}

}  // namespace

std::string TfRecordOf(absl::string_view data) {
  const std::string length = LittleEndian(data.size(), 8);
  return absl::StrCat(length, LittleEndian(MaskedChecksum(length), 4), data, LittleEndian(MaskedChecksum(data), 4));
}

wire::Scenario GeneratedScenario(const std::string& id, int tracks, uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto uniform = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53;
  };
  wire::Scenario scenario;
  scenario.set_scenario_id(id);
  scenario.set_current_time_index(10);
  scenario.set_sdc_track_index(tracks - 1);
  for (int i = 0; i < kSteps; ++i) scenario.add_timestamps_seconds(0.1 * i);
  for (int t = 0; t < tracks; ++t) {
    wire::Track& track = *scenario.add_tracks();
    const bool is_ego = t == tracks - 1;
    const bool is_pedestrian = !is_ego && t % 5 == 1;
    const bool is_parked = !is_ego && t % 5 == 2;
    track.set_id(100 + t);
    track.set_object_type(is_pedestrian ? 2 : 1);
    const double lane = static_cast<double>(random() % 4);
    const double speed = is_ego ? 10.0 : is_pedestrian ? uniform(0.0, 1.5) : is_parked ? 0.0 : uniform(5.0, 14.0);
    const double begin_x = is_ego ? 60.0 : uniform(80.0, kLength_m - 20.0);
    const double y = is_ego ? 1.5 * kLane_m : is_pedestrian ? -2.0 : is_parked ? 0.3 : (lane + 0.5) * kLane_m;
    const int gap = is_ego || t % 3 != 0 ? kSteps : static_cast<int>(random() % kSteps);
    for (int i = 0; i < kSteps; ++i) {
      wire::ObjectState& state = *track.add_states();
      if (i == gap) continue;
      state.set_center_x(kX + begin_x + 0.1 * i * speed);
      state.set_center_y(kY + y);
      state.set_center_z(kZ + 0.75);
      const bool wobbles = !is_ego && t % 4 == 0;
      state.set_length(static_cast<float>(is_pedestrian ? 0.8 : wobbles ? uniform(4.2, 4.6) : 4.5));
      state.set_width(is_pedestrian ? 0.8f : 1.8f);
      state.set_height(1.5f);
      state.set_heading(0.0f);
      state.set_velocity_x(static_cast<float>(speed));
      state.set_velocity_y(0.0f);
      state.set_valid(true);
    }
  }
  scenario.add_objects_of_interest(100);
  scenario.add_tracks_to_predict()->set_track_index(0);
  int64_t feature_id = 1;
  const auto add = [&] {
    wire::MapFeature& feature = *scenario.add_map_features();
    feature.set_id(feature_id++);
    return &feature;
  };
  for (int lane = 0; lane < 4; ++lane) {
    wire::LaneCenter& center = *add()->mutable_lane();
    center.set_speed_limit_mph(30.0);
    center.set_type(2);
    AddLine((lane + 0.5) * kLane_m, false, center.mutable_polyline());
    if (lane < 3) center.add_left_neighbors()->set_feature_id(lane + 2);
    if (lane > 0) center.add_right_neighbors()->set_feature_id(lane);
  }
  AddLine(-1.0, false, add()->mutable_road_edge()->mutable_polyline());
  AddLine(4.0 * kLane_m + 1.0, true, add()->mutable_road_edge()->mutable_polyline());
  for (int line = 1; line < 4; ++line) AddLine(line * kLane_m, false, add()->mutable_road_line()->mutable_polyline());
  wire::MapPoint& sign = *add()->mutable_stop_sign()->mutable_position();
  sign.set_x(kX + 200.0);
  sign.set_y(kY - 1.0);
  wire::Area& crosswalk = *add()->mutable_crosswalk();
  for (const auto& [x, y] :
       {std::pair(250.0, 0.0), std::pair(254.0, 0.0), std::pair(254.0, 14.0), std::pair(250.0, 14.0)}) {
    wire::MapPoint& point = *crosswalk.add_polygon();
    point.set_x(kX + x);
    point.set_y(kY + y);
  }
  for (int i = 0; i < kSteps; ++i) {
    wire::DynamicMapState& states = *scenario.add_dynamic_map_states();
    for (int lane = 0; lane < 4; ++lane) {
      wire::TrafficSignalLaneState& state = *states.add_lane_states();
      state.set_lane(lane + 1);
      state.set_state(i < 40 ? 4 : 6);
      state.mutable_stop_point()->set_x(kX + 245.0);
      state.mutable_stop_point()->set_y(kY + (lane + 0.5) * kLane_m);
    }
  }
  return scenario;
}

}  // namespace collision2d::planner
