#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "absl/base/attributes.h"
#include "absl/base/macros.h"
#include "absl/base/optimization.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/simplex_step.h"
#include "collision2d/solid/shapes/support_mapping.h"

// The GJK loop in space.
namespace collision2d::solid::internal {

// For smooth shapes the loop ends when the distance is known within this relative error (Montanari
// 2017, Eq. 10). Points of a smooth surface near the closest one are apart by its root, so that a
// tighter tolerance only oscillates.
inline constexpr double kSmoothConvergence = 0x1p-46;

// The loop does not search pairs smaller than this: products of up to eight lengths underflow.
inline constexpr double kTinyPair_m = 0x1p-100;

// When the loop may end.
enum class GjkGoal3 {
  kAnyProof,      // At the first proof that the shapes are disjoint, or that they collide.
  kClosestPoint,  // At the closest point if they are disjoint, otherwise at a proof that they collide.
};

struct Gjk3 {
  Gjk3() {}

  // What is proved beyond rounding. kTouching only if a margin is given: a point of the CSO is
  // nearer to the origin than the margin.
  Relation relation = Relation::kUndecided;
  bool reached_limit = false;
  int iterations = 0;
  // The simplex: vertex[slot[i]] for i < size, the newest last. If kApart and the goal was the
  // closest point, the simplex that contains it; if kOverlapping, the tetrahedron.
  int size = 0;
  std::array<uint8_t, 4> slot = {0, 1, 2, 3};
  // A union avoids zero-initialising what the loop writes anyway.
  union {
    std::array<CsoPoint, 4> vertex;
  };
  // From the origin towards the CSO, of any length: the last support point was computed against
  // this direction.
  Vec3 direction;
  // m^2. The squared distance of the simplex from the origin; infinity before the first simplex.
  double distance_sq = std::numeric_limits<double>::infinity();
  // The least height of the CSO along `direction`, times the length of `direction`, by the last
  // support point; minus infinity if that was computed in another direction. Divided by the length,
  // it is a lower bound of the distance, up to rounding.
  double reach = -std::numeric_limits<double>::infinity();
  // m. > 0 if the distance is already known and certain.
  double distance_m = 0.0;

