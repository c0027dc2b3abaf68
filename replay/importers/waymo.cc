#include "replay/importers/waymo.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "collision2d/v1/scene.pb.h"
#include "google/protobuf/io/coded_stream.h"
#include "replay/importers/waymo_scenario.h"
#include "replay/importers/xml_reader.h"
#include "replay/io/file_bytes.h"
#include "replay/io/parse_message.h"
#include "replay/io/record_stream.h"

namespace collision2d::planner {
namespace {

// Returns whether the record is a tf.Example: a message in which a map has names as keys.
bool IsTfExample(absl::string_view record) {
  for (int depth = 0; depth < 3; ++depth) {
    if (record.empty() || record[0] != '\x0a') return false;
    record.remove_prefix(1);
    while (!record.empty() && (record[0] & 0x80) != 0) record.remove_prefix(1);
    if (record.empty()) return false;
    if (depth == 2) record = record.substr(0, 1 + static_cast<size_t>(record[0]));
    record.remove_prefix(1);
  }
  return !record.empty() &&
         std::all_of(record.begin(), record.end(), [](unsigned char c) { return absl::ascii_isprint(c); });
}

// Returns whether the record is a Frame of the Perception data set: its context, and a varint
// behind it.
bool IsPerceptionFrame(absl::string_view record) {
  google::protobuf::io::CodedInputStream coded(reinterpret_cast<const uint8_t*>(record.data()),
                                               static_cast<int>(record.size()));
  uint32_t length = 0;
  return coded.ReadTag() == 10 && coded.ReadVarint32(&length) && coded.Skip(static_cast<int>(length)) &&
         coded.ReadTag() == 16;
}

class ScenarioSource : public SceneSource {
 public:
  ScenarioSource(std::unique_ptr<std::istream> file, const std::string& path)
      : file_(std::move(file)), records_(*file_, path, Framing::kTfRecord, kMaxSceneBytes) {}

  absl::StatusOr<std::optional<ImportedScene>> Next() override {
    const absl::StatusOr<bool> found = records_.Next();
    if (!found.ok()) return found.status();
    if (!*found) return std::nullopt;
    absl::StatusOr<ImportedScene> input = waymo::ImportScenario(records_.record(), scenario_);
    if (input.ok()) return *std::move(input);
    return absl::Status(input.status().code(), absl::StrCat(records_.Where(), ": ", input.status().message()));
  }

  bool is_lost() const override { return records_.is_lost(); }
  bool has_records() const override { return true; }
  absl::StatusOr<bool> Skip() override { return records_.Skip(); }
  int64_t bytes_read() const override { return records_.bytes_read(); }

 private:
  std::unique_ptr<std::istream> file_;
  RecordStream records_;
  waymo::Scenario scenario_;  // Parsed into again and again.
};

}  // namespace

absl::StatusOr<std::unique_ptr<SceneSource>> OpenWaymoScenarios(std::unique_ptr<std::istream> file,
                                                                const std::string& path, const SceneInputOptions&) {
  const std::string first = FirstBytes(file, 12);
  const bool is_zlib =
      first.size() > 1 && first[0] == '\x78' && (static_cast<unsigned char>(first[1]) + 0x7800) % 31 == 0;
  if (is_zlib && !IsTfRecord(first)) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": is compressed with zlib; it is read decompressed"));
  }
  return std::make_unique<ScenarioSource>(std::move(file), path);
}

absl::StatusOr<ImportedScene> waymo::ImportScenario(absl::string_view record, Scenario& scenario) {
  absl::Status status = ParseWire(record, scenario);
  if (status.ok()) status = CheckScenario(scenario);
  if (!status.ok() && IsTfExample(record)) {
    return absl::InvalidArgumentError("is a tf.Example; the Scenario files of the data set are read");
  }
  if (!status.ok() && IsPerceptionFrame(record)) {
    return absl::InvalidArgumentError(
        "is a Frame of the Perception data set; the Scenario files of the Motion data set are read");
  }
  if (!status.ok()) return status;
  ImportedScene input;
  std::map<std::string, int64_t> unread;
  CountUnknownFields(scenario, unread);
  if (!unread.empty()) {
    input.notes.push_back(absl::StrCat("Passed over: ", absl::StrJoin(unread, ", ", absl::PairFormatter(" ")), "."));
  }
  ASSIGN_OR_RETURN(input.scene, MakeWaymoScene(scenario, input.notes));
  input.digest = InputDigest(record);
  return input;
}

}  // namespace collision2d::planner
