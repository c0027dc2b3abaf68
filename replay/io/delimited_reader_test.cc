#include "replay/io/delimited_reader.h"

#include <istream>
#include <sstream>
#include <streambuf>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "collision2d/testing/test.h"
#include "collision2d/v1/scene.pb.h"
#include "gmock/gmock.h"
#include "replay/io/message_writer.h"

namespace collision2d::planner {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

constexpr int kScenes = 3;

// Records of about 1, 100 and 100000 bytes, and where each begins.
std::string Stream(std::vector<int64_t>* begins) {
  std::ostringstream stream;
  for (const int size : {1, 100, 100'000}) {
    if (begins != nullptr) begins->push_back(static_cast<int64_t>(stream.str().size()));
    v1::Scene scene;
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
  v1::Scene scene;
  while (true) {
    const absl::StatusOr<bool> found = reader.Next(scene);
    reading.status = found.status();
    // The end and an error that loses the rest stay what they are.
    if (reader.is_lost()) {
      EXPECT_EQ(reader.Next(scene).status(), found.status());
      EXPECT_EQ(reader.Skip().status(), found.status());
    } else if (found.ok() && !*found) {
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

// Cut anywhere, the stream gives the whole records before the cut, and an error unless the cut is
// between two records.
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
      {"\x81\x80\x80\x80\x05\x0A",
       "the record's length, 1342177281 bytes, is beyond the limit of 1073741824, and beyond the end of the stream"},
      {std::string("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01", 10),
       "the record's length, 18446744073709551615 bytes, is beyond the limit of 1073741824"},
      {"\x03zzz",
       "3 bytes that are not a binary collision2d.v1.Scene: goals[0] at byte 2: 122 bytes are needed, 1 are left"},
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
  v1::Scene scene;
  EXPECT_TRUE(reader.Next(scene).value());
  EXPECT_EQ(scene.id(), "x");
  EXPECT_EQ(reader.Next(scene).status(),
            absl::DataLossError("f.pbs: record 1 at byte 4: the record's length, 4 bytes, is beyond the limit of 3"));
}

// What a stream holds: ids of scenes, and the errors between them.
std::vector<std::string> Contents(const std::string& bytes) {
  std::istringstream input(bytes);
  DelimitedReader reader(input, "f.pbs", 100000);
  std::vector<std::string> contents;
  v1::Scene scene;
  while (!reader.is_lost()) {
    const absl::StatusOr<bool> found = reader.Next(scene);
    if (found.ok() && !*found) break;
    contents.push_back(found.ok() ? scene.id() : std::string(found.status().message()));
    // Damaged records count.
    if (!reader.is_lost()) {
      EXPECT_EQ(reader.record_index(), static_cast<int64_t>(contents.size()) - 1);
    }
    EXPECT_EQ(reader.record().empty(), !found.ok());
  }
  return contents;
}

std::string Record(const std::string& id) {
  std::ostringstream stream;
  v1::Scene scene;
  scene.set_id(id);
  EXPECT_TRUE(AppendDelimited(scene, stream).ok());
  return stream.str();
}

TEST(DelimitedReaderTest, ADamagedRecordIsSkippedIfTheFramingIsIntact) {
  // Not UTF-8; a length of 0; beyond the limit; the last one.
  const std::string not_text = "\x04\x0A\x02\xFF\xFF";
  const std::string empty(1, '\0');
  const std::string long_record = std::string("\xA1\x8D\x06", 3) + std::string(100001, 'x');
  const std::string what = "4 bytes that are not a binary collision2d.v1.Scene: id at byte 2: not valid UTF-8";
  EXPECT_THAT(
      Contents(Record("a") + not_text + empty + Record("b") + long_record + Record("c") + not_text),
      ElementsAre("a", "f.pbs: record 1 at byte 4: " + what, "f.pbs: record 2 at byte 9: the record's length is 0", "b",
                  "f.pbs: record 4 at byte 14: the record's length, 100001 bytes, is beyond the limit of 100000", "c",
                  "f.pbs: record 6 at byte 100022: " + what));
}

TEST(DelimitedReaderTest, WithoutAGoodRecordBehindItTheRestIsLost) {
  const std::string not_text = "\x04\x0A\x02\xFF\xFF";
  const std::string what =
      "f.pbs: record 1 at byte 4: 4 bytes that are not a binary collision2d.v1.Scene: "
      "id at byte 2: not valid UTF-8; the rest is not read: ";
  EXPECT_THAT(Contents(Record("a") + not_text + not_text + "\x05" + "b"),
              ElementsAre("a", what + "at byte 14 truncated: its length is 5 bytes, but 1 are left"));
  std::string many;
  for (int i = 0; i <= kMaxDamagedRecordsInARow; ++i) many += not_text;
  EXPECT_THAT(Contents(Record("a") + many + Record("b")),
              ElementsAre("a", what + "the 100 records behind it are damaged too"));
  // One fewer can be skipped.
  EXPECT_THAT(Contents(Record("a") + many.substr(not_text.size()) + Record("b")), SizeIs(kMaxDamagedRecordsInARow + 2));
}

TEST(DelimitedReaderTest, RecordsCanBePassedOver) {
  const std::string not_text = "\x04\x0A\x02\xFF\xFF";
  const std::string bytes = Record("a") + not_text + Record("b") + not_text + Record("c");
  for (int skipped = 0; skipped <= 5; ++skipped) {
    std::istringstream input(bytes);
    DelimitedReader reader(input, "f.pbs");
    for (int i = 0; i < skipped; ++i) {
      EXPECT_TRUE(reader.Skip().value());
      EXPECT_EQ(reader.record_index(), i);
    }
    v1::Scene scene;
    std::vector<std::string> rest;
    for (int i = skipped; i < 5; ++i) {
      const absl::StatusOr<bool> found = reader.Next(scene);
      EXPECT_EQ(found.ok(), i % 2 == 0) << i;
      EXPECT_EQ(reader.record_index(), i);
    }
    EXPECT_FALSE(reader.Skip().value());
    EXPECT_FALSE(reader.Next(scene).value());
  }
}

// The same bytes again and again.
class EndlessBuffer : public std::streambuf {
 public:
  explicit EndlessBuffer(std::string bytes) : bytes_(std::move(bytes)) {}

 protected:
  int_type underflow() override {
    setg(bytes_.data(), bytes_.data(), bytes_.data() + bytes_.size());
    return traits_type::to_int_type(bytes_[0]);
  }

 private:
  std::string bytes_;
};

TEST(DelimitedReaderTest, AnEndlessStreamIsNotPassedOver) {
  // A length of 2^41.
  EndlessBuffer buffer("\x80\x80\x80\x80\x80\x40");
  std::istream input(&buffer);
  DelimitedReader reader(input, "f.pbs");
  EXPECT_EQ(reader.Skip().status(), absl::DataLossError("f.pbs: record 0 at byte 0: the record's length, "
                                                        "2199023255552 bytes, is beyond the limit of 1073741824"));
  EXPECT_TRUE(reader.is_lost());
  EXPECT_EQ(reader.bytes_read(), 6);
}

TEST(DelimitedReaderTest, AFailingDeviceIsNoCleanEnd) {
  std::istringstream input("");
  input.setstate(std::ios::badbit);
  DelimitedReader reader(input, "f.pbs");
  v1::Scene scene;
  EXPECT_EQ(reader.Next(scene).status(), absl::DataLossError("f.pbs: record 0 at byte 0: reading failed"));
}

}  // namespace
}  // namespace collision2d::planner
