#include "collision2d/query/exact/penetration.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/base/attributes.h"
#include "absl/base/macros.h"
#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/tolerances.h"

namespace collision2d::internal {

// How far the height above a rounded edge may be from the one along the unrounded edge, in units of
// HeightAboveEdge's doubt, 8 u |arm| at most. One frame: the differences, the unit vector and the
// product have 4 u of |left| + |right|, so that 5 u never count. Posed: 1.5 u, so that they make
// less than 8 u |arm|, the stated error, with the 6.5 u |arm| that HeightAboveEdge has.
constexpr double kOneFrameAllowance = 5.0 / 8.0;
constexpr double kPosedAllowance = 1.5 / 8.0;

// The height below where its sign is in doubt: that above the edge as posing has rounded it, which
// has the exact sign. Posing can turn a short edge by any angle, and the height of a far point with
// it; what is more than allowed_m from the height along the unrounded edge, height_m, is cut off.
ABSL_ATTRIBUTE_NOINLINE inline double HeightInDoubt(Vec2 from, Vec2 to, Vec2 point, double height_m, double allowed_m) {
  const double orientation = EdgeCrossExact(point, from, point, to, nullptr);
  if (orientation == 0.0) return 0.0;
  const double along_unit_m = std::copysign(1.0, orientation) * height_m;
  // An orientation that has lost bits to underflow still has the sign.
  const double height =
      std::abs(orientation) > kOrient2dUnderflowGuard ? std::abs(orientation) / Norm(to - from) : std::abs(height_m);
  const double bounded = std::clamp(height, along_unit_m - allowed_m, along_unit_m + allowed_m);
  return std::copysign(std::max(bounded, std::numeric_limits<double>::denorm_min()), orientation);
}

// m. Height of a point above the line through an edge of a ring: positive on its left, the inner
// side. `unit` is the unit vector along the edge, before posing has rounded its ends. The sign is
// exact.
// REQUIRES: the edge's ends differ.
// Error, u = 2^-53: of `unit`, 4.4 u |arm| across it at most, the arm being the way from the nearer
// end: u for each of the shape's edge, the sums of its rotation, and the product with 1 / length,
// and sqrt(2) u for the products of the rotation; then 2 u (|left| + |right|), which is at most
// 2 u |arm|, of the arm and the products. A few u of the height itself in one frame, where the
// height is less than that.
inline double HeightAboveEdge(const VertexRing& ring, int edge, Vec2 unit, Vec2 point) {
  const Vec2 from = ring[edge];
  const Vec2 to = ring[ring.Next(edge)];
  const Vec2 from_start = point - from;
  const Vec2 from_end = point - to;
  // Not an orientation divided by the edge's length: the error of that is relative to the distances
  // of both ends.
  const Vec2 arm = NormSquared(from_start) < NormSquared(from_end) ? from_start : from_end;
  const double left = unit.x * arm.y;
  const double right = unit.y * arm.x;
  const double doubt_m = kCrossRelativeError * (std::abs(left) + std::abs(right));
  if (std::abs(left - right) > doubt_m) return left - right;
  return HeightInDoubt(from, to, point, left - right,
                       (ring.is_posed() ? kPosedAllowance : kOneFrameAllowance) * doubt_m);
}

namespace {

// A part of a ring, walked edge by edge. Positions of points are measured along `tangent` from
// `origin`.
class Chain {
 public:
  // Begins with the edge from vertex `at` to its neighbour: the next vertex (step = 1) or the
  // previous one (-1).
  Chain(const VertexRing& ring, int at, int step, Vec2 tangent, Vec2 origin)
      : ring_(ring), step_(step), tangent_(tangent), origin_(origin), at_(at) {
    Load();
  }

  double begin() const { return begin_; }
  double end() const { return end_; }

  void Advance() { Step(step_); }
  void Retreat() { Step(-step_); }

  // The point at a position on the edge; one of its ends if it is beyond them.
  Vec2 PointAt(double position) const {
    const double part = end_ == begin_ ? 0.0 : (position - begin_) / (end_ - begin_);
    return from_ + std::clamp(part, 0.0, 1.0) * (to_ - from_);
  }

 private:
  void Step(int step) {
    at_ = step > 0 ? ring_.Next(at_) : ring_.Previous(at_);
    Load();
  }

  void Load() {
    from_ = ring_[at_];
    to_ = ring_[step_ > 0 ? ring_.Next(at_) : ring_.Previous(at_)];
    begin_ = Dot(tangent_, from_ - origin_);
    end_ = Dot(tangent_, to_ - origin_);
  }

