#include "planner_adapter/replay_page/replay_page.h"

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "gmock/gmock.h"
#include "google/protobuf/util/json_util.h"
#include "google/protobuf/util/message_differencer.h"
#include "gtest/gtest.h"
#include "planner_adapter/replay/replayed_scene.h"
#include "planner_adapter/replay_page/replay_page.pb.h"
#include "planner_adapter/replay_page/replay_page_scene.h"
#include "planner_adapter/replay_page/replay_page_summary.h"
#include "planner_adapter/replay_page/testing/replay_page_test_scenes.h"

namespace collision2d::planner {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string Render(const std::vector<ReplayedScene>& scenes) {
  const absl::StatusOr<std::string> page = RenderReplayPage(scenes);
  EXPECT_TRUE(page.ok()) << page.status();
  return page.ok() ? *page : "";
}

// The text between the tags of a data element.
std::string Data(absl::string_view page, absl::string_view id) {
  const std::string open = absl::StrCat("<script type=\"application/json\" id=\"", id, "\">");
  const size_t begin = page.find(open);
  if (begin == absl::string_view::npos) return "";
  const size_t from = begin + open.size();
  return std::string(page.substr(from, page.find("</script>", from) - from));
}

// The elements of a list in JSON that has one on each line.
std::vector<std::string> Lines(absl::string_view list) {
  EXPECT_TRUE(absl::ConsumePrefix(&list, "[") && absl::ConsumeSuffix(&list, "]"));
  return absl::StrSplit(list, ",\n");
}

template <typename Message>
void ExpectJson(const std::string& json, const Message& expected) {
  Message parsed;
  const auto status = google::protobuf::util::JsonStringToMessage(json, &parsed);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_TRUE(google::protobuf::util::MessageDifferencer::Equals(parsed, expected));
}

int Count(absl::string_view text, absl::string_view what) {
  int count = 0;
  for (size_t at = text.find(what); at != absl::string_view::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

TEST(ReplayPageTest, TheDataComesBackFromThePage) {
  const std::vector<ReplayedScene> scenes = {EmptyScene(), CrossingScene(), HostileScene(), ClosedLoopScene()};
  const std::string page = Render(scenes);
  for (size_t i = 0; i < scenes.size(); ++i) {
    const std::vector<std::string> parts = Lines(Data(page, absl::StrCat("replay-scene-", i)));
    const PackedScene expected = PackReplayedScene(scenes[i]).value();
    ASSERT_EQ(parts.size(), expected.cycles.size() + 2);
    ExpectJson(parts.front(), expected.scene);
    for (size_t k = 0; k < expected.cycles.size(); ++k) ExpectJson(parts[k + 1], expected.cycles[k]);
    ExpectJson(parts.back(), expected.drive);
  }
  const proto::ReplayPageSummary expected = PackReplaySummary(scenes, {});
  proto::ReplayPageSummary summary;
  ASSERT_TRUE(google::protobuf::util::JsonStringToMessage(Data(page, "replay-summary"), &summary).ok());
  EXPECT_EQ(summary.total().candidates(), expected.total().candidates());
  const std::vector<std::string> rows = Lines(Data(page, "replay-rows"));
  ASSERT_EQ(rows.size(), 4u);
  for (int i = 0; i < 4; ++i) ExpectJson(rows[i], expected.rows(i));
}

TEST(ReplayPageTest, EveryMarkerOfTheTemplateIsReplaced) {
  const std::string page = Render({CrossingScene()});
  EXPECT_THAT(page, Not(HasSubstr("<!-- insert")));
  EXPECT_THAT(page, HasSubstr("class ReplayPainter"));
  EXPECT_THAT(page, HasSubstr("class ReplayMap"));
  EXPECT_THAT(page, HasSubstr("const ReplayData"));
  EXPECT_THAT(page, HasSubstr("const ReplayPanel"));
  EXPECT_THAT(page, HasSubstr("window.replayView"));
  EXPECT_THAT(page, HasSubstr("#scene-view {"));
}

TEST(ReplayPageTest, AMarkerInTheDataIsNotReplaced) {
  ReplayedScene scene = CrossingScene();
  scene.scene.id = "<!-- insert replay_page.css -->";
  EXPECT_EQ(Count(Render({scene}), "#scene-view {"), Count(Render({CrossingScene()}), "#scene-view {"));
}

TEST(ReplayPageTest, LoadsNothing) {
  const std::string page = Render({CrossingScene()});
  for (const char* reference :
       {"http://", "https://", " src=", "//cdn", "@import", "url(", "fetch(", "XMLHttpRequest"}) {
    EXPECT_THAT(page, Not(HasSubstr(reference)));
  }
  // The only link is the empty icon, which keeps browsers from asking for one.
  EXPECT_EQ(Count(page, " href="), 1);
  EXPECT_THAT(page, HasSubstr("href=\"data:,\""));
  EXPECT_THAT(page,
              HasSubstr("default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"));
}

TEST(ReplayPageTest, HostileTextAddsNoMarkup) {
  const std::string plain = Render({CrossingScene()});
  const std::string hostile = Render({HostileScene()});
  for (const char* markup : {"<script", "</script", "<!--", "<img", "<b>"}) {
    EXPECT_EQ(Count(hostile, markup), Count(plain, markup)) << markup;
  }
  const std::string data =
      Data(hostile, "replay-scene-0") + Data(hostile, "replay-summary") + Data(hostile, "replay-rows");
  EXPECT_THAT(data, Not(HasSubstr("<")));
  EXPECT_THAT(data, Not(HasSubstr(">")));
  EXPECT_THAT(data, Not(HasSubstr("&")));
  EXPECT_THAT(data, Not(HasSubstr("\xE2\x80\xA8")));
  EXPECT_THAT(data, Not(HasSubstr("\xE9")));
  EXPECT_THAT(data, HasSubstr("\\u003c/script"));
}

TEST(ReplayPageTest, NoScene) {
  const std::string page = Render({});
  EXPECT_THAT(page, HasSubstr("No scene was replayed."));
  EXPECT_THAT(page, Not(HasSubstr("id=\"replay-scene-0\"")));
}

TEST(ReplayPageTest, UnusableInputsAreListed) {
  const absl::StatusOr<std::string> page = RenderReplayPage({}, {"a.pb: truncated"});
  ASSERT_TRUE(page.ok());
  EXPECT_THAT(Data(*page, "replay-unusable"), HasSubstr("a.pb: truncated"));
}

TEST(ReplayPageTest, AnErrorNamesTheScene) {
  std::vector<ReplayedScene> scenes = {CrossingScene(), CrossingScene()};
  scenes[1].cycles[0].candidates.pop_back();
  EXPECT_EQ(RenderReplayPage(scenes).status(),
            absl::InvalidArgumentError("scenes[1].cycles[0].verdicts: 3 verdicts for 2 candidates"));
}

TEST(ReplayPageTest, DataIsCompact) {
  const ReplayedScene scene = CurvedRoadScene();
  const std::string data = Data(Render({scene}), "replay-scene-0");
  // The header of this library promises about 15 bytes for each pose of a candidate; the rest is the obstacles.
  const size_t poses = scene.cycles[0].candidates.size() * scene.cycles[0].candidates[0].poses.size();
  ASSERT_EQ(poses, 30000u);
  EXPECT_LT(data.size(), 20 * poses);
}

}  // namespace
}  // namespace collision2d::planner
