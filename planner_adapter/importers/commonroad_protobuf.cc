#include "planner_adapter/importers/commonroad_protobuf.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/wire_format_lite.h"

namespace collision2d::planner {
namespace {

using google::protobuf::internal::WireFormatLite;

// The messages that are read.
enum Message {
  kRoot,
  kInformation,
  kLanelet,
  kBound,
  kStopLine,
  kPoint,
  kTrafficSign,
  kSignElement,
  kTrafficLight,
  kCycleElement,
  kStaticObstacle,
  kDynamicObstacle,
  kEnvironmentObstacle,
  kPhantomObstacle,
  kTrajectoryPrediction,
  kTrajectory,
  kSetBasedPrediction,
  kOccupancySet,
  kOccupancy,
  kShape,
  kShapeGroup,
  kRectangle,
  kCircle,
  kPolygon,
  kState,
  kQuantity,
  kSteps,
  kStepInterval,
  kInterval,
  kPlanningProblem,
  kGoal,
  kMessages,
  kNone,
};

enum Kind { kNumber, kSigned, kDouble, kWord, kText, kInside, kPassedOver };

// How often a field occurs; kAppended: once, but its element stands beside others of its name.
enum Count { kOnce, kNeeded, kAny, kAppended };

// One field, and where its value goes: "@id" is an attribute of the message's element, "time" an
// element in it, "position/point" one deeper, "successor@ref" an attribute of a new element, "" the
// message's element itself.
struct Field {
  Message message;
  int number;
  const char* name;
  Count count;
  Kind kind;
  const char* place;
  Message inside = kNone;       // For kInside.
  const char* words = nullptr;  // For kWord: the texts of the values from 0.
};

constexpr char kTypes[] =
    "unknown car truck bus bicycle pedestrian priorityVehicle parkedVehicle constructionZone train roadBoundary "
    "motorcycle taxi building pillar medianStrip vehicle";
constexpr char kLaneletTypes[] =
    "urban country highway driveWay mainCarriageWay accessRamp exitRamp shoulder busLane busStop bicycleLane sidewalk "
    "crosswalk interstate intersection border parking restricted restrictedArea unknown";

// By message, in the enumeration's order.
constexpr Field kFields[] = {
    {kRoot, 1, "information", kNeeded, kInside, "", kInformation},
    {kRoot, 2, "scenario_tags", kOnce, kPassedOver, ""},
    {kRoot, 3, "location", kOnce, kPassedOver, ""},
    {kRoot, 4, "lanelets", kAny, kInside, "lanelet", kLanelet},
    {kRoot, 5, "traffic_signs", kAny, kInside, "trafficSign", kTrafficSign},
    {kRoot, 6, "traffic_lights", kAny, kInside, "trafficLight", kTrafficLight},
    {kRoot, 7, "intersections", kAny, kText, "intersection"},
    {kRoot, 8, "static_obstacles", kAny, kInside, "staticObstacle", kStaticObstacle},
    {kRoot, 9, "dynamic_obstacles", kAny, kInside, "dynamicObstacle", kDynamicObstacle},
    {kRoot, 10, "environment_obstacles", kAny, kInside, "environmentObstacle", kEnvironmentObstacle},
    {kRoot, 11, "phantom_obstacles", kAny, kInside, "phantomObstacle", kPhantomObstacle},
    {kRoot, 12, "planning_problems", kAny, kInside, "planningProblem", kPlanningProblem},
    {kInformation, 1, "common_road_version", kNeeded, kText, "@commonRoadVersion"},
    {kInformation, 2, "benchmark_id", kNeeded, kText, "@benchmarkID"},
    {kInformation, 3, "date", kOnce, kPassedOver, ""},
    {kInformation, 4, "author", kOnce, kPassedOver, ""},
    {kInformation, 5, "affiliation", kOnce, kPassedOver, ""},
    {kInformation, 6, "source", kOnce, kPassedOver, ""},
    {kInformation, 7, "time_step_size", kNeeded, kDouble, "@timeStepSize"},
    {kLanelet, 1, "lanelet_id", kNeeded, kNumber, "@id"},
    {kLanelet, 2, "left_bound", kNeeded, kInside, "leftBound", kBound},
    {kLanelet, 3, "right_bound", kNeeded, kInside, "rightBound", kBound},
    {kLanelet, 4, "predecessors", kAny, kNumber, "predecessor@ref"},
    {kLanelet, 5, "successors", kAny, kNumber, "successor@ref"},
    {kLanelet, 6, "adjacent_left", kOnce, kNumber, "adjacentLeft@ref"},
    {kLanelet, 7, "adjacent_right", kOnce, kNumber, "adjacentRight@ref"},
    {kLanelet, 8, "adjacent_left_dir", kOnce, kWord, "adjacentLeft@drivingDir", kNone, "same opposite"},
    {kLanelet, 9, "adjacent_right_dir", kOnce, kWord, "adjacentRight@drivingDir", kNone, "same opposite"},
    {kLanelet, 10, "stop_line", kOnce, kInside, "stopLine", kStopLine},
    {kLanelet, 11, "lanelet_types", kAny, kWord, "laneletType", kNone, kLaneletTypes},
    {kLanelet, 12, "user_one_way", kAny, kNumber, "userOneWay"},
    {kLanelet, 13, "user_bidirectional", kAny, kNumber, "userBidirectional"},
    {kLanelet, 14, "traffic_sign_refs", kAny, kNumber, "trafficSignRef@ref"},
    {kLanelet, 15, "traffic_light_refs", kAny, kNumber, "trafficLightRef@ref"},
    {kBound, 1, "points", kAny, kInside, "point", kPoint},
    {kBound, 2, "line_marking", kOnce, kNumber, "lineMarking"},
    {kStopLine, 1, "points", kAny, kInside, "point", kPoint},
    {kStopLine, 2, "line_marking", kOnce, kPassedOver, ""},
    {kStopLine, 3, "traffic_sign_refs", kAny, kPassedOver, ""},
    {kStopLine, 4, "traffic_light_refs", kAny, kPassedOver, ""},
    {kPoint, 1, "x", kNeeded, kDouble, "x"},
    {kPoint, 2, "y", kNeeded, kDouble, "y"},
    {kPoint, 3, "z", kOnce, kDouble, "z"},
    {kTrafficSign, 1, "traffic_sign_id", kNeeded, kNumber, "@id"},
    {kTrafficSign, 2, "traffic_sign_elements", kAny, kInside, "trafficSignElement", kSignElement},
    {kTrafficSign, 3, "position", kOnce, kInside, "position/point", kPoint},
    {kTrafficSign, 4, "virtual", kOnce, kPassedOver, ""},
    {kSignElement, 1, "traffic_sign_element_id", kOnce, kNumber, "trafficSignID"},
    {kSignElement, 2, "additional_values", kAny, kText, "additionalValue"},
    {kTrafficLight, 1, "traffic_light_id", kNeeded, kNumber, "@id"},
    {kTrafficLight, 2, "cycle_elements", kAny, kInside, "cycle/cycleElement", kCycleElement},
    {kTrafficLight, 3, "position", kOnce, kInside, "position/point", kPoint},
    {kTrafficLight, 4, "time_offset", kOnce, kNumber, "cycle/timeOffset"},
    {kTrafficLight, 5, "direction", kOnce, kPassedOver, ""},
    {kTrafficLight, 6, "active", kOnce, kPassedOver, ""},
    {kCycleElement, 1, "duration", kOnce, kNumber, "duration"},
    {kCycleElement, 2, "color", kOnce, kWord, "color", kNone, "red redYellow green yellow inactive"},
    {kStaticObstacle, 1, "static_obstacle_id", kNeeded, kNumber, "@id"},
    {kStaticObstacle, 2, "obstacle_type", kNeeded, kWord, "type", kNone, kTypes},
    {kStaticObstacle, 3, "shape", kNeeded, kInside, "shape", kShape},
    {kStaticObstacle, 4, "initial_state", kNeeded, kInside, "initialState", kState},
    {kStaticObstacle, 5, "initial_signal_state", kOnce, kText, "initialSignalState"},
    {kStaticObstacle, 6, "signal_series", kAny, kText, "signalSeries"},
    {kDynamicObstacle, 1, "dynamic_obstacle_id", kNeeded, kNumber, "@id"},
    {kDynamicObstacle, 2, "obstacle_type", kNeeded, kWord, "type", kNone, kTypes},
    {kDynamicObstacle, 3, "shape", kNeeded, kInside, "shape", kShape},
    {kDynamicObstacle, 4, "initial_state", kNeeded, kInside, "initialState", kState},
    {kDynamicObstacle, 5, "trajectory_prediction", kOnce, kInside, "", kTrajectoryPrediction},
    {kDynamicObstacle, 6, "set_based_prediction", kOnce, kInside, "", kSetBasedPrediction},
    {kDynamicObstacle, 7, "initial_signal_state", kOnce, kText, "initialSignalState"},
    {kDynamicObstacle, 8, "signal_series", kAny, kText, "signalSeries"},
    {kEnvironmentObstacle, 1, "environment_obstacle_id", kNeeded, kNumber, "@id"},
    {kEnvironmentObstacle, 2, "obstacle_type", kNeeded, kWord, "type", kNone, kTypes},
    {kEnvironmentObstacle, 3, "obstacle_shape", kNeeded, kInside, "shape", kShape},
    {kPhantomObstacle, 1, "obstacle_id", kNeeded, kNumber, "@id"},
    {kPhantomObstacle, 2, "prediction", kOnce, kInside, "", kSetBasedPrediction},
    {kTrajectoryPrediction, 1, "trajectory", kNeeded, kInside, "trajectory", kTrajectory},
    {kTrajectoryPrediction, 2, "shape", kOnce, kPassedOver, ""},
    {kTrajectory, 1, "initial_time_step", kNeeded, kPassedOver, ""},
    {kTrajectory, 2, "states", kAny, kInside, "state", kState},
    {kSetBasedPrediction, 1, "initial_time_step", kNeeded, kPassedOver, ""},
    {kSetBasedPrediction, 2, "occupancy_set", kNeeded, kInside, "occupancySet", kOccupancySet},
    {kOccupancySet, 1, "occupancies", kAny, kInside, "occupancy", kOccupancy},
    {kOccupancy, 1, "time_step", kNeeded, kInside, "time", kSteps},
    {kOccupancy, 2, "shape", kNeeded, kInside, "shape", kShape},
    {kShape, 1, "rectangle", kAppended, kInside, "rectangle", kRectangle},
    {kShape, 2, "circle", kAppended, kInside, "circle", kCircle},
    {kShape, 3, "polygon", kAppended, kInside, "polygon", kPolygon},
    {kShape, 4, "shape_group", kOnce, kInside, "", kShapeGroup},
    {kShapeGroup, 1, "shapes", kAny, kInside, "", kShape},
    {kRectangle, 1, "length", kNeeded, kDouble, "length"},
    {kRectangle, 2, "width", kNeeded, kDouble, "width"},
    {kRectangle, 3, "center", kOnce, kInside, "center", kPoint},
    {kRectangle, 4, "orientation", kOnce, kDouble, "orientation"},
    {kCircle, 1, "radius", kNeeded, kDouble, "radius"},
    {kCircle, 2, "center", kOnce, kInside, "center", kPoint},
    {kPolygon, 1, "vertices", kAny, kInside, "point", kPoint},
    {kState, 1, "point", kOnce, kInside, "position/point", kPoint},
    {kState, 2, "shape", kOnce, kInside, "position", kShape},
    {kState, 3, "orientation", kOnce, kInside, "orientation", kQuantity},
    {kState, 4, "velocity", kOnce, kInside, "velocity", kQuantity},
    {kState, 5, "steering_angle", kOnce, kText, "steeringAngle"},
    {kState, 6, "steering_angle_speed", kOnce, kText, "steeringAngleSpeed"},
    {kState, 7, "yaw_rate", kOnce, kText, "yawRate"},
    {kState, 8, "slip_angle", kOnce, kText, "slipAngle"},
    {kState, 13, "velocity_y", kOnce, kInside, "velocityY", kQuantity},
    {kState, 34, "acceleration", kOnce, kInside, "acceleration", kQuantity},
    {kState, 39, "time_step", kNeeded, kInside, "time", kSteps},
    {kQuantity, 1, "exact", kOnce, kDouble, "exact"},
    {kQuantity, 2, "interval", kOnce, kInside, "", kInterval},
    {kSteps, 1, "exact", kOnce, kSigned, "exact"},
    {kSteps, 2, "interval", kOnce, kInside, "", kStepInterval},
    {kStepInterval, 1, "start", kNeeded, kSigned, "intervalStart"},
    {kStepInterval, 2, "end", kNeeded, kSigned, "intervalEnd"},
    {kInterval, 1, "start", kNeeded, kDouble, "intervalStart"},
    {kInterval, 2, "end", kNeeded, kDouble, "intervalEnd"},
    {kPlanningProblem, 1, "planning_problem_id", kNeeded, kNumber, "@id"},
    {kPlanningProblem, 2, "initial_state", kNeeded, kInside, "initialState", kState},
    {kPlanningProblem, 3, "goal_states", kAny, kInside, "goalState", kGoal},
    {kGoal, 1, "state", kNeeded, kInside, "", kState},
    {kGoal, 2, "goal_position_lanelets", kAny, kNumber, "position/lanelet@ref"},
};

// Where the fields of each message begin; of kMessages: their end.
const Field* FieldsOf(int message) {
  return std::lower_bound(std::begin(kFields), std::end(kFields), message,
                          [](const Field& field, int wanted) { return field.message < wanted; });
}

// A field on the wire. Numbers are in `number`, the rest in `bytes`.
struct WireField {
  int number = 0;
  WireFormatLite::WireType type = WireFormatLite::WIRETYPE_VARINT;
  uint64_t value = 0;
  absl::string_view bytes;
};

// Reads the fields of one message.
class WireReader {
 public:
  explicit WireReader(absl::string_view bytes)
      : bytes_(bytes), in_(reinterpret_cast<const uint8_t*>(bytes.data()), static_cast<int>(bytes.size())) {}

