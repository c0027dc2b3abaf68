#include "collision2d/query/exact_relation.h"

#include <cmath>

#include "absl/base/attributes.h"
#include "collision2d/geometry/fixed_point_sum.h"
#include "collision2d/geometry/orientation.h"

namespace collision2d::internal {
namespace {

// A CSO point with its vertices.
struct CsoPoint {
  CsoIndex index;
  Vec2 p;
  Vec2 q;

  Vec2 difference() const { return p - q; }
  bool is_origin() const { return p == q; }
};

// (to_a - from_a) - (to_b - from_b), as it is given: its coordinates are not rounded.
struct CsoDirection {
  Vec2 from_a;
  Vec2 to_a;
  Vec2 from_b;
  Vec2 to_b;

  static CsoDirection Between(const CsoPoint& from, const CsoPoint& to) { return {from.p, to.p, from.q, to.q}; }
  CsoDirection operator-() const { return {to_a, from_a, to_b, from_b}; }
  Vec2 Rounded() const { return (to_a - from_a) - (to_b - from_b); }
};

// The sign of direction x (to - from) by all its products.
ABSL_ATTRIBUTE_NOINLINE double CrossSignByDigits(const CsoDirection& direction, Vec2 from, Vec2 to) {
  FixedPointSum<2> sum;
  const auto add = [&sum](double x, double to_y, double from_y, bool subtract) {
    const ExactProduct<1> exact_x = Exactly(x);
    sum.Add(exact_x * Exactly(to_y), subtract);
    sum.Add(exact_x * Exactly(from_y), !subtract);
  };
  const auto add_point = [&](Vec2 point, bool subtract) {
    add(point.x, to.y, from.y, subtract);
    add(point.y, to.x, from.x, !subtract);
  };
  add_point(direction.to_a, false);
  add_point(direction.from_a, true);
  add_point(direction.to_b, true);
  add_point(direction.from_b, false);
  return sum.Sign();
}

// Has the sign of direction x (to - from).
double CrossSign(const CsoDirection& direction, Vec2 from, Vec2 to) {
  if (from == to) return 0.0;
  if (direction.from_b == direction.to_b) return EdgeCross(direction.from_a, direction.to_a, from, to);
  if (direction.from_a == direction.to_a) return EdgeCross(direction.to_b, direction.from_b, from, to);
  const Vec2 of_a = direction.to_a - direction.from_a;
  const Vec2 of_b = direction.to_b - direction.from_b;
  const Vec2 edge = to - from;
  const double left = (of_a.x - of_b.x) * edge.y;
  const double right = (of_a.y - of_b.y) * edge.x;
  // Two rounded differences and their difference, u of each, the other factor, the product and the sum: 5 u; doubled.
  const double magnitude = (std::abs(of_a.x) + std::abs(of_b.x)) * std::abs(edge.y) +
                           (std::abs(of_a.y) + std::abs(of_b.y)) * std::abs(edge.x);
  const double cross = left - right;
  if (std::abs(cross) > 10.0 * kUnitRoundoff * magnitude && magnitude > kOrient2dUnderflowGuard) return cross;
  return CrossSignByDigits(direction, from, to);
}

class ExactSearch {
 public:
  ExactSearch(const VertexRing& a, const VertexRing& b) : a_(a), b_(b) {}

  ExactResult Run(const ExactStart& start, ExactQuestion question) {
    const CsoPoint near = At(start.near);
    if (question == ExactQuestion::kShareAPoint && near.is_origin()) return Result(Relation::kTouching);
    opposite_ = At(start.opposite);
    if (opposite_.is_origin() && !FindOtherOpposite()) return TouchingAt(opposite_, Vec2{});
    // From the far side to the origin: 0 - (p - q).
    ray_ = {opposite_.p, opposite_.q, {}, {}};
    const bool has_bracket = Bracket(near);
    if (!has_bracket) {
      right_ = Support(ray_, start.near);
      if (!(Side(right_) < 0.0)) return OnSupportLine(ray_);
      left_ = Support(-ray_, start.near);
      if (!(Side(left_) > 0.0)) return OnSupportLine(-ray_);
    }
    return NarrowChord();
  }

 private:
  CsoPoint At(CsoIndex index) {
    visits_ += 2;
    return {index, a_[index.a], b_[index.b]};
  }