  const CsoPoint& simplex(int i) const { return vertex[slot[static_cast<size_t>(i)]]; }
};

// A bound on the rounds. Except for at most kLevelRounds in a row, and the last one, every round
// takes the simplex strictly nearer to the origin, in the very doubles that are compared; vertex
// hulls have finitely many simplices, and therefore as many such rounds. That bound is astronomic:
// in practice there are fewer than 10 rounds for boxes and 25 for polytopes of thousands of
// vertices, and for smooth shapes the loop ends by kSmoothConvergence. Reaching the limit is
// counted as a defect.
template <typename A, typename B>
int Gjk3IterationBound(const A& a, const B& b) {
  if constexpr (kIsVertexHull<A> && kIsVertexHull<B>) {
    // In 64 bits: sums and hulls of shapes may have up to 2^31 vertices each.
    const int64_t bound = int64_t{64} + a.num_vertices() + b.num_vertices();
    return static_cast<int>(std::min<int64_t>(bound, std::numeric_limits<int>::max()));
  }
  return 512;
}

// Returns how far the newest support point w is beyond a simplex vertex p against direction v; zero
// if no more than the rounding of this very difference. CSO points are subtracted first, so that
// the result is relative to the shapes' size, not to their distance.
inline double ProgressBeyond(const Vec3& v, const Vec3& p, const Vec3& w) {
  const Vec3 step = p - w;
  const double x = v.x * step.x;
  const double y = v.y * step.y;
  const double z = v.z * step.z;
  const double noise = 6.0 * 0x1p-53 * (std::abs(x) + std::abs(y) + std::abs(z));
  const double beyond = x + y + z;
  return beyond > noise ? beyond : 0.0;
}

inline double Gjk3Progress(const Gjk3& gjk, const Vec3& w) {
  double progress = std::numeric_limits<double>::infinity();
  for (int i = 0; i < gjk.size; ++i) {
    const double beyond = ProgressBeyond(gjk.direction, gjk.simplex(i).point, w);
    progress = beyond < progress ? beyond : progress;
  }
  return progress;
}

// The distance of a step is too small by less than this part of Cso3::Magnitude(): 16 times
// kNearestRelativeError (signed_volumes.h), for coordinates that may be sqrt(3) larger than the
// magnitude, doubled.
inline constexpr double kWithinError = 0x1p-40;

// If the newest support point is beyond one vertex of the simplex by more than this many times the
// error of the reach, it is beyond all of them, since the direction is perpendicular to the simplex
// up to rounding. This only saves computing Gjk3Progress: if that were zero nevertheless, the step
// would find nothing nearer.
inline constexpr double kClearProgress = 16.0;

// Returns the largest magnitude of a coordinate of the four vertices.
inline double TetrahedronMagnitude(const Gjk3& gjk) {
  double magnitude = 0.0;
  for (const CsoPoint& vertex : gjk.vertex) {
    const double largest = NormInfinity(vertex.point);
    magnitude = largest > magnitude ? largest : magnitude;
  }
  return magnitude;
}

// The new order of the slots if of `old` older vertices those in `kept` remain: the kept ones, the
// newest, the free slots.
struct SlotOrders {
  uint8_t order[4][8][4];
};

constexpr SlotOrders MakeSlotOrders() {
  SlotOrders orders{};
  for (int old = 0; old < 4; ++old) {
    for (int kept = 0; kept < 8; ++kept) {
      int front = 0;
      int back = 3;
      for (int i = 0; i < 4; ++i) {
        if (i == old) continue;
        const bool keep = i < old && ((kept >> i) & 1) != 0;
        orders.order[old][kept][keep ? front++ : back--] = static_cast<uint8_t>(i);
      }
      orders.order[old][kept][front] = static_cast<uint8_t>(old);
    }
  }
  return orders;
}

inline constexpr SlotOrders kSlotOrders = MakeSlotOrders();
inline constexpr uint8_t kKeptCount[8] = {0, 1, 1, 2, 1, 2, 2, 3};

// Keeps those of the old vertices, which precede the newest in slot[size], that are in `step`.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline void Reduce(const SimplexStep& step, Gjk3* gjk) {
  const uint8_t* order = kSlotOrders.order[gjk->size][step.kept];
  gjk->slot = {gjk->slot[order[0]], gjk->slot[order[1]], gjk->slot[order[2]], gjk->slot[order[3]]};
  gjk->size = kKeptCount[step.kept] + 1;
}

enum class StepOutcome { kCloser, kInside, kStuck };

// Between two faces that are coplanar up to a tilt of e, one round gains e^2 of the distance, which
// rounding may hide, while a few rounds together gain e. This many rounds in a row may be level:
// farther by no more than rounding.
inline constexpr int kLevelRounds = 16;

// Rounding error of a distance from the origin, relative to the largest coordinate of the simplex,
// and to itself.
inline constexpr double kLevelError = 0x1p-50;

// Returns whether two distances of a simplex are equal within rounding.
ABSL_ATTRIBUTE_NOINLINE inline bool IsLevel(const Gjk3& gjk, double least_sq, double distance_sq) {
  double magnitude = 0.0;
  for (int i = 0; i <= gjk.size; ++i) magnitude = std::max(magnitude, NormInfinity(gjk.simplex(i).point));
  const double limit = (1.0 + kLevelError) * std::sqrt(least_sq) + kLevelError * magnitude;
  return distance_sq <= limit * limit;
}