  int position() const { return in_.CurrentPosition(); }
  bool at_end() const { return position() == static_cast<int>(bytes_.size()); }

  // Returns false if the bytes are not a field.
  bool Next(WireField& field) {
    const uint32_t tag = in_.ReadTag();
    field.number = WireFormatLite::GetTagFieldNumber(tag);
    field.type = WireFormatLite::GetTagWireType(tag);
    if (field.number == 0) return false;
    if (field.type == WireFormatLite::WIRETYPE_VARINT) return in_.ReadVarint64(&field.value);
    if (field.type == WireFormatLite::WIRETYPE_FIXED64) return in_.ReadLittleEndian64(&field.value);
    if (field.type == WireFormatLite::WIRETYPE_FIXED32) return in_.Skip(4);
    uint32_t size = 0;
    if (field.type != WireFormatLite::WIRETYPE_LENGTH_DELIMITED || !in_.ReadVarint32(&size)) return false;
    const size_t begin = static_cast<size_t>(position());
    if (size > bytes_.size() - begin) return false;
    field.bytes = bytes_.substr(begin, size);
    return in_.Skip(static_cast<int>(size));
  }

  // Returns the next number of a packed field.
  bool NextPacked(uint64_t& value) { return in_.ReadVarint64(&value); }

 private:
  absl::string_view bytes_;
  google::protobuf::io::CodedInputStream in_;
};

// States before August 2022 have their time step where later ones have an acceleration along y.
bool IsOldState(absl::string_view bytes) {
  WireReader reader(bytes);
  WireField field;
  bool has_35 = false;
  while (!reader.at_end() && reader.Next(field)) {
    if (field.number == 39) return false;
    has_35 = has_35 || field.number == 35;
  }
  return has_35;
}

// Returns the number that a field of such a state has later.
int LaterNumber(int number) {
  switch (number) {
    case 32:  // The acceleration.
    case 33:
    case 34:
      return number + 2;
    case 35:
      return 39;
    default:
      return number;
  }
}

class Transcriber {
 public:
  explicit Transcriber(absl::string_view bytes) : bytes_(bytes) {}

