#include <sys/resource.h>

#include <chrono>
#include <optional>
#include <tuple>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/testing/test.h"
#include "collision2d/v1/verdict.pb.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/checking/verdict_to_proto.h"
#include "planner_adapter/scene/scene.h"
#include "replay/cycles/replay_scene.h"

namespace collision2d::planner {
namespace {

constexpr int kThreadCounts[] = {1, 2, 3, 7, 1000};

// A prime, so that no number of threads gives equal shares.
constexpr int kCandidates = 1021;

// A candidate that drives along x at 10 m/s for 4 s, beside the axis and turned a little.
constexpr Vec2 kOrigin = {450000, 5400000};

Candidate CandidateOf(int index, double y_m) {
  Candidate candidate;
  candidate.id = absl::StrCat("candidate ", index);
  candidate.cost = 0.5 * index;
  for (int k = 0; k <= 40; ++k) {
    candidate.poses.push_back({2.0 + 0.1 * k, kOrigin + Vec2{1.0 * k, y_m + 0.01 * k}, 0.01});
  }
  return candidate;
}

// A parked car, a disc that crosses the road under two hypotheses, and a road that some candidates
// leave.
Scene CrossingRoad() {
  Scene scene;
  scene.id = "crossing";
  scene.origin = kOrigin;
  scene.ego.shapes = {ConvexPolygon::Rectangle(4.5, 1.9, {1.4, 0}).value()};
  scene.ego_state = EgoState{{2.0, {0, 0}, 0.0}, 10.0, 0.0};
  scene.drivable_area = {ConvexPolygon::Rectangle(200, 12).value()};
  scene.static_obstacles = {{"parked", "car", {ConvexPolygon::Rectangle(4, 2, {20, -3}).value()}, {}}};
  Prediction to_left;
  to_left.poses = {{2.0, {30, -9}, 0.0}, {6.0, {30, 9}, 0.5}};
  Prediction to_right;
  to_right.probability = 0.25;
  to_right.poses = {{2.0, {15, 9}, 0.0}, {6.0, {18, -9}, -0.5}};
  scene.moving_obstacles = {
      {"disc", "bicycle", {ConvexPolygon::Create({{0, 0}}, 0.8).value()}, {to_left, to_right}, {}}};
  return scene;
}

std::vector<Candidate> CandidatesAcrossTheRoad() {
  std::vector<Candidate> candidates;
  for (int i = 0; i < kCandidates; ++i) candidates.push_back(CandidateOf(i, -7.0 + 14.0 * i / (kCandidates - 1)));
  return candidates;
}

absl::StatusOr<std::vector<Verdict>> CheckInThreads(const TrajectoryChecker& checker,
                                                    absl::Span<const Candidate> candidates, int threads,
                                                    const Deadline& deadline = std::nullopt) {
  std::vector<Verdict> verdicts(candidates.size());
  const absl::Status status = checker.Check(candidates, absl::MakeSpan(verdicts), {deadline, InThreads(threads)});
  if (!status.ok()) return status;
  return verdicts;
}

TEST(InThreadsTest, VerdictsDoNotDependOnTheNumberOfThreads) {
  const Scene scene = CrossingRoad();
  const std::vector<Candidate> candidates = CandidatesAcrossTheRoad();
  const TrajectoryChecker checker = TrajectoryChecker::Create(Scene(scene), CheckerOptions()).value();
  std::vector<Verdict> serial(candidates.size());
  ASSERT_TRUE(checker.Check(candidates, absl::MakeSpan(serial)).ok());
  const v1::SceneVerdicts expected = VerdictsToProto(scene, candidates, serial);
  // All kinds of verdicts are there.
  EXPECT_GT(expected.counts().free(), 5);
  EXPECT_GT(expected.counts().colliding(), 5);
  EXPECT_GT(expected.counts().leaving_road(), 5);

  for (const int threads : kThreadCounts) {
    const absl::StatusOr<std::vector<Verdict>> verdicts = CheckInThreads(checker, candidates, threads);
    ASSERT_TRUE(verdicts.ok()) << verdicts.status();
    const v1::SceneVerdicts found = VerdictsToProto(scene, candidates, *verdicts);
    EXPECT_EQ(found.SerializeAsString(), expected.SerializeAsString()) << threads << " threads";
  }
}

TEST(InThreadsTest, VerdictsAreInTheOrderOfTheCandidates) {
  Scene scene = CrossingRoad();
  scene.moving_obstacles.clear();
  scene.drivable_area.clear();
  // Only candidate 3 meets the parked car.
  const std::vector<Candidate> candidates = {CandidateOf(0, 5), CandidateOf(1, 4), CandidateOf(2, 3),
                                             CandidateOf(3, -3), CandidateOf(4, 2)};
  const TrajectoryChecker checker = TrajectoryChecker::Create(Scene(scene), CheckerOptions()).value();
  for (const int threads : kThreadCounts) {
    const absl::StatusOr<std::vector<Verdict>> verdicts = CheckInThreads(checker, candidates, threads);
    ASSERT_TRUE(verdicts.ok()) << verdicts.status();
    ASSERT_EQ(verdicts->size(), candidates.size());
    for (size_t i = 0; i < candidates.size(); ++i) EXPECT_EQ((*verdicts)[i].collides(), i == 3) << i << " " << threads;
  }
}

TEST(InThreadsTest, NoCandidatesGiveNoVerdicts) {
  const Scene scene = CrossingRoad();
  const TrajectoryChecker checker = TrajectoryChecker::Create(Scene(scene), CheckerOptions()).value();
  for (const int threads : kThreadCounts) {
    const absl::StatusOr<std::vector<Verdict>> verdicts = CheckInThreads(checker, {}, threads);
    ASSERT_TRUE(verdicts.ok()) << verdicts.status();
    EXPECT_TRUE(verdicts->empty());
  }
}

TEST(InThreadsTest, OneCandidateNeedsOneShare) {
  const Scene scene = CrossingRoad();
  const std::vector<Candidate> candidates = {CandidateOf(0, -3)};
  const TrajectoryChecker checker = TrajectoryChecker::Create(Scene(scene), CheckerOptions()).value();
  for (const int threads : kThreadCounts) {
    const absl::StatusOr<std::vector<Verdict>> verdicts = CheckInThreads(checker, candidates, threads);
    ASSERT_TRUE(verdicts.ok()) << verdicts.status();
    ASSERT_EQ(verdicts->size(), 1u);
    EXPECT_TRUE(verdicts->front().collides());
  }
}

TEST(InThreadsTest, ProfilesDoNotDependOnTheNumberOfThreads) {
  const Scene scene = CrossingRoad();
  const std::vector<Candidate> candidates = CandidatesAcrossTheRoad();
  const TrajectoryChecker checker = TrajectoryChecker::Create(Scene(scene), CheckerOptions()).value();
  const auto serial = checker.Profiles(candidates).value();
  for (const int threads : kThreadCounts) {
    const auto profiles = checker.Profiles(candidates, {{}, InThreads(threads)});
    ASSERT_TRUE(profiles.ok()) << profiles.status();
    ASSERT_EQ(profiles->size(), serial.size());
    for (size_t i = 0; i < serial.size(); ++i) {
      ASSERT_EQ((*profiles)[i].size(), serial[i].size());
      for (size_t k = 0; k < serial[i].size(); ++k) {
        const ProfilePoint& found = (*profiles)[i][k];
        const ProfilePoint& expected = serial[i][k];
        ASSERT_EQ(
            std::tie(found.time_s, found.clearance_m, found.road_clearance_m, found.time_to_collision_s),
            std::tie(expected.time_s, expected.clearance_m, expected.road_clearance_m, expected.time_to_collision_s));
      }
    }
  }
}

// The only bad candidate is in each of the ranges in turn, at its ends and within.
TEST(InThreadsTest, TheErrorOfAnyShareIsReturned) {
  const Scene scene = CrossingRoad();
  const TrajectoryChecker checker = TrajectoryChecker::Create(Scene(scene), CheckerOptions()).value();
  for (const int bad : {0, 100, 255, 256, 600, 767, 768, kCandidates - 1}) {
    std::vector<Candidate> candidates = CandidatesAcrossTheRoad();
    // Between its ends, so that its own range finds it.
    TimedPose far = candidates[bad].poses.front();
    far.time_s += 0.5;
    far.position.x = 1e300;
    candidates[bad].poses.insert(candidates[bad].poses.begin() + 1, far);
    for (const int threads : kThreadCounts) {
      const absl::StatusOr<std::vector<Verdict>> verdicts = CheckInThreads(checker, candidates, threads);
      const std::string expected = absl::StrCat("candidate candidate ", bad, ": poses[1].x: 1e+300 m is beyond");
      ASSERT_TRUE(absl::StartsWith(verdicts.status().message(), expected)) << threads << ": " << verdicts.status();
      EXPECT_EQ(checker.Profiles(candidates, {{}, InThreads(threads)}).status(), verdicts.status());
    }
    candidates[bad].poses.clear();
    EXPECT_EQ(CheckInThreads(checker, candidates, 3).status().message(),
              absl::StrCat("candidate candidate ", bad, ": poses: empty; at least one pose is needed"));
  }
}

TEST(InThreadsTest, OfBadPosesTheFirstByCandidateIsReturned) {
  const Scene scene = CrossingRoad();
  const TrajectoryChecker checker = TrajectoryChecker::Create(Scene(scene), CheckerOptions()).value();
  std::vector<Candidate> candidates = CandidatesAcrossTheRoad();
  for (const int bad : {300, 310, 700, 1000}) candidates[bad].poses.back().yaw_rad = 1e300;
  for (const int threads : kThreadCounts) {
    const absl::StatusOr<std::vector<Verdict>> verdicts = CheckInThreads(checker, candidates, threads);
    ASSERT_FALSE(verdicts.ok()) << threads;
    EXPECT_EQ(verdicts.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_TRUE(absl::StartsWith(verdicts.status().message(), "candidate candidate 300: ")) << verdicts.status();
  }
}

TEST(InThreadsTest, ADeadlineChangesNoVerdictAndEndsTheCheck) {
  const Scene scene = CrossingRoad();
  const std::vector<Candidate> candidates = CandidatesAcrossTheRoad();
  const TrajectoryChecker checker = TrajectoryChecker::Create(Scene(scene), CheckerOptions()).value();
  const auto now = std::chrono::steady_clock::now();
  const v1::SceneVerdicts expected = VerdictsToProto(scene, candidates, CheckInThreads(checker, candidates, 1).value());
  for (const int threads : kThreadCounts) {
    const auto verdicts = CheckInThreads(checker, candidates, threads, now + std::chrono::hours(1));
    ASSERT_TRUE(verdicts.ok()) << verdicts.status();
    EXPECT_EQ(VerdictsToProto(scene, candidates, *verdicts).SerializeAsString(), expected.SerializeAsString());
    const auto late = CheckInThreads(checker, candidates, threads, now - std::chrono::seconds(1));
    EXPECT_EQ(late.status().code(), absl::StatusCode::kDeadlineExceeded);
    EXPECT_EQ(checker.Profiles(candidates, {now - std::chrono::seconds(1), InThreads(threads)}).status(),
              late.status());
  }
}

// More threads than the system grants.
TEST(InThreadsTest, WithoutThreadsTheCallerDoesTheWork) {
  const Scene scene = CrossingRoad();
  const std::vector<Candidate> candidates = CandidatesAcrossTheRoad();
  const TrajectoryChecker checker = TrajectoryChecker::Create(Scene(scene), CheckerOptions()).value();
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_NPROC, &before), 0);
  const rlimit none{0, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NPROC, &none), 0);
  const auto verdicts = CheckInThreads(checker, candidates, 10000);
  ASSERT_EQ(setrlimit(RLIMIT_NPROC, &before), 0);
  EXPECT_TRUE(verdicts.ok()) << verdicts.status();
}

}  // namespace
}  // namespace collision2d::planner
