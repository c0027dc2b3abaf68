// Scenarios as protobuf, read as the XML document that they stand for.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/wire_format_lite.h"
#include "planner_adapter/importers/commonroad_document.h"
#include "planner_adapter/importers/import_counts.h"

namespace collision2d::planner {
namespace {

using google::protobuf::internal::WireFormatLite;

// The fields of a message, as "NUMBER NAME KIND PLACE". NAME ends in '!' if the field is required,
// in '*' if it is repeated, in '+' if it occurs once and its element stands beside others of its
// name. KIND is uint, int, double, text, the name of a list of words or of a message, `count` (only
// the occurrences are of interest), or `skip`. PLACE is where the value goes: "@id" is an attribute
// of the message's element, "time" an element in it, "position/point" one deeper, "successor@ref"
// an attribute of a new element, "." the message's element itself.
struct NamedText {
  const char* name;
  const char* text;
};
constexpr NamedText kMessages[] = {
    {"CommonRoad",
     "1 information! Information .,2 scenario_tags skip,3 location skip,4 lanelets* Lanelet lanelet,"
     "5 traffic_signs* TrafficSign trafficSign,6 traffic_lights* TrafficLight trafficLight,"
     "7 intersections* count intersection,8 static_obstacles* StaticObstacle staticObstacle,"
     "9 dynamic_obstacles* DynamicObstacle dynamicObstacle,"
     "10 environment_obstacles* EnvironmentObstacle environmentObstacle,"
     "11 phantom_obstacles* PhantomObstacle phantomObstacle,12 planning_problems* PlanningProblem planningProblem"},
    {"Information",
     "1 common_road_version! text @commonRoadVersion,2 benchmark_id! text @benchmarkID,3 date skip,4 author skip,"
     "5 affiliation skip,6 source skip,7 time_step_size! double @timeStepSize"},
    {"Lanelet",
     "1 lanelet_id! uint @id,2 left_bound! Bound leftBound,3 right_bound! Bound rightBound,"
     "4 predecessors* uint predecessor@ref,5 successors* uint successor@ref,6 adjacent_left uint adjacentLeft@ref,"
     "7 adjacent_right uint adjacentRight@ref,8 adjacent_left_dir directions adjacentLeft@drivingDir,"
     "9 adjacent_right_dir directions adjacentRight@drivingDir,10 stop_line StopLine stopLine,"
     "11 lanelet_types* lanelets laneletType,12 user_one_way* uint userOneWay,"
     "13 user_bidirectional* uint userBidirectional,14 traffic_sign_refs* uint trafficSignRef@ref,"
     "15 traffic_light_refs* uint trafficLightRef@ref"},
    {"Bound", "1 points* Point point,2 line_marking uint lineMarking"},
    {"StopLine", "1 points* Point point,2 line_marking skip,3 traffic_sign_refs* skip,4 traffic_light_refs* skip"},
    {"Point", "1 x! double x,2 y! double y,3 z double z"},
    {"TrafficSign",
     "1 traffic_sign_id! uint @id,2 traffic_sign_elements* SignElement trafficSignElement,"
     "3 position Point position/point,4 virtual skip"},
    {"SignElement", "1 traffic_sign_element_id uint trafficSignID,2 additional_values* text additionalValue"},
    {"TrafficLight",
     "1 traffic_light_id! uint @id,2 cycle_elements* CycleElement cycle/cycleElement,"
     "3 position Point position/point,4 time_offset uint cycle/timeOffset,5 direction skip,6 active skip"},
    {"CycleElement", "1 duration uint duration,2 color colors color"},
    {"StaticObstacle",
     "1 static_obstacle_id! uint @id,2 obstacle_type! obstacles type,3 shape! Shape shape,"
     "4 initial_state! State initialState,5 initial_signal_state count initialSignalState,"
     "6 signal_series* count signalSeries"},
    {"DynamicObstacle",
     "1 dynamic_obstacle_id! uint @id,2 obstacle_type! obstacles type,3 shape! Shape shape,"
     "4 initial_state! State initialState,5 trajectory_prediction TrajectoryPrediction .,"
     "6 set_based_prediction SetBasedPrediction .,7 initial_signal_state count initialSignalState,"
     "8 signal_series* count signalSeries"},
    {"EnvironmentObstacle",
     "1 environment_obstacle_id! uint @id,2 obstacle_type! obstacles type,3 obstacle_shape! Shape shape"},
    {"PhantomObstacle", "1 obstacle_id! uint @id,2 prediction SetBasedPrediction ."},
    {"TrajectoryPrediction", "1 trajectory! Trajectory trajectory,2 shape skip"},
    {"Trajectory", "1 initial_time_step! skip,2 states* State state"},
    {"SetBasedPrediction", "1 initial_time_step! skip,2 occupancy_set! OccupancySet occupancySet"},
    {"OccupancySet", "1 occupancies* Occupancy occupancy"},
    {"Occupancy", "1 time_step! Steps time,2 shape! Shape shape"},
    {"Shape",
     "1 rectangle+ Rectangle rectangle,2 circle+ Circle circle,3 polygon+ Polygon polygon,4 shape_group ShapeGroup ."},
    {"ShapeGroup", "1 shapes* Shape ."},
    {"Rectangle",
     "1 length! double length,2 width! double width,3 center Point center,4 orientation double orientation"},
    {"Circle", "1 radius! double radius,2 center Point center"},
    {"Polygon", "1 vertices* Point point"},
    {"State",
     "1 point Point position/point,2 shape Shape position,3 orientation Quantity orientation,"
     "4 velocity Quantity velocity,5 steering_angle count steeringAngle,"
     "6 steering_angle_speed count steeringAngleSpeed,7 yaw_rate count yawRate,8 slip_angle count slipAngle,"
     "13 velocity_y Quantity velocityY,34 acceleration Quantity acceleration,39 time_step! Steps time"},
    {"Quantity", "1 exact double exact,2 interval Interval ."},
    {"Interval", "1 start! double intervalStart,2 end! double intervalEnd"},
    {"Steps", "1 exact int exact,2 interval StepInterval ."},
    {"StepInterval", "1 start! int intervalStart,2 end! int intervalEnd"},
    {"PlanningProblem",
     "1 planning_problem_id! uint @id,2 initial_state! State initialState,3 goal_states* Goal goalState"},
    {"Goal", "1 state! State .,2 goal_position_lanelets* uint position/lanelet@ref"},
};

// The XML format's words for the values of enumerations, from 0.
constexpr NamedText kWords[] = {
    {"directions", "same opposite"},
    {"colors", "red redYellow green yellow inactive"},
    {"lanelets",
     "urban country highway driveWay mainCarriageWay accessRamp exitRamp shoulder busLane busStop bicycleLane sidewalk "
     "crosswalk interstate intersection border parking restricted restrictedArea unknown"},
    {"obstacles",
     "unknown car truck bus bicycle pedestrian priorityVehicle parkedVehicle constructionZone train roadBoundary "
     "motorcycle taxi building pillar medianStrip vehicle"},
};

enum class Kind { kUint, kInt, kWord, kDouble, kText, kCount, kMessage, kSkip };

struct Message;

struct Field {
  int number = 0;
  std::string name;
  char count = ' ';  // One of "!*+", or none.
  Kind kind = Kind::kSkip;
  const Message* message = nullptr;
  std::vector<std::string> words;
  std::vector<std::string> elements;  // Of the place.
  std::string attribute;
};

struct Message {
  std::string name;
  std::vector<Field> fields;
};

Field ParseField(absl::string_view text, const std::vector<Message>& messages) {
  const std::vector<std::string> parts = absl::StrSplit(text, ' ');
  Field field;
  field.number = std::stoi(parts[0]);
  field.name = parts[1];
  if (!absl::ascii_isalnum(static_cast<unsigned char>(field.name.back()))) {
    field.count = field.name.back();
    field.name.pop_back();
  }
  constexpr absl::string_view kKinds[] = {"uint", "int", "", "double", "text", "count", "", "skip"};
  const auto* const kind = std::find(std::begin(kKinds), std::end(kKinds), parts[2]);
  if (kind != std::end(kKinds)) field.kind = static_cast<Kind>(kind - std::begin(kKinds));
  for (const Message& message : messages) {
    if (message.name != parts[2]) continue;
    field.kind = Kind::kMessage;
    field.message = &message;
  }
  for (const NamedText& words : kWords) {
    if (words.name != parts[2]) continue;
    field.kind = Kind::kWord;
    field.words = absl::StrSplit(words.text, ' ');
  }
  if (parts.size() == 4 && parts[3] != ".") {
    const std::pair<std::string, std::string> place = absl::StrSplit(parts[3], absl::MaxSplits('@', 1));
    field.elements = absl::StrSplit(place.first, '/', absl::SkipEmpty());
    field.attribute = place.second;
  }
  return field;
}

// The first one is the root.
const std::vector<Message>& Messages() {
  static const auto* const messages = [] {
    auto* const made = new std::vector<Message>();
    for (const NamedText& message : kMessages) made->push_back({message.name, {}});
    for (size_t i = 0; i < made->size(); ++i) {
      for (const absl::string_view field : absl::StrSplit(kMessages[i].text, ',')) {
        (*made)[i].fields.push_back(ParseField(field, *made));
      }
    }
    return made;
  }();
  return *messages;
}

// A field on the wire. Numbers are in `number`, the rest in `bytes`.
struct WireField {
  int number = 0;
  WireFormatLite::WireType type = WireFormatLite::WIRETYPE_VARINT;
  uint64_t value = 0;
  absl::string_view bytes;
};

// Reads the fields of one message.
class FieldReader {
 public:
  explicit FieldReader(absl::string_view bytes)
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
  FieldReader reader(bytes);
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
  if (number == 35) return 39;
  return number >= 32 && number <= 34 ? number + 2 : number;  // Accelerations and jerk.
}

class Transcriber {
 public:
  explicit Transcriber(absl::string_view bytes) : bytes_(bytes) {}

