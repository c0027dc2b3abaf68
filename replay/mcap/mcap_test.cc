// Writer and reader of MCAP files against each other, against files written by hand, and on
// damaged files.
#include <lz4frame.h>
#include <zstd.h>

#include <map>
#include <random>
#include <sstream>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "collision2d/io/crc32.h"
#include "collision2d/testing/hex_bytes.h"
#include "collision2d/testing/test.h"
#include "gmock/gmock.h"
#include "google/protobuf/descriptor.pb.h"
#include "google/protobuf/timestamp.pb.h"
#include "google/protobuf/type.pb.h"
#include "replay/mcap/mcap_format.h"
#include "replay/mcap/mcap_reader.h"
#include "replay/mcap/mcap_writer.h"
#include "replay/mcap/unpack_chunk.h"

namespace collision2d::planner {
namespace {

using ::testing::HasSubstr;

// Header, a schema without encoding, channel "t", a message at 5 ns, DataEnd with its CRC, Footer.
constexpr char kBareMessage[] =
    "894d434150300d0a010900000000000000000000000100000078030e000000000000000100000000000000000000000000041500"
    "000000000000010000000100000074040000006a736f6e0000000005180000000000000001000000000005000000000000000500"
    "0000000000007b7d0f04000000000000003698a3460214000000000000000000000000000000000000000000000000000000894d"
    "434150300d0a";

struct Read {
  std::vector<std::pair<std::string, std::string>> messages;  // Topic and data.
  std::vector<uint64_t> times;
  absl::Status status;
};

Read ReadAll(const std::string& bytes, const McapReader::WantedSchema& is_wanted = nullptr) {
  std::istringstream input(bytes);
  McapReader reader(input, "x.mcap", is_wanted);
  Read read;
  McapMessage message;
  while (true) {
    const absl::StatusOr<bool> next = reader.Next(&message);
    read.status = next.status();
    if (!next.ok() || !*next) break;
    read.messages.push_back({reader.channels().at(message.channel_id).topic, std::string(message.data)});
    read.times.push_back(message.log_time_ns);
  }
  // It stays so.
  EXPECT_EQ(reader.Next(&message).status(), read.status);
  return read;
}

// A file of `count` messages on two channels.
std::string WriteFile(int count, size_t size = 20) {
  std::string file;
  McapWriter writer([&file](absl::string_view bytes) {
    file.append(bytes.data(), bytes.size());
    return absl::OkStatus();
  });
  writer.Begin("test");
  const int a = writer.AddChannel("/a", google::protobuf::Timestamp::descriptor()->full_name(),
                                  FilesOf(*google::protobuf::Timestamp::descriptor()));
  const int b = writer.AddChannel("/b", google::protobuf::Type::descriptor()->full_name(),
                                  FilesOf(*google::protobuf::Type::descriptor()));
  writer.WriteMetadata("run", {{"version", "1"}, {"seed", "2"}});
  for (int i = 0; i < count; ++i) {
    writer.Write(i % 3 == 0 ? b : a, static_cast<uint64_t>(1000 - i), std::string(size, 'x'));
  }
  writer.Finish();
  return file;
}

// The file with 0 in place of the checksums, which means that there are none.
std::string WithoutChecksums(std::string file) {
  for (size_t at = kMcapMagic.size(); at + kMcapRecordPrefix < file.size();) {
    const size_t content = at + kMcapRecordPrefix;
    const size_t crc = file[at] == 6 ? 24 : file[at] == 2 ? 16 : 0;
    if (file[at] == 6 || file[at] == 2 || file[at] == 0x0f) file.replace(content + crc, 4, 4, '\0');
    at = content + static_cast<size_t>(LoadMcapNumber<uint64_t>(&file[at + 1]));
  }
  return file;
}

TEST(Crc32Test, KnownValues) {
  EXPECT_EQ(Crc32("123456789"), 0xcbf43926u);
  EXPECT_EQ(Crc32(""), 0u);
  const std::string text = "The quick brown fox jumps over the lazy dog";
  EXPECT_EQ(Crc32(text), 0x414fa339u);
  for (size_t i = 0; i < text.size(); ++i) EXPECT_EQ(Crc32(text.substr(i), Crc32(text.substr(0, i))), 0x414fa339u);
}

TEST(McapReaderTest, ReadsAFileWrittenByHand) {
  const std::string file = HexBytes(kBareMessage);
  ASSERT_EQ(file.size(), 162u);
  const Read read = ReadAll(file);
  EXPECT_TRUE(read.status.ok()) << read.status;
  ASSERT_EQ(read.messages.size(), 1u);
  EXPECT_EQ(read.messages[0], std::pair(std::string("t"), std::string("{}")));
  EXPECT_EQ(read.times[0], 5u);
}

TEST(McapTest, WhatIsWrittenIsRead) {
  for (const int count : {0, 1, 2, 1000}) {
    const std::string file = WriteFile(count, 5000);
    const Read read = ReadAll(file);
    EXPECT_TRUE(read.status.ok()) << read.status;
    ASSERT_EQ(read.messages.size(), static_cast<size_t>(count));
    for (int i = 0; i < count; ++i) {
      EXPECT_EQ(read.messages[static_cast<size_t>(i)].first, i % 3 == 0 ? "/b" : "/a");
      EXPECT_EQ(read.times[static_cast<size_t>(i)], static_cast<uint64_t>(1000 - i));
    }
  }
}

// The records of some bytes: where each begins, its opcode and its content.
struct RawRecord {
  uint64_t offset = 0;
  int op = 0;
  std::string content;

