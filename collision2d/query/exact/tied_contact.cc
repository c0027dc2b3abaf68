#include "collision2d/query/exact/tied_contact.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "collision2d/geometry/tolerances.h"

namespace collision2d::internal {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

constexpr SlopeInterval kNone = {kInfinity, -kInfinity};

void Include(double slope, SlopeInterval* interval) {
  interval->low = std::min(interval->low, slope);
  interval->high = std::max(interval->high, slope);
}

// Empty if low > high.
SlopeInterval Common(const SlopeInterval& left, const SlopeInterval& right) {
  return {std::max(left.low, right.low), std::min(left.high, right.high)};
}

bool IsPoint(const SlopeInterval& interval) { return interval.low == interval.high; }

// An edge of one ring, and the other ring's vertex that is deepest behind it: an edge of the CSO.
struct CsoEdge {
  CsoEdge(const VertexRing& edge_owner, const VertexRing& vertex_owner, bool edge_is_of_a, int edge, Vec2 unit_edge,
          int deepest)
      : owner(edge_owner),
        other(vertex_owner),
        is_of_a(edge_is_of_a),
        first(edge),
        vertex(deepest),
        unit(unit_edge),
        depth_m(Cross(unit, other[vertex] - owner[first])) {}

  // Across the edge, from a to b.
  Vec2 direction() const { return is_of_a ? -PerpendicularLeft(unit) : PerpendicularLeft(unit); }

  const VertexRing& owner;
  const VertexRing& other;
  bool is_of_a;
  int first;
  int vertex;
  Vec2 unit;
  double depth_m;
};

// The one-sided derivatives by the best directions that were added so far.
struct BestDirections {
  double left = kInfinity;
  double right = -kInfinity;
  SlopeInterval tied = kNone;
  // The first of them, and whether it is the only one.
  Vec2 first;
  bool is_one = true;
  // The least depth of all edges that were offered, m.
  double least_depth_m = kInfinity;

  bool is_empty() const { return first == Vec2{}; }

  // With several of them the distance is not differentiable by translations, whatever the slopes
  // are.
  void AddDirection(Vec2 u) {
    if (is_empty()) first = u;
    is_one &= Norm1(u - first) <= kSupportRelativeError;
  }
  // One contact point in one direction.
  void AddSlope(double slope) {
    right = std::max(right, slope);
    left = std::min(left, slope);
    Include(slope, &tied);
  }
  TurnSlopes Slopes() const {
    if (is_one && left == right) return {left, right, {left, right}, true};
    SlopeInterval all = tied;
    // By rounding they can be outside of it.
    Include(left, &all);
    Include(right, &all);
    return {left, right, all, false};
  }
};

class TieSearch {
 public:
  TieSearch(const TiedHulls& hulls, const Turn& turn)
      : hulls_(hulls), a_(hulls.a), b_(hulls.b), turn_(turn), rounding_m_(hulls.rounding_m) {}

  TurnSlopes Run() {
    const double distance_m = hulls_.separation.signed_distance_m;
    int64_t visits = 0;
    const Vec2 u = hulls_.separation.direction;
    support_ = {a_.Climb(u, hulls_.near.a, &visits), b_.Climb(-u, hulls_.near.b, &visits)};
    if (distance_m > rounding_m_) return OfApart();
    if (a_.size() == 1 && b_.size() == 1) {
      AddCircle(a_[0]);
      return best_.Slopes();
    }
    is_contact_ = distance_m >= -rounding_m_;
    // Tied edges of a CSO that is no sliver are next to each other.
    if (is_contact_ && hulls_.inner_radius_m > 8.0 * rounding_m_) {
      AddEdgesBeside(1);
      AddEdgesBeside(-1);
      if (!best_.is_empty()) return best_.Slopes();
    }
    const double depth_m = is_contact_ ? 0.0 : -distance_m;
    AddAllEdges(depth_m);
    // Posing can turn short edges by so much that the depth is not that of the shapes' own edges.
    const double least_m = best_.least_depth_m;
    if (std::abs(least_m - depth_m) > rounding_m_) {
      best_ = {};
      AddAllEdges(least_m);
    }
    return best_.Slopes();
  }

