// Reading a trace of OSI to a scene, beside protobuf's own parse of the same messages: 400 frames
// of 60 vehicles, with (1) or without (0) 40 lane boundaries of 50 points that each frame repeats:
//   bazel run -c opt //bench:osi_benchmark
#include <cstdint>
#include <memory>
#include <sstream>
#include <string>
#include <utility>

#include "benchmark/benchmark.h"
#include "planner_adapter/importers/osi.h"
#include "planner_adapter/importers/osi.pb.h"

namespace collision2d::planner {
namespace {

void SetPoint(double x, double y, osi::Vector3d* out) {
  out->set_x(x);
  out->set_y(y);
  out->set_z(0.75);
}

std::string Trace(bool has_lanes) {
  std::string file;
  for (int frame = 0; frame < 400; ++frame) {
    osi::GroundTruth truth;
    truth.mutable_timestamp()->set_seconds(frame / 20);
    truth.mutable_timestamp()->set_nanos(static_cast<uint32_t>(frame % 20 * 50'000'000));
    truth.mutable_host_vehicle_id()->set_value(1);
    for (int i = 1; i <= 60; ++i) {
      osi::MovingObject& object = *truth.add_moving_object();
      object.mutable_id()->set_value(static_cast<uint64_t>(i));
      object.set_type(2);
      object.mutable_vehicle_classification()->set_type(4);
      osi::BaseMoving& base = *object.mutable_base();
      base.mutable_dimension()->set_length(4.5);
      base.mutable_dimension()->set_width(1.9);
      base.mutable_dimension()->set_height(1.5);
      SetPoint(0.5 * frame + 8.0 * i, 3.5 * (i % 4), base.mutable_position());
      base.mutable_orientation()->set_roll(0.0);
      base.mutable_orientation()->set_pitch(0.0);
      base.mutable_orientation()->set_yaw(0.001 * frame);
      SetPoint(10.0, 0.0, base.mutable_velocity());
      SetPoint(0.0, 0.0, base.mutable_acceleration());
    }
    for (int i = 0; has_lanes && i < 40; ++i) {
      osi::LaneBoundary boundary;
      boundary.mutable_id()->set_value(static_cast<uint64_t>(1000 + i));
      for (int k = 0; k < 50; ++k) SetPoint(10.0 * k, 3.5 * i, boundary.add_boundary_line()->mutable_position());
      truth.add_lane_boundary(boundary.SerializeAsString());
    }
    const std::string message = truth.SerializeAsString();
    for (int i = 0; i < 4; ++i) file += static_cast<char>(message.size() >> 8 * i);
    file += message;
  }
  return file;
}

void Read(benchmark::State& state) {
  const std::string file = Trace(state.range(0) != 0);
  for (auto _ : state) {
    auto source = OpenOsi(std::make_unique<std::istringstream>(file), "trace.osi", {});
    const auto scene = (*source)->Next();
    if (!scene.ok() || !scene->has_value()) return state.SkipWithError("is not read");
    benchmark::DoNotOptimize((*scene)->scene.moving_obstacles_size());
  }
  state.SetBytesProcessed(static_cast<int64_t>(file.size()) * state.iterations());
}
BENCHMARK(Read)->Arg(0)->Arg(1);

void Parse(benchmark::State& state) {
  const std::string file = Trace(state.range(0) != 0);
  osi::GroundTruth reused;
  osi::LaneBoundary boundary;
  for (auto _ : state) {
    for (size_t at = 0; at < file.size();) {
      // A new message for each frame, as most programs have it, or one that keeps its memory.
      osi::GroundTruth fresh;
      osi::GroundTruth& truth = state.range(1) == 0 ? fresh : reused;
      uint32_t length = 0;
      for (size_t i = 0; i < 4; ++i) length |= static_cast<uint32_t>(static_cast<uint8_t>(file[at + i])) << 8 * i;
      truth.ParseFromArray(file.data() + at + 4, static_cast<int>(length));
      // In OSI's own definition these are messages.
      for (const std::string& bytes : truth.lane_boundary()) {
        osi::LaneBoundary fresh_boundary;
        (state.range(1) == 0 ? fresh_boundary : boundary).ParseFromString(bytes);
      }
      at += 4 + length;
    }
    benchmark::DoNotOptimize(reused.moving_object_size());
  }
  state.SetBytesProcessed(static_cast<int64_t>(file.size()) * state.iterations());
}
BENCHMARK(Parse)->Args({0, 0})->Args({1, 0})->Args({0, 1})->Args({1, 1});

}  // namespace
}  // namespace collision2d::planner

BENCHMARK_MAIN();
