#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/solid/posed_solid.h"
#include "collision2d/solid/vertical_clearance.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/timed_pose.h"

// Decides which obstacles are plain: only the ground plans decide whether a body collides with
// them.
namespace collision2d::planner {

// The index of a shape among all that PlaceObstacles places at one time.
class PlacedIndex {
 public:
  // None.
  constexpr PlacedIndex() = default;
  constexpr explicit PlacedIndex(int64_t value) : value_(value) {}

  constexpr bool exists() const { return value_ >= 0; }
  // -1: none.
  constexpr int64_t value() const { return value_; }

  friend constexpr bool operator==(PlacedIndex a, PlacedIndex b) { return a.value_ == b.value_; }
  friend constexpr bool operator<(PlacedIndex a, PlacedIndex b) { return a.value_ < b.value_; }

 private:
  int64_t value_ = -1;
};

// A body with heights: prisms over its shapes.
struct SpaceBody {
  absl::Span<const ConvexPolygon> shapes;  // Body frame.
  std::optional<solid::ZSpan> span;        // Along the body's z axis; not set: not known.
};

// Returns a body without shapes whose heights are those that all parts of a vehicle share: an
// obstacle that is plain for it, at the poses of all parts, is plain for each of them. The span is
// inverted if the parts share none, which IsPlain allows. REQUIRES: parts.
SpaceBody CommonBody(absl::Span<const SpaceBody> parts);

// The span raised by the height of its frame: the heights of a shape that is not tilted.
inline solid::ZSpan Raised(const solid::ZSpan& span, double z_m) { return {span.z_min_m + z_m, span.z_max_m + z_m}; }

// The range of a body's heights over some poses, and whether it is tilted at any of them.
struct PoseRange {
  double z_min_m = std::numeric_limits<double>::infinity();
  double z_max_m = -std::numeric_limits<double>::infinity();
  bool is_tilted = false;

  void Extend(const Elevation& elevation);
  void Extend(const PoseRange& range);
};

// Returns true if the ground plans alone decide whether the body collides with the obstacle, at all
// poses of the range.
bool IsPlain(const PlacedShape& obstacle, const SpaceBody& body, const PoseRange& range);

// Returns the heights of a contact with a plain obstacle; nullopt if a height is unknown.
std::optional<solid::VerticalVerdict> HeightsOfContact(const SpaceBody& body, const SpacePose& pose,
                                                       const PlacedShape& obstacle);

}  // namespace collision2d::planner
