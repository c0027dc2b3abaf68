// A planner's questions, answered by the batch and by others: see --help and docs/throughput.md.

#include "bench/peers/batch.h"

#include <iostream>
#include <map>
#include <memory>

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

// What a case compares: the batch with the references; or the batch alone, with one thread and with
// two, or with a body that the caller has grown and with one that each call grows.
enum class Compares { kReferences, kThreads, kGrowth };

// A line of the tables: a question about a scene.
struct Case {
  std::string name;  // As in the CSV and in --cases.
  std::string title;
  Question question;
  // The scene, with this share of its poses, or trajectories, and for maps of its shapes; at least
  // one.
  std::function<PlannerScene(double scale, uint64_t seed)> make_scene;
  Compares compares = Compares::kReferences;
};

int Scaled(int count, double scale) { return std::max(1, static_cast<int>(count * scale)); }

Case PoseCase(std::string name, const std::string& title, Question question,
              PlannerScene (*make)(int pose_count, int obstacle_count, uint64_t seed)) {
  return {std::move(name), "2000 poses x 200 " + title, question,
          [make](double scale, uint64_t seed) { return make(Scaled(2000, scale), 200, seed); }};
}

Case TrajectoryCase(std::string name, const std::string& title, Question question, int steps = 50,
                    int obstacles = 100) {
  return {std::move(name), absl::StrCat("1000 trajectories x ", steps, " steps x ", obstacles, " moving cars, ", title),
          question, [steps, obstacles](double scale, uint64_t seed) {
            return MovingTraffic(Scaled(1000, scale), steps, obstacles, seed);
          }};
}

Case MapCase(int exponent, int shapes) {
  return {absl::StrCat("map_1e", exponent),
          absl::StrCat("2000 poses x static map of 10^", exponent, " rectangles, any hit"), Question::kAnyHit,
          [shapes](double scale, uint64_t seed) {
            return StaticMapScene(Scaled(2000, scale), Scaled(shapes, scale), seed);
          }};
}

Case WithThreads(Case of) {
  return {"two_threads_" + of.name, of.title + ", two threads", of.question, of.make_scene, Compares::kThreads};
}

Case WithMargin(Case of) {
  const auto make = [make = of.make_scene](double scale, uint64_t seed) {
    PlannerScene scene = make(scale, seed);
    scene.margin = {/*along_m=*/1.0, /*across_m=*/0.3};
    scene.bare_ego = scene.ego;
    scene.ego = GrowBody({scene.ego}, scene.margin)->front();
    return scene;
  };
  return {"margin_" + of.name, of.title + ", with a margin of 1 m along and 0.3 m across", of.question, make,
          Compares::kGrowth};
}

// In the order of the report.
std::vector<Case> AllCases() {
  const Case first_hit = TrajectoryCase("first_hit", "first hit and culprit", Question::kFirstHit);
  const Case clearance = TrajectoryCase("clearance", "minimum clearance", Question::kNearest);
  const Case swept = TrajectoryCase("swept_first_hit", "first contact between steps", Question::kFirstContact);
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
      TrajectoryCase("short_first_hit", "first hit and culprit", Question::kFirstHit, 20, 12),
      TrajectoryCase("first_free", "first free in cost order", Question::kFirstFree),
      MapCase(3, 1000),
      MapCase(4, 10000),
      MapCase(5, 100000),
      MapCase(6, 1000000),
      WithThreads(first_hit),
      WithThreads(clearance),
  };
}

// The peers that the case compares, in the order of the tables: references, then the batch with
// each of the targets. Without references: the batch with the first target. REQUIRES: there is a
// target.
std::vector<std::unique_ptr<ScenePeer>> MakePeers(const Case& asked, absl::Span<const IsaTarget> targets) {
  std::vector<std::unique_ptr<ScenePeer>> peers;
  const auto add_batch = [&](const IsaTarget& target, ThreadCount threads, Growth growth) {
    peers.push_back(MakeBatchPeer(target, threads, growth));
  };
  if (asked.compares != Compares::kReferences) {
    const bool with_threads = asked.compares == Compares::kThreads;
    add_batch(targets.front(), ThreadCount::kOne, Growth::kNone);
    add_batch(targets.front(), with_threads ? ThreadCount::kTwo : ThreadCount::kOne,
              with_threads ? Growth::kNone : Growth::kInCalls);
    return peers;
  }
  for (const auto make :
       {MakeScalarPeer, MakeSweptScalarPeer, MakeBox2dPairwisePeer, MakeBox2dTreePeer, MakeFclTreePeer}) {
    peers.push_back(make());
  }
  for (const IsaTarget& target : targets) add_batch(target, ThreadCount::kOne, Growth::kNone);
  return peers;
}

