#include "replay/importers/commonroad_protobuf.h"

#include <array>
#include <cstring>
#include <map>
#include <pugixml.hpp>
#include <random>

#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "collision2d/testing/test.h"
#include "gmock/gmock.h"
#include "planner_adapter/scene/scene_from_proto.h"
#include "replay/importers/commonroad.h"

// The oracle: a writer of the format, by the numbers of its fields, that converts XML scenarios.
// Both files must be imported as the same scenes.
namespace collision2d::planner {
namespace {

using testing::HasSubstr;

std::string Varint(uint64_t value) {
  std::string bytes;
  for (; value >= 128; value >>= 7) bytes.push_back(static_cast<char>(value | 128));
  bytes.push_back(static_cast<char>(value));
  return bytes;
}
std::string Number(int field, int64_t value) {
  return Varint(static_cast<uint64_t>(field) << 3) + Varint(static_cast<uint64_t>(value));
}
std::string Double(int field, double value) {
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &value, 8);
  return Varint(static_cast<uint64_t>(field) << 3 | 1) + bytes;
}
std::string Bytes(int field, const std::string& bytes) {
  return Varint(static_cast<uint64_t>(field) << 3 | 2) + Varint(bytes.size()) + bytes;
}

// Converts a document of version 2020a.
class Writer {
 public:
  explicit Writer(bool old_dialect) : old_dialect_(old_dialect) {}

  std::string Write(pugi::xml_node root) const {
    std::string out = Bytes(1, Bytes(1, root.attribute("commonRoadVersion").value()) +
                                   Bytes(2, root.attribute("benchmarkID").value()) + Bytes(4, "author") +
                                   Double(7, root.attribute("timeStepSize").as_double())) +
                      Bytes(2, "") + Bytes(3, Number(1, -999));
    const std::map<std::string, int> fields = {
        {"lanelet", 4},         {"trafficSign", 5},     {"trafficLight", 6},         {"intersection", 7},
        {"staticObstacle", 8},  {"dynamicObstacle", 9}, {"environmentObstacle", 10}, {"phantomObstacle", 11},
        {"planningProblem", 12}};
    for (const pugi::xml_node node : root.children()) {
      const auto field = fields.find(node.name());
      if (field == fields.end()) continue;
      const std::string name = node.name();
      out += Bytes(field->second,
                   Number(1, node.attribute("id").as_int()) + (name == "lanelet"           ? Lanelet(node)
                                                               : name == "trafficSign"     ? Sign(node)
                                                               : name == "trafficLight"    ? Light(node)
                                                               : name == "planningProblem" ? Problem(node)
                                                                                           : Obstacle(node)));
    }
    return out;
  }

  // The same in three files: the map, what moves, the scenario. Left bounds are written in reverse.
  std::array<std::string, 3> WriteParts(pugi::xml_node root) const {
    const std::string id = Number(1, 0) + Bytes(2, Bytes(1, "ZAM") + Bytes(2, "All") + Number(3, 1)) + Number(3, 1) +
                           Bytes(4, "T") + Number(5, 1) + Bytes(6, root.attribute("commonRoadVersion").value());
    const std::string meta = Bytes(1, id) + Bytes(2, "") + Double(3, root.attribute("timeStepSize").as_double());
    std::array<std::string, 3> parts = {
        Bytes(1, Bytes(1, Bytes(1, "ZAM") + Bytes(2, "All") + Number(3, 1)) + Bytes(2, "")) + Bytes(2, ""),
        Bytes(1, meta) + Bytes(2, ""), Bytes(1, meta) + Bytes(3, "ZAM_All-1") + Bytes(4, "ZAM_All-1_1_T-1")};
    for (const pugi::xml_node node : root.children()) {
      const std::string name = node.name();
      const std::string number = Number(1, node.attribute("id").as_int());
      if (name == "lanelet") parts[0] += LaneletOfMap(node);
      if (name == "trafficSign") parts[0] += Bytes(7, number + Sign(node));
      if (name == "trafficLight") {
        parts[0] += Bytes(8, number + Bytes(2, Double(1, 49) + Double(2, 3)));
        pugi::xml_document cycle;
        cycle.append_copy(node).remove_child("position");
        parts[1] += Bytes(3, number + Light(cycle.first_child()));
      }
      if (name == "environmentObstacle") parts[0] += Bytes(10, number + Number(2, 1) + Shape(3, node.child("shape")));
      if (name == "staticObstacle") parts[1] += Bytes(5, number + Obstacle(node));
      if (name == "dynamicObstacle") parts[1] += Bytes(6, number + Obstacle(node));
      if (name == "phantomObstacle") parts[1] += Bytes(7, number + Obstacle(node));
      if (name == "planningProblem") parts[2] += Bytes(5, number + Problem(node) + Bytes(5, ""));
    }
    return parts;
  }

