#ifndef COLLISION2D_PLANNER_ADAPTER_SCENE_FIELD_CHECKER_H_
#define COLLISION2D_PLANNER_ADAPTER_SCENE_FIELD_CHECKER_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/message.h"
#include "planner_adapter/scene/field_path.h"

namespace collision2d::planner {

// Checks the values of a message and keeps the first violation, as "path: value what is wrong". Later violations are
// ignored, so that a conversion can be written as a list of checks; it tests ok() only where continuing would be wrong
// or wasteful. A check that passes allocates nothing.
class FieldChecker {
 public:
  bool ok() const { return status_.ok(); }

  // OK, or InvalidArgument for the first violation.
  const absl::Status& status() const { return status_; }

  void Fail(const FieldPath& path, absl::string_view what);

  // Like Fail, for a message that begins with the name of a field of the message at `path`: "vertices[2]: what is
  // wrong".
  void FailInside(const FieldPath& path, absl::string_view message);

  // Checks that the value is finite and |value| <= limit. `unit` appears in the message ("m"; empty for none).
  void Magnitude(const FieldPath& path, double value, double limit, absl::string_view unit);

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

  // Checks that `message`, found at `path`, has no field that is missing from this version's schema: what a newer
  // producer writes there (an obstacle, say) must not be dropped silently.
  void NoUnknownFields(const FieldPath& path, const google::protobuf::Message& message);

 private:
  absl::Status status_;
};

// Returns the shortest decimal that reads back as `value`; "nan", "inf" or "-inf" if it is not finite.
std::string FormatNumber(double value);

// Returns `text` in quotes, with control and hidden characters escaped as by VisibleText, truncated
// after 80 bytes.
std::string Quote(absl::string_view text);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SCENE_FIELD_CHECKER_H_
