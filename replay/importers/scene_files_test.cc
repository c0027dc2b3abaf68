// Files of scenes in the project's own formats.
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <sstream>
#include <thread>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/testing/test.h"
#include "collision2d/v1/scene.pb.h"
#include "replay/importers/scene_formats.h"
#include "replay/importers/testing/read_scene_file.h"
#include "replay/io/file_bytes.h"
#include "replay/io/message_writer.h"
#include "replay/testing/temporary_files.h"

namespace collision2d::planner {
namespace {

std::string StreamOf(int scenes) {
  std::ostringstream stream;
  for (int i = 0; i < scenes; ++i) {
    v1::Scene scene;
    scene.set_id(std::to_string(i));
    EXPECT_TRUE(AppendDelimited(scene, stream).ok());
  }
  return stream.str();
}

TEST(SceneFilesTest, ReadsOneSceneOfText) {
  for (const std::string name : {"a.textproto", "a.txtpb", "a.TextProto"}) {
    const SceneFile file = ReadSceneFile(WriteTestFile(testing::TempDir(), name, "id: 'text'  # a comment\n"));
    ASSERT_TRUE(file.status.ok()) << file.status;
    ASSERT_EQ(file.scenes.size(), 1u);
    EXPECT_EQ(file.scenes[0].id(), "text");
  }
}

TEST(SceneFilesTest, ReadsOneBinaryScene) {
  v1::Scene scene;
  scene.set_id("binary");
  const SceneFile file = ReadSceneFile(WriteTestFile(testing::TempDir(), "a.pb", scene.SerializeAsString()));
  ASSERT_TRUE(file.status.ok()) << file.status;
  ASSERT_EQ(file.scenes.size(), 1u);
  EXPECT_EQ(file.scenes[0].id(), "binary");
}

TEST(SceneFilesTest, ReadsAStreamInOrder) {
  const SceneFile file = ReadSceneFile(WriteTestFile(testing::TempDir(), "a.pbs", StreamOf(3)));
  ASSERT_TRUE(file.status.ok()) << file.status;
  ASSERT_EQ(file.scenes.size(), 3u);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(file.scenes[i].id(), std::to_string(i));
}

TEST(SceneFilesTest, KeepsTheScenesBeforeTheDamage) {
  const std::string path = WriteTestFile(testing::TempDir(), "truncated.pbs", StreamOf(3) + "\x05xx");
  const SceneFile file = ReadSceneFile(path);
  EXPECT_EQ(file.scenes.size(), 3u);
  EXPECT_EQ(file.status,
            absl::DataLossError(path + ": record 3 at byte 12: truncated: its length is 5 bytes, but 2 are left"));
}

TEST(SceneFilesTest, ADamagedRecordIsSkippedAndNamed) {
  std::string bytes = StreamOf(3);
  bytes[6] = '\x7f';  // The length of the second id.
  const std::string path = WriteTestFile(testing::TempDir(), "damaged.pbs", bytes);
  const SceneFile file = ReadSceneFile(path);
  ASSERT_EQ(file.scenes.size(), 2u);
  EXPECT_EQ(file.scenes[1].id(), "2");
  ASSERT_EQ(file.errors.size(), 1u);
  EXPECT_EQ(file.errors[0], absl::DataLossError(path + ": record 1 at byte 4: 3 bytes that are not a binary "
                                                       "collision2d.v1.Scene: id at byte 2: 127 bytes are needed, 1 "
                                                       "are left"));
  EXPECT_EQ(file.status, file.errors[0]);
}

TEST(SceneFilesTest, AnotherMessageIsNotCalledDamaged) {
  const std::string path = WriteTestFile(testing::TempDir(), "other.pb", "\x0A\x02\xff\xfe");
  EXPECT_EQ(ReadSceneFile(path).status,
            absl::InvalidArgumentError(path + ": 4 bytes that are not a binary collision2d.v1.Scene (another message "
                                              "of protobuf): id at byte 2: not valid UTF-8"));
}

// A pipe can be opened and read only once.
TEST(SceneFilesTest, ReadsPipes) {
  for (const std::string name : {"pipe.pbs", "pipe.pb", "pipe.textproto"}) {
    const std::string path = testing::TempDir() + "/" + name;
    std::filesystem::remove(path);
    ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
    v1::Scene scene;
    scene.set_id("0");
    const std::string bytes = name == "pipe.pbs"  ? StreamOf(1)
                              : name == "pipe.pb" ? scene.SerializeAsString()
                                                  : "id: '0'";
    std::thread writer([&] { std::ofstream(path, std::ios::binary) << bytes; });
    const SceneFile file = ReadSceneFile(path);
    writer.join();
    ASSERT_TRUE(file.status.ok()) << file.status;
    ASSERT_EQ(file.scenes.size(), 1u);
    EXPECT_EQ(file.scenes[0].id(), "0");
  }
}

TEST(SceneFilesTest, TheFormatCanBeGiven) {
  const std::string path = WriteTestFile(testing::TempDir(), "no_extension", StreamOf(2));
  SceneInputOptions options;
  options.default_extension = ".pbs";
  const absl::StatusOr<std::unique_ptr<SceneSource>> source = OpenSceneFile(path, options);
  ASSERT_TRUE(source.ok()) << source.status();
  EXPECT_TRUE((*source)->Skip().value());
  const ImportedScene scene = (*source)->Next().value().value();
  EXPECT_EQ(scene.scene.id(), "1");
  EXPECT_EQ(scene.digest, InputDigest("\x0A\x01"
                                      "1"));
  EXPECT_FALSE((*source)->Skip().value());
}

TEST(SceneFilesTest, EndStaysTheEnd) {
  for (const std::string name : {"end.textproto", "end.pbs"}) {
    const std::string bytes = name == "end.pbs" ? StreamOf(1) : "id: 'a'";
    const absl::StatusOr<std::unique_ptr<SceneSource>> source =
        OpenSceneFile(WriteTestFile(testing::TempDir(), name, bytes));
    ASSERT_TRUE(source.ok()) << source.status();
    EXPECT_TRUE((*source)->Next().value().has_value());
    EXPECT_FALSE((*source)->Next().value().has_value());
    EXPECT_FALSE((*source)->Next().value().has_value());
  }
}

TEST(SceneFilesTest, NamesTheFileThatIsNoScene) {
  const std::string directory = testing::TempDir() + "/directory.pbs";
  std::filesystem::create_directory(directory);
  const std::string missing = testing::TempDir() + "/missing.json";
  EXPECT_EQ(ReadSceneFile(missing).status, absl::NotFoundError(missing + ": no such file"));
  EXPECT_EQ(ReadSceneFile(directory).status, absl::FailedPreconditionError(directory + ": is a directory, not a file"));
  for (const std::string name : {"empty.textproto", "empty.pb", "empty.pbs"}) {
    const std::string path = WriteTestFile(testing::TempDir(), name, "");
    EXPECT_EQ(ReadSceneFile(path).status, absl::InvalidArgumentError(path + ": is empty"));
  }
  const std::string json = WriteTestFile(testing::TempDir(), "scene.JSON", "{}");
  EXPECT_EQ(ReadSceneFile(json).status.message().find(json + ": unknown extension \".json\"; known are .textproto"),
            0u);
  const std::string text = WriteTestFile(testing::TempDir(), "bad.txtpb", "id: 'a'\nego {");
  EXPECT_EQ(ReadSceneFile(text).status, absl::InvalidArgumentError(text + ":2:6: Expected identifier, got: "));
  const std::string binary = WriteTestFile(testing::TempDir(), "bad.pb", "zzz");
  EXPECT_EQ(ReadSceneFile(binary).status,
            absl::InvalidArgumentError(binary +
                                       ": 3 bytes that are not a binary collision2d.v1.Scene (damaged or truncated): "
                                       "goals[0] at byte 2: 122 bytes are needed, 1 are left"));
}

}  // namespace
}  // namespace collision2d::planner
