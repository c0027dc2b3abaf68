// How functions and classes are added to the extension. Their names, defaults and docstrings stand
// in src/_core.pyi alone, and are compiled into the extension (python/signatures.py).
#pragma once

#include "python/src/arguments.h"

namespace collision2d::python {

// The docstring of a class ("Motion"), a function or a property ("Motion.start_s").
// Error: std::logic_error for a name that the stub does not have.
const char* DocOf(const std::string& name);

// The arguments and the docstring of a function or method, to be given to def(). Special methods
// that the stub does not have (__repr__) have neither.
class Signature {
 public:
  explicit Signature(const std::string& name);

  // Error: std::logic_error if the function has another number of arguments.
  void Describe(py::detail::function_record* record) const;

 private:
  std::string name_;
  const char* doc_ = nullptr;
  py::object signature_;  // An inspect.Signature.
};

// What __reduce__ returns for an object that a call of the extension makes again, "Road.from_cells"
// say.
py::tuple MadeBy(const std::string& call, const py::tuple& arguments, const py::dict& keywords = {});

template <typename Function>
void DefineFunction(py::module_& module, const char* name, Function&& function) {
  module.def(name, std::forward<Function>(function), Signature(name));
}

// The class of the extension's classes: that of pybind11, whose errors have near names.
py::handle Metaclass();

// Calls a function of the package's Python modules: "_plots", "plot_shape".
template <typename... Arguments>
py::object CallPython(const char* module, const char* function, Arguments&&... arguments) {
  return py::module_::import((std::string("collision2d.") + module).c_str())
      .attr(function)(std::forward<Arguments>(arguments)...);
}

// A class that cannot be derived from; its functions chain as those of py::class_.
template <typename T, typename... Options>
class Class {
 public:
  Class(py::module_& module, const char* name)
      : name_(std::string(name) + "."), class_(module, name, py::is_final(), py::metaclass(Metaclass()), DocOf(name)) {
    class_.def("__getattr__", [](py::handle self, const std::string& attribute) {
      return CallPython("_names", "refuse_attribute_of", self, attribute);
    });
  }

  template <typename Factory>
  Class& Init(Factory&& factory) {
    class_.def(py::init(std::forward<Factory>(factory)), Signature(name_ + "__init__"));
    return *this;
  }
  template <typename Function, typename... Extra>
  Class& Method(const char* name, Function&& function, const Extra&... extra) {
    class_.def(name, std::forward<Function>(function), Signature(name_ + name), extra...);
    return *this;
  }
  template <typename Function>
  Class& Static(const char* name, Function&& function) {
    class_.def_static(name, std::forward<Function>(function), Signature(name_ + name));
    return *this;
  }
  template <typename Getter>
  Class& Property(const char* name, Getter&& getter) {
    class_.def_property_readonly(name, std::forward<Getter>(getter), DocOf(name_ + name));
    return *this;
  }

 private:
  std::string name_;
  py::class_<T, Options...> class_;
};

// A class of the package by its public name.
inline py::object Public(const char* name) { return py::module_::import("collision2d").attr(name); }

// The parts of the extension, in the order in which they are defined, each in the .cc file of its
// name.

// HIT_DTYPE and so on: results as elements of structured arrays, which calls write where NumPy
// reads them. DtypeOf (arrays.h) finds them by the C++ type.
void DefineRecords(py::module_& module);
void DefinePoses(py::module_& module);
void DefineShapes(py::module_& module);
void DefinePairQueries(py::module_& module);
void DefineMotion(py::module_& module);
void DefineObstacles(py::module_& module);
void DefineCells(py::module_& module);
void DefineBatchQueries(py::module_& module);
void DefineCandidates(py::module_& module);
void DefineScene(py::module_& module);
void DefineRoad(py::module_& module);
void DefinePathTime(py::module_& module);
void DefineChecker(py::module_& module);

}  // namespace collision2d::python

template <>
struct pybind11::detail::process_attribute<collision2d::python::Signature>
    : pybind11::detail::process_attribute_default<collision2d::python::Signature> {
  static void init(const collision2d::python::Signature& signature, function_record* record) {
    signature.Describe(record);
  }
};
