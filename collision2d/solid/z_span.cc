#include "collision2d/solid/z_span.h"

#include <cmath>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "collision2d/geometry/tolerances.h"

namespace collision2d::solid {
namespace {

absl::Status CheckBound(const char* name, double value_m) {
  // Written so that NaN is refused.
  if (std::abs(value_m) <= kMaxCoordinate_m) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrFormat("%s = %.17g: must be finite and within %g m", name, value_m, kMaxCoordinate_m));
}

}  // namespace

absl::StatusOr<ZSpan> ZSpan::Create(double z_min_m, double z_max_m) {
  if (absl::Status status = CheckBound("z_min_m", z_min_m); !status.ok()) return status;
  if (absl::Status status = CheckBound("z_max_m", z_max_m); !status.ok()) return status;
  if (z_max_m < z_min_m) {
    return absl::InvalidArgumentError(absl::StrFormat("z_max_m = %.17g: below z_min_m = %.17g", z_max_m, z_min_m));
  }
  return ZSpan{z_min_m, z_max_m};
}

}  // namespace collision2d::solid
