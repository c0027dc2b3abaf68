#pragma once

#include <ompl/base/SpaceInformation.h>
#include <ompl/base/StateValidityChecker.h>

#include <memory>
#include <vector>

#include "bench/ompl/wall_map.h"

namespace collision2d::bench {

// States of SE(2) by FCL: a box for the car, one for each wall, and its dynamic tree over them. For
// one thread.
class FclStateChecker : public ompl::base::StateValidityChecker {
 public:
  FclStateChecker(const ompl::base::SpaceInformationPtr& si, const std::vector<Wall>& walls);
  ~FclStateChecker() override;

  bool isValid(const ompl::base::State* state) const override;

 private:
  struct Objects;  // Hides FCL's headers.

  std::unique_ptr<Objects> objects_;
};

}  // namespace collision2d::bench
