#include "replay/io/parse_message.h"

#include <optional>
#include <random>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "collision2d/testing/test.h"
#include "collision2d/v1/scene.pb.h"
#include "google/protobuf/text_format.h"
#include "google/protobuf/util/message_differencer.h"

namespace collision2d::planner {
namespace {

std::string TextError(absl::string_view text) {
  v1::Scene scene;
  const absl::Status status = ParseText(text, "f.textproto", scene);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  return std::string(status.message());
}

TEST(ParseTextTest, ReplacesTheMessage) {
  v1::Scene scene;
  scene.set_id("old");
  scene.add_reference_path();
  ASSERT_TRUE(ParseText("id: \"new\" time_step_s: 0.1", "f.textproto", scene).ok());
  v1::Scene expected;
  expected.set_id("new");
  expected.set_time_step_s(0.1);
  EXPECT_TRUE(google::protobuf::util::MessageDifferencer::Equals(scene, expected));
}

TEST(ParseTextTest, ErrorsHaveLineAndColumnFromOne) {
  EXPECT_EQ(TextError("id: \"a\"\n  colour: 3\n"),
            "f.textproto:2:9: Message type \"collision2d.v1.Scene\" has no field named \"colour\".");
  EXPECT_EQ(TextError("id: \"a"), "f.textproto:1:7: Unexpected end of string.");
  EXPECT_EQ(TextError("ego {\n"), "f.textproto:2:1: Expected identifier, got: ");
  EXPECT_EQ(TextError("time_step_s: 0.1.2").find("f.textproto:1:"), 0u);
  EXPECT_EQ(TextError("id: 'a'\nid: 'b'"), "f.textproto:2:3: Non-repeated field \"id\" is specified multiple times.");
}

TEST(ParseTextTest, ErrorsStayShortAndPrintable) {
  const std::string error = TextError(std::string(1'000'000, 'a'));
  EXPECT_LT(error.size(), 400u);
  EXPECT_EQ(error.substr(error.size() - 3), "...");
  for (const char c : TextError(absl::string_view("\x01\x00\xFF\xFE", 4))) EXPECT_TRUE(c >= ' ' && c <= '~');
}

TEST(ParseBinaryTest, RoundTripsAndRefusesDamage) {
  v1::Scene scene;
  scene.set_id("scene");
  scene.set_time_step_s(0.1);
  const std::string bytes = scene.SerializeAsString();
  v1::Scene again;
  ASSERT_TRUE(ParseBinary(bytes, "f.pb", again).ok());
  EXPECT_TRUE(google::protobuf::util::MessageDifferencer::Equals(scene, again));
  EXPECT_EQ(
      ParseBinary(bytes.substr(0, 3), "f.pb", again),
      absl::InvalidArgumentError("f.pb: 3 bytes that are not a binary collision2d.v1.Scene (damaged or truncated): "
                                 "id at byte 2: 5 bytes are needed, 1 are left"));
  // Every proper prefix is refused, or ends between two fields.
  for (size_t size = 1; size < bytes.size(); ++size) {
    const bool between_fields = size == 7;
    EXPECT_EQ(ParseBinary(bytes.substr(0, size), "f.pb", again).ok(), between_fields) << size;
  }
}

std::string Binary(const std::string& text) {
  v1::Scene scene;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &scene)) << text;
  return scene.SerializeAsString();
}

std::string ErrorIn(absl::string_view bytes) { return FindWireError(bytes, *v1::Scene::descriptor()).value_or("none"); }

constexpr char kScene[] = R"pb(
  id: "s"
  time_step_s: 0.1
  ego { shapes { disc { radius_m: 1 } } }
  moving_obstacles { id: "a" }
  moving_obstacles {
    id: "b"
    shapes { disc { radius_m: 2 } }
  }
  sampling_request { lateral_offsets_m: [ 1, 2 ] }
)pb";

TEST(WireErrorTest, AMessageHasNone) {
  EXPECT_EQ(ErrorIn(Binary(kScene)), "none");
  EXPECT_EQ(ErrorIn(""), "none");
}

TEST(WireErrorTest, NamesTheFieldAndTheByte) {
  const std::string bytes = Binary(kScene);
  EXPECT_EQ(ErrorIn(bytes.substr(0, 7)), "time_step_s at byte 4: 8 bytes are needed, 3 are left");
  EXPECT_EQ(ErrorIn("\x0a\x02\xff\xfe"), "id at byte 2: not valid UTF-8");
  EXPECT_EQ(ErrorIn("\x0a\x05xy"), "id at byte 2: 5 bytes are needed, 2 are left");
  std::string cut = bytes;
  const size_t obstacle = cut.find(
      "\x0a\x01"
      "b");
  ASSERT_NE(obstacle, std::string::npos);
  cut[obstacle + 1] = '\x7f';
  EXPECT_EQ(ErrorIn(cut).find("moving_obstacles[1].id at byte "), 0u) << ErrorIn(cut);
  cut = bytes;
  cut[obstacle + 2] = '\xff';
  EXPECT_EQ(ErrorIn(cut).find("moving_obstacles[1].id at byte "), 0u) << ErrorIn(cut);
  // Seven of the eight bytes of a number in a packed list.
  EXPECT_EQ(ErrorIn(std::string("\x5a\x09\x0a\x07"
                                "1234567",
                                11)),
            "sampling_request.lateral_offsets_m[0] at byte 4: 8 bytes are needed, 7 are left");
  EXPECT_EQ(ErrorIn(std::string("\0", 1)), "at byte 0: no field has the number 0");
  EXPECT_EQ(ErrorIn("\x0f"), "id at byte 0: wire type 7 is not expected here");
  EXPECT_EQ(ErrorIn("\xf8"), "at byte 0: the bytes end within a number");
  EXPECT_EQ(ErrorIn(std::string(11, '\xff')), "at byte 0: a number of more than 5 bytes");
  EXPECT_EQ(ErrorIn("\xf3\x01\x08\x01"), "field 30 at byte 4: a group without its end");
}

// Wherever protobuf's parser refuses a mutated message, the walker finds a mistake, and nowhere
// else.
TEST(WireErrorTest, AgreesWithProtobufsParser) {
  const std::string good = Binary(kScene);
  std::mt19937_64 random(1);
  testing::internal::CaptureStderr();  // Protobuf prints a line for what is not UTF-8.
  int refused = 0;
  constexpr int kTrials = 200000;
  for (int i = 0; i < kTrials; ++i) {
    std::string bytes = good;
    for (int k = 0; k < 1 + i % 3; ++k) bytes[random() % bytes.size()] = static_cast<char>(random());
    if (i % 5 == 0) bytes.resize(random() % bytes.size());
    v1::Scene scene;
    const bool parses = scene.ParseFromString(bytes);
    refused += !parses;
    ASSERT_EQ(parses, ErrorIn(bytes) == "none") << testing::PrintToString(bytes) << ": " << ErrorIn(bytes);
  }
  testing::internal::GetCapturedStderr();
  EXPECT_GT(refused, kTrials / 5);
  EXPECT_LT(refused, 4 * kTrials / 5);
}

}  // namespace

}  // namespace collision2d::planner
