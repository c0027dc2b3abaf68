// Scenarios as protobuf, read as the XML document that they stand for.
#include "replay/importers/commonroad_protobuf.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "google/protobuf/message.h"
#include "replay/importers/commonroad.pb.h"
#include "replay/importers/import_counts.h"
#include "replay/importers/xml_reader.h"
#include "replay/io/parse_message.h"

namespace collision2d::planner {
namespace {

using google::protobuf::EnumValueDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

// What a file is: everything, or one of the three parts.
enum class Part { kNone, kEverything, kMap, kDynamicOrScenario };

// Enters the message that is field 1.
bool EnterFirstField(absl::string_view& bytes) {
  if (!absl::ConsumePrefix(&bytes, "\n")) return false;
  // The length of the message.
  while (!bytes.empty() && (bytes[0] & '\x80') != 0) bytes.remove_prefix(1);
  bytes.remove_prefix(std::min<size_t>(bytes.size(), 1));
  return !bytes.empty();
}

Part PartOf(absl::string_view bytes) {
  if (!EnterFirstField(bytes)) return Part::kNone;
  const absl::string_view version = bytes.substr(0, 7);  // As "2020a".
  if (version.size() == 7 && absl::StartsWith(version, "\n\5") && absl::ascii_islower(version[6]) &&
      std::all_of(version.begin() + 2, version.begin() + 6, absl::ascii_isdigit)) {
    return Part::kEverything;
  }
  if (!EnterFirstField(bytes)) return Part::kNone;
  const absl::string_view country = bytes.substr(0, 5);  // As "ZAM".
  if (country.size() == 5 && absl::StartsWith(country, "\n\3") &&
      std::all_of(country.begin() + 2, country.end(), absl::ascii_isupper)) {
    return Part::kMap;
  }
  // Whether it is cooperative; then the id of the map.
  const bool is_id =
      absl::StartsWith(bytes, absl::string_view("\x08\0\x12", 3)) || absl::StartsWith(bytes, "\x08\1\x12");
  return is_id ? Part::kDynamicOrScenario : Part::kNone;
}

// Returns the XML format's word for a value, "driveWay" for DRIVE_WAY; its number if it has none.
std::string WordOf(const FieldDescriptor& field, int value) {
  const EnumValueDescriptor* named = field.enum_type()->FindValueByNumber(value);
  if (named == nullptr) return absl::StrCat(value);
  std::string word;
  bool begins = false;
  for (const char c : named->name()) {
    if (c != '_') word += begins ? c : absl::ascii_tolower(static_cast<unsigned char>(c));
    begins = c == '_';
  }
  return word;
}

// Returns the element that a field of the message goes to, and the attribute of it, if it does not
// become the element's text. Repeated fields and shapes have a new element each.
std::pair<pugi::xml_node, std::string> PlaceOf(const FieldDescriptor& field, pugi::xml_node element) {
  const std::pair<std::string, std::string> place = absl::StrSplit(field.json_name(), absl::MaxSplits('@', 1));
  if (absl::StartsWith(place.first, ".")) return {element, place.second};
  const std::vector<std::string> names = absl::StrSplit(place.first, '/', absl::SkipEmpty());
  const bool is_new = field.is_repeated() || field.real_containing_oneof() != nullptr;
  for (const std::string& name : names) {
    const pugi::xml_node child = is_new && &name == &names.back() ? pugi::xml_node() : element.child(name.c_str());
    element = child ? child : element.append_child(name.c_str());
  }
  return {element, place.second};
}

// States before August 2022 have their time step where later ones have an acceleration to the side,
// and the acceleration two numbers earlier.
commonroad::State LaterState(const commonroad::State& old) {
  commonroad::State state = old;
  if (!state.mutable_time_step()->ParseFromString(old.acceleration_y())) state.clear_time_step();
  state.clear_acceleration_y();
  state.clear_acceleration();
  if (old.has_delta_y_f()) *state.mutable_acceleration() = old.delta_y_f();
  state.clear_delta_y_f();
  return state;
}

class Transcriber {
 public:
  // Parses a message, and writes it into its element.
  template <typename Root>
  absl::Status Read(absl::string_view bytes, Root& message, pugi::xml_node element) {
    if (absl::Status status = ParseBinary(bytes, "CommonRoad", message); !status.ok()) return status;
    CountUnknownFields(message, unknown_);
    return Write(message, element);
  }

