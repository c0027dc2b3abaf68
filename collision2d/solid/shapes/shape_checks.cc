#include "collision2d/solid/shapes/shape_checks.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "collision2d/geometry/tolerances.h"

namespace collision2d::solid::internal {
namespace {

// Applies a check to each coordinate, under the coordinate's name.
template <typename Check>
absl::Status CheckEach(absl::string_view field, const Vec3& v, const Check& check) {
  if (absl::Status status = check(absl::StrCat(field, ".x"), v.x); !status.ok()) return status;
  if (absl::Status status = check(absl::StrCat(field, ".y"), v.y); !status.ok()) return status;
  return check(absl::StrCat(field, ".z"), v.z);
}

}  // namespace

absl::Status CheckCoordinate(absl::string_view field, double value_m) {
  if (!std::isfinite(value_m)) {
    return absl::InvalidArgumentError(absl::StrFormat("%s: %g is not finite", field, value_m));
  }
  if (std::abs(value_m) > kMaxCoordinate_m) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s: %.17g m is beyond the limit of %g m", field, value_m, kMaxCoordinate_m));
  }
  return absl::OkStatus();
}

absl::Status CheckPoint(absl::string_view field, const Vec3& point) { return CheckEach(field, point, CheckCoordinate); }

absl::Status CheckLength(absl::string_view field, double value_m) {
  if (absl::Status status = CheckCoordinate(field, value_m); !status.ok()) return status;
  if (value_m < 0.0) return absl::InvalidArgumentError(absl::StrFormat("%s: %.17g is negative", field, value_m));
  return absl::OkStatus();
}

absl::Status CheckLengths(absl::string_view field, const Vec3& lengths) {
  return CheckEach(field, lengths, CheckLength);
}

absl::Status CheckDirection(absl::string_view field, const Vec3& direction) {
  const auto check_finite = [](absl::string_view name, double value) {
    if (std::isfinite(value)) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrFormat("%s: %g is not finite", name, value));
  };
  if (absl::Status status = CheckEach(field, direction, check_finite); !status.ok()) return status;
  if (NormInfinity(direction) == 0.0) {
    return absl::InvalidArgumentError(absl::StrFormat("%s: (0, 0, 0) is no direction", field));
  }
  return absl::OkStatus();
}

absl::Status CheckMagnitude(absl::string_view field, double magnitude_m) {
  if (magnitude_m <= kMaxCoordinate_m) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat("%s: coordinates of up to %.17g m are beyond the limit of %g m",
                                                    field, magnitude_m, kMaxCoordinate_m));
}

}  // namespace collision2d::solid::internal