// Adds the vertex in slot[size] and reduces the simplex to the nearest part. kStuck: nothing is
// nearer than the root of `least_sq` (or, if level_will_do, as near within rounding), and the
// simplex is unchanged. kInside: it contains the origin.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline StepOutcome AddNewest(double least_sq, bool level_will_do, Gjk3* gjk) {
  const Vec3 d = gjk->vertex[gjk->slot[static_cast<size_t>(gjk->size)]].point;
  SimplexStep step;
  switch (gjk->size) {
    case 0:
      step = StepToVertex(d);
      break;
    case 1:
      step = StepInSegment(gjk->simplex(0).point, d);
      break;
    case 2:
      step = StepInTriangle(gjk->simplex(0).point, gjk->simplex(1).point, d);
      break;
    default: {
      const StepInTetrahedron tetrahedron(gjk->simplex(0).point, gjk->simplex(1).point, gjk->simplex(2).point, d);
      if (tetrahedron.IsInside() && tetrahedron.volumes().Enclose(TetrahedronMagnitude(*gjk))) {
        gjk->size = 4;
        return StepOutcome::kInside;
      }
      step = tetrahedron.ToFaces();
      if (ABSL_PREDICT_FALSE(!(step.distance_sq < least_sq))) step = tetrahedron.ToAllFaces();
    }
  }
  if (!(step.distance_sq < least_sq) && !(level_will_do && IsLevel(*gjk, least_sq, step.distance_sq))) {
    return StepOutcome::kStuck;
  }
  gjk->direction = step.direction;
  gjk->distance_sq = step.distance_sq;
  Reduce(step, gjk);
  return StepOutcome::kCloser;
}

// Handles a case in which AddNewest is stuck: the newest vertex in slot[size] is beyond the vertex
// or edge of the simplex, and the part that they span together is nearer, but by the square of a
// tilt, which rounding hides, and with a weight of the newest vertex that rounding hides too. Takes
// that part anyway. Its direction is computed from differences and is accurate, and a vertex beyond
// it may be much nearer, for example if the newest is one of two support points of a prism and not
// the one in the plane of the others. Returns false, and leaves the simplex unchanged, if rounding
// does not explain the case.
ABSL_ATTRIBUTE_NOINLINE inline bool TakeLevelPart(double least_sq, Gjk3* gjk) {
  if (gjk->size != 1 && gjk->size != 2) return false;
  const Vec3 d = gjk->vertex[gjk->slot[static_cast<size_t>(gjk->size)]].point;
  const Vec3 edge_a = gjk->simplex(0).point - d;
  Vec3 direction = PerpendicularTo(edge_a, NormSquared(edge_a), gjk->simplex(0).point);
  double distance_sq = NormSquared(direction);
  if (gjk->size == 2) {
    const Vec3 edge_b = gjk->simplex(1).point - d;
    direction = ThinNormal(edge_a, edge_b, NormSquared(edge_a), NormSquared(edge_b), Cross(edge_a, edge_b));
    const double height = Dot(direction, gjk->simplex(0).point);
    distance_sq = height * height / NormSquared(direction);
    if (height < 0.0) direction = -direction;
  }
  // A gain that rounding cannot hide belongs to a plane whose foot is outside the part.
  if (!IsLevel(*gjk, least_sq, distance_sq) || !IsLevel(*gjk, distance_sq, least_sq)) return false;
  gjk->direction = direction;
  gjk->distance_sq = least_sq;
  ++gjk->size;
  return true;
}

