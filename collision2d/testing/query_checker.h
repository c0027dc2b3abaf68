#pragma once

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/query_context.h"
#include "collision2d/query/separation.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/extended_distance.h"
#include "gtest/gtest.h"

namespace collision2d {

// Runs every query on a pair of shapes with radius 0, and checks the answers against the exact ones
// and against each other: everything that the headers of collision2d/query promise for such a pair.
// Where the distances of a pair are not promised, it checks whether the pair collides, and the
// signs.
// Keeps buffers and counts; use one object for many pairs.
class QueryChecker {
 public:
  // Checks both shapes in one frame.
  testing::AssertionResult Check(const ConvexPolygon& a, const ConvexPolygon& b);
  // Checks b posed by a_from_b. "Exact" refers to its vertices as posed by Pose2::operator*.
  testing::AssertionResult Check(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b);

  // The exact relation of the pair checked last.
  ExactRelation relation() const {
    if (is_exact_) return oracle_.relation();
    return extended_.signed_distance_m > 0.0L ? ExactRelation::kDisjoint : ExactRelation::kOverlapping;
  }
  const Separation& separation() const { return answers_.separation; }

  // Sums over all checks so far.
  const QueryContext::Counters& counters() const { return counters_; }
  int64_t checked() const { return checked_; }
  int64_t colliding() const { return colliding_; }
  // The pairs that needed exact integers.
  int64_t judged_exactly() const { return judged_exactly_; }

 private:
  // The answers of all queries for one pair.
  struct Answers {
    bool collides = false;
    double distance_m = 0.0;
    Separation separation;
    bool within_zero = false;
    bool within_infinity = false;
    bool within_distance = false;
    bool within_less = false;
    bool within_half = false;
    bool within_double = false;
  };

  template <typename... Pose>
  static Answers Ask(const ConvexPolygon& a, const ConvexPolygon& b, QueryContext::Counters* counters,
                     const Pose&... a_from_b);

  testing::AssertionResult Judge(absl::Span<const Vec2> a, absl::Span<const Vec2> b);
  testing::AssertionResult JudgeAll(absl::Span<const Vec2> a, absl::Span<const Vec2> b);
  testing::AssertionResult JudgeBooleans() const;
  testing::AssertionResult JudgeDistances() const;
  testing::AssertionResult JudgeWitnesses(absl::Span<const Vec2> a, absl::Span<const Vec2> b);
  testing::AssertionResult IsOn(Vec2 point, absl::Span<const Vec2> shape, double error_m);
  testing::AssertionResult JudgeDirection(absl::Span<const Vec2> a, absl::Span<const Vec2> b) const;
  double StatedError() const;
  bool IsWithinStatedError(double signed_distance_m) const;

  ExtendedDistance extended_;
  // Whether the pair is judged by oracle_, or by extended_.
  bool is_exact_ = false;
  ExactOracle oracle_;
  ExactOracle point_oracle_;
  double posing_m_ = 0.0;       // Magnitude of the coordinates that posing rounds; 0 for shapes in one frame.
  bool has_distances_ = false;  // DistancesArePromised.
  Answers answers_;
  QueryContext::Counters counters_;
  int64_t checked_ = 0;
  int64_t colliding_ = 0;
  int64_t judged_exactly_ = 0;
};

// True if the distances of a pair have their stated errors: its coordinates that are not zero are
// within kMinScaleRatio of each other.
bool DistancesArePromised(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b = {});

// The vertices of b as Pose2::operator* poses them.
std::vector<Vec2> PosedVertices(const ConvexPolygon& b, const Pose2& a_from_b);

}  // namespace collision2d