  // How often fields occur that are not known.
  const std::map<std::string, int64_t>& unknown() const { return unknown_; }

 private:
  // The depth is bounded by that of protobuf's parser.
  static absl::Status Write(const Message& message, pugi::xml_node element) {
    if (message.GetDescriptor() == commonroad::State::descriptor()) {
      const auto& state = static_cast<const commonroad::State&>(message);
      if (!state.has_time_step() && state.has_acceleration_y()) return Write(LaterState(state), element);
    }
    const Reflection& reflection = *message.GetReflection();
    std::vector<const FieldDescriptor*> fields;
    reflection.ListFields(message, &fields);
    for (const FieldDescriptor* field : fields) {
      if (absl::StartsWith(field->json_name(), "-")) continue;
      const int count = field->is_repeated() ? reflection.FieldSize(message, field) : 1;
      for (int i = 0; i < count; ++i) {
        const auto [place, attribute] = PlaceOf(*field, element);
        absl::Status status;
        if (field->message_type() != nullptr) {
          status = Write(field->is_repeated() ? reflection.GetRepeatedMessage(message, field, i)
                                              : reflection.GetMessage(message, field),
                         place);
        } else {
          status = SetText(message, *field, i, place, attribute);
        }
        if (!status.ok()) return status;
      }
    }
    return absl::OkStatus();
  }

  static absl::Status SetText(const Message& message, const FieldDescriptor& field, int index, pugi::xml_node place,
                              const std::string& attribute) {
    if (field.type() == FieldDescriptor::TYPE_BYTES) return absl::OkStatus();
    const std::string text = TextOf(message, field, index);
    if (absl::StrContains(text, '\0')) {
      return absl::InvalidArgumentError(absl::StrCat(field.name(), ": the text has a zero byte"));
    }
    if (attribute.empty()) {
      place.text().set(text.c_str());
    } else {
      place.append_attribute(attribute.c_str()).set_value(text.c_str());
    }
    return absl::OkStatus();
  }

  static std::string TextOf(const Message& message, const FieldDescriptor& field, int index) {
    const Reflection& reflection = *message.GetReflection();
    const auto value = [&](auto single, auto repeated) {
      return field.is_repeated() ? (reflection.*repeated)(message, &field, index)
                                 : (reflection.*single)(message, &field);
    };
    switch (field.cpp_type()) {
      case FieldDescriptor::CPPTYPE_DOUBLE:
        return absl::StrFormat("%.17g", value(&Reflection::GetDouble, &Reflection::GetRepeatedDouble));
      case FieldDescriptor::CPPTYPE_INT32:
        return absl::StrCat(value(&Reflection::GetInt32, &Reflection::GetRepeatedInt32));
      case FieldDescriptor::CPPTYPE_UINT32:
        return absl::StrCat(value(&Reflection::GetUInt32, &Reflection::GetRepeatedUInt32));
      case FieldDescriptor::CPPTYPE_BOOL:
        return value(&Reflection::GetBool, &Reflection::GetRepeatedBool) ? "true" : "false";
      case FieldDescriptor::CPPTYPE_ENUM:
        return WordOf(field, value(&Reflection::GetEnumValue, &Reflection::GetRepeatedEnumValue));
      default:
        return value(&Reflection::GetString, &Reflection::GetRepeatedString);
    }
  }

