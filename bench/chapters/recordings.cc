// Reading recordings to scenes; a trace of OSI beside protobuf's own parse of the same messages:
// see --help.

#include <cstddef>
#include <filesystem>
#include <memory>
#include <sstream>

#include "bench/chapter.h"
#include "bench/timing/timing.h"
#include "replay/importers/osi.h"
#include "replay/importers/osi.pb.h"
#include "replay/importers/scene_formats.h"

namespace collision2d::bench {
namespace {

constexpr char kAbout[] =
    "Reading a trace of OSI to a scene, beside protobuf's own parse of the same messages: 400 frames of 60 vehicles, "
    "with\n"
    "or without 40 lane boundaries of 50 points that each frame repeats. `parse` makes a new message for each frame, "
    "as\n"
    "most programs do; `parse, reused` one that keeps its memory. With --files: reading these files alone, of any "
    "format.";

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

size_t sink = 0;

void Read(const std::string& file) {
  auto source = planner::OpenOsi(std::make_unique<std::istringstream>(file), "trace.osi", {});
  CheckOk(source.status());
  const auto scene = (*source)->Next();
  CheckOk(scene.status());
  sink += static_cast<size_t>((*scene)->scene.moving_obstacles_size());
}

void Parse(const std::string& file, bool is_reused) {
  osi::GroundTruth reused;
  osi::LaneBoundary boundary;
  for (size_t at = 0; at < file.size();) {
    osi::GroundTruth fresh;
    osi::GroundTruth& truth = is_reused ? reused : fresh;
    uint32_t length = 0;
    for (size_t i = 0; i < 4; ++i) length |= static_cast<uint32_t>(static_cast<uint8_t>(file[at + i])) << 8 * i;
    truth.ParseFromArray(file.data() + at + 4, static_cast<int>(length));
    // In OSI's own definition these are messages.
    for (const std::string& bytes : truth.lane_boundary()) {
      osi::LaneBoundary fresh_boundary;
      (is_reused ? boundary : fresh_boundary).ParseFromString(bytes);
    }
    at += 4 + length;
    sink += static_cast<size_t>(truth.moving_object_size());
  }
}

int ReadAll(const std::string& file) {
  auto source = planner::OpenSceneFile(file, {});
  CheckOk(source.status());
  for (int scenes = 0;; ++scenes) {
    const auto scene = (*source)->Next();
    CheckOk(scene.status());
    if (!scene->has_value()) return scenes;
  }
}

void RunFiles(const Options& options, Report* report) {
  Table table;
  for (const std::string& file : options.List("files")) {
    int scenes = 0;
    const std::vector<Timing> timings =
        TimeInterleaved({[&](int, int) { scenes = ReadAll(file); }}, 1, options.Positive("min_time"));
    const double ms = timings[0].median_ns * 1e-6;
    const double mb = 1e-6 * static_cast<double>(std::filesystem::file_size(file));
    report->AddRow({Key("file", std::filesystem::path(file).filename().string()),
                    {"mb|MB", mb},
                    {"scenes", scenes},
                    {"ms_median|ms", ms},
                    {"mb_per_s|MB/s", 1e3 * mb / ms}},
                   &table);
  }
  report->AddMarkdown(table);
}

void Run(const Options& options, Report* report) {
  if (!options.List("files").empty()) return RunFiles(options, report);
  Table table;
  for (const bool has_lanes : {false, true}) {
    const std::string file = Trace(has_lanes);
    const std::vector<TimedWork> works = {[&](int, int) { Read(file); }, [&](int, int) { Parse(file, false); },
                                          [&](int, int) { Parse(file, true); }};
    const std::vector<Timing> timings = TimeInterleaved(works, 1, options.Positive("min_time"));
    const char* const methods[] = {"read", "parse", "parse, reused"};
    for (size_t k = 0; k < timings.size(); ++k) {
      const double ms = timings[k].median_ns * 1e-6;
      report->AddRow({Key("lanes", has_lanes ? "with" : "without"),
                      Key("method", methods[k]),
                      {"ms_median|ms", ms},
                      {"mb_per_s|MB/s", 1e-3 * static_cast<double>(file.size()) / ms}},
                     &table);
    }
  }
  report->AddMarkdown(table);
}

const Registration kRecordings({"recordings",
                                "Reading recordings",
                                kAbout,
                                {MinTime("1", "each method is timed for"),
                                 {"files", "", "files to read, with commas between; without: traces of OSI"}},
                                Run});

}  // namespace
}  // namespace collision2d::bench
