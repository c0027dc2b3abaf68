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
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/occupancy_grid.h"
#include "collision2d/batch/point_set.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/batch/trajectories.h"
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

Numbers Words(const std::vector<uint64_t>& mask) {
  Numbers numbers;
  for (const uint64_t word : mask) {
    Append(static_cast<int64_t>(word & 0xffffffffu), &numbers);
    Append(static_cast<int64_t>(word >> 32), &numbers);
  }
  return numbers;
}

template <typename T>
Numbers Integers(const std::vector<T>& integers) {
  return Numbers(integers.begin(), integers.end());
}

// Without the steps, which are 0.
Numbers Hits(const std::vector<Hit>& hits) {
  Numbers numbers;
  for (const Hit& hit : hits) numbers.insert(numbers.end(), {1.0 * hit.obstacle, 1.0 * hit.body_shape});
  return numbers;
}

Numbers Nearests(const std::vector<Nearest<double>>& nearest) {
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

void AskCollisions(const BatchState& state, const PolygonBatch& batch, GoldenAnswers* answers) {
  const size_t poses = state.world_from_body.size();
  std::vector<uint64_t> mask(poses * Obstacles(batch).mask_words());
  Require(CollisionMask(state.body, state.world_from_body, batch, absl::MakeSpan(mask)));
  answers->Add("CollisionMask", Words(mask));
  std::vector<uint8_t> any_hit(poses);
  Require(AnyHit(state.body, state.world_from_body, batch, absl::MakeSpan(any_hit)));
  answers->Add("AnyHit", Integers(any_hit));
  std::vector<Hit> first_hit(poses);
  Require(FirstHit(state.body, state.world_from_body, batch, absl::MakeSpan(first_hit)));
  answers->Add("FirstHit", Hits(first_hit));
  std::vector<int32_t> hit_count(poses);
  Require(CountHits(state.body, state.world_from_body, batch, absl::MakeSpan(hit_count)));
  answers->Add("CountHits", Integers(hit_count));
}

void AskDistances(const BatchState& state, const PolygonBatch& batch, double limit_m, GoldenAnswers* answers) {
  const size_t poses = state.world_from_body.size();
  const Numbers limits_m(poses, limit_m);
  std::vector<Nearest<double>> nearest(poses);
  Require(MinimumDistance(state.body, state.world_from_body, batch, {}, absl::MakeSpan(nearest)));
  answers->Add("MinimumDistance", Nearests(nearest));
  Require(MinimumDistance(state.body, state.world_from_body, batch, limits_m, absl::MakeSpan(nearest)));
  answers->Add("MinimumDistanceWithin", Nearests(nearest));
  Numbers distances_m(poses * state.obstacles.size());
  Require(AllDistances(state.body, state.world_from_body, batch, absl::MakeSpan(distances_m)));
  answers->Add("AllDistances", distances_m);
  std::vector<uint64_t> mask(poses * Obstacles(batch).mask_words());
  Require(WithinMask(state.body, state.world_from_body, batch, limit_m, absl::MakeSpan(mask)));
  answers->Add("WithinMask", Words(mask));
}

void AskMap(const BatchState& state, double limit_m, GoldenAnswers* answers) {
  const StaticMap map = StaticMap::Create(state.obstacles, state.world_from_obstacle).value();
  const size_t poses = state.world_from_body.size();
  std::vector<uint8_t> any(poses);
  Require(AnyHit(state.body, state.world_from_body, map, absl::MakeSpan(any)));
  answers->Add("StaticMap.AnyHit", Integers(any));
  std::vector<Hit> hits(poses);
  Require(FirstHit(state.body, state.world_from_body, map, absl::MakeSpan(hits)));
  answers->Add("StaticMap.FirstHit", Hits(hits));
  std::vector<int64_t> begin(poses + 1);
  std::vector<int> obstacles(poses * state.obstacles.size());
  Require(AllHits(state.body, state.world_from_body, map, absl::MakeSpan(begin), absl::MakeSpan(obstacles)));
  obstacles.resize(static_cast<size_t>(begin.back()));
  answers->Add("StaticMap.AllHits", Integers(obstacles));
  std::vector<Nearest<double>> nearest(poses);
  const Numbers limits_m(poses, limit_m);
  Require(MinimumDistance(state.body, state.world_from_body, map, {}, absl::MakeSpan(nearest)));
  answers->Add("StaticMap.MinimumDistance", Nearests(nearest));
  Require(MinimumDistance(state.body, state.world_from_body, map, limits_m, absl::MakeSpan(nearest)));
  answers->Add("StaticMap.MinimumDistanceWithin", Nearests(nearest));
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
  const Trajectories trajectories = {state.world_from_body, steps};
  const size_t trajectory_count = static_cast<size_t>(trajectories.size());
  std::vector<Hit> first(trajectory_count);
  Require(FirstHit(state.body, trajectories, per_step, absl::MakeSpan(first)));
  answers->Add("FirstCollision", StepHits(first));
  std::vector<uint8_t> any(trajectory_count);
  Require(AnyHit(state.body, trajectories, per_step, absl::MakeSpan(any)));
  answers->Add("AnyCollision", Integers(any));
  std::vector<Nearest<double>> clearance(trajectory_count);
  Require(MinimumDistance(state.body, trajectories, per_step, {}, absl::MakeSpan(clearance)));
  Numbers numbers;
  for (const Nearest<double>& n : clearance) {
    numbers.insert(numbers.end(), {n.distance_m, 1.0 * n.step, 1.0 * n.obstacle, 1.0 * n.body_shape});
  }
  answers->Add("MinimumClearance", numbers);
  std::vector<int> order(trajectory_count);
  std::iota(order.rbegin(), order.rend(), 0);
  int free_position = -1;
  Require(FirstFree(state.body, trajectories, per_step, order, &free_position, absl::MakeSpan(first)));
  if (free_position >= 0) first.resize(static_cast<size_t>(free_position));
  numbers = StepHits(first);
  numbers.insert(numbers.begin(), free_position);
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
  const absl::Span<const Pose2> poses = state.world_from_body;
  std::vector<uint8_t> any(poses.size());
  Require(AnyHit(state.body, poses, obstacles, absl::MakeSpan(any)));
  answers->Add("Cells.AnyHit", Integers(any));
  std::vector<Hit> hits(poses.size());
  Require(FirstHit(state.body, poses, obstacles, absl::MakeSpan(hits)));
  std::vector<Nearest<double>> nearest(poses.size());
  Require(MinimumDistance(state.body, poses, obstacles, {}, absl::MakeSpan(nearest)));
  Numbers numbers;
  for (size_t p = 0; p < poses.size(); ++p) {
    numbers.insert(numbers.end(), {1.0 * static_cast<double>(hits[p].element), nearest[p].distance_m,
                                   1.0 * static_cast<double>(nearest[p].element)});
  }
  answers->Add("Cells.FirstHitAndMinimumDistance", numbers);
  const auto steps = static_cast<int>(poses.size());
  const Trajectories way(poses, steps);
  Numbers times_s(poses.size());
  std::iota(times_s.begin(), times_s.end(), 0.0);
  SweptHit first;
  Require(FirstHit(state.body, way, times_s, moving, {}, {&first, 1}));
  SweptNearest least;
  Require(MinimumDistance(state.body, way, times_s, moving, {{}, 0.01}, {&least, 1}));
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
    const PolygonBatch batch = PolygonBatch::Create(state->obstacles, state->world_from_obstacle).value();
    AskCollisions(*state, batch, answers);
    AskDistances(*state, batch, numbers.at(0), answers);
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

GoldenInterpreter BatchAnswers() {
  return [state = std::make_shared<BatchState>()](const GoldenLine& input, GoldenAnswers* answers) {
    Interpret(input, state.get(), answers);
  };
}

}  // namespace collision2d
