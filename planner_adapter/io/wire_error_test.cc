#include "planner_adapter/io/wire_error.h"

#include <optional>
#include <random>
#include <string>

#include "absl/strings/string_view.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"
#include "proto/scene.pb.h"

namespace collision2d::planner {
namespace {

std::string Binary(const std::string& text) {
  proto::Scene scene;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &scene)) << text;
  return scene.SerializeAsString();
}

std::string ErrorIn(absl::string_view bytes) {
  return FindWireError(bytes, *proto::Scene::descriptor()).value_or("none");
}

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

// Wherever protobuf's parser refuses a mutated message, the walker finds a mistake, and nowhere else.
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
    proto::Scene scene;
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
