#ifndef COLLISION2D_PYTHON_SRC_ROAD_H_
#define COLLISION2D_PYTHON_SRC_ROAD_H_

#include <pybind11/pybind11.h>

namespace collision2d::python {

void DefineRoad(pybind11::module_& module);

}  // namespace collision2d::python

#endif  // COLLISION2D_PYTHON_SRC_ROAD_H_