 private:
  static std::string LaneletOfMap(pugi::xml_node node) {
    const int id = node.attribute("id").as_int();
    std::string reversed;
    for (const pugi::xml_node point : node.child("leftBound").children("point")) reversed = Point(2, point) + reversed;
    std::string right;
    for (const pugi::xml_node point : node.child("rightBound").children("point")) right += Point(2, point);
    std::string out = Number(1, id) + Number(2, 10 * id) + Number(3, 10 * id + 1) + Number(4, 1);
    for (const pugi::xml_node other : node.children("predecessor")) out += Number(6, other.attribute("ref").as_int());
    for (const pugi::xml_node other : node.children("successor")) out += Number(7, other.attribute("ref").as_int());
    if (const pugi::xml_node other = node.child("adjacentLeft"); other) {
      out += Number(8, other.attribute("ref").as_int()) +
             Number(10, std::string(other.attribute("drivingDir").value()) == "opposite");
    }
    std::string line;
    if (const pugi::xml_node stop = node.child("stopLine"); stop) {
      out += Number(12, 7);
      line = Bytes(4, Number(1, 7) + Point(2, stop.first_child()) + Point(3, stop.last_child()));
    }
    out += Number(13, std::string(node.child("laneletType").text().get()) == "sidewalk" ? 11 : 0);
    for (const pugi::xml_node sign : node.children("trafficSignRef")) out += Number(16, sign.attribute("ref").as_int());
    for (const pugi::xml_node light : node.children("trafficLightRef")) {
      out += Number(17, light.attribute("ref").as_int());
    }
    return Bytes(3, out) + line + Bytes(5, Number(1, 10 * id) + reversed) + Bytes(5, Number(1, 10 * id + 1) + right);
  }

  static double Value(pugi::xml_node node) {
    double value = 0.0;
    EXPECT_TRUE(absl::SimpleAtod(node.text().get(), &value)) << node.name();
    return value;
  }

  static int IndexOf(const std::string& word, const std::vector<std::string>& words) {
    return static_cast<int>(std::find(words.begin(), words.end(), word) - words.begin());
  }

  static std::string Point(int field, pugi::xml_node node) {
    return Bytes(field, Double(1, Value(node.child("x"))) + Double(2, Value(node.child("y"))));
  }

  static std::string Points(pugi::xml_node node) {
    std::string out;
    for (const pugi::xml_node point : node.children("point")) out += Point(1, point);
    return out;
  }

  static std::string Lanelet(pugi::xml_node node) {
    std::string out = Bytes(2, Points(node.child("leftBound"))) + Bytes(3, Points(node.child("rightBound")));
    std::string packed;
    for (const pugi::xml_node other : node.children("predecessor")) out += Number(4, other.attribute("ref").as_int());
    for (const pugi::xml_node other : node.children("successor")) {
      packed += Varint(static_cast<uint64_t>(other.attribute("ref").as_int()));
    }
    if (!packed.empty()) out += Bytes(5, packed);
    int field = 6;
    for (const char* name : {"adjacentLeft", "adjacentRight"}) {
      if (const pugi::xml_node other = node.child(name); other) {
        out += Number(field + 2, std::string(other.attribute("drivingDir").value()) == "same" ? 0 : 1);
        out += Number(field, other.attribute("ref").as_int());
      }
      ++field;
    }
    if (node.child("stopLine")) out += Bytes(10, Points(node.child("stopLine")));
    const std::vector<std::string> types = {"urban",       "country",  "highway",  "driveWay", "mainCarriageWay",
                                            "accessRamp",  "exitRamp", "shoulder", "busLane",  "busStop",
                                            "bicycleLane", "sidewalk", "crosswalk"};
    for (const pugi::xml_node type : node.children("laneletType")) out += Number(11, IndexOf(type.text().get(), types));
    for (const pugi::xml_node sign : node.children("trafficSignRef")) out += Number(14, sign.attribute("ref").as_int());
    for (const pugi::xml_node light : node.children("trafficLightRef")) {
      out += Number(15, light.attribute("ref").as_int());
    }
    return out;
  }

