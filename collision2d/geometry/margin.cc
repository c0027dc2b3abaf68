#include "collision2d/geometry/margin.h"

#include <cstddef>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d {
namespace {

// Written so that NaN does not pass.
absl::Status CheckMargin(const Margin& margin) {
  const std::pair<const char*, double> parts[] = {
      {"along_m", margin.along_m}, {"across_m", margin.across_m}, {"round_m", margin.round_m}};
  for (const auto& [name, value] : parts) {
    if (value >= 0.0 && value <= kMaxCoordinate_m) continue;
    return absl::InvalidArgumentError(
        absl::StrFormat("margin.%s: %.17g m is not within [0, %g] m", name, value, kMaxCoordinate_m));
  }
  return absl::OkStatus();
}

absl::StatusOr<ConvexPolygon> Grown(const ConvexPolygon& shape, const Margin& margin) {
  const double radius_m = shape.radius_m() + margin.round_m;
  // The hull would begin at another vertex.
  if (margin.along_m == 0.0 && margin.across_m == 0.0) return ConvexPolygon::Create(shape.vertices(), radius_m);
  std::vector<Vec2> corners;
  corners.reserve(4 * shape.vertices().size());
  for (const Vec2 v : shape.vertices()) {
    for (const double along_m : {-margin.along_m, margin.along_m}) {
      for (const double across_m : {-margin.across_m, margin.across_m}) {
        corners.push_back(v + Vec2{along_m, across_m});
      }
    }
  }
  return ConvexPolygon::Hull(corners, radius_m);
}

}  // namespace

absl::StatusOr<std::vector<ConvexPolygon>> GrowBody(absl::Span<const ConvexPolygon> body, const Margin& margin) {
  if (absl::Status status = CheckMargin(margin); !status.ok()) return status;
  std::vector<ConvexPolygon> grown;
  grown.reserve(body.size());
  for (size_t i = 0; i < body.size(); ++i) {
    absl::StatusOr<ConvexPolygon> shape = Grown(body[i], margin);
    if (!shape.ok()) {
      return absl::InvalidArgumentError(
          absl::StrFormat("body[%d], grown by the margin: %s", i, shape.status().message()));
    }
    grown.push_back(*std::move(shape));
  }
  return grown;
}

}  // namespace collision2d
