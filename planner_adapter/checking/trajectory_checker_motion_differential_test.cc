// TrajectoryChecker's verdicts on motion against the plain checker's shapes at many times between
// instants.

#include <cstdio>
#include <optional>
#include <tuple>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/checking/testing/plain_checker.h"
#include "planner_adapter/checking/testing/plain_road.h"
#include "planner_adapter/checking/testing/random_checks.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {
namespace {

// s. Around the times at which an occupancy gives way to the next one, it depends on kSameInstant_s
// which of them counts.
constexpr double kBeside_s = 3e-6;

// m/s. A bound on relative speeds of points of these scenes.
constexpr double kFastest_mps = 1e3;

// Times that are looked at between two instants.
constexpr int kBetween = 40;

// These times, and those of predictions: some obstacles are there for a moment only.
std::vector<double> TimesOfBounds(const Scene& scene, const Candidate& candidate) {
  std::vector<double> times_s = PlainDenseTimes(scene, candidate, kBetween);
  const auto add = [&, first_s = times_s.front(), last_s = times_s.back()](const auto& of) {
    for (const auto& at : of) {
      if (at.time_s >= first_s && at.time_s <= last_s) times_s.push_back(at.time_s);
    }
  };
  for (const MovingObstacle& obstacle : scene.moving_obstacles) {
    for (const Prediction& prediction : obstacle.predictions) {
      add(prediction.poses);
      add(prediction.timed_shapes);
      add(prediction.occupancies);
    }
  }
  std::sort(times_s.begin(), times_s.end());
  return times_s;
}

// The distance of the ego vehicle from the obstacle of an encounter in the ground plan, at its time
// or just before.
double DistanceAt(const Encounter& encounter, const Scene& scene, const CheckerOptions& options,
                  const Candidate& candidate) {
  double least_m = kInfinity;
  for (const double time_s : {encounter.time_s, encounter.time_s - kBeside_s}) {
    least_m = std::min(least_m, PlainSignedDistance(PlainEgoAt(scene, candidate, time_s, encounter.part),
                                                    PlainObstacleAt(scene, encounter.obstacle, encounter.hypothesis,
                                                                    time_s, options.beyond_prediction)));
  }
  return least_m;
}

// How near obstacles come: in plans whose heights overlap, in heights whose plans do, and in
// contact minus the depth.
struct Closest {
  double contact_m = kInfinity;
  double plan_m = kInfinity;
  double vertical_m = kInfinity;

  void Add(const PlainShape& ego, const PlainShape& obstacle) {
    const double gap_m = ego.has_heights && obstacle.has_heights
                             ? std::max(ego.lowest_m - obstacle.highest_m, obstacle.lowest_m - ego.highest_m)
                             : -kInfinity;
    const PlainMeeting meeting = PlainMeetingOf(ego, obstacle);
    if (meeting.signed_distance_m <= 0.0) contact_m = std::min(contact_m, meeting.signed_distance_m);
    // Where one is tilted, they may pass each other with heights that overlap.
    if (gap_m <= 0.0 && meeting.plans_m > 0.0) plan_m = std::min(plan_m, meeting.plans_m);
    if (gap_m > 0.0 && meeting.plans_m <= 0.0) vertical_m = std::min(vertical_m, gap_m);
  }

  void Add(const Closest& other) {
    contact_m = std::min(contact_m, other.contact_m);
    plan_m = std::min(plan_m, other.plan_m);
    vertical_m = std::min(vertical_m, other.vertical_m);
  }
};

Closest ClosestAt(const Scene& scene, const CheckerOptions& options, const Candidate& candidate, double time_s) {
  Closest closest;
  const std::vector<PlainShape> ego = PlainEgoAt(scene, candidate, time_s);
  const auto add = [&](int obstacle, int hypothesis) {
    for (const PlainShape& other : PlainObstacleAt(scene, obstacle, hypothesis, time_s, options.beyond_prediction)) {
      for (const PlainShape& shape : ego) closest.Add(shape, other);
    }
  };
  const int statics = static_cast<int>(scene.static_obstacles.size());
  for (int i = 0; i < statics; ++i) add(i, 0);
  for (size_t i = 0; i < scene.moving_obstacles.size(); ++i) {
    const std::vector<Prediction>& predictions = scene.moving_obstacles[i].predictions;
    for (size_t h = 0; h < predictions.size(); ++h) {
      if (predictions[h].probability >= options.min_probability)
        add(statics + static_cast<int>(i), static_cast<int>(h));
    }
  }
  return closest;
}

// The deepest contact of any of the times before `until_s`.
double DeepestBefore(double until_s, const Scene& scene, const CheckerOptions& options, const Candidate& candidate) {
  Closest closest;
  for (const double time_s : PlainDenseTimes(scene, candidate, kBetween)) {
    if (time_s >= until_s) break;
    closest.Add(ClosestAt(scene, options, candidate, time_s));
  }
  return closest.contact_m;
}

struct Sample {
  int candidates = 0;
  int colliding = 0;
  int between_instants = 0;
  int undecided = 0;
  int conservative = 0;
  int bounds = 0;
  int lower_bounds = 0;  // Those of candidates that come nearer between instants.
};

class TrajectoryCheckerMotionDifferentialTest : public testing::TestWithParam<std::tuple<Heights, Parts>> {
 protected:
  static Heights HeightsOfScenes() { return std::get<Heights>(GetParam()); }
  static int64_t Scenes() { return TestCaseCount(200) / (PartsOfScenes() == Parts::kSome ? 4 : 1); }
  static Parts PartsOfScenes() { return std::get<Parts>(GetParam()); }

