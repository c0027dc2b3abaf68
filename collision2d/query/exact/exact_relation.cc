#include "collision2d/query/exact/exact_relation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "collision2d/geometry/orientation.h"

namespace collision2d::internal {

namespace {

class ExactSearch {
 public:
  ExactSearch(const VertexRing& a, const VertexRing& b, int most_rounds)
      : a_(a), b_(b), most_rounds_(most_rounds), supports_(a, b) {}

  ExactResult Run(const ExactStart& start, ExactQuestion question) {
    const CsoPoint near = supports_.At(start.near);
    if (question == ExactQuestion::kShareAPoint && near.is_origin()) return Result(Relation::kTouching);
    opposite_ = supports_.At(start.opposite);
    if (opposite_.is_origin() && !FindOtherOpposite()) return TouchingAt(opposite_, Vec2{});
    // From the far side to the origin: 0 - (p - q).
    ray_ = {opposite_.p, opposite_.q, {}, {}};
    const bool has_bracket = Bracket(near);
    if (!has_bracket) {
      right_ = supports_.SupportToTheRight(ray_, start.near);
      if (!(Side(right_) < 0.0)) return OnSupportLine(ray_);
      left_ = supports_.SupportToTheRight(-ray_, start.near);
      if (!(Side(left_) > 0.0)) return OnSupportLine(-ray_);
    }
    return NarrowChord();
  }

 private:
  // Looks for CSO points on both sides of the ray: neighbours on the CSO's boundary, a few steps
  // from `near` if it is a vertex of that boundary. False if it finds none.
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
    right_ = supports_.At({a_.Previous(near.index.a), b_.Previous(near.index.b)});
    left_ = supports_.At({a_.Next(near.index.a), b_.Next(near.index.b)});
    return Side(right_) < 0.0 && Side(left_) > 0.0;
  }

  // The next vertex of the CSO's boundary, to the left or to the right, within rounding.
  CsoPoint Neighbour(const CsoPoint& at, bool to_the_left) {
    supports_.AddVisits(2);
    const int beside_a = to_the_left ? a_.Next(at.index.a) : a_.Previous(at.index.a);
    const int beside_b = to_the_left ? b_.Next(at.index.b) : b_.Previous(at.index.b);
    const CsoPoint by_a = {{beside_a, at.index.b}, a_[beside_a], at.q};
    const CsoPoint by_b = {{at.index.a, beside_b}, at.p, b_[beside_b]};
    // The boundary continues with the edge that turns less. A point has no edge.
    const double turn = Cross(by_a.p - at.p, at.q - by_b.q);
    const bool goes_by_a = b_.size() == 1 || (a_.size() > 1 && (to_the_left ? turn > 0.0 : turn < 0.0));
    return goes_by_a ? by_a : by_b;
  }

  // Positive if the point is to the left of the ray, as seen along it.
  double Side(const CsoPoint& point) const { return EdgeCross(ray_.from_a, ray_.to_a, point.q, point.p); }

  // Replaces a far point that is the origin by another vertex difference; false if there is none,
  // because both hulls are the same point.
  bool FindOtherOpposite() {
    for (int i = 0; i < a_.size() && opposite_.is_origin(); ++i) opposite_ = supports_.At({i, opposite_.index.b});
    for (int j = 0; j < b_.size() && opposite_.is_origin(); ++j) opposite_ = supports_.At({opposite_.index.a, j});
    return !opposite_.is_origin();
  }