  static std::string Sign(pugi::xml_node node) {
    std::string out;
    for (const pugi::xml_node element : node.children("trafficSignElement")) {
      std::string inside = Number(1, element.child("trafficSignID").text().as_int());
      for (const pugi::xml_node value : element.children("additionalValue")) inside += Bytes(2, value.text().get());
      out += Bytes(2, inside);
    }
    const pugi::xml_node point = node.child("position").child("point");
    return point ? out + Point(3, point) : out;
  }

  static std::string Light(pugi::xml_node node) {
    std::string out;
    for (const pugi::xml_node phase : node.child("cycle").children("cycleElement")) {
      const int color = IndexOf(phase.child("color").text().get(), {"red", "redYellow", "green", "yellow", "inactive"});
      out += Bytes(2, Number(1, phase.child("duration").text().as_int()) + Number(2, color));
    }
    const pugi::xml_node point = node.child("position").child("point");
    return point ? out + Point(3, point) : out;
  }

  // A group, if there are several.
  static std::string Shape(int field, pugi::xml_node node) {
    std::vector<std::string> shapes;
    for (const pugi::xml_node shape : node.children()) {
      const std::string name = shape.name();
      std::string out;
      if (name == "rectangle") {
        out = Double(1, Value(shape.child("length"))) + Double(2, Value(shape.child("width")));
        if (shape.child("center")) out += Point(3, shape.child("center"));
        if (shape.child("orientation")) out += Double(4, Value(shape.child("orientation")));
      } else if (name == "circle") {
        out = Double(1, Value(shape.child("radius")));
        if (shape.child("center")) out += Point(2, shape.child("center"));
      } else if (name == "polygon") {
        out = Points(shape);
      } else {
        continue;
      }
      shapes.push_back(Bytes(name == "rectangle" ? 1 : name == "circle" ? 2 : 3, out));
    }
    if (shapes.size() == 1) return Bytes(field, shapes[0]);
    std::string group;
    for (const std::string& shape : shapes) group += Bytes(1, shape);
    return Bytes(field, Bytes(4, group));
  }

  static std::string Quantity(int field, pugi::xml_node node) {
    if (!node) return "";
    if (node.child("exact")) return Bytes(field, Double(1, Value(node.child("exact"))));
    return Bytes(field,
                 Bytes(2, Double(1, Value(node.child("intervalStart"))) + Double(2, Value(node.child("intervalEnd")))));
  }

  static std::string Steps(int field, pugi::xml_node node) {
    const auto step = [&](const char* name) { return static_cast<int64_t>(Value(node.child(name))); };
    if (node.child("exact")) return Bytes(field, Number(1, step("exact")));
    return Bytes(field, Bytes(2, Number(1, step("intervalStart")) + Number(2, step("intervalEnd"))));
  }

  std::string State(int field, pugi::xml_node node) const {
    const pugi::xml_node position = node.child("position");
    std::string out;
    if (position.child("point")) {
      out = Point(1, position.child("point"));
    } else if (position && !position.child("lanelet")) {
      out = Shape(2, position);
    }
    out += Quantity(3, node.child("orientation")) + Quantity(4, node.child("velocity"));
    out += Quantity(13, node.child("velocityY")) + Quantity(old_dialect_ ? 32 : 34, node.child("acceleration"));
    if (node.child("time")) out += Steps(old_dialect_ ? 35 : 39, node.child("time"));
    return Bytes(field, out);
  }

