#include "collision2d/solid/query/expanding_polytope.h"

#include <array>
#include <map>

#include "collision2d/solid/geometry/determinant_sign.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/epa_workspace.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/solid/testing/shape_generators3.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid::internal {
namespace {

CsoPoint Of(const Vec3& p) { return {p, p, {}}; }

// The surface is closed, has the faces of a sphere, is exactly convex, and has every point inside
// or on it.
void CheckSurface(const ExpandingPolytope& polytope, const std::vector<Vec3>& points) {
  int num_faces = 0;
  std::vector<bool> used(static_cast<size_t>(polytope.num_vertices()), false);
  for (int f = 0; f < polytope.face_range(); ++f) {
    if (!polytope.face(f).is_alive) continue;
    ++num_faces;
    const PolytopeFace& face = polytope.face(f);
    for (int i = 0; i < 3; ++i) {
      used[face.vertex[i]] = true;
      const PolytopeFace& beyond = polytope.face(face.neighbor[i]);
      ASSERT_TRUE(beyond.is_alive);
      int shared = -1;
      for (int k = 0; k < 3; ++k) {
        if (beyond.vertex[k] == face.vertex[(i + 1) % 3]) shared = k;
      }
      ASSERT_GE(shared, 0);
      ASSERT_EQ(beyond.vertex[(shared + 1) % 3], face.vertex[i]);
      ASSERT_EQ(beyond.neighbor[shared], f);
    }
    for (const Vec3& p : points) {
      ASSERT_GE(Orient3dSign(polytope.corner(f, 0).point, polytope.corner(f, 1).point, polytope.corner(f, 2).point, p),
                0);
    }
  }
  int num_used = 0;
  for (const bool is_used : used) num_used += is_used ? 1 : 0;
  EXPECT_EQ(num_faces, polytope.num_faces());
  EXPECT_EQ(num_faces, 2 * num_used - 4);
}

void GrowAndCheck(const std::vector<Vec3>& points) {
  EpaStackWorkspace room;
  ExpandingPolytope polytope(room.storage());
  size_t next = 4;
  // Four points that span space, the first that do.
  bool started = false;
  for (size_t i = 3; i < points.size() && !started; ++i) {
    started = polytope.Start(Of(points[0]), Of(points[1]), Of(points[2]), Of(points[i]));
    next = i;
  }
  if (!started) return;
  std::vector<Vec3> so_far(points.begin(), points.begin() + 3);
  so_far.push_back(points[next]);
  for (const Vec3& p : points) {
    polytope.Insert(Of(p));
    so_far.push_back(p);
  }
  CheckSurface(polytope, so_far);
}

TEST(ExpandingPolytopeTest, HullsOfRandomPoints) {
  Random random(TestSeed());
  for (int i = 0; i < 200; ++i) GrowAndCheck(PointsOnSphere(4 + random.Index(100), &random));
}

// Coplanar, collinear and repeated points.
TEST(ExpandingPolytopeTest, HullsOfLattices) {
  Random random(TestSeed());
  for (int i = 0; i < 2000; ++i) GrowAndCheck(LatticePoints(4 + random.Index(40), 1 + random.Index(2), &random));
}

// Faces that rounding makes uneven, and slivers of a few units in the last place.
TEST(ExpandingPolytopeTest, HullsOfTurnedLattices) {
  Random random(TestSeed());
  for (int i = 0; i < 2000; ++i) {
    const Pose3 turn{{}, RandomRotation(&random)};
    GrowAndCheck(Posed(LatticePoints(4 + random.Index(40), 1 + random.Index(2), &random), turn));
  }
}

TEST(ExpandingPolytopeTest, RefusesFlatStart) {
  EpaStackWorkspace room;
  ExpandingPolytope polytope(room.storage());
  EXPECT_FALSE(polytope.Start(Of({0, 0, 0}), Of({1, 0, 0}), Of({0, 1, 0}), Of({1, 1, 0})));
  EXPECT_EQ(polytope.num_vertices(), 0);
}

TEST(ExpandingPolytopeTest, NearestFaceOfTetrahedron) {
  EpaStackWorkspace room;
  ExpandingPolytope polytope(room.storage());
  ASSERT_TRUE(polytope.Start(Of({-1, -1, -1}), Of({9, -1, -1}), Of({-1, 9, -1}), Of({-1, -1, 9})));
  EXPECT_NEAR(polytope.FindNearest().lower_bound_m, 1.0, 1e-12);
  EXPECT_LE(polytope.FindNearest().lower_bound_m, 1.0);
  // The origin beyond one of the planes comes first, with a negative distance.
  EpaStackWorkspace other_room;
  ExpandingPolytope other(other_room.storage());
  ASSERT_TRUE(other.Start(Of({2, -1, -1}), Of({9, -1, -1}), Of({2, 9, -1}), Of({2, -1, 9})));
  EXPECT_NEAR(other.FindNearest().lower_bound_m, -2.0, 1e-12);
}

// No point of the triangle is closer: the vector from the closest point to x has no part into the
// triangle.
TEST(ClosestOfTriangleTest, IsClosest) {
  Random random(TestSeed());
  for (int i = 0; i < 20000; ++i) {
    const Vec3 corner[3] = {RandomUnitVector(&random), RandomUnitVector(&random), RandomUnitVector(&random)};
    const Vec3 x = random.Uniform(0.0, 2.0) * RandomUnitVector(&random);
    const TriangleWeights weights = ClosestOfTriangle(corner[0], corner[1], corner[2], x);
    EXPECT_NEAR(weights.w[0] + weights.w[1] + weights.w[2], 1.0, 0x1p-50);
    const Vec3 closest = weights.Of(corner[0], corner[1], corner[2]);
    for (int k = 0; k < 3; ++k) {
      EXPECT_GE(weights.w[k], 0.0);
      EXPECT_LE(Dot(x - closest, corner[k] - closest), 1e-9);
    }
  }
}

TEST(ClosestOfTriangleTest, Degenerate) {
  const Vec3 p{1, 0, 0};
  const Vec3 q{3, 0, 0};
  EXPECT_EQ(ClosestOfTriangle(p, p, p, {2, 1, 0}).Of(p, p, p), p);
  EXPECT_EQ(ClosestOfTriangle(p, q, q, {2, 1, 0}).Of(p, q, q), (Vec3{2, 0, 0}));
  EXPECT_EQ(ClosestOfTriangle(p, {2, 0, 0}, q, {2.5, 1, 0}).Of(p, {2, 0, 0}, q), (Vec3{2.5, 0, 0}));
}

// The facet at x = 1 of a cube is two triangles; the foot is found from either.
TEST(FindFootTest, WalksWithinTheFacet) {
  EpaStackWorkspace room;
  ExpandingPolytope polytope(room.storage());
  ASSERT_TRUE(polytope.Start(Of({1, -1, -2}), Of({1, 3, -2}), Of({1, -1, 2}), Of({-5, 0, 0})));
  polytope.Insert(Of({1, 3, 2}));
  polytope.Insert(Of({-5, 9, 9}));
  for (int f = 0; f < polytope.face_range(); ++f) {
    if (!polytope.face(f).is_alive || polytope.face(f).plane.normal.x <= 0.0) continue;
    bool is_in_front = true;
    for (int i = 0; i < 3; ++i) is_in_front &= polytope.corner(f, i).point.x == 1.0;
    if (!is_in_front) continue;
    const FaceFoot foot = FindFoot(polytope, f, 1e-12);
    const Vec3 point = foot.weights.Of(polytope.corner(foot.face, 0).point, polytope.corner(foot.face, 1).point,
                                       polytope.corner(foot.face, 2).point);
    EXPECT_LE(NormInfinity(point - Vec3{1, 0, 0}), 0x1p-50);
  }
}

// Against a sorted list, through additions, changes of keys and removals in any order; few faces
// without order and many in a heap.
void CheckFront(int num_faces, double additions) {
  constexpr int kFaces = 200;
  Random random(TestSeed());
  std::array<FaceQueueEntry, kFaces> entries;
  std::array<uint16_t, kFaces> positions;
  positions.fill(FaceQueue::kNowhere);
  FaceQueue queue(entries.data(), positions.data());
  std::map<int, double> expected;
  for (int i = 0; i < 20000; ++i) {
    const int face = random.Index(num_faces);
    if (random.Chance(additions)) {
      const double key = static_cast<double>(random.Index(40));
      queue.Set(key, static_cast<uint16_t>(face));
      expected[face] = key;
    } else {
      queue.Remove(static_cast<uint16_t>(face));
      expected.erase(face);
    }
    ASSERT_EQ(queue.empty(), expected.empty());
    if (expected.empty()) continue;
    const auto least = std::min_element(expected.begin(), expected.end(),
                                        [](const auto& p, const auto& q) { return p.second < q.second; });
    ASSERT_EQ(queue.front().key, least->second);
    ASSERT_EQ(expected[queue.front().face], queue.front().key);
  }
}

TEST(FaceQueueTest, HasTheLeastOfFewInFront) { CheckFront(FaceQueue::kMaxUnordered - 1, 0.6); }

TEST(FaceQueueTest, HasTheLeastOfManyInFront) {
  CheckFront(200, 0.7);
  CheckFront(200, 0.4);
}

TEST(FaceQueueTest, PopsInOrder) {
  std::array<FaceQueueEntry, 5> entries;
  std::array<uint16_t, 5> positions;
  positions.fill(FaceQueue::kNowhere);
  FaceQueue queue(entries.data(), positions.data());
  const double keys[] = {3.0, -1.0, 2.0, -5.0, 0.0};
  for (uint16_t f = 0; f < 5; ++f) queue.Set(keys[f], f);
  for (const int f : {3, 1, 4, 2, 0}) {
    EXPECT_EQ(queue.front().face, f);
    queue.Remove(queue.front().face);
  }
  EXPECT_TRUE(queue.empty());
}

}  // namespace
}  // namespace collision2d::solid::internal
