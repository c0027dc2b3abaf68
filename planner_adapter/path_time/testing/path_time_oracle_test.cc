// The oracle on regions that are known in closed form, and against Collides at points of every
// family.

#include "planner_adapter/path_time/testing/path_time_oracle.h"

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/separation.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/path_time/testing/path_time_cases.h"
#include "planner_adapter/scene/obstacle_snapshot.h"

namespace collision2d::planner {
namespace {

using Relation = PathTimeOracle::Relation;

constexpr double kPi = 3.141592653589793;

ConvexPolygon Box(double length_m, double width_m) { return ConvexPolygon::Rectangle(length_m, width_m).value(); }

// A car of 4 m x 2 m along the x axis from 0 to 20 m.
PathTimeCase AlongX() {
  PathTimeCase of;
  of.scene.ego.shapes = {Box(4.0, 2.0)};
  of.stations_m = {0.0, 7.0, 20.0};
  of.poses = {{0.0, {0.0, 0.0}, 0.0}, {0.0, {7.0, 0.0}, 0.0}, {0.0, {20.0, 0.0}, 0.0}};
  return of;
}

PathTimeOracle OracleOf(const PathTimeCase& of, int hypothesis = 0) {
  return {of.scene, of.stations_m, of.poses, 0, hypothesis, of.beyond};
}

// Across the x axis at x = 10 m, 2 m/s, at the axis after 3 s: it takes stations 7 to 13 m from 1.5
// to 4.5 s.
PathTimeCase Crossing() {
  PathTimeCase of = AlongX();
  of.scene.moving_obstacles.push_back({"m", "", {Box(4.0, 2.0)}, {}, {}});
  of.scene.moving_obstacles[0].predictions.push_back(
      {1.0, {{0.0, {10.0, -6.0}, 0.5 * kPi}, {5.0, {10.0, 4.0}, 0.5 * kPi}}, {}});
  return of;
}

TEST(PathTimeOracle, KnowsARectangle) {
  const PathTimeCase of = Crossing();
  const PathTimeOracle oracle = OracleOf(of);
  EXPECT_EQ(oracle.Decide({7.001, 12.999, 1.501, 4.499}), Relation::kUnknown);  // Two pieces.
  EXPECT_EQ(oracle.Decide({7.001, 7.01, 1.501, 1.51}), Relation::kContact);
  EXPECT_EQ(oracle.Decide({12.99, 12.999, 4.49, 4.499}), Relation::kContact);
  EXPECT_EQ(oracle.Decide({0.0, 6.999, 0.0, 5.0}), Relation::kApart);
  EXPECT_EQ(oracle.Decide({13.001, 20.0, 0.0, 5.0}), Relation::kApart);
  EXPECT_EQ(oracle.Decide({8.0, 12.0, 0.0, 1.499}), Relation::kApart);
  EXPECT_EQ(oracle.Decide({8.0, 12.0, 4.501, 5.0}), Relation::kApart);
  EXPECT_EQ(oracle.Decide({8.0, 12.0, 4.4, 4.6}), Relation::kUnknown);
  EXPECT_EQ(oracle.Decide(PathTimeOracle::At(10.0, 3.0)), Relation::kContact);
  EXPECT_EQ(oracle.Decide(PathTimeOracle::At(10.0, 5.5)), Relation::kApart);
  EXPECT_EQ(oracle.Decide(PathTimeOracle::At(20.5, 3.0)), Relation::kApart);
}

TEST(PathTimeOracle, KnowsWhenShapesChange) {
  PathTimeCase of = Crossing();
  of.scene.moving_obstacles[0].predictions[0].timed_shapes = {{3.0, {}}, {4.0, {Box(4.0, 2.0)}}};
  const PathTimeOracle oracle = OracleOf(of);
  EXPECT_EQ(oracle.Decide(PathTimeOracle::At(10.0, 2.9)), Relation::kContact);
  EXPECT_EQ(oracle.Decide(PathTimeOracle::At(10.0, 3.5)), Relation::kApart);
  EXPECT_EQ(oracle.Decide(PathTimeOracle::At(10.0, 4.1)), Relation::kContact);
  EXPECT_EQ(oracle.changes_s(), (std::vector<double>{0.0, 5.0, 3.0, 4.0}));
}

TEST(PathTimeOracle, KnowsHeights) {
  PathTimeCase of = Crossing();
  of.scene.ego.height_m = 1.0;
  of.scene.moving_obstacles[0].height = HeightSpan{0.0, 1.0};
  std::vector<TimedPose>& poses = of.scene.moving_obstacles[0].predictions[0].poses;
  // Level with the car until it is 1 m above the ground, at 2.5 s.
  poses[1].z_m = 2.0;
  const PathTimeOracle oracle = OracleOf(of);
  EXPECT_EQ(oracle.Decide(PathTimeOracle::At(10.0, 2.499)), Relation::kContact);
  EXPECT_EQ(oracle.Decide(PathTimeOracle::At(10.0, 2.501)), Relation::kApart);
}

TEST(PathTimeOracle, KnowsHalfATurn) {
  PathTimeCase of = AlongX();
  of.stations_m = {0.0, kPi};
  of.poses = {{0.0, {}, 0.0}, {0.0, {}, kPi}};
  of.scene.ego.shapes = {ConvexPolygon::Create({Vec2{0.0, 0.0}, Vec2{3.0, 0.0}}).value()};
  // Counter-clockwise: past (0, 2), not past (0, -2).
  for (const double y : {2.0, -2.0}) {
    of.scene.static_obstacles = {{"s", "", {ConvexPolygon::Disc(0.1, {0.0, y}).value()}, {}}};
    const PathTimeOracle oracle = OracleOf(of);
    EXPECT_EQ(oracle.Decide(PathTimeOracle::At(0.5 * kPi, 0.0)), y > 0.0 ? Relation::kContact : Relation::kApart);
    EXPECT_EQ(oracle.Decide(PathTimeOracle::At(0.5 * kPi + 0.04, 1.0)),
              y > 0.0 ? Relation::kContact : Relation::kApart);
    EXPECT_EQ(oracle.Decide(PathTimeOracle::At(0.5 * kPi + 0.06, 1.0)), Relation::kApart);
  }
}

// The least distance of the car and the obstacles at a point, by the library's queries.
double DistanceAt(const PathTimeCase& of, int hypothesis, double station_m, double time_s) {
  std::vector<TimedPose> path = of.poses;
  for (size_t i = 0; i < path.size(); ++i) path[i].time_s = of.stations_m[i];
  const TimedPose ego = InterpolatePose(path, station_m);
  std::vector<PlacedShape> placed;
  PlaceObstacles(of.scene, time_s, of.beyond, 0.0, &placed);
  double least_m = std::numeric_limits<double>::infinity();
  for (const PlacedShape& other : placed) {
    if (other.hypothesis != hypothesis) continue;
    const std::optional<HeightSpan> own = of.scene.ego.height_of(0);
    if (own.has_value() && other.height != nullptr) {
      const double gap_m = std::max(ego.z_m + own->z_min_m - other.elevation.z_m - other.height->z_max_m,
                                    other.elevation.z_m + other.height->z_min_m - ego.z_m - own->z_max_m);
      if (gap_m > 0.0) continue;
    }
    for (const ConvexPolygon& shape : of.scene.ego.shapes) {
      const Pose2 ego_from_other = RelativePose(ego.ToPose2(), other.local_from_shape);
      least_m = std::min(least_m, ComputeSeparation(shape, *other.shape, ego_from_other).signed_distance_m);
    }
  }
  return least_m;
}

TEST(PathTimeOracle, AgreesWithCollidesAtPointsOfEveryFamily) {
  Random random(TestSeed());
  int in_contact = 0;
  int points = 0;
  for (const PathTimeFamily& family : PathTimeFamilies()) {
    SCOPED_TRACE(family.name);
    int of_family = 0;
    int unknown = 0;
    const auto cases = static_cast<int>(TestCaseCount(100));
    for (int i = 0; i < cases; ++i) {
      const PathTimeCase of = family.generate(&random);
      double size_m = 1.0;
      for (const TimedPose& pose : of.poses) size_m = std::max(size_m, Norm(pose.position));
      const int hypotheses =
          of.scene.moving_obstacles.empty() ? 1 : static_cast<int>(of.scene.moving_obstacles[0].predictions.size());
      for (int hypothesis = 0; hypothesis < hypotheses; ++hypothesis) {
        const PathTimeOracle oracle = OracleOf(of, hypothesis);
        for (int k = 0; k < 40; ++k) {
          const double station_m = random.Uniform(of.stations_m.front(), of.stations_m.back());
          const double time_s = random.Uniform(of.start_s, of.end_s);
          const Relation relation = oracle.Decide(PathTimeOracle::At(station_m, time_s));
          const double distance_m = DistanceAt(of, hypothesis, station_m, time_s);
          // Clocks that count from 1970 have a spacing of 0.2 us.
          const double rounding_m = 1e-12 * size_m + 1e-15 * std::abs(time_s) * 1e3;
          if (distance_m > rounding_m) {
            ASSERT_EQ(relation, Relation::kApart) << i << " " << station_m << " " << time_s << " " << distance_m;
          } else if (distance_m < -rounding_m) {
            ASSERT_EQ(relation, Relation::kContact) << i << " " << station_m << " " << time_s << " " << distance_m;
            ++of_family;
          }
          unknown += relation == Relation::kUnknown ? 1 : 0;
          ++points;
        }
      }
    }
    EXPECT_TRUE(10 * of_family > cases || family.has_grazes) << of_family;
    EXPECT_TRUE(unknown == 0 || family.has_grazes) << unknown;
    in_contact += of_family;
  }
  EXPECT_GT(in_contact, points / 20);
}

}  // namespace
}  // namespace collision2d::planner
