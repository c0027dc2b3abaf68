#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d {

// Golden files: inputs and the bits of their answers as text, a line for each, numbers as
// hexadecimal floats. A line is empty, a comment after '#', an input `name number...`, or an answer
// `= name number...` to the inputs before it.

struct GoldenLine {
  bool is_answer = false;
  std::string name;
  std::vector<double> numbers;
};

// The lines that are neither empty nor comments. Fails the running program for what is no number.
std::vector<GoldenLine> ParseGolden(absl::string_view text);

// As it is written in a file, with the end of the line.
std::string ToText(const GoldenLine& line);

// True if name and all bits agree: 0 and -0 differ, all NaNs are one.
bool SameBits(const GoldenLine& x, const GoldenLine& y);

// Where answers go, in order.
class GoldenAnswers {
 public:
  void Add(absl::string_view name, std::vector<double> numbers) {
    lines_.push_back({true, std::string(name), std::move(numbers)});
  }
  const std::vector<GoldenLine>& lines() const { return lines_; }

 private:
  std::vector<GoldenLine> lines_;
};

// Takes an input and appends its answers, if it asks for any. Keeps what later inputs need.
using GoldenInterpreter = std::function<void(const GoldenLine& input, GoldenAnswers* answers)>;

// The inputs among `lines`, each followed by what the interpreter answers.
std::vector<GoldenLine> Answered(absl::Span<const GoldenLine> lines, const GoldenInterpreter& interpreter);

// Shapes and poses as numbers, and back; the latter at the given place of numbers.
std::vector<double> ToNumbers(const ConvexPolygon& shape);  // radius, x, y, x, y, ...
std::vector<double> ToNumbers(const Pose2& pose);           // x, y, cos, sin
ConvexPolygon ShapeOf(absl::Span<const double> numbers);
Pose2 PoseOf(absl::Span<const double> numbers);
inline constexpr int kNumbersOfPose = 4;

}  // namespace collision2d
