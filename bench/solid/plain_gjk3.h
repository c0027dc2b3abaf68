#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::bench {

// GJK as published, over a CSO (cso3.h, or of its form) and an exchangeable distance subalgorithm,
// so that these are compared in one and the same loop. No error bounds, no exact rung: not the
// library's query. A distance subalgorithm is a class with
//   void Clear();                      // The empty simplex.
//   bool Add(const Vec3& w);           // Adds w, keeps the face nearest to the origin. False: it
//   found none.
//   const Vec3& direction() const;     // From the origin towards the nearest point v of that face,
//   of any length.
//   double distance_sq() const;        // |v|^2.
//   bool Ends(const Vec3& w, double tolerance) const;  // Eq. (10): |v|^2 - v.w <= tolerance^2
//   |v|^2.
//   int size() const; const Vec3& vertex(int i) const;
//   int64_t backups() const;           // Backup entries so far.

struct PlainGjk3Options {
  // Eq. (10): v is the answer once |v|^2 - v.w <= tolerance^2 |v|^2.
  double tolerance = 1e-14;
  // Eq. (9): in contact once |v|^2 <= contact_tolerance max |y|^2.
  double contact_tolerance = 1e-14;
  int max_iterations = 1000;
};

enum class PlainGjk3End {
  kApart,    // The distance is |v|.
  kContact,  // The simplex contains the origin, or Eq. (9).
  kFailed,   // Cap reached, or no face found: the distance is the last that was found.
};

struct PlainGjk3Result {
  PlainGjk3End end = PlainGjk3End::kFailed;
  double distance_m = 0.0;
  int calls = 0;  // Of the subalgorithm.
};

namespace internal {

// What PlainGjk3 calls with each support point; this one forgets them.
struct NoRecord {
  void operator()(const solid::Vec3&) const {}
};

template <typename Subdistance>
double MaxNormSquared(const Subdistance& simplex) {
  double max = 0.0;
  for (int i = 0; i < simplex.size(); ++i) max = std::max(max, NormSquared(simplex.vertex(i)));
  return max;
}

}  // namespace internal

// The distance (Montanari, Petrinic, Barbieri 2017, Algorithm 1, after van den Bergen 2003). `w in
// Y` of that algorithm looks at all vertices of the simplex before it was reduced.
template <typename Subdistance, typename Cso, typename Record = internal::NoRecord>
PlainGjk3Result PlainGjk3(const Cso& cso, const PlainGjk3Options& options, Subdistance* simplex,
                          const Record& record = {}) {
  using solid::Vec3;
  typename Cso::Hints hints;
  simplex->Clear();
  Vec3 direction = cso.Center().point;
  if (NormSquared(direction) == 0.0) direction = {1.0, 0.0, 0.0};
  Vec3 last[4];
  int last_size = 0;
  PlainGjk3Result result;
  while (result.calls < options.max_iterations) {
    const Vec3 w = cso.Support(-direction, &hints).point;
    if (result.calls > 0) {
      result.distance_m = std::sqrt(simplex->distance_sq());
      if (std::find(last, last + last_size, w) != last + last_size || simplex->Ends(w, options.tolerance)) {
        result.end = PlainGjk3End::kApart;
        return result;
      }
    }
    last_size = simplex->size();
    for (int i = 0; i < last_size; ++i) last[i] = simplex->vertex(i);
    last[last_size++] = w;
    record(w);
    ++result.calls;
    if (!simplex->Add(w)) return result;
    direction = simplex->direction();
    if (simplex->size() == 4 ||
        simplex->distance_sq() <= options.contact_tolerance * internal::MaxNormSquared(*simplex)) {
      result.end = PlainGjk3End::kContact;
      result.distance_m = 0.0;
      return result;
    }
  }
  return result;
}

// Whether they collide: as above, but ends as soon as w shows a separating direction, as collision
// tests by GJK do. kFailed after max_iterations (20 in Hornus 2017); what then is reported is a
// collision.
template <typename Subdistance, typename Cso>
PlainGjk3Result PlainGjk3Collides(const Cso& cso, const PlainGjk3Options& options, Subdistance* simplex) {
  using solid::Vec3;
  typename Cso::Hints hints;
  simplex->Clear();
  Vec3 direction = cso.Center().point;
  PlainGjk3Result result;
  if (NormSquared(direction) == 0.0) {
    result.end = PlainGjk3End::kContact;
    return result;
  }
  while (result.calls < options.max_iterations) {
    const Vec3 w = cso.Support(-direction, &hints).point;
    ++result.calls;
    if (Dot(direction, w) > 0.0) {
      result.end = PlainGjk3End::kApart;
      return result;
    }
    if (!simplex->Add(w)) return result;
    direction = simplex->direction();
    if (simplex->size() == 4 ||
        simplex->distance_sq() <= options.contact_tolerance * internal::MaxNormSquared(*simplex)) {
      result.end = PlainGjk3End::kContact;
      return result;
    }
  }
  return result;
}

}  // namespace collision2d::bench
