#include "replay/importers/osi.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "google/protobuf/message.h"
#include "replay/importers/osi.pb.h"
#include "replay/io/file_bytes.h"
#include "replay/io/parse_message.h"
#include "replay/io/record_stream.h"
#include "replay/mcap/mcap_format.h"
#include "replay/mcap/mcap_reader.h"

namespace collision2d::planner {
namespace {

enum class FrameType { kUnknown, kGroundTruth, kSensorView };

struct Frame {
  absl::string_view bytes;  // Until the next call.
  int64_t index = 0;
  int64_t offset_bytes = 0;
};

template <typename Objects>
bool HavePositions(const Objects& objects) {
  return std::any_of(objects.begin(), objects.end(), [](const auto& object) { return object.base().has_position(); });
}

// Tells by its content what a message is, since .osi does not say: where it has objects with
// positions.
absl::StatusOr<FrameType> TypeOf(absl::string_view bytes) {
  osi::GroundTruth truth;
  const absl::Status status = ParseWire(bytes, truth);
  if (status.ok() && HavePositions(truth.moving_object())) return FrameType::kGroundTruth;
  osi::SensorView view;
  if (ParseWire(bytes, view).ok() && HavePositions(view.global_ground_truth().moving_object()))
    return FrameType::kSensorView;
  osi::TrafficUpdate update;
  if (ParseWire(bytes, update).ok() && HavePositions(update.update())) {
    return absl::InvalidArgumentError("is a TrafficUpdate or StreamingUpdate; GroundTruth and SensorView are read");
  }
  if (!status.ok()) return status;
  return FrameType::kGroundTruth;
}

// Makes a scene of the frames of a file, which the classes below read.
class OsiSource : public SceneSource {
 public:
  OsiSource(std::unique_ptr<std::istream> file, std::string path, const SceneInputOptions& options)
      : file_(std::move(file)),
        path_(std::move(path)),
        records_(options.records),
        trace_(options.osi_without_future, options.osi_host) {}

  absl::StatusOr<std::optional<ImportedScene>> Next() override {
    if (is_done_) {
      if (damage_.ok()) return std::nullopt;
      return std::exchange(damage_, absl::OkStatus());
    }
    is_done_ = true;
    Frame frame;
    for (int64_t i = 0; i < records_.end; ++i) {
      const absl::StatusOr<bool> next = NextFrame(&frame);
      damage_ = next.status();
      if (!next.ok() || !*next) break;
      if (absl::Status status = Add(frame, i >= records_.first); !status.ok()) {
        return absl::InvalidArgumentError(
            absl::StrCat(path_, ": record ", frame.index, " at byte ", frame.offset_bytes, ": ", status.message()));
      }
    }
    if (!trace_.has_frames()) {
      if (damage_.ok()) return std::nullopt;
      return std::exchange(damage_, absl::OkStatus());
    }
    absl::StatusOr<ImportedScene> finished = trace_.Finish();
    if (!finished.ok()) return absl::InvalidArgumentError(absl::StrCat(path_, ": ", finished.status().message()));
    ImportedScene input = *std::move(finished);
    input.digest = digest_.Text();
    AddNotes(&input.notes);
    return input;
  }

 protected:
  // Returns false at the end. Errors name the file, the record and the byte.
  virtual absl::StatusOr<bool> NextFrame(Frame* frame) = 0;
  virtual void AddNotes(std::vector<std::string>*) const {}

  const std::unique_ptr<std::istream> file_;
  const std::string path_;
  FrameType type_ = FrameType::kUnknown;  // Told by the file, or found in its first frame.

 private:
  absl::Status Add(const Frame& frame, bool is_used) {
    if (type_ == FrameType::kUnknown) {
      const absl::StatusOr<FrameType> type = TypeOf(frame.bytes);
      if (!type.ok()) return type.status();
      type_ = *type;
    }
    osi::GroundTruth* truth = &truth_;
    if (type_ == FrameType::kGroundTruth) {
      if (absl::Status status = ParseWire(frame.bytes, truth_); !status.ok()) return status;
    } else {
      if (absl::Status status = ParseWire(frame.bytes, view_); !status.ok()) return status;
      truth = view_.mutable_global_ground_truth();
      if (!truth->has_host_vehicle_id() && view_.has_host_vehicle_id()) {
        *truth->mutable_host_vehicle_id() = view_.host_vehicle_id();
      }
    }
    if (!is_used) return trace_.AddSurroundings(*truth);
    digest_.Add(frame.bytes);
    return trace_.AddFrame(*truth);
  }

