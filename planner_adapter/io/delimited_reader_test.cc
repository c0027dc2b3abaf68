#include "planner_adapter/io/delimited_reader.h"

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "planner_adapter/io/message_writer.h"
#include "proto/scene.pb.h"

namespace collision2d::planner {
namespace {

constexpr int kScenes = 3;

// Records of about 1, 100 and 100000 bytes, and where each begins.
std::string Stream(std::vector<int64_t>* begins) {
  std::ostringstream stream;
  for (const int size : {1, 100, 100'000}) {
    if (begins != nullptr) begins->push_back(static_cast<int64_t>(stream.str().size()));
    proto::Scene scene;
    scene.set_id(std::string(size, 'x'));
    EXPECT_TRUE(AppendDelimited(scene, stream).ok());
  }
  return stream.str();
}

struct Reading {
  int scenes = 0;
  absl::Status status;
};

Reading ReadAll(const std::string& bytes) {
  std::istringstream input(bytes);
  DelimitedReader reader(input, "f.pbs");
  Reading reading;
  proto::Scene scene;
  while (true) {
    const absl::StatusOr<bool> found = reader.Next(scene);
    reading.status = found.status();
    // The end and an error stay what they are.
    if (!found.ok()) {
      EXPECT_EQ(reader.Next(scene).status(), found.status());
    } else if (!*found) {
      EXPECT_FALSE(reader.Next(scene).value());
    }
    if (!found.ok() || !*found) return reading;
    ++reading.scenes;
  }
}

TEST(DelimitedReaderTest, ReadsToTheEnd) {
  EXPECT_EQ(ReadAll(Stream(nullptr)).scenes, kScenes);
  EXPECT_TRUE(ReadAll(Stream(nullptr)).status.ok());
  EXPECT_EQ(ReadAll("").scenes, 0);
  EXPECT_TRUE(ReadAll("").status.ok());
}

// Cut anywhere, the stream gives the whole records before the cut, and an error unless the cut is between two records.
TEST(DelimitedReaderTest, EveryTruncationKeepsTheRecordsBeforeIt) {
  std::vector<int64_t> begins;
  const std::string bytes = Stream(&begins);
  for (int64_t size = 0; size < static_cast<int64_t>(bytes.size()); size += size < 120 ? 1 : 997) {
    int whole = 0;
    bool is_between = size == 0;
    for (int i = 1; i < kScenes; ++i) {
      if (size >= begins[i]) whole = i;
      is_between |= size == begins[i];
    }
    const Reading reading = ReadAll(bytes.substr(0, size));
    EXPECT_EQ(reading.scenes, whole) << size;
    EXPECT_EQ(reading.status.ok(), is_between) << size;
    if (is_between) continue;
    EXPECT_EQ(reading.status.code(), absl::StatusCode::kDataLoss);
    EXPECT_EQ(reading.status.message().find(absl::StrCat("f.pbs: record ", whole, " at byte ", begins[whole], ": ")),
              0u)
        << reading.status;
  }
}

TEST(DelimitedReaderTest, SaysWhatIsWrongWithTheRecord) {
  const std::string good = Stream(nullptr);
  const std::string place = absl::StrCat("f.pbs: record 3 at byte ", good.size(), ": ");
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"\x05"
       "ab",
       "truncated: its length is 5 bytes, but 2 are left"},
      {"\x80", "the stream ends within the record's length, or that is no varint"},
      {std::string(11, '\xFF'), "the stream ends within the record's length, or that is no varint"},
      {std::string(1, '\0'), "the record's length is 0"},
      // 2^32 + 1 is not mistaken for 1.
      {std::string("\x81\x80\x80\x80\x10\x0A", 6),
       "the record's length, 4294967297 bytes, is beyond the limit of 1073741824"},
      {std::string("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01", 10),
       "the record's length, 18446744073709551615 bytes, is beyond the limit of 1073741824"},
      {"\x03zzz", "3 bytes that are not a binary collision2d.proto.Scene"},
  };
  for (const auto& [damage, what] : cases) {
    const Reading reading = ReadAll(good + damage);
    EXPECT_EQ(reading.scenes, kScenes);
    EXPECT_EQ(reading.status, absl::DataLossError(place + what));
  }
}

TEST(DelimitedReaderTest, TheLimitIsInclusive) {
  std::istringstream input("\x03\x0A\x01x\x04\x0A\x02xx");
  DelimitedReader reader(input, "f.pbs", 3);
  proto::Scene scene;
  EXPECT_TRUE(reader.Next(scene).value());
  EXPECT_EQ(scene.id(), "x");
  EXPECT_EQ(reader.Next(scene).status(),
            absl::DataLossError("f.pbs: record 1 at byte 4: the record's length, 4 bytes, is beyond the limit of 3"));
}

TEST(DelimitedReaderTest, DamageInTheMiddleEndsTheStream) {
  std::vector<int64_t> begins;
  std::string bytes = Stream(&begins);
  bytes[begins[1] + 1] = '\xFF';
  const Reading reading = ReadAll(bytes);
  EXPECT_EQ(reading.scenes, 1);
  EXPECT_EQ(reading.status.code(), absl::StatusCode::kDataLoss);
}

TEST(DelimitedReaderTest, AFailingDeviceIsNoCleanEnd) {
  std::istringstream input("");
  input.setstate(std::ios::badbit);
  DelimitedReader reader(input, "f.pbs");
  proto::Scene scene;
  EXPECT_EQ(reader.Next(scene).status(), absl::DataLossError("f.pbs: record 0 at byte 0: reading failed"));
}

}  // namespace
}  // namespace collision2d::planner
