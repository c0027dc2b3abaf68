#pragma once

#include <cstdint>

#include "bench/solid/johnson.h"
#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::bench {

// What finds the nearest face; the names of Montanari, Petrinic, Barbieri 2017, section 5.
enum class JohnsonMode {
  kJohnson,        // JH: Johnson's algorithm alone; where it finds nothing, GJK ends.
  kJohnsonBackup,  // JB: where it finds nothing, the backup procedure.
  kBackup,         // BK: the backup procedure alone.
};

// Distance subalgorithm of PlainGjk3: see there.
template <JohnsonMode kMode>
class JohnsonSubdistance {
 public:
  static constexpr const char* kName = kMode == JohnsonMode::kJohnson         ? "JH"
                                       : kMode == JohnsonMode::kJohnsonBackup ? "JB"
                                                                              : "BK";

  void Clear() { size_ = 0; }

  bool Add(const solid::Vec3& w) {
    vertices_[size_++] = w;
    NearestFace face;
    if constexpr (kMode != JohnsonMode::kBackup) face = Johnson(vertices_, size_);
    if constexpr (kMode != JohnsonMode::kJohnson) {
      if (face.vertices == 0) {
        ++backups_;
        face = Backup(vertices_, size_);
      }
    }
    if (face.vertices == 0) return false;
    Keep(face);
    return true;
  }

  const solid::Vec3& nearest() const { return nearest_; }
  const solid::Vec3& direction() const { return nearest_; }
  double distance_sq() const { return NormSquared(nearest_); }
  bool Ends(const solid::Vec3& w, double tolerance) const {
    const double v_sq = NormSquared(nearest_);
    return v_sq - Dot(nearest_, w) <= tolerance * tolerance * v_sq;
  }
  int size() const { return size_; }
  const solid::Vec3& vertex(int i) const { return vertices_[i]; }

  // Calls of the backup procedure since construction.
  int64_t backups() const { return backups_; }

 private:
  void Keep(const NearestFace& face) {
    const int size = size_;
    size_ = 0;
    nearest_ = {};
    for (int i = 0; i < size; ++i) {
      if ((face.vertices >> i & 1u) == 0) continue;
      nearest_ = nearest_ + face.weight[i] * vertices_[i];
      vertices_[size_++] = vertices_[i];
    }
  }

  solid::Vec3 vertices_[4];  // In order of age.
  solid::Vec3 nearest_;
  int size_ = 0;
  int64_t backups_ = 0;
};

}  // namespace collision2d::bench
