// Scenes with a grid and a point set, beside the same scenes with an obstacle whose shapes are the
// cells, or the points: verdicts are the same.

#include <memory>
#include <optional>
#include <random>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/distance.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/checking/testing/plain_checker.h"
#include "planner_adapter/checking/testing/random_checks.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/scene/elements.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {
namespace {

// s. A bracket may be anywhere within its tolerance.
constexpr double kBracket_s = 2e-6;
// m. What two brackets leave open of how near bodies are: of level ones what they move in 2 us, of
// tilted ones kSpaceMargin_m in space each, which is up to sqrt 2 times as much in the plan at the
// steepest slopes.
constexpr double kMoved_m = 1e-3;
constexpr double kMovedInSpace_m = 3e-3;

class ElementsDifferentialTest : public testing::Test {
 protected:
  double Uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }

  // A frame and, if coordinates are coarse, one on multiples of 1/2 m.
  TimedPose Frame(Coordinates coordinates) {
    const double x = Uniform(-12.0, 0.0);
    const double y = Uniform(-12.0, 0.0);
    if (coordinates == Coordinates::kCoarse) return {0.0, {std::round(x), std::round(y)}, 0.0};
    return {0.0, {x, y}, Uniform(-4.0, 4.0)};
  }

  // A few blocks of cells.
  std::shared_ptr<const Elements> Grid(Coordinates coordinates) {
    const bool is_coarse = coordinates == Coordinates::kCoarse;
    const int width = std::uniform_int_distribution<int>(1, 100)(engine_);
    const int height = std::uniform_int_distribution<int>(1, 40)(engine_);
    std::vector<uint8_t> values(static_cast<size_t>(width) * height);
    for (uint8_t& value : values) value = Uniform(0.0, 1.0) < 0.01 ? 100 : 10;
    for (int block = 0; block < 3; ++block) {
      const int row = std::uniform_int_distribution<int>(0, height - 1)(engine_);
      const int column = std::uniform_int_distribution<int>(0, width - 1)(engine_);
      for (int r = row; r < std::min(height, row + 3); ++r) {
        for (int c = column; c < std::min(width, column + 5); ++c) values[r * width + c] = 65;
      }
    }
    return Elements::FromGrid(Frame(coordinates), width, height, is_coarse ? 0.5 : Uniform(0.1, 0.6), values, {65, 100})
        .value();
  }

  std::shared_ptr<const Elements> Points(Coordinates coordinates) {
    const bool is_coarse = coordinates == Coordinates::kCoarse;
    std::vector<PointSet::Point> points(std::uniform_int_distribution<size_t>(0, 40)(engine_));
    for (PointSet::Point& point : points) {
      point = {Uniform(-15.0, 15.0), Uniform(-15.0, 15.0), Uniform(0.0, 3.0)};
      if (is_coarse) point = {std::round(point.x), std::round(point.y), point.z};
    }
    PointSetOptions options;
    options.radius_m = is_coarse || Uniform(0.0, 1.0) < 0.5 ? 0.0 : Uniform(0.0, 0.5);
    options.max_z_m = 2.0;
    return Elements::FromPoints(Frame(coordinates), points, options).value();
  }

  std::mt19937_64 engine_{TestSeed()};
};

StaticObstacle ObstacleOf(std::shared_ptr<const Elements> elements) {
  StaticObstacle obstacle;
  obstacle.id = "elements";
  obstacle.elements = std::move(elements);
  return obstacle;
}

// The same obstacle by its shapes. Without any it has none, which is legal in memory.
StaticObstacle ByShapes(const StaticObstacle& obstacle) {
  StaticObstacle result;
  result.id = obstacle.id;
  const Pose2 pose = obstacle.elements->local_from_elements().ToPose2();
  for (const ConvexPolygon& shape : obstacle.elements->Shapes()) {
    std::vector<Vec2> vertices;
    for (const Vec2 vertex : shape.vertices()) vertices.push_back(pose * vertex);
    result.shapes.push_back(ConvexPolygon::Create(vertices, shape.radius_m()).value());
  }
  return result;
}

