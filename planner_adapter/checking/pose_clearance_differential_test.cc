// ComputePoseClearances against the pair queries, put to every pair in turn: the same bits on every
// instruction set.

#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/separation.h"
#include "collision2d/testing/scoped_target.h"
#include "gtest/gtest.h"
#include "hwy/targets.h"
#include "planner_adapter/checking/pose_clearance.h"
#include "planner_adapter/scene/obstacle_snapshot.h"

namespace collision2d::planner {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

PoseClearance ExpectedClearance(absl::Span<const ConvexPolygon> body, const Pose2& local_from_body, double bound_m,
                                absl::Span<const PlacedShape> obstacles) {
  PoseClearance clearance;
  for (size_t j = 0; j < obstacles.size(); ++j) {
    for (const ConvexPolygon& shape : body) {
      const Separation separation =
          ComputeSeparation(shape, *obstacles[j].shape, RelativePose(local_from_body, obstacles[j].local_from_shape));
      const Approach approach = {static_cast<int>(j), separation.signed_distance_m,
                                 local_from_body * separation.witness_a, local_from_body * separation.witness_b};
      const double distance_m = approach.signed_distance_m;
      if (distance_m < bound_m && distance_m < clearance.nearest.signed_distance_m) clearance.nearest = approach;
      if (distance_m > 0.0) continue;
      Approach& first = clearance.first_contact;
      const bool is_of_first = first.placed_shape >= 0 &&
                               obstacles[first.placed_shape].obstacle == obstacles[j].obstacle &&
                               obstacles[first.placed_shape].hypothesis == obstacles[j].hypothesis;
      if (first.placed_shape < 0 || (is_of_first && distance_m < first.signed_distance_m)) first = approach;
    }
  }
  return clearance;
}

std::array<uint64_t, 6> Bits(const Approach& approach) {
  const std::array<double, 5> numbers = {approach.signed_distance_m, approach.witness_body.x, approach.witness_body.y,
                                         approach.witness_obstacle.x, approach.witness_obstacle.y};
  std::array<uint64_t, 6> bits;
  std::memcpy(bits.data(), numbers.data(), sizeof(numbers));
  bits[5] = static_cast<uint64_t>(approach.placed_shape);
  return bits;
}

// Instants of a crowd: half of the shapes, poses and bounds are multiples of 1/4 m and quarter
// turns, so that many touch exactly and many are equally far away.
class CrowdGenerator {
 public:
  explicit CrowdGenerator(uint64_t seed) : engine_(seed) {}

  double Uniform(double low, double high) {
    return low + (high - low) * 0x1p-53 * static_cast<double>(engine_() >> 11);
  }
  int Integer(int low, int high) { return low + static_cast<int>(engine_() % static_cast<uint64_t>(high - low + 1)); }
  bool Chance(double probability) { return Uniform(0.0, 1.0) < probability; }

  std::vector<ConvexPolygon> Shapes(int count) {
    std::vector<ConvexPolygon> shapes;
    while (static_cast<int>(shapes.size()) < count) shapes.push_back(Shape());
    return shapes;
  }

