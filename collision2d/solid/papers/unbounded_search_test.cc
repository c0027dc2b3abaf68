// Decision Sphere Search with rays, lines, half-spaces and view pyramids.

#include <array>

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/papers/decision_sphere_search.h"
#include "collision2d/solid/papers/unbounded_shapes.h"
#include "collision2d/solid/query/exact_hulls.h"
#include "collision2d/solid/shapes/simple_shapes.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

Vec3 RandomPoint(double reach, Random* random) {
  const double x = random->Uniform(-reach, reach);
  const double y = random->Uniform(-reach, reach);
  const double z = random->Uniform(-reach, reach);
  return {x, y, z};
}

// Tallies answers, which must be certain away from contact, and be about half collisions.
class Answers {
 public:
  void Check(const DecisionResult& result, bool expected, double margin) {
    ASSERT_NE(result.status, DecisionStatus::kIterationLimit);
    if (margin < 1e-9) return;
    ASSERT_EQ(result.status, DecisionStatus::kCertain);
    ASSERT_EQ(result.intersects, expected) << margin;
    (expected ? hits_ : misses_) += 1;
  }
  ~Answers() {
    EXPECT_GT(hits_, 3 * (hits_ + misses_) / 10);
    EXPECT_LT(hits_, 7 * (hits_ + misses_) / 10);
  }

 private:
  int64_t hits_ = 0;
  int64_t misses_ = 0;
};

// Asks both ways round.
template <typename A, typename B>
void CheckBoth(const A& a, const B& b, const Pose3& a_from_b, bool expected, double margin, Answers* answers) {
  answers->Check(DecideBySphereSearch(a, b, a_from_b), expected, margin);
  answers->Check(DecideBySphereSearch(b, a, a_from_b.Inverse()), expected, margin);
}

TEST(UnboundedSearchTest, HalfSpaceAndSphere) {
  Random random(TestSeed());
  Answers answers;
  for (int i = 0; i < 20000; ++i) {
    const Vec3 normal = RandomUnitVector(&random);
    const Vec3 point = RandomPoint(3.0, &random);
    const HalfSpaceShape half_space = *HalfSpaceShape::Create(point, 2.0 * normal);
    const SphereShape sphere = *SphereShape::Create(0.7);
    const Pose3 pose = {RandomPoint(3.0, &random), RandomRotation(&random)};
    const double gap = Dot(normal, pose.translation - point) - 0.7;
    ASSERT_NO_FATAL_FAILURE(CheckBoth(half_space, sphere, pose, gap <= 0.0, std::abs(gap), &answers));
  }
}

TEST(UnboundedSearchTest, HalfSpaces) {
  const HalfSpaceShape below = *HalfSpaceShape::Create({0.0, 0.0, 0.0}, {0.0, 0.0, 1.0});
  const HalfSpaceShape above = *HalfSpaceShape::Create({5.0, 0.0, 1.0}, {0.0, 0.0, -1.0});
  EXPECT_FALSE(DecideBySphereSearch(below, above, Pose3{}).intersects);
  EXPECT_TRUE(DecideBySphereSearch(below, below, Pose3{}).intersects);
  EXPECT_TRUE(DecideBySphereSearch(below, above, Pose3{{0.0, 0.0, -1.0}, {}}).intersects);
  EXPECT_FALSE(DecideBySphereSearch(below, above, Pose3{{0.0, 0.0, -0.999}, {}}).intersects);
  const Pose3 tilted = Pose3::FromYawPitchRoll({0.0, 0.0, 100.0}, 0.0, 1e-6, 0.0);
  EXPECT_TRUE(DecideBySphereSearch(below, above, tilted).intersects);
}

TEST(UnboundedSearchTest, LineAndRayAndSphere) {
  Random random(TestSeed() + 1);
  Answers of_line;
  Answers of_ray;
  for (int i = 0; i < 20000; ++i) {
    const Vec3 direction = RandomUnitVector(&random);
    const Vec3 point = RandomPoint(0.8, &random);
    const double radius = random.Uniform(0.5, 1.0);
    const SphereShape sphere = *SphereShape::Create(radius);
    const Pose3 pose = {RandomPoint(0.7, &random), RandomRotation(&random)};
    const Vec3 to_center = pose.translation - point;
    const double along = Dot(direction, to_center);
    const double from_line = Norm(Cross(direction, to_center));
    const double from_ray = along > 0.0 ? from_line : Norm(to_center);
    ASSERT_NO_FATAL_FAILURE(CheckBoth(*LineShape::Create(point, 3.0 * direction), sphere, pose, from_line <= radius,
                                      std::abs(from_line - radius), &of_line));
    ASSERT_NO_FATAL_FAILURE(CheckBoth(*RayShape::Create(point, 3.0 * direction), sphere, pose, from_ray <= radius,
                                      std::abs(from_ray - radius), &of_ray));
  }
}