  template <typename Number>
  Number At(size_t byte) const {
    return LoadMcapNumber<Number>(content.data() + byte);
  }
};
std::vector<RawRecord> Records(const std::string& bytes, uint64_t begin, uint64_t end) {
  std::vector<RawRecord> records;
  while (begin < end) {
    const uint64_t length = LoadMcapNumber<uint64_t>(&bytes[begin + 1]);
    records.push_back({begin, bytes[begin], bytes.substr(begin + kMcapRecordPrefix, length)});
    begin += kMcapRecordPrefix + length;
  }
  return records;
}

// Indexed readers rely on it; ours does on the chunks' index only.
TEST(McapTest, WhatIsWrittenIsIndexed) {
  const std::string file = WriteFile(1000, 5000);
  const std::vector<RawRecord> records = Records(file, kMcapMagic.size(), file.size() - kMcapMagic.size());
  std::map<uint64_t, RawRecord> by_offset;
  std::map<std::pair<int, uint64_t>, uint64_t> in_chunk;  // Times, by channel and offset in the records.
  uint64_t messages = 0, chunks = 0, indexed = 0;
  std::string chunk;
  for (const RawRecord& record : records) {
    by_offset[record.offset] = record;
    if (record.op == 6) {
      EXPECT_TRUE(in_chunk.empty());
      ++chunks;
      chunk = record.content.substr(40);
      for (const RawRecord& inner : Records(chunk, 0, chunk.size())) {
        if (inner.op != 5) continue;
        ++messages;
        in_chunk[{inner.At<uint16_t>(0), inner.offset}] = inner.At<uint64_t>(6);
      }
    } else if (record.op == 7) {
      for (size_t at = 6; at < record.content.size(); at += 16, ++indexed) {
        const auto found = in_chunk.find({record.At<uint16_t>(0), record.At<uint64_t>(at + 8)});
        ASSERT_NE(found, in_chunk.end());
        EXPECT_EQ(found->second, record.At<uint64_t>(at));
        in_chunk.erase(found);
      }
    } else if (record.op == 8) {
      --chunks;
      EXPECT_EQ(by_offset.at(record.At<uint64_t>(16)).op, 6);
      EXPECT_EQ(by_offset.at(record.At<uint64_t>(16)).content.size() + kMcapRecordPrefix, record.At<uint64_t>(24));
      for (size_t at = 36; at < 36 + record.At<uint32_t>(32); at += 10) {
        EXPECT_EQ(by_offset.at(record.At<uint64_t>(at + 2)).op, 7);
        EXPECT_EQ(by_offset.at(record.At<uint64_t>(at + 2)).At<uint16_t>(0), record.At<uint16_t>(at));
      }
    } else if (record.op == 0x0b) {
      EXPECT_EQ(record.At<uint64_t>(0), 1000u);
      EXPECT_EQ(record.content.size(), 46u + 20u);
      EXPECT_EQ(record.At<uint64_t>(48) + record.At<uint64_t>(58), 1000u);
    } else if (record.op == 0x0d) {
      EXPECT_EQ(by_offset.at(record.At<uint64_t>(0)).op, 0x0c);
    } else if (record.op == 0x0e) {
      for (const RawRecord& of :
           Records(file, record.At<uint64_t>(1), record.At<uint64_t>(1) + record.At<uint64_t>(9))) {
        EXPECT_EQ(of.op, record.At<uint8_t>(0));
      }
    }
  }
  EXPECT_EQ(messages, 1000u);
  EXPECT_EQ(indexed, 1000u);
  EXPECT_EQ(chunks, 0u);
}

TEST(McapTest, SchemasHaveTheirImportsAndMetadataIsKept) {
  std::istringstream input(WriteFile(4));
  McapReader reader(input, "x.mcap");
  McapMessage message;
  while (*reader.Next(&message)) continue;
  ASSERT_EQ(reader.schemas().size(), 2u);
  for (const auto& [id, schema] : reader.schemas()) EXPECT_TRUE(CheckProtobufSchema(schema).ok()) << schema.name;
  EXPECT_EQ(reader.metadata().find("run")->second.at("seed"), "2");

  McapSchema schema = reader.schemas().at(2);
  google::protobuf::FileDescriptorSet files;
  ASSERT_TRUE(files.ParseFromString(schema.data));
  ASSERT_GT(files.file_size(), 1);
  files.mutable_file()->DeleteSubrange(0, 1);
  schema.data = files.SerializeAsString();
  EXPECT_THAT(CheckProtobufSchema(schema).message(), HasSubstr("google/protobuf/type.proto"));
  schema = reader.schemas().at(1);
  schema.name = "google.protobuf.Nothing";
  EXPECT_THAT(CheckProtobufSchema(schema).message(), HasSubstr("have no message google.protobuf.Nothing"));
  schema.data = "\xff";
  EXPECT_THAT(CheckProtobufSchema(schema).message(), HasSubstr("is no FileDescriptorSet"));
}

TEST(McapWriterTest, AnErrorOfTheSinkEndsTheFile) {
  McapWriter writer([](absl::string_view) { return absl::UnavailableError("full"); });
  writer.Begin("");
  writer.Finish();
  EXPECT_EQ(writer.status().message(), "full");
}

std::string Number(uint64_t value, size_t bytes) {
  std::string text;
  AppendMcapNumber(value, &text);
  text.resize(bytes);
  return text;
}
std::string Record(int op, const std::string& content) {
  return absl::StrCat(std::string(1, static_cast<char>(op)), Number(content.size(), 8), content);
}

std::string Packed(const std::string& compression, const std::string& bytes) {
  std::string packed(bytes.size() + 1000, '\0');
  if (compression == "zstd") {
    packed.resize(ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), 3));
  } else {
    packed.resize(LZ4F_compressFrame(packed.data(), packed.size(), bytes.data(), bytes.size(), nullptr));
  }
  return packed;
}

