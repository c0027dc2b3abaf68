// Writes new golden files into a folder: bazel run --config=opt
// //collision2d/golden:golden_writer -- $PWD/testdata/golden

#include <cstdio>
#include <string>
#include <vector>

#include "collision2d/golden/batch_answers.h"
#include "collision2d/golden/golden_file.h"
#include "collision2d/golden/golden_inputs.h"
#include "collision2d/golden/golden_motions.h"
#include "collision2d/golden/golden_solids.h"
#include "collision2d/golden/motion_answers.h"
#include "collision2d/golden/pair_answers.h"
#include "collision2d/golden/solid_answers.h"

namespace collision2d {
namespace {

bool Write(const std::string& path, const std::vector<GoldenLine>& inputs, const GoldenInterpreter& interpreter) {
  std::string text =
      "# Written by //collision2d/golden:golden_writer: inputs, and the bits of their answers (= ...).\n";
  for (const GoldenLine& line : Answered(inputs, interpreter)) text += ToText(line);
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) {
    std::perror(path.c_str());
    return false;
  }
  const bool is_written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (std::fclose(file) == 0 && is_written) return true;
  std::perror(path.c_str());
  return false;
}

}  // namespace
}  // namespace collision2d

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: golden_writer FOLDER\n");
    return 2;
  }
  const std::string folder = argv[1];
  const bool is_written =
      collision2d::Write(folder + "/pairs.txt", collision2d::GoldenPairs(), collision2d::PairInterpreter()) &&
      collision2d::Write(folder + "/scenes.txt", collision2d::GoldenScenes(), collision2d::BatchInterpreter()) &&
      collision2d::Write(folder + "/motions.txt", collision2d::GoldenMotions(), collision2d::MotionInterpreter()) &&
      collision2d::Write(folder + "/solids.txt", collision2d::GoldenSolids(), collision2d::SolidInterpreter());
  return is_written ? 0 : 1;
}