// How far apart the times of two brackets of one contact may be, which overlap.
double ToleranceOf(const ContactBracket& a, const ContactBracket& b) {
  EXPECT_LE(std::max(a.free_until_s, b.free_until_s), std::min(a.contact_by_s, b.contact_by_s) + kBracket_s);
  return kBracket_s + (a.contact_by_s - a.free_until_s) + (b.contact_by_s - b.free_until_s);
}

struct Kind {
  Heights heights;
  Coordinates coordinates;
  Parts parts;
};

struct Agreement {
  double distance_m;
  double time_s;
  bool may_be_another = false;
};

void ExpectSame(const std::optional<Encounter>& actual, const std::optional<Encounter>& expected,
                const Agreement& agreement) {
  ASSERT_EQ(actual.has_value(), expected.has_value());
  if (!actual.has_value()) return;
  EXPECT_NEAR(actual->time_s, expected->time_s, agreement.time_s);
  EXPECT_EQ(actual->step, expected->step);
  if (!agreement.may_be_another) {
    EXPECT_EQ(actual->obstacle, expected->obstacle);
    EXPECT_EQ(actual->hypothesis, expected->hypothesis);
    EXPECT_EQ(actual->part, expected->part);
  }
  EXPECT_NEAR(actual->signed_distance_m, expected->signed_distance_m, agreement.distance_m);
}

// Several elements may be as near: the one that is named has the witness.
void ExpectNamed(const Scene& scene, const std::optional<Encounter>& encounter) {
  if (!encounter.has_value() || static_cast<size_t>(encounter->obstacle) >= scene.static_obstacles.size()) return;
  const Elements* const elements = scene.static_obstacles[encounter->obstacle].elements.get();
  if (elements == nullptr) return;
  ASSERT_GE(encounter->element, 0);
  const Pose2 frame = elements->local_from_elements().ToPose2();
  const ConvexPolygon shape = elements->ShapeOf(encounter->element);
  const ConvexPolygon witness = ConvexPolygon::Disc(0.0, encounter->witness_obstacle - scene.origin).value();
  EXPECT_LE(Distance(witness, shape, RelativePose(Pose2(), frame)), kAgreement_m);
}

void ExpectSame(const Scene& scene, const Kind& kind, const Verdict& actual, const Verdict& expected) {
  EXPECT_EQ(actual.outcome, expected.outcome);
  ASSERT_EQ(actual.collides(), expected.collides());
  ASSERT_EQ(actual.contact_bracket.has_value(), expected.contact_bracket.has_value());
  Agreement agreement = {kAgreement_m, 0.0};
  if (actual.contact_bracket.has_value()) {
    EXPECT_EQ(actual.contact_bracket->between_instants, expected.contact_bracket->between_instants);
    const bool is_exact = actual.contact_bracket->free_until_s == actual.contact_bracket->contact_by_s;
    // Where coordinates are coarse, several obstacles may be met within one bracket.
    agreement = {kind.heights == Heights::kSolids ? kMovedInSpace_m : kMoved_m,
                 ToleranceOf(*actual.contact_bracket, *expected.contact_bracket),
                 kind.coordinates == Coordinates::kCoarse && !is_exact};
  }
  ExpectSame(actual.first_collision, expected.first_collision, agreement);
  ExpectSame(actual.minimum_clearance, expected.minimum_clearance, agreement);
  ExpectNamed(scene, actual.first_collision);
  ExpectNamed(scene, actual.minimum_clearance);
  EXPECT_EQ(actual.pairs_checked, expected.pairs_checked);
  ASSERT_EQ(actual.first_within_margin.has_value(), expected.first_within_margin.has_value());
  if (actual.first_within_margin.has_value()) {
    const auto bracket_of = [](const MarginEncounter& of) { return ContactBracket{of.outside_until_s, of.time_s}; };
    ToleranceOf(bracket_of(*actual.first_within_margin), bracket_of(*expected.first_within_margin));
    if (actual.first_within_margin->outside_until_s == actual.first_within_margin->time_s) {
      EXPECT_EQ(actual.first_within_margin->obstacle, expected.first_within_margin->obstacle);
    }
  }
  const auto twist_s = [](const Verdict& of) {
    const std::optional<TimeToCollision>& metric = of.metrics.time_to_collision;
    return metric.has_value() && metric->constant_twist_s.has_value() ? metric->constant_twist_s->value : -1.0;
  };
  EXPECT_NEAR(twist_s(actual), twist_s(expected), kBracket_s);
}

