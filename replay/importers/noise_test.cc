// 100 MB that are no scene, and the most that is parsed at all, in every format: an error, not a
// crash and not a hang.

#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>

#include "collision2d/testing/test.h"
#include "collision2d/v1/scene.pb.h"
#include "planner_adapter/scene/scene_from_proto.h"
#include "replay/importers/testing/read_scene_file.h"
#include "replay/io/file_bytes.h"

namespace collision2d::planner {
namespace {

// Beyond the limit of a scene, and as much as the parsers get to see.
constexpr size_t kFileBytes = 100'000'000;
constexpr size_t kParsedBytes = kMaxSceneBytes;
constexpr uint64_t kSeed = 20261120;

// Writes the bytes under every extension in turn and expects that nothing in them can be used.
void ExpectUnusable(const std::string& bytes) {
  for (const std::string extension : {".textproto", ".pb", ".pbs"}) {
    const std::string path = testing::TempDir() + "/noise" + extension;
    std::ofstream(path, std::ios::binary) << bytes;
    const SceneFile file = ReadSceneFile(path);
    std::filesystem::remove(path);
    bool is_usable = file.status.ok();
    for (const v1::Scene& scene : file.scenes) is_usable &= SceneFromProto(scene).ok();
    EXPECT_FALSE(is_usable) << extension;
    // Short noise can be a message of unknown fields only, which the conversion refuses.
    if (!file.status.ok()) {
      EXPECT_EQ(file.status.message().find(path), 0u) << file.status;
    }
    EXPECT_LT(file.status.message().size(), 1000u) << extension;
  }
}

std::string RandomBytes(size_t size) {
  std::mt19937_64 random(kSeed);
  std::string bytes(size, '\0');
  for (size_t i = 0; i + sizeof(uint64_t) <= size; i += sizeof(uint64_t)) {
    const uint64_t word = random();
    std::memcpy(&bytes[i], &word, sizeof(word));
  }
  return bytes;
}

TEST(NoiseTest, RandomBytes) {
  for (const size_t size : {kFileBytes, kParsedBytes}) ExpectUnusable(RandomBytes(size));
}

TEST(NoiseTest, RandomPrintableCharacters) {
  std::string bytes = RandomBytes(kParsedBytes);
  for (char& byte : bytes) byte = static_cast<char>(' ' + (byte & 0x3F));
  ExpectUnusable(bytes);
}

// One long word; zeros; ones; and nesting deeper than any stack, if the parsers recursed without a
// limit: in binary, 's' begins a group.
TEST(NoiseTest, OneByteRepeated) {
  for (const char byte : {'a', '\0', '\xFF', 's', '{', '\n', '"'}) ExpectUnusable(std::string(kParsedBytes, byte));
}

// Many short noises meet more of the parsers' branches than one long one, which ends at its first
// wrong byte.
TEST(NoiseTest, ManyShortFiles) {
  std::mt19937_64 random(kSeed);
  for (int i = 0; i < 300; ++i) {
    std::string bytes(1 + random() % 40, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random());
    // Never a legal empty scene.
    bytes += '\xFF';
    ExpectUnusable(bytes);
  }
}

}  // namespace
}  // namespace collision2d::planner
