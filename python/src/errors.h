#pragma once

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

// The library's errors as Python's exceptions. All of these are called with the GIL held.
namespace collision2d::python {

// Throws ValueError for an illegal argument, FileNotFoundError or OSError for a file that cannot be
// read, otherwise RuntimeError.
void ThrowIfError(const absl::Status& status);

template <typename T>
T ValueOrThrow(absl::StatusOr<T> result) {
  ThrowIfError(result.status());
  return *std::move(result);
}

[[noreturn]] void ThrowTypeError(const std::string& message);
[[noreturn]] void ThrowValueError(const std::string& message);

}  // namespace collision2d::python
