#include "replay/importers/scene_formats.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "replay/importers/commonroad.h"
#include "replay/importers/commonroad_protobuf.h"
#include "replay/importers/interaction.h"
#include "replay/importers/lanelet2.h"
#include "replay/importers/osi.h"
#include "replay/importers/waymo.h"
#include "replay/importers/xml_reader.h"
#include "replay/io/delimited_reader.h"
#include "replay/io/file_bytes.h"
#include "replay/io/parse_message.h"
#include "replay/io/record_stream.h"
#include "replay/io/scene_text.h"

namespace collision2d::planner {
namespace {

using OpenedSource = absl::StatusOr<std::unique_ptr<SceneSource>>;

// A stream of this project's scenes.
class StreamSource : public SceneSource {
 public:
  StreamSource(std::unique_ptr<std::istream> file, const std::string& path)
      : file_(std::move(file)), reader_(*file_, path, kMaxSceneBytes) {}

  absl::StatusOr<std::optional<ImportedScene>> Next() override {
    ImportedScene input;
    ASSIGN_OR_RETURN(const bool found, reader_.Next(input.scene));
    if (!found) return std::nullopt;
    input.digest = InputDigest(reader_.record());
    return input;
  }
  bool is_lost() const override { return reader_.is_lost(); }
  bool has_records() const override { return true; }
  absl::StatusOr<bool> Skip() override { return reader_.Skip(); }
  int64_t bytes_read() const override { return reader_.bytes_read(); }

