// What the run of all chapters (bench_test.py) cannot see of the bench's helpers: how works are
// timed, that the truths are true and wrong answers are counted, and that pairs and scenes are what
// their names say.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bench/chapters/hard_families.h"
#include "bench/peers/johnson.h"
#include "bench/peers/layout.h"
#include "bench/peers/planner_scene.h"
#include "bench/peers/scene_peer.h"
#include "bench/timing/timing.h"
#include "collision2d/collision2d.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/testing/exact_oracle3.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/paper_dataset.h"
#include "collision2d/testing/random.h"
#include "gtest/gtest.h"

namespace collision2d::bench {
namespace {

constexpr uint64_t kSeed = 20261120;

constexpr int kItems = 100;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// How often each item was worked on, and whether every call had legal bounds.
struct Record {
  TimedWork Work(std::chrono::microseconds item_time = {}) {
    return [this, item_time](int begin, int end) {
      if (begin < 0 || begin >= end || end > kItems) is_legal = false;
      for (int i = begin; i < end; ++i) ++count[i];
      const auto until = std::chrono::steady_clock::now() + item_time * (end - begin);
      while (std::chrono::steady_clock::now() < until) continue;
    };
  }
  bool IsEven() const {
    return std::all_of(std::begin(count), std::end(count), [&](int64_t of_item) { return of_item == count[0]; });
  }

