#include "planner_adapter/ompl/se2_space.h"

#include <ompl/base/spaces/DubinsStateSpace.h>
#include <ompl/base/spaces/RealVectorBounds.h>
#include <ompl/base/spaces/ReedsSheppStateSpace.h>

#include <algorithm>
#include <cmath>
#include <typeinfo>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d::planner {
namespace {

namespace ob = ::ompl::base;
using State = ob::SE2StateSpace::StateType;

constexpr double kPi = 3.141592653589793;
// What SO2StateSpace::satisfiesBounds accepts.
constexpr double kMostYaw_rad = kPi + 0x1p-52;
// m. Of bounds and turning radii: lengths of paths remain legal coordinates.
constexpr double kMostBound_m = kMaxCoordinate_m / 8.0;

// The error of a computed pose relative to the lengths that it is computed from. Of each of at most
// five segments, yaws of up to 32 rad are rounded a few times, by 2^-49 rad each, which turns all
// that follows; sines, products and sums add 2^-50. In OMPL and here: 2 * 5 * (3 * 2^-49 + 2^-50) <
// 2^-43.
constexpr double kPathRounding = 0x1p-43;

// The turning radius has no public name. It is protected, and so accessible as a member of a
// derived class.
template <typename Space>
struct RadiusOf : Space {
  static double In(const Space& space) { return space.*(&RadiusOf::rho_); }
};

absl::Status CheckBounds(const ob::RealVectorBounds& bounds) {
  constexpr char kAxes[] = {'x', 'y'};
  for (size_t axis = 0; axis < 2; ++axis) {
    const double low = axis < bounds.low.size() ? bounds.low[axis] : 0.0;
    const double high = axis < bounds.high.size() ? bounds.high[axis] : 0.0;
    if (low < high && std::abs(low) <= kMostBound_m && std::abs(high) <= kMostBound_m) continue;
    return absl::InvalidArgumentError(
        absl::StrFormat("bounds: [%g, %g] in %c; set them first, the lower below the upper one, within %g m", low, high,
                        kAxes[axis], kMostBound_m));
  }
  return absl::OkStatus();
}

absl::Status CheckRadius(double radius_m) {
  if (radius_m > 0.0 && radius_m <= kMostBound_m) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrFormat("turning radius: %g m is not positive, or beyond %g m", radius_m, kMostBound_m));
}

double LargestOf(const ob::RealVectorBounds& bounds) {
  double largest = 0.0;
  for (size_t axis = 0; axis < 2; ++axis) {
    largest = std::max({largest, std::abs(bounds.low[axis]), std::abs(bounds.high[axis])});
  }
  return largest;
}

// What SO2StateSpace::interpolate turns by.
double Turn(double from_rad, double to_rad) {
  const double turn_rad = to_rad - from_rad;
  if (std::abs(turn_rad) <= kPi) return turn_rad;
  return turn_rad > 0.0 ? turn_rad - 2.0 * kPi : turn_rad + 2.0 * kPi;
}

MotionPiece StartOf(const State& state) {
  MotionPiece piece;
  piece.position = {state.getX(), state.getY()};
  piece.yaw_rad = state.getYaw();
  return piece;
}

MotionPiece Line(const State& from, const State& to) {
  MotionPiece line = StartOf(from);
  line.displacement_m = Vec2{to.getX(), to.getY()} - line.position;
  line.turn_rad = Turn(from.getYaw(), to.getYaw());
  return line;
}

// Builds a path of arcs and straight stretches, each after the other. Lengths are in turning radii,
// as OMPL has them, negative in reverse.
class CurvedPath {
 public:
  CurvedPath(const State& from, double total_length, double radius_m)
      : next_(StartOf(from)), total_length_(total_length), radius_m_(radius_m) {
    next_.kind = MotionPiece::Kind::kArc;
    next_.end = 0.0;
  }