// The sign of a slab test, and how clear it is: the length of the interval of t in which the line
// is inside the box.
double SlabOverlap(const Vec3& point, const Vec3& direction, const Vec3& half, double from) {
  double low = from;
  double high = 1e300;
  for (int axis = 0; axis < 3; ++axis) {
    const double p = axis == 0 ? point.x : axis == 1 ? point.y : point.z;
    const double d = axis == 0 ? direction.x : axis == 1 ? direction.y : direction.z;
    const double h = axis == 0 ? half.x : axis == 1 ? half.y : half.z;
    low = std::max(low, std::min((-h - p) / d, (h - p) / d));
    high = std::min(high, std::max((-h - p) / d, (h - p) / d));
  }
  return high - low;
}

TEST(UnboundedSearchTest, LineAndRayAndBox) {
  Random random(TestSeed() + 2);
  Answers of_line;
  Answers of_ray;
  const Vec3 half{1.0, 0.5, 2.0};
  const BoxShape box = *BoxShape::Create(half);
  for (int i = 0; i < 20000; ++i) {
    const Vec3 direction = RandomUnitVector(&random);
    const Vec3 point = RandomPoint(1.6, &random);
    const Pose3 pose = {RandomPoint(5.0, &random), RandomRotation(&random)};
    const double line = SlabOverlap(point, direction, half, -1e300);
    const double ray = SlabOverlap(point, direction, half, 0.0);
    const LineShape line_shape = *LineShape::Create(pose.Inverse() * point, pose.RotateBack(direction));
    const RayShape ray_shape = *RayShape::Create(pose.Inverse() * point, pose.RotateBack(direction));
    ASSERT_NO_FATAL_FAILURE(CheckBoth(box, line_shape, pose, line >= 0.0, std::abs(line), &of_line));
    ASSERT_NO_FATAL_FAILURE(CheckBoth(box, ray_shape, pose, ray >= 0.0, std::abs(ray), &of_ray));
  }
}

TEST(UnboundedSearchTest, LinesAndRays) {
  const LineShape x_axis = *LineShape::Create({}, {2.0, 0.0, 0.0});
  const LineShape y_axis = *LineShape::Create({}, {0.0, 1.0, 0.0});
  const RayShape x_ray = *RayShape::Create({}, {1.0, 0.0, 0.0});
  const RayShape y_ray = *RayShape::Create({0.0, 1.0, 0.0}, {0.0, 1.0, 0.0});
  EXPECT_TRUE(DecideBySphereSearch(x_axis, y_axis, Pose3{}).intersects);
  EXPECT_FALSE(DecideBySphereSearch(x_axis, y_axis, Pose3{{0.0, 0.0, 1e-3}, {}}).intersects);
  EXPECT_TRUE(DecideBySphereSearch(x_axis, x_axis, Pose3{{7.0, 0.0, 0.0}, {}}).intersects);
  EXPECT_FALSE(DecideBySphereSearch(x_axis, x_axis, Pose3{{7.0, 1e-3, 0.0}, {}}).intersects);
  EXPECT_FALSE(DecideBySphereSearch(x_axis, y_ray, Pose3{}).intersects);
  EXPECT_TRUE(DecideBySphereSearch(x_axis, y_ray, Pose3{{0.0, -3.0, 0.0}, {}}).intersects);
  EXPECT_FALSE(DecideBySphereSearch(x_ray, y_ray, Pose3{}).intersects);
  EXPECT_TRUE(DecideBySphereSearch(x_ray, y_ray, Pose3{{3.0, -2.0, 0.0}, {}}).intersects);
  EXPECT_FALSE(DecideBySphereSearch(x_ray, y_ray, Pose3{{-3.0, -2.0, 0.0}, {}}).intersects);
  EXPECT_TRUE(DecideBySphereSearch(x_ray, x_ray, Pose3{{-3.0, 0.0, 0.0}, {}}).intersects);
  EXPECT_FALSE(DecideBySphereSearch(x_ray, x_ray, Pose3{{-3.0, 0.0, 0.1}, {}}).intersects);
  const Pose3 turned = {{-3.0, 0.0, 0.0}, {{{-1.0, 0.0, 0.0}, {0.0, -1.0, 0.0}, {0.0, 0.0, 1.0}}}};
  EXPECT_FALSE(DecideBySphereSearch(x_ray, x_ray, turned).intersects);
}