  absl::Status Read(const Message& message, absl::string_view bytes, pugi::xml_node element) {
    if (path_.size() > kDeepest) return Error(absl::StrCat("messages are nested more than ", kDeepest, " deep"));
    const bool is_old_state = message.name == "State" && IsOldState(bytes);
    std::vector<int> counts(message.fields.size());
    FieldReader reader(bytes);
    while (!reader.at_end()) {
      WireField wire;
      if (!reader.Next(wire)) {
        return Error(absl::StrCat("byte ", bytes.data() - bytes_.data() + reader.position(), " is not protobuf"));
      }
      if (is_old_state) wire.number = LaterNumber(wire.number);
      size_t i = 0;
      while (i < counts.size() && message.fields[i].number != wire.number) ++i;
      if (i == counts.size() || !IsTypeOf(message.fields[i], wire.type)) {
        ++unknown_[absl::StrCat(path_.empty() ? message.name : path_.back().first->name, ".", wire.number)];
        continue;
      }
      const Field& field = message.fields[i];
      path_.emplace_back(&field, counts[i]++);
      if (counts[i] > 1 && field.count != '*') return Error("occurs twice");
      if (absl::Status status = ReadField(field, wire, element); !status.ok()) return status;
      path_.pop_back();
    }
    for (size_t i = 0; i < counts.size(); ++i) {
      const Field& field = message.fields[i];
      if (field.count != '!' || counts[i] > 0) continue;
      return Error(absl::StrCat("the required field ", field.name, " (", field.number, ") is missing"));
    }
    return absl::OkStatus();
  }

