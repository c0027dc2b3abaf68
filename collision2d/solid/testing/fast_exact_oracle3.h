#pragma once

#include <cstdint>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/types/span.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/testing/exact_oracle3.h"
#include "collision2d/solid/testing/integer_vec3.h"
#include "collision2d/testing/exact_oracle.h"

namespace collision2d::solid {

// Determines the relation of the hulls of two point sets exactly, fast enough for millions of
// pairs; shares no code with the queries that it judges. If the coordinates of a pair, relative to
// its first point and multiplied by a power of two, are integers of magnitude up to 2^27 (small
// lattices, whole centimetres far out), it uses 128-bit integers, otherwise ExactOracle3. Keeps its
// buffers: use one object for many pairs.
class FastExactOracle3 {
 public:
  // Points may be in any order, coplanar, collinear or repeated, of any magnitude, but must be
  // finite.
  // REQUIRES: neither is empty.
  ExactRelation Relation(absl::Span<const Vec3> a, absl::Span<const Vec3> b);

  bool Collide(absl::Span<const Vec3> a, absl::Span<const Vec3> b) {
    return Relation(a, b) != ExactRelation::kDisjoint;
  }

  // The number of pairs that needed ExactOracle3.
  int64_t slow_count() const { return slow_count_; }

 private:
  // The two sets in the form that exact_nearest_simplex.h expects.
  class Points {
   public:
    using Int = absl::int128;

    // Returns false if the coordinates do not fit.
    bool Set(absl::Span<const Vec3> a, absl::Span<const Vec3> b);
    int num_a() const { return static_cast<int>(a_.size()); }
    int num_b() const { return static_cast<int>(b_.size()); }
    const IntegerVec3<Int>& a(int i) const { return a_[i]; }
    const IntegerVec3<Int>& b(int i) const { return b_[i]; }
    IntegerVec3<Int> Least(const IntegerVec3<Int>& direction) const;

   private:
    std::vector<IntegerVec3<Int>> a_, b_;
  };

  Points points_;
  ExactOracle3 slow_;
  int64_t slow_count_ = 0;
};

}  // namespace collision2d::solid