  void Compare(const Scene& scene, const CheckerOptions& options, const Candidate& candidate, const Verdict& verdict) {
    const PlainVerdict at_instants = PlainCheck(scene, options, candidate);
    ++sample_.candidates;
    ASSERT_EQ(verdict.contact_bracket.has_value(), verdict.collides());
    if (!verdict.collides()) {
      EXPECT_FALSE(at_instants.first_collision.has_value());
      ExpectAsAtInstants(verdict, at_instants);
      ExpectRoad(scene, candidate, verdict);
      ExpectBounds(scene, options, candidate, verdict);
      return;
    }
    const ContactBracket& bracket = *verdict.contact_bracket;
    ++sample_.colliding;
    sample_.between_instants += bracket.between_instants ? 1 : 0;
    sample_.undecided += bracket.is_undecided ? 1 : 0;
    sample_.conservative += bracket.is_conservative ? 1 : 0;
    EXPECT_LE(bracket.free_until_s, bracket.contact_by_s);
    EXPECT_EQ(bracket.contact_by_s, verdict.first_collision->time_s);
    EXPECT_EQ(bracket.between_instants, !at_instants.first_collision.has_value());
    if (at_instants.first_collision.has_value()) {
      EXPECT_LE(bracket.contact_by_s, at_instants.first_collision->time_s);
    }
    EXPECT_GT(DeepestBefore(bracket.free_until_s, scene, options, candidate), -kAgreement_m);
    ExpectContact(scene, options, candidate, verdict);
    ASSERT_TRUE(verdict.minimum_clearance.has_value());
    EXPECT_LE(verdict.minimum_clearance->signed_distance_m, verdict.first_collision->signed_distance_m);
  }

  Sample sample_;

 private:
  // At none of many times there is a contact, or a clearance below its lower bound, which is hardly
  // less than the least of them.
  void ExpectBounds(const Scene& scene, const CheckerOptions& options, const Candidate& candidate,
                    const Verdict& verdict) {
    const bool is_level = HeightsOfScenes() == Heights::kNone || HeightsOfScenes() == Heights::kLevel;
    Closest least;
    // The most that the clearance changes from one time to the next, where it exists at both.
    double most_change_m = 0.0;
    std::optional<double> last_m;
    for (const double time_s : TimesOfBounds(scene, candidate)) {
      const Closest at = ClosestAt(scene, options, candidate, time_s);
      if (last_m.has_value() && std::isfinite(at.plan_m - *last_m)) {
        most_change_m = std::max(most_change_m, std::abs(at.plan_m - *last_m));
      }
      last_m = at.plan_m;
      least.Add(at);
    }
    EXPECT_GT(least.contact_m, -kAgreement_m);
    if (const std::optional<Encounter>& of = verdict.minimum_clearance; of.has_value()) {
      ASSERT_TRUE(of->lower_bound_m.has_value());
      EXPECT_LE(*of->lower_bound_m, least.plan_m + kAgreement_m);
      EXPECT_LE(*of->lower_bound_m, std::max(0.0, of->signed_distance_m - 0.01));
      const bool is_plain = HeightsOfScenes() == Heights::kNone;
      // Within 1 cm of the least clearance, which may be between two of the times.
      EXPECT_GE(*of->lower_bound_m, is_plain ? least.plan_m - 0.01 - most_change_m - kAgreement_m : 0.0);
      ++sample_.bounds;
      sample_.lower_bounds += *of->lower_bound_m < of->signed_distance_m - 0.02 ? 1 : 0;
    }
    if (const std::optional<VerticalClearance>& of = verdict.vertical_clearance; of.has_value()) {
      ASSERT_TRUE(of->lower_bound_m.has_value());
      // The gap between the extents of tilted bodies is less than the height between the bodies.
      EXPECT_LE(*of->lower_bound_m, (is_level ? least.vertical_m : of->clearance_m) + kAgreement_m);
    }
    const std::optional<RoadClearance>& road = verdict.road_clearance;
    if (!is_level || !road.has_value() || verdict.leaves_road_time_s.has_value()) return;
    ASSERT_TRUE(road->lower_bound_m.has_value());
    EXPECT_LE(*road->lower_bound_m, std::max(0.0, road->clearance_m - 0.01));
    const PlainRoad plain(scene.drivable_area);
    for (const double time_s : PlainDenseTimes(scene, candidate, kBetween)) {
      for (const PlainShape& shape : PlainEgoAt(scene, candidate, time_s)) {
        EXPECT_LE(*road->lower_bound_m, plain.DistanceOf(shape) + kAgreement_m);
      }
    }
  }

