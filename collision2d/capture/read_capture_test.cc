// Files that are whole, damaged, cut off, hostile, or of a later version.

#include "collision2d/capture/read_capture.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <functional>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "collision2d/capture/capture_ring.h"
#include "collision2d/capture/dump_capture.h"
#include "collision2d/capture/recorder.h"
#include "collision2d/capture/records/bytes.h"
#include "collision2d/capture/records/layout.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

using Bytes = std::vector<uint8_t>;

// Three records: of a segment and a triangle, posed.
Bytes SmallFile() {
  CaptureMemory memory(4, 512);
  Recorder recorder(memory.ring(), {kAllTriggers, 100, 1});
  const ConvexPolygon a = ConvexPolygon::Create({{0, 0}, {1, 2}}, 0.5).value();
  const ConvexPolygon b = ConvexPolygon::Create({{0, 0}, {3, 0}, {0, 3}}).value();
  recorder.Collides(a, b);
  recorder.DistanceWithin(a, b, Pose2({4, 5}, UnitRotation(0.6, 0.8)), 1.5);
  recorder.Distance(a, b, Pose2{{7, 5}});
  return CaptureBytes(memory.ring());
}

// Where each frame of an undamaged file begins, and where the file ends.
std::vector<size_t> FrameOffsets(const Bytes& bytes) {
  std::vector<size_t> offsets = {internal::kHeaderBytes};
  while (offsets.back() < bytes.size()) {
    offsets.push_back(offsets.back() + internal::kFrameHeadBytes +
                      internal::LoadLittleEndian<uint32_t>(&bytes[offsets.back() + internal::kFrameLengthAt]));
  }
  return offsets;
}

// The byte that an error names.
size_t ByteOf(const absl::Status& status) {
  EXPECT_TRUE(absl::IsDataLoss(status)) << status;
  EXPECT_TRUE(absl::StartsWith(status.message(), "byte ")) << status;
  return static_cast<size_t>(std::atoll(std::string(status.message().substr(5)).c_str()));
}

// Makes the checksum of the frame at `offset` right again.
void Sign(size_t offset, Bytes* bytes) {
  const size_t length = internal::LoadLittleEndian<uint32_t>(&(*bytes)[offset + internal::kFrameLengthAt]);
  const uint32_t crc = internal::Crc32c(absl::MakeConstSpan(*bytes).subspan(offset + 4, 4 + length));
  internal::StoreLittleEndian(crc, &(*bytes)[offset]);
}

TEST(ReadCapture, WholeFile) {
  const CaptureContents contents = ReadCapture(SmallFile());
  ASSERT_TRUE(contents.status.ok()) << contents.status;
  ASSERT_EQ(contents.records.size(), 3u);
  EXPECT_EQ(contents.records[1].query.numbers, std::vector<double>{1.5});
  EXPECT_EQ(contents.records[1].query.a.radius_m(), 0.5);
  EXPECT_EQ(contents.records[1].sequence, 1u);
  EXPECT_EQ(contents.records[1].offset, FrameOffsets(SmallFile())[1]);
  EXPECT_EQ(contents.counts.claimed, 3u);
  EXPECT_EQ(contents.replaced, 0u);
}

// The bytes of the format, which no machine and no later version of this library may change.
TEST(ReadCapture, LayoutIsFixed) {
  const Bytes bytes = SmallFile();
  EXPECT_EQ(std::string(bytes.begin(), bytes.begin() + 8), "c2dcapt\n");
  EXPECT_EQ(Bytes(bytes.begin() + 8, bytes.begin() + 12), (Bytes{1, 0, 0, 0}));
  // The first record: Collides, sampled, of one shape each, answered by one word.
  const uint8_t* const record = &bytes[24];
  EXPECT_EQ(record[0], 1);
  EXPECT_EQ(record[1] & kSampledTrigger, kSampledTrigger);
  EXPECT_EQ(Bytes(record + 40, record + 64),
            (Bytes{1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}));
  // Two vertices, radius 0.5, (0, 0), (1, 2).
  EXPECT_EQ(Bytes(record + 64, record + 112),
            (Bytes{2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xe0, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0,
                   0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0x40}));
  EXPECT_EQ(FrameOffsets(bytes).size(), 5u);
}