  RecordRange records_;
  bool is_done_ = false;
  absl::Status damage_;  // What has ended the trace, to be reported after its scene.
  // Parsed into again and again.
  osi::GroundTruth truth_;
  osi::SensorView view_;
  OsiTrace trace_;
  InputDigester digest_;
};

class OsiFile : public OsiSource {
 public:
  OsiFile(std::unique_ptr<std::istream> file, const std::string& path, const SceneInputOptions& options)
      : OsiSource(std::move(file), path, options), records_(*file_, path, Framing::kWord) {}

  int64_t bytes_read() const override { return records_.bytes_read(); }

 private:
  absl::StatusOr<bool> NextFrame(Frame* frame) override {
    const absl::StatusOr<bool> found = records_.Next();
    *frame = {records_.record(), records_.index(), records_.begin_bytes()};
    return found;
  }

  RecordStream records_;
};

// The first channel of frames in an MCAP file.
class OsiMcap : public OsiSource {
 public:
  OsiMcap(std::unique_ptr<std::istream> file, const std::string& path, const SceneInputOptions& options)
      : OsiSource(std::move(file), path, options), reader_(*file_, path, HasFrames) {}

  int64_t bytes_read() const override { return reader_.bytes_read(); }

 private:
  absl::StatusOr<bool> NextFrame(Frame* frame) override {
    McapMessage message;
    while (true) {
      const absl::StatusOr<bool> next = reader_.Next(&message);
      if (!next.ok()) return next.status();
      if (!*next) break;
      const McapChannel& channel = reader_.channels().at(message.channel_id);
      if (!channel_.has_value()) {
        if (absl::Status status = Select(channel, message); !status.ok()) return status;
      }
      if (channel_ != message.channel_id) {
        ++others_[channel.topic];
        continue;
      }
      *frame = {message.data, message.index, message.offset_bytes};
      return true;
    }
    if (channel_.has_value()) return false;
    std::set<std::string> names;
    for (const auto& [id, schema] : reader_.schemas()) names.insert(schema.name);
    return absl::InvalidArgumentError(
        absl::StrCat(path_, ": no messages osi3.GroundTruth or osi3.SensorView in protobuf; its schemas are: ",
                     names.empty() ? "none" : absl::StrJoin(names, ", ")));
  }

  void AddNotes(std::vector<std::string>* notes) const override {
    for (const auto& [topic, count] : others_) {
      notes->push_back(absl::StrCat("MCAP: ", count, " messages of topic \"", topic, "\" not used"));
    }
    if (reader_.chunks_left_out() > 0) {
      notes->push_back(absl::StrCat("MCAP: ", reader_.chunks_left_out(),
                                    " chunks without such messages, and what is in no chunk, not read"));
      return;
    }
    if (reader_.metadata().count("net.asam.osi.trace") != 1)
      notes->push_back("MCAP: not one record net.asam.osi.trace");
    if (reader_.attachments() > 0)
      notes->push_back(absl::StrCat("MCAP: ", reader_.attachments(), " attachments not used"));
    if (reader_.unknown_records() > 0) {
      notes->push_back(absl::StrCat("MCAP: ", reader_.unknown_records(), " records of unknown opcodes not used"));
    }
  }

  static bool HasFrames(const McapSchema& schema) {
    return schema.name == "osi3.GroundTruth" || schema.name == "osi3.SensorView";
  }

  // Takes the channel if it has frames.
  absl::Status Select(const McapChannel& channel, const McapMessage& message) {
    if (channel.schema_id == 0 || channel.message_encoding != "protobuf") return absl::OkStatus();
    const McapSchema& schema = reader_.schemas().at(channel.schema_id);
    if (!HasFrames(schema)) return absl::OkStatus();
    type_ = schema.name == "osi3.SensorView" ? FrameType::kSensorView : FrameType::kGroundTruth;
    channel_ = message.channel_id;
    const absl::Status status = CheckProtobufSchema(schema);
    if (status.ok()) return status;
    return absl::DataLossError(absl::StrCat(path_, ": Schema ", channel.schema_id, ": ", status.message()));
  }

  McapReader reader_;
  std::optional<uint16_t> channel_;
  std::map<std::string, int64_t> others_;  // By topic.
};

}  // namespace

absl::StatusOr<std::unique_ptr<SceneSource>> OpenOsi(std::unique_ptr<std::istream> file, const std::string& path,
                                                     const SceneInputOptions& options) {
  return std::make_unique<OsiFile>(std::move(file), path, options);
}

absl::StatusOr<std::unique_ptr<SceneSource>> OpenOsiMcap(std::unique_ptr<std::istream> file, const std::string& path,
                                                         const SceneInputOptions& options) {
  return std::make_unique<OsiMcap>(std::move(file), path, options);
}

bool IsMcap(absl::string_view first_bytes) {
  return first_bytes.substr(0, kMcapMagic.size() - 3) == kMcapMagic.substr(0, kMcapMagic.size() - 3);
}

}  // namespace collision2d::planner
