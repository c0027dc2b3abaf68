// Inputs that fuzzing found interesting, replayed: assurance/fuzz.sh adds to them.

#include <filesystem>
#include <fstream>
#include <iterator>

#include "collision2d/fuzz/batch_fuzz.h"
#include "collision2d/fuzz/capture_fuzz.h"
#include "collision2d/fuzz/create_fuzz.h"
#include "collision2d/fuzz/motion_fuzz.h"
#include "collision2d/fuzz/pair_query_fuzz.h"
#include "collision2d/fuzz/solid_query_fuzz.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

// Runs `target`, which aborts on failure, on every file of the corpus of that name.
void Replay(const std::string& name, int (*target)(const uint8_t*, size_t)) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator("collision2d/fuzz/corpus/" + name)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
    SCOPED_TRACE(entry.path().string());
    EXPECT_EQ(target(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()), 0);
    ++files;
  }
  EXPECT_GT(files, 10);
}

TEST(CorpusReplay, Create) { Replay("create", FuzzCreate); }

TEST(CorpusReplay, PairQuery) { Replay("pair_query", FuzzPairQuery); }

TEST(CorpusReplay, Motion) { Replay("motion", FuzzMotionQuery); }

TEST(CorpusReplay, SolidQuery) { Replay("solid_query", FuzzSolidQuery); }

TEST(CorpusReplay, Batch) { Replay("batch", FuzzBatch); }

TEST(CorpusReplay, Capture) { Replay("capture", FuzzCapture); }

}  // namespace
}  // namespace collision2d
