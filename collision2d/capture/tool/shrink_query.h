#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "collision2d/capture/captured_query.h"
#include "collision2d/capture/tool/replay_records.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d {

// What a query is shrunk for.
enum class Keep {
  kWrong,      // The answer is wrong (exact_judge.h).
  kSlow,       // At least as much work as asked for.
  kUndecided,  // The answer is not proven.
  kExact,      // The exact rung is needed.
};

// "wrong", "slow", "undecided", "exact". Error (InvalidArgument): any other text.
absl::StatusOr<Keep> KeepFromText(absl::string_view text);
const char* Name(Keep keep);

// Whether the answerer's answer to a query is as `keep` says. False for a query that it refuses.
bool Holds(Keep keep, int64_t slow_work, const Answerer& answerer, const CapturedQuery& query);

// A query that is being changed: its shapes need not be legal.
struct Draft {
  struct Shape {
    std::vector<Vec2> vertices;
    double radius_m = 0.0;
  };

  QueryKind kind;
  Shape a;
  Shape b;
  std::vector<Pose2> poses;
  std::vector<double> numbers;
};

Draft DraftOf(const CapturedQuery& query);

// Errors: a shape that is not legal, and those of CheckForm and CheckArguments.
absl::StatusOr<CapturedQuery> QueryOf(const Draft& draft);

// What is to become less, the first first: vertices, poses, digits of numbers.
using DraftCost = std::tuple<size_t, size_t, int>;
DraftCost CostOf(const Draft& draft);

// The shortest decimal text that reads as exactly this number.
std::string DecimalText(double x);

// How long a number is: the digits, decimal or hexadecimal, whichever are fewer; 0 for 0, 20 if it
// is not finite.
int DigitsOf(double x);

// Whether a query still shows what it is shrunk for. Its form and arguments are legal.
using Predicate = std::function<bool(const CapturedQuery&)>;

// A query for which the predicate holds, and of which no part can be left out or shortened by
// itself: vertices (of which at least one remains in a shape), the pose, and digits of numbers, in
// this order (Zeller and Hildebrandt 2002, delta debugging, for each of them).
// REQUIRES: the predicate holds for `query`.
// Deterministic. Asks the predicate some hundreds of times for a pair of 64 vertices each.
CapturedQuery ShrinkQuery(const CapturedQuery& query, const Predicate& predicate);

// "128 vertices, 1 poses, 4300 digits -> 5 vertices, 0 poses, 12 digits".
std::string ShrunkText(const CapturedQuery& before, const CapturedQuery& after);

}  // namespace collision2d
