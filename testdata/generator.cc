// Writes the generated files of testdata/scenes; see README.md.

#include <cstdint>
#include <fstream>
#include <iostream>
#include <string>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/flags/usage.h"
#include "testdata/generated_files.h"

ABSL_FLAG(std::string, out, "", "The folder to write to, absolute or relative to where the binary runs; must exist.");
ABSL_FLAG(uint64_t, seed, collision2d::testdata::kDefaultSeed, "Seed of the scenes that are random.");

int main(int argc, char** argv) {
  absl::SetProgramUsageMessage("Writes the project's own test scenes: generator --out=FOLDER [--seed=N]");
  absl::ParseCommandLine(argc, argv);
  const std::string folder = absl::GetFlag(FLAGS_out);
  if (folder.empty()) {
    std::cerr << "generator: --out is needed\n";
    return 1;
  }
  for (const auto& file : collision2d::testdata::GenerateFiles(absl::GetFlag(FLAGS_seed))) {
    const std::string path = folder + "/" + file.name;
    std::ofstream output(path, std::ios::binary);
    output << file.bytes;
    output.close();
    if (!output) {
      std::cerr << "generator: cannot write " << path << "\n";
      return 1;
    }
    std::cout << path << ": " << file.bytes.size() << " bytes\n";
  }
  return 0;
}
