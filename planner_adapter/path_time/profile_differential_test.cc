// Speed profiles against checks that know nothing of path-time graphs: those that are linear in
// pieces against the swept check of their candidates, others against TimeOfImpact of a Bounded
// motion. Where the two differ, interval arithmetic decides. As profile_differential_long_test 10^6
// profiles. Prints what it saw of each family.

#include <cinttypes>
#include <cstdio>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/motion/motion.h"
#include "collision2d/motion/time_of_impact.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/path_time/ego_path.h"
#include "planner_adapter/path_time/path_time_graph.h"
#include "planner_adapter/path_time/profile_check.h"
#include "planner_adapter/path_time/speed_profile.h"
#include "planner_adapter/path_time/testing/path_time_cases.h"
#include "planner_adapter/path_time/testing/path_time_oracle.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {
namespace {

using Relation = PathTimeOracle::Relation;

constexpr int64_t kDefaultProfiles = 6000;
constexpr int kProfilesOfCase = 50;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// s. Times of a candidate's poses closer than kSameInstant_s are one.
constexpr double kRounding_s = 4e-6;

// The first contact by either way.
struct Contact {
  MotionVerdict verdict = MotionVerdict::kFree;
  double free_until_s = kInfinity;
  double contact_by_s = kInfinity;
};

struct Profile {
  std::vector<ProfilePiece> pieces;
  double end_s;

  SpeedProfile view() const { return {pieces, end_s}; }

  double StationAt(double time_s) const {
    size_t k = 0;
    while (k + 1 < pieces.size() && pieces[k + 1].time_s <= time_s) ++k;
    const ProfilePiece& piece = pieces[k];
    const double x = time_s - piece.time_s;
    return piece.station_m + x * (piece.speed_mps + x * (piece.acceleration_mps2 / 2.0 + x * piece.jerk_mps3 / 6.0));
  }
  // The greatest speed along the path.
  double Fastest() const {
    double fastest_mps = 0.0;
    for (size_t k = 0; k < pieces.size(); ++k) {
      const double x = (k + 1 < pieces.size() ? pieces[k + 1].time_s : end_s) - pieces[k].time_s;
      fastest_mps = std::max(fastest_mps,
                             std::abs(pieces[k].speed_mps) +
                                 x * (std::abs(pieces[k].acceleration_mps2) + x * std::abs(pieces[k].jerk_mps3) / 2.0));
    }
    return fastest_mps;
  }
};

struct Counts {
  int64_t profiles = 0;
  int64_t free = 0;
  int64_t undecided = 0;  // Of the graph alone.
  int64_t wide = 0;       // Brackets wider than for a profile that closes by 1 m/s.
  int64_t rounding = 0;   // What differs, and the oracle leaves open or gives to the graph.

  void Print(const char* name, const char* kind) const {
    std::printf("profiles %-8s %-20s %8" PRId64 " profiles %8" PRId64 " free %6" PRId64 " undecided %6" PRId64
                " wide %5" PRId64 " rounding  0 contradictions\n",
                kind, name, profiles, free, undecided, wide, rounding);
  }
};

// One path with a graph and profiles on it.
class CaseCheck {
 public:
  CaseCheck(const PathTimeCase& of, Random* random, Counts* counts)
      : of_(of), random_(*random), counts_(*counts), path_(MakePath(of)) {
    of_.scene.ego_state = EgoState();
    of_.scene.ego_state->pose.time_s = of.start_s;
    PathTimeOptions options;
    options.start_s = of.start_s;
    options.end_s = of.end_s;
    options.beyond_prediction = of.beyond;
    // No more than a hundredth of a small body.
    const double part = std::min(1.0, of.scene.ego.shapes[0].bounding_radius_m());
    options.station_tolerance_m *= part;
    options.region_time_tolerance_s *= part;
    graph_ = *PathTimeGraph::Create(of_.scene, path_, options);
    const size_t hypotheses = of.scene.moving_obstacles.empty() ? 1 : of.scene.moving_obstacles[0].predictions.size();
    for (size_t i = 0; i < hypotheses; ++i) {
      oracles_.emplace_back(of_.scene, of_.stations_m, of_.poses, 0, static_cast<int>(i), of_.beyond);
    }
  }

