#ifndef COLLISION2D_SOLID_PAPERS_VIEW_PYRAMID_SHAPE_H_
#define COLLISION2D_SOLID_PAPERS_VIEW_PYRAMID_SHAPE_H_

#include <array>
#include <cstddef>

#include "absl/base/macros.h"
#include "absl/status/statusor.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/support_mapping.h"

namespace collision2d::solid {

// The region visible from a point through a window with four corners: {apex + sum of t_i edge_i, all t_i >= 0}.
// Unbounded: see recession.h.
class ViewPyramidShape {
 public:
  using Hint = NoHint;
  static constexpr int kGaussMapDimension = 2;

  // `edges` are directions from the apex (m) through the corners of the window, counter-clockwise as seen from the far
  // side looking at the apex; any lengths. Errors (InvalidArgument): a coordinate of `apex` that is not finite or
  // beyond kMaxCoordinate_m; an edge that is not finite, or zero; edges in clockwise order; an edge that is not an
  // extreme ray of the cone of the four. Decided exactly.
  static absl::StatusOr<ViewPyramidShape> Create(const Vec3& apex, const std::array<Vec3, 4>& edges);

  // The support mapping of the apex.
  Vec3 Support(const Vec3&, Hint*) const { return apex_; }
  Vec3 Center() const { return apex_; }
  double Magnitude() const { return NormInfinity(apex_); }

  // The edges, as given.
  int num_recession_directions() const { return 4; }
  Vec3 recession_direction(int i) const {
    ABSL_ASSERT(0 <= i && i < 4);
    return edges_[static_cast<size_t>(i)];
  }

 private:
  // REQUIRES: values that Create accepts.
  ViewPyramidShape(const Vec3& apex, const std::array<Vec3, 4>& edges) : apex_(apex), edges_(edges) {}

  Vec3 apex_;
  std::array<Vec3, 4> edges_;
};

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_PAPERS_VIEW_PYRAMID_SHAPE_H_
