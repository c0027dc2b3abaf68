#pragma once

#include <ompl/base/SpaceInformation.h>
#include <ompl/base/spaces/SE2StateSpace.h>

#include <memory>
#include <string>
#include <vector>

#include "bench/ompl/wall_map.h"
#include "collision2d/testing/random.h"

namespace collision2d::bench {

// How motions are checked: by MapMotionValidator, or by OMPL's own validator at a resolution, with
// states by MapStateValidityChecker or FCL.
enum class Validation { kSwept, kDiscreteDefault, kFcl1cm };
inline constexpr Validation kAllValidations[] = {Validation::kSwept, Validation::kFcl1cm, Validation::kDiscreteDefault};
std::string NameOf(Validation validation);

enum class SpaceKind { kSe2, kDubins, kReedsShepp };
inline constexpr SpaceKind kAllSpaceKinds[] = {SpaceKind::kSe2, SpaceKind::kDubins, SpaceKind::kReedsShepp};
std::string NameOf(SpaceKind kind);

using StatePtr = std::shared_ptr<ompl::base::SE2StateSpace::StateType>;

// A state space over a map, set up. States of one serve all of the same kind.
struct PlanningSpace {
  PlanningSpace(SpaceKind of_kind, Validation by, const std::vector<Wall>& walls);

  SpaceKind kind;
  Validation validation;
  std::shared_ptr<ompl::base::SE2StateSpace> space;
  ompl::base::SpaceInformationPtr si;

  // Anywhere on the map.
  StatePtr RandomValidState(Random* random) const;
};

}  // namespace collision2d::bench
