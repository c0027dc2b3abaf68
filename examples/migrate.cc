// Calls of Box2D and FCL beside those that take their place.
#include <box2d/b2_distance.h>
#include <box2d/b2_time_of_impact.h>
#include <box2d/box2d.h>
#include <fcl/fcl.h>

#include <cstdio>
#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/collision2d.h"

namespace {

using namespace collision2d;

absl::Status Box2D() {
  // [README]
  b2PolygonShape box;
  box.SetAsBox(2.25f, 0.9f);  // Half lengths.
  const b2Transform a(b2Vec2(0.0f, 0.0f), b2Rot(0.0f));
  const b2Transform b(b2Vec2(6.0f, 0.5f), b2Rot(0.2f));
  const bool overlaps = b2TestOverlap(&box, 0, &box, 0, a, b);
  b2DistanceInput input;
  input.proxyA.Set(&box, 0);
  input.proxyB.Set(&box, 0);
  input.transformA = a;
  input.transformB = b;
  input.useRadii = false;
  b2SimplexCache cache;
  cache.count = 0;
  b2DistanceOutput output;
  b2Distance(&output, &cache, &input);
  // [README]

  // [README]
  const absl::StatusOr<ConvexPolygon> car = ConvexPolygon::Rectangle(4.5, 1.8);  // Whole lengths.
  if (!car.ok()) return car.status();
  const Pose2 a_from_b = RelativePose(Pose2::FromYaw({0.0, 0.0}, 0.0), Pose2::FromYaw({6.0, 0.5}, 0.2));
  const bool collides = Collides(*car, *car, a_from_b);
  const Separation separation = ComputeSeparation(*car, *car, a_from_b);  // Witness points, depth.
  // [README]
  std::printf("Box2D: %d, %.3f m; collision2d: %d, %.3f m\n", overlaps, static_cast<double>(output.distance), collides,
              separation.signed_distance_m);

  // [README]
  b2TOIInput motion;
  motion.proxyA.Set(&box, 0);
  motion.proxyB.Set(&box, 0);
  motion.sweepA.localCenter.SetZero();
  motion.sweepA.c0.Set(0.0f, 0.0f);
  motion.sweepA.c.Set(8.0f, 0.0f);
  motion.sweepA.a0 = motion.sweepA.a = motion.sweepA.alpha0 = 0.0f;
  motion.sweepB = motion.sweepA;
  motion.sweepB.c0.Set(8.0f, 0.5f);
  motion.sweepB.c = motion.sweepB.c0;
  motion.tMax = 1.0f;
  b2TOIOutput impact;
  b2TimeOfImpact(&impact, &motion);  // impact.t is a part of the motion, of 0 to 1.
  // [README]

  // [README]
  const auto drive = Motion::Between({{0.0, 0.0}}, {{8.0, 0.0}}, /*start_s=*/0.0, /*end_s=*/1.0);
  const auto stand = Motion::Stationary({{8.0, 0.5}}, 0.0, 1.0);
  if (!drive.ok() || !stand.ok()) return absl::InvalidArgumentError("a motion");
  const absl::StatusOr<ImpactResult> first = TimeOfImpact(*car, *drive, *car, *stand);  // s.
  if (!first.ok()) return first.status();
  // [README]
  std::printf("Box2D: at %.3f s; collision2d: at %.6f s\n", static_cast<double>(impact.t), first->contact_by_s);
  return absl::OkStatus();
}

absl::Status Fcl() {
  // [README]
  const auto shape = std::make_shared<fcl::Boxd>(4.5, 1.8, 1.0);  // Needs a height.
  fcl::CollisionObjectd here(shape);
  fcl::CollisionObjectd there(shape, fcl::AngleAxisd(0.2, fcl::Vector3d::UnitZ()).matrix(),
                              fcl::Vector3d(6.0, 0.5, 0.0));
  fcl::DistanceRequestd request;
  fcl::DistanceResultd result;
  fcl::distance(&here, &there, request, result);
  // [README]

  // [README]
  const absl::StatusOr<ConvexPolygon> box = ConvexPolygon::Rectangle(4.5, 1.8);
  if (!box.ok()) return box.status();
  const double distance_m = Distance(*box, *box, Pose2::FromYaw({6.0, 0.5}, 0.2));
  // [README]
  std::printf("FCL: %.3f m; collision2d: %.3f m\n", result.min_distance, distance_m);
  return absl::OkStatus();
}

}  // namespace

int main() {
  absl::Status status = Box2D();
  if (status.ok()) status = Fcl();
  if (!status.ok()) std::fprintf(stderr, "%s\n", status.ToString().c_str());
  return status.ok() ? 0 : 1;
}
