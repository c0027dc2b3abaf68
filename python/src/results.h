// Results as records: single ones as those of collision2d/_results.py, messages as those of
// collision2d/_verdicts.py. Many are elements of arrays (RecordType in arguments.h).
#pragma once

#include <google/protobuf/message.h>

#include "collision2d/motion/impact_result.h"
#include "collision2d/motion/minimum_distance.h"
#include "collision2d/query/separation_gradient.h"
#include "collision2d/query/separation_result.h"
#include "python/src/arguments.h"

namespace collision2d::python {

inline pybind11::object ToPython(bool value) { return pybind11::bool_(value); }
inline pybind11::object ToPython(double value) { return pybind11::float_(value); }
pybind11::object ToPython(const Separation& separation);
pybind11::object ToPython(const SeparationGradient& gradient);
pybind11::object ToPython(const ImpactResult& result);
pybind11::object ToPython(const MotionDistance& distance);

// A message as the record of collision2d/_verdicts.py that has its name and its fields. Messages
// and optional fields that are not set are None, repeated fields are tuples, points are (x, y),
// enumerations are the lower-case names of their values, without the prefix.
pybind11::object FromMessage(const google::protobuf::Message& message);

// Imports the classes.
void LoadResults();

}  // namespace collision2d::python
