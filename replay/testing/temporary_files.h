#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "gtest/gtest.h"

namespace collision2d::planner {

// Returns an empty directory for the files of one test case.
inline std::string EmptyTestDirectory() {
  const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
  const std::string path = testing::TempDir() + "/" + test.test_suite_name() + "." + test.name();
  std::filesystem::remove_all(path);
  std::filesystem::create_directories(path);
  return path;
}

// Writes the bytes to the file `name` in the directory and returns its path.
inline std::string WriteTestFile(const std::string& directory, const std::string& name, const std::string& bytes) {
  const std::string path = directory + "/" + name;
  std::ofstream file(path, std::ios::binary);
  file << bytes;
  file.close();
  EXPECT_TRUE(file) << path;
  return path;
}

inline std::string ReadTestFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

}  // namespace collision2d::planner
