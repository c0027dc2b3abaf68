#pragma once

#include "absl/types/span.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"

namespace collision2d::bench {

// The CSO of two hulls whose vertices are in one frame already, for PlainGjk3 (plain_gjk3.h): the
// support mapping looks at every vertex.
class PosedHulls {
 public:
  struct Hints {};

  // REQUIRES: neither is empty. The vertices must outlive the object.
  PosedHulls(absl::Span<const solid::Vec3> a, absl::Span<const solid::Vec3> b) : a_(a), b_(b) {}

  solid::CsoPoint Support(const solid::Vec3& direction, Hints*) const {
    return Point(Highest(a_, direction), Highest(b_, -direction));
  }

  // Where the search begins: at the first vertices, as openGJK's.
  solid::CsoPoint Center() const { return Point(a_[0], b_[0]); }

 private:
  static solid::CsoPoint Point(const solid::Vec3& on_a, const solid::Vec3& on_b) { return {on_a - on_b, on_a, on_b}; }

  static const solid::Vec3& Highest(absl::Span<const solid::Vec3> vertices, const solid::Vec3& direction) {
    const solid::Vec3* best = vertices.data();
    double highest = Dot(direction, *best);
    for (const solid::Vec3& p : vertices) {
      const double height = Dot(direction, p);
      if (height > highest) {
        highest = height;
        best = &p;
      }
    }
    return *best;
  }

  absl::Span<const solid::Vec3> a_;
  absl::Span<const solid::Vec3> b_;
};

}  // namespace collision2d::bench