  std::map<std::string, int64_t> unknown_;
};

// Goals at lanelets have the lanelets' polygons too.
void KeepLaneletsOfGoals(pugi::xml_node root) {
  for (const pugi::xml_node problem : root.children("planningProblem")) {
    for (const pugi::xml_node goal : problem.children("goalState")) {
      pugi::xml_node position = goal.child("position");
      if (!position.child("lanelet")) continue;
      for (const char* name : {"rectangle", "circle", "polygon"}) {
        while (position.remove_child(name)) continue;
      }
    }
  }
}

using NodesById = absl::flat_hash_map<std::string, pugi::xml_node>;

absl::StatusOr<NodesById> ById(pugi::xml_node root, const char* name) {
  NodesById nodes;
  for (const pugi::xml_node node : root.children(name)) {
    if (!nodes.emplace(node.attribute("id").value(), node).second) {
      return ElementError(node, "the id is already an earlier one's");
    }
  }
  return nodes;
}

// Puts the points of the line that an element names into it.
absl::Status CopyLine(const NodesById& lines, pugi::xml_node element) {
  const auto line = lines.find(element.attribute("of").value());
  if (line == lines.end()) {
    return ElementError(element, absl::StrCat("there is no line ", Quoted(element.attribute("of").value())));
  }
  const bool is_reversed = element.attribute("reverse").as_bool();
  for (const pugi::xml_node child : line->second.children()) {
    const pugi::xml_node point = absl::string_view(child.name()) == "end" ? child.child("point") : child;
    is_reversed ? element.prepend_copy(point) : element.append_copy(point);
  }
  element.remove_attribute("of");
  element.remove_attribute("reverse");
  return absl::OkStatus();
}

// Makes lanelets and lights of three files what they are in one: with their lines, and with their
// cycles.
absl::Status JoinParts(pugi::xml_node root) {
  ASSIGN_OR_RETURN(const NodesById bounds, ById(root, "boundary"));
  ASSIGN_OR_RETURN(const NodesById stop_lines, ById(root, "line"));
  ASSIGN_OR_RETURN(const NodesById lights, ById(root, "trafficLight"));
  for (const pugi::xml_node lanelet : root.children("lanelet")) {
    for (const char* name : {"leftBound", "rightBound", "stopLine"}) {
      const pugi::xml_node element = lanelet.child(name);
      if (!element) continue;
      absl::Status status = CopyLine(absl::string_view(name) == "stopLine" ? stop_lines : bounds, element);
      if (!status.ok()) return status;
    }
    for (const char* name : {"adjacentLeft", "adjacentRight"}) {
      pugi::xml_node neighbour = lanelet.child(name);
      if (neighbour && !neighbour.attribute("drivingDir")) neighbour.append_attribute("drivingDir").set_value("same");
      if (neighbour && !neighbour.attribute("ref")) neighbour.parent().remove_child(neighbour);
    }
  }
  for (const pugi::xml_node cycle : root.children("trafficLightCycle")) {
    const auto light = lights.find(cycle.attribute("id").value());
    if (light != lights.end()) pugi::xml_node(light->second).append_copy(cycle.child("cycle"));
  }
  for (pugi::xml_node node = root.first_child(); node;) {
    const pugi::xml_node next = node.next_sibling();
    const absl::string_view name = node.name();
    if (name == "boundary" || name == "line" || name == "trafficLightCycle") root.remove_child(node);
    node = next;
  }
  return absl::OkStatus();
}

// Returns the bytes of another file of the scenario, which is of this kind.
absl::StatusOr<std::string> ReadPart(const FileSource& beside, const std::string& id, Part part) {
  const bool is_id =
      std::all_of(id.begin(), id.end(), [](unsigned char c) { return absl::ascii_isalnum(c) || c == '_' || c == '-'; });
  if (id.empty() || !is_id) return absl::InvalidArgumentError(absl::StrCat("CommonRoad: ", Quoted(id), " is no id"));
  ASSIGN_OR_RETURN(std::string bytes, beside(id + ".pb"));
  if (PartOf(bytes) == part) return bytes;
  return absl::InvalidArgumentError(absl::StrCat(id, ".pb: is not the ", part == Part::kMap ? "map" : "dynamic part",
                                                 " of a CommonRoad scenario in three files"));
}

// Reads a scenario in three files, from the scenario file, or from the dynamic one if there is no
// other.
absl::Status ReadParts(absl::string_view bytes, const FileSource& beside, Transcriber& transcriber,
                       pugi::xml_node root) {
  // Only dynamic files have field 2, which they must have.
  commonroad::Dynamic dynamic;
  const bool is_dynamic = dynamic.ParseFromString(std::string(bytes)) && dynamic.has_environment();
  commonroad::Scenario scenario;
  std::string dynamic_bytes(bytes);
  if (!is_dynamic) {
    if (absl::Status status = transcriber.Read(bytes, scenario, root); !status.ok()) return status;
    ASSIGN_OR_RETURN(dynamic_bytes, ReadPart(beside, scenario.dynamic_id(), Part::kDynamicOrScenario));
  }
  if (absl::Status status = transcriber.Read(dynamic_bytes, dynamic, root); !status.ok()) return status;
  const commonroad::MetaInformation& meta = dynamic.dynamic_meta_information();
  const commonroad::ScenarioId& id = meta.benchmark_id();
  const commonroad::MapId& map_id = id.map_id();
  const std::string map_name = absl::StrCat(map_id.country_id(), "_", map_id.map_name(), "-", map_id.map_id());
  const std::string name = absl::StrCat(id.cooperative() ? "C-" : "", map_name, "_", id.configuration_id(), "_",
                                        id.obstacle_behavior(), "-", id.prediction_id());
  if (is_dynamic) {
    if (beside(name + "-SC.pb").ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("is the dynamic part of a CommonRoad scenario; ", name, "-SC.pb beside it is read with it"));
    }
    root.append_attribute("commonRoadVersion").set_value(id.scenario_version().c_str());
    root.append_attribute("benchmarkID").set_value(name.c_str());
    root.append_attribute("timeStepSize").set_value(absl::StrFormat("%.17g", meta.time_step_size()).c_str());
  } else if (scenario.scenario_meta_information().time_step_size() != meta.time_step_size()) {
    return absl::InvalidArgumentError(absl::StrFormat("CommonRoad: time_step_size: %g, but that of %s is %g",
                                                      scenario.scenario_meta_information().time_step_size(),
                                                      scenario.dynamic_id(), meta.time_step_size()));
  }
  ASSIGN_OR_RETURN(const std::string map_bytes,
                   ReadPart(beside, is_dynamic ? map_name : scenario.map_id(), Part::kMap));
  commonroad::Map map;
  if (absl::Status status = transcriber.Read(map_bytes, map, root); !status.ok()) return status;
  return JoinParts(root);
}

}  // namespace

