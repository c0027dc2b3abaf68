#include "planner_adapter/io/message_json.h"

#include <string>

#include "absl/status/statusor.h"
#include "gtest/gtest.h"
#include "proto/verdict.pb.h"

namespace collision2d::planner {
namespace {

// Texts of all sizes around the pieces in which they are collected.
TEST(MessageJsonTest, IsWhatProtobufPrints) {
  for (const bool with_defaults : {false, true}) {
    google::protobuf::util::JsonPrintOptions options;
    options.preserve_proto_field_names = with_defaults;
    options.always_print_primitive_fields = with_defaults;
    proto::SceneVerdicts verdicts;
    for (int count = 0; count < 700; ++count) {
      verdicts.add_notes(std::string(1 + count % 17, 'x') + "\"<\xE2\x82\xAC");
      verdicts.add_verdicts()->set_pairs_checked(count);
      if (count % 50 != 0) continue;
      std::string expected;
      ASSERT_TRUE(google::protobuf::util::MessageToJsonString(verdicts, &expected, options).ok());
      const absl::StatusOr<std::string> json = MessageJson(verdicts, options);
      ASSERT_TRUE(json.ok()) << json.status();
      EXPECT_EQ(*json, expected) << count;
    }
    const absl::StatusOr<std::string> last = MessageJson(verdicts, options);
    EXPECT_GT(last->size(), with_defaults ? 70'000u : 20'000u);
  }
}

}  // namespace
}  // namespace collision2d::planner
