// Measures the reader of Waymo scenarios against protobuf's parser on generated ones, and writes
// them to a file:
//
//   waymo_tables SCENES TRACKS [FILE.tfrecord]
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "replay/importers/testing/waymo_files.h"
#include "replay/importers/waymo.h"
#include "replay/io/parse_message.h"
#include "replay/io/record_stream.h"

namespace collision2d::planner {
namespace {

// Returns the least of five processor times, in s: other processes do not count.
template <typename Work>
double Fastest(const Work& work) {
  double fastest_s = 1e9;
  for (int i = 0; i < 5; ++i) {
    const std::clock_t begin = std::clock();
    work();
    fastest_s = std::min(fastest_s, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  return fastest_s;
}

int Main(int scenes, int tracks, const char* path) {
  std::string shard;
  std::vector<std::string> records;
  std::ofstream file(path == nullptr ? "/dev/null" : path, std::ios::binary);
  for (int i = 0; i < scenes; ++i) {
    std::string data =
        GeneratedScenario(absl::StrCat("scene ", i), tracks, static_cast<uint64_t>(i)).SerializeAsString();
    file << TfRecordOf(data);
    if (records.size() >= 20) continue;
    shard += TfRecordOf(data);
    records.push_back(std::move(data));
  }
  waymo::Scenario scenario;
  const double parsed_s = Fastest([&] {
    for (const std::string& record : records) {
      if (!scenario.ParseFromString(record)) std::abort();
    }
  });
  std::istringstream input(shard);
  waymo::Scenario read;
  const double wire_s = Fastest([&] {
    input.clear();
    input.seekg(0);
    RecordStream reader(input, "shard", Framing::kTfRecord);
    std::map<std::string, int64_t> unread;
    while (*reader.Next()) {
      if (!ParseWire(reader.record(), read).ok()) std::abort();
      CountUnknownFields(read, unread);
    }
  });
  const double scene_s = Fastest([&] {
    const auto source = OpenWaymoScenarios(std::make_unique<std::istringstream>(shard), "shard", {});
    while ((*source)->Next()->has_value()) {
    }
  });
  const double mb = 1e-6 * static_cast<double>(shard.size());
  std::printf("protobuf's parse                 %7.1f MB/s\n", mb / parsed_s);
  std::printf("records, checksums, and messages %7.1f MB/s, %.2f of it\n", mb / wire_s, parsed_s / wire_s);
  std::printf("and scenes of them               %7.1f MB/s, %.2f of it, %.0f scenes/s\n", mb / scene_s,
              parsed_s / scene_s, static_cast<double>(records.size()) / scene_s);
  return 0;
}

}  // namespace
}  // namespace collision2d::planner

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  return collision2d::planner::Main(std::atoi(argv[1]), std::atoi(argv[2]), argc > 3 ? argv[3] : nullptr);
}