// Only the line of a direction counts, not its length.
TEST(UnboundedSearchTest, DirectionsOfAnyLength) {
  const BoxShape box = *BoxShape::Create({1.0, 0.5, 2.0});
  const std::array<Vec3, 4> edges = {{{1.0, -0.5, 0.8}, {1.0, -0.5, -0.8}, {1.0, 0.5, -0.8}, {1.0, 0.5, 0.8}}};
  for (const int exponent : {-1070, -700, -300, 0, 300, 500, 1022}) {
    const auto scaled = [exponent](const Vec3& v) {
      return Vec3{std::ldexp(v.x, exponent), std::ldexp(v.y, exponent), std::ldexp(v.z, exponent)};
    };
    const auto check = [&](const auto& shape, const Vec3& hit, const Vec3& miss) {
      for (const bool hits : {true, false}) {
        const Pose3 pose = {hits ? hit : miss, {}};
        for (const DecisionResult& result :
             {DecideBySphereSearch(shape, box, pose), DecideBySphereSearch(box, shape, pose.Inverse())}) {
          EXPECT_EQ(result.intersects, hits) << exponent;
          EXPECT_EQ(result.status, DecisionStatus::kCertain) << exponent;
        }
      }
    };
    check(*RayShape::Create({}, scaled({1.0, 0.25, 0.0})), {4.0, 1.0, 0.0}, {-4.0, -1.0, 0.0});
    check(*LineShape::Create({}, scaled({1.0, 0.25, 0.0})), {-4.0, -1.0, 0.0}, {4.0, 2.0, 0.0});
    check(*HalfSpaceShape::Create({}, scaled({1.0, 0.0, 0.0})), {0.5, 0.0, 0.0}, {1.5, 0.0, 0.0});
    std::array<Vec3, 4> corners = edges;
    for (Vec3& edge : corners) edge = scaled(edge);
    check(*ViewPyramidShape::Create({}, corners), {4.0, 0.0, 0.0}, {4.0, 3.5, 0.0});
    check(*LineShape::Create({}, scaled({0.0, 0.0, 1.0})), {0.5, 0.0, 9.0}, {1.5, 0.0, 9.0});
  }
}

// A hull of points whose support mapping is a scan.
struct Points {
  using Hint = NoHint;
  std::vector<Vec3> vertices;
  int num_vertices() const { return static_cast<int>(vertices.size()); }
  Vec3 vertex(int i) const { return vertices[static_cast<size_t>(i)]; }
  Vec3 Support(const Vec3& direction, Hint*) const {
    return *std::max_element(vertices.begin(), vertices.end(), [&direction](const Vec3& p, const Vec3& q) {
      return Dot(direction, p) < Dot(direction, q);
    });
  }
  Vec3 Center() const { return vertices[0]; }
  double Magnitude() const {
    double magnitude = 0.0;
    for (const Vec3& v : vertices) magnitude = std::max(magnitude, NormInfinity(v));
    return magnitude;
  }
};

// A view pyramid against a hull near its apex is the pyramid cut off far away; and against another
// such pyramid.
TEST(UnboundedSearchTest, ViewPyramids) {
  Random random(TestSeed() + 3);
  Answers of_hull;
  Answers of_pyramid;
  const std::array<Vec3, 4> edges = {{{1.0, -0.8, -0.5}, {1.0, 0.8, -0.5}, {1.0, 0.8, 0.5}, {1.0, -0.8, 0.5}}};
  std::array<Vec3, 4> counter_clockwise = edges;
  if (!ViewPyramidShape::Create({}, edges).ok()) std::reverse(counter_clockwise.begin(), counter_clockwise.end());
  const ViewPyramidShape pyramid = *ViewPyramidShape::Create({}, counter_clockwise);
  Points cut_off{{{}}};
  for (const Vec3& edge : edges) cut_off.vertices.push_back(1000.0 * edge);
  for (int i = 0; i < 20000; ++i) {
    Points hull;
    const Vec3 center = Vec3{0.5, 0.0, 0.0} + RandomPoint(1.5, &random);
    for (int k = 0; k < 6; ++k) hull.vertices.push_back(center + RandomPoint(0.7, &random));
    const Pose3 pose = {{}, RandomRotation(&random)};
    Points turned;
    for (const Vec3& v : hull.vertices) turned.vertices.push_back(pose.RotateBack(v));
    const bool expected = ClassifyHulls(cut_off, turned, pose) != Relation::kApart;
    ASSERT_NO_FATAL_FAILURE(CheckBoth(pyramid, turned, pose, expected, 1.0, &of_hull));
    // Pyramids that meet do so near their apexes if their directions differ widely; otherwise the
    // cut changes the answer. Pairs whose answer differs for a longer cut are excluded.
    const Pose3 other = {RandomPoint(2.0, &random), RandomRotation(&random)};
    const bool near_meet = ClassifyHulls(cut_off, cut_off, other) != Relation::kApart;
    Points longer = cut_off;
    for (Vec3& v : longer.vertices) v = 1000.0 * v;
    const bool far_meet = ClassifyHulls(longer, longer, other) != Relation::kApart;
    if (near_meet == far_meet) {
      ASSERT_NO_FATAL_FAILURE(CheckBoth(pyramid, pyramid, other, near_meet, 1.0, &of_pyramid));
    }
  }
}

}  // namespace
}  // namespace collision2d::solid
