// Every question about a body among obstacles, once: who asks them all goes through
// ForEachQuestion.

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/gradients.h"
#include "collision2d/batch/testing/guarded.h"
#include "collision2d/geometry/convex_polygon.h"

namespace collision2d {

// About instants. Poses are trajectories of one step.
struct Question {
  absl::Span<const ConvexPolygon> body;
  Trajectories trajectories;
  Obstacles obstacles;
  std::vector<double> limit_m = {};
  double within_m = 1.0;
  std::vector<int> order = {};
  // Elements of the list of all hits; by default as many as there can be.
  std::optional<size_t> room = std::nullopt;
  QueryOptions options = {};
};

// Outputs of the sizes that a question needs, which no call has written.
struct Answers {
  explicit Answers(const Question& question, size_t offset = 0)
      : Answers(static_cast<size_t>(question.trajectories.size()), question.trajectories.world_from_body.size(),
                question, offset) {}
  Answers(size_t trajectories, size_t poses, const Question& question, size_t offset = 0)
      : any(trajectories, offset),
        first(trajectories, offset),
        nearest(trajectories, offset),
        least(trajectories, offset),
        gradient(trajectories, offset),
        before_free(question.order.size(), offset),
        count(poses, offset),
        mask(poses * question.obstacles.mask_words(), offset),
        within(mask.size(), offset),
        distance_m(poses * static_cast<size_t>(question.obstacles.size()), offset),
        begin(poses + 1, offset),
        hits(question.room.value_or(distance_m.size()), offset) {}

  bool AreUntouched() const {
    return any.IsUntouchedFrom(0) && first.IsUntouchedFrom(0) && nearest.IsUntouchedFrom(0) &&
           least.IsUntouchedFrom(0) && gradient.IsUntouchedFrom(0) && before_free.IsUntouchedFrom(0) &&
           free_position == kUntouchedPosition && count.IsUntouchedFrom(0) && mask.IsUntouchedFrom(0) &&
           within.IsUntouchedFrom(0) && distance_m.IsUntouchedFrom(0) && begin.IsUntouchedFrom(0) &&
           hits.IsUntouchedFrom(0);
  }

  static constexpr int kUntouchedPosition = -77;

  // One for each trajectory.
  Guarded<uint8_t> any;
  Guarded<Hit> first;
  Guarded<Nearest<double>> nearest;
  Guarded<Nearest<Separation>> least;
  Guarded<Nearest<SeparationGradient>> gradient;
  Guarded<Hit> before_free;
  int free_position = kUntouchedPosition;
  // One for each pose, or a row for each.
  Guarded<int32_t> count;
  Guarded<uint64_t> mask, within;
  Guarded<double> distance_m;
  Guarded<int64_t> begin;
  Guarded<int> hits;
};

// visit(name, call) for each of them; call() returns its status. The name is that of its output in
// errors, with the function's where two have one name.
template <typename Visit>
void ForEachQuestion(const Question& q, Answers* a, const Visit& visit) {
  visit("any", [&] { return AnyHit(q.body, q.trajectories, q.obstacles, a->any.span(), q.options); });
  visit("first", [&] { return FirstHit(q.body, q.trajectories, q.obstacles, a->first.span(), q.options); });
  visit("nearest",
        [&] { return MinimumDistance(q.body, q.trajectories, q.obstacles, q.limit_m, a->nearest.span(), q.options); });
  visit("least",
        [&] { return MinimumSeparation(q.body, q.trajectories, q.obstacles, q.limit_m, a->least.span(), q.options); });
  visit("least, gradient", [&] {
    return MinimumSeparation(q.body, q.trajectories, q.obstacles, q.limit_m, a->gradient.span(), q.options);
  });
  visit("first, free", [&] {
    return FirstFree(q.body, q.trajectories, q.obstacles, q.order, &a->free_position, a->before_free.span(), q.options);
  });
  visit("count", [&] { return CountHits(q.body, q.trajectories, q.obstacles, a->count.span(), q.options); });
  visit("mask", [&] { return CollisionMask(q.body, q.trajectories, q.obstacles, a->mask.span(), q.options); });
  visit("mask, within",
        [&] { return WithinMask(q.body, q.trajectories, q.obstacles, q.within_m, a->within.span(), q.options); });
  visit("distance_m",
        [&] { return AllDistances(q.body, q.trajectories, q.obstacles, a->distance_m.span(), q.options); });
  visit("begin",
        [&] { return AllHits(q.body, q.trajectories, q.obstacles, a->begin.span(), a->hits.span(), q.options); });
}

// About motion.
struct MotionQuestion {
  absl::Span<const ConvexPolygon> body;
  Trajectories trajectories;
  absl::Span<const double> step_times_s;
  MovingObstacles obstacles;
  SweptOptions swept = {};
  std::vector<int> order = {};
  QueryOptions options = {};
};

struct MotionAnswers {
  explicit MotionAnswers(const MotionQuestion& question)
      : MotionAnswers(static_cast<size_t>(question.trajectories.size()), question.order.size()) {}
  MotionAnswers(size_t trajectories, size_t order_size)
      : any(trajectories), first(trajectories), nearest(trajectories), before_free(order_size) {}

  bool AreUntouched() const {
    return any.IsUntouchedFrom(0) && first.IsUntouchedFrom(0) && nearest.IsUntouchedFrom(0) &&
           before_free.IsUntouchedFrom(0) && free_position == Answers::kUntouchedPosition;
  }

  Guarded<uint8_t> any;
  Guarded<SweptHit> first;
  Guarded<SweptNearest> nearest;
  Guarded<SweptHit> before_free;
  int free_position = Answers::kUntouchedPosition;
};

template <typename Visit>
void ForEachQuestion(const MotionQuestion& q, MotionAnswers* a, const Visit& visit) {
  visit("any",
        [&] { return AnyHit(q.body, q.trajectories, q.step_times_s, q.obstacles, q.swept, a->any.span(), q.options); });
  visit("first", [&] {
    return FirstHit(q.body, q.trajectories, q.step_times_s, q.obstacles, q.swept, a->first.span(), q.options);
  });
  visit("nearest", [&] {
    return MinimumDistance(q.body, q.trajectories, q.step_times_s, q.obstacles, q.swept, a->nearest.span(), q.options);
  });
  visit("first, free", [&] {
    return FirstFree(q.body, q.trajectories, q.step_times_s, q.obstacles, q.swept, q.order, &a->free_position,
                     a->before_free.span(), q.options);
  });
}

}  // namespace collision2d
