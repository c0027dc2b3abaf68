// What questions refuse: every one names what is wrong, in each kind of obstacles, on every
// instruction set of this machine, and writes nothing.

#include <set>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/batch/testing/questions.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/testing/scoped_target.h"
#include "collision2d/testing/test.h"
#include "hwy/targets.h"

namespace collision2d {
namespace {

// Names of questions.
using Names = std::set<std::string>;

const Names kWithLimits = {"nearest", "least", "least, gradient"};

// Two trajectories of three steps among a moving batch, a map, or both.
class Refusals : public testing::Test {
 protected:
  Refusals() {
    for (int s = 0; s < 3; ++s) {
      batches_.push_back(PolygonBatch::Create(shapes_, {Pose2{{2.0 * s, 0.0}}, Pose2{{9.0, 9.0}}}).value());
    }
    ends_ = {absl::MakeConstSpan(batches_).first(2), absl::MakeConstSpan(batches_).subspan(1)};
  }

  Question AboutSteps(const Obstacles& obstacles) const {
    return {body_, trajectories_, obstacles, limit_m_, within_m_, order_};
  }
  MotionQuestion AboutMotion(const MovingObstacles& obstacles) const {
    return {body_, trajectories_, times_s_, obstacles, swept_, order_};
  }

  // The questions named, or all without a name, say that and leave the outputs as they are.
  template <typename AnyQuestion, typename AnyAnswers>
  static void ExpectRefused(const AnyQuestion& question, const std::string& message, const Names& names,
                            AnyAnswers answers) {
    for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
      const ScopedTarget scoped_target(target);
      ForEachQuestion(question, &answers, [&](const char* name, const auto& call) {
        if (!names.empty() && names.count(name) == 0) return;
        const absl::Status status = call();
        EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << name;
        EXPECT_EQ(status.message(), message) << name;
      });
    }
    EXPECT_TRUE(answers.AreUntouched());
  }

  void ExpectStepsRefused(const std::string& message, const Names& names = {}) const {
    for (const Obstacles& view : {Obstacles(batches_), Obstacles(map_), Obstacles(batches_, map_)}) {
      const Question question = AboutSteps(view);
      ExpectRefused(question, message, names, Answers(2, 6, question));
    }
  }
  void ExpectMotionRefused(const std::string& message, const Names& names = {}) const {
    ExpectMovingRefused(message, ends_, names);
    ExpectMovingRefused(message, map_, names);
  }
  void ExpectMovingRefused(const std::string& message, const MovingObstacles& obstacles,
                           const Names& names = {}) const {
    ExpectRefused(AboutMotion(obstacles), message, names, MotionAnswers(2, order_.size()));
  }
  void ExpectAllRefused(const std::string& message) const {
    ExpectStepsRefused(message);
    ExpectMotionRefused(message);
  }

