#ifndef COLLISION2D_SOLID_QUERY_PORTAL_FILTER3_H_
#define COLLISION2D_SOLID_QUERY_PORTAL_FILTER3_H_

#include <algorithm>
#include <utility>

#include "absl/base/attributes.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/contact_filter3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/gjk3.h"
#include "collision2d/solid/query/simplex_step.h"

namespace collision2d::solid::internal {

// A filter for Level 1 by the ray from the centre of the CSO, a point inside it, through the origin. A portal, a
// triangle of CSO points that the ray passes through, is moved outwards until it is beyond the origin, or its plane
// separates. A round costs much less than one of GJK, and three support points can prove an overlap, for which GJK
// needs four.
// Source: Snethen 2008, Minkowski Portal Refinement (Game Programming Gems 7). Departures: only results that clear
// their error bound count as answers. Everything else is undecided, including pairs that take more than kPortalRounds
// rounds: GJK decides them.
template <typename Cso>
class PortalFilter3 {
 public:
  // REQUIRES: `center` is certainly a point of the CSO; magnitude_m = cso.Magnitude() > kTinyPair_m.
  PortalFilter3(const Cso& cso, const Vec3& center, double magnitude_m)
      : cso_(cso), center_(center), support_error_(kCso3SupportRelativeError * magnitude_m) {}

  // Number of support points computed.
  int rounds() const { return rounds_; }

  ABSL_ATTRIBUTE_ALWAYS_INLINE FilterVerdict3 Run() {
    if (Separates(-center_, &first_)) return FilterVerdict3::kApart;
    const Vec3 across = Cross(first_, center_);
    if (across == Vec3{}) return FilterVerdict3::kOpen;
    if (Separates(across, &second_)) return FilterVerdict3::kApart;
    Vec3 normal = Cross(first_ - center_, second_ - center_);
    if (Dot(normal, center_) > 0.0) {
      std::swap(first_, second_);
      normal = -normal;
    }
    // The ray is between the half-planes from the line of the centre through the first and the second point.
    for (;;) {
      if (rounds_ == kPortalRounds) return FilterVerdict3::kOpen;
      if (Separates(normal, &third_)) return FilterVerdict3::kApart;
      if (Dot(Cross(first_, third_), center_) < 0.0) {
        second_ = third_;
      } else if (Dot(Cross(third_, second_), center_) < 0.0) {
        first_ = third_;
      } else {
        return Refine();
      }
      normal = Cross(first_ - center_, second_ - center_);
    }
  }

 private:
  // More rounds would serve pairs near contact, which GJK decides sooner.
  static constexpr int kPortalRounds = 10;

  // Computes the support point in direction `normal`. Returns whether the plane through it certainly separates the CSO
  // from the origin.
  ABSL_ATTRIBUTE_ALWAYS_INLINE bool Separates(const Vec3& normal, Vec3* point) {
    ++rounds_;
    *point = cso_.Support(normal, &hints_).point;
    return Dot(normal, *point) < -support_error_ * Norm1(normal);
  }

  // Refines the portal. REQUIRES: the ray passes through the triangle of the three points, up to rounding.
  ABSL_ATTRIBUTE_ALWAYS_INLINE FilterVerdict3 Refine() {
    for (;;) {
      const Vec3 normal = Cross(second_ - first_, third_ - first_);
      if (!(Dot(normal, first_) < 0.0)) return Enclosed() ? FilterVerdict3::kOverlap : FilterVerdict3::kOpen;
      if (rounds_ == kPortalRounds) return FilterVerdict3::kOpen;
      Vec3 next;
      if (Separates(normal, &next)) return FilterVerdict3::kApart;
      if (!(ProgressBeyond(-normal, first_, next) > 0.0)) return FilterVerdict3::kOpen;
      // Selects the one of the three triangles between `next` and the edges of the portal that the ray passes through.
      const Vec3 across = Cross(next, center_);
      const bool left_of_first = Dot(first_, across) > 0.0;
      const bool replace_first = left_of_first ? Dot(second_, across) > 0.0 : !(Dot(third_, across) > 0.0);
      if (replace_first) {
        first_ = next;
      } else {
        (left_of_first ? third_ : second_) = next;
      }
    }
  }

  // Whether the origin is certainly in the tetrahedron of the centre and the portal.
  bool Enclosed() const {
    const StepInTetrahedron tetrahedron(first_, second_, third_, center_);
    return tetrahedron.volumes().Enclose(std::max(std::max(NormInfinity(first_), NormInfinity(second_)),
                                                  std::max(NormInfinity(third_), NormInfinity(center_))));
  }

  const Cso& cso_;
  typename Cso::Hints hints_;
  Vec3 center_;
  double support_error_;
  int rounds_ = 0;
  Vec3 first_;
  Vec3 second_;
  Vec3 third_;
};

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_QUERY_PORTAL_FILTER3_H_
