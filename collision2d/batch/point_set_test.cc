// Sets of points beside the same points as shapes, pair by pair and in a StaticMap.

#include "collision2d/batch/point_set.h"

#include "absl/types/span.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/query/collides.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/scoped_target.h"
#include "collision2d/testing/test.h"
#include "hwy/targets.h"

namespace collision2d {
namespace {

struct PointScene {
  PointSetOptions options;
  Pose2 world_from_points;
  std::vector<Vec2> points;
  ConvexPolygon body = ConvexPolygon::Disc(0.0).value();
  std::vector<Pose2> poses;
  std::vector<ConvexPolygon> shapes;
  StaticMap map;
  PointSet set;
};

// Points of all densities, in part on the outline of the body at some pose.
PointScene RandomPointScene(Random* random) {
  PointScene scene;
  scene.options.radius_m = random->Chance(0.5) ? 0.0 : random->LogUniform(0.01, 0.5);
  scene.options.cell_size_m = random->LogUniform(0.05, 2.0);
  const double far_m = random->Chance(0.3) ? 1e6 : 1.0;
  scene.world_from_points =
      Pose2::FromYaw({far_m * random->Uniform(-1.0, 1.0), far_m}, random->Chance(0.5) ? 0.0 : random->Angle());
  scene.body = random->Chance(0.5) ? ConvexPolygon::Rectangle(4.5, 1.8, {1.4, 0.0}).value() : RandomPolygon(20, random);
  const double reach_m = random->LogUniform(5.0, 100.0);
  for (int i = 0; i < 40; ++i) {
    const double x = random->Uniform(-reach_m, reach_m);
    const Pose2 in_set = Pose2::FromYaw({x, random->Uniform(-reach_m, reach_m)}, random->Angle());
    scene.poses.push_back(scene.world_from_points * in_set);
    const Vec2 vertex = scene.body.ring()[random->Index(scene.body.size())];
    if (random->Chance(0.3)) scene.points.push_back(in_set * vertex);
  }
  for (int i = random->Integer(0, 400); i > 0; --i) {
    const double x = random->Uniform(-reach_m, reach_m);
    scene.points.push_back({x, random->Uniform(-reach_m, reach_m)});
  }
  if (random->Chance(0.2)) scene.points.push_back({5e7, -3e7});
  for (const Vec2 point : scene.points)
    scene.shapes.push_back(ConvexPolygon::Disc(scene.options.radius_m, point).value());
  const std::vector<Pose2> poses(scene.shapes.size(), scene.world_from_points);
  scene.map = StaticMap::Create(scene.shapes, poses).value();
  scene.set = PointSet::Create(scene.options).value();
  EXPECT_TRUE(scene.set.Update(scene.points, scene.world_from_points).ok());
  return scene;
}

TEST(PointSetTest, AnswersAsItsPointsAsShapes) {
  Random random(5);
  const std::vector<int64_t> targets = hwy::SupportedAndGeneratedTargets();
  int hits_seen = 0;
  for (int i = 0; i < 400; ++i) {
    const PointScene scene = RandomPointScene(&random);
    const ScopedTarget scoped_target(targets[static_cast<size_t>(i) % targets.size()]);
    const absl::Span<const ConvexPolygon> body(&scene.body, 1);
    const size_t count = scene.poses.size();
    std::vector<Hit> first(count), map_first(count);
    std::vector<uint8_t> any(count);
    std::vector<Nearest<double>> nearest(count), map_nearest(count);
    ASSERT_TRUE(FirstHit(body, scene.poses, scene.set, absl::MakeSpan(first)).ok());
    ASSERT_TRUE(FirstHit(body, scene.poses, scene.map, absl::MakeSpan(map_first)).ok());
    ASSERT_TRUE(AnyHit(body, scene.poses, scene.set, absl::MakeSpan(any)).ok());
    ASSERT_TRUE(MinimumDistance(body, scene.poses, scene.set, {}, absl::MakeSpan(nearest)).ok());
    ASSERT_TRUE(MinimumDistance(body, scene.poses, scene.map, {}, absl::MakeSpan(map_nearest)).ok());
    for (size_t p = 0; p < count; ++p) {
      SCOPED_TRACE(testing::Message() << "scene " << i << " pose " << p);
      ASSERT_EQ(first[p].element, map_first[p].obstacle);
      ASSERT_EQ(any[p], map_first[p].step + 1);
      ASSERT_EQ(nearest[p].distance_m, map_nearest[p].distance_m);
      ASSERT_EQ(nearest[p].element, map_nearest[p].obstacle);
      hits_seen += any[p];
    }
    // Each two poses are the ends of a motion.
    std::vector<Pose2> ends;
    for (size_t p = 0; p < count; ++p) {
      ends.push_back(scene.poses[p]);
      ends.push_back(scene.poses[p] * Pose2::FromYaw({random.Uniform(0.0, 5.0), 0.0}, random.Uniform(-1.0, 1.0)));
    }
    const double times_s[] = {1.0, 2.0};
    std::vector<SweptHit> swept(count), map_swept(count);
    std::vector<uint8_t> swept_any(count);
    ASSERT_TRUE(FirstHit(body, {ends, 2}, times_s, scene.set, {}, absl::MakeSpan(swept)).ok());
    ASSERT_TRUE(FirstHit(body, {ends, 2}, times_s, scene.map, {}, absl::MakeSpan(map_swept)).ok());
    ASSERT_TRUE(AnyHit(body, {ends, 2}, times_s, scene.set, {}, absl::MakeSpan(swept_any)).ok());
    for (size_t p = 0; p < count; ++p) {
      SCOPED_TRACE(testing::Message() << "scene " << i << " motion " << p);
      ASSERT_EQ(swept[p].element, map_swept[p].obstacle);
      ASSERT_EQ(swept[p].contact_by_s, map_swept[p].contact_by_s);
      ASSERT_EQ(swept_any[p], map_swept[p].step + 1);
    }
  }
  EXPECT_GT(hits_seen, 3000);
  EXPECT_LT(hits_seen, 13000);
}

TEST(PointSetTest, CountsPoints) {
  Random random(6);
  const ConvexPolygon body = ConvexPolygon::Rectangle(2.0, 1.0).value();
  for (int i = 0; i < 100; ++i) {
    std::vector<Vec2> points;
    for (int k = 0; k < 200; ++k) {
      const double x = random.Uniform(-8.0, 8.0);
      points.push_back({x, random.Uniform(-8.0, 8.0)});
    }
    PointSetOptions options;
    options.min_count = random.Integer(1, 6);
    PointSet set = PointSet::Create(options).value();
    ASSERT_TRUE(set.Update(points).ok());
    const double x = random.Uniform(-8.0, 8.0);
    const Pose2 pose = Pose2::FromYaw({x, random.Uniform(-8.0, 8.0)}, random.Angle());
    int touched = 0;
    int lowest = -1;
    for (int k = 0; k < 200; ++k) {
      if (!Collides(body, ConvexPolygon::Create({points[k]}).value(), pose.Inverse())) continue;
      ++touched;
      if (lowest < 0) lowest = k;
    }
    uint8_t any = 7;
    Hit first;
    ASSERT_TRUE(AnyHit({&body, 1}, pose, set, {&any, 1}).ok());
    ASSERT_TRUE(FirstHit({&body, 1}, pose, set, {&first, 1}).ok());
    ASSERT_EQ(any, touched >= options.min_count);
    ASSERT_EQ(first.element, touched >= options.min_count ? lowest : -1);
    if (options.min_count == 1) continue;
    Nearest<double> nearest;
    EXPECT_EQ(MinimumDistance({&body, 1}, pose, set, {}, {&nearest, 1}).message(),
              "obstacles: layer 0 is a PointSet of min_count " + std::to_string(options.min_count) + "; 1 is needed");
    const double time_s = 0.0;
    EXPECT_FALSE(AnyHit({&body, 1}, {{&pose, 1}, 1}, {&time_s, 1}, set, {}, {&any, 1}).ok());
  }
}

TEST(PointSetTest, LeavesOutWhatIsNotFiniteOrNotInTheBand) {
  const double nan = kNaN;
  const double infinity = kInf;
  PointSetOptions options;
  options.min_z_m = 0.1;
  options.max_z_m = 0.5;
  PointSet set = PointSet::Create(options).value();
  const std::vector<PointSet::Point> points = {{0, 0, 0.0}, {nan, 0, 0.2}, {0, -infinity, 0.2},
                                               {9, 9, 0.5}, {0, 0, nan},   {0, 0, 0.1}};
  ASSERT_TRUE(set.UpdateFrom(points.size(), [&](size_t i) { return points[i]; }).ok());
  EXPECT_EQ(set.size(), 2);
  EXPECT_EQ(set.invalid_count(), 3);
  const ConvexPolygon body = ConvexPolygon::Rectangle(1.0, 1.0).value();
  Hit hit;
  ASSERT_TRUE(FirstHit({&body, 1}, Pose2(), set, {&hit, 1}).ok());
  EXPECT_EQ(hit.element, 5);
  ASSERT_TRUE(set.Update({}).ok());
  ASSERT_TRUE(FirstHit({&body, 1}, Pose2(), set, {&hit, 1}).ok());
  EXPECT_EQ(hit.obstacle, -1);
}

TEST(PointSetTest, RefusesWithTheArgumentsName) {
  const auto message = [](const absl::Status& status) { return std::string(status.message()); };
  const double nan = kNaN;
  PointSetOptions options;
  options.radius_m = -1.0;
  EXPECT_EQ(message(PointSet::Create(options).status()), "radius_m: -1 m is not within [0, 1e+08]");
  options = {};
  options.cell_size_m = nan;
  EXPECT_EQ(message(PointSet::Create(options).status()), "cell_size_m: nan m is not within [0.001, 1e+08]");
  options = {};
  options.min_count = 0;
  EXPECT_EQ(message(PointSet::Create(options).status()), "min_count: 0 is below 1");
  options = {};
  options.min_z_m = nan;
  EXPECT_FALSE(PointSet::Create(options).ok());
  PointSet set;
  EXPECT_EQ(message(set.Update({{0.0, 0.0}, {2e8, 0.0}})),
            "points[1]: (200000000, 0) m is beyond the limit of 1e+08 m");
  EXPECT_FALSE(set.Update({{0.0, 0.0}}, Pose2({nan, 0.0})).ok());
  EXPECT_EQ(set.size(), 0);
}

}  // namespace
}  // namespace collision2d
