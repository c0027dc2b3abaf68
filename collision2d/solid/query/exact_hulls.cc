#include "collision2d/solid/query/exact_hulls.h"

#include <cmath>
#include <utility>

#include "absl/base/attributes.h"
#include "absl/base/macros.h"
#include "collision2d/solid/geometry/determinant_sign.h"

// The vertices p = a_i - b_j of the CSO generate a convex cone; the hulls penetrate if and only if
// it is all of space. To find out, a facet of the cone is rotated along one great circle, tilted by
// infinitesimals, until its plane separates weakly or the cone is all of space. In that plane a
// line rotates in the same way, and on that line the vertices are on one side of the origin or not.
// Every decision is the sign of a determinant. The proof that no facet repeats: docs/solid.md, "The
// exact rung".
namespace collision2d::solid::internal {
namespace {

// Signs of heights above a plane through the origin, exact.
class PlaneSide {
 public:
  // The plane of u and v; the side of u x v is positive. REQUIRES: both outlive the object.
  PlaneSide(const ExactDifference& u, const ExactDifference& v) : u_(&u), v_(&v) {
    const Vec3 rounded_u = u.to - u.from;
    const Vec3 rounded_v = v.to - v.from;
    normal_ = Cross(rounded_u, rounded_v);
    // As in determinant_sign.h: 9 u of the sum of the magnitudes of the six products, which is at
    // most the product of the 1-norms; 16 u covers the rounding of the bound itself.
    error_ = 16.0 * kUnitRoundoff * Norm1(rounded_u) * Norm1(rounded_v) + kProductUnderflow;
  }

  int operator()(const ExactDifference& p) const {
    const Vec3 rounded = p.to - p.from;
    const double height = Dot(normal_, rounded);
    if (std::abs(height) > error_ * Norm1(rounded) + kProductUnderflow) return height > 0.0 ? 1 : -1;
    return IsMadeOf(p) ? 0 : DeterminantSign(*u_, *v_, p);
  }

 private:
  // True for u, for v, and for u - v if they have a point in common: these are in the plane without
  // arithmetic. Such heights occur in every search for a support point, and the exact rung takes a
  // microsecond for each.
  bool IsMadeOf(const ExactDifference& p) const {
    const auto joins = [&p](const Vec3& x, const Vec3& y) {
      return (p.to == x && p.from == y) || (p.to == y && p.from == x);
    };
    return joins(u_->to, u_->from) || joins(v_->to, v_->from) || (u_->from == v_->from && joins(u_->to, v_->to)) ||
           (u_->to == v_->to && joins(u_->from, v_->from));
  }

  const ExactDifference* u_;
  const ExactDifference* v_;
  Vec3 normal_;
  double error_;
};

// The side of `to` above `from` along a coordinate axis.
int ComponentSign(const ExactDifference& p, int axis) {
  const double to = axis == 0 ? p.to.x : axis == 1 ? p.to.y : p.to.z;
  const double from = axis == 0 ? p.from.x : axis == 1 ? p.from.y : p.from.z;
  return (to > from) - (to < from);
}

// An axis along which p is not 0; -1 if p = 0.
int AxisOf(const ExactDifference& p) {
  for (int axis = 0; axis < 3; ++axis) {
    if (ComponentSign(p, axis) != 0) return axis;
  }
  return -1;
}

// An axis along which u x v is not 0; -1 if u and v are parallel.
int AxisOfCross(const ExactDifference& u, const ExactDifference& v) {
  for (int axis = 0; axis < 3; ++axis) {
    if (MinorSign(u, v, axis) != 0) return axis;
  }
  return -1;
}

class HullClassifier {
 public:
  HullClassifier(const HullVertices& a, const HullVertices& b) : a_(a), b_(b) {}

  int64_t pivots() const { return pivots_; }

  Relation Classify() {
    ExactDifference p1;
    if (!FindNotZero(&p1)) return Relation::kTouching;
    ExactDifference p2;
    if (!FindNotParallel(p1, &p2)) return OnLine(p1, [](const ExactDifference&) { return true; });
    ExactDifference p3;
    const int side = FindNotInPlane(p1, p2, &p3);
    if (side == 0) return InPlane(p1, p2);
    if (side < 0) std::swap(p1, p2);
    ExactDifference l = p2;
    ExactDifference r = p1;
    return FindFacet(p1, p2, p3, &l, &r) ? InPlane(l, r) : Relation::kOverlapping;
  }