  // Up to its departure the vehicle is on the road, and then it is at its edge.
  static void ExpectRoad(const Scene& scene, const Candidate& candidate, const Verdict& verdict) {
    const bool is_level = HeightsOfScenes() == Heights::kNone || HeightsOfScenes() == Heights::kLevel;
    if (!is_level || scene.drivable_area.empty()) return;
    const PlainRoad road(scene.drivable_area);
    const auto is_on_road = [&](double time_s, double tolerance_m) {
      return road.Contains(PlainEgoAt(scene, candidate, time_s), tolerance_m);
    };
    const double until_s = verdict.road_departure.has_value() ? verdict.road_departure->inside_until_s : kInfinity;
    for (const double time_s : PlainDenseTimes(scene, candidate, kBetween)) {
      // The departure of a slender shape may be deeper than kDepartureMargin_m and go unnoticed.
      if (time_s >= until_s) break;
      EXPECT_TRUE(is_on_road(time_s, 1e-3)) << time_s;
    }
    if (!verdict.road_departure.has_value()) return;
    EXPECT_FALSE(is_on_road(verdict.road_departure->outside_by_s, -1e-3));
  }

  static void ExpectAsAtInstants(const Verdict& verdict, const PlainVerdict& at_instants) {
    ASSERT_EQ(verdict.minimum_clearance.has_value(), at_instants.minimum_clearance.has_value());
    if (verdict.minimum_clearance.has_value()) {
      EXPECT_EQ(verdict.minimum_clearance->time_s, at_instants.minimum_clearance->time_s);
      EXPECT_NEAR(verdict.minimum_clearance->signed_distance_m, at_instants.minimum_clearance->signed_distance_m,
                  kAgreement_m);
    }
    EXPECT_EQ(verdict.vertical_clearance.has_value(), at_instants.vertical_clearance.has_value());
    EXPECT_EQ(verdict.pairs_checked, at_instants.pairs_checked);
    EXPECT_EQ(verdict.leaves_road_time_s.has_value(), verdict.road_departure.has_value());
    if (!verdict.road_departure.has_value()) {
      EXPECT_FALSE(at_instants.leaves_road_time_s.has_value());
      return;
    }
    const RoadDeparture& departure = *verdict.road_departure;
    EXPECT_EQ(departure.outside_by_s, *verdict.leaves_road_time_s);
    EXPECT_LE(departure.inside_until_s, departure.outside_by_s);
    EXPECT_EQ(departure.between_instants, !at_instants.leaves_road_time_s.has_value());
    if (at_instants.leaves_road_time_s.has_value()) {
      EXPECT_LE(departure.outside_by_s, *at_instants.leaves_road_time_s);
    }
  }

