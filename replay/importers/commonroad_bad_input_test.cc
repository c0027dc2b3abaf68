#include <random>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "collision2d/testing/test.h"
#include "collision2d/v1/scene.pb.h"
#include "replay/importers/commonroad.h"

// Input that is no CommonRoad file, is damaged or hostile: an error that says why, in bounded time.
// The tests of the parts cover what can be wrong inside one element.
namespace collision2d::planner {
namespace {

std::string Document(const std::string& content) {
  return absl::StrCat("<commonRoad timeStepSize=\"0.1\" commonRoadVersion=\"2020a\" benchmarkID=\"B\">", content,
                      "</commonRoad>");
}

constexpr char kProblem[] =
    "<planningProblem id=\"7\"><initialState><position><point><x>0</x><y>0</y></point></position><orientation>"
    "<exact>0</exact></orientation><time><exact>0</exact></time><velocity><exact>1</exact></velocity></initialState>"
    "</planningProblem>";

void ExpectError(const std::string& xml, const std::string& message) {
  const absl::StatusOr<std::vector<ImportedScene>> scenes = ImportCommonRoad(xml);
  ASSERT_FALSE(scenes.ok()) << message;
  EXPECT_EQ(scenes.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(absl::StrContains(scenes.status().message(), message)) << scenes.status();
}

TEST(CommonRoadBadInputTest, RefusesWhatIsNotXml) {
  ExpectError("", "not well-formed XML");
  ExpectError("   \n", "not well-formed XML");
  ExpectError("hello", "not well-formed XML");
  ExpectError("<commonRoad", "not well-formed XML");
  ExpectError("<commonRoad></commonroad>", "not well-formed XML: Start-end tags mismatch, at byte ");
  ExpectError(Document("") + Document(""), "not well-formed XML: a second root element, \"commonRoad\"");
  EXPECT_TRUE(ImportCommonRoad("<!-- a -->" + Document("") + "<!-- b --> text <?c d?>").ok());
  ExpectError("<html/>", "the root element is \"html\", not commonRoad");
}

TEST(CommonRoadBadInputTest, RefusesEveryTruncation) {
  const std::string xml = Document(kProblem);
  ASSERT_TRUE(ImportCommonRoad(xml).ok());
  for (size_t size = 0; size < xml.size(); ++size) ExpectError(xml.substr(0, size), "not well-formed XML");
}

TEST(CommonRoadBadInputTest, RefusesNoise) {
  std::mt19937_64 random(3);
  std::uniform_int_distribution<int> byte(0, 255);
  std::string noise;
  while (noise.size() < 10'000'000) noise.push_back(static_cast<char>(byte(random)));
  ExpectError(noise, "");
  ExpectError("<" + noise, "");
  // Noise as the text of a number.
  for (char& c : noise) c = static_cast<char>('a' + (c & 15));
  ExpectError(absl::StrCat("<commonRoad timeStepSize=\"", noise, "\" benchmarkID=\"B\"/>"), "is not a number");
}

TEST(CommonRoadBadInputTest, SurvivesDamagedBytes) {
  const std::string xml = Document(kProblem);
  std::mt19937_64 random(4);
  std::uniform_int_distribution<size_t> place(0, xml.size() - 1);
  std::uniform_int_distribution<int> byte(0, 255);
  int refused = 0;
  int imported = 0;
  for (int i = 0; i < 5000; ++i) {
    std::string damaged = xml;
    for (int k = 0; k < 1 + i % 3; ++k) damaged[place(random)] = static_cast<char>(byte(random));
    const absl::StatusOr<std::vector<ImportedScene>> scenes = ImportCommonRoad(damaged);
    if (!scenes.ok()) {
      ++refused;
      EXPECT_FALSE(scenes.status().message().empty());
      continue;
    }
    ++imported;
    for (const ImportedScene& scene : *scenes) {
      // Invalid UTF-8 would not come back.
      v1::Scene copy;
      EXPECT_TRUE(copy.ParseFromString(scene.scene.SerializeAsString()));
    }
  }
  EXPECT_GT(refused, 500);
  EXPECT_GT(imported, 50);
}

TEST(CommonRoadBadInputTest, DoesNotExpandEntities) {
  std::string xml = "<!DOCTYPE commonRoad [<!ENTITY e0 \"lol\">";
  for (int i = 1; i < 40; ++i) {
    absl::StrAppend(&xml, "<!ENTITY e", i, " \"");
    for (int k = 0; k < 10; ++k) absl::StrAppend(&xml, "&e", i - 1, ";");
    absl::StrAppend(&xml, "\">");
  }
  absl::StrAppend(&xml, "]><commonRoad timeStepSize=\"&e39;\" benchmarkID=\"B\"/>");
  ExpectError(xml, "commonRoad: attribute timeStepSize: \"&e39;\" is not a number");
}

TEST(CommonRoadBadInputTest, EndsOnDeepNesting) {
  for (const std::string name : {"commonRoad", "lanelet", "foo"}) {
    std::string open;
    std::string close;
    for (int i = 0; i < 100000; ++i) {
      absl::StrAppend(&open, "<", name, ">");
      absl::StrAppend(&close, "</", name, ">");
    }
    ExpectError(open + close, name == "commonRoad" ? "benchmarkID is missing" : "not commonRoad");
    ExpectError(open, "not well-formed XML");
    const absl::StatusOr<std::vector<ImportedScene>> inside = ImportCommonRoad(Document(open + close));
    EXPECT_EQ(inside.ok(), name != "lanelet") << inside.status();
  }
}

TEST(CommonRoadBadInputTest, ChecksTheRootsAttributes) {
  const struct {
    const char* attributes;
    const char* message;
  } cases[] = {
      {"timeStepSize=\"0.1\"", "commonRoad: attribute benchmarkID is missing"},
      {"timeStepSize=\"0.1\" benchmarkID=\" \"", "commonRoad: attribute benchmarkID is empty"},
      {"timeStepSize=\"0.1\" benchmarkID=\"\xff\"", "commonRoad: attribute benchmarkID: \"\\xff\" is not valid UTF-8"},
      {"benchmarkID=\"B\"", "commonRoad: attribute timeStepSize is missing"},
      {"benchmarkID=\"B\" timeStepSize=\"0\"", "commonRoad: attribute timeStepSize: 0 s is not a time step"},
      {"benchmarkID=\"B\" timeStepSize=\"-0.1\"", "is not a time step"},
      {"benchmarkID=\"B\" timeStepSize=\"1e-9\"", "is not a time step"},
      {"benchmarkID=\"B\" timeStepSize=\"1e9\"", "is not a time step"},
      {"benchmarkID=\"B\" timeStepSize=\"nan\"", "commonRoad: attribute timeStepSize: \"nan\" is not finite"},
      {"benchmarkID=\"B\" timeStepSize=\"0,1\"", "commonRoad: attribute timeStepSize: \"0,1\" is not a number"},
  };
  for (const auto& test : cases) ExpectError(absl::StrCat("<commonRoad ", test.attributes, "/>"), test.message);
}

TEST(CommonRoadBadInputTest, RefusesPlanningProblemsWithTheSameId) {
  ExpectError(Document(absl::StrCat(kProblem, kProblem)),
              "planningProblem[id=7]: the id \"7\" is already an earlier planning problem's");
}

TEST(CommonRoadBadInputTest, RefusesScenesThatMultiplyWithoutLimit) {
  std::string content = "<environmentObstacle id=\"1\"><type>" + std::string(2'000'000, 'a') +
                        "</type><shape><circle><radius>1</radius></circle></shape></environmentObstacle>";
  const std::string problem = kProblem;
  for (int i = 0; i < 1000; ++i) {
    absl::StrAppend(&content, "<planningProblem id=\"", i, "\">", problem.substr(problem.find('>') + 1));
  }
  ExpectError(Document(content), "1000 planning problems in a scene of 2000");
}

TEST(CommonRoadBadInputTest, ChecksTheOptions) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const CommonRoadOptions bad[] = {{0.0, 1.6, 0.0, 2.5}, {4.5, -1.0, 0.0, 2.5}, {4.5, 1.6, nan, 2.5},
                                   {4.5, 1.6, 0.0, 0.0}, {4.5, 1.6, 0.0, nan},  {4.5, 1.6, 0.0, 2e8}};
  for (const CommonRoadOptions& options : bad) {
    const absl::StatusOr<std::vector<ImportedScene>> scenes = ImportCommonRoad(Document(kProblem), options);
    ASSERT_FALSE(scenes.ok());
    EXPECT_TRUE(absl::StartsWith(scenes.status().message(), "options")) << scenes.status();
  }
}

}  // namespace
}  // namespace collision2d::planner
