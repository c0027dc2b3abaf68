#pragma once

#include <ompl/base/spaces/RealVectorBounds.h>
#include <ompl/base/spaces/SE2StateSpace.h>

#include <memory>

namespace collision2d::planner {

using Se2State = ompl::base::SE2StateSpace::StateType;

// A state of a space, freed by its last owner.
inline std::shared_ptr<Se2State> NewState(const std::shared_ptr<ompl::base::SE2StateSpace>& space, double x, double y,
                                          double yaw) {
  std::shared_ptr<Se2State> state(space->allocState()->as<Se2State>(),
                                  [space](Se2State* each) { space->freeState(each); });
  state->setXY(x, y);
  state->setYaw(yaw);
  return state;
}

// A space with these bounds in x and y; `arguments` are its constructor's.
template <typename Space, typename... Arguments>
std::shared_ptr<Space> NewSpace(double low, double high, Arguments... arguments) {
  auto space = std::make_shared<Space>(arguments...);
  ompl::base::RealVectorBounds bounds(2);
  bounds.setLow(low);
  bounds.setHigh(high);
  space->setBounds(bounds);
  return space;
}

}  // namespace collision2d::planner