  Pose2 Pose(double half_width_m) {
    if (Chance(0.5)) {
      const Vec2 position = {Uniform(-half_width_m, half_width_m), Uniform(-half_width_m, half_width_m)};
      return Pose2::FromYaw(position, Uniform(-3.0, 3.0));
    }
    const int quarters = static_cast<int>(4.0 * half_width_m);
    const double x = 0.25 * Integer(-quarters, quarters);
    const double y = 0.25 * Integer(-quarters, quarters);
    constexpr std::array<Vec2, 4> kTurns = {Vec2{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    const Vec2 turn = kTurns[Integer(0, 3)];
    return {{x, y}, turn.x, turn.y};
  }

  double Bound() {
    switch (Integer(0, 3)) {
      case 0:
        return kInfinity;
      case 1:
        return 0.0;
      case 2:
        return 0.25 * Integer(1, 20);
      default:
        return Uniform(0.0, 10.0);
    }
  }

 private:
  // Boxes, and the hulls of up to nine points; some rounded.
  ConvexPolygon Shape() {
    const double radius_m = Chance(0.3) ? 0.25 * Integer(1, 4) : 0.0;
    if (Chance(0.5)) {
      const double half_length_m = 0.25 * Integer(2, 8);
      const double half_width_m = 0.25 * Integer(2, 4);
      return ConvexPolygon::Hull({{-half_length_m, -half_width_m},
                                  {half_length_m, -half_width_m},
                                  {half_length_m, half_width_m},
                                  {-half_length_m, half_width_m}},
                                 radius_m)
          .value();
    }
    std::vector<Vec2> points;
    for (int i = Integer(1, 9); i > 0; --i) {
      const double x = Uniform(-2.0, 2.0);
      points.push_back({x, Uniform(-1.0, 1.0)});
    }
    return ConvexPolygon::Hull(points, radius_m).value();
  }

  std::mt19937_64 engine_;
};

TEST(PoseClearanceDifferentialTest, AgreesWithThePairQueriesToTheBit) {
  constexpr int kCrowds = 12;
  constexpr int kInstants = 3;  // With the same shapes.
  int poses_seen = 0;
  int contacts = 0;
  int several_contacts = 0;  // The first is not the nearest.
  int nearest = 0;           // Without contact.
  CrowdGenerator generator(20240717);
  ClearanceScratch scratch;
  std::vector<std::vector<ConvexPolygon>> kept;  // The scratch remembers shapes by their place in memory.
  for (int crowd = 0; crowd < kCrowds; ++crowd) {
    const std::vector<ConvexPolygon> body = generator.Shapes(generator.Integer(1, 3));
    // Around the number of obstacles in a word of a mask; none in the first crowd.
    kept.push_back(generator.Shapes(crowd == 0 ? 0 : generator.Integer(50, 80)));
    const std::vector<ConvexPolygon>& shapes = kept.back();
    // More poses than one call to the batch takes.
    const int pose_count = crowd % 3 == 1 ? 600 : generator.Integer(0, 40);
    for (int instant = 0; instant < kInstants; ++instant) {
      std::vector<PlacedShape> obstacles;
      for (const ConvexPolygon& shape : shapes) {
        const int k = static_cast<int>(obstacles.size());
        // Two hypotheses of three shapes for each obstacle.
        obstacles.push_back({&shape, generator.Pose(20.0), k / 6, k % 6 / 3});
      }
      std::vector<Pose2> poses;
      std::vector<double> bounds_m;
      std::vector<PoseClearance> expected;
      for (int k = 0; k < pose_count; ++k) {
        poses.push_back(generator.Pose(22.0));
        bounds_m.push_back(generator.Bound());
        expected.push_back(ExpectedClearance(body, poses[k], bounds_m[k], obstacles));
        // Sometimes the bound is the distance itself, which is not below it.
        if (expected[k].nearest.signed_distance_m > 0.0 && expected[k].nearest.placed_shape >= 0 &&
            generator.Chance(0.1)) {
          bounds_m[k] = expected[k].nearest.signed_distance_m;
          expected[k] = ExpectedClearance(body, poses[k], bounds_m[k], obstacles);
          ASSERT_EQ(expected[k].nearest.placed_shape, -1);
        }
        ++poses_seen;
        const bool collides = expected[k].first_contact.placed_shape >= 0;
        contacts += collides ? 1 : 0;
        several_contacts += collides && expected[k].nearest.placed_shape != expected[k].first_contact.placed_shape;
        nearest += !collides && expected[k].nearest.placed_shape >= 0 ? 1 : 0;
      }
      for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
        SCOPED_TRACE(hwy::TargetName(target));
        const ScopedTarget scoped(target);
        std::vector<PoseClearance> clearances(poses.size());
        const absl::Status status =
            ComputePoseClearances(body, poses, bounds_m, obstacles, &scratch, absl::MakeSpan(clearances));
        ASSERT_TRUE(status.ok()) << status;
        for (int k = 0; k < pose_count; ++k) {
          ASSERT_EQ(Bits(clearances[k].nearest), Bits(expected[k].nearest)) << crowd << " " << instant << " " << k;
          ASSERT_EQ(Bits(clearances[k].first_contact), Bits(expected[k].first_contact))
              << crowd << " " << instant << " " << k;
        }
      }
    }
  }
  EXPECT_GT(contacts, 0.3 * poses_seen);
  EXPECT_LT(contacts, 0.7 * poses_seen);
  EXPECT_GT(several_contacts, 0.05 * poses_seen);
  EXPECT_GT(nearest, 0.1 * poses_seen);
}

}  // namespace
}  // namespace collision2d::planner
