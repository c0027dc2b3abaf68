#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/shapes/support_mapping.h"
#include "collision2d/testing/random.h"

namespace collision2d::bench {

// What every library makes its own shape of.
struct SolidShape {
  // Half the edges of a box that is centred in its frame; not a box: 0.
  solid::Vec3 half_extents;
  // Of a sphere around its frame's origin, which has nothing of what follows; not a sphere: 0.
  double radius = 0.0;
  // The vertices of the hull (of the box too), and its surface, counter-clockwise seen from
  // outside.
  std::vector<solid::Vec3> vertices;
  std::vector<std::array<int, 3>> triangles;
};

struct SolidPair {
  int a = 0;  // Indices of shapes.
  int b = 0;
  solid::Pose3 a_from_b;
};

enum class SolidKind { kPolytopes, kBoxes, kSpheres };

// Pairs of solids of one kind.
struct SolidDataset {
  std::string name;
  SolidKind kind = SolidKind::kPolytopes;
  std::vector<SolidShape> shapes;
  std::vector<SolidPair> pairs;
};

// Uniform in a cube.
solid::Vec3 RandomVec(double low, double high, Random* random);

// Uniform on the unit sphere.
solid::Vec3 RandomUnitVector(Random* random);

// A rotation, uniform.
solid::Mat3 RandomRotation(Random* random);

// A rotation about a random axis.
solid::Mat3 SmallRotation(double angle_rad, Random* random);

// Points on the unit sphere, all of them vertices of their hull: uniform, or evenly spread (a
// Fibonacci lattice).
std::vector<solid::Vec3> RandomSpherePoints(int count, Random* random);
std::vector<solid::Vec3> EvenSpherePoints(int count);

// The hull. Ends the program if there is none: the points are the benchmarks' own.
solid::ConvexPolytope MakePolytope(absl::Span<const solid::Vec3> points);

// What the other libraries make their shapes of.
SolidShape MakeSolidShape(const solid::ConvexPolytope& polytope);
SolidShape MakeBoxShape(const solid::Vec3& half_extents);

// How a data set's bodies are positioned relative to each other.
enum class Placement {
  kDistant,      // Apart by about their size.
  kClose,        // Apart by 0.1 % to 10 % of their size.
  kMixed,        // Near contact, about half of them colliding.
  kOverlapping,  // Colliding.
};

const char* Name(Placement placement);

// Polytopes of that many vertices, or boxes, or prisms of six sides; of about 1 m, in random poses.
inline constexpr int kBoxes = 1;
inline constexpr int kPrisms = 2;
SolidDataset RandomSolids(int vertices, Placement placement, int pair_count, uint64_t seed);

// The first of the points that is the farthest along a direction. REQUIRES: there is one.
inline const solid::Vec3& Farthest(absl::Span<const solid::Vec3> points, const solid::Vec3& direction) {
  const solid::Vec3* best = points.data();
  double highest = Dot(direction, *best);
  for (const solid::Vec3& p : points) {
    const double height = Dot(direction, p);
    if (height > highest) {
      highest = height;
      best = &p;
    }
  }
  return *best;
}

// The hull of points whose support mapping looks at every one of them: GJK without hill climbing.
class ScanHull {
 public:
  using Hint = solid::NoHint;

  // REQUIRES: at least one point.
  explicit ScanHull(std::vector<solid::Vec3> points) : points_(std::move(points)) {
    for (const solid::Vec3& p : points_) {
      center_ = center_ + (1.0 / static_cast<double>(points_.size())) * p;
      magnitude_ = std::max(magnitude_, NormInfinity(p));
    }
  }

  int num_vertices() const { return static_cast<int>(points_.size()); }
  const solid::Vec3& vertex(int i) const { return points_[static_cast<size_t>(i)]; }

  solid::Vec3 Support(const solid::Vec3& direction, Hint*) const { return Farthest(points_, direction); }
  solid::Vec3 Center() const { return center_; }
  double Magnitude() const { return magnitude_; }

 private:
  std::vector<solid::Vec3> points_;
  solid::Vec3 center_;
  double magnitude_ = 0.0;
};

}  // namespace collision2d::bench