  std::string Obstacle(pugi::xml_node node) const {
    const std::string kind = node.name();
    const std::vector<std::string> types = {"unknown",
                                            "car",
                                            "truck",
                                            "bus",
                                            "bicycle",
                                            "pedestrian",
                                            "priorityVehicle",
                                            "parkedVehicle",
                                            "constructionZone",
                                            "train",
                                            "roadBoundary",
                                            "motorcycle",
                                            "taxi",
                                            "building",
                                            "pillar",
                                            "medianStrip"};
    std::string set = Number(1, 1);
    if (const pugi::xml_node occupancies = node.child("occupancySet"); occupancies) {
      std::string inside;
      for (const pugi::xml_node occupancy : occupancies.children("occupancy")) {
        inside += Bytes(1, Steps(1, occupancy.child("time")) + Shape(2, occupancy.child("shape")));
      }
      set += Bytes(2, inside);
    }
    if (kind == "phantomObstacle") return node.child("occupancySet") ? Bytes(2, set) : "";
    std::string out = Number(2, IndexOf(node.child("type").text().get(), types)) + Shape(3, node.child("shape"));
    if (kind == "environmentObstacle") return out;
    out += State(4, node.child("initialState"));
    if (const pugi::xml_node trajectory = node.child("trajectory"); trajectory) {
      std::string states = Number(1, 1);
      for (const pugi::xml_node state : trajectory.children("state")) states += State(2, state);
      out += Bytes(5, Bytes(1, states) + Shape(2, node.child("shape")));
    }
    return node.child("occupancySet") ? out + Bytes(6, set) : out;
  }

  std::string Problem(pugi::xml_node node) const {
    std::string out = State(2, node.child("initialState"));
    for (const pugi::xml_node goal : node.children("goalState")) {
      std::string inside = State(1, goal);
      for (const pugi::xml_node lanelet : goal.child("position").children("lanelet")) {
        inside += Number(2, lanelet.attribute("ref").as_int());
      }
      out += Bytes(3, inside);
    }
    return out;
  }

  bool old_dialect_;
};

// Every kind of obstacle, goal, and feature.
constexpr char kEverything[] =
    R"(<commonRoad timeStepSize="0.1" commonRoadVersion="2020a" benchmarkID="ZAM_All-1_1_T-1">
<lanelet id="1"><leftBound><point><x>0</x><y>2.1</y></point><point><x>50</x><y>2</y></point></leftBound>
<rightBound><point><x>0</x><y>-2</y></point><point><x>50</x><y>-2</y></point></rightBound><successor ref="2"/>
<adjacentLeft ref="3" drivingDir="opposite"/><stopLine><point><x>49</x><y>2</y></point><point><x>49</x><y>-2</y></point>
</stopLine><laneletType>urban</laneletType><trafficSignRef ref="5"/><trafficLightRef ref="6"/></lanelet>
<lanelet id="2"><leftBound><point><x>50</x><y>2</y></point><point><x>90</x><y>2</y></point></leftBound>
<rightBound><point><x>50</x><y>-2</y></point><point><x>90</x><y>-2</y></point></rightBound><predecessor ref="1"/>
</lanelet>
<lanelet id="3"><leftBound><point><x>50</x><y>4</y></point><point><x>0</x><y>4</y></point></leftBound>
<rightBound><point><x>50</x><y>6</y></point><point><x>0</x><y>6</y></point></rightBound>
<adjacentLeft ref="1" drivingDir="opposite"/><laneletType>sidewalk</laneletType></lanelet>
<trafficSign id="5"><trafficSignElement><trafficSignID>274</trafficSignID><additionalValue>13.9</additionalValue>
</trafficSignElement></trafficSign>
<trafficLight id="6"><cycle><cycleElement><duration>30</duration><color>red</color></cycleElement><cycleElement>
<duration>20</duration><color>green</color></cycleElement></cycle><position><point><x>49</x><y>3</y></point></position>
</trafficLight>
<staticObstacle id="10"><type>parkedVehicle</type><shape><rectangle><length>4</length><width>2</width></rectangle>
<circle><radius>1.5</radius><center><x>3</x><y>0</y></center></circle></shape><initialState><position><point><x>20</x>
<y>-1</y></point></position><orientation><exact>0.3</exact></orientation><time><exact>0</exact></time></initialState>
</staticObstacle>
<dynamicObstacle id="11"><type>car</type><shape><rectangle><length>4</length><width>2</width><orientation>0.1
</orientation><center><x>0.5</x><y>0</y></center></rectangle></shape><initialState><position><point><x>30</x><y>0</y>
</point></position><orientation><exact>0</exact></orientation><time><exact>0</exact></time><velocity><exact>5</exact>
</velocity><acceleration><exact>1</exact></acceleration></initialState><trajectory><state><position><point><x>30.5</x>
<y>0</y></point></position><orientation><exact>0</exact></orientation><time><exact>1</exact></time></state></trajectory>
</dynamicObstacle>
<dynamicObstacle id="12"><type>bicycle</type><shape><circle><radius>1</radius></circle></shape><initialState><position>
<polygon><point><x>5</x><y>5</y></point><point><x>7</x><y>5</y></point><point><x>6</x><y>7</y></point></polygon>
</position>
<orientation><intervalStart>0</intervalStart><intervalEnd>0.5</intervalEnd></orientation><time><exact>0</exact></time>
</initialState><occupancySet><occupancy><shape><rectangle><length>3</length><width>3</width><center><x>6</x><y>6</y>
</center></rectangle></shape><time><intervalStart>1</intervalStart><intervalEnd>3</intervalEnd></time></occupancy>
</occupancySet></dynamicObstacle>
<environmentObstacle id="13"><type>building</type><shape><polygon><point><x>0</x><y>10</y></point><point><x>9</x>
<y>10</y>
</point><point><x>9</x><y>20</y></point></polygon></shape></environmentObstacle>
<phantomObstacle id="14"><occupancySet><occupancy><shape><circle><radius>1</radius><center><x>70</x><y>9</y></center>
</circle></shape><time><exact>2</exact></time></occupancy></occupancySet></phantomObstacle>
<planningProblem id="7"><initialState><position><point><x>3</x><y>0</y></point></position><orientation><exact>0</exact>
</orientation><time><exact>0</exact></time><velocity><exact>6</exact></velocity></initialState><goalState><position>
<lanelet ref="2"/></position><time><intervalStart>30</intervalStart><intervalEnd>60</intervalEnd></time></goalState>
<goalState><position><rectangle><length>4</length><width>4</width><center><x>40</x><y>0</y></center></rectangle>
</position>
<time><exact>40</exact></time><velocity><intervalStart>3</intervalStart><intervalEnd>9</intervalEnd></velocity>
</goalState>
</planningProblem></commonRoad>)";