  void CheckLinear(int count) {
    std::vector<Profile> profiles;
    std::vector<Candidate> candidates;
    for (int i = 0; i < count; ++i) {
      profiles.push_back(Linear());
      absl::StatusOr<Candidate> candidate = CandidateFromProfile(path_, profiles.back().view(), "c");
      ASSERT_TRUE(candidate.ok()) << candidate.status();
      candidates.push_back(*std::move(candidate));
    }
    CheckerOptions options;
    options.beyond_prediction = of_.beyond;
    std::vector<Verdict> verdicts(candidates.size());
    const absl::StatusOr<TrajectoryChecker> checker = TrajectoryChecker::Create(Scene(of_.scene), options);
    ASSERT_TRUE(checker.ok()) << checker.status();
    const absl::Status status = checker->Check(candidates, absl::MakeSpan(verdicts));
    ASSERT_TRUE(status.ok()) << status;
    for (size_t i = 0; i < profiles.size() && !testing::Test::HasFailure(); ++i) {
      Contact swept;
      if (verdicts[i].collides()) {
        const ContactBracket& bracket = *verdicts[i].contact_bracket;
        swept = {bracket.is_undecided ? MotionVerdict::kUndecided : MotionVerdict::kCollides, bracket.free_until_s,
                 bracket.contact_by_s};
      }
      Compare(profiles[i], swept);
    }
  }

  void CheckCurved(int count) {
    for (int i = 0; i < count && !testing::Test::HasFailure(); ++i) {
      const Profile profile = Curved();
      Compare(profile, ImpactOf(profile));
    }
  }

 private:
  static EgoPath MakePath(const PathTimeCase& of) {
    std::vector<PathPose> poses;
    for (size_t i = 0; i < of.poses.size(); ++i) {
      poses.push_back({of.stations_m[i], of.poses[i].position, of.poses[i].yaw_rad, of.poses[i].ToElevation()});
    }
    return *EgoPath::Create(poses);
  }

  // A joint: on a stretch of the path, or near a vertex of a region.
  StationTime Joint(const Interval& stretch_m) {
    const double station_m = random_.Uniform(stretch_m.min, stretch_m.max);
    const StationTime anywhere = {station_m, random_.Uniform(of_.start_s, of_.end_s)};
    if (graph_.parts().empty() || random_.Chance(0.8)) return anywhere;
    const auto i = static_cast<size_t>(random_.Index(static_cast<int>(graph_.parts().size())));
    const absl::Span<const StationTime> polygon = graph_.outer(graph_.parts()[i]);
    StationTime joint = polygon[static_cast<size_t>(random_.Index(static_cast<int>(polygon.size())))];
    joint.station_m += random_.Sign() * random_.LogUniform(1e-4, 1.0);
    joint.time_s += random_.Sign() * random_.LogUniform(1e-4, 0.3);
    return {std::clamp(joint.station_m, graph_.start_m(), graph_.end_m()),
            std::clamp(joint.time_s, of_.start_s, of_.end_s)};
  }

