#include "collision2d/golden/golden_inputs.h"

#include <cstdint>
#include <string>
#include <utility>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/separation.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/portable_shapes.h"
#include "collision2d/testing/random.h"

namespace collision2d {
namespace {

constexpr uint64_t kSeed = 20261121;

using Lines = std::vector<GoldenLine>;

void Add(std::string name, std::vector<double> numbers, Lines* lines) {
  lines->push_back({false, std::move(name), std::move(numbers)});
}

Pose2 AnyPose(double reach_m, Random* random) {
  const Vec2 translation = {random->Uniform(-reach_m, reach_m), random->Uniform(-reach_m, reach_m)};
  Pose2 pose = RationalPose(translation, random->Uniform(-1.0, 1.0));
  // The other half of the circle too.
  if (random->Chance(0.5)) pose = Pose2(translation, UnitRotation(-pose.cos, -pose.sin));
  return pose;
}

void AddPair(const ConvexPolygon& a, const ConvexPolygon& b, Lines* lines) {
  Add("a", ToNumbers(a), lines);
  Add("b", ToNumbers(b), lines);
  Add("ask_common", {}, lines);
}

void AddPairsOfSize(int vertex_count, Random* random, Lines* lines) {
  const ConvexPolygon a = PortableEllipse(vertex_count, random);
  const ConvexPolygon centred = PortableEllipse(vertex_count, random);
  const double distance_m = random->Uniform(0.5, 6.0);
  const Vec2 shift = distance_m * OnUnitCircle(random->Uniform(-1.0, 1.0));
  const ConvexPolygon b = Mapped(centred, 1.0, shift, 0.0);
  AddPair(a, b, lines);
  Add("ask_posed", ToNumbers(AnyPose(4.0, random)), lines);
  Add("ask_posed", ToNumbers(AnyPose(1.0, random)), lines);
  const Separation s = ComputeSeparation(a, b);
  AddPair(a, Mapped(b, 1.0, -s.signed_distance_m * s.direction, 0.0), lines);
  AddPair(Mapped(a, 1.0, {}, 0.25), Mapped(b, 1.0, {}, random->Uniform(0.0, 1.0)), lines);
  AddPair(a, Mapped(a, 0.5, 0.5 * a.vertices()[0], 0.0), lines);
  AddPair(a, Mapped(a, -1.0, a.vertices()[0] + a.vertices()[a.size() - 1], 0.0), lines);
}

void AddSequence(int vertex_count, Random* random, Lines* lines) {
  Add("a", ToNumbers(PortableEllipse(vertex_count, random)), lines);
  Add("b", ToNumbers(PortableEllipse(vertex_count, random)), lines);
  const Vec2 start = {-3.0, random->Uniform(-1.0, 1.0)};
  Pose2 a_from_b = RationalPose(start, random->Uniform(-1.0, 1.0));
  const Pose2 step = RationalPose({0.75, 0.0}, random->Uniform(-0.04, 0.04));
  for (int k = 0; k < 8; ++k) {
    Add("ask_posed", ToNumbers(a_from_b), lines);
    a_from_b = step * a_from_b;
  }
}

enum class Scene { kTraffic, kAnyShapes, kTouching, kFarOut, kSmall };

double ScaleOf(Scene scene) { return scene == Scene::kSmall ? 1e-3 : 1.0; }

ConvexPolygon SceneShape(Scene scene, Random* random) {
  const double scale = ScaleOf(scene);
  if (scene == Scene::kTraffic) {
    const double length_m = random->Uniform(3.5, 6.0);
    const double width_m = random->Uniform(1.6, 2.5);
    return ConvexPolygon::Rectangle(length_m, width_m, {random->Uniform(0.0, 1.5), 0.0}).value();
  }
  const ConvexPolygon shape = PortableEllipse(random->Chance(0.2) ? 40 : random->Integer(1, 8), random);
  const double radius_m = random->Chance(0.3) ? scale * random->Uniform(0.0, 1.0) : 0.0;
  return Mapped(shape, scale, {}, scene == Scene::kTouching ? 0.0 : radius_m);
}

// The pose of an obstacle that puts one of its vertices on one of the body's, within the rounding
// of a few operations.
Pose2 TouchingPose(const ConvexPolygon& body, const Pose2& world_from_body, const ConvexPolygon& obstacle,
                   Random* random) {
  Pose2 pose = AnyPose(1.0, random);
  const Vec2 at = world_from_body * body.vertices()[random->Index(body.size())];
  pose.translation = at - pose.Rotate(obstacle.vertices()[random->Index(obstacle.size())]);
  return pose;
}

void AddScene(Scene scene, Random* random, Lines* lines) {
  constexpr int kPoses = 12;
  constexpr int kObstacles = 36;
  const double reach_m = 8.0 * ScaleOf(scene);
  const Vec2 place = scene == Scene::kFarOut ? Vec2{1e6, -5e5} : Vec2{};
  Add("scene", {}, lines);
  std::vector<ConvexPolygon> body;
  std::vector<Pose2> world_from_body;
  for (int e = 0; e < 2; ++e) body.push_back(SceneShape(scene, random));
  for (const ConvexPolygon& shape : body) Add("body", ToNumbers(shape), lines);
  for (int p = 0; p < kPoses; ++p) {
    Pose2 pose = AnyPose(reach_m, random);
    pose.translation = pose.translation + place;
    world_from_body.push_back(pose);
    Add("pose", ToNumbers(pose), lines);
  }
  for (int k = 0; k < kObstacles; ++k) {
    const ConvexPolygon obstacle = SceneShape(scene, random);
    Pose2 pose = AnyPose(2.0 * reach_m, random);
    pose.translation = pose.translation + place;
    if (scene == Scene::kTouching) {
      pose = TouchingPose(body[0], world_from_body[random->Index(kPoses)], obstacle, random);
    }
    std::vector<double> numbers = ToNumbers(pose);
    const std::vector<double> shape = ToNumbers(obstacle);
    numbers.insert(numbers.end(), shape.begin(), shape.end());
    Add("obstacle", numbers, lines);
  }
  Add("ask_batch", {0.25 * reach_m}, lines);
  Add("ask_map", {0.25 * reach_m}, lines);
  Add("ask_cells", {0.03 * reach_m}, lines);
  for (const int steps : {1, 4}) Add("ask_trajectories", {1.0 * steps}, lines);
}

}  // namespace

std::vector<GoldenLine> GoldenPairs() {
  Random random(kSeed);
  Lines lines;
  for (int family = 0; family < kPairFamilyCount; ++family) {
    if (!IsPortable(static_cast<PairFamily>(family))) continue;
    for (int i = 0; i < 10; ++i) {
      const ShapePair pair = RandomPair(static_cast<PairFamily>(family), 8, &random);
      AddPair(pair.a, pair.b, &lines);
    }
  }
  for (const int vertex_count : {3, 4, 6, 8, 12, 20, 40}) {
    for (int i = 0; i < 2; ++i) AddPairsOfSize(vertex_count, &random, &lines);
  }
  for (const int vertex_count : {4, 24, 100}) AddSequence(vertex_count, &random, &lines);
  return lines;
}

std::vector<GoldenLine> GoldenScenes() {
  Random random(kSeed);
  Lines lines;
  for (const Scene scene : {Scene::kTraffic, Scene::kAnyShapes, Scene::kTouching, Scene::kFarOut, Scene::kSmall}) {
    AddScene(scene, &random, &lines);
  }
  return lines;
}

}  // namespace collision2d
