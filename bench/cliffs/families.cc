#include "bench/cliffs/families.h"

#include "bench/cliffs/rings.h"

namespace collision2d::bench {

std::vector<CliffFamily> AllFamilies() {
  std::vector<CliffFamily> all = DeepFamilies();
  for (const auto& further : {ContactFamilies(), ScaleFamilies()})
    all.insert(all.end(), further.begin(), further.end());
  return all;
}

HardPair WithPose(const ConvexPolygon& a, const ConvexPolygon& b, Random* random) {
  const Pose2 a_from_b = Pose2::FromYaw(b.center(), random->Angle());
  const Ring vertices(b.vertices().begin(), b.vertices().end());
  return {a, ConvexPolygon::Hull(Posed(vertices, a_from_b.Inverse())).value(), a_from_b};
}

}  // namespace collision2d::bench
