// What a reader of recordings returns, is asked with, and implements.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "collision2d/v1/scene.pb.h"
#include "planner_adapter/scene/scene_from_proto.h"
#include "replay/importers/commonroad.h"

namespace collision2d::planner {

// The records of a stream that are read, counted from 0, damaged ones too. Files that are no
// streams of records have all their scenes read.
struct RecordRange {
  int64_t first = 0;
  int64_t end = std::numeric_limits<int64_t>::max();  // Exclusive.
};

// What becomes of moving objects that plan nothing in an OSI trace of a single frame, until the end
// of the longest plan in it.
enum class OsiWithoutFuture { kMove, kStand };  // kMove: with the velocity that the frame gives.

// Degrees, WGS84. The place of a map at which x and y are 0.
struct MapOrigin {
  double latitude_deg = 0.0;
  double longitude_deg = 0.0;
};

// Degrees. UTM ends here.
inline constexpr double kMostLatitude_deg = 84.0;

// How files are read.
struct SceneInputOptions {
  CommonRoadOptions commonroad;
  RecordRange records;
  // The extension, as ".pbs", for files whose own says nothing: standard input, pipes. Empty: none.
  std::string default_extension;
  // Repairs borders of the road, as RepairBorders (planner_adapter/road/border_outline.h) does, and
  // notes it. Scenes without something to repair remain as they are, whether they are valid or not.
  bool repair_borders = false;
  UnknownFields unknown_fields = UnknownFields::kRefuse;
  OsiWithoutFuture osi_without_future = OsiWithoutFuture::kMove;
  // The moving object of OSI traces that is the host vehicle; nullopt: the one that they name. Of
  // tracks of INTERACTION the only one that is the ego vehicle; nullopt: each is, in scenes of its
  // own.
  std::optional<uint64_t> osi_host = std::nullopt;
  // The map of tracks of INTERACTION; empty: the only .osm file in the folder of the tracks.
  std::string map = {};
  // The origin of maps of Lanelet2 whose nodes have no local coordinates; see ReadLanelet2.
  std::optional<MapOrigin> map_origin = std::nullopt;
};

// An open file of scenes, read item by item: scenes, and what cannot be used. It keeps no more in
// memory than it needs for the scenes to come.
class SceneSource {
 public:
  virtual ~SceneSource() = default;

  // Returns the next scene, or nullopt at the end.
  // Errors, each an item that names the file: the next call continues behind it, unless is_lost().
  virtual absl::StatusOr<std::optional<ImportedScene>> Next() = 0;

  // Returns true after an error that makes the rest of the file unreadable.
  virtual bool is_lost() const { return false; }

  // Returns whether the file is a stream of records, of which some can be passed over.
  virtual bool has_records() const { return false; }

  // Passes over the next record, damaged or not. Returns false at the end, and without records.
  // Errors: those after which the rest is unreadable.
  virtual absl::StatusOr<bool> Skip() { return false; }

  // Returns the number of bytes consumed from the file.
  virtual int64_t bytes_read() const = 0;
};

// The scenes of a file that is read at once.
class ScenesOfFile : public SceneSource {
 public:
  ScenesOfFile(std::vector<ImportedScene> scenes, int64_t bytes) : scenes_(std::move(scenes)), bytes_(bytes) {}

  absl::StatusOr<std::optional<ImportedScene>> Next() override {
    if (next_ == scenes_.size()) return std::nullopt;
    return std::move(scenes_[next_++]);
  }
  int64_t bytes_read() const override { return bytes_; }

 private:
  std::vector<ImportedScene> scenes_;
  size_t next_ = 0;
  int64_t bytes_;
};

}  // namespace collision2d::planner