  // The origin is on a line, along `ray` and through the far point, that has no CSO point on its
  // right.
  ExactResult OnSupportLine(const CsoDirection& ray) {
    struct Stretch {
      Vec2 low;
      Vec2 high;
    };
    const auto stretch_on_line = [&](const VertexRing& ring, Vec2 on_line) {
      Stretch stretch{on_line, on_line};
      for (int k = 0; k < ring.size(); ++k) {
        supports_.AddVisits(1);
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

  // REQUIRES: right_ and left_ are strictly on their sides of the ray.
  ExactResult NarrowChord() {
    // Each round takes a new vertex of the CSO's hull, and if a coordinate is NaN nothing is beyond
    // any chord.
    for (int rounds = 0; rounds < most_rounds_; ++rounds) {
      const double before_chord = EdgeCross(left_.q, left_.p, right_.q, right_.p);
      if (before_chord < 0.0) return Result(Relation::kOverlapping);
      const CsoDirection chord = CsoDirection::Between(right_, left_);
      const CsoPoint support = supports_.SupportBeyondChord(chord, right_, left_);
      if (!IsBeyond(chord, right_, support)) {
        return before_chord > 0.0 ? Result(Relation::kApart) : TouchingOnChord();
      }
      // The origin, seen from the support point.
      if (CrossSign(chord, support.p, support.q) < 0.0) return Result(Relation::kApart);
      const double side = Side(support);
      if (side == 0.0 && !support.is_origin()) {
        // The ray leaves the CSO through the support point, which is before or beyond the origin.
        const bool is_ahead =
            LexicographicallyLess(support.q, support.p) == LexicographicallyLess(ray_.from_a, ray_.to_a);
        return Result(is_ahead ? Relation::kOverlapping : Relation::kApart);
      }
      (side < 0.0 ? right_ : left_) = support;
    }
    ExactResult result = TouchingAt(right_, Vec2{});
    result.reached_limit = true;
    return result;
  }

  ExactResult TouchingOnChord() {
    const Vec2 edge_a = left_.p - right_.p;
    const Vec2 edge_b = left_.q - right_.q;
    const Vec2 from = right_.difference();
    const Vec2 to = left_.difference();
    const double part = Norm1(from) / (Norm1(from) + Norm1(to));
    // Everything on the CSO's edge is parallel: the longer part gives its direction with less
    // rounding, and the order of points gives its sense.
    const Vec2 edge = Norm1(edge_a) < Norm1(edge_b) ? edge_b : edge_a;
    const bool is_rising =
        left_.is_origin() ? LexicographicallyLess(right_.p, right_.q) : LexicographicallyLess(left_.q, left_.p);
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
    result.visits = supports_.visits();
    return result;
  }

  const VertexRing& a_;
  const VertexRing& b_;
  int most_rounds_;
  CsoPoint opposite_;
  CsoDirection ray_;
  CsoPoint right_;
  CsoPoint left_;
  ExactSupports supports_;
};

}  // namespace

ExactResult RelateExactly(const VertexRing& a, const VertexRing& b, const ExactStart& start, ExactQuestion question,
                          int most_rounds) {
  return ExactSearch(a, b, most_rounds).Run(start, question);
}

namespace {

// Distances that rounding cannot tell apart. No proof: it breaks ties, and bounds nothing.
constexpr double kSameDistance = 1.0 + 8.0 * 0x1p-53;

// The closest point of a segment between two CSO points, or of a single one, which then is both.
struct Candidate {
  // The origin is to the right of the segment from right to left.
  CsoPoint right;
  CsoPoint left;
  bool is_edge;
  double distance_m;
  // Where the closest point is on the segment: 0 at the right end, 1 at the left one.
  double part;

  bool HasEndsOf(const Candidate& other) const {
    return right.index == other.right.index && left.index == other.left.index;
  }

  // Orders candidates by their distance: of those that rounding cannot tell apart feet come first.
  double rank() const { return (is_edge ? 1.0 : kSameDistance) * distance_m; }
  // The direction on whose right everything is that is nearer to the origin than the candidate.
  CsoDirection Across() const { return is_edge ? CsoDirection::Between(right, left) : CsoDirection::RightOf(right); }
};

Candidate OfVertex(const CsoPoint& point) { return {point, point, false, Norm(point.difference()), 0.0}; }

// From one CSO point to another: by the shapes' edges or by the points themselves, whichever is
// shorter and so loses less to rounding.
Vec2 EdgeBetween(const CsoPoint& first, const CsoPoint& second) {
  const Vec2 edge_a = second.p - first.p;
  const Vec2 edge_b = second.q - first.q;
  const Vec2 from = first.difference();
  const Vec2 to = second.difference();
  return Norm1(edge_a) + Norm1(edge_b) < Norm1(from) + Norm1(to) ? edge_a - edge_b : to - from;
}

Candidate OfSegment(const CsoPoint& first, const CsoPoint& second) {
  const Vec2 edge = EdgeBetween(first, second);
  const double along_first = -Dot(first.difference(), edge);
  const double along_second = Dot(second.difference(), edge);
  if (!(along_second > 0.0)) return OfVertex(second);
  if (!(along_first > 0.0)) return OfVertex(first);
  // Positive if the origin is to the left of the edge. The value must be exact to rounding too: for
  // a short edge far from the origin the filtered one may have no digit right.
  const double cross = EdgeCrossExact(first.q, first.p, second.q, second.p, nullptr);
  if (cross == 0.0) return OfVertex(along_first < along_second ? first : second);
  Candidate candidate{first, second, true, std::abs(cross) / Norm(edge), along_first / (along_first + along_second)};
  if (cross > 0.0) {
    std::swap(candidate.right, candidate.left);
    candidate.part = 1.0 - candidate.part;
  }
  return candidate;
}

ContactDistance ResultOf(const Candidate& closest, int64_t visits, bool reached_limit) {
  // Unit vector from the origin to the closest point.
  const Vec2 normal = closest.is_edge ? PerpendicularLeft(Normalized(EdgeBetween(closest.right, closest.left)))
                                      : Normalized(closest.right.difference());
  return {closest.distance_m,
          closest.right.p + closest.part * (closest.left.p - closest.right.p),
          closest.right.q + closest.part * (closest.left.q - closest.right.q),
          -normal,
          visits,
          reached_limit};
}

}  // namespace

double DistanceFromSegment(const CsoPoint& right, const CsoPoint& left) {
  const Candidate closest = OfSegment(right, left);
  const bool is_left = closest.is_edge && closest.right.index == left.index;
  return is_left ? -closest.distance_m : closest.distance_m;
}

ContactDistance FindContactDistance(const VertexRing& a, const VertexRing& b, CsoIndex first, CsoIndex second,
                                    int most_rounds) {
  ExactSupports supports(a, b);
  Candidate closest = OfSegment(supports.At(first), supports.At(second));
  Candidate last = closest;
  for (int rounds = 0; rounds < most_rounds; ++rounds) {
    const CsoDirection across = closest.Across();
    const CsoPoint support = closest.is_edge ? supports.SupportBeyondChord(across, closest.right, closest.left)
                                             : supports.SupportToTheRight(across, closest.right.index);
    if (!IsBeyond(across, closest.right, support)) return ResultOf(closest, supports.visits(), false);
    Candidate next = OfSegment(closest.right, support);
    if (closest.is_edge) {
      const Candidate other = OfSegment(support, closest.left);
      if (other.rank() < next.rank()) next = other;
    }
    // A foot near the end of an edge is closer than the end by a term of second order only, which
    // rounding hides. The direction to the foot separates the shapes, though, and the one to the
    // end does not.
    const bool is_no_farther = next.distance_m < (next.is_edge ? kSameDistance : 1.0) * closest.distance_m;
    // Two edges whose feet are both their common corner, within rounding, lead to each other.
    const bool leads_back = !(next.distance_m < closest.distance_m) && next.HasEndsOf(last);
    if (!is_no_farther || leads_back) return ResultOf(closest, supports.visits(), false);
    last = closest;
    next.distance_m = std::min(next.distance_m, closest.distance_m);
    closest = next;
  }
  return ResultOf(closest, supports.visits(), true);
}

}  // namespace collision2d::internal
