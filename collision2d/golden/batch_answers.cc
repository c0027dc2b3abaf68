#include "collision2d/golden/batch_answers.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/occupancy_grid.h"
#include "collision2d/batch/point_set.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/batch/testing/questions.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d {
namespace {

struct BatchState {
  std::vector<ConvexPolygon> body;
  std::vector<Pose2> world_from_body;
  std::vector<ConvexPolygon> obstacles;
  std::vector<Pose2> world_from_obstacle;
};

using Numbers = std::vector<double>;

void Require(const absl::Status& status) {
  if (status.ok()) return;
  std::fprintf(stderr, "golden file of batches: %s\n", status.ToString().c_str());
  std::abort();
}

void Append(int64_t number, Numbers* numbers) { numbers->push_back(static_cast<double>(number)); }

Numbers Words(absl::Span<const uint64_t> mask) {
  Numbers numbers;
  for (const uint64_t word : mask) {
    Append(static_cast<int64_t>(word & 0xffffffffu), &numbers);
    Append(static_cast<int64_t>(word >> 32), &numbers);
  }
  return numbers;
}

template <typename T>
Numbers Integers(absl::Span<const T> integers) {
  return Numbers(integers.begin(), integers.end());
}

// Without the steps, which are 0.
Numbers Hits(absl::Span<const Hit> hits) {
  Numbers numbers;
  for (const Hit& hit : hits) numbers.insert(numbers.end(), {1.0 * hit.obstacle, 1.0 * hit.body_shape});
  return numbers;
}

Numbers Nearests(absl::Span<const Nearest<double>> nearest) {
  Numbers numbers;
  for (const Nearest<double>& n : nearest) {
    numbers.insert(numbers.end(), {n.distance_m, 1.0 * n.obstacle, 1.0 * n.body_shape});
  }
  return numbers;
}

Numbers StepHits(absl::Span<const Hit> hits) {
  Numbers numbers;
  for (const Hit& hit : hits) {
    numbers.insert(numbers.end(), {1.0 * hit.step, 1.0 * hit.obstacle, 1.0 * hit.body_shape});
  }
  return numbers;
}

template <typename AnyAnswers = Answers, typename AnyQuestion>
AnyAnswers Ask(const AnyQuestion& question) {
  AnyAnswers answers(question);
  ForEachQuestion(question, &answers, [](const char* /*name*/, const auto& call) { Require(call()); });
  return answers;
}

// The distances within the limit.
Numbers NearestsWithin(Question question, double limit_m) {
  question.limit_m.assign(question.trajectories.world_from_body.size(), limit_m);
  return Nearests(Ask(question).nearest.span());
}

void AskBatch(const BatchState& state, double limit_m, GoldenAnswers* answers) {
  const PolygonBatch batch = PolygonBatch::Create(state.obstacles, state.world_from_obstacle).value();
  const Question question = {state.body, state.world_from_body, batch, {}, limit_m};
  Answers of = Ask(question);
  answers->Add("CollisionMask", Words(of.mask.span()));
  answers->Add("AnyHit", Integers<uint8_t>(of.any.span()));
  answers->Add("FirstHit", Hits(of.first.span()));
  answers->Add("CountHits", Integers<int32_t>(of.count.span()));
  answers->Add("MinimumDistance", Nearests(of.nearest.span()));
  answers->Add("MinimumDistanceWithin", NearestsWithin(question, limit_m));
  answers->Add("AllDistances", Integers<double>(of.distance_m.span()));
  answers->Add("WithinMask", Words(of.within.span()));
}

void AskMap(const BatchState& state, double limit_m, GoldenAnswers* answers) {
  const StaticMap map = StaticMap::Create(state.obstacles, state.world_from_obstacle).value();
  const Question question = {state.body, state.world_from_body, map};
  Answers of = Ask(question);
  answers->Add("StaticMap.AnyHit", Integers<uint8_t>(of.any.span()));
  answers->Add("StaticMap.FirstHit", Hits(of.first.span()));
  answers->Add("StaticMap.AllHits", Integers<int>(of.hits.span().first(static_cast<size_t>(of.begin.span().back()))));
  answers->Add("StaticMap.MinimumDistance", Nearests(of.nearest.span()));
  answers->Add("StaticMap.MinimumDistanceWithin", NearestsWithin(question, limit_m));
}

void AskTrajectories(const BatchState& state, int steps, GoldenAnswers* answers) {
  std::vector<PolygonBatch> per_step;
  const size_t count = state.obstacles.size();
  for (int s = 0; s < steps; ++s) {
    std::vector<Pose2> world_from_obstacle;
    for (size_t k = 0; k < count; ++k) {
      world_from_obstacle.push_back(state.world_from_obstacle[(k + static_cast<size_t>(s)) % count]);
    }
    per_step.push_back(PolygonBatch::Create(state.obstacles, world_from_obstacle).value());
  }
  Question question = {state.body, {state.world_from_body, steps}, per_step};
  question.order.resize(static_cast<size_t>(question.trajectories.size()));
  std::iota(question.order.rbegin(), question.order.rend(), 0);
  Answers of = Ask(question);
  answers->Add("FirstCollision", StepHits(of.first.span()));
  answers->Add("AnyCollision", Integers<uint8_t>(of.any.span()));
  Numbers numbers;
  for (const Nearest<double>& n : of.nearest.span()) {
    numbers.insert(numbers.end(), {n.distance_m, 1.0 * n.step, 1.0 * n.obstacle, 1.0 * n.body_shape});
  }
  answers->Add("MinimumClearance", numbers);
  const auto before = of.free_position < 0 ? question.order.size() : static_cast<size_t>(of.free_position);
  numbers = StepHits(of.before_free.span().first(before));
  numbers.insert(numbers.begin(), of.free_position);
  answers->Add("FirstFree", numbers);
}

// The vertices of the obstacles as points, or the cells that hold them.
std::vector<Vec2> PointsOf(const BatchState& state) {
  std::vector<Vec2> points;
  for (size_t k = 0; k < state.obstacles.size(); ++k) {
    for (const Vec2 vertex : state.obstacles[k].vertices()) points.push_back(state.world_from_obstacle[k] * vertex);
  }
  return points;
}

OccupancyGrid GridOf(absl::Span<const Vec2> points, double cell_size_m) {
  constexpr int kSize = 100;
  const Pose2 world_from_grid(points[0] - 0.5 * kSize * cell_size_m * Vec2{1.0, 1.0}, UnitRotation(0.8, 0.6));
  std::vector<uint8_t> values(kSize * kSize);
  for (const Vec2 point : points) {
    const Vec2 at = (1.0 / cell_size_m) * world_from_grid.RotateBack(point - world_from_grid.translation);
    if (std::min(at.x, at.y) < 0.0 || std::max(at.x, at.y) >= kSize) continue;
    values[static_cast<size_t>(at.y) * kSize + static_cast<size_t>(at.x)] = 1;
  }
  OccupancyGrid grid = OccupancyGrid::Create(kSize, kSize, cell_size_m, world_from_grid).value();
  Require(grid.Update({values.data(), kSize}));
  return grid;
}

void AskCells(const BatchState& state, const Obstacles& obstacles, const MovingObstacles& moving,
              GoldenAnswers* answers) {
  Answers of = Ask(Question{state.body, state.world_from_body, obstacles});
  answers->Add("Cells.AnyHit", Integers<uint8_t>(of.any.span()));
  Numbers numbers;
  for (size_t p = 0; p < of.first.size(); ++p) {
    numbers.insert(numbers.end(), {static_cast<double>(of.first[p].element), of.nearest[p].distance_m,
                                   static_cast<double>(of.nearest[p].element)});
  }
  answers->Add("Cells.FirstHitAndMinimumDistance", numbers);
  const auto steps = static_cast<int>(state.world_from_body.size());
  Numbers times_s(state.world_from_body.size());
  std::iota(times_s.begin(), times_s.end(), 0.0);
  const auto swept =
      Ask<MotionAnswers>(MotionQuestion{state.body, {state.world_from_body, steps}, times_s, moving, {{}, 0.01}});
  const SweptHit& first = swept.first[0];
  const SweptNearest& least = swept.nearest[0];
  answers->Add("Cells.Swept", {1.0 * first.step, static_cast<double>(first.element), first.free_until_s,
                               first.contact_by_s, least.lower_m, least.upper_m});
}

void Interpret(const GoldenLine& input, BatchState* state, GoldenAnswers* answers) {
  const absl::Span<const double> numbers = input.numbers;
  if (input.name == "scene") {
    *state = {};
  } else if (input.name == "body") {
    state->body.push_back(ShapeOf(numbers));
  } else if (input.name == "pose") {
    state->world_from_body.push_back(PoseOf(numbers));
  } else if (input.name == "obstacle") {
    state->world_from_obstacle.push_back(PoseOf(numbers));
    state->obstacles.push_back(ShapeOf(numbers.subspan(kNumbersOfPose)));
  } else if (input.name == "ask_batch") {
    AskBatch(*state, numbers.at(0), answers);
  } else if (input.name == "ask_map") {
    AskMap(*state, numbers.at(0), answers);
  } else if (input.name == "ask_cells") {
    const std::vector<Vec2> points = PointsOf(*state);
    const OccupancyGrid grid = GridOf(points, numbers.at(0));
    AskCells(*state, grid, grid, answers);
    PointSet set = PointSet::Create().value();
    Require(set.Update(points));
    AskCells(*state, set, set, answers);
  } else if (input.name == "ask_trajectories") {
    AskTrajectories(*state, static_cast<int>(numbers.at(0)), answers);
  } else {
    std::fprintf(stderr, "golden file of batches: unknown input '%s'\n", input.name.c_str());
    std::abort();
  }
}

}  // namespace

GoldenInterpreter BatchInterpreter() {
  return [state = std::make_shared<BatchState>()](const GoldenLine& input, GoldenAnswers* answers) {
    Interpret(input, state.get(), answers);
  };
}

}  // namespace collision2d
