#include "planner_adapter/ompl/testing/path_oracle.h"

#include <ompl/base/spaces/DubinsStateSpace.h>
#include <ompl/base/spaces/ReedsSheppStateSpace.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d::planner {
namespace {

namespace ob = ::ompl::base;
using State = ob::SE2StateSpace::StateType;

// A segment of a curve: to the left (1), to the right (-1) or straight ahead (0), so many turning
// radii long, negative in reverse.
struct Arc {
  int side;
  double length;
};

std::vector<Arc> ArcsOf(const ob::DubinsStateSpace& space, const State& from, const State& to) {
  // With firstTime, interpolate() also returns the path that it takes.
  bool first_time = true;
  ob::DubinsStateSpace::DubinsPath path;
  State* const state = space.allocState()->as<State>();
  space.interpolate(&from, &to, 0.5, first_time, path, state);
  space.freeState(state);
  std::vector<Arc> arcs;
  for (int i = 0; i < 3; ++i) {
    const int type = path.type_[i];
    arcs.push_back({type == 0 ? 1 : type == 2 ? -1 : 0, path.reverse_ ? -path.length_[i] : path.length_[i]});
  }
  if (path.reverse_) std::reverse(arcs.begin(), arcs.end());
  return arcs;
}

std::vector<Arc> ArcsOf(const ob::ReedsSheppStateSpace& space, const State& from, const State& to) {
  const ob::ReedsSheppStateSpace::ReedsSheppPath path = space.reedsShepp(&from, &to);
  constexpr int kSides[] = {0, 1, 0, -1};
  std::vector<Arc> arcs;
  for (int i = 0; i < 5; ++i) arcs.push_back({kSides[path.type_[i]], path.type_[i] == 0 ? 0.0 : path.length_[i]});
  return arcs;
}

MotionSpec LineSpec(const State& from, const State& to) {
  MotionSpec spec;
  spec.start = Pose2::FromYaw({from.getX(), from.getY()}, from.getYaw());
  spec.end_s = 1.0;
  spec.displacement_m = {to.getX() - from.getX(), to.getY() - from.getY()};
  // Exactly half a turn is taken as it comes.
  const double turn_rad = to.getYaw() - from.getYaw();
  spec.turn_rad =
      std::abs(turn_rad) <= 3.141592653589793 ? turn_rad : std::remainder(turn_rad, 2.0 * 3.141592653589793);
  return spec;
}

}  // namespace

PathOracle::PathOracle(const ob::SE2StateSpace& space, double turning_radius_m, const ob::State& from,
                       const ob::State& to) {
  const State& start = *from.as<State>();
  const State& end = *to.as<State>();
  std::vector<Arc> arcs;
  if (const auto* const dubins = dynamic_cast<const ob::DubinsStateSpace*>(&space)) {
    arcs = ArcsOf(*dubins, start, end);
  } else if (const auto* const reeds_shepp = dynamic_cast<const ob::ReedsSheppStateSpace*>(&space)) {
    arcs = ArcsOf(*reeds_shepp, start, end);
  } else {
    segments_.push_back({LineSpec(start, end), 0.0, 1.0});
    return;
  }
  double total = 0.0;
  for (const Arc& arc : arcs) total += std::abs(arc.length);
  Vec2 position = {start.getX(), start.getY()};
  double yaw = start.getYaw();
  double done = 0.0;
  for (const Arc& arc : arcs) {
    if (std::abs(arc.length) < 1e-12) continue;
    MotionSpec spec;
    spec.kind = MotionSpec::Kind::kTwist;
    spec.start = Pose2::FromYaw(position, yaw);
    spec.end_s = 1.0;
    spec.velocity_mps = {arc.length * turning_radius_m, 0.0};
    spec.yaw_rate_radps = arc.side * arc.length;
    const double begin = done / total;
    done += std::abs(arc.length);
    segments_.push_back({spec, begin, done / total});
    // From the middle of the chord, which is at half of the turn to either end.
    const double half = 0.5 * spec.yaw_rate_radps;
    const double chord_m = spec.velocity_mps.x * (half == 0.0 ? 1.0 : std::sin(half) / half);
    position = position + chord_m * Vec2{std::cos(yaw + half), std::sin(yaw + half)};
    yaw += spec.yaw_rate_radps;
  }
}

template <typename Visit>
void PathOracle::ForEachNearPair(const Segment& segment, absl::Span<const ConvexPolygon> body,
                                 absl::Span<const ConvexPolygon> shapes, const Visit& visit) {
  MotionSpec still;
  still.end_s = 1.0;
  const double way_m = Norm(segment.motion.displacement_m) + Norm(segment.motion.velocity_mps);
  for (const ConvexPolygon& part : body) {
    const double reach_m = Norm(part.center()) + part.bounding_radius_m() + way_m;
    for (const ConvexPolygon& shape : shapes) {
      const double apart_m = Norm(shape.center() - segment.motion.start.translation) - shape.bounding_radius_m();
      if (apart_m > 1.001 * reach_m) continue;
      MotionOracle oracle(part, segment.motion, shape, still);
      if (!visit(oracle)) return;
    }
  }
}

bool PathOracle::ProvesFreeUntil(double fraction, absl::Span<const ConvexPolygon> body,
                                 absl::Span<const ConvexPolygon> shapes) const {
  bool is_free = true;
  for (const Segment& segment : segments_) {
    if (segment.begin >= fraction || !is_free) break;
    const double until_s = std::min(1.0, (fraction - segment.begin) / (segment.end - segment.begin));
    ForEachNearPair(segment, body, shapes,
                    [&](MotionOracle& pair) { return is_free = pair.ProvesApart(0.0, until_s); });
  }
  return is_free;
}

double PathOracle::FirstContact(absl::Span<const ConvexPolygon> body, absl::Span<const ConvexPolygon> shapes) const {
  for (const Segment& segment : segments_) {
    double first_s = 2.0;
    ForEachNearPair(segment, body, shapes, [&](MotionOracle& pair) {
      const MotionOracle::Decision decision = pair.Decide(1e-6);
      if (decision.verdict == MotionOracle::Verdict::kCollides) first_s = std::min(first_s, decision.contact_by_s);
      return true;
    });
    if (first_s <= 1.0) return segment.begin + first_s * (segment.end - segment.begin);
  }
  return std::numeric_limits<double>::infinity();
}

}  // namespace collision2d::planner