TEST(UnpackChunkTest, ReturnsWhatWasPackedAndRefusesOtherSizesAndDamage) {
  std::mt19937_64 random(TestSeed());
  for (const std::string compression : {"zstd", "lz4"}) {
    for (const size_t size : {0, 1, 100, 70'000, 9'000'000}) {
      std::string bytes(size, '\0');
      for (char& byte : bytes) byte = static_cast<char>(random() % 5);
      const std::string packed = Packed(compression, bytes);
      std::string records;
      ASSERT_TRUE(UnpackChunk(compression, packed, size, &records).ok()) << compression << size;
      EXPECT_EQ(records, bytes);
      EXPECT_THAT(UnpackChunk(compression, packed, size + 1, &records).message(),
                  HasSubstr(absl::StrCat("uncompressed_size: ", size + 1, ", but the records have ", size)));
      EXPECT_EQ(UnpackChunk(compression, packed, size == 0 ? 0 : size - 1, &records).ok(), size == 0);
      EXPECT_FALSE(UnpackChunk(compression, packed.substr(0, packed.size() / 2), size, &records).ok());
    }
    std::string records;
    EXPECT_THAT(UnpackChunk(compression, std::string(1000, 'x'), 5000, &records).message(),
                HasSubstr(absl::StrCat("records: ", compression, ": ")));
    // Nothing is allocated for what no compression would make of so few bytes.
    std::string untouched;
    EXPECT_THAT(UnpackChunk(compression, Packed(compression, "x"), uint64_t{1} << 30, &untouched).message(),
                HasSubstr("uncompressed_size: 1073741824, more than 4096 times the "));
    EXPECT_LT(untouched.capacity(), 100u);
  }
}

TEST(McapReaderTest, BadFilesAreRefusedWithRecordByteAndField) {
  const std::string bare = HexBytes(kBareMessage);
  const std::string header = bare.substr(0, 26);
  const std::string end =
      absl::StrCat(Record(0x0f, std::string(4, '\0')), Record(2, std::string(20, '\0')), kMcapMagic);
  const std::string schema = bare.substr(26, 23);
  const std::string channel = bare.substr(49, 30);
  const std::string message = bare.substr(79, 33);
  ASSERT_TRUE(ReadAll(absl::StrCat(header, schema, channel, message, end)).status.ok());
  const auto chunk = [](const std::string& records, const std::string& compression = "", uint64_t size_error = 0) {
    const std::string stored = compression == "zstd" || compression == "lz4" ? Packed(compression, records) : records;
    return Record(
        6, absl::StrCat(Number(0, 8), Number(9, 8), Number(records.size() + size_error, 8), Number(Crc32(records), 4),
                        Number(compression.size(), 4), compression, Number(stored.size(), 8), stored));
  };
  for (const char* compression : {"", "zstd", "lz4"}) {
    const Read read = ReadAll(absl::StrCat(header, chunk(absl::StrCat(schema, channel, message), compression), end));
    ASSERT_TRUE(read.status.ok()) << read.status;
    EXPECT_EQ(read.messages.size(), 1u);
  }
  const std::string long_text = absl::StrReplaceAll(channel, {{Number(1, 4) + "t", Number(1u << 31, 4) + "t"}});
  const std::string twice = Record(0x0c, absl::StrCat(Number(0, 4), Number(20, 4), Number(1, 4), "k", Number(1, 4), "v",
                                                      Number(1, 4), "k", Number(1, 4), "v"));
  struct Case {
    std::string file, error;
  };
  const Case cases[] = {
      {"", "magic at byte 0"},
      {absl::StrReplaceAll(bare, {{"MCAP0", "MCAP1"}}), "MCAP of version \"1\""},
      {"not MCAP, but a text", "is not that of MCAP"},
      {bare.substr(0, 100), "Message at byte 79: cut: the file ends at byte 100, 12 bytes before"},
      {bare.substr(0, 160), "cut: the file ends at byte 160 without the end magic"},
      {absl::StrCat(header, Record(3, "").substr(0, 1), Number(uint64_t{1} << 63, 8)),
       "Schema at byte 26: length: 9223372036854775808"},
      {absl::StrCat(schema, end), "magic at byte 0"},
      {absl::StrCat(kMcapMagic, schema, end), "Schema at byte 8: the Header is not the first"},
      {absl::StrCat(header, schema, long_text, end), "Channel at byte 49: topic: 2147483648 bytes are needed"},
      {absl::StrCat(header, message, end), "Message at byte 26: channel_id: there is no channel 1"},
      {absl::StrCat(header, Record(4, absl::StrCat(Number(1, 2), Number(3, 2), Number(0, 12))), end),
       "Channel at byte 26: schema_id: there is no schema 3"},
      {absl::StrCat(header, schema, schema, end), ""},
      {absl::StrCat(header, schema, Record(3, absl::StrCat(Number(1, 2), Number(1, 4), "x", Number(0, 8))), end),
       "Schema at byte 49: id: 1 has two contents"},
      {absl::StrCat(header, chunk(schema + channel + message, "zip"), end),
       "Chunk at byte 26: compression: \"zip\" cannot be read; known are zstd and lz4"},
      {absl::StrCat(header, chunk(schema, "zstd", 5), end), "uncompressed_size: 28, but the records have 23 bytes"},
      {absl::StrCat(header, chunk(schema, "lz4", uint64_t{1} << 40), end), "1099511627799 bytes are beyond the limit"},
      {absl::StrCat(header, chunk(schema, "", 5), end), "uncompressed_size: 28, but the records have 23 bytes"},
      {absl::StrCat(header, chunk(chunk(schema)), end),
       "Chunk at byte 0 of its records: such a record may not be in a chunk"},
      {absl::StrCat(header, chunk(Record(9, "")), end), "Attachment at byte 0 of its records"},
      {absl::StrCat(header, chunk(schema.substr(0, 9)), end), "length: 14 bytes are needed, 0 are left"},
      {absl::StrCat(header, Record(0, ""), end), "0 is no opcode"},
      {absl::StrCat(header, twice, end), "Metadata at byte 26: metadata: key \"k\" is there twice"},
      {absl::StrReplaceAll(bare, {{"{}", "[]"}}), "DataEnd at byte 112: data_section_crc: 46a39836, but"},
  };
  for (const Case& bad : cases) {
    const absl::Status status = ReadAll(bad.file).status;
    if (bad.error.empty()) {
      EXPECT_TRUE(status.ok()) << status;
    } else {
      EXPECT_THAT(status.message(), HasSubstr(bad.error));
    }
  }
  // Records of private opcodes, and bytes behind the known fields, are passed over.
  EXPECT_TRUE(ReadAll(absl::StrCat(header, Record(0x80, "abc"), schema, end)).status.ok());
}

// A file with a chunk of ten messages of "/a" or "/b" each.
std::string WriteChunks(const std::string& topics) {
  std::string file;
  McapWriter writer([&file](absl::string_view bytes) {
    file.append(bytes.data(), bytes.size());
    return absl::OkStatus();
  });
  writer.Begin("test");
  const int a = writer.AddChannel("/a", google::protobuf::Timestamp::descriptor()->full_name(),
                                  FilesOf(*google::protobuf::Timestamp::descriptor()));
  const int b = writer.AddChannel("/b", google::protobuf::Type::descriptor()->full_name(),
                                  FilesOf(*google::protobuf::Type::descriptor()));
  uint64_t time_ns = 0;
  for (const char topic : topics) {
    for (int i = 0; i < 10; ++i) writer.Write(topic == 'a' ? a : b, ++time_ns, std::string(100, topic));
    writer.EndChunk();
  }
  writer.Finish();
  return file;
}

TEST(McapReaderTest, TheIndexSparesChunksWithoutWantedMessages) {
  const auto is_wanted = [](const McapSchema& schema) { return schema.name == "google.protobuf.Timestamp"; };
  const std::string file = WriteChunks("bbabbbabb");
  const Read read = ReadAll(file, is_wanted);
  ASSERT_TRUE(read.status.ok()) << read.status;
  ASSERT_EQ(read.messages.size(), 20u);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(read.messages[i].first, "/a");
    EXPECT_EQ(read.times[i], static_cast<uint64_t>(i < 10 ? 21 + i : 51 + i));
  }
  // Damage where nothing wanted is remains unseen, elsewhere it is found.
  std::string damaged = file;
  damaged[damaged.find(std::string(100, 'b')) + 5] = 'x';
  EXPECT_EQ(ReadAll(damaged, is_wanted).messages.size(), 20u);
  EXPECT_FALSE(ReadAll(damaged).status.ok());
  damaged = file;
  damaged[damaged.find(std::string(100, 'a')) + 5] = 'x';
  EXPECT_THAT(ReadAll(damaged, is_wanted).status.message(), HasSubstr("uncompressed_crc"));
  // All chunks are wanted: everything is read and checked.
  EXPECT_EQ(ReadAll(WriteChunks("aaa"), is_wanted).messages.size(), 30u);
  EXPECT_EQ(ReadAll(WriteChunks(""), is_wanted).messages.size(), 0u);
  // No index, a damaged one, or a cut file: it is read from front to back.
  damaged = file;
  damaged[damaged.size() - 60] = static_cast<char>(damaged[damaged.size() - 60] ^ 1);
  EXPECT_EQ(ReadAll(damaged, is_wanted).messages.size(), 90u);
  EXPECT_EQ(ReadAll(file.substr(0, file.size() - 1), is_wanted).messages.size(), 90u);
  // A file that was not opened at its beginning.
  EXPECT_EQ(ReadAll(HexBytes(kBareMessage), is_wanted).messages.size(), 1u);
}