  // How often fields occur that are not known.
  const std::map<std::string, int64_t>& unknown() const { return unknown_; }

 private:
  static constexpr size_t kDeepest = 60;

  static bool IsNumber(const Field& field) { return field.kind <= Kind::kWord; }

  static bool IsTypeOf(const Field& field, WireFormatLite::WireType type) {
    if (field.kind == Kind::kSkip) return true;
    if (field.kind == Kind::kDouble) return type == WireFormatLite::WIRETYPE_FIXED64;
    if (type == WireFormatLite::WIRETYPE_LENGTH_DELIMITED) return !IsNumber(field) || field.count == '*';
    return type == WireFormatLite::WIRETYPE_VARINT && IsNumber(field);
  }

  absl::Status ReadField(const Field& field, const WireField& wire, pugi::xml_node element) {
    if (field.kind == Kind::kSkip) return absl::OkStatus();
    if (field.kind == Kind::kMessage) return Read(*field.message, wire.bytes, PlaceOf(field, element));
    if (IsNumber(field) && wire.type == WireFormatLite::WIRETYPE_LENGTH_DELIMITED) {
      FieldReader packed(wire.bytes);
      while (!packed.at_end()) {
        uint64_t value = 0;
        if (!packed.NextPacked(value)) return Error("is not a packed list of numbers");
        Set(field, NumberText(field, value), element);
      }
      return absl::OkStatus();
    }
    if (field.kind == Kind::kText && absl::StrContains(wire.bytes, '\0')) return Error("the text has a zero byte");
    Set(field, field.kind == Kind::kText ? std::string(wire.bytes) : NumberText(field, wire.value), element);
    return absl::OkStatus();
  }