  const VertexRing& ring_;
  int step_;
  Vec2 tangent_;
  Vec2 origin_;
  int at_;
  Vec2 from_;
  Vec2 to_;
  double begin_;
  double end_;
};

// Relative to the coordinates: how far rounding moves two points of edges in the sum of two
// directions. No proof: the chains are convex within rounding only.
constexpr double kPointRounding = 0x1p-50;

struct BestPoints {
  FacingPoints points;
  // The height that is lost, plus how far the points are from facing each other: not at all, within
  // rounding, unless a chain leads away from the other one.
  double loss_m;
};

// The best points between the edge's end and a vertex of the other ring that overhangs it. A loss
// of allowed_m, and of what rounding of the points makes, is as good as none.
BestPoints FindAlongChains(const VertexRing& owner, int edge, Vec2 normal, const VertexRing& other, int innermost,
                           double allowed_m) {
  const Vec2 deepest = other[innermost];
  const Vec2 from = owner[edge];
  const Vec2 along = PerpendicularLeft(normal);
  // Positions grow from the edge's end (negative) to the vertex (0). The owner's chain continues
  // beyond the edge; that of the other ring, which runs the other way, comes from the vertex to
  // meet it.
  const bool is_beyond_to = Dot(along, from - deepest) <= 0.0;
  const Vec2 tangent = is_beyond_to ? along : -along;
  const int step = is_beyond_to ? 1 : -1;
  Chain of_owner(owner, is_beyond_to ? owner.Next(edge) : edge, step, tangent, deepest);
  Chain of_other(other, innermost, step, tangent, deepest);
  const auto lost_height = [&](const FacingPoints& points) {
    return Dot(normal, from - points.on_owner) + Dot(normal, points.on_other - deepest);
  };
  const auto judged = [&](const FacingPoints& points) {
    return BestPoints{points, lost_height(points) + std::abs(Dot(tangent, points.on_other - points.on_owner))};
  };
  // A chain that already reaches the other one, but for rounding, is walked on along its next edge.
  // If that leads away at a right angle, far more height is lost than the rest of the way is long.
  BestPoints on_the_way = judged({of_owner.PointAt(of_owner.begin()), deepest});
  const auto advance = [&](Chain* chain) {
    chain->Advance();
    const BestPoints here = judged({of_owner.PointAt(of_owner.begin()), of_other.PointAt(of_other.begin())});
    if (here.loss_m < on_the_way.loss_m) on_the_way = here;
  };
  double position = of_owner.begin();
  // The other ring's chain is walked there and back.
  int steps_left = 2 * (owner.size() + other.size());
  for (; position < of_other.end() && of_other.end() < of_other.begin() && steps_left > 0; --steps_left) {
    advance(&of_other);
  }
  // Where the other ring turns back before the edge's end, the owner's chain comes to meet it, as
  // far as it goes.
  if (!(of_other.end() < of_other.begin())) position = std::max(position, of_other.begin());
  for (; of_owner.end() < position && of_owner.begin() < of_owner.end() && steps_left > 0; --steps_left) {
    advance(&of_owner);
  }

  // The height that is lost is a convex function of the position: its minimum is at a vertex of one
  // of the two chains.
  FacingPoints best{of_owner.PointAt(position), of_other.PointAt(position)};
  double least = lost_height(best);
  for (; position < 0.0 && steps_left > 0; --steps_left) {
    // Advances to the edges that continue from here.
    if (of_owner.end() <= position) of_owner.Advance();
    if (of_other.begin() <= position) of_other.Retreat();
    if (!(position < of_owner.end())) break;
    position = std::min({of_owner.end(), std::max(of_other.begin(), position), 0.0});
    const FacingPoints points{of_owner.PointAt(position), of_other.PointAt(position)};
    const double lost = lost_height(points);
    if (lost < least) {
      least = lost;
      best = points;
    }
  }
  const BestPoints meeting = judged(best);
  const double rounding_m = kPointRounding * Norm1(deepest);
  return meeting.loss_m <= on_the_way.loss_m + allowed_m + rounding_m ? meeting : on_the_way;
}

// The innermost of the vertices that overhang the edge and from which the ring leads back to it;
// `innermost` if there is none.
int InnermostThatLeadsBack(const VertexRing& owner, int edge, Vec2 normal, const VertexRing& other, int innermost) {
  const Vec2 deepest = other[innermost];
  const Vec2 along = PerpendicularLeft(normal);
  const bool is_beyond_to = Dot(along, owner[edge] - deepest) <= 0.0;
  const Vec2 end = owner[is_beyond_to ? owner.Next(edge) : edge];
  const Vec2 tangent = is_beyond_to ? along : -along;
  int best = innermost;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < other.size(); ++i) {
    const Vec2 vertex = other[i];
    const Vec2 next = other[is_beyond_to ? other.Next(i) : other.Previous(i)];
    const double lost = Dot(normal, vertex - deepest);
    if (lost < least && Dot(tangent, next - vertex) < 0.0 && Dot(tangent, vertex - end) > 0.0) {
      least = lost;
      best = i;
    }
  }
  return best;
}

}  // namespace