  absl::Status Read(Message message, absl::string_view bytes, pugi::xml_node element) {
    if (path_.size() > kDeepest) return Error(absl::StrCat("messages are nested more than ", kDeepest, " deep"));
    const bool is_old_state = message == kState && IsOldState(bytes);
    const Field* const begin = FieldsOf(message);
    const Field* const end = FieldsOf(message + 1);
    std::vector<int> counts(static_cast<size_t>(end - begin));
    WireReader reader(bytes);
    while (!reader.at_end()) {
      WireField wire;
      if (!reader.Next(wire)) {
        return Error(absl::StrCat("byte ", bytes.data() - bytes_.data() + reader.position(), " is not protobuf"));
      }
      if (is_old_state) wire.number = LaterNumber(wire.number);
      const Field* const field = std::find_if(begin, end, [&](const Field& f) { return f.number == wire.number; });
      if (field == end || !IsTypeOf(*field, wire.type)) {
        ++unknown_[{path_.empty() ? "CommonRoad" : path_.back().first->name, wire.number}];
        continue;
      }
      int& count = counts[static_cast<size_t>(field - begin)];
      path_.emplace_back(field, count++);
      if (count > 1 && field->count != kAny) return Error("occurs twice");
      if (absl::Status status = ReadField(*field, wire, element); !status.ok()) return status;
      path_.pop_back();
    }
    for (const Field* field = begin; field != end; ++field) {
      if (field->count != kNeeded || counts[static_cast<size_t>(field - begin)] > 0) continue;
      return Error(absl::StrCat("the required field ", field->name, " (", field->number, ") is missing"));
    }
    return absl::OkStatus();
  }