  // Looks for CSO points on both sides of the ray: neighbours on the CSO's boundary, some steps from `near` on if it is a vertex of
  // that. False if none were found.
  bool Bracket(CsoPoint near) {
    constexpr int kMaxSteps = 4;
    double side = Side(near);
    for (int steps = 0; side != 0.0 && steps < kMaxSteps; ++steps) {
      const bool is_right = side < 0.0;
      const CsoPoint beside = Neighbour(near, is_right);
      const double side_beside = Side(beside);
      if (side_beside != 0.0 && (side_beside > 0.0) == is_right) {
        right_ = is_right ? near : beside;
        left_ = is_right ? beside : near;
        return true;
      }
      near = beside;
      side = side_beside;
    }
    right_ = At({a_.Previous(near.index.a), b_.Previous(near.index.b)});
    left_ = At({a_.Next(near.index.a), b_.Next(near.index.b)});
    return Side(right_) < 0.0 && Side(left_) > 0.0;
  }

  // The next vertex of the CSO's boundary, to the left or to the right, but for rounding.
  CsoPoint Neighbour(const CsoPoint& at, bool to_the_left) {
    visits_ += 2;
    const int beside_a = to_the_left ? a_.Next(at.index.a) : a_.Previous(at.index.a);
    const int beside_b = to_the_left ? b_.Next(at.index.b) : b_.Previous(at.index.b);
    const CsoPoint by_a = {{beside_a, at.index.b}, a_[beside_a], at.q};
    const CsoPoint by_b = {{at.index.a, beside_b}, at.p, b_[beside_b]};
    // The boundary goes on with the edge that turns less. A point has no edge.
    const double turn = Cross(by_a.p - at.p, at.q - by_b.q);
    const bool goes_by_a = b_.size() == 1 || (a_.size() > 1 && (to_the_left ? turn > 0.0 : turn < 0.0));
    return goes_by_a ? by_a : by_b;
  }

  // Positive if the point is to the left of the ray, as seen along it.
  double Side(const CsoPoint& point) const { return EdgeCross(ray_.from_a, ray_.to_a, point.q, point.p); }

  // Takes another vertex difference than the origin for the far side; false if there is none, because both hulls are the same
  // point.
  bool FindOtherOpposite() {
    for (int i = 0; i < a_.size() && opposite_.is_origin(); ++i) opposite_ = At({i, opposite_.index.b});
    for (int j = 0; j < b_.size() && opposite_.is_origin(); ++j) opposite_ = At({opposite_.index.a, j});
    return !opposite_.is_origin();
  }

  // The vertex of a ring that is farthest to the right of a direction (to_the_right = 1), or to the left (-1).
  int Farthest(const VertexRing& ring, const CsoDirection& direction, double to_the_right, int start) {
    const int n = ring.size();
    int at = start;
    Vec2 point = ring[at];
    const auto advance = [&](int next) {
      ++visits_;
      const Vec2 candidate = ring[next];
      if (!(to_the_right * CrossSign(direction, point, candidate) < 0.0)) return false;
      at = next;
      point = candidate;
      return true;
    };
    if (!ring.is_strictly_convex()) {
      for (int k = 0; k < n; ++k) advance(k);
      return at;
    }
    // Of the two ends of the lowest edge, one has a higher neighbour: no plateau stops the climb.
    int steps = 0;
    while (steps < n && advance(at + 1 == n ? 0 : at + 1)) ++steps;
    if (steps == 0) {
      while (steps < n && advance(at == 0 ? n - 1 : at - 1)) ++steps;
    }
    return at;
  }

  // The CSO's support point to the right of a direction.
  CsoPoint Support(const CsoDirection& direction, CsoIndex start) {
    return At({Farthest(a_, direction, 1.0, start.a), Farthest(b_, direction, -1.0, start.b)});
  }

  // The support point to the right of the chord. An edge of one strictly convex ring has that ring behind it.
  CsoPoint SupportBeyondChord(const CsoDirection& chord) {
    const CsoIndex right = right_.index;
    const CsoIndex left = left_.index;
    const bool is_edge_of_a = right.b == left.b && left.a == a_.Next(right.a) && a_.is_strictly_convex();
    const bool is_edge_of_b = right.a == left.a && left.b == b_.Next(right.b) && b_.is_strictly_convex();
    const CsoIndex support{is_edge_of_a ? right.a : Farthest(a_, chord, 1.0, right.a),
                           is_edge_of_b ? right.b : Farthest(b_, chord, -1.0, right.b)};
    return support.a == right.a && support.b == right.b ? right_ : At(support);
  }

