// A main for tests that take --seed and --pairs besides GoogleTest's own flags.

#include <cstdio>

#include "absl/flags/parse.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace {

// Prints at the end of a failed run what is needed to repeat it.
class SeedPrinter : public testing::EmptyTestEventListener {
  void OnTestProgramEnd(const testing::UnitTest& unit_test) override {
    if (unit_test.Passed()) return;
    std::printf("To repeat: --seed=%llu\n", static_cast<unsigned long long>(collision2d::TestSeed()));
  }
};

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  absl::ParseCommandLine(argc, argv);
  testing::UnitTest::GetInstance()->listeners().Append(new SeedPrinter);
  return RUN_ALL_TESTS();
}
