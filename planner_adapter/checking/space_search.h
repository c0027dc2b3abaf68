#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "planner_adapter/checking/placed_obstacles.h"
#include "planner_adapter/checking/plain_obstacles.h"
#include "planner_adapter/checking/space_pair.h"

namespace collision2d::planner {

// Finds the spatial obstacles (those that are not plain, docs/glossary.md) near a body, one step at
// a time and pair by pair.
class SpaceSearch {
 public:
  explicit SpaceSearch(const SpaceBody& body) : body_(body) {}

  // Prepares for poses at that step; is_tilted is true if some of them are tilted.
  // Errors: a tilted shape or a polytope that is larger than scenes may be.
  absl::Status Begin(const PlacedObstacles& obstacles, int step, bool is_tilted);

  // Adds all contacts and passages of the body at one pose, and every approach that may be the
  // nearest. Errors: a pose that WithinMask refuses.
  absl::Status AddTo(const SpacePose& pose, FindingsCollector* findings);

 private:
  // Spatial obstacles with their solids and the obstacles already found. Solids are made when they
  // are needed.
  struct Group {
    std::vector<SpaceSolid> solids;
    std::vector<uint8_t> has_solid;
    std::vector<uint64_t> near_mask;
    std::vector<uint64_t> seen_mask;
  };

  absl::Status CheckSizes(const PlacedObstacles::Spatial& spatial) const;
  absl::Status AddWithin(const SpacePose& pose, double limit_m, int group, FindingsCollector* findings);
  const SpaceSolid* SolidOf(const PlacedShape& shape, Group* group, size_t k) const;

  const SpaceBody body_;
  const PlacedObstacles* obstacles_ = nullptr;
  int step_ = 0;
  bool is_tilted_ = false;
  bool has_solid_ = false;
  // m. How far the ground plan of an obstacle can reach beyond its shape.
  double growth_m_ = 0.0;
  std::vector<SpaceSolid> body_solids_;
  std::array<Group, 2> groups_;  // Static obstacles, then moving ones.
};

}  // namespace collision2d::planner