  // The origin is on a line, along `ray` and through the far point, that has no CSO point on its right.
  ExactResult OnSupportLine(const CsoDirection& ray) {
    struct Stretch {
      Vec2 low;
      Vec2 high;
    };
    const auto stretch_on_line = [&](const VertexRing& ring, Vec2 on_line) {
      Stretch stretch{on_line, on_line};
      for (int k = 0; k < ring.size(); ++k) {
        ++visits_;
        const Vec2 point = ring[k];
        if (CrossSign(ray, on_line, point) != 0.0) continue;
        if (LexicographicallyLess(point, stretch.low)) stretch.low = point;
        if (LexicographicallyLess(stretch.high, point)) stretch.high = point;
      }
      return stretch;
    };
    const Stretch of_a = stretch_on_line(a_, opposite_.p);
    const Stretch of_b = stretch_on_line(b_, opposite_.q);
    if (LexicographicallyLess(of_a.high, of_b.low) || LexicographicallyLess(of_b.high, of_a.low)) {
      return Result(Relation::kApart);
    }
    const Vec2 common = LexicographicallyLess(of_a.low, of_b.low) ? of_b.low : of_a.low;
    return TouchingAt({{}, common, common}, -PerpendicularLeft(ray.Rounded()));
  }

  // With CSO points strictly on both sides of the ray.
  ExactResult NarrowChord() {
    // Each round takes a vertex of the CSO's hull; with a NaN that a caller has let in nothing is beyond any chord.
    while (true) {
      const double before_chord = EdgeCross(left_.q, left_.p, right_.q, right_.p);
      if (before_chord < 0.0) return Result(Relation::kOverlapping);
      const CsoDirection chord = CsoDirection::Between(right_, left_);
      const CsoPoint support = SupportBeyondChord(chord);
      if (!IsBeyond(chord, support)) {
        return before_chord > 0.0 ? Result(Relation::kApart) : TouchingOnChord();
      }
      // The origin, seen from the support point.
      if (CrossSign(chord, support.p, support.q) < 0.0) return Result(Relation::kApart);
      const double side = Side(support);
      if (side == 0.0 && !support.is_origin()) {
        // The ray leaves the CSO through the support point, which is before or beyond the origin.
        const bool is_ahead = LexicographicallyLess(support.q, support.p) == LexicographicallyLess(ray_.from_a, ray_.to_a);
        return Result(is_ahead ? Relation::kOverlapping : Relation::kApart);
      }
      (side < 0.0 ? right_ : left_) = support;
    }
  }

  // Whether a support point to the right of the chord from right_ to left_ is not on it.
  bool IsBeyond(const CsoDirection& chord, const CsoPoint& support) const {
    return CrossSign(chord, right_.p, support.p) < 0.0 || CrossSign(chord, right_.q, support.q) > 0.0;
  }

  ExactResult TouchingOnChord() {
    const Vec2 edge_a = left_.p - right_.p;
    const Vec2 edge_b = left_.q - right_.q;
    const Vec2 from = right_.difference();
    const Vec2 to = left_.difference();
    const double part = Norm1(from) / (Norm1(from) + Norm1(to));
    // All that is on the CSO's edge is parallel: the longer part has the direction with less rounding, and the order of points
    // its sense.
    const Vec2 edge = Norm1(edge_a) < Norm1(edge_b) ? edge_b : edge_a;
    const bool is_rising = left_.is_origin() ? LexicographicallyLess(right_.p, right_.q) : LexicographicallyLess(left_.q, left_.p);
    const bool is_along = LexicographicallyLess({}, edge) == is_rising;
    const Vec2 inward = PerpendicularLeft(edge);
    return TouchingAt({{}, right_.p + part * edge_a, right_.q + part * edge_b}, is_along ? -inward : inward);
  }

  ExactResult TouchingAt(const CsoPoint& point, Vec2 outward) const {
    ExactResult result = Result(Relation::kTouching);
    result.outward = outward;
    result.witness_a = point.p;
    result.witness_b = point.q;
    return result;
  }

  ExactResult Result(Relation relation) const {
    ExactResult result;
    result.relation = relation;
    result.right = right_.index;
    result.left = left_.index;
    result.visits = visits_;
    return result;
  }

  const VertexRing& a_;
  const VertexRing& b_;
  CsoPoint opposite_;
  CsoDirection ray_;
  CsoPoint right_;
  CsoPoint left_;
  int64_t visits_ = 0;
};

}  // namespace

ExactResult RelateExactly(const VertexRing& a, const VertexRing& b, const ExactStart& start, ExactQuestion question) {
  return ExactSearch(a, b).Run(start, question);
}

}  // namespace collision2d::internal
