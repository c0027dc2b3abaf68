#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

// Refused input, with outputs that no legal call leaves as they are.
class SweptBadInput : public testing::Test {
 protected:
  SweptBadInput() {
    for (int s = 0; s < 3; ++s) {
      batches_.push_back(PolygonBatch::Create(shapes_, {Pose2{{2.0 * s, 0.0}}, Pose2{{9.0, 9.0}}}).value());
    }
    SetBatches(batches_);
  }

  void SetBatches(const std::vector<PolygonBatch>& batches) {
    obstacles_ = {absl::MakeConstSpan(batches).first(2), absl::MakeConstSpan(batches).subspan(1)};
  }

  enum Concerned { kAll, kMovingOnly, kContactsOnly, kClearanceOnly };

  void ExpectRefused(const std::string& message, Concerned concerned = kAll) {
    const std::vector<uint8_t> untouched_any(first_.size(), 77);
    std::vector<uint8_t> any = untouched_any;
    std::vector<SweptNearest> clearance(first_.size(), SweptNearest{-77.0});
    int free_position = 77;
    const auto expect = [&](const absl::Status& status) {
      EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
      EXPECT_EQ(status.message(), message);
    };
    if (concerned != kClearanceOnly) {
      expect(FirstHit(body_, trajectories_, times_, obstacles_, options_, absl::MakeSpan(first_)));
      expect(AnyHit(body_, trajectories_, times_, obstacles_, options_, absl::MakeSpan(any)));
      expect(FirstFree(body_, trajectories_, times_, obstacles_, options_, order_, &free_position,
                       absl::MakeSpan(first_)));
    }
    if (concerned != kClearanceOnly && concerned != kMovingOnly) {
      expect(FirstHit(body_, trajectories_, times_, map_, options_, absl::MakeSpan(first_)));
      expect(AnyHit(body_, trajectories_, times_, map_, options_, absl::MakeSpan(any)));
    }
    if (concerned != kContactsOnly) {
      expect(MinimumDistance(body_, trajectories_, times_, obstacles_, {{}, tolerance_m_}, absl::MakeSpan(clearance)));
      if (concerned != kMovingOnly) {
        expect(MinimumDistance(body_, trajectories_, times_, map_, {{}, tolerance_m_}, absl::MakeSpan(clearance)));
      }
    }
    EXPECT_EQ(free_position, 77);
    for (const SweptHit& hit : first_) EXPECT_EQ(hit.step, -77);
    EXPECT_EQ(any, untouched_any);
    for (const SweptNearest& nearest : clearance) EXPECT_EQ(nearest.lower_m, -77.0);
  }

  const std::vector<ConvexPolygon> body_ = {ConvexPolygon::Rectangle(4.0, 2.0).value()};
  const std::vector<ConvexPolygon> shapes_ = {body_[0], ConvexPolygon::Rectangle(1.0, 1.0).value()};
  const StaticMap map_ = StaticMap::Create(shapes_).value();
  std::vector<PolygonBatch> batches_;
  std::vector<Pose2> poses_ = std::vector<Pose2>(6);
  std::vector<int> lengths_ = {3, 3};
  std::vector<int> order_ = {0, 1};
  std::vector<double> times_ = {1.0, 2.0, 2.5};
  ImpactOptions options_;
  double tolerance_m_ = 1e-3;
  MovingObstacles obstacles_;
  std::vector<SweptHit> first_ = std::vector<SweptHit>(2, SweptHit{-77});
  Trajectories trajectories_ = {poses_, 3, lengths_};
};

TEST_F(SweptBadInput, IsLegalBeforeItIsChanged) {
  ASSERT_TRUE(FirstHit(body_, trajectories_, times_, obstacles_, options_, absl::MakeSpan(first_)).ok());
  EXPECT_EQ(first_[1].step, 0);
  EXPECT_EQ(first_[1].free_until_s, 1.0);
  EXPECT_EQ(first_[1].contact_by_s, 1.0);
}

TEST_F(SweptBadInput, StepsAndLengths) {
  trajectories_.steps = 4;
  ExpectRefused("world_from_body: 6 poses are not a multiple of 4 steps");
  trajectories_.steps = -3;
  ExpectRefused("steps: -3 is negative");
  trajectories_.steps = 3;
  lengths_ = {3, 4};
  trajectories_.lengths = lengths_;
  ExpectRefused("lengths[1]: 4 is not within [0, 3]");
}