  std::vector<StationTime> Joints(int count) {
    // Half of the profiles stay on a short stretch, and so are often free.
    Interval stretch_m = {graph_.start_m(), graph_.end_m()};
    if (random_.Chance(0.5)) {
      stretch_m.min = random_.Uniform(graph_.start_m(), graph_.end_m());
      stretch_m.max = std::min(graph_.end_m(), stretch_m.min + 0.1 * (graph_.end_m() - graph_.start_m()));
    }
    std::vector<StationTime> joints;
    for (int k = 0; k < count; ++k) joints.push_back(Joint(stretch_m));
    joints.push_back({random_.Uniform(stretch_m.min, stretch_m.max), of_.start_s});
    std::sort(joints.begin(), joints.end(),
              [](const StationTime& a, const StationTime& b) { return a.time_s < b.time_s; });
    // As far apart as a candidate's times have to be.
    std::vector<StationTime> apart = {joints.front()};
    for (const StationTime& joint : joints) {
      if (joint.time_s > apart.back().time_s + 0.01) apart.push_back(joint);
    }
    if (apart.size() == 1) apart.push_back({apart[0].station_m, of_.end_s});
    // Some stand.
    for (size_t k = 1; k < apart.size(); ++k) {
      if (random_.Chance(0.1)) apart[k].station_m = apart[k - 1].station_m;
    }
    return apart;
  }

  Profile Linear() {
    const std::vector<StationTime> joints = Joints(random_.Integer(1, 8));
    Profile profile;
    EXPECT_TRUE(LinearProfile(joints, &profile.pieces).ok());
    profile.end_s = joints.back().time_s;
    return profile;
  }

  // Quadratic, or cubic with a station and a speed at either end of each piece (Hermite).
  Profile Curved() {
    for (;;) {
      const std::vector<StationTime> joints = Joints(random_.Integer(1, 3));
      const bool is_cubic = random_.Chance(0.5);
      Profile profile;
      double speed_mps = 0.0;
      for (size_t k = 0; k + 1 < joints.size(); ++k) {
        const double duration_s = joints[k + 1].time_s - joints[k].time_s;
        const double mean_mps = (joints[k + 1].station_m - joints[k].station_m) / duration_s;
        const double end_mps = is_cubic ? mean_mps * random_.Uniform(0.0, 1.5) : 2.0 * mean_mps - speed_mps;
        const double jerk = 6.0 * (speed_mps + end_mps - 2.0 * mean_mps) / (duration_s * duration_s);
        profile.pieces.push_back({joints[k].time_s, joints[k].station_m, speed_mps,
                                  2.0 * (3.0 * mean_mps - 2.0 * speed_mps - end_mps) / duration_s,
                                  is_cubic ? jerk : 0.0});
        speed_mps = end_mps;
      }
      profile.end_s = joints.back().time_s;
      // It may leave the path.
      if (CheckSpeedProfile(graph_, profile.view()).ok()) return profile;
    }
  }

  // The first contact of the body on the profile with any hypothesis, from one pose of the obstacle
  // to the next.
  Contact ImpactOf(const Profile& profile) {
    double speed = 0.0;
    double yaw_rate = 0.0;
    for (size_t i = 0; i + 1 < of_.poses.size(); ++i) {
      const double way_m = of_.stations_m[i + 1] - of_.stations_m[i];
      speed = std::max(speed, Norm(of_.poses[i + 1].position - of_.poses[i].position) / way_m);
      yaw_rate = std::max(yaw_rate, std::abs(NormalizeAngle(of_.poses[i + 1].yaw_rad - of_.poses[i].yaw_rad)) / way_m);
    }
    Motion::Bounds bounds;
    bounds.speed_mps = 1.001 * speed * profile.Fastest() + 1e-9;
    bounds.yaw_rate_radps = 1.001 * yaw_rate * profile.Fastest() + 1e-9;
    bounds.pose_error_m = 1e-9;
    const auto pose_at = [this, &profile](double time_s) {
      const PathPose pose = path_.At(std::clamp(profile.StationAt(time_s), path_.start_m(), path_.end_m()));
      return Pose2::FromYaw(pose.position, pose.yaw_rad);
    };
    Contact first;
    const MovingObstacle& obstacle = of_.scene.moving_obstacles[0];
    for (const Prediction& prediction : obstacle.predictions) {
      for (size_t k = 0; k + 1 < prediction.poses.size(); ++k) {
        const double from_s = std::max(prediction.poses[k].time_s, profile.pieces[0].time_s);
        const double to_s = std::min(prediction.poses[k + 1].time_s, profile.end_s);
        if (from_s >= to_s) continue;
        const Motion ego = *Motion::Bounded(pose_at, bounds, from_s, to_s);
        const TimedPose& p = prediction.poses[k];
        const TimedPose& q = prediction.poses[k + 1];
        const double part = (to_s - from_s) / (q.time_s - p.time_s);
        const Motion other =
            *Motion::Linear(InterpolatePose(prediction.poses, from_s).ToPose2(), part * (q.position - p.position),
                            part * NormalizeAngle(q.yaw_rad - p.yaw_rad), from_s, to_s);
        const absl::StatusOr<ImpactResult> impact = TimeOfImpact(of_.scene.ego.shapes, ego, obstacle.shapes, other);
        EXPECT_TRUE(impact.ok()) << impact.status();
        if (!impact.ok() || impact->verdict == MotionVerdict::kFree) continue;
        if (impact->free_until_s < first.free_until_s) {
          first = {impact->verdict, impact->free_until_s, impact->contact_by_s};
        }
        break;
      }
    }
    return first;
  }

