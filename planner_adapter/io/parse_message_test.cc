#include "planner_adapter/io/parse_message.h"

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/util/message_differencer.h"
#include "gtest/gtest.h"
#include "proto/scene.pb.h"

namespace collision2d::planner {
namespace {

std::string TextError(absl::string_view text) {
  proto::Scene scene;
  const absl::Status status = ParseText(text, "f.textproto", scene);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  return std::string(status.message());
}

TEST(ParseTextTest, ReplacesTheMessage) {
  proto::Scene scene;
  scene.set_id("old");
  scene.add_reference_path();
  ASSERT_TRUE(ParseText("id: \"new\" time_step_s: 0.1", "f.textproto", scene).ok());
  proto::Scene expected;
  expected.set_id("new");
  expected.set_time_step_s(0.1);
  EXPECT_TRUE(google::protobuf::util::MessageDifferencer::Equals(scene, expected));
}

TEST(ParseTextTest, ErrorsHaveLineAndColumnFromOne) {
  EXPECT_EQ(TextError("id: \"a\"\n  colour: 3\n"),
            "f.textproto:2:9: Message type \"collision2d.proto.Scene\" has no field named \"colour\".");
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
  proto::Scene scene;
  scene.set_id("scene");
  scene.set_time_step_s(0.1);
  const std::string bytes = scene.SerializeAsString();
  proto::Scene again;
  ASSERT_TRUE(ParseBinary(bytes, "f.pb", again).ok());
  EXPECT_TRUE(google::protobuf::util::MessageDifferencer::Equals(scene, again));
  EXPECT_EQ(
      ParseBinary(bytes.substr(0, 3), "f.pb", again),
      absl::InvalidArgumentError("f.pb: 3 bytes that are not a binary collision2d.proto.Scene (damaged or truncated): "
                                 "id at byte 2: 5 bytes are needed, 1 are left"));
  // Every proper prefix is refused, or ends between two fields.
  for (size_t size = 1; size < bytes.size(); ++size) {
    const bool between_fields = size == 7;
    EXPECT_EQ(ParseBinary(bytes.substr(0, size), "f.pb", again).ok(), between_fields) << size;
  }
}

}  // namespace
}  // namespace collision2d::planner
