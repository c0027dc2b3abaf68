#include "python/src/module.h"

#include <pybind11/pybind11.h>

#include "collision2d/version.h"
#include "python/src/arrays.h"
#include "python/src/results.h"
#include "python/src/signatures.h"

namespace {

namespace py = pybind11;

// An object that is made by __new__ alone has no content, and using it would crash: __new__ raises.
// Calls of the class go another way.
void ForbidNew(py::module_& module) {
  const py::cpp_function refuse(
      [](const py::args&, const py::kwargs&) { throw py::type_error("objects are made by calling their class"); });
  for (const auto item : py::dict(module.attr("__dict__"))) {
    if (!PyType_Check(item.second.ptr())) continue;
    auto* const type = reinterpret_cast<PyTypeObject*>(item.second.ptr());
    // Not by setattr, which would change what a call of the class does.
    PyDict_SetItemString(type->tp_dict, "__new__", py::staticmethod(refuse).ptr());
    PyType_Modified(type);
  }
}

}  // namespace

// The extension of the package collision2d: the library's calls, for NumPy.
PYBIND11_MODULE(_core, module) {
  namespace python = collision2d::python;
  py::options options;
  // Docstrings have signatures (signatures.h).
  options.disable_function_signatures();
  module.attr("__version__") = collision2d::kVersion;
  python::DefineFunction(module, "copied_arrays", &python::CopiedArrays);
  python::LoadResults();
  python::DefineRecords(module);
  python::DefinePoses(module);
  python::DefineShapes(module);
  python::DefinePairQueries(module);
  python::DefineMotion(module);
  python::DefineObstacles(module);
  python::DefineCollisions(module);
  python::DefineDistances(module);
  python::DefineCandidates(module);
  python::DefineScene(module);
  python::DefineRoad(module);
  python::DefineChecker(module);
  ForbidNew(module);
}
