#ifndef COLLISION2D_PLANNER_ADAPTER_SCENE_FIELD_CHECKER_H_
#define COLLISION2D_PLANNER_ADAPTER_SCENE_FIELD_CHECKER_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/message.h"
#include "planner_adapter/scene/field_path.h"

namespace collision2d::planner {

// Checks values of a message and keeps the first violation, as "path: value what is wrong". Later violations change
// nothing, so that a conversion reads as a list of checks and looks at ok() where going on would be wrong or wasteful.
// A check that passes allocates nothing.
class FieldChecker {
 public:
  bool ok() const { return status_.ok(); }

  // OK, or InvalidArgument for the first violation.
  const absl::Status& status() const { return status_; }

  void Fail(const FieldPath& path, absl::string_view what);

  // As Fail, for a message that begins with the name of a field of the message at `path`: "vertices[2]: what is wrong".
  void FailInside(const FieldPath& path, absl::string_view message);

  // Finite and |value| <= limit. `unit` is for the message ("m"; empty for none).
  void Magnitude(const FieldPath& path, double value, double limit, absl::string_view unit);

  // As Magnitude, and value > 0.
  void Positive(const FieldPath& path, double value, double limit, absl::string_view unit);

  // As Magnitude, and value >= 0.
  void NotNegative(const FieldPath& path, double value, double limit, absl::string_view unit);

  // Valid UTF-8.
  void Text(const FieldPath& path, absl::string_view text);

  // Valid UTF-8 and not empty.
  void Name(const FieldPath& path, absl::string_view name);

  // `message`, which is at `path`, has no field that this version's schema does not know: what a newer producer says
  // there (an obstacle, say) must not be left out in silence.
  void NoUnknownFields(const FieldPath& path, const google::protobuf::Message& message);

 private:
  absl::Status status_;
};

// The shortest decimal that reads back as `value`; "nan", "inf" or "-inf" if it is not finite.
std::string FormatNumber(double value);

// `text` in quotes, control characters escaped, cut after 80 bytes.
std::string Quote(absl::string_view text);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SCENE_FIELD_CHECKER_H_