  int64_t count[kItems] = {};
  bool is_legal = true;
};

// 2 ms a pass; a turn of 1 ms in all is 50 us.
constexpr std::chrono::microseconds kSlow(20);

TEST(TimeInterleaved, TurnsAndLeadInsAreAsWanted) {
  constexpr LeadIn kWhole = {kInfinity, 3, 0.0, false};
  Record fast, slow, whole, led, twice;
  const Timing timing = TimeInterleaved({fast.Work()}, kItems, 0.01, {kInfinity, 1, 0.0, false})[0];
  EXPECT_TRUE(0.0 < timing.min_ns && timing.min_ns <= timing.median_ns && timing.median_ns <= timing.max_ns);
  // The first pass, and of each turn one timed and one untimed.
  EXPECT_TRUE(fast.IsEven());
  EXPECT_GE(fast.count[0], 1 + 2 * kTimingRounds);
  // Parts of a pass, where the turn is shorter, or whole passes if they may.
  TimeInterleaved({slow.Work(kSlow)}, kItems, 0.001);
  EXPECT_LT(slow.count[0], 1 + kTimingRounds);
  TimeInterleaved({whole.Work(kSlow)}, kItems, 0.001, kWhole);
  EXPECT_TRUE(whole.IsEven());
  EXPECT_EQ(whole.count[0], 1 + 2 * kTimingRounds);
  // As many untimed passes as wanted; a part untimed as often as timed.
  TimeInterleaved({led.Work(kSlow)}, kItems, 0.001, {kInfinity, 3, kInfinity, false});
  EXPECT_TRUE(led.IsEven());
  EXPECT_EQ(led.count[0], 1 + 4 * kTimingRounds);
  TimeInterleaved({twice.Work(kSlow)}, kItems, 0.001, {0.0, 1, 0.0, true});
  for (const int64_t count : twice.count) EXPECT_EQ(count % 2, 1);
  for (const Record* const record : {&fast, &slow, &whole, &led, &twice}) EXPECT_TRUE(record->is_legal);
}

TEST(InFreshProcess, ReturnsWhatTheWorkReturnsAndLeavesThisOneAsItWas) {
  int value = 1;
  const std::string long_text(1 << 20, 'x');
  EXPECT_EQ(InFreshProcess([&] { return ++value == 2 ? long_text : ""; }), long_text);
  EXPECT_EQ(value, 1);
  EXPECT_EXIT(InFreshProcess([]() -> std::string { std::abort(); }), testing::ExitedWithCode(1), "failed");
}

TEST(TimeCold, TimesItemsSpreadOverAllOnce) {
  constexpr int kNumbers = 40;
  for (const int items : {7, 3 * kColdItems}) {
    std::vector<int> numbers(items * kNumbers, 1), timed(items);
    int64_t sum = 0;
    const ColdWork work = {[&](int begin, int end) {
                             sum += std::accumulate(&numbers[begin * kNumbers], &numbers[(end - 1) * kNumbers], 0);
                           },
                           [&](int item) {
                             ++timed[item];
                             return std::vector<MemoryBlock>{{&numbers[item * kNumbers], kNumbers * sizeof(int)}};
                           }};
    EXPECT_GE(TimeCold({work}, items)[0], 0.0);
    for (int i = 0; i < items; ++i) EXPECT_EQ(timed[i], items == 7 || i % 3 == 0 ? 1 : 0);
    // Eviction leaves the memory as it is.
    EXPECT_EQ(std::accumulate(numbers.begin(), numbers.end(), 0), items * kNumbers);
  }
}

TEST(TimeCalls, TimesTheFirstCallByItself) {
  int calls = 0;
  const auto work = [&calls] {
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(++calls == 1 ? 20 : 1);
    while (std::chrono::steady_clock::now() < until) continue;
  };
  const CallTimes times = TimeCalls(work, 0.005, CallClock::kWall);
  EXPECT_GE(calls, 2);
  EXPECT_GE(times.first_ms, 19.9);
  EXPECT_GE(times.median_ms, 0.9);
  EXPECT_LE(times.median_ms, times.p999_ms);
}

TEST(TwoThreads, EveryIndexOnce) {
  TwoThreads threads;
  for (const int count : {0, 1, 7, 8, 9, 1000}) {
    for (int repetition = 0; repetition < 100; ++repetition) {
      std::vector<std::atomic<int>> visits(count);
      threads.Run(count, [&visits](int begin, int end) {
        for (int i = begin; i < end; ++i) ++visits[i];
      });
      for (const std::atomic<int>& visit : visits) ASSERT_EQ(visit, 1) << count;
    }
  }
}

TEST(GrowthExponent, OfPowersOfTheScale) {
  const auto growth = [](double (*ns)(double n)) {
    std::vector<GrowthPoint> points;
    for (const int n : {64, 200, 660, 2000}) points.push_back({n * std::log(n), ns(n)});
    return GrowthExponent(points).value();
  };
  EXPECT_NEAR(growth([](double n) { return std::pow(n * std::log(n), 2.0); }), 2.0, 1e-12);
  EXPECT_NEAR(growth([](double /*n*/) { return 100.0; }), 0.0, 1e-12);
  EXPECT_LT(growth([](double n) { return n; }), 1.0);
  // Hidden behind a constant for as long as n is small.
  EXPECT_GT(growth([](double n) { return 100.0 + 0.01 * n * n; }), 1.1);
  EXPECT_EQ(Exponent({{64, 1.0}, {128, 2.0}, {256, 4.0}}), "1.00");
  EXPECT_EQ(Exponent({{64, 1.0}, {200, 2.0}}), "-");
  EXPECT_EQ(Exponent({{64, 1.0}, {200, 2.0}, {660, 0.0}}), "-");
}

TEST(AreRight, TellsRightAnswersFromWrongOnes) {
  using Right = std::array<bool, 3>;
  const auto square = [](double x) { return *ConvexPolygon::Rectangle(2.0, 2.0, {x, 0.0}); };
  const HardPair apart = {square(0.0), square(5.0), {}};
  const HardPair touching = {square(0.0), square(0.0), Pose2({2.0, 0.0}, UnitRotation(1.0, 0.0))};
  const HardPair overlapping = {square(0.0), square(1.5), {}};
  const auto judge = [](const HardPair& pair, bool collides, double distance_m, double signed_distance_m,
                        SeparationStatus status) {
    LevelAnswers answers = {collides, distance_m, {}};
    answers.separation.signed_distance_m = signed_distance_m;
    answers.separation.status = status;
    return AreRight(pair, answers);
  };
  constexpr auto kSeparated = SeparationStatus::kSeparated;
  constexpr auto kTouching = SeparationStatus::kTouching;
  constexpr auto kPenetrating = SeparationStatus::kPenetrating;
  EXPECT_EQ(judge(apart, false, 3.0, 3.0, kSeparated), (Right{true, true, true}));
  EXPECT_EQ(judge(touching, true, 0.0, 0.0, kTouching), (Right{true, true, true}));
  EXPECT_EQ(judge(overlapping, true, 0.0, -0.5, kPenetrating), (Right{true, true, true}));
  EXPECT_EQ(judge(apart, true, 0.0, 0.0, kTouching), (Right{false, false, false}));
  EXPECT_EQ(judge(touching, false, 1e-300, 1e-300, kSeparated), (Right{false, false, false}));
  EXPECT_EQ(judge(overlapping, false, 0.5, 0.5, kPenetrating), (Right{false, false, false}));
  EXPECT_EQ(judge(overlapping, true, 0.0, -0.5, kTouching), (Right{true, true, false}));
  EXPECT_EQ(judge(apart, false, 3.0, 3.0, SeparationStatus::kIterationLimit), (Right{true, true, false}));
  // 4 ulp of the pair's size, which is 3 m.
  const double within = 3.0 + 3.0 * kDistanceRelativeError;
  const double beyond = 3.0 + 3.5 * kDistanceRelativeError;
  EXPECT_EQ(judge(apart, false, within, within, kSeparated), (Right{true, true, true}));
  for (const double wrong : {beyond, std::nan("")}) {
    EXPECT_EQ(judge(apart, false, wrong, wrong, kSeparated), (Right{true, false, false}));
  }
  EXPECT_EQ(judge(overlapping, true, 0.0, -0.5 - 1e-14, kPenetrating), (Right{true, true, false}));
}

constexpr int kPairs = 12;

TEST(Families, PairsAreAsHardAsTheyAreCalled) {
  ExactOracle oracle;
  std::set<std::string> names;
  for (const CliffFamily& family : AllFamilies()) {
    EXPECT_TRUE(names.insert(family.name).second) << family.name;
    for (const int n : {8, 24, 200}) {
      Random random(kSeed), again(kSeed);
      for (int i = 0; i < kPairs; ++i) {
        const HardPair pair = family.make(n, i, &random);
        const std::vector<Vec2> b = VerticesOfB(pair);
        EXPECT_TRUE(b == VerticesOfB(family.make(n, i, &again))) << family.name;
        // But for a few that rounding takes away.
        for (const int size : {pair.a.size(), pair.b.size()})
          EXPECT_TRUE(size <= n && size >= n - n / 4) << family.name;
        oracle.SetPair(pair.a.vertices(), b);
        const double distance_m =
            std::sqrt(oracle.DistanceSquared().get_d()) - std::sqrt(oracle.DepthSquared().get_d());
        const double relative = distance_m / std::max(pair.a.bounding_radius_m(), pair.b.bounding_radius_m());
        // Far from the origin rounding is 1e-9 m, on shapes of a metre.
        const bool is_as_deep = family.hardness == Hardness::kDeep      ? relative < -0.05
                                : family.hardness == Hardness::kContact ? std::abs(relative) < 1e-7
                                                                        : true;
        EXPECT_TRUE(is_as_deep) << family.name << ", n = " << n;
      }
    }
  }
}

TEST(Families, RoundingDoesWhatTheirNamesSay) {
  const auto share = [](const std::string& name, int n, const auto& condition) {
    const std::vector<CliffFamily> all = AllFamilies();
    const auto family =
        std::find_if(all.begin(), all.end(), [&](const CliffFamily& each) { return each.name == name; });
    Random random(20270118);
    double count = 0.0;
    for (int i = 0; i < kPairs; ++i) count += condition(family->make(n, i, &random)) ? 1.0 : 0.0;
    return count / kPairs;
  };
  const auto posed_size = [](const HardPair& pair) { return ConvexPolygon::Hull(VerticesOfB(pair)).value().size(); };
  const auto is_bent = [&](const HardPair& pair) { return posed_size(pair) < pair.b.size(); };
  const auto shares_two = [](const HardPair& pair) {
    int shared = 0;
    for (const Vec2 p : pair.a.vertices()) {
      for (const Vec2 q : pair.b.vertices()) shared += p == q ? 1 : 0;
    }
    return shared >= 2;
  };
  for (const int n : {24, 64, 660}) EXPECT_GE(share("bent_ring_deep", n, is_bent), 0.75) << n;
  EXPECT_GE(share("collapse_to_point", 8, [&](const HardPair& pair) { return posed_size(pair) == 1; }), 0.5);
  EXPECT_GE(share("collapse_to_segment", 8, [&](const HardPair& pair) { return posed_size(pair) == 2; }), 0.5);
  for (const char* name : {"shared_edge", "shared_edge_far", "subnormal"}) EXPECT_GE(share(name, 24, shares_two), 0.5);
  EXPECT_EQ(share("subnormal", 8, [](const HardPair& p) { return p.a.max_coordinate_m() < 0x1p-1022; }), 1.0);
  EXPECT_GE(share("shared_edge_far", 8, [](const HardPair& p) { return p.a.max_coordinate_m() > 1e6; }), 0.75);
}

TEST(AllocationOrder, ScatteredIsAPermutationThatPutsNeighboursFarApart) {
  constexpr int kCount = 3000;
  std::vector<int> order = AllocationOrder(Layout::kScattered, kCount);
  EXPECT_EQ(order, AllocationOrder(Layout::kScattered, kCount));
  std::vector<int> place(kCount);
  for (int i = 0; i < kCount; ++i) place[order[i]] = i;
  // In a random order of n polygons, neighbours are n / 3 places apart on average.
  int64_t sum = 0;
  for (int i = 0; i + 1 < kCount; ++i) sum += std::abs(place[i + 1] - place[i]);
  EXPECT_GT(sum / kCount, kCount / 4);
  std::sort(order.begin(), order.end());
  EXPECT_EQ(order, AllocationOrder(Layout::kContiguous, kCount));
  EXPECT_TRUE(AllocationOrder(Layout::kScattered, 0).empty());
}

TEST(PosePairs, PosingBringsEveryVertexBackWithinRounding) {
  int left = 0;
  for (const PairClass pair_class : kPairClasses) {
    const std::vector<PolygonPair> pairs = PaperPairs(pair_class, 12, 200, 1);
    const std::vector<PosedPair> posed = PosePairs(pairs);
    for (size_t i = 0; i < pairs.size(); ++i) {
      EXPECT_TRUE(posed[i].a.vertices() == pairs[i].a.vertices());
      EXPECT_LT(Norm(posed[i].b.center()), posed[i].b.bounding_radius_m());
      left += posed[i].a_from_b.sin > 0.0 ? 1 : 0;
      for (int k = 0; k < posed[i].b.size(); ++k) {
        EXPECT_LT(Norm(posed[i].a_from_b * posed[i].b.vertices()[k] - pairs[i].b.vertices()[k]), 1e-13);
      }
    }
  }
  EXPECT_GT(left, 800 / 3);
  EXPECT_LT(left, 1600 / 3);
}

// Random points do not come from GJK, so that the nearest face need not hold the newest vertex:
// Johnson's algorithm then finds nothing. What it finds is right, and so is the backup procedure.
TEST(Johnson, FindsTheNearestPointOfRandomSimplices) {
  using solid::Vec3;
  Random random(kSeed);
  solid::ExactOracle3 oracle;
  int answered = 0;
  int inside = 0;
  constexpr int kTrials = 4000;
  for (int trial = 0; trial < kTrials; ++trial) {
    const int size = 1 + trial % 4;
    std::vector<Vec3> v(static_cast<size_t>(size));
    for (Vec3& p : v) {
      p.x = random.Uniform(-1.0, 1.0);
      p.y = random.Uniform(-1.0, 1.0);
      p.z = random.Uniform(-0.7, 1.0);
    }
    oracle.SetPair(v, {Vec3{}});
    const double distance = std::sqrt(oracle.DistanceSquared().get_d());
    for (const NearestFace& face : {Backup(v.data(), size), Johnson(v.data(), size)}) {
      Vec3 point;
      for (int i = 0; i < size; ++i) point = point + face.weight[i] * v[static_cast<size_t>(i)];
      // Cofactors lose digits with the square of the simplex's condition; random ones stay far
      // above this.
      ASSERT_TRUE(face.vertices == 0 || std::abs(Norm(point) - distance) < 1e-6) << trial;
    }
    ASSERT_NE(Backup(v.data(), size).vertices, 0u);
    const uint32_t vertices = Johnson(v.data(), size).vertices;
    answered += vertices != 0 ? 1 : 0;
    inside += vertices == 15u ? 1 : 0;
    ASSERT_TRUE(vertices == 0 || (vertices >> (size - 1) & 1u) != 0) << "not of the newest vertex";
  }
  EXPECT_GT(answered, kTrials * 3 / 10);
  EXPECT_GT(inside, 10);
}

TEST(Johnson, SubdistancesKeepTheNearestFaceAndCountTheirBackups) {
  JohnsonSubdistance<JohnsonMode::kJohnsonBackup> with_backup;
  JohnsonSubdistance<JohnsonMode::kJohnson> without;
  JohnsonSubdistance<JohnsonMode::kBackup> backup;
  ASSERT_TRUE(with_backup.Add({3.0, 1.0, 0.0}) && with_backup.Add({3.0, -1.0, 0.0}));
  ASSERT_TRUE(backup.Add({3.0, 1.0, 0.0}) && backup.Add({3.0, -1.0, 0.0}));
  EXPECT_EQ(with_backup.direction(), (solid::Vec3{3.0, 0.0, 0.0}));
  EXPECT_EQ(backup.direction(), (solid::Vec3{3.0, 0.0, 0.0}));
  EXPECT_EQ(std::make_pair(with_backup.backups(), backup.backups()), std::make_pair(int64_t{0}, int64_t{2}));
  // The newest vertex is farther: Johnson's search among its faces finds none.
  ASSERT_TRUE(without.Add({1.0, 0.0, 0.0}));
  EXPECT_FALSE(without.Add({2.0, 0.0, 0.0}));
  with_backup.Clear();
  ASSERT_TRUE(with_backup.Add({1.0, 0.0, 0.0}) && with_backup.Add({2.0, 0.0, 0.0}));
  EXPECT_EQ(with_backup.backups(), 1);
  EXPECT_EQ(with_backup.direction(), (solid::Vec3{1.0, 0.0, 0.0}));
}

// Unit squares: the body at x = 0, and for a second trajectory far away; obstacles whose gaps to it
// are -0.0005, 0.0005, 0.5 and -0.5 m.
PlannerScene FourGaps(size_t trajectories) {
  const ConvexPolygon square = *ConvexPolygon::Rectangle(1.0, 1.0);
  PlannerScene scene{square, {square, square, square, square}, 1, {}, {}, {0, 1}, false};
  for (const double y : {0.0, 100.0}) scene.world_from_ego.push_back(Pose2({0.0, y}, UnitRotation(1.0, 0.0)));
  scene.world_from_ego.resize(trajectories);
  for (const double gap_m : {-0.0005, 0.0005, 0.5, -0.5}) {
    scene.world_from_obstacle.push_back(Pose2({1.0 + gap_m, 0.0}, UnitRotation(1.0, 0.0)));
  }
  return scene;
}

// Wrong answers, to the bit and beyond 1 mm.
std::pair<int64_t, int64_t> WrongOf(Question question, const Answers& right, const Answers& answers) {
  const PlannerScene scene = FourGaps(std::max<size_t>(1, right.findings.size()));
  return {CountWrong(scene, question, Judgement::kSameBits, right, answers),
          CountWrong(scene, question, Judgement::kAwayFromZero, right, answers)};
}

using Wrong = std::pair<int64_t, int64_t>;

TEST(CountWrong, BitsOfTheMask) {
  const auto wrong = [](uint64_t mask) { return WrongOf(Question::kMask, {{}, {0b1001}}, {{}, {mask}}); };
  EXPECT_EQ(wrong(0b1001), Wrong(0, 0));
  EXPECT_EQ(wrong(0b1111), Wrong(2, 1));
  EXPECT_EQ(wrong(0b1010), Wrong(2, 0));
  EXPECT_EQ(wrong(0b0001), Wrong(1, 1));
  // There is no fifth obstacle.
  EXPECT_EQ(wrong(0b11001), Wrong(1, 1));
}

TEST(CountWrong, Findings) {
  const auto wrong = [](Question question, const Finding& right, const Finding& finding) {
    return WrongOf(question, {{right}}, {{finding}});
  };
  const auto first = [&](int right, int obstacle) {
    const auto of = [](int k) { return k < 0 ? Finding{} : Finding{true, 0, k}; };
    return wrong(Question::kFirstHit, of(right), of(obstacle));
  };
  EXPECT_EQ(first(0, 0), Wrong(0, 0));
  EXPECT_EQ(first(0, 1), Wrong(1, 0));
  // Obstacle 0 is within 1 mm of contact, 2 and 3 are not.
  EXPECT_EQ(first(0, 3), Wrong(1, 0));
  EXPECT_EQ(first(3, 1), Wrong(1, 0));
  EXPECT_EQ(first(3, 2), Wrong(1, 1));
  EXPECT_EQ(first(3, -1), Wrong(1, 1));
  EXPECT_EQ(wrong(Question::kAnyHit, {true}, {false}), Wrong(1, 1));
  EXPECT_EQ(wrong(Question::kAnyHit, {true}, {true}), Wrong(0, 0));
  const Finding right = {false, 0, 2, 0.5};
  EXPECT_EQ(wrong(Question::kNearest, right, right), Wrong(0, 0));
  EXPECT_EQ(wrong(Question::kNearest, right, {false, 0, 2, 0.5 + 0x1p-52}), Wrong(1, 0));
  EXPECT_EQ(wrong(Question::kNearest, right, {false, 0, 1, 0.5005}), Wrong(1, 0));
  EXPECT_EQ(wrong(Question::kNearest, right, {false, 0, 2, 0.502}), Wrong(1, 1));
  EXPECT_EQ(wrong(Question::kNearest, right, {}), Wrong(1, 1));
}

TEST(CountWrong, FirstFree) {
  const auto wrong = [](const Finding& first, int first_free) {
    return WrongOf(Question::kFirstFree, {{{true, 0, 0}, {}}, {}, 1}, {{first, {}}, {}, first_free});
  };
  EXPECT_EQ(wrong({true, 0, 0}, 1), Wrong(0, 0));
  EXPECT_EQ(wrong({true, 0, 3}, 1), Wrong(1, 0));
  EXPECT_EQ(wrong({true, 0, 0}, -1), Wrong(1, 1));
  // The first one is free by 1 mm at most.
  EXPECT_EQ(wrong({}, 0).second, 0);
}

// Shares of all pairs whose bounding circles overlap, and that collide, and of colliding
// trajectories.
struct Shares {
  double near = 0.0;
  double colliding = 0.0;
  double trajectories = 0.0;
};

Shares SharesOf(const PlannerScene& scene) {
  Shares shares;
  for (int i = 0; i < scene.trajectory_count(); ++i) {
    bool hit = false;
    for (int step = 0; step < scene.steps; ++step) {
      for (int k = 0; k < scene.obstacle_count(); ++k) {
        const ConvexPolygon& obstacle = scene.obstacles[k];
        const Pose2 ego_from_obstacle = RelativePose(scene.EgoPose(i, step), scene.ObstaclePose(step, k));
        const double apart_m = Norm(ego_from_obstacle * obstacle.center() - scene.ego.center());
        const bool collides = Collides(scene.ego, obstacle, ego_from_obstacle);
        shares.near += apart_m <= scene.ego.bounding_radius_m() + obstacle.bounding_radius_m() ? 1.0 : 0.0;
        shares.colliding += collides ? 1.0 : 0.0;
        hit |= collides;
      }
    }
    shares.trajectories += hit ? 1.0 : 0.0;
  }
  const double pairs = static_cast<double>(scene.pair_count());
  return {shares.near / pairs, shares.colliding / pairs, shares.trajectories / scene.trajectory_count()};
}

TEST(PlannerScene, ScenesAreAsNearAsTheirNamesSay) {
  const auto is_between = [](double low, double value, double high) { return low <= value && value <= high; };
  const Shares sparse = SharesOf(SparseTraffic(2000, 200, kSeed));
  EXPECT_TRUE(sparse.near < 0.004 && is_between(0.1, sparse.trajectories, 0.3));
  const Shares dense = SharesOf(DenseCrowd(500, 200, kSeed));
  EXPECT_TRUE(dense.near > 0.9999 && is_between(0.35, dense.colliding, 0.65));
  const Shares crowd = SharesOf(PolygonCrowd(500, 200, kSeed));
  EXPECT_TRUE(is_between(0.3, crowd.near, 0.5) && crowd.colliding > 0.1);
  for (const int walls : {1000, 10000}) {
    EXPECT_TRUE(is_between(0.01, SharesOf(StaticMapScene(2000, walls, kSeed)).trajectories, 0.05)) << walls;
  }
  const PlannerScene traffic = MovingTraffic(200, 50, 100, kSeed);
  EXPECT_TRUE(is_between(0.3, SharesOf(traffic).trajectories, 0.7));
  // A tenth that collides, then a free one.
  EXPECT_EQ(std::set<int>(traffic.cost_order.begin(), traffic.cost_order.end()).size(), 200u);
  PlannerScene one = traffic;
  for (int position = 0; position <= 20; ++position) {
    const auto begin = traffic.world_from_ego.begin() + traffic.cost_order[position] * traffic.steps;
    one.world_from_ego.assign(begin, begin + traffic.steps);
    EXPECT_EQ(SharesOf(one).trajectories, position < 20 ? 1.0 : 0.0) << position;
  }
}

}  // namespace
}  // namespace collision2d::bench