TEST(ReadCapture, EveryFlippedBitIsNamedAndWhatPrecedesIsKept) {
  const Bytes bytes = SmallFile();
  const std::vector<size_t> offsets = FrameOffsets(bytes);
  for (size_t i = 0; i < bytes.size(); ++i) {
    const size_t frame = static_cast<size_t>(std::upper_bound(offsets.begin(), offsets.end(), i) - offsets.begin());
    for (int bit = 0; bit < 8; ++bit) {
      Bytes damaged = bytes;
      damaged[i] ^= static_cast<uint8_t>(1 << bit);
      const CaptureContents contents = ReadCapture(damaged);
      const size_t byte = ByteOf(contents.status);
      EXPECT_EQ(contents.records.size(), frame == 0 ? 0 : frame - 1) << i;
      if (frame == 0) {
        EXPECT_LE(byte, i);
      } else {
        EXPECT_EQ(byte, offsets[frame - 1]) << i;
      }
    }
  }
}

TEST(ReadCapture, EveryTruncationIsNamedAndWhatPrecedesIsKept) {
  const Bytes bytes = SmallFile();
  const std::vector<size_t> offsets = FrameOffsets(bytes);
  for (size_t size = 0; size < bytes.size(); ++size) {
    const CaptureContents contents = ReadCapture(absl::MakeConstSpan(bytes).first(size));
    const size_t whole = static_cast<size_t>(std::upper_bound(offsets.begin(), offsets.end(), size) - offsets.begin());
    EXPECT_EQ(contents.records.size(), whole == 0 ? 0 : whole - 1) << size;
    EXPECT_EQ(ByteOf(contents.status), whole == 0 ? size : offsets[whole - 1]) << size;
  }
}

TEST(ReadCapture, BytesAfterTheEnd) {
  Bytes bytes = SmallFile();
  const size_t size = bytes.size();
  bytes.push_back(0);
  const CaptureContents contents = ReadCapture(bytes);
  EXPECT_EQ(ByteOf(contents.status), size);
  EXPECT_EQ(contents.records.size(), 3u);
}

TEST(ReadCapture, LaterFormat) {
  Bytes bytes = SmallFile();
  bytes[8] = 2;
  internal::StoreLittleEndian(internal::Crc32c(absl::MakeConstSpan(bytes).first(12)), &bytes[12]);
  EXPECT_EQ(ReadCapture(bytes).status.message(), "byte 8: format version 2; this library reads version 1");
}

TEST(ReadCapture, NoCaptureFile) {
  EXPECT_EQ(ReadCapture({}).status.message(), "byte 0: cut off in the header");
  EXPECT_EQ(ReadCapture({'c', '2', 'x'}).status.message(), "byte 2: not a capture file");
}

// A record with a right checksum, one field of which has been set; the message of the error.
template <typename Word>
std::string MessageWith(size_t at, Word value) {
  Bytes bytes = SmallFile();
  const size_t offset = FrameOffsets(bytes)[1];
  uint8_t* const field = &bytes[offset + internal::kFrameHeadBytes + at];
  if constexpr (sizeof(Word) == 1) {
    *field = value;
  } else {
    internal::StoreLittleEndian(value, field);
  }
  Sign(offset, &bytes);
  const CaptureContents contents = ReadCapture(bytes);
  EXPECT_EQ(contents.records.size(), 1u);
  EXPECT_GE(ByteOf(contents.status), offset);
  return std::string(contents.status.message());
}

TEST(ReadCapture, HostileRecords) {
  const size_t record = FrameOffsets(SmallFile())[1] + internal::kFrameHeadBytes;
  const auto at = [&](size_t offset, const char* what) { return absl::StrCat("byte ", record + offset, ": ", what); };
  const uint32_t most = ~uint32_t{0};
  EXPECT_EQ(MessageWith(internal::kShapeACountAt, most), at(0, "not one shape a and one shape b"));
  EXPECT_EQ(MessageWith(internal::kShapeBCountAt, uint32_t{0}), at(0, "not one shape a and one shape b"));
  EXPECT_EQ(MessageWith(internal::kPoseCountAt, most),
            at(176, "4294967295 poses, 1 numbers and 1 words claimed, more than there is room for"));
  EXPECT_EQ(MessageWith(internal::kNumberCountAt, most),
            at(176, "1 poses, 4294967295 numbers and 1 words claimed, more than there is room for"));
  EXPECT_EQ(MessageWith(internal::kWordCountAt, uint32_t{0}), at(216, "more than the record claims"));
  EXPECT_EQ(MessageWith(64, ~uint64_t{0}),
            at(64, "a shape claims 18446744073709551615 vertices, more than there is room for"));
  EXPECT_EQ(MessageWith(64, uint64_t{0}), at(64, "no shape: vertices: empty; at least one is needed"));
  EXPECT_EQ(MessageWith(72, internal::BitsOf(-1.0)).substr(0, 20), at(64, "no shape: radius_m").substr(0, 20));
  EXPECT_EQ(MessageWith(0, uint8_t{99}), at(0, "query kind 99 is not known to this version"));
  EXPECT_EQ(MessageWith(0, uint8_t{16}), at(0, "query kind 16 is not known to this version")) << "a row of a batch";
  EXPECT_EQ(MessageWith(0, uint8_t{1}), at(0, "Collides with 1 poses and 1 numbers"));
}