TEST_F(SweptBadInput, Times) {
  times_ = {1.0, 2.0};
  ExpectRefused("step_times_s: 2 elements; 3 are needed");
  times_ = {1.0, std::nan(""), 2.0};
  ExpectRefused("step_times_s[1]: nan is not finite");
  times_ = {-std::numeric_limits<double>::infinity(), 1.0, 2.0};
  ExpectRefused("step_times_s[0]: -inf is not finite");
  times_ = {1.0, 2.0, 2.0};
  ExpectRefused("step_times_s[2]: 2 s is not after step_times_s[1], 2 s");
  times_ = {1.0, 0.5, 2.0};
  ExpectRefused("step_times_s[1]: 0.5 s is not after step_times_s[0], 1 s");
  times_ = {0.0, 1e-40, 2.0};
  ExpectRefused("step_times_s[1]: 9.9999999999999993e-41 s is too close to step_times_s[0], 0 s");
  times_ = {-1.5e308, 1.5e308, 1.6e308};
  ExpectRefused("step_times_s[1]: 1.5e+308 s is too far from step_times_s[0], -1.5e+308 s");
}

TEST_F(SweptBadInput, Batches) {
  const auto batches = absl::MakeConstSpan(batches_);
  obstacles_ = {batches.first(1), batches.subspan(1)};
  ExpectRefused("at_start: 1 elements; 2 are needed", kMovingOnly);
  obstacles_ = {batches.first(2), batches.subspan(2)};
  ExpectRefused("at_end: 1 elements; 2 are needed", kMovingOnly);
  obstacles_ = batches.first(0);
  ExpectRefused("at_start: 0 elements; 2 are needed", kMovingOnly);
  std::vector<PolygonBatch> others;
  for (const size_t count : {2, 2, 1}) {
    others.push_back(
        PolygonBatch::Create(absl::MakeConstSpan(shapes_).first(count), std::vector<Pose2>(count)).value());
  }
  SetBatches(others);
  ExpectRefused("at_end[1]: 1 shapes, but at_start[1] has 2", kMovingOnly);
}

TEST_F(SweptBadInput, Tolerances) {
  for (const double wrong : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    const std::string text = wrong == 0.0 ? "0" : std::isnan(wrong) ? "nan" : wrong < 0.0 ? "-1" : "inf";
    options_ = {wrong, 1e-6};
    ExpectRefused("time_tolerance_s: " + text + " is not finite and positive", kContactsOnly);
    options_ = {1e-6, wrong};
    ExpectRefused("contact_tolerance_m: " + text + " is not finite and positive", kContactsOnly);
    options_ = {};
    tolerance_m_ = wrong;
    ExpectRefused("distance_tolerance_m: " + text + " is not finite and positive", kClearanceOnly);
    tolerance_m_ = 1e-3;
  }
}

TEST_F(SweptBadInput, Poses) {
  poses_[5] = {{1e9, 0.0}};
  ExpectRefused("world_from_body[1][2].translation: (1000000000, 0) m is beyond the limit of 1e+08 m");
  poses_[4] = Pose2({0.0, 0.0}, UnitRotation(1.0, 0.5));
  ExpectRefused("world_from_body[1][1]: (cos, sin) = (1, 0.5) is not a unit rotation");
}

TEST_F(SweptBadInput, Outputs) {
  first_.push_back(SweptHit{-77});
  EXPECT_EQ(FirstHit(body_, trajectories_, times_, obstacles_, options_, absl::MakeSpan(first_)).message(),
            "first: 3 elements; 2 are needed");
  EXPECT_EQ(FirstHit(body_, trajectories_, times_, map_, options_, absl::MakeSpan(first_)).message(),
            "first: 3 elements; 2 are needed");
  std::vector<uint8_t> any(1);
  EXPECT_EQ(AnyHit(body_, trajectories_, times_, obstacles_, options_, absl::MakeSpan(any)).message(),
            "any: 1 elements; 2 are needed");
  std::vector<SweptNearest> clearance(1);
  EXPECT_EQ(MinimumDistance(body_, trajectories_, times_, obstacles_, {{}, 1.0}, absl::MakeSpan(clearance)).message(),
            "nearest: 1 elements; 2 are needed");
}

TEST_F(SweptBadInput, Order) {
  int free_position = 77;
  const auto message = [&](int* position) {
    return std::string(
        FirstFree(body_, trajectories_, times_, obstacles_, options_, order_, position, absl::MakeSpan(first_))
            .message());
  };
  EXPECT_EQ(message(nullptr), "free_position: null");
  order_ = {0, 2};
  EXPECT_EQ(message(&free_position), "order[1]: there is no trajectory 2 of 2");
  order_ = {0};
  EXPECT_EQ(message(&free_position), "first: 2 elements; 1 are needed");
  EXPECT_EQ(free_position, 77);
}

}  // namespace
}  // namespace collision2d
