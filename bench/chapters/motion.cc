// Continuous collision checks of moving pairs, timed and held against an oracle: see --help and
// docs/motion_tables.md.

#include <cmath>
#include <cstddef>
#include <iostream>
#include <limits>
#include <memory>
#include <random>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "bench/chapter.h"
#include "bench/chapters/checker_scenes.h"
#include "bench/peers/pair_peers.h"
#include "bench/peers/peer.h"
#include "bench/timing/timing.h"
#include "collision2d/collision2d.h"
#include "collision2d/motion/testing/motion_oracle.h"
#include "collision2d/motion/testing/spec_pair.h"
#include "collision2d/planner.h"
#include "collision2d/testing/moving_pairs.h"
#include "collision2d/testing/random.h"
#include "planner_adapter/sampling/frenet_sampler.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::bench {
namespace {

constexpr char kAbout[] =
    "Times TimeOfImpact, Box2D's b2TimeOfImpact, FCL's conservative advancement and 10 samples on pairs of moving\n"
    "polygons, in turns on one thread, and counts collisions that they miss and hits that are none, by interval\n"
    "arithmetic that shares no code with the library.\n\n"
    "Columns: mean time; the time that 99.9 % of single queries do not exceed; instants examined; "
    "collisions\n"
    "missed; hits of pairs that are free; answers that are neither.";

constexpr int kRepetitions = 5;

// m between bounding circles, up to which bodies are near each other.
constexpr double kNear_m = 2.0;

LinearSpec Between(const planner::TimedPose& start, const planner::TimedPose& end) {
  const double turn_rad = planner::NormalizeAngle(end.yaw_rad - start.yaw_rad);
  return {start.ToPose2(), end.position - start.position, turn_rad, {}};
}

// m. Every point of the shape is within this distance of its frame's origin.
double ReachOf(const ConvexPolygon& shape) { return Norm(shape.center()) + shape.bounding_radius_m(); }

bool AreNear(const MovingPair& pair) {
  const Vec2 start = pair.motion_b.start.translation - pair.motion_a.start.translation;
  const Vec2 way = pair.motion_b.displacement_m - pair.motion_a.displacement_m;
  const double nearest = std::clamp(-Dot(start, way) / std::max(Dot(way, way), 1e-12), 0.0, 1.0);
  return Norm(start + nearest * way) <= ReachOf(pair.a) + ReachOf(pair.b) + kNear_m;
}

bool Covers(const planner::Prediction& prediction, double start_s, double end_s) {
  return !prediction.poses.empty() && prediction.poses.front().time_s <= start_s + planner::kSameInstant_s &&
         prediction.poses.back().time_s >= end_s - planner::kSameInstant_s;
}

// Adds the pairs of one interval of a candidate that come near each other while it lasts.
void AddInterval(const planner::Scene& scene, const planner::TimedPose& start, const planner::TimedPose& end,
                 std::vector<MovingPair>* pairs) {
  const LinearSpec ego = Between(start, end);
  for (const planner::MovingObstacle& obstacle : scene.moving_obstacles) {
    for (const planner::Prediction& prediction : obstacle.predictions) {
      if (!Covers(prediction, start.time_s, end.time_s)) continue;
      const LinearSpec other = Between(planner::InterpolatePose(prediction.poses, start.time_s),
                                       planner::InterpolatePose(prediction.poses, end.time_s));
      for (const ConvexPolygon& a : scene.ego.shapes) {
        for (const ConvexPolygon& b : obstacle.shapes) {
          MovingPair pair = {a, b, ego, other, start.time_s, end.time_s};
          if (AreNear(pair)) pairs->push_back(std::move(pair));
        }
      }
    }
  }
}

// Adds the near pairs of all candidates of a lattice. The last interval of a candidate may be
// shorter, and does not count.
void AddLattice(const planner::Scene& scene, double step_s, std::vector<MovingPair>* pairs) {
  const absl::StatusOr<planner::SampledCandidates> sampled = planner::SampleFrenetLattice(scene);
  CheckOk(sampled.status());
  for (const planner::Candidate& candidate : sampled->candidates) {
    for (size_t k = 1; k < candidate.poses.size(); ++k) {
      const planner::TimedPose start = RelativeTo(scene.origin, candidate.poses[k - 1]);
      const planner::TimedPose end = RelativeTo(scene.origin, candidate.poses[k]);
      if (std::abs(end.time_s - start.time_s - step_s) <= planner::kSameInstant_s) {
        AddInterval(scene, start, end, pairs);
      }
    }
  }
}

// `count` pairs of a candidate of the scene and a predicted obstacle, during an interval of step_s:
// drawn at random from all intervals in which they come near each other. Candidates are sampled
// with a pose every step_s (from lattices moved at random, if one lattice is not enough),
// predictions interpolated at the same times. Heights do not count. Ends the program with a message
// if the scene cannot be sampled, or no candidate comes near an obstacle.
// REQUIRES: count > 0, step_s > 0.
std::vector<MovingPair> RecordedPairs(const planner::Scene& scene, double step_s, int count, uint64_t seed) {
  planner::Scene sampled = scene;
  sampled.sampling_request.time_step_s = step_s;
  std::vector<MovingPair> near;
  AddLattice(sampled, step_s, &near);
  std::mt19937_64 engine(seed);
  while (near.size() < static_cast<size_t>(count)) {
    sampled.sampling_request = planner::JitteredRequest(scene, planner::FrenetSamplerOptions(), engine);
    sampled.sampling_request.time_step_s = step_s;
    const size_t before = near.size();
    AddLattice(sampled, step_s, &near);
    if (near.size() == before) {
      CheckOk(absl::InvalidArgumentError("scene '" + scene.id + "': no candidate comes near a predicted obstacle"));
    }
  }
  std::shuffle(near.begin(), near.end(), engine);
  near.erase(near.begin() + count, near.end());
  return near;
}

// What the answers of one peer to the pairs of one case are, beside the truth.
struct Answers {
  int64_t steps = 0;
  int64_t most_steps = 0;
  int64_t missed = 0;      // kFree, and proven to be in contact.
  int64_t false_hits = 0;  // kCollides, and proven to be free.
  int64_t undecided = 0;
  double widest_bracket_s = 0.0;
  double deepest_missed_m = 0.0;  // By ComputeSeparation, at the deepest of 4001 instants of all missed pairs.
};

// Pairs of one kind.
struct Case {
  std::string name;
  std::function<std::vector<MovingPair>(int count, uint64_t seed)> generate;
};

using Truth = MotionOracle::Verdict;
using Peers = std::vector<std::unique_ptr<Peer>>;

Truth TruthOf(const MovingPair& pair) {
  const SpecPair spec = ToSpecPair(pair);
  return MotionOracle(spec.a, spec.motion_a, spec.b, spec.motion_b).Decide().verdict;
}

// Keeps what is timed, so that the compiler cannot drop it.
volatile int64_t sink;

// ns. 99.9 % of the pairs take no longer, each timed kRepetitions times, of which the best counts.
double SlowestButAThousandth(Peer* peer, int pairs) {
  const SingleQueryClock clock;
  std::vector<double> best_ns(pairs, std::numeric_limits<double>::infinity());
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    for (int i = 0; i < pairs; ++i) {
      best_ns[i] = std::min(best_ns[i], clock.Time([&] { sink = peer->Decide(i).steps; }));
    }
  }
  std::sort(best_ns.begin(), best_ns.end());
  return best_ns[static_cast<size_t>(std::ceil(0.999 * pairs)) - 1];
}

