#ifndef COLLISION2D_QUERY_GJK_H_
#define COLLISION2D_QUERY_GJK_H_

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "absl/base/macros.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/cso.h"
#include "collision2d/query/query_context.h"
#include "collision2d/subdistance/simplex.h"

namespace collision2d::internal {

// What the GJK loop has proved, with error bounds, about the origin and the CSO.
enum class GjkVerdict {
  kOutside,    // A separating direction clears its error bound.
  kInside,     // A triangle of CSO vertices holds the origin in its interior beyond rounding.
  kUndecided,  // Neither: the shapes touch within rounding.
};

enum class GjkStop { kNone, kOutside, kNear };

struct GjkResult {
  GjkVerdict verdict = GjkVerdict::kUndecided;
  // Which of the caller's early exits ended the loop before the closest point was found.
  GjkStop stop = GjkStop::kNone;
  bool reached_cap = false;
  // The last simplex of one or two vertices; if kOutside, not stopped early and below the cap, the one that holds the
  // CSO's point closest to the origin.
  Simplex simplex;
};

// True if the origin is inside the triangle for certain. Every cross product of two corners must clear its error bound.
inline bool TriangleEnclosesOrigin(Vec2 a, Vec2 b, Vec2 c) {
  const auto sign = [](Vec2 p, Vec2 q) {
    const double left = p.x * q.y;
    const double right = p.y * q.x;
    const double cross = left - right;
    // The guard keeps products that lost bits to underflow from passing.
    const double error = kCrossRelativeError * (std::abs(left) + std::abs(right)) + 0x1p-1000;
    return cross > error ? 1 : (cross < -error ? -1 : 0);
  };
  const int ab = sign(a, b);
  return ab != 0 && sign(b, c) == ab && sign(c, a) == ab;
}

// Relative error of the squared length of a computed closest point: 6 u of each factor, 2 u of the square; doubled.
inline constexpr double kNormSquaredRelativeError = 0x1p-48;

// No CSO vertex enters the simplex twice in exact arithmetic (docs/numerics.md), so that the loop ends after at most as
// many rounds as the CSO has vertices, n + m. Rounding can add a round at the end, when vertices tie.
inline int GjkIterationBound(int n, int m) { return n + m + 4; }

// How far the newest support point lies beyond the simplex towards the origin, in units of |v| * m; zero if no more
// than the rounding of this very difference. Differences of CSO points are taken first: the result is relative to the
// shapes' size, not to their distance.
inline double Progress(const Simplex& simplex, const CsoVertex& support) {
  const Vec2 v = simplex.closest;
  double progress = 0.0;
  for (int i = 0; i < simplex.size; ++i) {
    const Vec2 step = simplex.vertex[i].point - support.point;
    const double x = v.x * step.x;
    const double y = v.y * step.y;
    const double noise = 4.0 * 0x1p-53 * (std::abs(x) + std::abs(y));
    const double beyond = x + y > noise ? x + y : 0.0;
    if (i == 0 || beyond < progress) progress = beyond;
  }
  return progress;
}

// The early exits of a caller. Neither is asked in a way that could be wrong by rounding.
struct NoEarlyExit {
  // The shapes are disjoint: v . p >= v . w for every CSO point p, and v . w clears `error`, its bound.
  bool StopOutside(Vec2 /*v*/, Vec2 /*w*/, double /*error*/) const { return false; }
  // v is a point of the CSO.
  bool StopNear(Vec2 /*v*/) const { return false; }
};

struct GjkTally {
  int64_t support_calls = 0;
  int64_t iterations = 0;
};

// The vertices of the last query, if the caller tracks them; none otherwise.
template <typename Frame>
Simplex TrackedSimplex(const Cso<Frame>& cso, const WarmStart* warm_start) {
  if (warm_start == nullptr || warm_start->size == 0) return {};
  const auto vertex = [&](int k) {
    ABSL_ASSERT(0 <= warm_start->vertex_a[k] && warm_start->vertex_a[k] < cso.size_a());
    ABSL_ASSERT(0 <= warm_start->vertex_b[k] && warm_start->vertex_b[k] < cso.size_b());
    return cso.Vertex(warm_start->vertex_a[k], warm_start->vertex_b[k]);
  };
  return warm_start->size == 1 ? Simplex::Of(vertex(0)) : Simplex::Of(vertex(0), vertex(1));
}

inline void StoreTracked(const Simplex& simplex, WarmStart* warm_start) {
  if (warm_start == nullptr) return;
  warm_start->size = std::min(simplex.size, 2);
  for (int k = 0; k < warm_start->size; ++k) {
    warm_start->vertex_a[k] = simplex.vertex[k].vertex_a;
    warm_start->vertex_b[k] = simplex.vertex[k].vertex_b;
  }
}

// The rounds of the loop; see RunGjk.
template <typename Frame, typename EarlyExit>
GjkResult GjkRounds(const Cso<Frame>& cso, const WarmStart* warm_start, const EarlyExit& exit, GjkTally* tally) {
  GjkResult result;
  if (cso.is_tiny()) return result;
  Simplex& simplex = result.simplex;
  const auto is_outside = [&](Vec2 v, Vec2 w) {
    const double error = cso.SupportError(v, w);
    if (!(Dot(v, w) > error)) return false;
    result.verdict = GjkVerdict::kOutside;
    if (exit.StopOutside(v, w, error)) result.stop = GjkStop::kOutside;
    return true;
  };

  simplex = TrackedSimplex(cso, warm_start);
  if (simplex.size == 0) {
    const Vec2 v = cso.center_difference();
    simplex = Simplex::Of(cso.SupportAgainst(v, {}));
    ++tally->support_calls;
    is_outside(v, simplex.closest);
  }
  CsoVertex near = simplex.vertex[0];
  const int bound = GjkIterationBound(cso.size_a(), cso.size_b());
  // A closest point nearer to the origin than this can prove nothing: neither certificate could clear its bound.
  const double contact_m = kSupportRelativeError * cso.magnitude();
  while (result.stop == GjkStop::kNone && NormSquared(simplex.closest) > contact_m * contact_m) {
    const Vec2 v = simplex.closest;
    if (exit.StopNear(v)) {
      result.stop = GjkStop::kNear;
      break;
    }
    result.reached_cap = tally->iterations == bound;
    if (result.reached_cap) break;
    ++tally->iterations;

    near = cso.SupportAgainst(v, near);
    ++tally->support_calls;
    const Vec2 w = near.point;
    if (!is_outside(v, w) && simplex.size == 2 &&
        TriangleEnclosesOrigin(simplex.vertex[0].point, simplex.vertex[1].point, w)) {
      result.verdict = GjkVerdict::kInside;
      break;
    }
    if (result.stop != GjkStop::kNone || simplex.Contains(near) || Progress(simplex, near) == 0.0) break;
    const Simplex last = simplex;
    simplex.AddAndReduce(near);
    if (simplex.size == 3 || !simplex.Contains(near) ||
        NormSquared(simplex.closest) > (1.0 + kNormSquaredRelativeError) * NormSquared(v)) {
      // Undecided, or a step that only rounding can have made: in exact arithmetic the newest vertex stays in the
      // simplex, and the closest point moves towards the origin.
      simplex = last;
      break;
    }
  }
  return result;
}

// The barycode GJK loop, from which all levels are made.
// Source: Zhang et al., Algs 1 and 6.
// Departures: exits are taken on error bounds only; progress is measured on differences of CSO points; there is no
// absolute tolerance; no square root.
template <typename Frame, typename EarlyExit>
GjkResult RunGjk(const Cso<Frame>& cso, const QueryContext& context, const EarlyExit& exit) {
  GjkTally tally;
  const GjkResult result = GjkRounds(cso, context.warm_start, exit, &tally);
  StoreTracked(result.simplex, context.warm_start);
  if (context.counters != nullptr) {
    context.counters->iterations += tally.iterations;
    context.counters->support_calls += tally.support_calls;
    if (result.reached_cap) ++context.counters->cap_hits;
  }
  return result;
}

}  // namespace collision2d::internal

#endif  // COLLISION2D_QUERY_GJK_H_
