#pragma once

#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "gtest/gtest.h"
#include "planner_adapter/road/road.h"

namespace collision2d::planner {

// The road that has this edge. A refusal fails the test.
inline Road RoadOf(std::vector<OutlinePiece> pieces) {
  absl::StatusOr<Road> road = Road::Create(std::move(pieces));
  EXPECT_TRUE(road.ok()) << road.status();
  return *std::move(road);
}

}  // namespace collision2d::planner