// Runs the GJK loop from gjk->direction, which points from the origin to the CSO, and from the
// simplex in *gjk, if any. `margin_m` >= 0: the loop decides whether the CSO is as near as that;
// used only if kHasMargin.
// Source: Gilbert, Johnson, Keerthi 1988, with Signed Volumes (Montanari 2017, Alg. 1).
// Departures: the loop exits only on error bounds; the direction is not a unit vector, and
// divisions and square roots occur only in what orders candidates; progress is measured on
// differences of CSO points; there is no absolute tolerance (Eq. 9's is replaced by the bounds, Eq.
// 10's by the rounding of the progress for vertex hulls).
// kMaxRounds > 0: the caller continues by other means after this many rounds, which are reported as
// reached_limit.
template <GjkGoal3 kGoal, bool kHasMargin, int kMaxRounds = 0, typename Cso>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline void RunGjk3(const Cso& cso, double margin_m, typename Cso::Hints* hints,
                                                 Gjk3* gjk) {
  ABSL_ASSERT(IsRotation(cso.a_from_b().rotation));
  const double magnitude = cso.Magnitude();
  const double support_error = kCso3SupportRelativeError * magnitude;
  if (ABSL_PREDICT_FALSE(!(magnitude > kTinyPair_m))) return;
  const int bound = kMaxRounds > 0 ? kMaxRounds : Gjk3IterationBound(cso.a(), cso.b());
  constexpr int kMaxLevelRounds = kGoal == GjkGoal3::kClosestPoint || kHasMargin ? kLevelRounds : 0;
  const double within_m = margin_m - kWithinError * magnitude;
  int level_rounds = 0;
  double least_sq = gjk->distance_sq;
  for (;;) {
    if (ABSL_PREDICT_FALSE(gjk->iterations == bound)) {
      gjk->reached_limit = true;
      break;
    }
    ++gjk->iterations;
    CsoPoint& newest = gjk->vertex[gjk->slot[static_cast<size_t>(gjk->size)]];
    const Vec3 v = gjk->direction;
    newest = cso.Support(-v, hints);
    const double reach = Dot(v, newest.point);
    gjk->reach = reach;
    const double error = support_error * Norm1(v);
    const double certain = reach - error;
    if (certain > 0.0) {
      if constexpr (kHasMargin && kGoal == GjkGoal3::kAnyProof) {
        if (certain * certain > margin_m * margin_m * (1.0 + 0x1p-50) * NormSquared(v)) {
          gjk->relation = Relation::kApart;
          break;
        }
      } else {
        gjk->relation = Relation::kApart;
        if constexpr (kGoal == GjkGoal3::kAnyProof) break;
      }
    }
    if constexpr (!Cso::kIsVertexHull) {
      const double progress = Gjk3Progress(*gjk, newest.point);
      if (progress == 0.0 || progress <= kSmoothConvergence * std::abs(reach) + 0x1p-5 * error) break;
    } else if constexpr (kGoal == GjkGoal3::kClosestPoint || kHasMargin) {
      // The first direction may not be perpendicular to the simplex.
      const bool is_clear =
          gjk->iterations > 1 && Dot(v, gjk->simplex(gjk->size - 1).point) - reach > kClearProgress * error;
      if (!is_clear && Gjk3Progress(*gjk, newest.point) == 0.0) break;
    }
    StepOutcome outcome = AddNewest(least_sq, level_rounds < kMaxLevelRounds, gjk);
    if (outcome == StepOutcome::kInside) {
      gjk->relation = Relation::kOverlapping;
      break;
    }
    if constexpr (kGoal == GjkGoal3::kClosestPoint && Cso::kIsVertexHull) {
      if (ABSL_PREDICT_FALSE(outcome == StepOutcome::kStuck) && level_rounds < kMaxLevelRounds &&
          TakeLevelPart(least_sq, gjk)) {
        outcome = StepOutcome::kCloser;
      }
    }
    if (outcome == StepOutcome::kStuck || gjk->distance_sq == 0.0) break;
    gjk->reach = -std::numeric_limits<double>::infinity();
    if constexpr (kMaxLevelRounds > 0) {
      level_rounds = gjk->distance_sq < least_sq ? 0 : level_rounds + 1;
      least_sq = std::min(least_sq, gjk->distance_sq);
    } else {
      least_sq = gjk->distance_sq;
    }
    if constexpr (kHasMargin && kGoal == GjkGoal3::kAnyProof) {
      if (within_m > 0.0 && gjk->distance_sq <= within_m * within_m) {
        gjk->relation = Relation::kTouching;
        break;
      }
    }
  }
}

}  // namespace collision2d::solid::internal
