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

bool IsOfOneHypothesis(const PlacedShape& a, const PlacedShape& b) {
  return a.obstacle == b.obstacle && a.hypothesis == b.hypothesis;
}

void AddTo(int placed_shape, const VerticalVerdict& verdict, VerticalApproach* least) {
  if (verdict.clearance_m < least->clearance_m ||
      (verdict.clearance_m == least->clearance_m && placed_shape < least->placed_shape)) {
    *least = {placed_shape, verdict.clearance_m, verdict.side, verdict.collides};
  }
}

// The ground plan of a shape at its place.
struct Plan {
  const ConvexPolygon* shape;
  Pose2 local_from_plan;
};

Plan PlanOf(const SpaceShape& shape) {
  if (!shape.is_tilted()) return {shape.shape, shape.local_from_shape};
  const solid::Vec3& origin = shape.in_space->posed.origin();
  return {&*shape.in_space->plan, {{origin.x, origin.y}, 1.0, 0.0}};
}

ZSpan ExtentOf(const SpaceShape& shape) {
  return shape.is_tilted() ? shape.in_space->posed.Extent() : Raised(*shape.span, shape.elevation.z_m);
}

bool HeightsKnown(const SpaceShape& body, const SpaceShape& obstacle) {
  return body.span != nullptr && obstacle.span != nullptr;
}

VerticalVerdict InSpace(const SpaceShape& body, const SpaceShape& obstacle) {
  ABSL_ASSERT(body.in_space != nullptr && obstacle.in_space != nullptr);
  return solid::ComputeVerticalClearance(body.in_space->posed, obstacle.in_space->posed);
}

}  // namespace

void SpaceFindings::Add(const Approach& approach) {
  const Approach& nearest = clearance_.plan.nearest;
  if (approach.signed_distance_m < bound_m_ &&
      (approach.signed_distance_m < nearest.signed_distance_m ||
       (approach.signed_distance_m == nearest.signed_distance_m && approach.placed_shape < nearest.placed_shape))) {
    clearance_.plan.nearest = approach;
  }
}

void SpaceFindings::AddContact(const Approach& contact, const VerticalVerdict* verdict) {
  Add(contact);
  Approach& first = clearance_.plan.first_contact;
  const bool is_of_first =
      first.placed_shape >= 0 && IsOfOneHypothesis(obstacles_[contact.placed_shape], obstacles_[first.placed_shape]);
  if (first.placed_shape >= 0 && !is_of_first) {
    if (contact.placed_shape > first.placed_shape) return;
    contact_ = VerticalApproach();
  }
  if (!is_of_first || contact.signed_distance_m < first.signed_distance_m) first = contact;
  if (verdict != nullptr) AddTo(contact.placed_shape, *verdict, &contact_);
}

void SpaceFindings::AddAll(const SpaceClearance& clearance) {
  if (clearance.plan.nearest.placed_shape >= 0) Add(clearance.plan.nearest);
  if (clearance.plan.first_contact.placed_shape < 0) return;
  const VerticalVerdict verdict = {true, true, clearance.vertical.clearance_m, clearance.vertical.side};
  AddContact(clearance.plan.first_contact, clearance.vertical.placed_shape >= 0 ? &verdict : nullptr);
}

void SpaceFindings::AddPassage(int placed_shape, const VerticalVerdict& verdict) {
  AddTo(placed_shape, verdict, &passage_);
}

SpaceClearance SpaceFindings::Result() const {
  SpaceClearance result = clearance_;
  result.vertical = contact_.placed_shape >= 0 ? contact_ : passage_;
  return result;
}

ZSpan Raised(const ZSpan& span, double z_m) { return {span.z_min_m + z_m, span.z_max_m + z_m}; }

void MakeSolid(const SpaceShape& shape, SpaceSolid* solid) {
  if (shape.span == nullptr) return;
  const Pose3 pose = ToPose3(shape.local_from_shape, shape.elevation);
  if (shape.polytope != nullptr) {
    solid->posed.AssignPolytope(*shape.polytope, pose);
  } else {
    solid->posed.AssignPrism(*shape.shape, *shape.span, pose);
  }
  if (shape.is_tilted()) solid->plan = solid->posed.GroundPlan();
}

Approach PlanApproach(const SpaceShape& body, const SpaceShape& obstacle, int placed_shape) {
  const Plan body_plan = PlanOf(body);
  const Plan obstacle_plan = PlanOf(obstacle);
  const Separation separation = ComputeSeparation(
      *body_plan.shape, *obstacle_plan.shape, RelativePose(body_plan.local_from_plan, obstacle_plan.local_from_plan));
  return {placed_shape, separation.signed_distance_m, body_plan.local_from_plan * separation.witness_a,
          body_plan.local_from_plan * separation.witness_b};
}

VerticalVerdict HeightsOfPair(const SpaceShape& body, const SpaceShape& obstacle) {
  if (body.is_solid() || obstacle.is_solid()) return InSpace(body, obstacle);
  return solid::CompareSpans(ExtentOf(body), ExtentOf(obstacle));
}

bool IsSpaceContact(const SpaceShape& body, const SpaceShape& obstacle) {
  if (!HeightsKnown(body, obstacle)) return PlanApproach(body, obstacle, 0).signed_distance_m <= 0.0;
  const VerticalVerdict verdict = InSpace(body, obstacle);
  return verdict.plans_overlap && verdict.collides;
}

void JudgeSpacePair(const SpaceShape& body, const SpaceShape& obstacle, int placed_shape, SpaceFindings* findings) {
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
        if (verdict.plans_overlap) findings->AddPassage(placed_shape, verdict);
        return;
      }
    }
  }
  const Approach approach = PlanApproach(body, obstacle, placed_shape);
  if (approach.signed_distance_m > 0.0) return findings->Add(approach);
  if (in_space) {
    const VerticalVerdict in_full = InSpace(body, obstacle);
    if (in_full.plans_overlap && !in_full.collides) return findings->AddPassage(placed_shape, in_full);
    // Otherwise the plans touch by one of two ways of computing and not by the other: a contact,
    // within rounding.
    if (in_full.plans_overlap) verdict = in_full;
  }
  findings->AddContact(approach, heights_known ? &verdict : nullptr);
}

}  // namespace collision2d::planner