  // side: 1 to the left, -1 to the right, 0 straight ahead.
  void Add(double length, double side) {
    if (length == 0.0) return;
    next_.way_m = length * radius_m_;
    next_.turn_rad = length * side;
    next_.begin = next_.end;
    next_.end = std::min(next_.begin + std::abs(length) / total_length_, 1.0);
    path_.push_back(next_);
    const MotionPiece end = next_.Part(1.0, 1.0);
    next_.position = end.position;
    next_.yaw_rad = end.yaw_rad;
  }

  Path To(const State& target, double reach_m, double margin_m) {
    if (path_.empty()) {
      path_.push_back(next_);
    }
    path_.back().end = 1.0;
    MotionPiece rest = next_;
    rest.kind = MotionPiece::Kind::kLine;
    rest.displacement_m = Vec2{target.getX(), target.getY()} - rest.position;
    rest.way_m = 0.0;
    rest.turn_rad = std::remainder(target.getYaw() - rest.yaw_rad, 2.0 * kPi);
    rest.begin = rest.end = 1.0;
    if (Norm(rest.displacement_m) + std::abs(rest.turn_rad) * reach_m > margin_m) path_.push_back(rest);
    return path_;
  }

 private:
  Path path_;
  MotionPiece next_;
  double total_length_;
  double radius_m_;
};

// The path that DubinsStateSpace::interpolate takes.
ob::DubinsStateSpace::DubinsPath ShortestPath(const ob::DubinsStateSpace& space, const State& from, const State& to) {
  ob::DubinsStateSpace::DubinsPath path = space.dubins(&from, &to);
  if (!space.hasSymmetricInterpolate()) return path;
  ob::DubinsStateSpace::DubinsPath back = space.dubins(&to, &from);
  if (!(back.length() < path.length())) return path;
  back.reverse_ = true;
  return back;
}

Path DubinsPath(const ob::DubinsStateSpace& space, double radius_m, const State& from, const State& to, double reach_m,
                double margin_m) {
  const ob::DubinsStateSpace::DubinsPath shortest = ShortestPath(space, from, to);
  if (!(shortest.length() * radius_m <= kMaxCoordinate_m)) return {};
  CurvedPath path(from, shortest.length(), radius_m);
  for (int i = 0; i < 3; ++i) {
    const int k = shortest.reverse_ ? 2 - i : i;
    const double length = shortest.reverse_ ? -shortest.length_[k] : shortest.length_[k];
    const auto type = shortest.type_[k];
    path.Add(length, type == ob::DubinsStateSpace::DUBINS_LEFT    ? 1.0
                     : type == ob::DubinsStateSpace::DUBINS_RIGHT ? -1.0
                                                                  : 0.0);
  }
  return path.To(to, reach_m, margin_m);
}

Path ReedsSheppPath(const ob::ReedsSheppStateSpace& space, double radius_m, const State& from, const State& to,
                    double reach_m, double margin_m) {
  const ob::ReedsSheppStateSpace::ReedsSheppPath shortest = space.reedsShepp(&from, &to);
  if (!(shortest.length() * radius_m <= kMaxCoordinate_m)) return {};
  CurvedPath path(from, shortest.length(), radius_m);
  for (int i = 0; i < 5; ++i) {
    const auto type = shortest.type_[i];
    if (type == ob::ReedsSheppStateSpace::RS_NOP) continue;
    path.Add(shortest.length_[i], type == ob::ReedsSheppStateSpace::RS_LEFT    ? 1.0
                                  : type == ob::ReedsSheppStateSpace::RS_RIGHT ? -1.0
                                                                               : 0.0);
  }
  return path.To(to, reach_m, margin_m);
}

}  // namespace