std::string Everything(bool old_dialect) {
  pugi::xml_document document;
  EXPECT_TRUE(document.load_string(kEverything));
  return Writer(old_dialect).Write(document.document_element());
}

TEST(CommonRoadProtobufTest, IsImportedAsTheXmlDocumentThatItStandsFor) {
  const absl::StatusOr<std::vector<ImportedScene>> expected = ImportCommonRoad(kEverything);
  ASSERT_TRUE(expected.ok()) << expected.status();
  ASSERT_GT((*expected)[0].scene.ByteSizeLong(), 1000u);
  for (const bool old_dialect : {false, true}) {
    const std::string bytes = Everything(old_dialect);
    EXPECT_TRUE(IsCommonRoadProtobuf(bytes));
    const absl::StatusOr<std::vector<ImportedScene>> found = ImportCommonRoad(bytes);
    ASSERT_TRUE(found.ok()) << found.status();
    ASSERT_EQ(found->size(), expected->size());
    for (size_t i = 0; i < found->size(); ++i) {
      EXPECT_EQ((*found)[i].scene.DebugString(), (*expected)[i].scene.DebugString());
      EXPECT_EQ((*found)[i].notes, (*expected)[i].notes);
      EXPECT_TRUE(SceneFromProto((*found)[i].scene).ok());
    }
  }
}

