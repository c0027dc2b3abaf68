#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_limits.h"

// The position of a field in a message, and a checker of values that names the first wrong one by
// it.

namespace collision2d::planner {

// The position of a field in a message, for error messages:
// "static_obstacles[3].shapes[0].polygon". A chain of links on the stack, one per level; nothing is
// allocated until the text is requested.
// A path refers to its parent and to the given names, which must outlive it; a child of a temporary
// does not compile.
class FieldPath {
 public:
  // The message itself; its text is "scene".
  FieldPath() = default;

  // The singular field `name` of this message.
  FieldPath Field(absl::string_view name) const& { return FieldPath(this, name, kNoIndex); }
  FieldPath Field(absl::string_view name) const&& = delete;

  // Element `index` of the repeated field `name` of this message.
  FieldPath Element(absl::string_view name, size_t index) const& {
    return FieldPath(this, name, static_cast<int64_t>(index));
  }
  FieldPath Element(absl::string_view name, size_t index) const&& = delete;

  std::string ToString() const;

 private:
  static constexpr int64_t kNoIndex = -1;

  FieldPath(const FieldPath* parent, absl::string_view name, int64_t index)
      : parent_(parent), name_(name), index_(index) {}

  const FieldPath* parent_ = nullptr;
  absl::string_view name_;
  int64_t index_ = kNoIndex;
};

// What was read as contours (Outline, Polygon.is_contour): their number, and that of the polygons
// which they became.
struct ContourCounts {
  int64_t contours = 0;
  int64_t parts = 0;
};

// Checks the values of a message and keeps the first violation, as "path: value what is wrong".
// Later violations are ignored, so that a conversion can be written as a list of checks; it tests
// ok() only where continuing would be wrong or wasteful. A check that passes allocates nothing.
class FieldChecker {
 public:
  bool ok() const { return status_.ok(); }

  // OK, or InvalidArgument for the first violation.
  const absl::Status& status() const { return status_; }

  ContourCounts& contours() { return contours_; }

  void Fail(const FieldPath& path, absl::string_view what);

  // Like Fail, for a message that begins with the name of a field of the message at `path`:
  // "vertices[2]: what is wrong".
  void FailInside(const FieldPath& path, absl::string_view message);

  // Calls check(path of the element, the element, index) for the elements of the list `name` of the
  // message at `path`, up to the first violation.
  template <typename List, typename Check>
  void ForEach(const FieldPath& path, absl::string_view name, List& list, const Check& check) {
    for (size_t i = 0; i < list.size() && ok(); ++i) check(path.Element(name, i), list[i], i);
  }

  // Checks that the value is finite and |value| <= limit. `unit` appears in the message ("m"; empty
  // for none).
  void Magnitude(const FieldPath& path, double value, double limit, absl::string_view unit) {
    if (!(std::abs(value) <= limit)) FailMagnitude(path, value, limit, unit);
  }

  // Checks as Magnitude does, and that value > 0.
  void Positive(const FieldPath& path, double value, double limit, absl::string_view unit);

  // Checks as Magnitude does, and that value >= 0.
  void NotNegative(const FieldPath& path, double value, double limit, absl::string_view unit);

  // Checks that count <= limit, whether count is whole or not. `noun` is what is counted
  // ("candidates").
  void Count(const FieldPath& path, double count, int64_t limit, absl::string_view noun);

  // Checks that the text is valid UTF-8.
  void Text(const FieldPath& path, absl::string_view text);

  // Checks that the name is valid UTF-8, not empty, and not longer than kMaxNameBytes.
  void Name(const FieldPath& path, absl::string_view name);

 private:
  void FailMagnitude(const FieldPath& path, double value, double limit, absl::string_view unit);

  absl::Status status_;
  ContourCounts contours_;
};

// Returns the shortest decimal that reads back as `value`; "nan", "inf" or "-inf" if it is not
// finite.
std::string FormatNumber(double value);

// Returns `text` in quotes, with control and hidden characters escaped as by VisibleText, truncated
// after 80 bytes.
std::string Quote(absl::string_view text);

// A field of RssParameters, under its name in the message, from 0 to its limit.
struct RssField {
  const char* name;
  double RssParameters::*value;
  double limit;
  const char* unit;
  bool allows_zero = true;
};
inline constexpr RssField kRssFields[] = {
    {"response_time_s", &RssParameters::response_time_s, kMaxTime_s, "s"},
    {"max_acceleration_mps2", &RssParameters::max_acceleration_mps2, kMaxAcceleration_mps2, "m/s^2"},
    {"min_braking_mps2", &RssParameters::min_braking_mps2, kMaxAcceleration_mps2, "m/s^2", false},
    {"min_braking_correct_mps2", &RssParameters::min_braking_correct_mps2, kMaxAcceleration_mps2, "m/s^2", false},
    {"max_braking_mps2", &RssParameters::max_braking_mps2, kMaxAcceleration_mps2, "m/s^2", false},
    {"max_lateral_acceleration_mps2", &RssParameters::max_lateral_acceleration_mps2, kMaxAcceleration_mps2, "m/s^2"},
    {"min_lateral_braking_mps2", &RssParameters::min_lateral_braking_mps2, kMaxAcceleration_mps2, "m/s^2", false},
    {"lateral_fluctuation_m", &RssParameters::lateral_fluctuation_m, kMaxDistanceFromOrigin_m, "m"},
};

}  // namespace collision2d::planner
