#include "planner_adapter/ompl/map_motion_validator.h"

#include <algorithm>

#include "planner_adapter/ompl/motion_piece.h"

namespace collision2d::planner {
namespace {

using ompl::base::State;

// The part of a path before a fraction of it.
Path PathUntil(const Path& path, double fraction) {
  Path until;
  for (const MotionPiece& piece : path) {
    if (piece.end > fraction) {
      if (piece.begin < fraction)
        until.push_back(piece.Part(0.0, (fraction - piece.begin) / (piece.end - piece.begin)));
      break;
    }
    until.push_back(piece);
  }
  return until;
}

}  // namespace

MapMotionValidator::MapMotionValidator(const ompl::base::SpaceInformationPtr& si, const Se2Space& space, double reach_m,
                                       double rounding_m, BodyInMap body)
    : MotionValidator(si), space_(space), reach_m_(reach_m), rounding_m_(rounding_m), body_(std::move(body)) {}

absl::StatusOr<std::shared_ptr<MapMotionValidator>> MapMotionValidator::Create(
    const ompl::base::SpaceInformationPtr& si, std::vector<ConvexPolygon> body,
    std::shared_ptr<const ObstacleMap> map) {
  const absl::StatusOr<Se2Space> space = Se2Space::Create(si);
  if (!space.ok()) return space.status();
  const double reach_m = ReachOf(body);
  const double rounding_m = space->RoundingError(reach_m);
  absl::StatusOr<BodyInMap> in_map = BodyInMap::Create(std::move(body), std::move(map), kRoundings * rounding_m);
  if (!in_map.ok()) return in_map.status();
  return std::shared_ptr<MapMotionValidator>(
      new MapMotionValidator(si, *space, reach_m, rounding_m, *std::move(in_map)));
}

MotionVerdict MapMotionValidator::Check(const State* s1, const State* s2) const {
  for (const State* const state : {s1, s2}) {
    if (!space_.IsLegal(state) || !space_.IsWithinBounds(state)) return MotionVerdict::kCollides;
  }
  if (body_.Collides(Se2Space::PoseOf(s2))) return MotionVerdict::kCollides;
  const Path path = space_.Between(s1, s2, reach_m_, rounding_m_);
  if (path.empty()) return MotionVerdict::kUndecided;
  if (space_.WithinBoundsUntil(path, rounding_m_) < 1.0) return MotionVerdict::kCollides;
  return body_.CheckPath(path);
}

// The counters of the base class are plain integers.
bool MapMotionValidator::Count(MotionVerdict verdict) const {
  const bool is_free = verdict == MotionVerdict::kFree;
  __atomic_fetch_add(is_free ? &valid_ : &invalid_, 1u, __ATOMIC_RELAXED);
  if (verdict == MotionVerdict::kUndecided) undecided_count_.fetch_add(1, std::memory_order_relaxed);
  return is_free;
}

bool MapMotionValidator::checkMotion(const State* s1, const State* s2) const { return Count(Check(s1, s2)); }

bool MapMotionValidator::checkMotion(const State* s1, const State* s2, std::pair<State*, double>& last_valid) const {
  if (Count(Check(s1, s2))) return true;
  last_valid.second = ProvenFraction(s1, s2);
  if (last_valid.first != nullptr && s1 != nullptr) SetState(s1, s2, last_valid.second, last_valid.first);
  return false;
}

double MapMotionValidator::ProvenFraction(const State* s1, const State* s2) const {
  if (!space_.IsLegal(s1) || !space_.IsLegal(s2) || !space_.IsWithinBounds(s1)) return 0.0;
  const Path path = space_.Between(s1, s2, reach_m_, rounding_m_);
  if (path.empty()) return 0.0;
  const double within = space_.WithinBoundsUntil(path, rounding_m_);
  const double free_until = body_.FindFirstContact(PathUntil(path, within)).free_until;
  // What interpolate() computes for it is certainly before what is not proven.
  return std::max(std::min(within, free_until) - 2.0 * kFractionError, 0.0);
}

// By way of a state of its own: `state` may be s1 or s2, which interpolate() reads while it writes.
void MapMotionValidator::SetState(const State* s1, const State* s2, double fraction, State* state) const {
  const ompl::base::SE2StateSpace& space = space_.space();
  if (fraction == 0.0) {
    if (state != s1) space.copyState(state, s1);
    return;
  }
  State* const proven = space.allocState();
  space.interpolate(s1, s2, fraction, proven);
  // Beyond the bounds by rounding at most.
  space.enforceBounds(proven);
  space.copyState(state, proven);
  space.freeState(proven);
}

}  // namespace collision2d::planner
