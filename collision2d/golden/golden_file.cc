#include "collision2d/golden/golden_file.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "absl/strings/str_split.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d {
namespace {

double NumberOf(absl::string_view word) {
  const std::string text(word);
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0') {
    std::fprintf(stderr, "golden file: '%s' is not a number\n", text.c_str());
    std::abort();
  }
  return number;
}

uint64_t BitsOf(double x) {
  if (std::isnan(x)) return ~uint64_t{0};
  uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

}  // namespace

std::vector<GoldenLine> ParseGolden(absl::string_view text) {
  std::vector<GoldenLine> lines;
  for (absl::string_view row : absl::StrSplit(text, '\n')) {
    const std::vector<absl::string_view> words = absl::StrSplit(row.substr(0, row.find('#')), ' ', absl::SkipEmpty());
    if (words.empty()) continue;
    GoldenLine line;
    line.is_answer = words[0] == "=";
    size_t at = line.is_answer ? 1 : 0;
    if (at < words.size()) line.name = std::string(words[at]);
    for (++at; at < words.size(); ++at) line.numbers.push_back(NumberOf(words[at]));
    lines.push_back(line);
  }
  return lines;
}

std::string ToText(const GoldenLine& line) {
  std::string text = (line.is_answer ? "= " : "") + line.name;
  for (const double number : line.numbers) {
    const bool is_small_integer = std::abs(number) < 1e15 && number == std::floor(number) && !std::signbit(number);
    char digits[64];
    std::snprintf(digits, sizeof digits, is_small_integer ? " %.0f" : " %a", number);
    text += digits;
  }
  return text + "\n";
}

bool SameBits(const GoldenLine& x, const GoldenLine& y) {
  if (x.is_answer != y.is_answer || x.name != y.name || x.numbers.size() != y.numbers.size()) return false;
  for (size_t i = 0; i < x.numbers.size(); ++i) {
    if (BitsOf(x.numbers[i]) != BitsOf(y.numbers[i])) return false;
  }
  return true;
}

std::vector<GoldenLine> Answered(absl::Span<const GoldenLine> lines, const GoldenInterpreter& interpreter) {
  std::vector<GoldenLine> answered;
  for (const GoldenLine& line : lines) {
    if (line.is_answer) continue;
    answered.push_back(line);
    GoldenAnswers answers;
    interpreter(line, &answers);
    answered.insert(answered.end(), answers.lines().begin(), answers.lines().end());
  }
  return answered;
}

std::vector<double> ToNumbers(const ConvexPolygon& shape) {
  std::vector<double> numbers = {shape.radius_m()};
  for (const Vec2 v : shape.vertices()) numbers.insert(numbers.end(), {v.x, v.y});
  return numbers;
}

std::vector<double> ToNumbers(const Pose2& pose) {
  return {pose.translation.x, pose.translation.y, pose.cos, pose.sin};
}

ConvexPolygon ShapeOf(absl::Span<const double> numbers) {
  std::vector<Vec2> vertices;
  for (size_t i = 1; i + 1 < numbers.size(); i += 2) vertices.push_back({numbers[i], numbers[i + 1]});
  return ConvexPolygon::Create(vertices, numbers.at(0)).value();
}

Pose2 PoseOf(absl::Span<const double> numbers) {
  return Pose2({numbers.at(0), numbers.at(1)}, UnitRotation(numbers.at(2), numbers.at(3)));
}

}  // namespace collision2d
