#ifndef COLLISION2D_PYTHON_SRC_MOTION_H_
#define COLLISION2D_PYTHON_SRC_MOTION_H_

#include <pybind11/pybind11.h>

namespace collision2d::python {

void DefineMotion(pybind11::module_& module);

}  // namespace collision2d::python

#endif  // COLLISION2D_PYTHON_SRC_MOTION_H_
