#pragma once

#include <cstdint>

#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/simplex_step.h"

namespace collision2d::bench {

// SV, distance subalgorithm of PlainGjk3: the library's Signed Volumes for the order of GJK's loop.
class SignedVolumesSubdistance {
 public:
  static constexpr const char* kName = "SV";

  void Clear() { size_ = 0; }

  bool Add(const solid::Vec3& w) {
    using solid::internal::StepInSegment;
    using solid::internal::StepInTriangle;
    using solid::internal::StepToVertex;
    switch (size_) {
      case 0:
        Keep(StepToVertex(w), w);
        break;
      case 1:
        Keep(StepInSegment(vertices_[0], w), w);
        break;
      case 2:
        Keep(StepInTriangle(vertices_[0], vertices_[1], w), w);
        break;
      default:
        AddToTriangle(w);
    }
    return true;
  }

  const solid::Vec3& direction() const { return direction_; }
  double distance_sq() const { return distance_sq_; }
  // v.y = |v|^2 for every vertex y, so that the length of the direction does not matter: no root
  // before the answer.
  bool Ends(const solid::Vec3& w, double tolerance) const {
    const solid::Vec3& newest = vertices_[size_ - 1];
    return Dot(direction_, newest - w) <= tolerance * tolerance * Dot(direction_, newest);
  }
  int size() const { return size_; }
  const solid::Vec3& vertex(int i) const { return vertices_[i]; }
  // There is none.
  int64_t backups() const { return 0; }

 private:
  void AddToTriangle(const solid::Vec3& w) {
    const solid::internal::StepInTetrahedron step(vertices_[0], vertices_[1], vertices_[2], w);
    if (step.IsInside() && step.volumes().whole > 0.0) {
      vertices_[3] = w;
      size_ = 4;
      distance_sq_ = 0.0;
      direction_ = {};
      return;
    }
    solid::internal::SimplexStep to_faces = step.IsInside() ? step.ToAllFaces() : step.ToFaces();
    // Rounding may hide the face that is nearer.
    if (!(to_faces.distance_sq < distance_sq_)) to_faces = step.ToAllFaces();
    Keep(to_faces, w);
  }

  void Keep(const solid::internal::SimplexStep& step, const solid::Vec3& w) {
    int kept = 0;
    for (int i = 0; i < size_; ++i) {
      if ((step.kept >> i & 1u) != 0) vertices_[kept++] = vertices_[i];
    }
    vertices_[kept++] = w;
    size_ = kept;
    direction_ = step.direction;
    distance_sq_ = step.distance_sq;
  }

  solid::Vec3 vertices_[4];  // In order of age.
  solid::Vec3 direction_;
  double distance_sq_ = 0.0;
  int size_ = 0;
};

}  // namespace collision2d::bench
