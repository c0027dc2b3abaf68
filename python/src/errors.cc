#include "python/src/errors.h"

#include <pybind11/pybind11.h>

#include "absl/strings/string_view.h"

namespace collision2d::python {
namespace {

PyObject* ExceptionFor(absl::StatusCode code) {
  switch (code) {
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kFailedPrecondition:
    case absl::StatusCode::kOutOfRange:
    case absl::StatusCode::kDataLoss:
    case absl::StatusCode::kResourceExhausted:
      return PyExc_ValueError;
    case absl::StatusCode::kNotFound:
      return PyExc_FileNotFoundError;
    case absl::StatusCode::kUnavailable:
    case absl::StatusCode::kPermissionDenied:
      return PyExc_OSError;
    default:
      return PyExc_RuntimeError;
  }
}

}  // namespace

void ThrowIfError(const absl::Status& status) {
  if (status.ok()) return;
  const absl::string_view text = status.message();
  // A path in the message need not be UTF-8.
  const auto message = pybind11::reinterpret_steal<pybind11::object>(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "backslashreplace"));
  if (message) PyErr_SetObject(ExceptionFor(status.code()), message.ptr());
  throw pybind11::error_already_set();
}

void ThrowTypeError(const std::string& message) { throw pybind11::type_error(message); }
void ThrowValueError(const std::string& message) { throw pybind11::value_error(message); }

}  // namespace collision2d::python
