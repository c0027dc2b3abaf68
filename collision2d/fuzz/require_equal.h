#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "absl/status/status.h"
#include "collision2d/fuzz/require.h"
#include "gtest/gtest.h"

namespace collision2d {

// Element i of what a call said, to the last bit.
template <typename T>
void RequireEqual(const char* what, size_t i, T actual, T expected) {
  if (std::memcmp(&actual, &expected, sizeof actual) == 0) return;
  Require(testing::AssertionFailure() << what << "[" << i << "]: " << testing::PrintToString(actual) << " instead of "
                                      << testing::PrintToString(expected));
}

inline void RequireTrue(const char* what, bool is_true) {
  if (!is_true) Require(testing::AssertionFailure() << what);
}

inline void RequireOk(const char* call, const absl::Status& status) {
  if (!status.ok()) Require(testing::AssertionFailure() << call << ": " << status);
}

inline void RequireInvalid(const char* call, const absl::Status& status) {
  if (status.code() != absl::StatusCode::kInvalidArgument || status.message().empty()) {
    Require(testing::AssertionFailure() << call << " must be refused: " << status);
  }
}

}  // namespace collision2d
