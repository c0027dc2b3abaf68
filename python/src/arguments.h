// The arguments that calls take, and their results and errors. All of it is called with the GIL
// held.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d::python {

namespace py = pybind11;

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

// What f() returns, without the GIL; f touches nothing of Python's.
template <typename F>
auto WithoutGil(const F& f) {
  const py::gil_scoped_release no_gil;
  return f();
}

// The one way in which arrays go in and out of the module. A NumPy array of the dtype and layout
// that a call wants is read where it is. Others, lists and what NumPy makes an array of are
// converted, and counted (CopiedArrays), or refused where arrays are strict. Results are written
// where they are.

// The number of elements along each axis.
using Shape = absl::InlinedVector<py::ssize_t, 3>;

// In the shape that an argument is to have: any number of elements.
inline constexpr py::ssize_t kAny = -1;

// How many arrays have been made from other arrays, from lists, or from poses of three columns,
// since the module was loaded.
int64_t CopiedArrays();
void CountCopiedArray();

// From now on NumPy arrays that would be converted are refused by calls of this thread, or no
// longer. Returns what was before.
bool SetStrictArrays(bool is_strict);

// "(2000, 4)", or "(N, 4)" where a number is kAny.
std::string ShapeText(const Shape& shape);
Shape ShapeOf(const py::array& array);

std::string TypeName(py::handle object);

namespace internal {

// Where the elements of an array are read in place: aligned and contiguous in C order, or anywhere.
enum class Layout { kContiguous, kAny };

// The argument itself if it is an array of one of the dtypes in the layout, or a new one, of the
// first dtype that fits, which is made from it: from another array of numbers, a list, a tuple, or
// what NumPy makes an array of, as a column of pandas. Its shape is one of those that are expected;
// an empty list has any shape without elements.
// Errors, naming the argument: TypeError for anything else, a masked array, or elements that are
// not such numbers; ValueError for another shape, or a number beyond the dtype's range; where
// arrays are strict, TypeError for another dtype and ValueError for another layout.
py::array ReadableArray(py::handle argument, const char* name, absl::Span<const py::dtype> dtypes, Layout layout,
                        absl::Span<const Shape> expected, bool* is_rounded);

// `out` if it is an array that can be written as it is. A new array if it is None, or has further
// fields than the dtype, from which Written copies.
// Errors, naming `out`: TypeError for anything else, or another dtype; ValueError for another
// shape, an array that cannot be written, is not contiguous or not aligned, or that shares memory
// with an input.
py::array WritableArray(py::handle out, const py::dtype& dtype, const Shape& shape, absl::Span<const py::array> inputs);

// What a call returns that has written an array of WritableArray: this, or `out` with its fields.
py::array Written(py::array array, py::handle out);

}  // namespace internal

// The structured type of one of the library's results; results.cc has them.
template <typename T>
struct RecordType {
  static inline py::handle type;
};

// The NumPy type of a T.
template <typename T>
py::dtype DtypeOf() {
  if constexpr (std::is_arithmetic_v<T>) {
    return py::dtype::of<T>();
  } else {
    return py::reinterpret_borrow<py::dtype>(RecordType<T>::type);
  }
}

// An array argument that is read in place.
template <typename T>
class InputArray {
 public:
  // The shape is to be one of those that are expected.
  InputArray(py::handle argument, const char* name, absl::Span<const Shape> expected)
      : array_(internal::ReadableArray(argument, name, {DtypeOf<T>()}, internal::Layout::kContiguous, expected,
                                       &is_rounded_)) {}
  InputArray(py::handle argument, const char* name, const Shape& expected)
      : InputArray(argument, name, absl::MakeConstSpan(&expected, 1)) {}

  size_t extent(int axis) const { return static_cast<size_t>(array_.shape(axis)); }
  absl::Span<const T> values() const {
    // Not in braces, which for bool would list two of them.
    return absl::MakeConstSpan(static_cast<const T*>(array_.data()), static_cast<size_t>(array_.size()));
  }
  const py::array& array() const { return array_; }
  // Whether the numbers come from a floating-point type that is shorter than T.
  bool is_rounded() const { return is_rounded_; }

 private:
  bool is_rounded_ = false;  // Before array_, whose constructor sets it.
  py::array array_;
};

// Where a call writes its results: the caller's array `out`, or a new one.
template <typename T>
class OutputArray {
 public:
  OutputArray(py::handle out, const Shape& shape, absl::Span<const py::array> inputs)
      : out_(py::reinterpret_borrow<py::object>(out)),
        array_(internal::WritableArray(out, DtypeOf<T>(), shape, inputs)) {}

  absl::Span<T> values() { return {static_cast<T*>(array_.mutable_data()), static_cast<size_t>(array_.size())}; }
  py::array TakeArray() { return internal::Written(std::move(array_), out_); }

 private:
  py::object out_;
  py::array array_;
};

// One number. Error: TypeError, naming the argument.
double NumberArgument(py::handle argument, const char* name);

// Calls visit(item, "name[i]") for each item of an argument. Error: TypeError if it has none.
void ForEachItem(py::handle argument, const std::string& name,
                 absl::FunctionRef<void(py::handle item, const std::string& place)> visit);