absl::StatusOr<Se2Space> Se2Space::Create(const ob::SpaceInformationPtr& si) {
  if (si == nullptr) return absl::InvalidArgumentError("space information: null");
  const ob::StateSpace* const any_space = si->getStateSpace().get();
  if (any_space == nullptr) return absl::InvalidArgumentError("space information: without a state space");
  Kind kind = Kind::kSe2;
  double radius_m = 0.0;
  absl::Status status;
  if (typeid(*any_space) == typeid(ob::DubinsStateSpace)) {
    kind = Kind::kDubins;
    radius_m = RadiusOf<ob::DubinsStateSpace>::In(static_cast<const ob::DubinsStateSpace&>(*any_space));
    status = CheckRadius(radius_m);
  } else if (typeid(*any_space) == typeid(ob::ReedsSheppStateSpace)) {
    kind = Kind::kReedsShepp;
    radius_m = RadiusOf<ob::ReedsSheppStateSpace>::In(static_cast<const ob::ReedsSheppStateSpace&>(*any_space));
    status = CheckRadius(radius_m);
  } else if (typeid(*any_space) != typeid(ob::SE2StateSpace)) {
    return absl::InvalidArgumentError(absl::StrCat("state space: '", any_space->getName(),
                                                   "' is no SE2StateSpace, DubinsStateSpace or ReedsSheppStateSpace"));
  }
  const auto* const space = static_cast<const ob::SE2StateSpace*>(any_space);
  if (status.ok()) status = CheckBounds(space->getBounds());
  if (!status.ok()) return status;
  return Se2Space(space, kind, radius_m, 2.0 * LargestOf(space->getBounds()));
}

bool Se2Space::IsLegal(const ob::State* state) const {
  if (state == nullptr) return false;
  const State& s = *state->as<State>();
  // Written so that NaN does not pass.
  return std::abs(s.getX()) <= largest_coordinate_m_ && std::abs(s.getY()) <= largest_coordinate_m_ &&
         std::abs(s.getYaw()) <= kMostYaw_rad;
}

bool Se2Space::IsWithinBounds(const ob::State* state) const { return space_->satisfiesBounds(state); }

Pose2 Se2Space::PoseOf(const ob::State* state) { return StartOf(*state->as<State>()).PoseAt(0.0); }

Path Se2Space::Between(const ob::State* from, const ob::State* to, double reach_m, double margin_m) const {
  const State& start = *from->as<State>();
  const State& end = *to->as<State>();
  switch (kind_) {
    case Kind::kDubins:
      return DubinsPath(static_cast<const ob::DubinsStateSpace&>(*space_), turning_radius_m_, start, end, reach_m,
                        margin_m);
    case Kind::kReedsShepp:
      return ReedsSheppPath(static_cast<const ob::ReedsSheppStateSpace&>(*space_), turning_radius_m_, start, end,
                            reach_m, margin_m);
    case Kind::kSe2:
      break;
  }
  return {Line(start, end)};
}

double Se2Space::WithinBoundsUntil(const Path& path, double margin_m) const {
  const ob::RealVectorBounds& of = space_->getBounds();
  const Aabb2 bounds = Aabb2{{of.low[0], of.low[1]}, {of.high[0], of.high[1]}}.Inflated(margin_m);
  const auto is_within = [&bounds](const MotionPiece& piece) {
    const Aabb2 box = piece.Box();
    return bounds.Contains(box.min) && bounds.Contains(box.max);
  };
  for (const MotionPiece& piece : path) {
    if (is_within(piece)) continue;
    // As long as the way to the middle is within the bounds, so is that to all before it.
    double within = 0.0;
    for (double beyond = 1.0, middle = 0.5; within < middle && middle < beyond; middle = 0.5 * (within + beyond)) {
      (is_within(piece.Part(0.0, middle)) ? within : beyond) = middle;
    }
    return piece.FractionAt(within);
  }
  return 1.0;
}

double Se2Space::RoundingError(double reach_m) const {
  return kPathRounding * (4.0 * largest_coordinate_m_ + 32.0 * turning_radius_m_ + reach_m);
}

}  // namespace collision2d::planner