bool IsCommonRoadProtobuf(absl::string_view first_bytes) { return PartOf(first_bytes) != Part::kNone; }

bool IsCommonRoadPart(absl::string_view first_bytes) {
  const Part part = PartOf(first_bytes);
  return part == Part::kMap || part == Part::kDynamicOrScenario;
}

absl::Status ReadCommonRoadProtobuf(absl::string_view bytes, const FileSource& beside, pugi::xml_document& document,
                                    std::vector<std::string>& notes) {
  const Part part = PartOf(bytes);
  if (part == Part::kMap) {
    return absl::InvalidArgumentError(
        "is the map of a CommonRoad scenario in three files; the scenario file (-SC.pb) or the dynamic part beside it "
        "is read with it");
  }
  Transcriber transcriber;
  const pugi::xml_node root = document.append_child("commonRoad");
  commonroad::CommonRoad everything;
  absl::Status status = part == Part::kEverything ? transcriber.Read(bytes, everything, root)
                                                  : ReadParts(bytes, beside, transcriber, root);
  if (!status.ok()) return status;
  KeepLaneletsOfGoals(root);
  AppendElements("Fields of the protobuf file that are not known, ignored", transcriber.unknown(), notes);
  return absl::OkStatus();
}

}  // namespace collision2d::planner
