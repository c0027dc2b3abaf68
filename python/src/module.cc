#include "python/src/module.h"

#include <pybind11/eval.h>

#include <cstring>
#include <iterator>
#include <stdexcept>
#include <unordered_map>

#include "collision2d/version.h"
#include "python/src/results.h"

namespace collision2d::python {
namespace {

struct Entry {
  const char* name;
  const char* parameters;  // As in a lambda.
  const char* doc;
};

constexpr Entry kEntries[] = {
#include "signatures.inc"
};

const Entry* Find(const std::string& name) {
  const auto* entry = std::find_if(std::begin(kEntries), std::end(kEntries),
                                   [&name](const Entry& candidate) { return name == candidate.name; });
  if (entry != std::end(kEntries)) return entry;
  const bool is_special = name.size() > 2 && name.compare(name.size() - 2, 2, "__") == 0;
  if (!is_special) throw std::logic_error("_core.pyi does not have " + name);
  return nullptr;
}

using Record = py::detail::function_record;
using Dispatcher = PyObject* (*)(PyObject* self, PyObject* args, PyObject* keywords);
using FastDispatcher = PyObject* (*)(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* names);

// The inspect.Signatures of described functions. Never destroyed, since Python may end first.
auto& signatures = *new std::unordered_map<const Record*, py::object>();
Dispatcher dispatch_of_pybind = nullptr;
FastDispatcher fast_dispatch_of_pybind = nullptr;

// That of a function whose dispatcher gets `self`.
const Record* RecordOf(PyObject* self) {
#if PYBIND11_VERSION_MAJOR >= 3
  return py::detail::function_record_ptr_from_PyObject(self);
#else
  return static_cast<const Record*>(PyCapsule_GetPointer(self, PyCapsule_GetName(self)));
#endif
}

// After a dispatcher of pybind11: replaces an error of arguments, which would list C++ types.
void ExplainError(PyObject* self, py::handle args, const py::dict& keywords) {
  try {
    py::error_already_set error;
    const Record* record = RecordOf(self);
    const py::object message = py::module_::import("collision2d._arguments")
                                   .attr("explained")(py::str(error.value()), record->name, record->signature,
                                                      signatures.at(record), args, keywords);
    if (message.is_none()) {
      error.restore();
    } else {
      PyErr_SetObject(PyExc_TypeError, message.ptr());
    }
  } catch (py::error_already_set& error) {
    error.restore();
  }
}

PyObject* Dispatch(PyObject* self, PyObject* args, PyObject* keywords) {
  PyObject* const result = dispatch_of_pybind(self, args, keywords);
  if (result != nullptr || PyErr_ExceptionMatches(PyExc_TypeError) == 0) return result;
  ExplainError(self, args, keywords == nullptr ? py::dict() : py::reinterpret_borrow<py::dict>(keywords));
  return nullptr;
}

// The same for METH_FASTCALL, as pybind11 3.1 calls: the values of `names` follow the `count`
// others.
PyObject* FastDispatch(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* names) {
  PyObject* const result = fast_dispatch_of_pybind(self, args, count, names);
  if (result != nullptr || PyErr_ExceptionMatches(PyExc_TypeError) == 0) return result;
  py::tuple positional(static_cast<size_t>(count));
  py::dict keywords;
  {
    const py::error_scope kept;
    for (Py_ssize_t i = 0; i < count; ++i) positional[static_cast<size_t>(i)] = py::handle(args[i]);
    for (Py_ssize_t i = 0; names != nullptr && i < PyTuple_GET_SIZE(names); ++i)
      keywords[py::handle(PyTuple_GET_ITEM(names, i))] = py::handle(args[count + i]);
  }
  ExplainError(self, positional, keywords);
  return nullptr;
}

template <typename To, typename From>
To Cast(From function) {
  return reinterpret_cast<To>(reinterpret_cast<void (*)()>(function));
}

// Replaces the dispatchers of all functions that have been described.
void ReplaceDispatchers() {
  for (const auto& [record, signature] : signatures) {
    PyMethodDef& method = *record->def;
    if ((method.ml_flags & METH_FASTCALL) != 0) {
      fast_dispatch_of_pybind = Cast<FastDispatcher>(method.ml_meth);
      method.ml_meth = Cast<PyCFunction>(&FastDispatch);
    } else {
      dispatch_of_pybind = Cast<Dispatcher>(method.ml_meth);
      method.ml_meth = Cast<PyCFunction>(&Dispatch);
    }
  }
}

// Gives each class its signature, or an error that names its factories. An object that is made by
// __new__ alone has no content, and using it would crash: __new__ raises. Calls of the class go
// another way. It belongs to the class, as int.__new__ to int: so copyreg does not look for the
// __new__ of pybind11's base class, which ends the process.
void FinishClasses(py::module_& module) {
  static PyMethodDef refuse = {"__new__",
                               [](PyObject*, PyObject*) -> PyObject* {
                                 PyErr_SetString(PyExc_TypeError, "objects are made by calling their class");
                                 return nullptr;
                               },
                               METH_VARARGS, nullptr};
  for (const auto item : py::dict(module.attr("__dict__"))) {
    if (!PyType_Check(item.second.ptr())) continue;
    CallPython("_names", "finish", item.second);
    auto* const type = reinterpret_cast<PyTypeObject*>(item.second.ptr());
    const auto refusal = py::reinterpret_steal<py::object>(PyCFunction_New(&refuse, item.second.ptr()));
    // Not by setattr, which would change what a call of the class does.
    PyDict_SetItemString(type->tp_dict, "__new__", refusal.ptr());
    PyType_Modified(type);
  }
}

}  // namespace

const char* DocOf(const std::string& name) { return Find(name)->doc; }

Signature::Signature(const std::string& name) : name_(name) {
  const Entry* entry = Find(name);
  if (entry == nullptr) return;
  doc_ = entry->doc;
  const py::object lambda = py::eval(std::string("lambda ") + entry->parameters + ": None", py::dict());
  signature_ = py::module_::import("inspect").attr("signature")(lambda);
}

void Signature::Describe(py::detail::function_record* record) const {
  using py::detail::process_attribute;
  if (doc_ == nullptr) return;
  const auto expected = record->nargs_pos;
  record->doc = const_cast<char*>(doc_);
  // `self`, even if nothing follows.
  py::detail::append_self_arg_if_needed(record);
  for (const py::handle parameter : signature_.attr("parameters").attr("values")()) {
    const char* const name = PyUnicode_AsUTF8(parameter.attr("name").ptr());
    if (record->is_method && std::strcmp(name, "self") == 0) continue;
    const bool is_keyword_only = parameter.attr("kind").is(parameter.attr("KEYWORD_ONLY"));
    if (is_keyword_only && record->nargs_pos == expected) process_attribute<py::kw_only>::init({}, record);
    const py::object value = parameter.attr("default");
    if (value.is(parameter.attr("empty"))) {
      process_attribute<py::arg>::init(py::arg(name), record);
    } else {
      process_attribute<py::arg_v>::init(py::arg(name) = value, record);
    }
  }
  if (record->args.size() != expected) throw std::logic_error("_core.pyi: the arguments of " + name_);
  signatures.emplace(record, signature_);
}

py::handle Metaclass() {
  // Never destroyed, since Python may end first.
  static const py::handle made =
      CallPython("_names", "metaclass",
                 py::handle(reinterpret_cast<PyObject*>(py::detail::get_internals().default_metaclass)))
          .release();
  return made;
}

py::tuple MadeBy(const std::string& call, const py::tuple& arguments, const py::dict& keywords) {
  return CallPython("_records", "reduced", call, arguments, keywords);
}

}  // namespace collision2d::python

// The extension of the package collision2d: the library's calls, for NumPy.
PYBIND11_MODULE(_core, module) {
  namespace python = collision2d::python;
  pybind11::options options;
  // Docstrings have signatures.
  options.disable_function_signatures();
  module.attr("__version__") = pybind11::str(collision2d::kVersion).attr("replace")("-", "");
  python::DefineFunction(module, "copied_arrays", &python::CopiedArrays);
  python::DefineFunction(module, "_set_strict_arrays", &python::SetStrictArrays);
  python::LoadResults();
  python::DefineRecords(module);
  python::DefinePoses(module);
  python::DefineShapes(module);
  python::DefinePairQueries(module);
  python::DefineMotion(module);
  python::DefineObstacles(module);
  python::DefineCells(module);
  python::DefineBatchQueries(module);
  python::DefineCandidates(module);
  python::DefineScene(module);
  python::DefineRoad(module);
  python::DefinePathTime(module);
  python::DefineChecker(module);
  python::ReplaceDispatchers();
  python::FinishClasses(module);
}
