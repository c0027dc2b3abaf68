#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "bench/peers/solids.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/simplex_step.h"

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

// SV, distance subalgorithm of PlainGjk3: the library's Signed Volumes for the order of GJK's loop.
class SignedVolumesSubdistance {
 public:
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

// The CSO of two hulls whose vertices are in one frame already, for PlainGjk3 (plain_gjk3.h): the
// support mapping looks at every vertex.
class PosedHulls {
 public:
  struct Hints {};

  // REQUIRES: neither is empty. The vertices must outlive the object.
  PosedHulls(absl::Span<const solid::Vec3> a, absl::Span<const solid::Vec3> b) : a_(a), b_(b) {}

  solid::CsoPoint Support(const solid::Vec3& direction, Hints*) const {
    return Point(Farthest(a_, direction), Farthest(b_, -direction));
  }

  // Where the search begins: at the first vertices, as openGJK's.
  solid::CsoPoint Center() const { return Point(a_[0], b_[0]); }

 private:
  static solid::CsoPoint Point(const solid::Vec3& on_a, const solid::Vec3& on_b) { return {on_a - on_b, on_a, on_b}; }

  absl::Span<const solid::Vec3> a_;
  absl::Span<const solid::Vec3> b_;
};

}  // namespace collision2d::bench