 private:
  // The functions below are not inlined, so that the stack frame of one part is not below that of
  // the next.

  ABSL_ATTRIBUTE_NOINLINE bool FindNotZero(ExactDifference* p) const {
    for (int i = 0; i < a_.size(); ++i) {
      *p = {a_.vertex(i), b_.vertex(0)};
      if (p->to != p->from) return true;
    }
    for (int j = 1; j < b_.size(); ++j) {
      *p = {a_.vertex(0), b_.vertex(j)};
      if (p->to != p->from) return true;
    }
    return false;
  }

  // Finds a CSO vertex that is not parallel to p. Every CSO vertex is a sum of vertices a_i - b_0,
  // a_0 - b_j and b_0 - a_0: if these are parallel to p, all are. Of these, the one that appears to
  // be farthest from the line is tried first, for speed.
  ABSL_ATTRIBUTE_NOINLINE bool FindNotParallel(const ExactDifference& p, ExactDifference* q) const {
    const Vec3 rounded = p.to - p.from;
    double farthest = -1.0;
    const auto look_at = [&](const ExactDifference& candidate) {
      const double distance = Norm1(Cross(rounded, candidate.to - candidate.from));
      if (distance > farthest) {
        farthest = distance;
        *q = candidate;
      }
    };
    ForStar(look_at);
    if (AxisOfCross(p, *q) >= 0) return true;
    bool found = false;
    ForStar([&](const ExactDifference& candidate) {
      if (found || AxisOfCross(p, candidate) < 0) return;
      found = true;
      *q = candidate;
    });
    return found;
  }

  template <typename Visit>
  void ForStar(const Visit& visit) const {
    const Vec3 a_0 = a_.vertex(0);
    const Vec3 b_0 = b_.vertex(0);
    for (int i = 0; i < a_.size(); ++i) visit({a_.vertex(i), b_0});
    for (int j = 1; j < b_.size(); ++j) visit({a_0, b_.vertex(j)});
  }

  // The CSO vertex that is highest above the plane.
  ExactDifference Support(const PlaneSide& side) {
    ++pivots_;
    ExactDifference highest = {a_.vertex(0), b_.vertex(0)};
    for (int i = 1; i < a_.size(); ++i) {
      const Vec3 vertex = a_.vertex(i);
      if (side({vertex, highest.to}) > 0) highest.to = vertex;
    }
    for (int j = 1; j < b_.size(); ++j) {
      const Vec3 vertex = b_.vertex(j);
      if (side({highest.from, vertex}) > 0) highest.from = vertex;
    }
    return highest;
  }

  // Finds a CSO vertex that is not in the plane of p1 and p2, and returns the sign of det[p1 p2
  // p3]; 0 if there is none.
  // REQUIRES: p1 and p2 are not parallel.
  ABSL_ATTRIBUTE_NOINLINE int FindNotInPlane(const ExactDifference& p1, const ExactDifference& p2,
                                             ExactDifference* p3) {
    *p3 = Support(PlaneSide(p1, p2));
    const int side = DeterminantSign(p1, p2, *p3);
    if (side > 0) return side;
    *p3 = Support(PlaneSide(p2, p1));
    return DeterminantSign(p1, p2, *p3);
  }

  // Rotates the facet of l = p2 and r = p1 to one whose plane separates weakly; returns false if
  // there is none: the hulls penetrate.
  // REQUIRES: det[p1 p2 p3] > 0.
  ABSL_ATTRIBUTE_NOINLINE bool FindFacet(const ExactDifference& p1, const ExactDifference& p2,
                                         const ExactDifference& p3, ExactDifference* l, ExactDifference* r) {
    while (true) {
      const PlaneSide facet(*l, *r);
      int side_of_c = facet(p1);
      if (side_of_c == 0) side_of_c = facet(p2);
      if (side_of_c == 0) side_of_c = facet(p3);
      if (side_of_c > 0) return false;
      const ExactDifference p = Support(facet);
      if (facet(p) <= 0) return true;
      int side = PlaneSide(p1, p2)(p);
      if (side == 0) side = -PlaneSide(p2, p3)(p);
      if (side == 0) side = PlaneSide(p3, p1)(p);
      *(side > 0 ? l : r) = p;
    }
  }

