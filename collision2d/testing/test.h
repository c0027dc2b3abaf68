// What every unit_test gets: GoogleTest, seeded random numbers, infinity and NaN, and the standard
// headers that most tests include.

#pragma once

#include <algorithm>  // IWYU pragma: export
#include <cmath>      // IWYU pragma: export
#include <cstddef>    // IWYU pragma: export
#include <cstdint>    // IWYU pragma: export
#include <limits>     // IWYU pragma: export
#include <string>     // IWYU pragma: export
#include <utility>    // IWYU pragma: export
#include <vector>     // IWYU pragma: export

#include "collision2d/testing/random.h"      // IWYU pragma: export
#include "collision2d/testing/test_flags.h"  // IWYU pragma: export
#include "gtest/gtest.h"                     // IWYU pragma: export

namespace collision2d {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace collision2d
