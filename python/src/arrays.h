#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/functional/function_ref.h"
#include "absl/types/span.h"

// The one way in which arrays go in and out of the module. A NumPy array of the dtype and layout
// that a call wants is read where it is. Others, lists and what NumPy makes an array of are
// converted, and counted (CopiedArrays), or refused where arrays are strict. Results are written
// where they are.
namespace collision2d::python {

// The number of elements along each axis.
using Shape = absl::InlinedVector<pybind11::ssize_t, 3>;

// In the shape that an argument is to have: any number of elements.
inline constexpr pybind11::ssize_t kAny = -1;

// How many arrays have been made from other arrays, from lists, or from poses of three columns,
// since the module was loaded.
int64_t CopiedArrays();
void CountCopiedArray();

// From now on NumPy arrays that would be converted are refused by calls of this thread, or no
// longer. Returns what was before.
bool SetStrictArrays(bool is_strict);

// "(2000, 4)", or "(N, 4)" where a number is kAny.
std::string ShapeText(const Shape& shape);
Shape ShapeOf(const pybind11::array& array);

std::string TypeName(pybind11::handle object);

namespace internal {

// The argument itself if it is an array of the dtype, aligned and contiguous in C order, or a new
// one that is made from it: from another array of numbers, a list, a tuple, or what NumPy makes an
// array of, as a column of pandas. Its shape is one of those that are expected; an empty list has
// any shape without elements.
// Errors, naming the argument: TypeError for anything else, a masked array, or elements that are
// not such numbers; ValueError for another shape, or a number beyond the dtype's range; where
// arrays are strict, TypeError for another dtype and ValueError for another layout.
pybind11::array ReadableArray(pybind11::handle argument, const char* name, const pybind11::dtype& dtype,
                              absl::Span<const Shape> expected, bool* is_rounded);

// `out` if it is an array that can be written as it is, or a new array if it is None.
// Errors, naming `out`: TypeError for anything else, or another dtype; ValueError for another
// shape, an array that cannot be written, is not contiguous or not aligned, or that shares memory
// with an input.
pybind11::array WritableArray(pybind11::handle out, const pybind11::dtype& dtype, const Shape& shape,
                              absl::Span<const pybind11::array> inputs);

}  // namespace internal

// The structured type of one of the library's results; records.cc has them.
template <typename T>
struct RecordType {
  static inline pybind11::handle type;
};

// The NumPy type of a T.
template <typename T>
pybind11::dtype DtypeOf() {
  if constexpr (std::is_arithmetic_v<T>) {
    return pybind11::dtype::of<T>();
  } else {
    return pybind11::reinterpret_borrow<pybind11::dtype>(RecordType<T>::type);
  }
}

// An array argument that is read in place.
template <typename T>
class InputArray {
 public:
  // The shape is to be one of those that are expected.
  InputArray(pybind11::handle argument, const char* name, absl::Span<const Shape> expected)
      : array_(internal::ReadableArray(argument, name, DtypeOf<T>(), expected, &is_rounded_)) {}
  InputArray(pybind11::handle argument, const char* name, const Shape& expected)
      : InputArray(argument, name, absl::MakeConstSpan(&expected, 1)) {}

  size_t extent(int axis) const { return static_cast<size_t>(array_.shape(axis)); }
  absl::Span<const T> values() const {
    // Not in braces, which for bool would list two of them.
    return absl::MakeConstSpan(static_cast<const T*>(array_.data()), static_cast<size_t>(array_.size()));
  }
  const pybind11::array& array() const { return array_; }
  // Whether the numbers come from a floating-point type that is shorter than T.
  bool is_rounded() const { return is_rounded_; }

 private:
  bool is_rounded_ = false;  // Before array_, whose constructor sets it.
  pybind11::array array_;
};

// Where a call writes its results: the caller's array `out`, or a new one.
template <typename T>
class OutputArray {
 public:
  OutputArray(pybind11::handle out, const Shape& shape, absl::Span<const pybind11::array> inputs)
      : array_(internal::WritableArray(out, DtypeOf<T>(), shape, inputs)) {}

  absl::Span<T> values() { return {static_cast<T*>(array_.mutable_data()), static_cast<size_t>(array_.size())}; }
  pybind11::array TakeArray() { return std::move(array_); }

 private:
  pybind11::array array_;
};

// One number. Error: TypeError, naming the argument.
double NumberArgument(pybind11::handle argument, const char* name);

// Calls visit(item, "name[i]") for each item of an argument. Error: TypeError if it has none.
void ForEachItem(pybind11::handle argument, const std::string& name,
                 absl::FunctionRef<void(pybind11::handle item, const std::string& place)> visit);

// `count` strings, or kAny. Errors, naming the argument: TypeError, ValueError.
std::vector<std::string> TextsArgument(pybind11::handle argument, const std::string& name, pybind11::ssize_t count);

// A read-only array of memory that belongs to `owner`, which it keeps alive.
template <typename T>
pybind11::array ViewOf(const T* data, const Shape& shape, pybind11::handle owner) {
  pybind11::array view(DtypeOf<T>(), std::vector<pybind11::ssize_t>(shape.begin(), shape.end()), {}, data, owner);
  pybind11::detail::array_proxy(view.ptr())->flags &= ~pybind11::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return view;
}

// A new array with a copy of the values.
template <typename T>
pybind11::array ArrayOf(absl::Span<const T> values, Shape shape = {}) {
  if (shape.empty()) shape = {static_cast<pybind11::ssize_t>(values.size())};
  return pybind11::array(DtypeOf<T>(), std::vector<pybind11::ssize_t>(shape.begin(), shape.end()), {}, values.data());
}

// The index from the front of one that may count from the end, of `size` items.
// Error: IndexError, which calls them `items`.
size_t IndexOf(pybind11::ssize_t index, size_t size, const char* items);

// An iterator over self[0], self[1] and so on, up to the first index that raises IndexError.
inline pybind11::object IterateByIndex(const pybind11::object& self) {
  return pybind11::reinterpret_steal<pybind11::object>(PySeqIter_New(self.ptr()));
}

}  // namespace collision2d::python
