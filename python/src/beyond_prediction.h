#ifndef COLLISION2D_PYTHON_SRC_BEYOND_PREDICTION_H_
#define COLLISION2D_PYTHON_SRC_BEYOND_PREDICTION_H_

#include <string>

#include "absl/strings/str_cat.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "python/src/errors.h"

namespace collision2d::python {

// The argument beyond_prediction: 'absent' or 'hold'.
inline planner::BeyondPrediction BeyondPredictionOf(const std::string& name) {
  if (name == "absent") return planner::BeyondPrediction::kAbsent;
  if (name == "hold") return planner::BeyondPrediction::kHold;
  ThrowValueError(absl::StrCat("beyond_prediction: '", name, "' is neither 'absent' nor 'hold'"));
}

}  // namespace collision2d::python

#endif  // COLLISION2D_PYTHON_SRC_BEYOND_PREDICTION_H_