  // Appends a note about the fields that are not known.
  void AddNotes(std::vector<std::string>& notes) const {
    if (unknown_.empty()) return;
    constexpr int kListed = 20;
    std::string note = "Fields of the protobuf file that are not known, ignored:";
    int listed = 0;
    int64_t others = 0;
    for (const auto& [field, count] : unknown_) {
      if (listed++ < kListed) {
        absl::StrAppend(&note, listed == 1 ? " " : ", ", field.first, ".", field.second, " (", count, ")");
      } else {
        others += count;
      }
    }
    if (others > 0) absl::StrAppend(&note, " and ", others, " more");
    notes.push_back(note + ".");
  }

 private:
  static constexpr size_t kDeepest = 60;

  static bool IsNumber(Kind kind) { return kind == kNumber || kind == kSigned || kind == kWord; }

  static bool IsTypeOf(const Field& field, WireFormatLite::WireType type) {
    if (field.kind == kPassedOver) return true;
    if (field.kind == kDouble) return type == WireFormatLite::WIRETYPE_FIXED64;
    if (!IsNumber(field.kind)) return type == WireFormatLite::WIRETYPE_LENGTH_DELIMITED;
    return type == WireFormatLite::WIRETYPE_VARINT ||
           (type == WireFormatLite::WIRETYPE_LENGTH_DELIMITED && field.count == kAny);
  }

