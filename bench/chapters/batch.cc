// A planner's questions, answered by the batch and by others: see --help and docs/throughput.md.

#include "bench/peers/batch.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "bench/chapter.h"
#include "bench/peers/box2d_tree.h"
#include "bench/peers/fcl_tree.h"
#include "bench/peers/planner_scene.h"
#include "bench/peers/scene_peer.h"
#include "bench/timing/timing.h"
#include "collision2d/geometry/margin.h"

namespace collision2d::bench {
namespace {

constexpr char kAbout[] =
    "Times a planner's cycle - a body at thousands of poses against its obstacles - answered by the batch with every\n"
    "instruction set of this CPU, by the pair queries, by Box2D and by FCL.\n\n"
    "Before they are timed, all answers are held against the pair queries: the column wrong of the CSV counts every "
    "bit\nof difference for the batch, and for single precision what is beyond 1 mm.\n\n"
    "A cycle begins with posing the obstacles, static maps apart. In each case the methods take turns of equal length "
    "in\n"
    "50 rounds: the fast ones repeat the whole cycle in every turn, the slow ones go on where they stopped. Times are\n"
    "medians over the rounds; ns per pair counts all pairs of the scene, looked at or not.";

// A line of the tables: a question about a scene.
struct Case {
  std::string name;  // As in the CSV and in --cases.
  std::string title;
  Question question;
  // The scene, with this share of its poses, or trajectories, and for maps of its shapes; at least
  // one.
  std::function<PlannerScene(double scale, uint64_t seed)> make_scene;
  // Compares the batch with one thread and with two, and no reference.
  bool compares_threads = false;
  // Compares the batch with a body that the caller has grown and with one that each call grows, and
  // no reference.
  bool compares_growth = false;
};

constexpr int kPoses = 2000;
constexpr int kObstacles = 200;

int Scaled(int count, double scale) { return std::max(1, static_cast<int>(count * scale)); }

using PoseScene = PlannerScene (*)(int pose_count, int obstacle_count, uint64_t seed);

Case PoseCase(std::string name, std::string title, Question question, PoseScene make) {
  return {std::move(name), absl::StrCat(kPoses, " poses x ", kObstacles, " ", title), question,
          [make](double scale, uint64_t seed) { return make(Scaled(kPoses, scale), kObstacles, seed); }};
}

Case TrajectoryCase(std::string name, std::string title, Question question, int steps, int obstacles) {
  constexpr int kTrajectories = 1000;
  return {std::move(name),
          absl::StrCat(kTrajectories, " trajectories x ", steps, " steps x ", obstacles, " moving ", title), question,
          [steps, obstacles](double scale, uint64_t seed) {
            return MovingTraffic(Scaled(kTrajectories, scale), steps, obstacles, seed);
          }};
}

Case MapCase(int exponent, int shapes) {
  return {absl::StrCat("map_1e", exponent),
          absl::StrCat(kPoses, " poses x static map of 10^", exponent, " rectangles, any hit"), Question::kAnyHit,
          [shapes](double scale, uint64_t seed) {
            return StaticMapScene(Scaled(kPoses, scale), Scaled(shapes, scale), seed);
          }};
}

Case WithThreads(Case of_one) {
  of_one.name = absl::StrCat("two_threads_", of_one.name);
  of_one.title = absl::StrCat(of_one.title, ", two threads");
  of_one.compares_threads = true;
  return of_one;
}

Case WithMargin(Case of) {
  of.name = absl::StrCat("margin_", of.name);
  of.title = absl::StrCat(of.title, ", with a margin of 1 m along and 0.3 m across");
  of.make_scene = [make = std::move(of.make_scene)](double scale, uint64_t seed) {
    PlannerScene scene = make(scale, seed);
    scene.margin = {/*along_m=*/1.0, /*across_m=*/0.3};
    scene.bare_ego = scene.ego;
    scene.ego = GrowBody({scene.ego}, scene.margin)->front();
    return scene;
  };
  of.compares_growth = true;
  return of;
}

// In the order of the report.
std::vector<Case> AllCases() {
  const Case first_hit = TrajectoryCase("first_hit", "cars, first hit and culprit", Question::kFirstHit, 50, 100);
  const Case clearance = TrajectoryCase("clearance", "cars, minimum clearance", Question::kNearest, 50, 100);
  const Case swept =
      TrajectoryCase("swept_first_hit", "cars, first contact between steps", Question::kFirstContact, 50, 100);
  return {
      PoseCase("mask", "cars, full mask", Question::kMask, SparseTraffic),
      PoseCase("any_hit", "cars, any hit per pose", Question::kAnyHit, SparseTraffic),
      {"one_pose", "1 pose x 50 cars, any hit", Question::kAnyHit,
       [](double /*scale*/, uint64_t seed) { return SparseTraffic(1, 50, seed); }},
      PoseCase("dense_mask", "cars in a dense crowd, full mask", Question::kMask, DenseCrowd),
      PoseCase("polygon_mask", "polygons of 4-8 vertices in a dense crowd, full mask", Question::kMask, PolygonCrowd),
      PoseCase("nearest", "cars, minimum distance per pose", Question::kNearest, SparseTraffic),
      first_hit,
      clearance,
      swept,
      WithMargin(swept),
      TrajectoryCase("short_first_hit", "cars, first hit and culprit", Question::kFirstHit, 20, 12),
      TrajectoryCase("first_free", "cars, first free in cost order", Question::kFirstFree, 50, 100),
      MapCase(3, 1000),
      MapCase(4, 10000),
      MapCase(5, 100000),
      MapCase(6, 1000000),
      WithThreads(first_hit),
      WithThreads(clearance),
  };
}

// The peers that the case compares, in the order of the tables: references, then the batch with
// each of the targets. For two threads: the batch with the first target. REQUIRES: there is a
// target.
std::vector<std::unique_ptr<ScenePeer>> MakePeers(const Case& asked, absl::Span<const IsaTarget> targets) {
  std::vector<std::unique_ptr<ScenePeer>> peers;
  if (asked.compares_threads) {
    peers.push_back(MakeBatchPeer(targets.front(), ThreadCount::kOne));
    peers.push_back(MakeBatchPeer(targets.front(), ThreadCount::kTwo));
    return peers;
  }
  if (asked.compares_growth) {
    for (const Growth growth : {Growth::kNone, Growth::kInCalls}) {
      peers.push_back(MakeBatchPeer(targets.front(), ThreadCount::kOne, growth));
    }
    return peers;
  }
  peers.push_back(MakeScalarPeer());
  peers.push_back(MakeSweptScalarPeer());
  peers.push_back(MakeBox2dPairwisePeer());
  peers.push_back(MakeBox2dTreePeer());
  peers.push_back(MakeFclTreePeer());
  for (const IsaTarget& target : targets) peers.push_back(MakeBatchPeer(target, ThreadCount::kOne));
  return peers;
}

// A peer with the question that it is timed with.
struct Timed {
  ScenePeer* peer;
  Question question;
  std::string name;
};

std::vector<Timed> WhatIsTimed(const Case& asked, const PlannerScene& scene,
                               absl::Span<const std::unique_ptr<ScenePeer>> peers) {
  std::vector<Timed> timed;
  for (const std::unique_ptr<ScenePeer>& peer : peers) {
    if (!peer->Handles(scene, asked.question)) continue;
    timed.push_back({peer.get(), asked.question, peer->name()});
    if (!peer->is_subject()) continue;
    if (asked.question == Question::kFirstFree) {
      timed.push_back({peer.get(), Question::kFirstHit, absl::StrCat(peer->name(), " full check")});
    } else if (asked.question == Question::kFirstContact) {
      timed.push_back({peer.get(), Question::kFirstHit, absl::StrCat(peer->name(), " at steps")});
    }
  }
  return timed;
}

// One peer's answer to one case.
struct Measurement {
  std::string name;
  bool is_subject = false;  // The batch; otherwise what it is measured against.
  double cycle_ns = 0.0;    // Median over rounds; with posing.
  int64_t wrong = 0;
  // What the peer keeps of the obstacles beside the scene; nothing if that is not known.
  std::optional<double> bytes_per_shape;
};

// Asks the case's question of every peer that handles it: counts the wrong answers, then times all
// of them in turns, each for min_time_s. After the first free trajectory, a subject is also timed
// with the full check: kFirstHit of all trajectories, as "NAME full check"; beside the first
// contact between steps with kFirstHit, as "NAME at steps".
std::vector<Measurement> Measure(const Case& asked, const PlannerScene& scene,
                                 absl::Span<const std::unique_ptr<ScenePeer>> peers, double min_time_s) {
  // What comes after the first free trajectory is not looked at: that cycle cannot be cut.
  const int trajectory_count = scene.trajectory_count();
  const int item_count = asked.question == Question::kFirstFree ? 1 : trajectory_count;
  std::map<Question, Answers> right;
  std::vector<Measurement> measurements;
  std::vector<TimedWork> works;
  for (const Timed& timed : WhatIsTimed(asked, scene, peers)) {
    if (right.count(timed.question) == 0) right[timed.question] = RightAnswers(scene, timed.question);
    timed.peer->Prepare(scene);
    timed.peer->Run(timed.question, 0, trajectory_count);
    Measurement& measurement = measurements.emplace_back();
    measurement.name = timed.name;
    measurement.is_subject = timed.peer->is_subject();
    measurement.wrong = CountWrong(scene, timed.question, timed.peer->judgement(), right[timed.question],
                                   timed.peer->Collect(timed.question));
    if (timed.peer->memory_bytes().has_value()) {
      measurement.bytes_per_shape = static_cast<double>(*timed.peer->memory_bytes()) / scene.obstacle_count();
    }
    works.push_back([peer = timed.peer, question = timed.question, item_count, trajectory_count](int begin, int end) {
      peer->Run(question, begin, item_count == 1 ? trajectory_count : end);
    });
  }
  if (works.empty()) return measurements;
  const std::vector<Timing> timings = TimeInterleaved(works, item_count, min_time_s);
  for (size_t i = 0; i < timings.size(); ++i) measurements[i].cycle_ns = timings[i].median_ns * item_count;
  return measurements;
}

const std::vector<Column> kColumns = {{"case", ""},
                                      {"method", "method"},
                                      {"pairs", ""},
                                      {"ns_per_pair", "ns/pair"},
                                      {"", "ms/cycle"},
                                      {"cycles_per_second", "cycles/s"},
                                      {"", "speed-up over best reference"},
                                      {"wrong", "wrong"},
                                      {"", "bytes/shape"}};

Table TableOf(const Case& of, int64_t pairs, const std::vector<Measurement>& measurements) {
  std::optional<double> reference_ns;
  for (const Measurement& measurement : measurements) {
    if (measurement.is_subject) continue;
    reference_ns = std::min(reference_ns.value_or(measurement.cycle_ns), measurement.cycle_ns);
  }
  Table table = {"", absl::StrCat("### ", of.name, ": ", of.title), "", kColumns, {}};
  for (const Measurement& m : measurements) {
    table.rows.push_back({Key(of.name), Key(m.name), Count(pairs), Number(m.cycle_ns / static_cast<double>(pairs)),
                          Number(1e-6 * m.cycle_ns), Number(1e9 / m.cycle_ns),
                          Text(reference_ns.has_value() ? absl::StrFormat("%.2f", *reference_ns / m.cycle_ns) : "-"),
                          Count(m.wrong),
                          Text(m.bytes_per_shape.has_value() ? absl::StrFormat("%.1f", *m.bytes_per_shape) : "-")});
  }
  return table;
}

void Run(const Options& options, Report* report) {
  const double min_time_s = options.Positive("min_time");
  const double scale = options.Share("scale");
  const auto name_of = [](const auto& each) { return each.name; };
  const std::vector<Case> cases = options.Selected("cases", AllCases(), name_of);
  const std::vector<IsaTarget> targets = options.Selected("target", SupportedIsaTargets(), name_of);
  report->AddText(absl::StrCat(
      "## Cases\n\n", scale == 1.0 ? "" : "With --scale below 1 the cycles are smaller than the titles say.\n\n"));
  for (const Case& asked : cases) {
    std::cerr << asked.name << "..." << std::endl;
    const PlannerScene scene = asked.make_scene(scale, options.Seed());
    report->Add(TableOf(asked, scene.pair_count(), Measure(asked, scene, MakePeers(asked, targets), min_time_s)));
  }
}

const Registration kBatch(
    {"batch",
     "Throughput of a planner's cycle",
     kAbout,
     {MinTime("0.5", "each method is timed for in each case"),
      {"scale", "1", "share of each case's poses, trajectories and map shapes, up to 1"},
      Seed("20261120"),
      {"cases", "", "the cases' names, as in the tables; empty: all"},
      {"target", "",
       "instruction sets to force for the batch, such as avx512,avx2,sse4; empty: all that this CPU has"}},
     {{"csv", CsvHeader(kColumns)}},
     Run});

}  // namespace
}  // namespace collision2d::bench
