// The verdict of a candidate depends on the scene, the options and the candidate alone: to the bit,
// whatever else is checked in the same call, in whatever order, in how many calls, by how many
// threads at once, and on which instruction set.

#include <chrono>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <thread>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/scoped_target.h"
#include "collision2d/testing/test.h"
#include "hwy/targets.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/road/road.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

template <typename T>
void AppendBytes(const T& value, std::string* bytes) {
  char buffer[sizeof(T)];
  std::memcpy(buffer, &value, sizeof(T));
  bytes->append(buffer, sizeof(T));
}

void AppendBytes(const std::optional<Encounter>& encounter, std::string* bytes) {
  bytes->push_back(encounter.has_value() ? 'e' : '-');
  if (!encounter.has_value()) return;
  for (const double number : {encounter->time_s, encounter->signed_distance_m, encounter->witness_ego.x,
                              encounter->witness_ego.y, encounter->witness_obstacle.x, encounter->witness_obstacle.y}) {
    AppendBytes(number, bytes);
  }
  for (const int number : {encounter->step, encounter->obstacle, encounter->hypothesis}) AppendBytes(number, bytes);
}

// All that a verdict says, to the bit.
std::string Bytes(const Verdict& verdict) {
  std::string bytes;
  AppendBytes(verdict.first_collision, &bytes);
  AppendBytes(verdict.minimum_clearance, &bytes);
  bytes.push_back(verdict.leaves_road_time_s.has_value() ? 'l' : '-');
  AppendBytes(verdict.leaves_road_time_s.value_or(0.0), &bytes);
  AppendBytes(verdict.pairs_checked, &bytes);
  if (!verdict.contact_bracket.has_value()) return bytes + '-';
  const ContactBracket& bracket = *verdict.contact_bracket;
  for (const double time_s : {bracket.free_until_s, bracket.contact_by_s}) AppendBytes(time_s, &bytes);
  for (const bool flag : {bracket.is_undecided, bracket.is_conservative, bracket.between_instants}) {
    bytes.push_back(flag ? '1' : '0');
  }
  return bytes;
}

ConvexPolygon Rectangle(double length_m, double width_m, Vec2 center) {
  return ConvexPolygon::Rectangle(length_m, width_m, center).value();
}

double Uniform(double low, double high, std::mt19937_64* engine) {
  return low + (high - low) * 0x1p-53 * static_cast<double>((*engine)() >> 11);
}

// Forward from x, with a little swaying.
std::vector<TimedPose> Motion(double first_s, double x, int count, std::mt19937_64* engine) {
  std::vector<TimedPose> poses;
  double y = Uniform(-5.0, 5.0, engine);
  const double step_s = Uniform(0.1, 0.4, engine);
  for (int k = 0; k < count; ++k) {
    poses.push_back({first_s + k * step_s, {x, y}, Uniform(-0.2, 0.2, engine)});
    x += Uniform(0.0, 4.0, engine);
    y += Uniform(-0.4, 0.4, engine);
  }
  return poses;
}

// A vehicle of two parts among cars on a narrow road; candidates that begin and end on and off the
// grid of times.
Scene RoadScene() {
  std::mt19937_64 engine(11);
  Scene scene;
  scene.time_step_s = 0.2;
  scene.ego.shapes = {Rectangle(4.0, 1.8, {1.5, 0.0}), Rectangle(6.0, 2.0, {-4.0, 0.0})};
  scene.ego_state = EgoState();
  for (int i = 0; i < 10; ++i) scene.drivable_area.push_back(Rectangle(10.0, 12.0, {10.0 * i - 10.0, 0.0}));
  for (int i = 0; i < 5; ++i) {
    const Vec2 position = {Uniform(10.0, 80.0, &engine), Uniform(-8.0, 8.0, &engine)};
    scene.static_obstacles.push_back({"s", "", {Rectangle(4.5, 1.9, position)}, {}});
    Prediction prediction;
    prediction.poses = Motion(0.0, Uniform(10.0, 60.0, &engine), 20, &engine);
    scene.moving_obstacles.push_back({"m", "", {Rectangle(4.5, 1.9, {})}, {prediction}, {}});
  }
  for (int i = 0; i < 60; ++i) {
    const double first_s = i % 3 == 0 ? 0.0 : i % 3 == 1 ? 0.2 * (i % 7) : Uniform(0.0, 1.0, &engine);
    scene.candidates.push_back({"c", Motion(first_s, 0.0, 2 + i % 15, &engine), 0.0});
  }
  return scene;
}