  void Compare(const Profile& profile, const Contact& other) {
    const absl::StatusOr<SpeedProfileCheck> check = CheckSpeedProfile(graph_, profile.view());
    ASSERT_TRUE(check.ok()) << check.status();
    ++counts_.profiles;
    counts_.free += check->verdict == MotionVerdict::kFree ? 1 : 0;
    const double most_s = 1.1 * (graph_.options().region_time_tolerance_s + graph_.options().station_tolerance_m / 1.0);
    counts_.wide += check->verdict == MotionVerdict::kCollides && check->contact_by_s - check->free_until_s > most_s;
    counts_.undecided += check->verdict == MotionVerdict::kUndecided && other.verdict != MotionVerdict::kUndecided;
    // A contact while the profile is said to be free.
    if (other.verdict == MotionVerdict::kCollides &&
        (check->verdict == MotionVerdict::kFree || other.contact_by_s < check->free_until_s)) {
      ++counts_.rounding;
      const double time_s = other.contact_by_s;
      const bool is_contact = std::any_of(oracles_.begin(), oracles_.end(), [&](const PathTimeOracle& oracle) {
        return DecideAt(oracle, profile, time_s) == Relation::kContact;
      });
      EXPECT_FALSE(is_contact) << "free, but in contact at " << Format(profile, time_s);
      if (check->verdict == MotionVerdict::kFree) ExpectNear(profile, time_s, "only the other is in contact");
    }
    // A contact that is said to be proven, where the other way is free.
    if (check->verdict == MotionVerdict::kCollides && check->contact_by_s < other.free_until_s) {
      ++counts_.rounding;
      const double time_s = check->contact_by_s;
      const bool is_apart = std::all_of(oracles_.begin(), oracles_.end(), [&](const PathTimeOracle& oracle) {
        return DecideAt(oracle, profile, time_s) == Relation::kApart;
      });
      EXPECT_FALSE(is_apart) << "collides, but apart at " << Format(profile, time_s);
      if (other.verdict == MotionVerdict::kFree) ExpectNear(profile, time_s, "only the graph is in contact");
    }
  }

  static Relation DecideAt(const PathTimeOracle& oracle, const Profile& profile, double time_s) {
    return oracle.Decide(PathTimeOracle::At(profile.StationAt(time_s), time_s));
  }

  // What differs by rounding is at the boundary of what is occupied: neither all around the point
  // is in contact, nor all of it is apart.
  void ExpectNear(const Profile& profile, double time_s, const char* what) {
    const double station_m = profile.StationAt(time_s);
    const double by_m = 1e-6 + 2.0 * profile.Fastest() * kRounding_s;
    const PathTimeOracle::Box box = {station_m - by_m, station_m + by_m, time_s - kRounding_s, time_s + kRounding_s};
    const bool is_open = std::any_of(oracles_.begin(), oracles_.end(), [&](const PathTimeOracle& oracle) {
      return oracle.Decide(box) == Relation::kUnknown;
    });
    EXPECT_TRUE(is_open) << what << ", by more than rounding: " << Format(profile, time_s);
  }