// One peer's answer to the question that it is timed with.
struct Measurement {
  ScenePeer* peer;
  Question question;
  std::string name;
  double cycle_ns = 0.0;  // Median over rounds; with posing.
  int64_t wrong = 0;
  // What the peer keeps of the obstacles beside the scene; nothing if that is not known.
  std::optional<double> bytes_per_shape = {};
};

// Every peer that handles the case's question. The batch is also timed with kFirstHit: beside the
// first free trajectory as "NAME full check", beside the first contact between steps as "NAME at
// steps".
std::vector<Measurement> WhatIsTimed(const Case& asked, const PlannerScene& scene,
                                     absl::Span<const std::unique_ptr<ScenePeer>> peers) {
  std::vector<Measurement> timed;
  for (const std::unique_ptr<ScenePeer>& peer : peers) {
    if (!peer->Handles(scene, asked.question)) continue;
    timed.push_back({peer.get(), asked.question, peer->name()});
    const bool is_first_free = asked.question == Question::kFirstFree;
    if (!peer->is_subject() || (!is_first_free && IsOfSteps(asked.question))) continue;
    timed.push_back({peer.get(), Question::kFirstHit, peer->name() + (is_first_free ? " full check" : " at steps")});
  }
  return timed;
}

// Counts the wrong answers, then times all of them in turns, each for min_time_s.
void Measure(const Case& asked, const PlannerScene& scene, double min_time_s, std::vector<Measurement>* measurements) {
  // What comes after the first free trajectory is not looked at: that cycle cannot be cut.
  const int trajectory_count = scene.trajectory_count();
  const int item_count = asked.question == Question::kFirstFree ? 1 : trajectory_count;
  std::map<Question, Answers> right;
  std::vector<TimedWork> works;
  for (Measurement& m : *measurements) {
    if (right.count(m.question) == 0) right[m.question] = RightAnswers(scene, m.question);
    m.peer->Prepare(scene);
    m.peer->Run(m.question, 0, trajectory_count);
    m.wrong = CountWrong(scene, m.question, m.peer->judgement(), right[m.question], m.peer->Collect(m.question));
    const std::optional<int64_t> bytes = m.peer->memory_bytes();
    if (bytes.has_value()) m.bytes_per_shape = static_cast<double>(*bytes) / scene.obstacle_count();
    works.push_back([peer = m.peer, question = m.question, item_count, trajectory_count](int begin, int end) {
      peer->Run(question, begin, item_count == 1 ? trajectory_count : end);
    });
  }
  const std::vector<Timing> timings = TimeInterleaved(works, item_count, min_time_s);
  for (size_t i = 0; i < timings.size(); ++i) (*measurements)[i].cycle_ns = timings[i].median_ns * item_count;
}

Table TableOf(const Case& of, int64_t pairs, const std::vector<Measurement>& measurements) {
  std::optional<double> reference_ns;
  for (const Measurement& m : measurements) {
    if (!m.peer->is_subject()) reference_ns = std::min(reference_ns.value_or(m.cycle_ns), m.cycle_ns);
  }
  Table table = {"", absl::StrCat("### ", of.name, ": ", of.title), "", {}};
  for (const Measurement& m : measurements) {
    table.rows.push_back(
        {Key("case|", of.name),
         Key("method", m.name),
         {"pairs|", pairs},
         {"ns_per_pair|ns/pair", m.cycle_ns / static_cast<double>(pairs)},
         {"|ms/cycle", 1e-6 * m.cycle_ns},
         {"cycles_per_second|cycles/s", 1e9 / m.cycle_ns},
         {"|speed-up over best reference",
          reference_ns.has_value() ? absl::StrFormat("%.2f", *reference_ns / m.cycle_ns) : "-"},
         {"wrong", m.wrong},
         {"|bytes/shape", m.bytes_per_shape.has_value() ? absl::StrFormat("%.1f", *m.bytes_per_shape) : "-"}});
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
    const std::vector<std::unique_ptr<ScenePeer>> peers = MakePeers(asked, targets);
    std::vector<Measurement> measurements = WhatIsTimed(asked, scene, peers);
    Measure(asked, scene, min_time_s, &measurements);
    report->Add(TableOf(asked, scene.pair_count(), measurements));
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
     Run});

}  // namespace
}  // namespace collision2d::bench