// The verdicts of one call, to the bit.
std::vector<std::string> CheckedBytes(const TrajectoryChecker& checker, absl::Span<const Candidate> candidates) {
  std::vector<Verdict> verdicts(candidates.size());
  const absl::Status status = checker.Check(candidates, absl::MakeSpan(verdicts));
  EXPECT_TRUE(status.ok()) << status;
  std::vector<std::string> bytes;
  for (const Verdict& verdict : verdicts) bytes.push_back(Bytes(verdict));
  return bytes;
}

class TrajectoryCheckerIndependenceTest : public testing::Test {
 protected:
  const Scene scene_ = RoadScene();
  const TrajectoryChecker checker_ = TrajectoryChecker::Create(Scene(scene_), {}).value();
  const std::vector<std::string> expected_ = CheckedBytes(checker_, scene_.candidates);
};

TEST_F(TrajectoryCheckerIndependenceTest, TheSampleHasVerdictsOfEveryKind) {
  std::vector<Verdict> verdicts(scene_.candidates.size());
  ASSERT_TRUE(checker_.Check(scene_.candidates, absl::MakeSpan(verdicts)).ok());
  int free = 0, colliding = 0, leaving = 0;
  for (const Verdict& verdict : verdicts) {
    free += verdict.is_free() ? 1 : 0;
    colliding += verdict.collides() ? 1 : 0;
    leaving += verdict.leaves_road_time_s.has_value() ? 1 : 0;
  }
  EXPECT_GE(free, 5);
  EXPECT_GE(colliding, 5);
  EXPECT_GE(leaving, 5);
}

TEST_F(TrajectoryCheckerIndependenceTest, OfTheCallBefore) {
  EXPECT_EQ(CheckedBytes(checker_, scene_.candidates), expected_);
}

TEST_F(TrajectoryCheckerIndependenceTest, OfTheOtherCandidates) {
  for (size_t i = 0; i < scene_.candidates.size(); ++i) {
    EXPECT_EQ(CheckedBytes(checker_, {scene_.candidates[i]})[0], expected_[i]) << i;
  }
}

TEST_F(TrajectoryCheckerIndependenceTest, OfTheOrder) {
  std::vector<Candidate> candidates = scene_.candidates;
  std::reverse(candidates.begin(), candidates.end());
  std::vector<std::string> reversed = CheckedBytes(checker_, candidates);
  std::reverse(reversed.begin(), reversed.end());
  EXPECT_EQ(reversed, expected_);
}

TEST_F(TrajectoryCheckerIndependenceTest, OfWhereTheCandidatesAreSplit) {
  const absl::Span<const Candidate> candidates = scene_.candidates;
  for (const size_t size : {2, 7, 59}) {
    std::vector<std::string> bytes;
    for (size_t begin = 0; begin < candidates.size(); begin += size) {
      for (const std::string& verdict : CheckedBytes(checker_, candidates.subspan(begin, size))) {
        bytes.push_back(verdict);
      }
    }
    EXPECT_EQ(bytes, expected_) << size;
  }
}

TEST_F(TrajectoryCheckerIndependenceTest, OfTheirNumber) {
  std::vector<Candidate> candidates;
  std::vector<std::string> expected;
  // More than are checked together.
  for (int i = 0; i < 20; ++i) {
    candidates.insert(candidates.end(), scene_.candidates.begin(), scene_.candidates.end());
    expected.insert(expected.end(), expected_.begin(), expected_.end());
  }
  EXPECT_EQ(CheckedBytes(checker_, candidates), expected);
}

TEST_F(TrajectoryCheckerIndependenceTest, OfTheVerdictsMemory) {
  std::vector<Verdict> verdicts(scene_.candidates.size());
  for (Verdict& verdict : verdicts) {
    verdict.first_collision = Encounter();
    verdict.minimum_clearance = Encounter();
    verdict.leaves_road_time_s = 1.0;
    verdict.pairs_checked = 99;
  }
  ASSERT_TRUE(checker_.Check(scene_.candidates, absl::MakeSpan(verdicts)).ok());
  for (size_t i = 0; i < verdicts.size(); ++i) EXPECT_EQ(Bytes(verdicts[i]), expected_[i]) << i;
}

