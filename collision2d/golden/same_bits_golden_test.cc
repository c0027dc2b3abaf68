// The answers to the inputs of testdata/golden have the bits that stand there, whatever compiled
// this and wherever it runs, with every instruction set of this machine. query:same_bits_test has
// many more pairs, as hashes.

#include <cstdio>
#include <fstream>
#include <iterator>

#include "collision2d/code_generation.h"
#include "collision2d/golden/batch_answers.h"
#include "collision2d/golden/golden_file.h"
#include "collision2d/golden/golden_inputs.h"
#include "collision2d/golden/golden_motions.h"
#include "collision2d/golden/golden_solids.h"
#include "collision2d/golden/motion_answers.h"
#include "collision2d/golden/pair_answers.h"
#include "collision2d/golden/solid_answers.h"
#include "collision2d/testing/scoped_target.h"
#include "collision2d/testing/test.h"
#include "hwy/targets.h"

namespace collision2d {
namespace {

std::vector<GoldenLine> ReadGolden(const std::string& name) {
  std::ifstream file("testdata/golden/" + name);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  EXPECT_FALSE(text.empty()) << name;
  return ParseGolden(text);
}

void ExpectSame(const std::vector<GoldenLine>& golden, const std::vector<GoldenLine>& now) {
  ASSERT_EQ(golden.size(), now.size());
  int differences = 0;
  std::string inputs;  // Of the answers that come next.
  for (size_t i = 0; i < golden.size() && differences < 3; ++i) {
    if (!golden[i].is_answer) {
      inputs = i > 0 && golden[i - 1].is_answer ? "" : inputs;
      inputs += ToText(golden[i]);
    }
    if (SameBits(golden[i], now[i])) continue;
    ADD_FAILURE() << inputs.substr(0, 2000) << "golden:\n" << ToText(golden[i]) << "now:\n" << ToText(now[i]);
    ++differences;
  }
}

void ExpectGolden(const std::string& name, GoldenInterpreter (*interpreter)()) {
  const std::vector<GoldenLine> golden = ReadGolden(name);
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    const ScopedTarget scoped_target(target);
    SCOPED_TRACE(hwy::TargetName(target));
    std::printf("%s on %s\n", name.c_str(), hwy::TargetName(target));
    ExpectSame(golden, Answered(golden, interpreter()));
  }
}

// The part of the answers of that name's first number that is not 0.
double RateOf(const std::vector<GoldenLine>& golden, const std::string& name) {
  double count = 0.0;
  double hits = 0.0;
  for (const GoldenLine& line : golden) {
    if (!line.is_answer || line.name != name) continue;
    for (const double number : line.numbers) {
      count += 1.0;
      hits += number != 0.0 ? 1.0 : 0.0;
    }
  }
  return hits / count;
}

TEST(SameBitsGolden, Pairs) { ExpectGolden("pairs.txt", PairInterpreter); }

TEST(SameBitsGolden, Scenes) { ExpectGolden("scenes.txt", BatchInterpreter); }

TEST(SameBitsGolden, Solids) { ExpectGolden("solids.txt", SolidInterpreter); }

TEST(SameBitsGolden, Motions) { ExpectGolden("motions.txt", MotionInterpreter); }

TEST(SameBitsGolden, SamplesAreRepresentative) {
  const double colliding_pairs = RateOf(ReadGolden("pairs.txt"), "collides");
  EXPECT_GT(colliding_pairs, 0.3);
  EXPECT_LT(colliding_pairs, 0.7);
  const double free_motions = RateOf(ReadGolden("motions.txt"), "free");
  EXPECT_GT(free_motions, 0.3);
  EXPECT_LT(free_motions, 0.7);
  const double colliding_solids = RateOf(ReadGolden("solids.txt"), "collides");
  EXPECT_GT(colliding_solids, 0.3);
  EXPECT_LT(colliding_solids, 0.7);
  const double hit_poses = RateOf(ReadGolden("scenes.txt"), "AnyHit");
  EXPECT_GT(hit_poses, 0.3);
  EXPECT_LT(hit_poses, 0.95);
}

// What is written with + - * / and sqrt is the same here as where the files were written.
TEST(SameBitsGolden, Inputs) {
  ExpectSame(ReadGolden("pairs.txt"), Answered(GoldenPairs(), PairInterpreter()));
  ExpectSame(ReadGolden("scenes.txt"), Answered(GoldenScenes(), BatchInterpreter()));
  ExpectSame(ReadGolden("motions.txt"), Answered(GoldenMotions(), MotionInterpreter()));
  ExpectSame(ReadGolden("solids.txt"), Answered(GoldenSolids(), SolidInterpreter()));
}

TEST(GoldenFile, TextKeepsTheBits) {
  const GoldenLine line = {true, "x", {0.1, -0.0, 0x1p-1074, -3.0, 123456789.0, 1e300, 1.0 / 0.0}};
  const std::vector<GoldenLine> read = ParseGolden("# comment\n\n" + ToText(line));
  ASSERT_EQ(read.size(), 1u);
  EXPECT_TRUE(SameBits(read[0], line)) << ToText(read[0]);
  EXPECT_FALSE(SameBits(read[0], GoldenLine{true, "x", {0.1, 0.0, 0x1p-1074, -3.0, 123456789.0, 1e300, 1.0 / 0.0}}));
}

}  // namespace
}  // namespace collision2d
