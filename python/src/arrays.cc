#include <atomic>

#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "python/src/arguments.h"

namespace collision2d::python {
namespace {

using py::detail::array_descriptor_proxy;
using py::detail::array_proxy;
using py::detail::npy_api;

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

std::atomic<int64_t> copied_arrays{0};
thread_local bool strict_arrays = false;

std::string Text(py::handle object) { return py::cast<std::string>(py::str(object)); }

// "uint8 or bool".
std::string Text(absl::Span<const py::dtype> dtypes) {
  return absl::StrJoin(dtypes, " or ", [](std::string* text, const py::dtype& dtype) { *text += Text(dtype); });
}

bool SameType(const py::dtype& a, const py::dtype& b) {
  return a.is(b) || npy_api::get().PyArray_EquivTypes_(a.ptr(), b.ptr());
}

bool HasType(const py::array& array, absl::Span<const py::dtype> dtypes) {
  const py::dtype type = array.dtype();
  return std::any_of(dtypes.begin(), dtypes.end(), [&type](const py::dtype& dtype) { return SameType(type, dtype); });
}

void RequireType(const py::array& array, const char* name, absl::Span<const py::dtype> dtypes) {
  if (HasType(array, dtypes)) return;
  ThrowTypeError(absl::StrCat(name, ": its dtype is ", Text(array.dtype()), "; ", Text(dtypes), " is needed"));
}

void RequireLayout(const py::array& array, const char* name) {
  const int flags = array.flags();
  if ((flags & py::array::c_style) == 0) {
    ThrowValueError(absl::StrCat(name, ": is not contiguous in C order; numpy.ascontiguousarray makes a copy that is"));
  }
  if ((flags & npy_api::NPY_ARRAY_ALIGNED_) == 0) ThrowValueError(absl::StrCat(name, ": is not aligned in memory"));
}

// A mask would be ignored.
void RefuseMasked(const py::array& array, const char* name) {
  if (py::type::handle_of(array).is(py::handle(reinterpret_cast<PyObject*>(npy_api::get().PyArray_Type_)))) return;
  if (py::isinstance(array, py::module_::import("numpy").attr("ma").attr("MaskedArray"))) {
    ThrowTypeError(absl::StrCat(name, ": is a masked array; fill it first"));
  }
}

// Whether numbers of this kind (numpy.dtype.kind) may stand for elements of the other kind.
bool KindFits(char kind, char wanted) {
  if (kind == wanted) return true;
  if (wanted == 'f') return kind == 'i' || kind == 'u';
  return wanted == 'i' && kind == 'u';
}

// Throws ValueError if converting changed a number: an integer beyond the type's range.
void RequireSameNumbers(const py::array& converted, const py::array& natural, const char* name) {
  if (converted.dtype().kind() == 'f') return;
  const py::object same = py::module_::import("numpy").attr("array_equal")(converted, natural);
  if (!py::cast<bool>(same)) {
    ThrowValueError(absl::StrCat(name, ": a number is beyond the range of ", Text(converted.dtype())));
  }
}

// Throws ValueError unless the shape is one of those that are expected.
void CheckShape(const py::array& array, const char* name, absl::Span<const Shape> expected) {
  const auto fits = [&array](const Shape& shape) {
    return array.ndim() == static_cast<py::ssize_t>(shape.size()) &&
           std::equal(shape.begin(), shape.end(), array.shape(),
                      [](py::ssize_t wanted, py::ssize_t extent) { return wanted == kAny || wanted == extent; });
  };
  if (std::any_of(expected.begin(), expected.end(), fits)) return;
  const std::string wanted =
      absl::StrJoin(expected, " or ", [](std::string* text, const Shape& shape) { *text += ShapeText(shape); });
  ThrowValueError(absl::StrCat(name, ": its shape is ", ShapeText(ShapeOf(array)), "; ", wanted, " is needed"));
}

// An array without elements in a shape that has some axis of any length, if the shape has one.
py::array EmptyArray(const py::array& empty, const Shape& shape) {
  std::vector<py::ssize_t> extents(shape.begin(), shape.end());
  std::replace(extents.begin(), extents.end(), kAny, py::ssize_t{0});
  return extents == std::vector<py::ssize_t>(shape.begin(), shape.end()) ? empty : py::array(empty.dtype(), extents);
}

// Whether NumPy may be asked to make an array of the object: what has elements, or says itself how.
bool MayBeArray(py::handle object) {
  return PySequence_Check(object.ptr()) != 0 || py::hasattr(object, "__array__") ||
         PyObject_CheckBuffer(object.ptr()) != 0;
}

// The array that NumPy makes of an object.
py::array NaturalArray(py::handle object, const char* name) {
  auto natural = py::reinterpret_steal<py::array>(
      npy_api::get().PyArray_FromAny_(object.ptr(), nullptr, 0, 0, npy_api::NPY_ARRAY_ENSUREARRAY_, nullptr));
  if (natural) return natural;
  if (!PyErr_ExceptionMatches(PyExc_Exception)) throw py::error_already_set();
  PyErr_Clear();
  ThrowTypeError(absl::StrCat(name, ": the ", TypeName(object), " is not an array of numbers"));
}

// A new array of the first dtype that fits with the numbers of `natural`, which was made of
// `object`.
py::array Converted(const py::array& natural, py::handle object, const char* name, absl::Span<const py::dtype> dtypes,
                    absl::Span<const Shape> expected) {
  CountCopiedArray();
  const char kind = natural.dtype().kind();
  const auto* dtype = std::find_if(dtypes.begin(), dtypes.end(),
                                   [kind](const py::dtype& candidate) { return KindFits(kind, candidate.kind()); });
  if (dtype == dtypes.end() && natural.size() > 0) {
    ThrowTypeError(absl::StrCat(name, ": the ", TypeName(object), " holds elements of dtype ", Text(natural.dtype()),
                                "; ", Text(dtypes), " is needed"));
  }
  const bool is_empty = natural.size() == 0 && natural.ndim() == 1;
  if (!is_empty) CheckShape(natural, name, expected);
  py::array converted = natural.attr("astype")(dtype == dtypes.end() ? dtypes.front() : *dtype, "C");
  RequireSameNumbers(converted, natural, name);
  if (is_empty) converted = EmptyArray(converted, expected.front());
  CheckShape(converted, name, expected);
  return converted;
}

// Whether a structured type has all fields of another one, and more.
bool HasFieldsOf(const py::dtype& wider, const py::dtype& dtype) {
  if (SameType(wider, dtype) || wider.attr("names").is_none() || dtype.attr("names").is_none()) return false;
  const py::dict fields = wider.attr("fields");
  const py::dict wanted = dtype.attr("fields");
  return std::all_of(wanted.begin(), wanted.end(), [&fields](const auto& field) {
    const auto type_of = [](py::handle type_and_offset) { return py::cast<py::dtype>(type_and_offset[py::int_(0)]); };
    return fields.contains(field.first) && SameType(type_of(fields[field.first]), type_of(field.second));
  });
}

// Whether two arrays have bytes in common, by the ranges of their memory, which is exact for
// contiguous ones.
bool Overlap(const py::array& a, const py::array& b) {
  if (a.size() == 0 || b.size() == 0) return false;
  const auto* a_begin = static_cast<const char*>(a.data());
  const auto* b_begin = static_cast<const char*>(b.data());
  return a_begin < b_begin + b.nbytes() && b_begin < a_begin + a.nbytes();
}

}  // namespace

void ThrowIfError(const absl::Status& status) {
  if (status.ok()) return;
  std::string text(status.message());
  if (absl::EndsWith(text, " is not a unit rotation")) {
    absl::StrAppend(&text, "; rows of 4 columns are x, y, cos, sin to the last digit, rows of 3 are x, y, yaw");
  }
  // A path in the message need not be UTF-8.
  const auto message = py::reinterpret_steal<py::object>(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "backslashreplace"));
  if (message) PyErr_SetObject(ExceptionFor(status.code()), message.ptr());
  throw py::error_already_set();
}

