#pragma once

#include <cstddef>
#include <limits>
#include <optional>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/posed_solid.h"
#include "collision2d/solid/shapes/convex_mesh.h"
#include "collision2d/solid/vertical_clearance.h"
#include "planner_adapter/checking/plain_obstacles.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/timed_pose.h"

// One shape of a body and one placed shape, judged with their heights, and what is found about all
// pairs of a body at one pose.
namespace collision2d::planner {

// The contact or closest approach of a body at one pose and one placed shape; local frame.
struct Approach {
  PlacedIndex placed;
  double signed_distance_m = std::numeric_limits<double>::infinity();
  Vec2 witness_body;
  Vec2 witness_obstacle;
  int part = 0;  // Of the body.
};

// The vertical clearance between the body at one pose and a placed shape above or below it.
struct VerticalApproach {
  PlacedIndex placed;
  double clearance_m = std::numeric_limits<double>::infinity();
  solid::VerticalSide side = solid::VerticalSide::kAbove;
  bool is_contact = false;  // In space; otherwise it is passed over or under.
  int part = 0;             // Of the body.
};

// The findings for one pose of a body.
struct PoseFindings {
  // In the ground plan, the obstacle with the least signed distance below the bound, of those that
  // the body neither passes over or under nor is wholly above or below; ties go to the first.
  Approach nearest;
  // The contact that a verdict reports: the deepest one with the first hypothesis that the body
  // touches or overlaps, in space, of the first such obstacle in order.
  Approach first_contact;
  // If heights decided on first_contact: the least vertical clearance of the contacts with that
  // hypothesis of the obstacle. Otherwise the least one of the obstacles that the body passes over
  // or under; ties go to the first.
  VerticalApproach vertical;
};

// Collects what is found about one pose of a body, pair by pair; the order of the pairs matters
// only among those of one hypothesis of an obstacle.
class FindingsCollector {
 public:
  // Ignores approaches at or above the bound; contacts always count.
  explicit FindingsCollector(double bound_m) : bound_m_(bound_m) {}

  // Sets the part of the body that what is added from now on belongs to; 0 at first. Ties go to
  // what was added first.
  void set_part(int part) { part_ = part; }

  void Add(Approach approach);

  // A contact with a shape; no `heights`: a height is not known.
  void AddContact(Approach contact, const PlacedShape& shape, const std::optional<solid::VerticalVerdict>& heights);

  // Adds an obstacle that is passed over or under.
  void AddPassage(PlacedIndex placed, const solid::VerticalVerdict& heights);

  // Returns the distance below which an approach still changes the result; contacts and passages
  // always do.
  double wanted_m() const;

  PoseFindings Result() const;

 private:
  const double bound_m_;
  int part_ = 0;
  Approach nearest_;
  Approach first_contact_;
  // The obstacle and the hypothesis of the first contact.
  int obstacle_ = -1;
  int hypothesis_ = -1;
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

// A shape of the body, and a placed shape, as judged with their heights. The solid may be null.
SpaceShape BodyShape(const SpaceBody& body, size_t e, const SpacePose& pose, const SpaceSolid* solid);
SpaceShape ObstacleShape(const PlacedShape& placed, const SpaceSolid* solid);

// The heights of a shape whose span is known. REQUIRES: it has a solid if it is tilted.
solid::ZSpan ExtentOf(const SpaceShape& shape);

// Makes the solid of a shape whose span is known; of others nothing. Allocates for tilted shapes;
// otherwise until it has held as many corners.
void MakeSolid(const SpaceShape& shape, SpaceSolid* solid);

// The approach of the ground plans.
// REQUIRES: tilted shapes have solids, made of them as they are.
Approach PlanApproach(const SpaceShape& body, const SpaceShape& obstacle, PlacedIndex placed);

// The heights of a pair whose ground plans overlap and whose heights are known.
// REQUIRES: as JudgeSpacePair.
solid::VerticalVerdict HeightsOfPair(const SpaceShape& body, const SpaceShape& obstacle);

// Whether a pair is in contact: in space, or if a height is not known in the ground plan.
// REQUIRES: both have solids, if their spans are known.
bool IsSpaceContact(const SpaceShape& body, const SpaceShape& obstacle);

// Judges a shape of the body and an obstacle, which is the shape `placed`, and adds what it finds.
// No allocation.
// Flat pairs are judged by the shapes of the ground plane, exactly, and by their spans, exactly; by
// the ground plans alone if a height is not known. Where one of the two is tilted or a polytope,
// its ground plan is the vertical projection of the posed solid, and a contact is one of
// solid::ComputeVerticalClearance.
// REQUIRES: if one of the two is_solid() and both spans are known, both have solids, made of them
// as they are.
void JudgeSpacePair(const SpaceShape& body, const SpaceShape& obstacle, PlacedIndex placed, const PlacedShape& shape,
                    FindingsCollector* findings);

}  // namespace collision2d::planner