TEST(McapReaderTest, AnIndexThatPointsElsewhereIsRefused) {
  const auto is_wanted = [](const McapSchema& schema) { return schema.name == "google.protobuf.Timestamp"; };
  std::string file = WithoutChecksums(WriteChunks("ba"));
  // The last ChunkIndex: opcode, length, times, then the offset.
  const size_t index = file.rfind(std::string("\x08", 1) + Number(74, 8));
  ASSERT_NE(index, std::string::npos);
  file[index + 9 + 16] = static_cast<char>(file[index + 9 + 16] ^ 1);
  EXPECT_THAT(std::string(ReadAll(file, is_wanted).status.message()),
              ::testing::MatchesRegex("x.mcap: .* at byte [0-9]+: .*"));
}

TEST(McapReaderTest, EveryFlippedByteOfAFileIsFound) {
  const std::string file = WriteFile(7);
  int accepted = 0;
  for (size_t i = 0; i < file.size(); ++i) {
    for (const int bit : {0, 3, 7}) {
      std::string damaged = file;
      damaged[i] = static_cast<char>(damaged[i] ^ 1 << bit);
      if (ReadAll(damaged).status.ok()) ++accepted;
    }
  }
  EXPECT_EQ(accepted, 0);
  for (size_t i = 0; i < file.size(); ++i) EXPECT_FALSE(ReadAll(file.substr(0, i)).status.ok()) << i;
}

TEST(McapReaderTest, MutatedFilesAreReadOrRefused) {
  const std::string file = WithoutChecksums(WriteFile(7, 10));
  ASSERT_TRUE(ReadAll(file).status.ok());
  std::mt19937_64 random(TestSeed());
  int refused = 0;
  for (int round = 0; round < 10000; ++round) {
    std::string mutated = file;
    for (int flips = 1 + static_cast<int>(random() % 4); flips > 0; --flips) {
      const size_t at = random() % mutated.size();
      switch (random() % 4) {
        case 0:
          mutated[at] = static_cast<char>(random());
          break;
        case 1:
          mutated.erase(at, random() % 9);
          break;
        case 2:
          mutated.insert(at, mutated.substr(random() % mutated.size(), random() % 40));
          break;
        default:
          mutated.resize(at + 1);
      }
    }
    const Read read = ReadAll(mutated);
    EXPECT_LE(read.messages.size(), mutated.size() / 20);
    if (read.status.ok()) continue;
    ++refused;
    EXPECT_THAT(std::string(read.status.message()), ::testing::MatchesRegex("x.mcap: .* at byte [0-9]+: .*"));
  }
  EXPECT_GT(refused, 7000);
}

}  // namespace
}  // namespace collision2d::planner
