#ifndef COLLISION2D_PLANNER_ADAPTER_CHECKING_SPACE_PAIR_H_
#define COLLISION2D_PLANNER_ADAPTER_CHECKING_SPACE_PAIR_H_

#include <limits>
#include <optional>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/solid/posed_solid.h"
#include "collision2d/solid/shapes/convex_mesh.h"
#include "collision2d/solid/vertical_clearance.h"
#include "planner_adapter/checking/pose_clearance.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/timed_pose.h"

// One shape of a body and one placed shape, judged with their heights. See ComputeSpaceClearances.
namespace collision2d::planner {

// The room between the body at one pose and a placed shape above or below it.
struct VerticalApproach {
  int placed_shape = -1;  // Index into the obstacles; -1: none.
  double clearance_m = std::numeric_limits<double>::infinity();
  solid::VerticalSide side = solid::VerticalSide::kAbove;
  bool is_contact = false;  // In space; otherwise it is passed over or under.
};

struct SpaceClearance {
  // The clearance in the ground plan, as ComputePoseClearances, from the obstacles that the body
  // neither passes over or under nor is wholly above or below; a contact is one in space.
  PoseClearance plan;
  // If heights decided on plan.first_contact: the smallest vertical clearance of the contacts with
  // that hypothesis of the obstacle. Otherwise the smallest one of the obstacles that the body
  // passes over or under; of equal ones the first.
  VerticalApproach vertical;
};

// Collects what is found about one pose of a body, pair by pair; the order of the pairs matters
// only among those of one hypothesis of an obstacle.
class SpaceFindings {
 public:
  // Only approaches below the bound count.
  SpaceFindings(absl::Span<const PlacedShape> obstacles, double bound_m) : obstacles_(obstacles), bound_m_(bound_m) {}

  void Add(const Approach& approach);

  // `verdict` is null if a height is not known.
  void AddContact(const Approach& contact, const solid::VerticalVerdict* verdict);

  // What is known about some hypotheses of obstacles, none of which is added otherwise.
  void AddAll(const SpaceClearance& clearance);

  // The obstacle is passed over or under.
  void AddPassage(int placed_shape, const solid::VerticalVerdict& verdict);

  double nearest_m() const { return clearance_.plan.nearest.signed_distance_m; }

  SpaceClearance Result() const;

 private:
  const absl::Span<const PlacedShape> obstacles_;
  const double bound_m_;
  SpaceClearance clearance_;
  VerticalApproach contact_;
  VerticalApproach passage_;
};

// A shape at its place in space, the prism over it or its polytope, and its ground plan if it is
// tilted.
struct SpaceSolid {
  solid::PosedSolid posed;
  std::optional<ConvexPolygon> plan;
};

// A shape at its place. Refers to its parts.
struct SpaceShape {
  const ConvexPolygon* shape;
  Pose2 local_from_shape;
  const solid::ZSpan* span;  // Along the shape's z axis; null: not known, and then the elevation has no meaning.
  Elevation elevation;
  const SpaceSolid* in_space;                   // As MakeSolid made it; may be null if no shape of the pair is_solid().
  const solid::ConvexMesh* polytope = nullptr;  // Null: the prism over the shape. See PlacedShape.

  bool is_tilted() const { return span != nullptr && elevation.is_tilted(); }

  // Whether more than its ground plan and its span can matter.
  bool is_solid() const { return is_tilted() || polytope != nullptr; }
};

// Makes the solid of a shape whose span is known; of others nothing. Allocates for tilted shapes;
// otherwise until it has held as many corners.
void MakeSolid(const SpaceShape& shape, SpaceSolid* solid);

// The span raised by the height of its frame: the heights of a shape that is not tilted.
solid::ZSpan Raised(const solid::ZSpan& span, double z_m);

// The approach of the ground plans.
// REQUIRES: tilted shapes have solids, made of them as they are.
Approach PlanApproach(const SpaceShape& body, const SpaceShape& obstacle, int placed_shape);

// The heights of a pair whose ground plans overlap and whose heights are known.
// REQUIRES: as JudgeSpacePair.
solid::VerticalVerdict HeightsOfPair(const SpaceShape& body, const SpaceShape& obstacle);

// Whether a pair is in contact: in space, or if a height is not known in the ground plan.
// REQUIRES: both have solids, if their spans are known.
bool IsSpaceContact(const SpaceShape& body, const SpaceShape& obstacle);

// Judges the pair and adds what it finds under the index of the obstacle's shape. No allocation.
// REQUIRES: if one of the two is_solid() and both spans are known, both have solids, made of them
// as they are.
void JudgeSpacePair(const SpaceShape& body, const SpaceShape& obstacle, int placed_shape, SpaceFindings* findings);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_CHECKING_SPACE_PAIR_H_
