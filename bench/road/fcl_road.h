#pragma once

#include <memory>

#include "absl/types/span.h"
#include "bench/road/road_case.h"

namespace collision2d::bench {

// The distance of a car from the nearest piece of the edge by FCL's DynamicAABBTreeCollisionManager
// (double precision, solver GST_INDEP). Pieces are boxes 1 um thick. It knows no inside.
class FclRoad {
 public:
  explicit FclRoad(const RoadCase& road);
  FclRoad(const FclRoad&) = delete;
  FclRoad& operator=(const FclRoad&) = delete;
  ~FclRoad();

  // distances_m[p]: at pose p of the case; 0 in contact.
  void Distances(absl::Span<double> distances_m);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace collision2d::bench