  static std::string NumberText(const Field& field, uint64_t value) {
    if (field.kind == Kind::kDouble) {
      double number;
      std::memcpy(&number, &value, sizeof(number));
      return absl::StrFormat("%.17g", number);
    }
    if (field.kind == Kind::kInt) return absl::StrCat(static_cast<int64_t>(value));
    return value < field.words.size() ? field.words[value] : absl::StrCat(value);
  }

  // Returns the element that a field goes to.
  static pugi::xml_node PlaceOf(const Field& field, pugi::xml_node element) {
    for (const std::string& name : field.elements) {
      const bool is_new = &name == &field.elements.back() && (field.count == '*' || field.count == '+');
      const pugi::xml_node child = is_new ? pugi::xml_node() : element.child(name.c_str());
      element = child ? child : element.append_child(name.c_str());
    }
    return element;
  }

  static void Set(const Field& field, const std::string& text, pugi::xml_node element) {
    pugi::xml_node place = PlaceOf(field, element);
    if (field.attribute.empty()) {
      place.text().set(text.c_str());
    } else {
      place.append_attribute(field.attribute.c_str()).set_value(text.c_str());
    }
  }

  absl::Status Error(absl::string_view message) const {
    std::string path;
    for (const auto& [field, index] : path_) {
      absl::StrAppend(&path, path.empty() ? "" : ".", field->name);
      if (field->count == '*') absl::StrAppend(&path, "[", index, "]");
    }
    return absl::InvalidArgumentError(absl::StrCat(path.empty() ? "CommonRoad" : path, ": ", message));
  }

  absl::string_view bytes_;
  std::vector<std::pair<const Field*, int>> path_;
  std::map<std::string, int64_t> unknown_;  // By the field that the message is, and the number in it.
};

}  // namespace

bool IsCommonRoadProtobuf(absl::string_view first_bytes) {
  if (!absl::ConsumePrefix(&first_bytes, "\n")) return false;
  // The length of the message.
  while (!first_bytes.empty() && (first_bytes[0] & '\x80') != 0) first_bytes.remove_prefix(1);
  first_bytes.remove_prefix(std::min<size_t>(first_bytes.size(), 1));
  // As "2020a".
  const absl::string_view version = first_bytes.substr(0, 7);
  return version.size() == 7 && absl::StartsWith(version, "\n\5") && absl::ascii_islower(version[6]) &&
         std::all_of(version.begin() + 2, version.begin() + 6, absl::ascii_isdigit);
}

absl::Status ReadCommonRoadProtobuf(absl::string_view bytes, pugi::xml_document& document,
                                    std::vector<std::string>& notes) {
  if (bytes.size() > static_cast<size_t>(std::numeric_limits<int>::max())) {
    return absl::InvalidArgumentError(absl::StrCat("CommonRoad: ", bytes.size(), " bytes are too many for protobuf"));
  }
  Transcriber transcriber(bytes);
  const pugi::xml_node root = document.append_child("commonRoad");
  if (absl::Status status = transcriber.Read(Messages()[0], bytes, root); !status.ok()) return status;
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
  AppendElements("Fields of the protobuf file that are not known, ignored", transcriber.unknown(), notes);
  return absl::OkStatus();
}

}  // namespace collision2d::planner
