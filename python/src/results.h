#ifndef COLLISION2D_PYTHON_SRC_RESULTS_H_
#define COLLISION2D_PYTHON_SRC_RESULTS_H_

#include <pybind11/pybind11.h>

#include "collision2d/motion/impact_result.h"
#include "collision2d/motion/minimum_distance.h"
#include "collision2d/query/separation_gradient.h"
#include "collision2d/query/separation_result.h"

// Single results as the named tuples of collision2d/results.py.
namespace collision2d::python {

inline pybind11::object ToPython(bool value) { return pybind11::bool_(value); }
inline pybind11::object ToPython(double value) { return pybind11::float_(value); }
pybind11::object ToPython(const Separation& separation);
pybind11::object ToPython(const SeparationGradient& gradient);
pybind11::object ToPython(const ImpactResult& result);
pybind11::object ToPython(const MotionDistance& distance);

// Imports the classes.
void LoadResults();

}  // namespace collision2d::python

#endif  // COLLISION2D_PYTHON_SRC_RESULTS_H_
