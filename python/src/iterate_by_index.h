#ifndef COLLISION2D_PYTHON_SRC_ITERATE_BY_INDEX_H_
#define COLLISION2D_PYTHON_SRC_ITERATE_BY_INDEX_H_

#include <pybind11/pybind11.h>

namespace collision2d::python {

// An iterator over self[0], self[1] and so on, up to the first index that raises IndexError.
inline pybind11::object IterateByIndex(const pybind11::object& self) {
  return pybind11::reinterpret_steal<pybind11::object>(PySeqIter_New(self.ptr()));
}

}  // namespace collision2d::python

#endif  // COLLISION2D_PYTHON_SRC_ITERATE_BY_INDEX_H_