  absl::Status ReadField(const Field& field, const WireField& wire, pugi::xml_node element) {
    if (field.kind == kPassedOver) return absl::OkStatus();
    if (field.kind == kInside) return Read(field.inside, wire.bytes, Place(field, element).first);
    if (IsNumber(field.kind) && wire.type == WireFormatLite::WIRETYPE_LENGTH_DELIMITED) {
      WireReader packed(wire.bytes);
      while (!packed.at_end()) {
        uint64_t value = 0;
        if (!packed.NextPacked(value)) return Error("is not a packed list of numbers");
        Set(field, NumberText(field, value), element);
      }
      return absl::OkStatus();
    }
    if (field.kind != kText) {
      Set(field, NumberText(field, wire.value), element);
      return absl::OkStatus();
    }
    // What only is counted may be a message; attributes and values of signs are text.
    const bool is_text = field.place[0] == '@' || field.message == kSignElement;
    if (is_text && absl::StrContains(wire.bytes, '\0')) return Error("the text has a zero byte");
    Set(field, is_text ? std::string(wire.bytes) : "", element);
    return absl::OkStatus();
  }

  static std::string NumberText(const Field& field, uint64_t value) {
    if (field.kind == kDouble) {
      double number;
      std::memcpy(&number, &value, sizeof(number));
      return absl::StrFormat("%.17g", number);
    }
    if (field.kind == kSigned) return absl::StrCat(static_cast<int64_t>(value));
    if (field.kind == kWord) {
      const std::vector<absl::string_view> words = absl::StrSplit(field.words, ' ');
      if (value < words.size()) return std::string(words[value]);
    }
    return absl::StrCat(value);
  }

