#pragma once

#include <string>

#include "examples/park_with_ompl/parking_lot.h"
#include "examples/park_with_ompl/parking_plan.h"

namespace parking {

// A page in HTML with the figures of the plan, and the car park with tree and path as SVG.
std::string ParkingPage(const ParkingLot& lot, const ParkingPlan& plan);

}  // namespace parking
