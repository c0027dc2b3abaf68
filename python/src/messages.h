#ifndef COLLISION2D_PYTHON_SRC_MESSAGES_H_
#define COLLISION2D_PYTHON_SRC_MESSAGES_H_

#include <google/protobuf/message.h>
#include <pybind11/pybind11.h>

namespace collision2d::python {

// A message as the named tuple of collision2d/verdicts.py that has its name, with the message's
// fields in their order. Messages and optional fields that are not set are None, repeated fields
// are tuples, points are (x, y), enumerations are the lower-case names of their values,
// without the prefix.
pybind11::object FromMessage(const google::protobuf::Message& message);

}  // namespace collision2d::python

#endif  // COLLISION2D_PYTHON_SRC_MESSAGES_H_