 private:
  // visit(vertex) for those of a ring that are as far in the direction as vertex `top` within
  // rounding.
  template <typename Visit>
  void ForEachTied(const VertexRing& ring, Vec2 direction, int top, const Visit& visit) const {
    visit(top);
    double fall_m = 0.0;
    int last = top;
    for (int k = ring.Next(top); k != top; k = ring.Next(k)) {
      fall_m -= Dot(direction, ring.Edge(last));
      if (fall_m > rounding_m_) break;
      visit(k);
      last = k;
    }
    const int end = last;
    fall_m = 0.0;
    for (int k = ring.Previous(top); k != end; k = ring.Previous(k)) {
      fall_m += Dot(direction, ring.Edge(k));
      if (fall_m > rounding_m_) break;
      visit(k);
    }
  }

  SlopeInterval SlopesOf(const VertexRing& ring, Vec2 outward, int top, Vec2 direction) const {
    SlopeInterval slopes = kNone;
    ForEachTied(ring, outward, top, [&](int k) { Include(turn_.Slope(ring[k], direction), &slopes); });
    return slopes;
  }

  // The closest points are unique, or those of two parallel edges: the part that both have in
  // common.
  TurnSlopes OfApart() const {
    const Vec2 u = hulls_.separation.direction;
    const SlopeInterval of_a = SlopesOf(a_, u, support_.a, u);
    const SlopeInterval of_b = SlopesOf(b_, -u, support_.b, u);
    const SlopeInterval common = Common(of_a, of_b);
    if (common.low < common.high) return {common.high, common.low, common, false};
    // A corner is its own closest point, whatever it is next to.
    const double slope = IsPoint(of_a)   ? of_a.low
                         : IsPoint(of_b) ? of_b.low
                                         : turn_.Slope(hulls_.separation.witness_b, u);
    return {slope, slope, {slope, slope}, true};
  }

  // All edges of the CSO that are as shallow as least_m.
  void AddAllEdges(double least_m) {
    AddEdgesOf(a_, b_, true, least_m);
    AddEdgesOf(b_, a_, false, least_m);
  }
  void AddEdgesOf(const VertexRing& owner, const VertexRing& other, bool is_of_a, double least_m) {
    if (owner.size() < 2) return;
    int vertex = 0;
    int64_t visits = 0;
    for (int i = 0; i < owner.size(); ++i) {
      const Vec2 unit = Normalized(owner.Edge(i));
      vertex = other.Climb(PerpendicularLeft(unit), vertex, &visits);
      OfferEdge({owner, other, is_of_a, i, unit, vertex}, least_m);
    }
  }

  // The edges of the CSO that hold the origin, by walking along its boundary, counter-clockwise
  // (step = 1) or clockwise (-1), from the support point.
  void AddEdgesBeside(int step) {
    Vec2 tangent = PerpendicularLeft(hulls_.separation.direction);
    CsoIndex at = support_;
    // Where products of lengths underflow (kMinScaleRatio), no edge turns less than another, and
    // only the count ends the walk.
    for (int steps_left = a_.size() + b_.size(); steps_left > 0; --steps_left) {
      const int edge_a = step > 0 ? at.a : a_.Previous(at.a);
      const int edge_b = step > 0 ? at.b : b_.Previous(at.b);
      const Vec2 along_a = a_.Edge(edge_a);
      const Vec2 along_b = -b_.Edge(edge_b);
      const bool is_of_a = b_.size() == 1 || (a_.size() > 1 && TurnsLess(along_a, along_b, tangent, step));
      tangent = Normalized(is_of_a ? along_a : along_b);
      if (!(is_of_a ? OfferEdge({a_, b_, true, edge_a, tangent, at.b}, 0.0)
                    : OfferEdge({b_, a_, false, edge_b, -tangent, at.a}, 0.0))) {
        return;
      }
      (is_of_a ? at.a : at.b) = is_of_a ? (step > 0 ? a_.Next(at.a) : edge_a) : (step > 0 ? b_.Next(at.b) : edge_b);
    }
  }

  // Whether the first of two edges turns less from the tangent than the second, counter-clockwise
  // (step = 1) or clockwise (-1); both by at most half a turn.
  static bool TurnsLess(Vec2 first, Vec2 second, Vec2 tangent, int step) {
    const bool first_is_forward = Dot(tangent, first) > 0.0;
    const bool second_is_forward = Dot(tangent, second) > 0.0;
    return first_is_forward == second_is_forward ? step * Cross(first, second) > 0.0 : first_is_forward;
  }

