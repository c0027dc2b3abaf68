#include "planner_adapter/ompl/body_in_map.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "absl/base/macros.h"
#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/time_of_impact.h"

namespace collision2d::planner {
namespace {

// A cover is so much wider than what it covers: by the reach of a body times the square of this, an
// eighth of it. With shorter parts there are more covers, with longer ones more shapes near each.
constexpr double kMostTurn_rad = 0.35;
// m. The box of a long part that is not along an axis contains much of the map.
constexpr double kUsualLength_m = 50.0;
// However long a piece is.
constexpr double kMostPartsByLength = 64.0;

// m. The corners of a cover remain legal coordinates.
constexpr double kMostReach_m = kMaxCoordinate_m / 8.0;

constexpr int kUsualCandidates = 32;
using Candidates = absl::InlinedVector<int, kUsualCandidates>;

// The shapes of the map that a body of these shapes collides with.
Candidates ShapesMet(const StaticMap& map, absl::Span<const ConvexPolygon> body, const Pose2& world_from_body) {
  Candidates met(kUsualCandidates);
  int64_t begin[2] = {};
  absl::Status status = AllHits(body, world_from_body, map, begin, absl::MakeSpan(met));
  if (absl::IsResourceExhausted(status)) {
    met.resize(static_cast<size_t>(begin[1]));
    status = AllHits(body, world_from_body, map, begin, absl::MakeSpan(met));
  }
  ABSL_ASSERT(status.ok());
  met.resize(static_cast<size_t>(begin[1]));
  return met;
}

}  // namespace

double ReachOf(absl::Span<const ConvexPolygon> body) {
  double reach_m = 0.0;
  for (const ConvexPolygon& shape : body) {
    for (const Vec2 v : shape.vertices()) reach_m = std::max(reach_m, Norm(v) + shape.radius_m());
  }
  return reach_m;
}

absl::StatusOr<BodyInMap> BodyInMap::Create(std::vector<ConvexPolygon> body, std::shared_ptr<const ObstacleMap> map,
                                            double margin_m) {
  if (body.empty()) return absl::InvalidArgumentError("body: no shape");
  if (map == nullptr) return absl::InvalidArgumentError("map: null");
  std::vector<ConvexPolygon> larger_body;
  for (size_t e = 0; e < body.size(); ++e) {
    const double reach_m = ReachOf({&body[e], 1});
    if (reach_m > kMostReach_m) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "body[%d]: reaches %g m from the origin of its frame, beyond %g m", e, reach_m, kMostReach_m));
    }
    larger_body.push_back(*ConvexPolygon::Create(body[e].vertices(), body[e].radius_m() + margin_m));
  }
  return BodyInMap(std::move(body), std::move(larger_body), margin_m, std::move(map));
}

bool BodyInMap::Collides(const Pose2& world_from_body) const {
  uint8_t any = 1;
  const absl::Status status = AnyHit(body_, world_from_body, map_->index(), absl::MakeSpan(&any, 1));
  ABSL_ASSERT(status.ok());
  return any != 0;
}

double BodyInMap::SignedDistance(const Pose2& world_from_body) const {
  Nearest<Separation> least;
  const absl::Status status = MinimumSeparation(body_, world_from_body, map_->index(), {}, absl::MakeSpan(&least, 1));
  ABSL_ASSERT(status.ok());
  return least.separation.signed_distance_m;
}

template <typename Visit>
void BodyInMap::ForEachPart(absl::Span<const MotionPiece> path, const Visit& visit) {
  for (const MotionPiece& piece : path) {
    const double by_length = std::min(std::ceil(piece.length_m() / kUsualLength_m), kMostPartsByLength);
    const double parts = std::max({1.0, std::ceil(std::abs(piece.turn_rad) / kMostTurn_rad), by_length});
    for (double k = 0.0; k < parts; k += 1.0) {
      if (!visit(piece.Part(k / parts, (k + 1.0) / parts))) return;
    }
  }
}

template <typename Visit>
void BodyInMap::ForEachPair(const MotionPiece& part, const Visit& visit) const {
  absl::InlinedVector<ConvexPolygon, 1> covers;
  for (const ConvexPolygon& shape : larger_body_) covers.push_back(SweptCover(shape, part, margin_m_));
  const Candidates candidates = ShapesMet(map_->index(), covers, part.PoseAt(0.0));
  if (candidates.empty()) return;
  const Motion motion = part.ToMotion();
  for (const int obstacle : candidates) {
    const Motion still = *Motion::Stationary(map_->world_from_shape(obstacle), motion.start_s(), motion.end_s());
    for (int e = 0; e < static_cast<int>(body_.size()); ++e) {
      if (!visit(Pair{e, obstacle}, motion, still)) return;
    }
  }
}

// Decides a pair in which the larger body is not proven free.
MotionVerdict BodyInMap::VerdictOfContact(const Pair& pair, const Motion& motion, const Motion& still) const {
  const ImpactResult impact = *TimeOfImpact(body_[pair.body_shape], motion, map_->shape(pair.obstacle), still);
  return impact.verdict == MotionVerdict::kCollides ? MotionVerdict::kCollides : MotionVerdict::kUndecided;
}

MotionVerdict BodyInMap::CheckPath(absl::Span<const MotionPiece> path) const {
  MotionVerdict verdict = MotionVerdict::kFree;
  ForEachPart(path, [&](const MotionPiece& part) {
    ForEachPair(part, [&](const Pair& pair, const Motion& motion, const Motion& still) {
      if (*IsMotionFree(larger_body_[pair.body_shape], motion, map_->shape(pair.obstacle), still)) return true;
      verdict = VerdictOfContact(pair, motion, still);
      return false;
    });
    return verdict == MotionVerdict::kFree;
  });
  return verdict;
}

BodyInMap::FirstContact BodyInMap::FindFirstContact(absl::Span<const MotionPiece> path) const {
  FirstContact first;
  ForEachPart(path, [&](const MotionPiece& part) {
    double free_until = std::numeric_limits<double>::infinity();
    ForEachPair(part, [&](const Pair& pair, const Motion& motion, const Motion& still) {
      const ImpactResult impact =
          *TimeOfImpact(larger_body_[pair.body_shape], motion, map_->shape(pair.obstacle), still);
      if (impact.verdict == MotionVerdict::kFree || impact.free_until_s >= free_until) return true;
      free_until = impact.free_until_s;
      first = {VerdictOfContact(pair, motion, still), part.FractionAt(free_until)};
      return true;
    });
    return first.verdict == MotionVerdict::kFree;
  });
  return first;
}

}  // namespace collision2d::planner