TEST_F(TrajectoryCheckerIndependenceTest, OfTheWorkspace) {
  CheckerWorkspace workspace;
  const absl::Span<const Candidate> candidates = scene_.candidates;
  CheckerOptions instants_only;
  instants_only.instants_only = true;
  const TrajectoryChecker other = TrajectoryChecker::Create(Scene(scene_), instants_only).value();
  for (int round = 0; round < 3; ++round) {
    for (size_t begin = 0; begin < candidates.size(); begin += 12) {
      std::vector<Verdict> verdicts(12);
      ASSERT_TRUE(checker_.Check(candidates.subspan(begin, 12), absl::MakeSpan(verdicts), {{}, {}, &workspace}).ok());
      for (size_t i = 0; i < verdicts.size(); ++i) EXPECT_EQ(Bytes(verdicts[i]), expected_[begin + i]) << begin + i;
    }
    if (round == 1) {
      std::vector<Verdict> verdicts(candidates.size());
      ASSERT_TRUE(other.Check(candidates, absl::MakeSpan(verdicts), {{}, {}, &workspace}).ok());
    }
  }
}

TEST_F(TrajectoryCheckerIndependenceTest, OfParallelFor) {
  std::vector<Candidate> many;
  for (size_t i = 0; i < 600; ++i) many.push_back(scene_.candidates[i % scene_.candidates.size()]);
  int calls = 0;
  const auto backwards = [&calls](int count, const std::function<void(int begin, int end)>& run) {
    for (int i = count; i-- > 0; ++calls) run(i, i + 1);
  };
  CheckerWorkspace workspace;
  for (int round = 1; round < 3; ++round) {
    std::vector<Verdict> verdicts(many.size());
    ASSERT_TRUE(checker_.Check(many, absl::MakeSpan(verdicts), {{}, backwards, &workspace}).ok());
    for (size_t i = 0; i < many.size(); ++i) ASSERT_EQ(Bytes(verdicts[i]), expected_[i % expected_.size()]) << i;
    EXPECT_EQ(calls, 10 * round);  // Of 64 candidates each.
    CheckerWorkspace moved = std::move(workspace);
    workspace = std::move(moved);
  }
  std::vector<Verdict> verdicts(many.size());
  const CheckResources late = {std::chrono::steady_clock::now(), backwards};
  EXPECT_EQ(checker_.Check(many, absl::MakeSpan(verdicts), late).code(), absl::StatusCode::kDeadlineExceeded);
}

TEST_F(TrajectoryCheckerIndependenceTest, OfTheSceneThatStaticObstaclesAreMadeOf) {
  const std::shared_ptr<const StaticObstacles> statics =
      TrajectoryChecker::MakeStaticObstacles(std::make_shared<const Scene>(scene_)).value();
  Scene next = scene_;
  next.ego_state->pose.z_m = 1.0;
  const auto road = std::make_shared<const Road>(Road::FromScene(scene_, 0.1).value());
  EXPECT_EQ(CheckedBytes(TrajectoryChecker::Create(Scene(next), {}, {road, statics}).value(), scene_.candidates),
            expected_);
}

TEST_F(TrajectoryCheckerIndependenceTest, OfTheInstructionSet) {
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    const ScopedTarget scoped_target(target);
    EXPECT_EQ(CheckedBytes(checker_, scene_.candidates), expected_) << hwy::TargetName(target);
  }
}

// Meant for the thread sanitizer as well.
TEST_F(TrajectoryCheckerIndependenceTest, OfTheNumberOfThreads) {
  constexpr size_t kThreads = 4;
  const absl::Span<const Candidate> candidates = scene_.candidates;
  const size_t size = candidates.size() / kThreads;
  std::vector<std::vector<std::string>> chunk(kThreads), all(kThreads);
  std::vector<std::thread> threads;
  for (size_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      chunk[t] = CheckedBytes(checker_, candidates.subspan(t * size, size));
      all[t] = CheckedBytes(checker_, candidates);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (size_t t = 0; t < kThreads; ++t) {
    EXPECT_EQ(all[t], expected_);
    EXPECT_EQ(chunk[t], std::vector<std::string>(expected_.begin() + t * size, expected_.begin() + (t + 1) * size));
  }
}

}  // namespace
}  // namespace collision2d::planner