TEST(ReadCapture, FramesOfWrongSizes) {
  Bytes bytes = SmallFile();
  const size_t offset = FrameOffsets(bytes)[1];
  internal::StoreLittleEndian(~uint32_t{0}, &bytes[offset + internal::kFrameLengthAt]);
  EXPECT_TRUE(absl::StrContains(ReadCapture(bytes).status.message(),
                                "a record claims 4294967295 bytes, and none has more than 16777216: damaged"));
  internal::StoreLittleEndian(static_cast<uint32_t>(kMaxRecordBytes), &bytes[offset + internal::kFrameLengthAt]);
  EXPECT_TRUE(absl::StrContains(
      ReadCapture(bytes).status.message(),
      absl::StrCat("a record claims 16777216 bytes, and ", bytes.size() - offset - 8, " follow: cut off or damaged")));
  internal::StoreLittleEndian(uint32_t{0}, &bytes[offset + internal::kFrameLengthAt]);
  Sign(offset, &bytes);
  EXPECT_EQ(ReadCapture(bytes).status.message(), absl::StrCat("byte ", offset + 8, ": a record without a head"));
}

TEST(ReadCapture, EndThatCountsOtherRecords) {
  Bytes bytes = SmallFile();
  const size_t offset = FrameOffsets(bytes)[3];
  bytes[offset + internal::kFrameHeadBytes + 8] = 4;
  Sign(offset, &bytes);
  EXPECT_EQ(ReadCapture(bytes).status.message(),
            absl::StrCat("byte ", offset, ": the end record counts 4 records, but 3 precede it"));
}

TEST(ReadCapture, EndThatCountsFewerThanThereAre) {
  const size_t offset = FrameOffsets(SmallFile())[3];
  const auto message_with = [&](uint64_t claimed, uint64_t busy) {
    Bytes bytes = SmallFile();
    internal::StoreLittleEndian(claimed, &bytes[offset + internal::kFrameHeadBytes + 16]);
    internal::StoreLittleEndian(busy, &bytes[offset + internal::kFrameHeadBytes + 24]);
    Sign(offset, &bytes);
    const CaptureContents contents = ReadCapture(bytes);
    EXPECT_EQ(contents.records.size(), 3u);
    return std::string(contents.status.message());
  };
  EXPECT_EQ(message_with(5, 2), "");
  EXPECT_EQ(message_with(5, 3),
            absl::StrCat("byte ", offset, ": the end record counts 5 claimed and 3 busy records for 3 in the file"));
  EXPECT_NE(message_with(0, ~uint64_t{0}), "");
}

// The payload of a NaN, the sign of zeros in poses and vertices, and a radius pass through a file
// unchanged.
TEST(ReadCapture, RecordsAreThoseBits) {
  const double nan = internal::DoubleOf(0x7ff8'dead'beef'0001);
  CaptureMemory memory(1, 512);
  Recorder recorder(memory.ring());
  const ConvexPolygon a = ConvexPolygon::Create({{-0.0, 0}, {1, -0.0}}, 0x1.fp-1060).value();
  recorder.ComputeSeparation(a, a, Pose2({nan, -0.0}, UnitRotation(1.0, -0.0)));
  const CaptureContents contents = ReadCapture(CaptureBytes(memory.ring()));
  ASSERT_EQ(contents.records.size(), 1u);
  const CapturedQuery& query = contents.records[0].query;
  EXPECT_EQ(internal::BitsOf(query.poses[0].translation.x), internal::BitsOf(nan));
  EXPECT_EQ(internal::BitsOf(query.poses[0].translation.y), internal::BitsOf(-0.0));
  EXPECT_EQ(internal::BitsOf(query.poses[0].sin), internal::BitsOf(-0.0));
  EXPECT_EQ(query.a.radius_m(), a.radius_m());
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(internal::BitsOf(query.a.vertices()[i].x), internal::BitsOf(a.vertices()[i].x));
    EXPECT_EQ(internal::BitsOf(query.a.vertices()[i].y), internal::BitsOf(a.vertices()[i].y));
  }
}

