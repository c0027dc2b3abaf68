// ConvexCover against DistanceWithin of every point and every cell: the same booleans on every instruction set.

#include "collision2d/batch/convex_cover.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/distance.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/scoped_target.h"
#include "gtest/gtest.h"
#include "hwy/targets.h"

namespace collision2d {
namespace {

bool IsCovered(absl::Span<const ConvexPolygon> cells, double tolerance_m, Vec2 point) {
  const absl::StatusOr<ConvexPolygon> shape = ConvexPolygon::Create({point});
  if (!shape.ok()) return false;
  for (const ConvexPolygon& cell : cells) {
    if (cell.Bounds().Inflated(tolerance_m).Contains(point) && DistanceWithin(cell, *shape, tolerance_m)) return true;
  }
  return false;
}

struct CoverScene {
  std::vector<ConvexPolygon> cells;
  double tolerance_m;
  std::vector<BodyPoint> points;
  std::vector<Pose2> world_from_body;
  int steps;
  std::vector<int> lengths;
};

// Lanes of quadrilaterals around `center`, some of them turned, some with radius, triangles, segments and points between them; half of
// all coordinates are multiples of 1/4 m, so that many points lie on borders.
CoverScene MakeScene(Vec2 center, Random* random) {
  const bool is_coarse = random->Chance(0.5);
  const auto number = [&](double low, double high) {
    const double value = random->Uniform(low, high);
    return is_coarse ? std::round(4.0 * value) / 4.0 : value;
  };
  const auto place = [&](double reach) {
    const double x = number(-reach, reach);
    const double y = number(-reach, reach);
    return Vec2{x, y};
  };
  CoverScene scene;
  scene.tolerance_m = random->Chance(0.5) ? 0.0 : number(0.0, 0.5);
  for (int i = random->Integer(0, 60); i > 0; --i) {
    const Vec2 at = center + place(12.0);
    std::vector<Vec2> corners;
    for (int k = random->Integer(1, 6); k > 0; --k) corners.push_back(at + place(3.0));
    scene.cells.push_back(*ConvexPolygon::Hull(corners, random->Chance(0.2) ? 0.5 : 0.0));
  }
  for (int k = random->Integer(1, 9); k > 0; --k) {
    scene.points.push_back({place(2.0), random->Chance(0.3) ? place(1.0) : Vec2()});
  }
  scene.steps = random->Integer(1, 12);
  for (int i = random->Integer(1, 8); i > 0; --i) {
    scene.lengths.push_back(random->Integer(0, scene.steps));
    for (int s = 0; s < scene.steps; ++s) {
      const Vec2 at = center + place(6.0);
      scene.world_from_body.push_back(is_coarse ? Pose2{at, 0.0, 1.0} : Pose2::FromYaw(at, random->Angle()));
    }
  }
  return scene;
}

std::vector<int> ExpectedFirst(const CoverScene& scene) {
  std::vector<int> first;
  for (size_t i = 0; i < scene.lengths.size(); ++i) {
    first.push_back(-1);
    for (int s = 0; s < scene.lengths[i] && first.back() < 0; ++s) {
      const Pose2& pose = scene.world_from_body[i * static_cast<size_t>(scene.steps) + static_cast<size_t>(s)];
      for (const BodyPoint& point : scene.points) {
        if (!IsCovered(scene.cells, scene.tolerance_m, pose * point.in_body + point.offset)) first.back() = s;
      }
    }
  }
  return first;
}

TEST(ConvexCoverTest, AnswersAsDistanceWithinOfEveryCell) {
  Random random(20261122);
  int uncovered = 0;
  int trajectories = 0;
  for (int i = 0; i < 3000; ++i) {
    // Far away, single precision is coarser than the cells.
    const CoverScene scene = MakeScene(i % 3 == 0 ? Vec2{1048576.0, -4194304.0} : Vec2{}, &random);
    const ConvexCover cover(scene.cells, scene.tolerance_m);
    const std::vector<int> expected = ExpectedFirst(scene);
    for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
      const ScopedTarget scoped_target(target);
      std::vector<int> first(expected.size(), 7);
      cover.FirstUncovered(scene.points, {scene.world_from_body, scene.steps, scene.lengths}, absl::MakeSpan(first));
      ASSERT_EQ(first, expected) << "scene " << i << ", " << hwy::TargetName(target);
    }
    for (const int first : expected) uncovered += first >= 0 ? 1 : 0;
    trajectories += static_cast<int>(expected.size());
  }
  EXPECT_GT(uncovered, 0.3 * trajectories);
  EXPECT_LT(uncovered, 0.95 * trajectories);
}

// One cell far away makes the origin of single precision a poor one for the others.
TEST(ConvexCoverTest, ScatteredCells) {
  std::vector<ConvexPolygon> cells;
  for (int i = 0; i < 40; ++i) cells.push_back(*ConvexPolygon::Rectangle(10.0, 4.0, {10.0 * i, 0.0}));
  cells.push_back(*ConvexPolygon::Rectangle(1.0, 1.0, {9e7, -9e7}));
  const ConvexCover cover(cells, 0.0);
  const std::vector<BodyPoint> points = {{{0.0, -2.0}, {}}, {{0.0, 0.0}, {}}, {{0.0, 2.0}, {}}};
  std::vector<Pose2> poses;
  for (int k = 0; k < 400; ++k) poses.push_back({{0.99 * k, 0.0}});
  poses.push_back({{0.0, std::nextafter(0.0, 1.0)}});
  poses.push_back({{0.0, 0x1p-40}});
  int first = 7;
  cover.FirstUncovered(points, {poses, static_cast<int>(poses.size()), {}}, absl::MakeSpan(&first, 1));
  EXPECT_EQ(first, 399);  // 395.01 m; the cells end at 395 m.
}

TEST(ConvexCoverTest, WhatIsNotFiniteIsNotCovered) {
  const std::vector<ConvexPolygon> cells = {*ConvexPolygon::Rectangle(10.0, 4.0)};
  const ConvexCover cover(cells, 0.5);
  const std::vector<BodyPoint> points = {{{1.0, 0.0}, {}}, {{-1.0, 0.0}, {}}};
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), kInfinity, -kInfinity, 1e300, 1e9}) {
    const std::vector<Pose2> poses = {{{0.0, 0.0}}, {{1.0, 0.0}}, {{bad, 0.0}}, {{0.0, bad}}};
    std::vector<int> first(4, 7);
    cover.FirstUncovered(points, {poses, 1, {}}, absl::MakeSpan(first));
    EXPECT_EQ(first, (std::vector<int>{-1, -1, 0, 0})) << bad;
    first.resize(1);
    cover.FirstUncovered(points, {poses, 4, {}}, absl::MakeSpan(first));
    EXPECT_EQ(first[0], 2) << bad;
  }
}

}  // namespace
}  // namespace collision2d
