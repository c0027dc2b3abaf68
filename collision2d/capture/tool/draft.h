#ifndef COLLISION2D_CAPTURE_TOOL_DRAFT_H_
#define COLLISION2D_CAPTURE_TOOL_DRAFT_H_

#include <cstddef>
#include <string>
#include <tuple>
#include <vector>

#include "absl/status/statusor.h"
#include "collision2d/capture/captured_query.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d {

// A query that is being changed: its shapes need not be legal.
struct Draft {
  struct Shape {
    std::vector<Vec2> vertices;
    double radius_m = 0.0;
  };

  QueryKind kind;
  std::vector<Shape> body;
  std::vector<Shape> obstacles;
  std::vector<Pose2> poses;
  std::vector<double> numbers;
};

Draft DraftOf(const CapturedQuery& query);

// Errors: a shape that is not legal, and those of CheckForm and CheckArguments.
absl::StatusOr<CapturedQuery> QueryOf(const Draft& draft);

// What is to become less, the first first: shapes, vertices, poses, digits of numbers.
using DraftCost = std::tuple<size_t, size_t, size_t, int>;
DraftCost CostOf(const Draft& draft);

// The shortest decimal text that reads as exactly this number.
std::string DecimalText(double x);

// How long a number is: the digits, decimal or hexadecimal, whichever are fewer; 0 for 0, 20 if it is not finite.
int DigitsOf(double x);

}  // namespace collision2d

#endif  // COLLISION2D_CAPTURE_TOOL_DRAFT_H_