  static std::string Format(const Profile& profile, double time_s) {
    const double station_m = profile.StationAt(time_s);
    return absl::StrFormat("station %a = %.17g m, time %a = %.17g s", station_m, station_m, time_s, time_s);
  }

  PathTimeCase of_;
  Random& random_;
  Counts& counts_;
  EgoPath path_;
  PathTimeGraph graph_;
  std::vector<PathTimeOracle> oracles_;
};

class ProfileDifferentialTest : public testing::TestWithParam<PathTimeFamily> {
 protected:
  // Calls check(case check) for as many cases as `profiles` of all families need.
  template <typename Check>
  void ForEachCase(int64_t profiles, const char* kind, const Check& check) {
    const auto share = static_cast<int64_t>(PathTimeFamilies().size()) * kProfilesOfCase;
    Counts counts;
    for (int64_t i = 0; i < (profiles + share - 1) / share; ++i) {
      const uint64_t seed = TestSeed() + static_cast<uint64_t>(i);
      Random random(seed);
      CaseCheck each(GetParam().generate(&random), &random, &counts);
      check(&each);
      ASSERT_FALSE(HasFailure()) << "--pairs=1 --seed=" << seed;
    }
    if (!GetParam().has_grazes) {
      EXPECT_LE(20 * counts.undecided, counts.profiles + 20);
      EXPECT_LE(20 * counts.wide, counts.profiles + 100);
      EXPECT_LE(100 * counts.rounding, counts.profiles + 100);
    }
    counts.Print(GetParam().name, kind);
  }
};

TEST_P(ProfileDifferentialTest, LinearOnesAgreeWithTheSweptCheck) {
  ForEachCase(TestCaseCount(kDefaultProfiles), "linear", [](CaseCheck* check) { check->CheckLinear(kProfilesOfCase); });
}

// Families whose obstacles have poses at all times, and neither changing shapes nor heights.
std::vector<PathTimeFamily> FamiliesOfMotions() {
  std::vector<PathTimeFamily> families;
  for (const PathTimeFamily& family : PathTimeFamilies()) {
    Random random(1);
    const PathTimeCase sample = family.generate(&random);
    const std::vector<MovingObstacle>& moving = sample.scene.moving_obstacles;
    if (!moving.empty() && !moving[0].predictions[0].poses.empty() && moving[0].predictions[0].timed_shapes.empty() &&
        !moving[0].height.has_value() && sample.beyond != BeyondPrediction::kHold &&
        std::string(family.name) != "appearing") {
      families.push_back(family);
    }
  }
  return families;
}

class CurvedProfileDifferentialTest : public ProfileDifferentialTest {};

TEST_P(CurvedProfileDifferentialTest, AgreeWithTimeOfImpact) {
  ForEachCase(TestCaseCount(kDefaultProfiles) / 10, "curved",
              [](CaseCheck* check) { check->CheckCurved(kProfilesOfCase); });
}

// A time that is the same instant as another for an instant of the checker, or nearly.
double Near(double time_s, Random& random) {
  return random.Chance(0.2) ? time_s : time_s + random.Sign() * random.Uniform(0.3, 1.2) * kSameInstant_s;
}

// What is there at one instant only is missed by a graph that takes times as they are.
TEST(SameInstantDifferentialTest, AgreesWithTheCheckNearTheSameInstants) {
  Random random(TestSeed() + 28);
  const int64_t scenes = TestCaseCount(kDefaultProfiles);
  int64_t collisions = 0;
  int64_t only_checker = 0;
  int64_t only_graph = 0;
  for (int64_t i = 0; i < scenes; ++i) {
    Scene scene;
    scene.ego.shapes = {*ConvexPolygon::Rectangle(4.0, 2.0)};
    scene.ego_state = EgoState();
    const auto box = [&random] {
      return std::vector<ConvexPolygon>{*ConvexPolygon::Rectangle(random.Uniform(0.5, 6.0), 2.0)};
    };
    Candidate candidate = {"c", {{0.0, {}, 0.0}, {2.0, {random.Uniform(0.0, 30.0), 0.0}, 0.0}}};
    const double begin_s = random.Chance(0.3) ? Near(2.0, random) : Near(0.1 * random.Integer(0, 15), random);
    const double end_s =
        random.Chance(0.3) ? Near(std::max(begin_s, 0.0), random) : begin_s + 0.1 * random.Integer(1, 10);
    const Vec2 at = {random.Uniform(0.0, 30.0), random.Uniform(-4.0, 4.0)};
    MovingObstacle obstacle = {"o", "car", box(), {}, {}};
    Prediction prediction = {1.0, {}, {}};
    if (random.Chance(0.3)) {
      const ConvexPolygon shape = *box()[0].Posed(Pose2::FromYaw(at, 0.0));
      prediction.occupancies.push_back({begin_s, {shape}});
      if (end_s > begin_s + 0.05) prediction.occupancies.push_back({end_s, {shape}});
    } else {
      prediction.poses.push_back({begin_s, at, 0.0});
      if (end_s > begin_s + 0.05) prediction.poses.push_back({end_s, at + Vec2{random.Uniform(-3.0, 3.0), 0.0}, 0.0});
      if (random.Chance(0.5)) obstacle.shapes = {*ConvexPolygon::Rectangle(1.0, 1.0, {0.0, 100.0})};
      const double last_s = prediction.poses.back().time_s;
      if (random.Chance(0.7)) prediction.timed_shapes.push_back({Near(last_s, random), box()});
    }
    obstacle.predictions = {prediction};
    scene.moving_obstacles = {obstacle};
    PathTimeOptions options;
    options.end_s = 2.0;
    const EgoPath path = *EgoPath::Create({{0.0, {}, 0.0}, {30.0, {30.0, 0.0}, 0.0}});
    const double speed_mps = candidate.poses[1].position.x / 2.0;
    const ProfilePiece piece = {0.0, 0.0, speed_mps};
    const absl::StatusOr<SpeedProfileCheck> check =
        CheckSpeedProfile(*PathTimeGraph::Create(scene, path, options), {{&piece, 1}, 2.0});
    ASSERT_TRUE(check.ok()) << check.status();
    std::vector<Verdict> verdicts(1);
    const absl::StatusOr<TrajectoryChecker> checker = TrajectoryChecker::Create(Scene(scene), {});
    ASSERT_TRUE(checker.ok()) << checker.status();
    const absl::Status status = checker->Check({&candidate, 1}, absl::MakeSpan(verdicts));
    ASSERT_TRUE(status.ok()) << status;
    collisions += verdicts[0].collides() ? 1 : 0;
    only_checker += verdicts[0].collides() && check->verdict == MotionVerdict::kFree ? 1 : 0;
    only_graph += !verdicts[0].collides() && check->verdict == MotionVerdict::kCollides ? 1 : 0;
  }
  EXPECT_EQ(only_checker, 0);
  EXPECT_EQ(only_graph, 0);
  EXPECT_GT(collisions, scenes / 20);
  std::printf("same instants: %" PRId64 " scenes, %" PRId64 " collide\n", scenes, collisions);
}

INSTANTIATE_TEST_SUITE_P(Families, ProfileDifferentialTest, testing::ValuesIn(PathTimeFamilies()),
                         [](const auto& family) { return std::string(family.param.name); });
INSTANTIATE_TEST_SUITE_P(Families, CurvedProfileDifferentialTest, testing::ValuesIn(FamiliesOfMotions()),
                         [](const auto& family) { return std::string(family.param.name); });

}  // namespace
}  // namespace collision2d::planner
