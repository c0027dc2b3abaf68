#include "bench/peers/johnson.h"

#include <initializer_list>

namespace collision2d::bench {
namespace {

using solid::Vec3;

// The vertices `members` with weights in these proportions.
NearestFace Face(std::initializer_list<int> members, std::initializer_list<double> cofactors) {
  double sum = 0.0;
  for (const double cofactor : cofactors) sum += cofactor;
  NearestFace face;
  const double* cofactor = cofactors.begin();
  for (const int i : members) {
    face.vertices |= 1u << i;
    face.weight[i] = *cofactor++ / sum;
  }
  return face;
}

NearestFace Johnson2(const JohnsonCofactors& c) {
  const double d0 = c.Pair(0, 1);
  if (d0 <= 0.0) return Face({1}, {1.0});
  const double d1 = c.Pair(1, 0);
  if (d1 > 0.0) return Face({0, 1}, {d0, d1});
  return {};
}

NearestFace Johnson3(const JohnsonCofactors& c) {
  const double d0 = c.Pair(0, 2);
  const double d1 = c.Pair(1, 2);
  if (d0 <= 0.0 && d1 <= 0.0) return Face({2}, {1.0});
  const double t1 = c.Triple(1, 0, 2);
  if (d0 > 0.0 && t1 <= 0.0) {
    const double d2 = c.Pair(2, 0);
    if (d2 > 0.0) return Face({0, 2}, {d0, d2});
  }
  const double t0 = c.Triple(0, 1, 2);
  if (d1 > 0.0 && t0 <= 0.0) {
    const double d2 = c.Pair(2, 1);
    if (d2 > 0.0) return Face({1, 2}, {d1, d2});
  }
  const double t2 = c.Triple(2, 0, 1);
  if (t0 > 0.0 && t1 > 0.0 && t2 > 0.0) return Face({0, 1, 2}, {t0, t1, t2});
  return {};
}

NearestFace Johnson4(const JohnsonCofactors& c) {
  constexpr int kOthers[3][2] = {{1, 2}, {0, 2}, {0, 1}};
  const double pair[3] = {c.Pair(0, 3), c.Pair(1, 3), c.Pair(2, 3)};
  if (pair[0] <= 0.0 && pair[1] <= 0.0 && pair[2] <= 0.0) return Face({3}, {1.0});
  // triple[i][k]: Delta_k({i, k, 3}).
  double triple[3][3];
  for (int i = 0; i < 3; ++i) {
    for (const int k : kOthers[i]) triple[i][k] = c.Triple(k, i, 3);
  }
  for (int i = 0; i < 3; ++i) {
    if (!(pair[i] > 0.0) || !(triple[i][kOthers[i][0]] <= 0.0) || !(triple[i][kOthers[i][1]] <= 0.0)) continue;
    const double newest = c.Pair(3, i);
    if (newest > 0.0) return Face({i, 3}, {pair[i], newest});
  }
  double quad[3];
  for (int k = 0; k < 3; ++k) {
    const int i = kOthers[k][0];
    const int j = kOthers[k][1];
    quad[k] = c.Quad(k, i, j, 3);
    if (!(quad[k] <= 0.0) || !(triple[j][i] > 0.0) || !(triple[i][j] > 0.0)) continue;
    const double newest = c.Triple(3, i, j);
    if (newest > 0.0) return Face({i, j, 3}, {triple[j][i], triple[i][j], newest});
  }
  const double newest = c.Quad(3, 0, 1, 2);
  if (quad[0] > 0.0 && quad[1] > 0.0 && quad[2] > 0.0 && newest > 0.0) {
    return Face({0, 1, 2, 3}, {quad[0], quad[1], quad[2], newest});
  }
  return {};
}

}  // namespace

NearestFace Johnson(const Vec3* vertices, int size) {
  if (size == 1) return Face({0}, {1.0});
  const JohnsonCofactors cofactors(vertices, size);
  if (size == 2) return Johnson2(cofactors);
  return size == 3 ? Johnson3(cofactors) : Johnson4(cofactors);
}

NearestFace Backup(const Vec3* vertices, int size) {
  const JohnsonCofactors c(vertices, size);
  NearestFace best;
  double best_norm_sq = 0.0;
  // Takes the face, if its weights are positive and its point is nearer than the best so far.
  const auto offer = [&](std::initializer_list<int> members, std::initializer_list<double> cofactors) {
    for (const double cofactor : cofactors) {
      if (!(cofactor > 0.0)) return;
    }
    const NearestFace face = Face(members, cofactors);
    Vec3 point;
    for (const int i : members) point = point + face.weight[i] * vertices[i];
    const double norm_sq = NormSquared(point);
    if (best.vertices != 0 && !(norm_sq < best_norm_sq)) return;
    best = face;
    best_norm_sq = norm_sq;
  };
  for (int i = 0; i < size; ++i) offer({i}, {1.0});
  for (int i = 1; i < size; ++i) {
    for (int j = 0; j < i; ++j) offer({i, j}, {c.Pair(i, j), c.Pair(j, i)});
  }
  for (int i = 2; i < size; ++i) {
    for (int j = 1; j < i; ++j) {
      for (int k = 0; k < j; ++k) {
        offer({i, j, k}, {c.Triple(i, j, k), c.Triple(j, i, k), c.Triple(k, i, j)});
      }
    }
  }
  if (size == 4) {
    offer({0, 1, 2, 3}, {c.Quad(0, 1, 2, 3), c.Quad(1, 0, 2, 3), c.Quad(2, 0, 1, 3), c.Quad(3, 0, 1, 2)});
  }
  return best;
}

}  // namespace collision2d::bench