// The penetration depth at the deepest of many instants; 0 if the pair is in contact at none of
// them.
double DeepestPenetration_m(const MovingPair& pair) {
  constexpr int kInstants = 4000;
  double deepest_m = 0.0;
  for (int i = 0; i <= kInstants; ++i) {
    const double fraction = static_cast<double>(i) / kInstants;
    const Pose2 a_from_b =
        RelativePose(PoseAtFraction(pair.motion_a, fraction), PoseAtFraction(pair.motion_b, fraction));
    deepest_m = std::max(deepest_m, -ComputeSeparation(pair.a, pair.b, a_from_b).signed_distance_m);
  }
  return deepest_m;
}

Answers AnswersOf(Peer* peer, const std::vector<MovingPair>& pairs, const std::vector<Truth>& truths) {
  Answers answers;
  for (size_t i = 0; i < pairs.size(); ++i) {
    const MotionAnswer answer = peer->Decide(static_cast<int>(i));
    const bool is_missed = answer.verdict == MotionVerdict::kFree && truths[i] == Truth::kCollides;
    answers.steps += answer.steps;
    answers.most_steps = std::max(answers.most_steps, answer.steps);
    answers.missed += is_missed;
    answers.false_hits += answer.verdict == MotionVerdict::kCollides && truths[i] == Truth::kFree;
    answers.undecided += answer.verdict == MotionVerdict::kUndecided;
    answers.widest_bracket_s = std::max(answers.widest_bracket_s, answer.bracket_s);
    if (is_missed) answers.deepest_missed_m = std::max(answers.deepest_missed_m, DeepestPenetration_m(pairs[i]));
  }
  return answers;
}