TEST(CommonRoadProtobufTest, ThreeFilesAreImportedAsOne) {
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(kEverything));
  const std::array<std::string, 3> parts = Writer(false).WriteParts(document.document_element());
  std::map<std::string, std::string> files = {{"ZAM_All-1.pb", parts[0]}, {"ZAM_All-1_1_T-1.pb", parts[1]}};
  const FileSource folder = [&](const std::string& name) -> absl::StatusOr<std::string> {
    if (files.count(name) == 0) return absl::NotFoundError(name + ": no such file");
    return files[name];
  };
  for (const std::string& part : parts) EXPECT_TRUE(IsCommonRoadProtobuf(part));
  const absl::StatusOr<std::vector<ImportedScene>> expected = ImportCommonRoad(kEverything);
  const absl::StatusOr<std::vector<ImportedScene>> found = ImportCommonRoad(parts[2], {}, folder);
  ASSERT_TRUE(found.ok()) << found.status();
  ASSERT_EQ(found->size(), 1u);
  EXPECT_EQ((*found)[0].scene.DebugString(), (*expected)[0].scene.DebugString());
  EXPECT_EQ((*found)[0].notes, (*expected)[0].notes);

  // Without a scenario file, the dynamic one is read: there is no problem.
  const absl::StatusOr<std::vector<ImportedScene>> dynamic = ImportCommonRoad(parts[1], {}, folder);
  ASSERT_TRUE(dynamic.ok()) << dynamic.status();
  EXPECT_FALSE((*dynamic)[0].scene.has_ego_state());
  EXPECT_EQ((*dynamic)[0].scene.id(), "ZAM_All-1_1_T-1");
  EXPECT_EQ((*dynamic)[0].scene.lanes_size(), 3);

  const auto error = [&](const std::string& bytes) {
    return std::string(ImportCommonRoad(bytes, {}, folder).status().message());
  };
  EXPECT_THAT(error(parts[0]), HasSubstr("is the map of a CommonRoad scenario in three files; the scenario file"));
  files["ZAM_All-1_1_T-1-SC.pb"] = parts[2];
  EXPECT_THAT(error(parts[1]), HasSubstr("ZAM_All-1_1_T-1-SC.pb beside it is read with it"));
  files["ZAM_All-1.pb"] = parts[1];
  EXPECT_THAT(error(parts[2]), HasSubstr("ZAM_All-1.pb: is not the map of a CommonRoad scenario"));
  files["ZAM_All-1.pb"] = parts[0] + Bytes(5, Number(1, 10));
  EXPECT_THAT(error(parts[2]), HasSubstr("the id is already an earlier one's"));
  files["ZAM_All-1.pb"] = parts[0] + Bytes(3, Number(1, 9) + Number(2, 99) + Number(3, 10));
  EXPECT_THAT(error(parts[2]), HasSubstr("lanelet[id=9].leftBound: there is no line \"99\""));
  files.erase("ZAM_All-1.pb");
  EXPECT_THAT(error(parts[2]), HasSubstr("ZAM_All-1.pb: no such file"));
  std::string slower = parts[1];
  slower.replace(slower.find(Double(3, 0.1)), 9, Double(3, 0.2));
  files["ZAM_All-1_1_T-1.pb"] = slower;
  EXPECT_THAT(error(parts[2]), HasSubstr("time_step_size: 0.1, but that of ZAM_All-1_1_T-1 is 0.2"));
  std::string elsewhere = parts[2];
  elsewhere.replace(elsewhere.find("ZAM_All-1_1_T-1"), 15, "../ZAM_All-1_1_");
  EXPECT_THAT(error(elsewhere), HasSubstr("\"../ZAM_All-1_1_\" is no id"));
}

// A scenario with this content behind the information.
std::string File(const std::string& content, double time_step_s = 0.1) {
  return Bytes(1, Bytes(1, "2020a") + Bytes(2, "ZAM_Bad-1") + Double(7, time_step_s)) + Bytes(2, "") + Bytes(3, "") +
         content;
}

std::string Point(double x, double y) { return Double(1, x) + Double(2, y); }
std::string Rectangle(double length) { return Bytes(1, Double(1, length) + Double(2, 2)); }
std::string At(int field, const std::string& time) {
  return Bytes(field, Bytes(1, Point(1, 2)) + Bytes(3, Double(1, 0)) + time);
}
std::string Obstacle(const std::string& shape, const std::string& state) {
  return Bytes(8, Number(1, 5) + Number(2, 1) + Bytes(3, shape) + state);
}
const std::string kAtZero = Bytes(39, Number(1, 0));