// `count` strings, or kAny. Errors, naming the argument: TypeError, ValueError.
std::vector<std::string> TextsArgument(py::handle argument, const std::string& name, py::ssize_t count);

// A read-only array of memory that belongs to `owner`, which it keeps alive.
template <typename T>
py::array ViewOf(const T* data, const Shape& shape, py::handle owner) {
  py::array view(DtypeOf<T>(), std::vector<py::ssize_t>(shape.begin(), shape.end()), {}, data, owner);
  py::detail::array_proxy(view.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return view;
}

// A new array with a copy of the values.
template <typename T>
py::array ArrayOf(absl::Span<const T> values, Shape shape = {}) {
  if (shape.empty()) shape = {static_cast<py::ssize_t>(values.size())};
  return py::array(DtypeOf<T>(), std::vector<py::ssize_t>(shape.begin(), shape.end()), {}, values.data());
}

// A new array with value(item) of each item.
template <typename Items, typename Value>
py::array ColumnOf(const Items& items, const Value& value) {
  OutputArray<decltype(value(*items.begin()))> column(py::none(), {static_cast<py::ssize_t>(items.size())}, {});
  std::transform(items.begin(), items.end(), column.values().begin(), value);
  return column.TakeArray();
}

// A new array with a row of numbers for each element, which consists of doubles.
template <typename Rows>
py::array RowsOf(const Rows& rows) {
  constexpr size_t kColumns = sizeof(rows[0]) / sizeof(double);
  return ArrayOf<double>({reinterpret_cast<const double*>(rows.data()), kColumns * rows.size()},
                         {static_cast<py::ssize_t>(rows.size()), kColumns});
}

// The index from the front of one that may count from the end, of `size` items.
// Error: IndexError, which calls them `items`.
size_t IndexOf(py::ssize_t index, size_t size, const char* items);

// An iterator over self[0], self[1] and so on, up to the first index that raises IndexError.
inline py::object IterateByIndex(const py::object& self) {
  return py::reinterpret_steal<py::object>(PySeqIter_New(self.ptr()));
}

// An argument of many poses: float64, with a last axis of 4 (x, y, cos, sin), which is read in
// place, or of 3 (x, y, yaw), which is converted.
class PosesArgument {
 public:
  // `leading` are the axes before the last one, any of some shapes.
  // Errors: as InputArray; unless some may be unset, a yaw that is not finite (ValueError, with its
  // index).
  PosesArgument(py::handle argument, const char* name, absl::Span<const Shape> leading, bool may_be_unset = false);
  PosesArgument(py::handle argument, const char* name, const Shape& leading, bool may_be_unset = false)
      : PosesArgument(argument, name, absl::MakeConstSpan(&leading, 1), may_be_unset) {}

  absl::Span<const Pose2> poses() const { return poses_; }
  size_t extent(int axis) const { return numbers_.extent(axis); }
  const py::array& array() const { return numbers_.array(); }

 private:
  InputArray<double> numbers_;
  std::vector<Pose2> converted_;
  absl::Span<const Pose2> poses_;
};

// One pose: three or four numbers; None is the identity.
// Errors: as PosesArgument; ValueError for a pose that queries do not accept.
Pose2 PoseArgument(py::handle argument, const char* name);

// Points, float64 (count, 2); of any count if it is kAny.
std::vector<Vec2> PointsArgument(py::handle argument, const std::string& name, py::ssize_t count = kAny);

// A path of a file: a string, or os.PathLike. Error: TypeError, naming the argument.
std::string PathArgument(py::handle argument, const char* name);

// Two numbers.
Vec2 PointArgument(py::handle argument, const char* name);

// (x, y).
py::tuple TupleOf(Vec2 point);
// (x, y, cos, sin).
py::tuple TupleOf(const Pose2& pose);

// Shapes next to each other in memory, as the library wants them. Immutable, and shared by what
// refers to it.
class Shapes {
 public:
  explicit Shapes(std::vector<ConvexPolygon> shapes)
      : shapes_(std::make_shared<const std::vector<ConvexPolygon>>(std::move(shapes))) {}

  absl::Span<const ConvexPolygon> span() const { return *shapes_; }
  size_t size() const { return shapes_->size(); }

 private:
  std::shared_ptr<const std::vector<ConvexPolygon>> shapes_;
};

// An argument of some shapes: Shapes or a ConvexPolygon, which are read in place, or a list or
// tuple of ConvexPolygons or the vertices of convex polygons, which is copied. Errors: TypeError or
// ValueError, naming the argument and the index.
class ShapesArgument {
 public:
  ShapesArgument(py::handle argument, const char* name);

  absl::Span<const ConvexPolygon> span() const { return span_; }

  // Shapes that outlive the argument.
  Shapes ToShapes() const;

 private:
  py::object argument_;
  std::vector<ConvexPolygon> copied_;
  absl::Span<const ConvexPolygon> span_;
};

// Error: TypeError, naming the argument.
const ConvexPolygon& ShapeArgument(py::handle argument, const char* name);

}  // namespace collision2d::python