// All cases, in the order of the report: the families of collision2d/testing/moving_pairs.h, and
// the candidates of a recorded scene between instants that are 0.1, 0.5 and 1 s apart. These are
// called us101_0.1 and so on if the scene is of CommonRoad's recording USA_US101, and scene_0.1
// otherwise. Ends the program with a message if the scene cannot be read, or not be sampled.
std::vector<Case> AllCases(const std::string& scene_file) {
  std::vector<Case> cases;
  for (const MovingPairFamily& family : MovingPairFamilies()) {
    cases.push_back({family.name, [family](int count, uint64_t seed) {
                       Random random(seed);
                       std::vector<MovingPair> pairs;
                       for (int i = 0; i < count; ++i) pairs.push_back(family.generate(&random));
                       return pairs;
                     }});
  }
  const std::vector<planner::Scene> scenes = ReadScenes(scene_file);
  if (scenes.empty()) CheckOk(absl::InvalidArgumentError(absl::StrCat("no scene in '", scene_file, "'")));
  // Here, so that a scene that cannot be sampled is refused before anything is measured.
  CheckOk(planner::SampleFrenetLattice(scenes.front()).status());
  const auto scene = std::make_shared<const planner::Scene>(scenes.front());
  const std::string prefix = absl::StrContains(scene->id, "US101") ? "us101" : "scene";
  for (const double step_s : {0.1, 0.5, 1.0}) {
    cases.push_back({absl::StrCat(prefix, "_", step_s),
                     [scene, step_s](int count, uint64_t seed) { return RecordedPairs(*scene, step_s, count, seed); }});
  }
  return cases;
}

// Times the peers on pairs first, ..., last - 1.
std::vector<Timing> TimePart(const Peers& peers, int first, int last, double min_time_s) {
  if (first == last) return std::vector<Timing>(peers.size());
  std::vector<TimedWork> works;
  for (const std::unique_ptr<Peer>& peer : peers) {
    works.push_back([&peer, first](int begin, int end) {
      for (int i = begin; i < end; ++i) sink = peer->Decide(first + i).steps;
    });
  }
  return TimeInterleaved(works, last - first, min_time_s);
}

