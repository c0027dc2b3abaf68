#ifndef COLLISION2D_PYTHON_SRC_MODULE_H_
#define COLLISION2D_PYTHON_SRC_MODULE_H_

#include <pybind11/pybind11.h>

// The parts of the extension, in the order in which they are defined: each adds its functions and
// classes to the module, and stands in the .cc file of its name.
namespace collision2d::python {

// HIT_DTYPE and so on: results as elements of structured arrays, which calls write where NumPy
// reads them. DtypeOf (arrays.h) finds them by the C++ type.
void DefineRecords(pybind11::module_& module);
void DefinePoses(pybind11::module_& module);
void DefineShapes(pybind11::module_& module);
void DefinePairQueries(pybind11::module_& module);
void DefineMotion(pybind11::module_& module);
void DefineObstacles(pybind11::module_& module);
void DefineCollisions(pybind11::module_& module);
void DefineDistances(pybind11::module_& module);
void DefineCandidates(pybind11::module_& module);
void DefineScene(pybind11::module_& module);
void DefineRoad(pybind11::module_& module);
void DefineChecker(pybind11::module_& module);

}  // namespace collision2d::python

#endif  // COLLISION2D_PYTHON_SRC_MODULE_H_