  static void ExpectContact(const Scene& scene, const CheckerOptions& options, const Candidate& candidate,
                            const Verdict& verdict) {
    const ContactBracket& bracket = *verdict.contact_bracket;
    const Encounter& encounter = *verdict.first_collision;
    // Where clocks count from 1970, neighbouring times are a quarter of the tolerance apart.
    const double spacing_s = std::nextafter(std::abs(bracket.contact_by_s), kInfinity) - std::abs(bracket.contact_by_s);
    // A pair that may collide is within kSpaceMargin_m in space. A graze is within
    // contact_tolerance_m, at a time that is then rounded: a segment that a point passes through.
    double room_m = kAgreement_m;
    if (bracket.is_conservative) room_m += 1e-3;
    if (bracket.is_undecided) room_m += options.impact.contact_tolerance_m + kFastest_mps * spacing_s;
    EXPECT_LE(DistanceAt(encounter, scene, options, candidate), room_m);
    EXPECT_LE(encounter.signed_distance_m, room_m);
    const bool is_narrow =
        bracket.contact_by_s - bracket.free_until_s <= options.impact.time_tolerance_s + 4.0 * spacing_s;
    const bool is_level = HeightsOfScenes() == Heights::kNone || HeightsOfScenes() == Heights::kLevel;
    EXPECT_TRUE(!is_level || is_narrow || bracket.is_undecided);
  }
};

TEST_P(TrajectoryCheckerMotionDifferentialTest, AgreesWithManyTimesBetweenInstants) {
  ForEachScene(Scenes(), HeightsOfScenes(), Coordinates::kReal, PartsOfScenes(),
               [&](int64_t, SceneGenerator& generator) {
                 const Scene scene = generator.RandomScene();
                 const CheckerOptions options = generator.RandomOptions();
                 const std::vector<Verdict> verdicts = VerdictsOf(scene, options);
                 for (size_t k = 0; k < verdicts.size(); ++k) {
                   SCOPED_TRACE("candidate " + std::to_string(k));
                   Compare(scene, options, scene.candidates[k], verdicts[k]);
                 }
               });
  RecordProperty("colliding", sample_.colliding);
  RecordProperty("between_instants", sample_.between_instants);
  RecordProperty("conservative", sample_.conservative);
  std::printf("motion-differential: %d candidates, %d colliding, %d with bounds, %d nearer between instants\n",
              sample_.candidates, sample_.colliding, sample_.bounds, sample_.lower_bounds);
  EXPECT_GT(sample_.bounds, 0.1 * sample_.candidates);
  EXPECT_GT(sample_.lower_bounds, 0.1 * sample_.bounds);
  // The sample is a representative one.
  EXPECT_GT(sample_.colliding, 0.3 * sample_.candidates);
  EXPECT_LT(sample_.colliding, 0.8 * sample_.candidates);
  EXPECT_GT(sample_.between_instants, 0.02 * sample_.candidates);
  // Points and segments that meet have no depth.
  EXPECT_LT(sample_.undecided, 0.005 * sample_.candidates + 1.0);
  EXPECT_LT(sample_.conservative, 0.01 * sample_.candidates + 1.0);
}

// Where many shapes touch exactly: an instant in contact is never outvoted, and free candidates
// have the verdicts of instants alone.
TEST_P(TrajectoryCheckerMotionDifferentialTest, ACollisionAtAnInstantIsACollision) {
  // These take little time.
  const int64_t scenes = 5 * Scenes();
  int touching = 0;
  const auto compare = [&](int64_t, SceneGenerator& generator) {
    const Scene scene = generator.RandomScene();
    CheckerOptions options = generator.RandomOptions();
    const std::vector<Verdict> motion = VerdictsOf(scene, options);
    options.instants_only = true;
    const std::vector<Verdict> instants = VerdictsOf(scene, options);
    for (size_t k = 0; k < motion.size(); ++k) {
      SCOPED_TRACE("candidate " + std::to_string(k));
      if (!motion[k].collides()) {
        EXPECT_FALSE(instants[k].collides());
        EXPECT_EQ(motion[k].minimum_clearance.has_value(), instants[k].minimum_clearance.has_value());
        if (motion[k].minimum_clearance.has_value()) {
          EXPECT_EQ(motion[k].minimum_clearance->signed_distance_m, instants[k].minimum_clearance->signed_distance_m);
          EXPECT_EQ(motion[k].minimum_clearance->time_s, instants[k].minimum_clearance->time_s);
        }
        EXPECT_EQ(motion[k].pairs_checked, instants[k].pairs_checked);
        continue;
      }
      EXPECT_EQ(motion[k].contact_bracket->between_instants, !instants[k].collides());
      if (!instants[k].collides()) continue;
      EXPECT_LE(motion[k].contact_bracket->contact_by_s, instants[k].first_collision->time_s);
      touching += instants[k].first_collision->signed_distance_m == 0.0 ? 1 : 0;
    }
  };
  ForEachScene(scenes, HeightsOfScenes(), Coordinates::kCoarse, PartsOfScenes(), compare);
  EXPECT_GT(touching, scenes / 50);
}

INSTANTIATE_TEST_SUITE_P(AllHeights, TrajectoryCheckerMotionDifferentialTest,
                         testing::Combine(testing::Values(Heights::kNone, Heights::kLevel, Heights::kTilted,
                                                          Heights::kSolids),
                                          testing::Values(Parts::kNone, Parts::kSome)));

}  // namespace
}  // namespace collision2d::planner
