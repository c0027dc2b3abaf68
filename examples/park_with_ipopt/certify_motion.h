#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "examples/park_with_ipopt/bicycle_model.h"
#include "examples/park_with_ipopt/parking_scene.h"

namespace parking {

// What is proven of a motion at every real instant, not only at its states. Between two states the
// rear axle moves straight and the car turns at a constant rate; the clearance has to cover how far
// a real car departs from that.
struct MotionCertificate {
  bool is_free = false;
  double least_clearance_m = 0.0;  // A lower bound of the distance from all obstacles, at most 0.1 mm below it.
};

// Errors: those of the motion check.
absl::StatusOr<MotionCertificate> CertifyMotion(const ParkingScene& scene, const std::vector<CarState>& motion);

}  // namespace parking