 private:
  std::unique_ptr<std::istream> file_;
  DelimitedReader reader_;
};

OpenedSource OpenStream(std::unique_ptr<std::istream> file, const std::string& path, const SceneInputOptions&) {
  return std::make_unique<StreamSource>(std::move(file), path);
}

using Scenes = absl::StatusOr<std::vector<ImportedScene>>;

// Reads a file at once; `import` returns the scenes in its bytes.
template <typename Import>
OpenedSource OpenAtOnce(std::istream& file, const std::string& path, const Import& import) {
  ASSIGN_OR_RETURN(const std::string bytes, ReadToString(file, path));
  ASSIGN_OR_RETURN(std::vector<ImportedScene> scenes, import(bytes));
  for (ImportedScene& scene : scenes) scene.digest = InputDigest(bytes);
  return std::make_unique<ScenesOfFile>(std::move(scenes), static_cast<int64_t>(bytes.size()));
}

OpenedSource OpenText(std::unique_ptr<std::istream> file, const std::string& path, const SceneInputOptions& options) {
  return OpenAtOnce(*file, path, [&](const std::string& bytes) -> Scenes {
    std::vector<ImportedScene> scenes(1);
    absl::Status status = ParseSceneText(bytes, path, options.unknown_fields, scenes[0].scene, &scenes[0].notes);
    return status.ok() ? Scenes(std::move(scenes)) : Scenes(std::move(status));
  });
}

OpenedSource OpenBinary(std::unique_ptr<std::istream> file, const std::string& path, const SceneInputOptions&) {
  return OpenAtOnce(*file, path, [&](const std::string& bytes) -> Scenes {
    std::vector<ImportedScene> scenes(1);
    absl::Status status = ParseBinary(bytes, path, scenes[0].scene);
    return status.ok() ? Scenes(std::move(scenes)) : Scenes(std::move(status));
  });
}

// Returns the scenes, or the error with the file's name.
Scenes OfFile(const std::string& path, Scenes scenes) {
  if (scenes.ok()) return scenes;
  return absl::Status(scenes.status().code(), absl::StrCat(path, ": ", scenes.status().message()));
}

// The files of a folder.
FileSource FilesIn(const std::filesystem::path& folder) {
  return [folder](const std::string& name) { return ReadFileToString((folder / name).string()); };
}

OpenedSource OpenCommonRoad(std::unique_ptr<std::istream> file, const std::string& path,
                            const SceneInputOptions& options) {
  return OpenAtOnce(*file, path, [&](const std::string& bytes) {
    return OfFile(path,
                  ImportCommonRoad(bytes, options.commonroad, FilesIn(std::filesystem::path(path).parent_path())));
  });
}

OpenedSource OpenLanelet2(std::unique_ptr<std::istream> file, const std::string& path,
                          const SceneInputOptions& options) {
  return OpenAtOnce(*file, path, [&](const std::string& bytes) {
    return OfFile(path, ImportLanelet2(bytes, options.commonroad, options.map_origin));
  });
}

// Files of other formats: what they begin with, or an XML root that they have, and what to say.
constexpr struct {
  absl::string_view mark;
  absl::string_view sentence;
} kOtherFiles[] = {
    {"version https://git-lfs.",
     "is a pointer of Git LFS, not the file; `git lfs pull` in its repository fetches that"},
    {"\x28\xb5\x2f\xfd", "is compressed with zstd; it is read decompressed: `zstd -d`"},
    {"PK\x03\x04", "is a zip archive; the files in it are read unpacked"},
    {"SQLite format 3",
     "is an SQLite data base, as ROS 2 bags (.db3) and nuPlan's logs are, which are not read; of MCAP "
     "files, to which `ros2 bag convert` brings a bag, messages of ASAM OSI are"},
    {"#ROSBAG", "is a bag of ROS 1, which is not read"},
    {"<CommonRoadSolution", "is a solution of a CommonRoad scenario; `python3 -m collision2d.plans` judges it"},
    {"<OpenDRIVE",
     "is an OpenDRIVE map, which is not read; CommonRoad's scenario designer converts it to a CommonRoad file"},
    {"<OpenSCENARIO",
     "is an OpenSCENARIO description of what shall happen; recordings of its run are read: esmini writes "
     ".osi"},
    {"<net ",
     "is a network of SUMO, which is not read; CommonRoad's scenario designer converts it to a CommonRoad file"},
};

// Returns whether these are bytes of a gzip file: beyond its mark, which may be the length of an
// OSI frame, the fields of its header.
bool IsGzip(absl::string_view bytes) {
  constexpr absl::string_view kSpeeds("\0\2\4", 3);
  return bytes.size() > 9 && absl::StartsWith(bytes, "\x1f\x8b\x08") && absl::StrContains(kSpeeds, bytes[8]) &&
         (bytes[9] < 14 || bytes[9] == '\xff');
}

// Returns what a file is that begins so, if it is known and not read; empty otherwise.
absl::string_view OtherFile(absl::string_view extension, absl::string_view first_bytes) {
  if (extension == ".binproto")
    return "is a submission to a challenge of Waymo; `python3 -m collision2d.plans` judges it";
  if (IsGzip(first_bytes)) return "is compressed with gzip; it is read decompressed: `gunzip`";
  for (const auto& [mark, sentence] : kOtherFiles) {
    if (absl::StartsWith(first_bytes, mark) || (mark[0] == '<' && absl::StrContains(first_bytes, mark)))
      return sentence;
  }
  return "";
}

bool IsOf(const SceneFileFormat& format, absl::string_view extension) {
  return std::count(format.extensions.begin(), format.extensions.end(), extension) > 0;
}

// Returns null if the format is not known.
const SceneFileFormat* FormatOf(absl::string_view extension, absl::string_view first_bytes) {
  const bool is_known = IsSceneExtension(extension);
  const SceneFileFormat* named = nullptr;
  for (const SceneFileFormat& format : SceneFileFormats()) {
    const bool is_named = IsOf(format, extension);
    const bool may_be = is_named ? format.recognises == nullptr || format.recognises(first_bytes)
                                 : !is_known && format.recognises != nullptr && format.recognises(first_bytes);
    if (may_be) return &format;
    if (is_named) named = &format;
  }
  return named;
}

}  // namespace

const std::vector<SceneFileFormat>& SceneFileFormats() {
  static const auto* formats = new std::vector<SceneFileFormat>{
      {{".textproto", ".txtpb"}, nullptr, &OpenText},
      {{".pb"}, &IsCommonRoadProtobuf, &OpenCommonRoad},
      {{".pb"}, nullptr, &OpenBinary},
      {{".pbs"}, nullptr, &OpenStream},
      {{".xml"}, nullptr, &OpenCommonRoad},
      {{".tfrecord"}, &IsTfRecord, &OpenWaymoScenarios},
      {{".osi"}, nullptr, &OpenOsi},
      {{".mcap"}, &IsMcap, &OpenOsiMcap},
      {{".osm"}, nullptr, &OpenLanelet2},
      {{".csv"}, &IsInteractionTracks, &OpenInteractionTracks},
  };
  return *formats;
}

std::string SceneExtensionOf(const std::string& path) {
  std::string extension = absl::AsciiStrToLower(std::filesystem::path(path).extension().string());
  constexpr size_t kShardBytes = 15;  // "-00003-of-00150"
  if (extension.size() <= kShardBytes) return extension;
  std::string shard = extension.substr(extension.size() - kShardBytes);
  std::replace_if(shard.begin(), shard.end(), absl::ascii_isdigit, '0');
  if (shard == "-00000-of-00000") extension.resize(extension.size() - kShardBytes);
  return extension;
}

bool IsSceneExtension(absl::string_view extension) {
  const std::vector<SceneFileFormat>& formats = SceneFileFormats();
  return std::any_of(formats.begin(), formats.end(),
                     [&](const SceneFileFormat& format) { return IsOf(format, extension); });
}

std::string SceneExtensions() {
  std::vector<absl::string_view> names;
  for (const SceneFileFormat& format : SceneFileFormats()) {
    for (const absl::string_view name : format.extensions) {
      if (std::count(names.begin(), names.end(), name) == 0) names.push_back(name);
    }
  }
  return absl::StrCat(absl::StrJoin(absl::MakeSpan(names).first(names.size() - 1), ", "), " and ", names.back());
}

bool IsLeftOutOfFolder(const std::string& file, const std::vector<std::string>& files) {
  const std::filesystem::path path(file);
  const std::string stem = path.stem().string();
  const auto begins_as = [](const std::string& name, bool (*recognises)(absl::string_view)) {
    absl::StatusOr<std::unique_ptr<std::istream>> opened = OpenForReading(name);
    return opened.ok() && recognises(FirstBytes(*opened, kFirstBytes));
  };
  if (SceneExtensionOf(file) == ".csv" && !begins_as(file, &IsInteractionTracks)) return true;
  constexpr absl::string_view kPedestrians = "pedestrian_tracks";
  if (absl::StartsWith(stem, kPedestrians) && path.extension() == ".csv") {
    const std::string vehicles = absl::StrCat("vehicle_tracks", stem.substr(kPedestrians.size()), ".csv");
    return std::count(files.begin(), files.end(), (path.parent_path() / vehicles).string()) > 0;
  }
  const auto is_part = [&](const std::string& part) { return begins_as(part, &IsCommonRoadPart); };
  return path.extension() == ".pb" && is_part(file) &&
         std::any_of(files.begin(), files.end(), [&](const std::string& other) {
           const std::string other_stem = std::filesystem::path(other).stem().string();
           return (other_stem == stem + "-SC" || absl::StartsWith(other_stem, stem + "_")) && is_part(other);
         });
}

OpenedSource OpenSceneFile(const std::string& path, const SceneInputOptions& options) {
  std::string extension = SceneExtensionOf(path);
  if (!IsSceneExtension(extension) && !options.default_extension.empty()) extension = options.default_extension;
  // Opened first: a missing file is reported as missing, whatever its extension.
  absl::StatusOr<std::unique_ptr<std::istream>> file = OpenForReading(path);
  const bool is_nameless = path == "-" && extension.empty();
  if (!file.ok() && !is_nameless) return file.status();
  const std::string first_bytes = file.ok() ? FirstBytes(*file, kFirstBytes) : "";
  const SceneFileFormat* format = FormatOf(extension, first_bytes);
  const bool is_recognised = format != nullptr && format->recognises != nullptr && format->recognises(first_bytes);
  if (const absl::string_view other = OtherFile(extension, first_bytes); !other.empty() && !is_recognised) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": ", other));
  }
  if (format != nullptr) return format->open(*std::move(file), path, options);
  if (is_nameless) {
    return absl::InvalidArgumentError("-: the format of standard input is not known; --format names it");
  }
  return absl::InvalidArgumentError(
      absl::StrCat(path, ": unknown extension \"", extension, "\"; known are ", SceneExtensions()));
}

absl::StatusOr<ImportedScene> ImportWaymoScenario(absl::string_view record) {
  waymo::Scenario scenario;
  return waymo::ImportScenario(record, scenario);
}

}  // namespace collision2d::planner