  // Returns the element and the name of the attribute, if any, that a field goes to.
  static std::pair<pugi::xml_node, std::string> Place(const Field& field, pugi::xml_node element) {
    const std::vector<std::string> parts = absl::StrSplit(field.place, '@');
    if (!parts[0].empty()) {
      const std::vector<std::string> names = absl::StrSplit(parts[0], '/');
      for (const std::string& name : names) {
        const bool is_new = &name == &names.back() && (field.count == kAny || field.count == kAppended);
        const pugi::xml_node child = is_new ? pugi::xml_node() : element.child(name.c_str());
        element = child ? child : element.append_child(name.c_str());
      }
    }
    return {element, parts.size() > 1 ? parts[1] : ""};
  }

  static void Set(const Field& field, const std::string& text, pugi::xml_node element) {
    auto [place, attribute] = Place(field, element);
    if (attribute.empty()) {
      place.text().set(text.c_str());
    } else {
      place.append_attribute(attribute.c_str()).set_value(text.c_str());
    }
  }

  absl::Status Error(absl::string_view message) const {
    std::string path;
    for (const auto& [field, index] : path_) {
      absl::StrAppend(&path, path.empty() ? "" : ".", field->name);
      if (field->count == kAny) absl::StrAppend(&path, "[", index, "]");
    }
    return absl::InvalidArgumentError(absl::StrCat(path.empty() ? "CommonRoad" : path, ": ", message));
  }

  absl::string_view bytes_;
  std::vector<std::pair<const Field*, int>> path_;
  // By the field that the message is, and the number in it.
  std::map<std::pair<absl::string_view, int>, int64_t> unknown_;
};

}  // namespace

bool IsCommonRoadProtobuf(absl::string_view first_bytes) {
  if (first_bytes.size() < 4 || first_bytes[0] != '\x0a') return false;
  // The length has one byte or two, since it covers some names.
  const size_t begin = (first_bytes[1] & '\x80') == 0 ? 2 : 3;
  const absl::string_view inside = first_bytes.substr(begin);
  return absl::StartsWith(inside,
                          "\x0a\x05"
                          "2020a") ||
         absl::StartsWith(inside,
                          "\x0a\x05"
                          "2018b");
}

absl::Status ReadCommonRoadProtobuf(absl::string_view bytes, pugi::xml_document& document,
                                    std::vector<std::string>& notes) {
  if (bytes.size() > static_cast<size_t>(std::numeric_limits<int>::max())) {
    return absl::InvalidArgumentError(absl::StrCat("CommonRoad: ", bytes.size(), " bytes are too many for protobuf"));
  }
  Transcriber transcriber(bytes);
  const pugi::xml_node root = document.append_child("commonRoad");
  if (absl::Status status = transcriber.Read(kRoot, bytes, root); !status.ok()) return status;
  // Goals at lanelets have the lanelets' polygons too.
  for (const pugi::xml_node problem : root.children("planningProblem")) {
    for (const pugi::xml_node goal : problem.children("goalState")) {
      pugi::xml_node position = goal.child("position");
      if (!position.child("lanelet")) continue;
      for (const char* name : {"rectangle", "circle", "polygon"}) {
        while (position.remove_child(name)) continue;
      }
    }
  }
  transcriber.AddNotes(notes);
  return absl::OkStatus();
}

}  // namespace collision2d::planner