void ThrowTypeError(const std::string& message) { throw py::type_error(message); }
void ThrowValueError(const std::string& message) { throw py::value_error(message); }

int64_t CopiedArrays() { return copied_arrays; }
void CountCopiedArray() { ++copied_arrays; }
bool SetStrictArrays(bool is_strict) { return std::exchange(strict_arrays, is_strict); }

std::string ShapeText(const Shape& shape) {
  const std::string inner = absl::StrJoin(shape, ", ", [](std::string* text, py::ssize_t extent) {
    absl::StrAppend(text, extent == kAny ? "N" : absl::StrCat(extent));
  });
  return absl::StrCat("(", inner, shape.size() == 1 ? ",)" : ")");
}

std::string TypeName(py::handle object) { return Text(py::type::handle_of(object).attr("__name__")); }

size_t IndexOf(py::ssize_t index, size_t size, const char* items) {
  const auto count = static_cast<py::ssize_t>(size);
  if (index < -count || index >= count) throw py::index_error(absl::StrCat("index ", index, " of ", size, " ", items));
  return static_cast<size_t>(index < 0 ? index + count : index);
}

double NumberArgument(py::handle argument, const char* name) {
  const double number = PyFloat_AsDouble(argument.ptr());
  if (PyErr_Occurred() == nullptr) return number;
  PyErr_Clear();
  ThrowTypeError(absl::StrCat(name, ": a number is needed, not ", TypeName(argument)));
}