TEST_F(ElementsDifferentialTest, VerdictsAreThoseOfShapes) {
  const Kind kinds[] = {{Heights::kNone, Coordinates::kReal, Parts::kNone},
                        {Heights::kNone, Coordinates::kCoarse, Parts::kNone},
                        {Heights::kNone, Coordinates::kReal, Parts::kSome},
                        {Heights::kLevel, Coordinates::kReal, Parts::kNone},
                        {Heights::kSolids, Coordinates::kReal, Parts::kSome}};
  int candidates = 0;
  int of_elements = 0;
  int between = 0;
  int nearest = 0;
  for (const Kind& kind : kinds) {
    ForEachScene(TestCaseCount(250), kind.heights, kind.coordinates, kind.parts,
                 [&](int64_t k, SceneGenerator& generator) {
                   Scene scene = generator.RandomScene();
                   CheckerOptions options = generator.RandomOptions();
                   options.instants_only = k % 4 == 0;
                   options.metrics.time_to_collision = k % 8 == 1;
                   if (k % 3 == 0) scene.margins.body.round_m = 0.25;
                   if (k % 6 == 0) scene.margins.by_type = {{"", {0.5, 0.0, 0.0}}};
                   scene.static_obstacles.push_back(ObstacleOf(Grid(kind.coordinates)));
                   if (k % 2 == 0) scene.static_obstacles.push_back(ObstacleOf(Points(kind.coordinates)));
                   // A few have a type of their own, so that margins differ.
                   if (k % 12 == 0) scene.static_obstacles.back().type = "points";
                   Scene by_shapes = scene;
                   for (StaticObstacle& obstacle : by_shapes.static_obstacles) {
                     if (obstacle.elements == nullptr) continue;
                     StaticObstacle shapes = ByShapes(obstacle);
                     shapes.type = obstacle.type;
                     obstacle = std::move(shapes);
                   }
                   const std::vector<Verdict> actual = VerdictsOf(scene, options);
                   const std::vector<Verdict> expected = VerdictsOf(by_shapes, options);
                   const auto is_of_elements = [&](const std::optional<Encounter>& of) {
                     return of.has_value() && static_cast<size_t>(of->obstacle) < scene.static_obstacles.size() &&
                            scene.static_obstacles[of->obstacle].elements != nullptr;
                   };
                   for (size_t i = 0; i < actual.size(); ++i) {
                     SCOPED_TRACE(testing::Message() << "heights " << static_cast<int>(kind.heights) << ", coordinates "
                                                     << static_cast<int>(kind.coordinates) << ", candidate " << i);
                     ExpectSame(scene, kind, actual[i], expected[i]);
                     if (HasFailure()) return;
                     ++candidates;
                     of_elements += is_of_elements(actual[i].first_collision) ? 1 : 0;
                     nearest += !actual[i].collides() && is_of_elements(actual[i].minimum_clearance) ? 1 : 0;
                     between += is_of_elements(actual[i].first_collision) && actual[i].contact_bracket.has_value() &&
                                        actual[i].contact_bracket->between_instants
                                    ? 1
                                    : 0;
                   }
                 });
  }
  EXPECT_GT(of_elements, candidates / 10);
  EXPECT_GT(nearest, candidates / 50);
  EXPECT_GT(between, candidates / 200);
}

}  // namespace
}  // namespace collision2d::planner
