#ifndef COLLISION2D_SOLID_Z_SPAN_H_
#define COLLISION2D_SOLID_Z_SPAN_H_

#include "absl/status/statusor.h"

namespace collision2d::solid {

// A closed interval of heights, m.
struct ZSpan {
  double z_min_m = 0.0;
  double z_max_m = 0.0;

  // Errors (InvalidArgument, naming the bound and its value): a bound that is not finite or beyond
  // kMaxCoordinate_m; z_max_m below z_min_m. Equal bounds are legal: the span is then a single
  // height.
  static absl::StatusOr<ZSpan> Create(double z_min_m, double z_max_m);
};

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_Z_SPAN_H_