std::string PathArgument(py::handle argument, const char* name) {
  const auto path = py::reinterpret_steal<py::object>(PyOS_FSPath(argument.ptr()));
  if (path) return py::cast<std::string>(path);
  PyErr_Clear();
  ThrowTypeError(absl::StrCat(name, ": a path is needed, a string or os.PathLike, not ", TypeName(argument)));
}

void ForEachItem(py::handle argument, const std::string& name,
                 absl::FunctionRef<void(py::handle item, const std::string& place)> visit) {
  if (!py::isinstance<py::iterable>(argument) || py::isinstance<py::str>(argument)) {
    ThrowTypeError(absl::StrCat(name, ": a list is needed, not ", TypeName(argument)));
  }
  size_t i = 0;
  for (const py::handle item : argument) visit(item, absl::StrCat(name, "[", i++, "]"));
}

std::vector<std::string> TextsArgument(py::handle argument, const std::string& name, py::ssize_t count) {
  std::vector<std::string> texts;
  ForEachItem(argument, name, [&](py::handle item, const std::string& place) {
    if (!py::isinstance<py::str>(item)) ThrowTypeError(absl::StrCat(place, ": a string is needed"));
    texts.push_back(py::cast<std::string>(item));
  });
  if (count != kAny && texts.size() != static_cast<size_t>(count)) {
    ThrowValueError(absl::StrCat(name, ": ", texts.size(), " elements; ", count, " are needed"));
  }
  return texts;
}

Shape ShapeOf(const py::array& array) { return Shape(array.shape(), array.shape() + array.ndim()); }

namespace internal {

py::array ReadableArray(py::handle argument, const char* name, absl::Span<const py::dtype> dtypes, Layout layout,
                        absl::Span<const Shape> expected, bool* is_rounded) {
  const bool is_array = npy_api::get().PyArray_Check_(argument.ptr());
  if (!is_array && !MayBeArray(argument)) {
    ThrowTypeError(absl::StrCat(name, ": a NumPy array or a list of numbers is needed, not ", TypeName(argument)));
  }
  const py::array array = is_array ? py::reinterpret_borrow<py::array>(argument) : NaturalArray(argument, name);
  if (is_array) {
    RefuseMasked(array, name);
    if (strict_arrays) RequireType(array, name, dtypes);
    if (strict_arrays && layout == Layout::kContiguous) RequireLayout(array, name);
  }
  const int flags = layout == Layout::kAny ? 0 : py::array::c_style | npy_api::NPY_ARRAY_ALIGNED_;
  // Of a list without elements NumPy makes an array of another shape.
  if ((is_array || array.size() > 0) && HasType(array, dtypes) && (array.flags() & flags) == flags) {
    if (!is_array) CountCopiedArray();
    CheckShape(array, name, expected);
    return array;
  }
  *is_rounded = array.dtype().kind() == 'f' && array.itemsize() < dtypes.front().itemsize();
  return Converted(array, argument, name, dtypes, expected);
}

py::array WritableArray(py::handle out, const py::dtype& dtype, const Shape& shape,
                        absl::Span<const py::array> inputs) {
  constexpr char kName[] = "out";
  if (out.is_none()) return py::array(dtype, std::vector<py::ssize_t>(shape.begin(), shape.end()));
  if (!npy_api::get().PyArray_Check_(out.ptr())) {
    ThrowTypeError(absl::StrCat(kName, ": a NumPy array is needed, not ", TypeName(out)));
  }
  auto array = py::reinterpret_borrow<py::array>(out);
  const bool has_more_fields = HasFieldsOf(array.dtype(), dtype);
  if (!has_more_fields) RequireType(array, kName, {dtype});
  if (!has_more_fields) RequireLayout(array, kName);
  RefuseMasked(array, kName);
  CheckShape(array, kName, {shape});
  if (!array.writeable()) ThrowValueError(absl::StrCat(kName, ": is read-only"));
  if (has_more_fields) return py::array(dtype, std::vector<py::ssize_t>(shape.begin(), shape.end()));
  for (const py::array& input : inputs) {
    if (Overlap(array, input)) ThrowValueError(absl::StrCat(kName, ": shares memory with an input"));
  }
  return array;
}

py::array Written(py::array array, py::handle out) {
  if (out.is_none() || out.is(array)) return array;
  for (const py::handle field : array.dtype().attr("names")) out[field] = array[field];
  return py::reinterpret_borrow<py::array>(out);
}

}  // namespace internal
}  // namespace collision2d::python
