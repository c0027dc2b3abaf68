#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace collision2d::testdata {

// The seed of the committed files.
inline constexpr uint64_t kDefaultSeed = 20261120;

struct GeneratedFile {
  std::string name;  // In testdata/scenes.
  std::string bytes;
};

// Every generated file of testdata/scenes; the same for the same seed on every machine.
std::vector<GeneratedFile> GenerateFiles(uint64_t seed);

}  // namespace collision2d::testdata
