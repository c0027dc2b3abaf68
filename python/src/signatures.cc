#include "python/src/signatures.h"

#include <pybind11/eval.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace collision2d::python {
namespace {

namespace py = pybind11;

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

}  // namespace

const char* DocOf(const std::string& name) { return Find(name)->doc; }

Signature::Signature(const std::string& name) : name_(name) {
  const Entry* entry = Find(name);
  if (entry == nullptr) return;
  doc_ = entry->doc;
  const py::object lambda = py::eval(std::string("lambda ") + entry->parameters + ": None", py::dict());
  const py::object code = lambda.attr("__code__");
  arguments_ = {};
  for (const py::handle argument : code.attr("co_varnames")) arguments_.push_back(py::cast<std::string>(argument));
  positional_ = py::cast<size_t>(code.attr("co_argcount"));
  if (!arguments_.empty() && arguments_.front() == "self") {
    arguments_.erase(arguments_.begin());
    --positional_;
  }
  const py::object last = lambda.attr("__defaults__");
  if (!last.is_none()) {
    const auto values = py::reinterpret_borrow<py::tuple>(last);
    const size_t first = positional_ - values.size();
    for (size_t i = 0; i < values.size(); ++i) defaults_[arguments_[first + i].c_str()] = values[i];
  }
  const py::object keyword = lambda.attr("__kwdefaults__");
  if (!keyword.is_none()) defaults_.attr("update")(keyword);
}

void Signature::Describe(py::detail::function_record* record) const {
  using py::detail::process_attribute;
  if (doc_ == nullptr) return;
  const size_t expected = record->nargs_pos;
  record->doc = const_cast<char*>(doc_);
  // So that `self` is there even if nothing follows.
  py::detail::append_self_arg_if_needed(record);
  for (size_t i = 0; i < arguments_.size(); ++i) {
    const py::arg argument(arguments_[i].c_str());
    if (i == positional_) process_attribute<py::kw_only>::init(py::kw_only(), record);
    if (defaults_.contains(argument.name)) {
      process_attribute<py::arg_v>::init(py::arg_v(argument.name, py::object(defaults_[argument.name])), record);
    } else {
      process_attribute<py::arg>::init(argument, record);
    }
  }
  if (record->args.size() != expected) throw std::logic_error("_core.pyi: arguments of " + name_);
}

}  // namespace collision2d::python
