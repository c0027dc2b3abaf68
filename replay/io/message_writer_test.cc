#include "replay/io/message_writer.h"

#include <initializer_list>
#include <sstream>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "collision2d/testing/test.h"
#include "collision2d/v1/verdict.pb.h"
#include "google/protobuf/text_format.h"
#include "google/protobuf/util/json_util.h"
#include "google/protobuf/util/message_differencer.h"
#include "replay/io/delimited_reader.h"
#include "replay/io/parse_message.h"

namespace collision2d::planner {
namespace {

using google::protobuf::util::MessageDifferencer;

// With every field of verdict.proto, and numbers that need all their digits.
v1::SceneVerdicts FullVerdicts() {
  v1::SceneVerdicts verdicts;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(
      R"pb(
        run {
          version: "1.0"
          input_digest: "fnv1a64:cbf29ce484222325"
          input_file: "Stra\303\237e \"1\".pb"
          seed: 18446744073709551615
          options: "after_prediction=hold"
          options: "step=0.1"
        }
        scene_id: "s\n1"
        cycle: 3
        cycle_time_s: 20.1
        verdicts {
          candidate_id: "a"
          candidate_index: 0
          cost: 0.30000000000000004
          collides: true
          first_collision {
            time_s: 20.4
            step: 3
            obstacle_id: "car"
            hypothesis: 1
            signed_distance_m: -5e-324
            witness_ego { x: 450000.12345678901 y: 1.7976931348623157e+308 }
            witness_obstacle { x: -0.1 y: 2.2250738585072014e-308 }
          }
          minimum_clearance { signed_distance_m: -0.5 }
          leaves_road: true
          leaves_road_time_s: 0
          pairs_checked: 9223372036854775807
        }
        verdicts {}
        counts { candidates: 2 free: 1 colliding: 1 leaving_road: 1 pairs_checked: 12 }
        best_free_candidate: 0
        notes: "2 repeated vertices removed"
      )pb",
      &verdicts));
  return verdicts;
}

TEST(MessageWriterTest, VerdictsRoundTripThroughADelimitedStream) {
  const v1::SceneVerdicts first = FullVerdicts();
  v1::SceneVerdicts second = first;
  second.set_cycle(4);
  std::stringstream stream;
  ASSERT_TRUE(AppendDelimited(first, stream).ok());
  ASSERT_TRUE(AppendDelimited(second, stream).ok());
  DelimitedReader reader(stream, "verdicts.pbs");
  v1::SceneVerdicts read;
  ASSERT_TRUE(reader.Next(read).value());
  EXPECT_TRUE(MessageDifferencer::Equals(read, first));
  ASSERT_TRUE(reader.Next(read).value());
  EXPECT_TRUE(MessageDifferencer::Equals(read, second));
  EXPECT_FALSE(reader.Next(read).value());
}

TEST(MessageWriterTest, VerdictsRoundTripThroughText) {
  const v1::SceneVerdicts verdicts = FullVerdicts();
  std::string text;
  ASSERT_TRUE(google::protobuf::TextFormat::PrintToString(verdicts, &text));
  v1::SceneVerdicts read;
  ASSERT_TRUE(ParseText(text, "verdicts.textproto", read).ok());
  EXPECT_TRUE(MessageDifferencer::Equals(read, verdicts));
}

TEST(MessageWriterTest, VerdictsRoundTripThroughJson) {
  v1::SceneVerdicts verdicts = FullVerdicts();
  verdicts.mutable_verdicts(1)->set_cost(std::numeric_limits<double>::infinity());
  std::stringstream stream;
  ASSERT_TRUE(AppendJsonLine(verdicts, stream).ok());
  ASSERT_TRUE(AppendJsonLine(v1::SceneVerdicts(), stream).ok());
  std::string line;
  ASSERT_TRUE(std::getline(stream, line));
  v1::SceneVerdicts read;
  ASSERT_TRUE(google::protobuf::util::JsonStringToMessage(line, &read).ok()) << line;
  EXPECT_TRUE(MessageDifferencer::Equals(read, verdicts)) << line;
  ASSERT_TRUE(std::getline(stream, line));
  ASSERT_TRUE(google::protobuf::util::JsonStringToMessage(line, &read).ok()) << line;
  EXPECT_TRUE(MessageDifferencer::Equals(read, v1::SceneVerdicts())) << line;
  EXPECT_FALSE(std::getline(stream, line));
}

// Lists are printed element by element.
TEST(MessageWriterTest, JsonIsThatOfProtobufsPrinter) {
  v1::SceneVerdicts verdicts = FullVerdicts();
  verdicts.add_notes("\"verdicts\":[]");
  v1::SceneVerdicts without_verdicts = verdicts;
  without_verdicts.clear_verdicts();
  google::protobuf::util::JsonPrintOptions options;
  options.preserve_proto_field_names = true;
#if GOOGLE_PROTOBUF_VERSION >= 5026000
  options.always_print_fields_with_no_presence = true;
#else
  options.always_print_primitive_fields = true;
#endif
  for (const google::protobuf::Message* message :
       std::initializer_list<const google::protobuf::Message*>{&verdicts, &without_verdicts, &verdicts.verdicts(1)}) {
    std::string expected;
    ASSERT_TRUE(google::protobuf::util::MessageToJsonString(*message, &expected, options).ok());
    std::ostringstream stream;
    ASSERT_TRUE(AppendJsonLine(*message, stream).ok());
    EXPECT_EQ(stream.str(), expected + "\n");
  }
}

TEST(MessageWriterTest, JsonHasTheNamesOfTheSchemaAndItsDefaults) {
  v1::Verdict verdict;
  verdict.set_candidate_id("a");
  verdict.set_pairs_checked(7);
  std::ostringstream stream;
  ASSERT_TRUE(AppendJsonLine(verdict, stream).ok());
  EXPECT_EQ(
      stream.str(),
      "{\"outcome\":\"OUTCOME_UNSPECIFIED\",\"candidate_id\":\"a\",\"candidate_index\":0,\"cost\":0,\"collides\":false,"
      "\"leaves_road\":false,\"pairs_checked\":\"7\",\"reservations\":[]}\n");
}

TEST(MessageWriterTest, RefusesStringsThatCouldNotBeReadBack) {
  for (const int place : {0, 1, 2}) {
    v1::SceneVerdicts verdicts = FullVerdicts();
    if (place == 0) verdicts.set_scene_id("\xFF");
    if (place == 1) verdicts.add_notes("\xC0\x80");
    if (place == 2) verdicts.mutable_verdicts(0)->mutable_first_collision()->set_obstacle_id("\x80");
    constexpr const char* kFields[] = {"SceneVerdicts.scene_id", "SceneVerdicts.notes", "Encounter.obstacle_id"};
    const absl::Status expected =
        absl::InvalidArgumentError(absl::StrCat("collision2d.v1.", kFields[place], ": is not valid UTF-8"));
    std::ostringstream stream;
    EXPECT_EQ(AppendDelimited(verdicts, stream), expected);
    EXPECT_EQ(AppendJsonLine(verdicts, stream), expected);
    EXPECT_EQ(stream.str(), "");
  }
}

TEST(MessageWriterTest, ReportsAStreamThatTakesNothing) {
  std::ostringstream stream;
  stream.setstate(std::ios::badbit);
  const absl::Status expected = absl::DataLossError("writing a collision2d.v1.SceneVerdicts failed");
  EXPECT_EQ(AppendDelimited(FullVerdicts(), stream), expected);
  EXPECT_EQ(AppendJsonLine(FullVerdicts(), stream), expected);
}

}  // namespace
}  // namespace collision2d::planner
