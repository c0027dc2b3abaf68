#pragma once

#include <cstdint>

#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::bench {

// The face of a simplex that is nearest to the origin: the subset of its vertices, bit i for vertex
// i, and the weights of these in the nearest point. No vertex: nothing was found.
struct NearestFace {
  uint32_t vertices = 0;
  double weight[4] = {0.0, 0.0, 0.0, 0.0};
};

// The cofactors of Johnson's algorithm, Delta_i(W) of Montanari, Petrinic, Barbieri 2017, Eqs. (16)
// to (19), for a simplex of up to four vertices. They are sums of products of differences of dot
// products, as published: that is what the algorithm's errors come from.
class JohnsonCofactors {
 public:
  // REQUIRES: 1 <= size <= 4.
  JohnsonCofactors(const solid::Vec3* vertices, int size) {
    for (int i = 0; i < size; ++i) {
      for (int j = 0; j <= i; ++j) dot_[i][j] = dot_[j][i] = Dot(vertices[i], vertices[j]);
    }
  }

  // Delta_i({i, j}).
  double Pair(int i, int j) const { return Step(j, j, i); }

  // Delta_i({i, j, k}).
  double Triple(int i, int j, int k) const { return Pair(j, k) * Step(j, j, i) + Pair(k, j) * Step(k, j, i); }

  // Delta_i({i, j, k, l}).
  double Quad(int i, int j, int k, int l) const {
    return Triple(j, k, l) * Step(j, j, i) + Triple(k, j, l) * Step(k, j, i) + Triple(l, j, k) * Step(l, j, i);
  }

 private:
  // s_m . s_l - s_m . s_i, a factor of Eq. (19).
  double Step(int m, int l, int i) const { return dot_[m][l] - dot_[m][i]; }

  double dot_[4][4];
};

// Johnson's algorithm: from the vertices up to the whole simplex, the first face whose own
// cofactors are positive and whose neighbours' are not. Only faces of the newest vertex, the last
// one, are looked at: in GJK the nearest point is on one of them. Rounding can leave none that
// qualifies, mostly where the simplex is flat: then no vertex.
NearestFace Johnson(const solid::Vec3* vertices, int size);

// The backup procedure: of all faces whose own cofactors are positive the one whose point is
// nearest. At least a vertex.
NearestFace Backup(const solid::Vec3* vertices, int size);

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
