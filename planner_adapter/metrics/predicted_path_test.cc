#include "planner_adapter/metrics/predicted_path.h"

#include <random>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/collides.h"
#include "collision2d/testing/test.h"

namespace collision2d::planner {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

class MeetRunTest : public testing::Test {
 protected:
  double Uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random_); }

  // A piece that drives, turns, stands or, one in twenty, stays for ever.
  PathPiece RandomPiece(Vec2 around, double around_s) {
    const Vec2 from = around + Vec2{Uniform(-12.0, 12.0), Uniform(-6.0, 6.0)};
    const double yaw_rad = Uniform(-3.0, 3.0);
    const bool stands = Uniform(0.0, 1.0) < 0.2;
    const double turn_rad = stands || Uniform(0.0, 1.0) < 0.5 ? 0.0 : Uniform(-1.5, 1.5);
    const Vec2 way = stands ? Vec2{} : Vec2{Uniform(-8.0, 8.0), Uniform(-3.0, 3.0)};
    const double start_s = around_s + Uniform(-2.0, 2.0);
    const bool stays = stands && Uniform(0.0, 1.0) < 0.25;
    return {&box_,
            start_s,
            stays ? kInfinity : start_s + Uniform(0.01, 1.0),
            Pose2::FromYaw(from, yaw_rad),
            Pose2::FromYaw(from + way, yaw_rad + turn_rad),
            turn_rad,
            HeightRange()};
  }

  static Pose2 At(const PathPiece& piece, double time_s) {
    if (piece.is_still()) return piece.at_start;
    const double share = (time_s - piece.start_s) / (piece.end_s - piece.start_s);
    return Pose2::FromYaw(piece.at_start.translation + share * (piece.at_end.translation - piece.at_start.translation),
                          piece.at_start.yaw_rad() + share * piece.turn_rad);
  }

  double TimeIn(const PathPiece& piece) { return Uniform(piece.start_s, std::min(piece.end_s, piece.start_s + 5.0)); }

  std::mt19937_64 random_{20261130};
  const ConvexPolygon box_ = *ConvexPolygon::Rectangle(4.0, 2.0, {1.0, 0.0});
};

TEST_F(MeetRunTest, WhatTouchesIsNeitherLeftOutNorNearerInTime) {
  int met = 0, left_out = 0, touching = 0, bounded = 0;
  for (int i = 0; i < 3000; ++i) {
    const Vec2 around = i % 2 == 0 ? Vec2{} : Vec2{2e5, -1e5};
    const double around_s = i % 3 == 0 ? 1.7e9 : 0.0;
    PredictedPath path;
    const int count = 1 + i % 20;
    for (int k = 0; k < count; ++k) path.Add(RandomPiece(around, around_s));
    PathPiece own = RandomPiece(around, around_s);
    own.end_s = std::min(own.end_s, own.start_s + 5.0);
    const MovingBox box = BoxOf(own);
    for (size_t run = 0; run < path.runs.size(); ++run) {
      RunMeeting meeting{};
      MeetRun(absl::MakeConstSpan(&box, 1), path, run, absl::MakeSpan(&meeting, 1));
      for (size_t k = 0; k < PieceRun::kLanes; ++k) {
        const size_t index = run * PieceRun::kLanes + k;
        const bool meets = (meeting.pieces >> k & 1) != 0;
        if (index >= path.pieces.size()) {
          EXPECT_FALSE(meets);
          continue;
        }
        met += meets ? 1 : 0;
        left_out += meets ? 0 : 1;
        bounded += meets && meeting.apart_s[k] > 0.0F ? 1 : 0;
        const PathPiece& other = path.pieces[index];
        for (int sample = 0; sample < 40; ++sample) {
          const double own_s = TimeIn(own);
          const double other_s = TimeIn(other);
          if (!Collides(*own.shape, *other.shape, RelativePose(At(own, own_s), At(other, other_s)))) continue;
          ++touching;
          EXPECT_TRUE(meets) << "case " << i << " piece " << index;
          EXPECT_GE(std::abs(other_s - own_s), static_cast<double>(meeting.apart_s[k]) - 1e-6) << "case " << i;
        }
      }
    }
  }
  EXPECT_GT(met, 5000);
  EXPECT_GT(left_out, 5000);
  EXPECT_GT(touching, 20000);
  EXPECT_GT(bounded, 1000);
}

TEST_F(MeetRunTest, ABoxAroundOthersHasThem) {
  for (int i = 0; i < 200; ++i) {
    std::vector<MovingBox> boxes;
    for (int k = 0; k <= i % 8; ++k) boxes.push_back(BoxOf(RandomPiece({}, 0.0)));
    const MovingBox around = BoxAround(boxes);
    for (const MovingBox& box : boxes) {
      for (const Vec2 side : {Vec2{1.0, 1.0}, {1.0, -1.0}, {-1.0, 1.0}, {-1.0, -1.0}}) {
        const Vec2 local = {side.x * box.half_m.x, side.y * box.half_m.y};
        const Vec2 corner = box.center + local.x * box.axis + local.y * Vec2{-box.axis.y, box.axis.x};
        const Vec2 way = corner - around.center;
        EXPECT_LE(std::abs(Dot(around.axis, way)), around.half_m.x + 1e-9);
        EXPECT_LE(std::abs(Cross(around.axis, way)), around.half_m.y + 1e-9);
      }
    }
  }
}

TEST(PathOutlinesTest, TheyContainTheirPaths) {
  Scene scene;
  MovingObstacle car;
  car.shapes = {*ConvexPolygon::Rectangle(4.0, 2.0, {1.0, 0.0})};
  Prediction driving;
  driving.poses = {{0.0, {0.0, 0.0}, 0.0}, {1.0, {10.0, 3.0}, 1.5}, {2.0, {10.0, 12.0}, 3.0}};
  driving.timed_shapes = {{1.5, {*ConvexPolygon::Rectangle(9.0, 1.0)}}};
  Prediction occupying;
  occupying.occupancies = {{0.0, {*ConvexPolygon::Rectangle(2.0, 2.0, {50.0, 0.0})}},
                           {1.0, {*ConvexPolygon::Rectangle(2.0, 2.0, {60.0, -7.0})}}};
  Prediction improbable = driving;
  improbable.probability = 0.01;
  car.predictions = {driving, improbable, occupying};
  scene.moving_obstacles = {car};
  const std::vector<PathOutline> outlines = PathOutlines(scene, 0.1);
  ASSERT_EQ(outlines.size(), 2U);
  EXPECT_EQ(outlines[0].hypothesis, 0);
  EXPECT_EQ(outlines[1].hypothesis, 2);
  for (const PathOutline& outline : outlines) {
    const PredictedPath path = PathOf(outline, BeyondPrediction::kHold);
    EXPECT_GE(path.pieces.size(), 2U);
    for (const PathPiece& piece : path.pieces) {
      for (const Pose2& pose : {piece.at_start, piece.at_end}) {
        for (const Vec2 vertex : piece.shape->vertices()) {
          const Vec2 point = pose * vertex;
          EXPECT_TRUE(Overlap(outline.bounds, Aabb2{point, point}));
        }
      }
    }
  }
  EXPECT_LT(outlines[1].bounds.max.x, 62.0);
}

}  // namespace
}  // namespace collision2d::planner