TEST(DumpCapture, FilesAndTheirErrors) {
  const std::string path = testing::TempDir() + "/dump.capture";
  CaptureMemory memory(2, 512);
  Recorder recorder(memory.ring(), {kAllTriggers, 100, 1});
  for (int i = 0; i < 5; ++i) recorder.Collides(RegularPolygon(4, 1.0), RegularPolygon(4, 1.0));
  ASSERT_TRUE(DumpCapture(memory.ring(), path).ok());
  const CaptureContents contents = ReadCaptureFile(path);
  ASSERT_TRUE(contents.status.ok()) << contents.status;
  EXPECT_EQ(contents.records.size(), 2u);
  EXPECT_EQ(contents.records[0].sequence, 3u);
  EXPECT_EQ(contents.replaced, 3u);
  EXPECT_EQ(std::fopen((path + ".partial").c_str(), "r"), nullptr);
  EXPECT_EQ(DumpCapture(memory.ring(), "/no/such/folder/x").message(),
            "/no/such/folder/x.partial: cannot be written: No such file or directory");
  EXPECT_EQ(ReadCaptureFile("/no/such/file").status.message(), "/no/such/file: No such file or directory");
  EXPECT_EQ(ReadCaptureFile("/").status.message(), "/: Is a directory");
}

TEST(DumpCapture, OnlyRegularFilesAreWritten) {
  CaptureMemory memory(2, 512);
  EXPECT_EQ(DumpCapture(memory.ring(), "/dev/null").message(),
            "/dev/null: cannot be written: it is a device, not a regular file");
  const std::string path = testing::TempDir() + "/linked.capture";
  std::remove((path + ".partial").c_str());
  ASSERT_EQ(symlink("/dev/full", (path + ".partial").c_str()), 0);
  EXPECT_EQ(DumpCapture(memory.ring(), path).message(),
            path + ".partial: cannot be written: it is a symbolic link, not a regular file");
  EXPECT_EQ(std::fopen(path.c_str(), "r"), nullptr);
}

// Bytes, then one byte without end, as of a device; how many were asked for.
struct EndlessSource {
  Bytes bytes;
  uint8_t rest;
  size_t read = 0;
  absl::StatusOr<size_t> operator()(absl::Span<uint8_t> wanted) {
    for (uint8_t& byte : wanted) {
      byte = read < bytes.size() ? bytes[read] : rest;
      ++read;
    }
    return wanted.size();
  }
};

// Whatever an endless input begins with, no more is read than the largest record that it may claim.
TEST(ReadCapture, EndlessInputsAreReadUpToTheFirstError) {
  const Bytes file = SmallFile();
  Random random(1);
  for (int i = 0; i < 500; ++i) {
    EndlessSource source{file, static_cast<uint8_t>(i % 256)};
    source.bytes.resize(static_cast<size_t>(random.Integer(0, static_cast<int>(file.size()))));
    const bool is_short = source.bytes.size() < internal::kHeaderBytes;
    // Also a length that cannot be right, and the largest that could.
    if (!is_short && i % 4 == 0 && source.bytes.size() > internal::kHeaderBytes + internal::kFrameHeadBytes) {
      const uint32_t claimed = i % 8 == 0 ? ~uint32_t{0} : static_cast<uint32_t>(kMaxRecordBytes >> (i / 8 % 8));
      internal::StoreLittleEndian(claimed, &source.bytes[internal::kHeaderBytes + internal::kFrameLengthAt]);
    }
    CaptureReader reader(std::ref(source));
    for (CaptureRecord record; reader.Next(&record);) {
    }
    EXPECT_TRUE(absl::IsDataLoss(reader.status())) << reader.status();
    const size_t most = is_short ? internal::kHeaderBytes : internal::kFrameHeadBytes + kMaxRecordBytes;
    EXPECT_LE(source.read, source.bytes.size() + most);
    EXPECT_LE(reader.records(), 3u);
  }
  EndlessSource zeros{{}, 0};
  CaptureReader reader(std::ref(zeros));
  CaptureRecord record;
  EXPECT_FALSE(reader.Next(&record));
  EXPECT_EQ(reader.status().message(), "byte 0: not a capture file");
  EXPECT_EQ(zeros.read, 8u);
}

TEST(ReadCapture, ASourceThatFails) {
  CaptureReader reader([](absl::Span<uint8_t>) -> absl::StatusOr<size_t> { return absl::NotFoundError("gone"); });
  CaptureRecord record;
  EXPECT_FALSE(reader.Next(&record));
  EXPECT_EQ(reader.status(), absl::NotFoundError("gone"));
}

}  // namespace
}  // namespace collision2d
