#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "collision2d/batch/index/cell_obstacles.h"
#include "collision2d/batch/kernels/cell_filter.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d::internal {

// Where the core of a body shape is, at a pose or throughout a motion, in cells from a corner of
// the window's lattice: within its sides and its box. Double precision, the same bits everywhere.
struct CellOutline {
  int64_t base_row;
  int64_t base_column;
  // Side i: points p with x[i] p.x + y[i] p.y <= support[i].
  int side_count;
  alignas(64) double x[CellShape::kMaxSides];
  double y[CellShape::kMaxSides];
  double support[CellShape::kMaxSides];
  // The corners of the core; none in motion.
  int point_count;
  alignas(64) double points_x[CellShape::kMaxSides];
  double points_y[CellShape::kMaxSides];
  Aabb2 box;
  double reach;  // No point is farther from the base.

  void SetBase(const Pose2& pose) {
    base_row = static_cast<int64_t>(std::floor(pose.translation.y));
    base_column = static_cast<int64_t>(std::floor(pose.translation.x));
  }
};

// Returns a pose of the body in the frame of the window, in cells.
Pose2 InCells(const CellShape& shape, const Pose2& pose);

// Sets the outline of a shape at a pose in cells, or of its way from one pose to another, as by
// Motion::Between.
void OutlineAt(const CellShape& shape, const Pose2& at, CellOutline* outline);
void OutlineBetween(const CellShape& shape, const Pose2& start, const Pose2& end, CellOutline* outline);

// Cells. Returns the widest gap of the outline's sides, its box's and the element's: a lower bound
// on the distance of the core from the element, and negative if none separates them.
double GapOf(const CellObstacles& cells, const CellOutline& outline, int slot);

// Cells. Returns a lower bound on the distance of the core from the element, given GapOf of both:
// no less than that, and at rest no less than how far the nearest corners are apart. At rest, if
// the sides are the core's, it is the distance but for rounding.
double DistanceOf(const CellObstacles& cells, const CellOutline& outline, int slot, double gap);

// A reference to what visits elements.
struct ElementVisit {
  const void* visit;
  bool (*call)(const void* visit, int slot, double gap);
};
bool VisitElementsBy(const CellObstacles& cells, const CellOutline& outline, double growth, const ElementVisit& visit);

// visit(slot, gap) for the elements whose gap (GapOf) is at most `growth` cells, by rows and
// columns ascending, until it returns false. Returns false if a visit did.
template <typename Visit>
bool VisitElements(const CellObstacles& cells, const CellOutline& outline, double growth, const Visit& visit) {
  const ElementVisit erased = {
      &visit, [](const void* of, int slot, double gap) -> bool { return (*static_cast<const Visit*>(of))(slot, gap); }};
  return VisitElementsBy(cells, outline, growth, erased);
}

// Returns whether the shape at a pose collides with as many elements as needed. Sets *slot to that
// of the lowest element, if it is not null.
bool CollidesWithCells(const CellShape& shape, const Pose2& pose, int* slot);

// Cells. Elements are collected with the nearest one if they are farther than it by less than this.
inline constexpr double kHardlyFarther = 0.0625;

struct NearElement {
  int slot;  // -1: none.
  double distance;
};

// The nearest of the elements within a gap, and others that are hardly farther.
struct NearElements {
  NearElement nearest = {-1, std::numeric_limits<double>::infinity()};
  // The elements with a distance of at most `complete_to`, by rows and columns ascending, and some
  // more.
  static constexpr int kRoom = 16;
  int count = 0;
  NearElement elements[kRoom];
  double complete_to = -std::numeric_limits<double>::infinity();
};

// Finds the elements nearest by DistanceOf: at least one, if any has a gap of at most `limit`
// cells.
// `expected` is a guess of the nearest gap.
void FindNear(const CellObstacles& cells, const CellOutline& outline, double expected, double limit,
              NearElements* near);

}  // namespace collision2d::internal