FacingPoints FindPointsBesideEdge(const VertexRing& owner, int edge, Vec2 normal, const VertexRing& other,
                                  int innermost, double allowed_m) {
  const BestPoints best = FindAlongChains(owner, edge, normal, other, innermost, allowed_m);
  if (best.loss_m <= allowed_m) return best.points;
  // At the tip of a needle the innermost vertex can be on its far side, within rounding, where the
  // ring leads away from the edge. The owner's chain may meet it all the same, but not without loss
  // of height.
  const int start = InnermostThatLeadsBack(owner, edge, normal, other, innermost);
  if (start == innermost) return best.points;
  const BestPoints back = FindAlongChains(owner, edge, normal, other, start, allowed_m);
  return back.loss_m + Dot(normal, other[start] - other[innermost]) < best.loss_m ? back.points : best.points;
}

namespace {

// The edge through which two shapes come apart with the least translation, so far.
struct LeastDepth {
  explicit LeastDepth(double bound_m) : depth_m(bound_m) {}

  double depth_m;
  // The least depth through any other edge.
  double second_m = std::numeric_limits<double>::infinity();
  ShallowestEdge edge{false, true, 0, 0};

  void Add(double other_m, const ShallowestEdge& other) {
    if (other_m < depth_m) {
      if (edge.is_found) second_m = depth_m;
      depth_m = other_m;
      edge = other;
    } else {
      second_m = std::min(second_m, other_m);
    }
  }
};

// Room for the padded ring of few vertices, which is not cleared first.
union FewVertices {
  FewVertices() {}
  Vec2 vertices[kMaxFewVertices + 2];
};

// Covers the rounding of the squares of heights and lengths. Proof: higher.
constexpr double kSquareRoundUp = 1.0 + 0x1p-40;

// True if a height above the line through an edge, times the edge's length, is certainly more than
// limit_m times it.
bool IsHigher(double scaled_height, Vec2 edge, double limit_m) {
  // Squares, since there are many edges and a square root is slow.
  return scaled_height > 0.0 &&
         (limit_m <= 0.0 || scaled_height * scaled_height > kSquareRoundUp * limit_m * limit_m * NormSquared(edge));
}

// Looks for a shallower edge among those of `owner`.
void SearchShallowestEdge(const VertexRing& owner, const VertexRing& other, Vec2 other_center,
                          double other_inner_radius_m, double rounding_m, bool owner_is_a, LeastDepth* best,
                          int64_t* visits) {
  if (owner.size() < 2) return;
  int vertex = 0;
  for (int i = 0; i < owner.size(); ++i) {
    ++*visits;
    const Vec2 from = owner[i];
    const Vec2 edge = owner.Edge(i);
    // The other shape reaches behind the edge at least as far as its inner circle does, if it has
    // one.
    const double limit_m = best->depth_m - other_inner_radius_m + rounding_m;
    if (other_inner_radius_m > 0.0 && IsHigher(Cross(edge, other_center - from), edge, limit_m)) continue;
    const Vec2 unit = Normalized(edge);
    // While the edges turn once around, the other shape's support point goes around its ring once.
    vertex = other.Climb(PerpendicularLeft(unit), vertex, visits);
    best->Add(Cross(unit, other[vertex] - from), {true, owner_is_a, i, vertex});
  }
}

// Not inlined, so that the posed rings are not on the stack of what comes after. A tie at tie_m is
// sought only if kFindsTie, at compile time: depths alone do not link the search for ties.
template <bool kFindsTie>
ABSL_ATTRIBUTE_NOINLINE ShallowestEdge FindAmongFew(const VertexRing& a, const VertexRing& b, double tie_m) {
  FewVertices room_a;
  FewVertices room_b;
  const Vec2* const ring_a = a.Padded(room_a.vertices);
  const Vec2* const ring_b = b.Padded(room_b.vertices);
  OwnEdges room;
  const OwnEdges* own_b = nullptr;
  if (b.is_posed()) {
    room = b.own_edges();
    own_b = &room;
  }
  if constexpr (kFindsTie) return FindShallowestEdgeAndTie(ring_a, a.size(), ring_b, b.size(), own_b, tie_m);
  return FindShallowestEdgeOfFew(ring_a, a.size(), ring_b, b.size(), own_b);
}

bool AreFew(const VertexRing& a, const VertexRing& b) {
  return std::min(a.size(), b.size()) >= 3 && std::max(a.size(), b.size()) <= kMaxFewVertices && b.is_strictly_convex();
}

Separation PenetrationThrough(const VertexRing& a, const VertexRing& b, const ShallowestEdge& shallowest,
                              double rounding_m) {
  const VertexRing& owner = shallowest.edge_is_of_a ? a : b;
  const VertexRing& other = shallowest.edge_is_of_a ? b : a;
  const int edge = shallowest.edge;
  const Vec2 from = owner[edge];
  const Vec2 innermost = other[shallowest.vertex];
  const Vec2 unit = Normalized(owner.Edge(edge));
  const Vec2 normal = -PerpendicularLeft(unit);
  // Posing can turn the edges of a sliver by any angle: then only the shape's own edge has the
  // direction.
  const double depth_m =
      owner.is_strictly_convex() ? HeightAboveEdge(owner, edge, unit, innermost) : Dot(normal, from - innermost);
  // No more than the stated error: rounding_m is relative to at most four times the size, and to
  // what posing rounds.
  constexpr double kAllowedPart = 0.25 * kDistanceRelativeError / kSupportRelativeError;
  const FacingPoints points =
      FindDeepestPoints(owner, edge, normal, other, shallowest.vertex, kAllowedPart * rounding_m);
  return shallowest.edge_is_of_a
             ? Separation{-depth_m, points.on_owner, points.on_other, normal, SeparationStatus::kPenetrating}
             : Separation{-depth_m, points.on_other, points.on_owner, -normal, SeparationStatus::kPenetrating};
}

// A tie is an edge that rounding does not tell from the shallowest one.
template <bool kFindsTie>
ShallowestEdge FindShallowest(const VertexRing& a, const VertexRing& b, const DepthBounds& bounds, int64_t* visits) {
  if (AreFew(a, b)) {
    if (const ShallowestEdge edge = FindAmongFew<kFindsTie>(a, b, bounds.rounding_m); edge.is_found) return edge;
  }
  LeastDepth least(bounds.facing_depth_m);
  SearchShallowestEdge(a, b, bounds.center_b, bounds.inner_radius_b_m, bounds.rounding_m, true, &least, visits);
  SearchShallowestEdge(b, a, bounds.center_a, bounds.inner_radius_a_m, bounds.rounding_m, false, &least, visits);
  ABSL_ASSERT(least.edge.is_found);
  least.edge.has_tie = least.second_m <= least.depth_m + bounds.rounding_m;
  return least.edge;
}

// Whether both neighbours of a ring's vertex are lower than it in a direction, by more than
// rounding_m. The edges are the shape's own, as posing can turn short ones.
bool IsCorner(const VertexRing& ring, int vertex, Vec2 direction, double rounding_m) {
  return ring.size() == 1 || (Dot(direction, ring.Edge(vertex)) < -rounding_m &&
                              Dot(direction, ring.Edge(ring.Previous(vertex))) > rounding_m);
}

}  // namespace

Separation ComputePenetration(const VertexRing& a, const VertexRing& b, const DepthBounds& bounds, int64_t* visits) {
  return PenetrationThrough(a, b, FindShallowest<false>(a, b, bounds, visits), bounds.rounding_m);
}

DeepestFeature ComputeDeepestFeature(const VertexRing& a, const VertexRing& b, const DepthBounds& bounds,
                                     int64_t* visits) {
  const ShallowestEdge edge = FindShallowest<true>(a, b, bounds, visits);
  const Separation penetration = PenetrationThrough(a, b, edge, bounds.rounding_m);
  const VertexRing& other = edge.edge_is_of_a ? b : a;
  const Vec2 inward = edge.edge_is_of_a ? -penetration.direction : penetration.direction;
  return {penetration, other[edge.vertex], !edge.has_tie && IsCorner(other, edge.vertex, inward, bounds.rounding_m)};
}

}  // namespace collision2d::internal