  const std::vector<ConvexPolygon> body_ = {ConvexPolygon::Rectangle(4.0, 2.0).value()};
  const std::vector<ConvexPolygon> shapes_ = {body_[0], ConvexPolygon::Rectangle(1.0, 1.0).value()};
  const StaticMap map_ = StaticMap::Create(shapes_).value();
  std::vector<PolygonBatch> batches_;
  MovingObstacles ends_;
  std::vector<Pose2> poses_ = std::vector<Pose2>(6);
  std::vector<int> lengths_ = {3, 3};
  std::vector<int> order_ = {0, 1};
  std::vector<double> limit_m_;
  double within_m_ = 1.0;
  std::vector<double> times_s_ = {1.0, 2.0, 2.5};
  SweptOptions swept_;
  Trajectories trajectories_ = {poses_, 3, lengths_};
};

TEST_F(Refusals, NothingBeforeItIsChanged) {
  const Question question = AboutSteps(batches_);
  Answers answers(question);
  ForEachQuestion(question, &answers, [](const char* name, const auto& call) { EXPECT_TRUE(call().ok()) << name; });
  EXPECT_EQ(answers.first[1].step, 0);
  const MotionQuestion motion = AboutMotion(ends_);
  MotionAnswers of_motion(motion);
  ForEachQuestion(motion, &of_motion, [](const char* name, const auto& call) { EXPECT_TRUE(call().ok()) << name; });
  EXPECT_EQ(of_motion.first[1].step, 0);
  EXPECT_EQ(of_motion.first[1].free_until_s, 1.0);
  EXPECT_EQ(of_motion.first[1].contact_by_s, 1.0);
}

TEST_F(Refusals, Steps) {
  for (const int steps : {4, 0}) {
    trajectories_.steps = steps;
    ExpectAllRefused(absl::StrCat("world_from_body: 6 poses are not a multiple of ", steps, " steps"));
  }
  trajectories_.steps = -3;
  ExpectAllRefused("steps: -3 is negative");
}

TEST_F(Refusals, Lengths) {
  lengths_ = {3, 4};
  ExpectAllRefused("lengths[1]: 4 is not within [0, 3]");
  lengths_ = {-1, 3};
  ExpectAllRefused("lengths[0]: -1 is not within [0, 3]");
  trajectories_.lengths = absl::MakeConstSpan(lengths_).subspan(1);
  ExpectAllRefused("lengths: 1 elements; 2 are needed");
}

struct BadPose {
  Pose2 pose;
  const char* message;  // What follows its name.
};

std::vector<BadPose> BadPoses() {
  return {
      {{{kNaN, 0.0}}, ": (x, y, cos, sin) = (nan, 0, 1, 0) is not finite"},
      {{{0.0, kInf}}, ": (x, y, cos, sin) = (0, inf, 1, 0) is not finite"},
      {{{0.0, -kInf}}, ": (x, y, cos, sin) = (0, -inf, 1, 0) is not finite"},
      {{{-1e9, 0.0}}, ".translation: (-1000000000, 0) m is beyond the limit of 1e+08 m"},
      {{{1e9, 0.0}}, ".translation: (1000000000, 0) m is beyond the limit of 1e+08 m"},
      {{{0.0, -1e9}}, ".translation: (0, -1000000000) m is beyond the limit of 1e+08 m"},
      {Pose2({0.0, 0.0}, UnitRotation(1.0, 0.5)), ": (cos, sin) = (1, 0.5) is not a unit rotation"},
      {Pose2({0.0, 0.0}, UnitRotation(0.0, 0.0)), ": (cos, sin) = (0, 0) is not a unit rotation"},
      {Pose2({0.0, 0.0}, UnitRotation(kNaN, 0.0)), ": (x, y, cos, sin) = (0, 0, nan, 0) is not finite"},
      {Pose2({0.0, 0.0}, UnitRotation(1.0, kNaN)), ": (x, y, cos, sin) = (0, 0, 1, nan) is not finite"},
      {Pose2({0.0, 0.0}, UnitRotation(0.0, -kInf)), ": (x, y, cos, sin) = (0, 0, 0, -inf) is not finite"},
  };
}

TEST_F(Refusals, PosesOfTheBody) {
  for (const BadPose& bad : BadPoses()) {
    for (const bool has_lengths : {true, false}) {
      trajectories_.lengths = has_lengths ? absl::MakeConstSpan(lengths_) : absl::Span<const int>();
      poses_ = std::vector<Pose2>(6);
      trajectories_.world_from_body = poses_;
      poses_[5] = bad.pose;
      ExpectAllRefused(absl::StrCat("world_from_body[1][2]", bad.message));
      poses_[2] = bad.pose;  // The first one is named.
      ExpectAllRefused(absl::StrCat("world_from_body[0][2]", bad.message));
    }
    std::vector<Pose2> poses(20);
    poses[17] = bad.pose;
    const Question question = {body_, poses, map_, {}, 1.0, {0}};
    ExpectRefused(question, absl::StrCat("world_from_body[17]", bad.message), {}, Answers(question));
  }
}

TEST_F(Refusals, PosesOfAMap) {
  for (const BadPose& bad : BadPoses()) {
    EXPECT_EQ(StaticMap::Create(shapes_, {Pose2(), bad.pose}).status().message(),
              absl::StrCat("world_from_shape[1]", bad.message));
  }
  EXPECT_EQ(StaticMap::Create(shapes_, poses_).status().message(), "world_from_shape: 6 elements; 2 are needed");
}

TEST_F(Refusals, Limits) {
  for (const double wrong : {-1.0, kNaN, -kInf}) {
    const std::string message = absl::StrCat(": ", wrong, " m is not a distance");
    limit_m_ = {1.0, wrong};
    ExpectStepsRefused("limit_m[1]" + message, kWithLimits);
    within_m_ = wrong;
    ExpectStepsRefused("limit_m" + message, {"mask, within"});
  }
  limit_m_ = {1.0};
  ExpectStepsRefused("limit_m: 1 elements; 2 are needed", kWithLimits);
  limit_m_ = {};
  for (const double wrong : {0.0, -1.0, kNaN, kInf}) {
    const std::string message = absl::StrCat(": ", wrong, " is not finite and positive");
    const Names of_contacts = {"any", "first", "first, free"};
    swept_ = ImpactOptions{wrong, 1e-6};
    ExpectMotionRefused("time_tolerance_s" + message, of_contacts);
    swept_ = ImpactOptions{1e-6, wrong};
    ExpectMotionRefused("contact_tolerance_m" + message, of_contacts);
    swept_ = SweptOptions({}, wrong);
    ExpectMotionRefused("distance_tolerance_m" + message, {"nearest"});
  }
}

TEST_F(Refusals, Batches) {
  const auto batches = absl::MakeConstSpan(batches_);
  ExpectMovingRefused("at_start: 1 elements; 2 are needed", {batches.first(1), batches.subspan(1)});
  ExpectMovingRefused("at_end: 1 elements; 2 are needed", {batches.first(2), batches.subspan(2)});
  ExpectMovingRefused("at_start: 0 elements; 2 are needed", batches.first(0));
  std::vector<PolygonBatch> others;
  for (const size_t count : {2, 2, 1}) {
    others.push_back(
        PolygonBatch::Create(absl::MakeConstSpan(shapes_).first(count), std::vector<Pose2>(count)).value());
  }
  const auto of_other_sizes = absl::MakeConstSpan(others);
  ExpectMovingRefused("at_end[1]: 1 shapes, but at_start[1] has 2",
                      {of_other_sizes.first(2), of_other_sizes.subspan(1)});
  batches_.pop_back();
  const Question question = AboutSteps(batches_);
  ExpectRefused(question, "per_step: 2 elements; 3 are needed", {}, Answers(question));
}

TEST_F(Refusals, Times) {
  const struct {
    std::vector<double> times_s;
    const char* message;
  } cases[] = {
      {{1.0, 2.0}, "step_times_s: 2 elements; 3 are needed"},
      {{1.0, kNaN, 2.0}, "step_times_s[1]: nan is not finite"},
      {{-kInf, 1.0, 2.0}, "step_times_s[0]: -inf is not finite"},
      {{1.0, 2.0, 2.0}, "step_times_s[2]: 2 s is not after step_times_s[1], 2 s"},
      {{1.0, 0.5, 2.0}, "step_times_s[1]: 0.5 s is not after step_times_s[0], 1 s"},
      {{0.0, 1e-40, 2.0}, "step_times_s[1]: 9.9999999999999993e-41 s is too close to step_times_s[0], 0 s"},
      {{-1.5e308, 1.5e308, 1.6e308}, "step_times_s[1]: 1.5e+308 s is too far from step_times_s[0], -1.5e+308 s"},
  };
  for (const auto& [times_s, message] : cases) {
    times_s_ = times_s;
    ExpectMotionRefused(message);
  }
}

// One element too many, of outputs that have one for each trajectory, pose, word or pair.
TEST_F(Refusals, Outputs) {
  const Question question = AboutSteps(map_);
  const auto expect = [&](const Answers& answers, const char* message, const Names& names) {
    ExpectRefused(question, message, names, answers);
  };
  for (const char* name : {"any", "first", "nearest"}) {
    const std::string message = absl::StrCat(name, ": 3 elements; 2 are needed");
    expect(Answers(3, 6, question), message.c_str(), {name});
    ExpectRefused(AboutMotion(map_), message, {name}, MotionAnswers(3, 2));
    ExpectRefused(AboutMotion(ends_), message, {name}, MotionAnswers(3, 2));
  }
  expect(Answers(3, 6, question), "least: 3 elements; 2 are needed", {"least", "least, gradient"});
  expect(Answers(2, 5, question), "count: 5 elements; 6 are needed", {"count"});
  expect(Answers(2, 7, question), "mask: 7 elements; 6 are needed", {"mask", "mask, within"});
  expect(Answers(2, 7, question), "distance_m: 14 elements; 12 are needed", {"distance_m"});
  expect(Answers(2, 7, question), "begin: 8 elements; 7 are needed", {"begin"});
}

TEST_F(Refusals, Order) {
  const auto expect = [&](const std::string& message, size_t outputs) {
    Question question = AboutSteps(batches_);
    question.order.resize(outputs);
    Answers answers(question);
    question.order = order_;
    ExpectRefused(question, message, {"first, free"}, answers);
    ExpectRefused(AboutMotion(ends_), message, {"first, free"}, MotionAnswers(2, outputs));
  };
  order_ = {0, 2};
  expect("order[1]: there is no trajectory 2 of 2", 2);
  order_ = {-1, 0};
  expect("order[0]: there is no trajectory -1 of 2", 2);
  order_ = {0};
  expect("first: 2 elements; 1 are needed", 2);
  std::vector<Hit> first(1);
  EXPECT_EQ(FirstFree(body_, trajectories_, batches_, order_, nullptr, absl::MakeSpan(first)).message(),
            "free_position: null");
  std::vector<SweptHit> swept(1);
  EXPECT_EQ(FirstFree(body_, trajectories_, times_s_, ends_, {}, order_, nullptr, absl::MakeSpan(swept)).message(),
            "free_position: null");
}

// The span is longer than its memory: it is refused by its length alone.
TEST_F(Refusals, TooMany) {
  trajectories_ = {absl::MakeConstSpan(poses_.data(), size_t{3} << 30), 3, {}};
  ExpectAllRefused("3221225472 poses of world_from_body are more than 2147483647");
  trajectories_ = {absl::MakeConstSpan(poses_.data(), size_t{1} << 31), 1, {}};
  ExpectStepsRefused("2147483648 poses of world_from_body are more than 2147483647");
  const std::vector<ConvexPolygon> shapes(64, body_[0]);
  const PolygonBatch batch = PolygonBatch::Create(shapes, std::vector<Pose2>(64)).value();
  trajectories_ = {absl::MakeConstSpan(poses_.data(), (size_t{1} << 31) / 64), 1, {}};
  const Question question = AboutSteps(batch);
  ExpectRefused(question, "33554432 poses x 64 obstacles are more than 2147483647 pairs", {}, Answers(2, 6, question));
  EXPECT_EQ(StaticMap::Create({shapes.data(), (size_t{1} << 31) - 15}).status().message(),
            "shapes: 2147483633 shapes are beyond the limit of 2147483632");
}

}  // namespace
}  // namespace collision2d
