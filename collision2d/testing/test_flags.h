#pragma once

#include <cstdint>

namespace collision2d {

// Returns the value of --seed, from which every randomised test takes its seed. Tests derive one
// stream per test case from it.
uint64_t TestSeed();

// Returns the number of random cases of a test: the value of --pairs, or default_count if that flag
// is not given.
int64_t TestCaseCount(int64_t default_count);

}  // namespace collision2d