  // Returns kDisjoint or kTouching, given that the plane of l and r separates weakly or contains
  // the whole CSO. REQUIRES: l and r are not parallel.
  ABSL_ATTRIBUTE_NOINLINE Relation InPlane(const ExactDifference& l, const ExactDifference& r) {
    const int axis = AxisOfCross(l, r);
    const PlaneSide plane(l, r);
    ExactDifference last = r;
    if (!FindLine(l, plane, axis, MinorSign(l, r, axis), &last)) return Relation::kTouching;
    return OnLine(last, [&](const ExactDifference& difference) {
      return MinorSign(last, difference, axis) == 0 && plane(difference) == 0;
    });
  }

  // Rotates the line of *last within the plane of l and *last, away from l, until it separates
  // weakly there. Returns false if the cone of the CSO vertices in the plane contains a line.
  // REQUIRES: `turn` is the sign of the component of l x *last along `axis`, and not 0.
  ABSL_ATTRIBUTE_NOINLINE bool FindLine(const ExactDifference& l, const PlaneSide& plane, int axis, int turn,
                                        ExactDifference* last) {
    const auto turns_left = [axis, turn](const ExactDifference& u, const ExactDifference& v) {
      return MinorSign(u, v, axis) == turn;
    };
    while (true) {
      ++pivots_;
      // The CSO vertex of the plane that is farthest to the left of `last`; the vertices of l are
      // in the plane.
      ExactDifference p = l;
      for (int i = 0; i < a_.size(); ++i) {
        const Vec3 vertex = a_.vertex(i);
        if (turns_left(*last, {vertex, p.to}) && plane({vertex, l.to}) == 0) p.to = vertex;
      }
      for (int j = 0; j < b_.size(); ++j) {
        const Vec3 vertex = b_.vertex(j);
        if (turns_left(*last, {p.from, vertex}) && plane({vertex, l.from}) == 0) p.from = vertex;
      }
      if (!turns_left(*last, p)) return true;
      // From l to p it is half a turn or more: the cone of l, last and p contains a line.
      if (!turns_left(l, p)) return false;
      *last = p;
    }
  }

  // Returns kDisjoint or kTouching for the CSO vertices on the line of r, if the rest of the CSO is
  // on one side of it. in_line(difference) returns whether the difference of two vertices of one
  // hull is parallel to r.
  // REQUIRES: r is not 0.
  template <typename InLine>
  ABSL_ATTRIBUTE_NOINLINE Relation OnLine(const ExactDifference& r, const InLine& in_line) const {
    const int axis = AxisOf(r);
    ABSL_ASSERT(axis >= 0);
    const int ahead = ComponentSign(r, axis);
    ExactDifference hindmost = r;
    for (int i = 0; i < a_.size(); ++i) {
      const ExactDifference step = {a_.vertex(i), r.to};
      if (ComponentSign({step.to, hindmost.to}, axis) == -ahead && in_line(step)) hindmost.to = step.to;
    }
    for (int j = 0; j < b_.size(); ++j) {
      const ExactDifference step = {b_.vertex(j), r.from};
      if (ComponentSign({step.to, hindmost.from}, axis) == ahead && in_line(step)) hindmost.from = step.to;
    }
    return ComponentSign(hindmost, axis) == ahead ? Relation::kApart : Relation::kTouching;
  }

  const HullVertices& a_;
  const HullVertices& b_;
  int64_t pivots_ = 0;
};

}  // namespace

Relation ClassifyPosedHulls(const HullVertices& a, const HullVertices& b, int64_t* pivots) {
  ABSL_ASSERT(a.size() >= 1 && b.size() >= 1);
  HullClassifier classifier(a, b);
  const Relation contact = classifier.Classify();
  if (pivots != nullptr) *pivots += classifier.pivots();
  return contact;
}

}  // namespace collision2d::solid::internal