Table MeasureCase(const Case& of, const Options& options, const Peers& peers) {
  std::vector<MovingPair> pairs = of.generate(options.Count("pairs"), options.Seed());
  const int count = static_cast<int>(pairs.size());
  // Those in contact first.
  const auto free = std::stable_partition(pairs.begin(), pairs.end(),
                                          [](const MovingPair& pair) { return TruthOf(pair) == Truth::kCollides; });
  const int contacts = static_cast<int>(free - pairs.begin());
  std::vector<Truth> truths;
  for (const MovingPair& pair : pairs) truths.push_back(TruthOf(pair));
  for (const std::unique_ptr<Peer>& peer : peers) peer->Prepare(pairs);
  const std::vector<Timing> in_contact = TimePart(peers, 0, contacts, options.Positive("min_time"));
  const std::vector<Timing> apart = TimePart(peers, contacts, count, options.Positive("min_time"));
  const auto mean_ns = [&](size_t k) {
    return (contacts * in_contact[k].median_ns + (count - contacts) * apart[k].median_ns) / count;
  };
  // A graze: neither can be proven.
  const auto unproven = std::count(truths.begin(), truths.end(), Truth::kGraze);
  Table table = {
      "", absl::StrCat("## ", of.name),
      absl::StrCat(count, " pairs, ", contacts, " of them in contact at some instant",
                   unproven > 0 ? absl::StrCat(", ", unproven, " neither proven in contact nor free") : "", ".")};
  for (size_t k = 0; k < peers.size(); ++k) {
    const Answers answers = AnswersOf(peers[k].get(), pairs, truths);
    const double steps = static_cast<double>(answers.steps) / count;
    table.rows.push_back(
        {Key("case|", of.name),
         Key("method", peers[k]->name()),
         {"pairs|", count},
         {"ns_mean|ns", mean_ns(k)},
         {"|x ours", absl::StrFormat("%.2f", mean_ns(k) / mean_ns(0))},
         {"ns_p999|p99.9 ns", SlowestButAThousandth(peers[k].get(), count)},
         {"steps_mean|steps", {absl::StrFormat("%.6g", steps), absl::StrFormat("%.2f", steps)}},
         {"|most steps", answers.most_steps},
         {"|widest bracket us",
          answers.widest_bracket_s > 0.0 ? absl::StrFormat("%.3g", 1e6 * answers.widest_bracket_s) : "-"},
         {"missed", answers.missed},
         {"|deepest missed m", answers.missed > 0 ? absl::StrFormat("%.2g", answers.deepest_missed_m) : "-"},
         {"false_hits|false hits", answers.false_hits},
         {"undecided", answers.undecided},
         {"contact_ns|ns in contact", in_contact[k].median_ns},
         {"free_ns|ns free", apart[k].median_ns}});
  }
  return table;
}

void Run(const Options& options, Report* report) {
  options.Positive("min_time");
  options.Count("pairs");
  const std::vector<Case> cases = AllCases(options.Text("scene"));
  Peers peers;
  peers.push_back(MakeMotionPeer(MotionMethod::kTimeOfImpact));
  peers.push_back(MakeMotionPeer(MotionMethod::kIsMotionFree));
  peers.push_back(MakeBox2dPeer());
  peers.push_back(MakeFclPeer(FclSolver::kFastest));
  peers.push_back(MakeMotionPeer(MotionMethod::kSamples));
  report->AddText("Methods, cases and columns: [benchmarks.md](benchmarks.md#motion_tables).\n\n");
  for (const Case& each : cases) {
    std::cerr << each.name << "..." << std::endl;
    report->Add(MeasureCase(each, options, peers));
  }
}

const Registration kMotion(
    {"motion",
     "Moving pairs",
     kAbout,
     {{"pairs", "16384", "pairs of each case"},
      MinTime("1", "each method is timed for in each case"),
      Seed("20261120"),
      {"scene", "testdata/scenes/three_lane_traffic.pb",
       "scene whose candidates are the cases us101_* (of CommonRoad's recording USA_US101) or scene_* (of any other); "
       "relative to the runfiles under bazel run"}},
     Run});

}  // namespace
}  // namespace collision2d::bench
