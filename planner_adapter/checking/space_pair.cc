#include "planner_adapter/checking/space_pair.h"

#include "absl/base/macros.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/separation.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::planner {
namespace {

using solid::Pose3;
using solid::VerticalVerdict;
using solid::ZSpan;

Pose3 ToPose3(const Pose2& pose, const Elevation& elevation) {
  const Pose3 yaw = {{pose.translation.x, pose.translation.y, elevation.z_m},
                     {{{pose.cos, -pose.sin, 0.0}, {pose.sin, pose.cos, 0.0}, {0.0, 0.0, 1.0}}}};
  if (!elevation.is_tilted()) return yaw;
  return yaw * Pose3::FromYawPitchRoll({}, 0.0, elevation.pitch_rad, elevation.roll_rad);
}

// The ground plan of a shape at its place.
struct Plan {
  const ConvexPolygon* shape;
  Pose2 local_from_plan;
};

Plan PlanOf(const SpaceShape& shape) {
  if (!shape.is_tilted()) return {shape.shape, shape.local_from_shape};
  const solid::Vec3& origin = shape.in_space->posed.origin();
  return {&*shape.in_space->plan, Pose2({origin.x, origin.y}, UnitRotation(1.0, 0.0))};
}

bool HeightsKnown(const SpaceShape& body, const SpaceShape& obstacle) {
  return body.height != nullptr && obstacle.height != nullptr;
}

VerticalVerdict InSpace(const SpaceShape& body, const SpaceShape& obstacle) {
  ABSL_ASSERT(body.in_space != nullptr && obstacle.in_space != nullptr);
  return solid::ComputeVerticalClearance(body.in_space->posed, obstacle.in_space->posed);
}

}  // namespace

SpaceShape BodyShape(const SpaceBody& body, size_t e, const SpacePose& pose, const SpaceSolid* solid) {
  const ZSpan* const span = body.span.has_value() ? &*body.span : nullptr;
  return {{&body.shapes[e], pose.local_from_body, 0, 0, span, pose.elevation}, solid};
}

ZSpan ExtentOf(const SpaceShape& shape) {
  return shape.is_tilted() ? shape.in_space->posed.Extent() : Raised(*shape.height, shape.elevation.z_m);
}

void MakeSolid(const SpaceShape& shape, SpaceSolid* solid) {
  if (shape.height == nullptr) return;
  const Pose3 pose = ToPose3(shape.local_from_shape, shape.elevation);
  if (shape.polytope != nullptr) {
    solid->posed.AssignPolytope(*shape.polytope, pose);
  } else {
    solid->posed.AssignPrism(*shape.shape, *shape.height, pose);
  }
  if (shape.is_tilted()) solid->plan = solid->posed.GroundPlan();
}

Clearance PlanClearance(const SpaceShape& body, const SpaceShape& obstacle, PlacedIndex placed) {
  const Plan body_plan = PlanOf(body);
  const Plan obstacle_plan = PlanOf(obstacle);
  const Separation separation = ComputeSeparation(
      *body_plan.shape, *obstacle_plan.shape, RelativePose(body_plan.local_from_plan, obstacle_plan.local_from_plan));
  Clearance clearance;
  clearance.placed = placed;
  clearance.signed_distance_m = separation.signed_distance_m;
  clearance.witness_body = body_plan.local_from_plan * separation.witness_a;
  clearance.witness_obstacle = body_plan.local_from_plan * separation.witness_b;
  return clearance;
}

VerticalVerdict HeightsOfPair(const SpaceShape& body, const SpaceShape& obstacle) {
  if (body.is_solid() || obstacle.is_solid()) return InSpace(body, obstacle);
  return solid::CompareSpans(ExtentOf(body), ExtentOf(obstacle));
}

bool IsSpaceContact(const SpaceShape& body, const SpaceShape& obstacle) {
  if (!HeightsKnown(body, obstacle)) return PlanClearance(body, obstacle, PlacedIndex(0)).signed_distance_m <= 0.0;
  const VerticalVerdict verdict = InSpace(body, obstacle);
  return verdict.plans_overlap && verdict.collides;
}

void JudgeSpacePair(const SpaceShape& body, const SpaceShape& obstacle, PlacedIndex placed,
                    FindingsCollector* findings) {
  const bool heights_known = HeightsKnown(body, obstacle);
  const bool in_space = heights_known && (body.is_solid() || obstacle.is_solid());
  VerticalVerdict verdict;
  if (heights_known) {
    verdict = solid::CompareSpans(ExtentOf(body), ExtentOf(obstacle));
    if (!verdict.collides) {
      // Wholly above or below.
      if (in_space) {
        verdict = InSpace(body, obstacle);
      } else {
        verdict.plans_overlap =
            Collides(*body.shape, *obstacle.shape, RelativePose(body.local_from_shape, obstacle.local_from_shape));
      }
      // The extents of far origins are rounded more than the solids: these have the last word, and
      // may still touch.
      if (!verdict.collides) {
        if (verdict.plans_overlap) findings->AddPassage(placed, verdict);
        return;
      }
    }
  }
  const Clearance clearance = PlanClearance(body, obstacle, placed);
  if (clearance.signed_distance_m > 0.0) return findings->Add(clearance);
  if (in_space) {
    const VerticalVerdict in_full = InSpace(body, obstacle);
    if (in_full.plans_overlap && !in_full.collides) return findings->AddPassage(placed, in_full);
    // Otherwise the plans touch by one of two ways of computing and not by the other: a contact,
    // within rounding.
    if (in_full.plans_overlap) verdict = in_full;
  }
  findings->AddContact(clearance, obstacle, heights_known ? std::optional<VerticalVerdict>(verdict) : std::nullopt);
}

}  // namespace collision2d::planner
