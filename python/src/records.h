#ifndef COLLISION2D_PYTHON_SRC_RECORDS_H_
#define COLLISION2D_PYTHON_SRC_RECORDS_H_

#include <pybind11/pybind11.h>

namespace collision2d::python {

// HIT_DTYPE and so on: the library's results as elements of structured arrays, so that calls write them where NumPy reads them. DtypeOf (arrays.h)
// finds them by the C++ type.
void DefineRecords(pybind11::module_& module);

}  // namespace collision2d::python

#endif  // COLLISION2D_PYTHON_SRC_RECORDS_H_