TEST(CommonRoadProtobufTest, NamesTheFieldThatIsWrong) {
  std::string nested = Rectangle(4);
  for (int i = 0; i < 1000; ++i) nested = Bytes(4, Bytes(1, nested));
  const std::string bound = Bytes(1, Point(0, 0)) + Bytes(1, Point(9, 0));
  const struct {
    std::string bytes;
    const char* message;
  } cases[] = {
      {Bytes(1, Bytes(1, "2020a") + Bytes(2, "ZAM_Bad-1")), "commonRoad: attribute timeStepSize is missing"},
      {File("", 0.0), "attribute timeStepSize: 0 s is not a time step"},
      {File("", std::nan("")), "is not finite"},
      {File(Bytes(4, Number(1, 3) + Bytes(2, bound))), "lanelet[id=3]: element rightBound is missing"},
      {File(Bytes(4, Number(1, 3) + Bytes(2, bound) + Bytes(3, ""))), "lanelet[id=3].rightBound: 0 points"},
      {File(Bytes(4, Number(1, 3) + Bytes(2, bound) + Bytes(3, Bytes(1, Point(0, 1))))), "1 points; at least 2"},
      {File(Obstacle(Rectangle(4), "")), "staticObstacle[id=5]: element initialState is missing"},
      {File(Obstacle(Rectangle(4), At(4, ""))), "staticObstacle[id=5].initialState: element time is missing"},
      {File(Obstacle(Rectangle(4), At(4, Bytes(39, "")))), "initialState.time: element exact or intervalStart is miss"},
      {File(Obstacle("", At(4, kAtZero))),
       "staticObstacle[id=5].shape: element rectangle, circle or polygon is missing"},
      {File(Obstacle(nested, At(4, kAtZero))), "static_obstacles[0].shape.shape_group.shapes[0].shape_group.shapes[0]"},
      {File(Obstacle(Rectangle(0), At(4, kAtZero))), "shape.rectangle.length: 0 m is not positive"},
      {File(Obstacle(Rectangle(4), At(4, Bytes(39, Bytes(2, Number(1, 5) + Number(2, 4)))))),
       "intervalStart 5 is greater than intervalEnd 4"},
      {File(Obstacle(Rectangle(4), At(4, Bytes(39, Number(1, 2'000'000'000))))), "beyond the limit of 1e+09"},
      {File(Obstacle(Rectangle(4), At(4, kAtZero)) + Obstacle(Rectangle(4), At(4, kAtZero))), "id \"5\""},
      {Bytes(1, Bytes(1, "2020a") + Bytes(2, std::string("a\0b", 3)) + Double(7, 0.1)), "benchmark_id: the text has a"},
      {File("\x23"), "byte "},
      {File(Bytes(4, Bytes(5, "\xff"))), "lanelets[0].successors[0] at byte 37: the bytes end within a number"},
      {File("").substr(0, 12), "CommonRoad: 12 bytes that are not a binary"},
  };
  for (const auto& test : cases) {
    ASSERT_TRUE(IsCommonRoadProtobuf(test.bytes)) << test.message;
    const absl::StatusOr<std::vector<ImportedScene>> scenes = ImportCommonRoad(test.bytes);
    ASSERT_FALSE(scenes.ok()) << test.message;
    EXPECT_THAT(std::string(scenes.status().message()), HasSubstr(test.message));
  }
  EXPECT_FALSE(IsCommonRoadProtobuf(kEverything));
  EXPECT_FALSE(IsCommonRoadProtobuf(""));
  EXPECT_FALSE(IsCommonRoadProtobuf(Bytes(1, "a scene of ours")));
  // Cut within the length, behind it, and within the version.
  for (const char* cut : {"\n", "\n\x80", "\n\x80\x01",
                          "\n\x80\x01\n\5"
                          "2020"})
    EXPECT_FALSE(IsCommonRoadProtobuf(cut));
  EXPECT_TRUE(
      IsCommonRoadProtobuf("\n\x80\x01\n\5"
                           "2020a"));
}

TEST(CommonRoadProtobufTest, CountsWhatItDoesNotKnow) {
  const std::string state = Bytes(16, "") + Bytes(16, "x") + Bytes(5, Double(1, 0.1)) + kAtZero;
  const absl::StatusOr<std::vector<ImportedScene>> scenes =
      ImportCommonRoad(File(Obstacle(Rectangle(4), At(4, state)) + Number(99, 1) + Number(4, 1) + Bytes(7, "x")));
  ASSERT_TRUE(scenes.ok()) << scenes.status();
  EXPECT_THAT((*scenes)[0].notes,
              testing::Contains("Fields of the protobuf file that are not known, ignored: \"field 16 of State\" (2), "
                                "\"field 4 of CommonRoad\" (1), \"field 99 of CommonRoad\" (1)."));
  EXPECT_THAT((*scenes)[0].notes, testing::Contains(HasSubstr("\"steeringAngle\" (1)")));
  EXPECT_THAT((*scenes)[0].notes, testing::Contains(HasSubstr("\"intersection\" (1)")));
}

// Field 35 is the time step of old states, wherever it stands; fields behind it have kept their
// numbers.
TEST(CommonRoadProtobufTest, OldStatesKeepTheOtherNumbers) {
  const std::string state = Bytes(35, Number(1, 2)) + Bytes(36, "") + Bytes(33, "") + Bytes(32, Double(1, 0.5));
  const absl::StatusOr<std::vector<ImportedScene>> scenes =
      ImportCommonRoad(File(Obstacle(Rectangle(4), At(4, state))));
  ASSERT_TRUE(scenes.ok()) << scenes.status();
  EXPECT_THAT((*scenes)[0].notes,
              testing::Contains("Fields of the protobuf file that are not known, ignored: \"field 33 of State\" (1), "
                                "\"field 36 of State\" (1)."));
}

// Files say a goal at lanelets by the lanelets and by their polygons; as in XML the lanelets count.
TEST(CommonRoadProtobufTest, GoalsAtLaneletsHaveNoOtherShapes) {
  const std::string bound = Bytes(1, Point(0, 0)) + Bytes(1, Point(9, 0));
  const std::string other = Bytes(1, Point(0, 2)) + Bytes(1, Point(9, 2));
  const std::string lanelet = Bytes(4, Number(1, 3) + Bytes(2, other) + Bytes(3, bound));
  const std::string shapes = Bytes(1, Rectangle(4)) + Bytes(1, Rectangle(5)) + Bytes(1, Bytes(2, Double(1, 7)));
  const auto problem = [&](const std::string& goal) {
    return Bytes(12, Number(1, 7) + At(2, Bytes(4, Double(1, 6)) + kAtZero) + Bytes(3, goal));
  };
  const std::string time = Bytes(39, Number(1, 40));
  const absl::StatusOr<std::vector<ImportedScene>> plain =
      ImportCommonRoad(File(lanelet + problem(Bytes(1, time) + Number(2, 3))));
  const absl::StatusOr<std::vector<ImportedScene>> both =
      ImportCommonRoad(File(lanelet + problem(Bytes(1, Bytes(2, Bytes(4, shapes)) + time) + Number(2, 3))));
  ASSERT_TRUE(plain.ok()) << plain.status();
  ASSERT_TRUE(both.ok()) << both.status();
  ASSERT_EQ((*plain)[0].scene.goals(0).area_size(), 1);
  EXPECT_EQ((*both)[0].scene.DebugString(), (*plain)[0].scene.DebugString());
  EXPECT_EQ((*both)[0].notes, (*plain)[0].notes);
}

TEST(CommonRoadProtobufTest, PointsInTwoDirectionsAndManyFieldsTakeNoTime) {
  std::string content;
  for (int i = 0; i < 200'000; ++i) content += Number(14, i);
  for (int i = 0; i < 200'000; ++i) content += Number(100 + i, 1);
  const std::string bound = Bytes(1, Point(0, 0)) + Bytes(1, Point(9, 0));
  const absl::StatusOr<std::vector<ImportedScene>> scenes =
      ImportCommonRoad(File(Bytes(4, content + Number(1, 3) + Bytes(2, bound) + Bytes(3, bound))));
  EXPECT_TRUE(scenes.ok()) << scenes.status();
}

TEST(CommonRoadProtobufTest, SurvivesDamagedBytes) {
  const std::string good = Everything(false);
  std::mt19937_64 random(6);
  const int64_t rounds = TestCaseCount(10'000);
  int64_t imported = 0;
  for (int64_t i = 0; i < rounds; ++i) {
    std::string damaged = good;
    for (int k = 0; k < 1 + i % 2; ++k) {
      const size_t place = std::uniform_int_distribution<size_t>(0, damaged.size() - 9)(random);
      if (i % 4 == 0) damaged[place] = static_cast<char>(random());
      if (i % 4 == 1) damaged[place] = static_cast<char>(damaged[place] ^ (1 << random() % 8));
      if (i % 4 == 2) damaged.erase(place, random() % 8);
      if (i % 4 == 3) damaged.insert(place, damaged.substr(place, random() % 8));
    }
    const absl::StatusOr<std::vector<ImportedScene>> scenes = ImportCommonRoad(damaged);
    if (!scenes.ok()) {
      EXPECT_FALSE(scenes.status().message().empty());
      continue;
    }
    ++imported;
    for (const ImportedScene& scene : *scenes) {
      v1::Scene copy;
      EXPECT_TRUE(copy.ParseFromString(scene.scene.SerializeAsString()));
    }
  }
  EXPECT_GT(imported, rounds / 20);
  EXPECT_LT(imported, rounds - rounds / 20);
}

}  // namespace
}  // namespace collision2d::planner