  // Adds the edge if it is as shallow as least_m, and returns whether it is.
  // The gap along an edge's normal is the least over the other ring's vertices, and the signed
  // distance the largest over edges.
  bool OfferEdge(const CsoEdge& edge, double least_m) {
    best_.least_depth_m = std::min(best_.least_depth_m, edge.depth_m);
    if (!(edge.depth_m <= least_m + 2.0 * rounding_m_)) return false;
    const Vec2 u = edge.direction();
    best_.AddDirection(u);
    SlopeInterval slopes = kNone;
    ForEachTied(edge.other, PerpendicularLeft(edge.unit), edge.vertex, [&](int k) {
      Include(turn_.Slope(edge.other[k], u), &slopes);
      if (is_contact_) AddCorners(edge, k);
    });
    best_.right = std::max(best_.right, slopes.low);
    best_.left = std::min(best_.left, slopes.high);
    // The deepest vertex is behind the edge itself.
    SlopeInterval of_edge = kNone;
    Include(turn_.Slope(edge.owner[edge.first], u), &of_edge);
    Include(turn_.Slope(edge.owner[edge.owner.Next(edge.first)], u), &of_edge);
    const SlopeInterval common = Common(slopes, of_edge);
    Include(common.low, &best_.tied);
    Include(common.high, &best_.tied);
    return true;
  }

  // Where two corners touch, the directions between this edge's normal and that of the next or
  // previous edge of the CSO are as good.
  void AddCorners(const CsoEdge& edge, int k) {
    const Vec2 contact = edge.other[k];
    const int to = edge.owner.Next(edge.first);
    if (Norm1(edge.owner[to] - contact) <= 2.0 * rounding_m_) {
      AddArc(contact, edge.direction(), NormalBeside(edge, edge.owner.Edge(to), edge.other.Edge(k)));
    }
    if (Norm1(edge.owner[edge.first] - contact) <= 2.0 * rounding_m_) {
      const Vec2 of_owner = edge.owner.Edge(edge.owner.Previous(edge.first));
      AddArc(contact, NormalBeside(edge, of_owner, edge.other.Edge(edge.other.Previous(k))), edge.direction());
    }
  }

  // The direction, from a to b, across the edge of the CSO beside `edge`. Of two edges it is the
  // one that turns less, by at most half a turn; those of the other ring are reversed. A point has
  // no edge.
  static Vec2 NormalBeside(const CsoEdge& edge, Vec2 of_owner, Vec2 of_other) {
    Vec2 nearer = Normalized(of_owner);
    if (edge.other.size() > 1) {
      const Vec2 reversed = -Normalized(of_other);
      if (Dot(edge.unit, reversed) > Dot(edge.unit, nearer)) nearer = reversed;
    }
    return edge.is_of_a ? -PerpendicularLeft(nearer) : PerpendicularLeft(nearer);
  }

  // Adds the directions strictly between `first` and `last`, counter-clockwise by at most half a
  // turn, for one contact point. Only the steepest counts: the ends are normals of edges.
  void AddArc(Vec2 contact, Vec2 first, Vec2 last) {
    // Between the normals of parallel edges there is nothing but rounding.
    if (Norm1(last - first) <= kSupportRelativeError) return;
    const Vec2 arm = turn_.sense * (contact - turn_.center);
    for (const double sign : {1.0, -1.0}) {
      const Vec2 steepest = sign * PerpendicularLeft(arm);
      const bool is_between = Cross(first, steepest) > 0.0 && Cross(steepest, last) > 0.0 &&
                              (Dot(first, steepest) >= 0.0 || Dot(last, steepest) >= 0.0);
      if (is_between) best_.AddSlope(sign * Norm(arm));
    }
  }

  // Two points that coincide: all directions are equally good.
  void AddCircle(Vec2 contact) {
    const double steepest = Norm(contact - turn_.center);
    best_.AddSlope(steepest);
    best_.AddSlope(-steepest);
    best_.is_one = false;
  }

  const TiedHulls& hulls_;
  const VertexRing& a_;
  const VertexRing& b_;
  const Turn turn_;
  const double rounding_m_;
  // Along the separation's direction.
  CsoIndex support_;
  bool is_contact_ = false;
  BestDirections best_;
};

}  // namespace

TurnSlopes SlopesOfTies(const TiedHulls& hulls, const Turn& turn) { return TieSearch(hulls, turn).Run(); }

}  // namespace collision2d::internal
