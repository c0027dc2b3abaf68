#ifndef COLLISION2D_TESTING_TEST_FLAGS_H_
#define COLLISION2D_TESTING_TEST_FLAGS_H_

#include <cstdint>

namespace collision2d {

// The value of --seed: the seed of every randomised test. Tests derive one stream per test case from it.
uint64_t TestSeed();

// The number of random cases for a test: the value of --pairs, or default_count if that flag is not given.
int64_t TestCaseCount(int64_t default_count);

}  // namespace collision2d

#endif  // COLLISION2D_TESTING_TEST_FLAGS_H_
