#include "planner_adapter/importers/waymo.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "collision2d/v1/scene.pb.h"
#include "planner_adapter/importers/tf_record_reader.h"
#include "planner_adapter/importers/waymo_scenario.h"
#include "planner_adapter/io/file_bytes.h"

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

class ScenarioSource : public SceneSource {
 public:
  ScenarioSource(std::unique_ptr<std::istream> file, const std::string& path)
      : file_(std::move(file)), reader_(*file_, path) {}

  absl::StatusOr<std::optional<SceneInput>> Next() override {
    const absl::StatusOr<bool> found = reader_.Next();
    if (!found.ok()) return found.status();
    if (!*found) return std::nullopt;
    SceneInput input;
    const absl::Status status = Read(input);
    if (!status.ok()) return absl::Status(status.code(), absl::StrCat(reader_.Where(), ": ", status.message()));
    return input;
  }

  bool is_lost() const override { return reader_.is_lost(); }
  bool has_records() const override { return true; }
  absl::StatusOr<bool> Skip() override {
    const absl::StatusOr<bool> found = reader_.Next();
    return found.ok() || is_lost() ? found : true;
  }
  int64_t bytes_read() const override { return reader_.bytes_read(); }

 private:
  absl::Status Read(SceneInput& input) {
    absl::StatusOr<waymo::Scenario> scenario = waymo::ParseScenario(reader_.record(), input.notes);
    if (!scenario.ok()) return scenario.status();
    const auto ego = static_cast<size_t>(scenario->sdc_track_index);
    const std::vector<waymo::PlannedMotion> logged = {{"logged", scenario->tracks[ego].states, 0.0, true}};
    absl::StatusOr<v1::Scene> scene = waymo::MakeWaymoScene(*scenario, ego, logged, input.notes);
    if (!scene.ok()) return scene.status();
    input.scene = *std::move(scene);
    input.digest = InputDigest(reader_.record());
    return absl::OkStatus();
  }

  std::unique_ptr<std::istream> file_;
  TfRecordReader reader_;
};

}  // namespace

bool IsTfRecord(absl::string_view first_bytes) {
  if (first_bytes.size() < 12) return false;
  uint32_t crc = 0;
  for (size_t i = 12; i-- > 8;) crc = crc << 8 | static_cast<unsigned char>(first_bytes[i]);
  return crc == MaskedCrc32c(first_bytes.substr(0, 8));
}

absl::StatusOr<std::unique_ptr<SceneSource>> OpenWaymoScenarios(std::unique_ptr<std::istream> file,
                                                                const std::string& path, const SceneInputOptions&) {
  const std::string first = FirstBytes(file, 12);
  const bool is_gzip = absl::StartsWith(first, "\x1f\x8b");
  const bool is_zlib =
      first.size() > 1 && first[0] == '\x78' && (static_cast<unsigned char>(first[1]) + 0x7800) % 31 == 0;
  if ((is_gzip || is_zlib) && !IsTfRecord(first)) {
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": is compressed with ", is_gzip ? "gzip" : "zlib", "; it is read decompressed"));
  }
  return std::make_unique<ScenarioSource>(std::move(file), path);
}

namespace waymo {

absl::StatusOr<Scenario> ParseScenario(absl::string_view record, std::vector<std::string>& notes) {
  Scenario scenario;
  WireReader reader(record);
  absl::Status status = reader.Read(scenario);
  if (status.ok()) status = CheckScenario(scenario);
  if (!status.ok() && IsTfExample(record)) {
    return absl::InvalidArgumentError("is a tf.Example; the Scenario files of the data set are read");
  }
  if (!status.ok()) return status;
  const std::vector<std::string> passed_over = PassedOver(reader);
  notes.insert(notes.end(), passed_over.begin(), passed_over.end());
  return scenario;
}

std::vector<std::string> PassedOver(const WireReader& reader) {
  if (reader.passed_over().empty()) return {};
  return {absl::StrCat("Passed over: ", absl::StrJoin(reader.passed_over(), ", ", absl::PairFormatter(" ")), ".")};
}

}  // namespace waymo
}  // namespace collision2d::planner
