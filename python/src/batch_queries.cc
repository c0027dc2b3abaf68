// Questions about one body among many obstacles, at poses, on trajectories and in motion.

#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/gradients.h"
#include "python/src/module.h"
#include "python/src/question.h"

namespace collision2d::python {
namespace {

py::object AnyHits(py::handle body, py::handle world_from_body, py::handle obstacles, py::handle lengths,
                   py::handle step_times_s, double time_tolerance_s, double contact_tolerance_m, py::handle out,
                   int threads, bool progress) {
  const Question q(body, world_from_body, obstacles, lengths, step_times_s);
  return Answer<bool, uint8_t>("any_hit", q.argument(), q.argument().shape(), out, {threads, progress},
                               [&](auto any, const auto& parallel_for) {
                                 if (!q.is_about_motion())
                                   return AnyHit(q.body(), q.trajectories(), q.obstacles(), any, parallel_for);
                                 return AnyHit(q.body(), q.trajectories(), q.step_times(), q.obstacles(),
                                               ImpactOptions{time_tolerance_s, contact_tolerance_m}, any, parallel_for);
                               });
}

py::object FirstHits(py::handle body, py::handle world_from_body, py::handle obstacles, py::handle lengths,
                     py::handle step_times_s, double time_tolerance_s, double contact_tolerance_m, py::handle out,
                     int threads, bool progress) {
  const Question q(body, world_from_body, obstacles, lengths, step_times_s);
  const auto answer = [&](auto result, const auto& ask) {
    return Answer<decltype(result)>("first_hit", q.argument(), q.argument().shape(), out, {threads, progress}, ask);
  };
  if (!q.is_about_motion()) {
    return answer(Hit(), [&](auto first, const auto& parallel_for) {
      return FirstHit(q.body(), q.trajectories(), q.obstacles(), first, parallel_for);
    });
  }
  return answer(SweptHit(), [&](auto first, const auto& parallel_for) {
    return FirstHit(q.body(), q.trajectories(), q.step_times(), q.obstacles(),
                    ImpactOptions{time_tolerance_s, contact_tolerance_m}, first, parallel_for);
  });
}

// find(some of the order, &free_position, first) is the library's call. It is asked about some at a
// time, so that a signal can end it.
template <typename AnyHit, typename Find>
py::tuple FindFirstFree(const InputArray<int>& order_array, const Find& find) {
  constexpr size_t kAtOnce = 256;
  const absl::Span<const int> order = order_array.values();
  std::vector<AnyHit> first(order.size());
  // Also if there is nothing in the order: the other arguments are checked.
  size_t begin = 0;
  int free_position = -1;
  do {
    const absl::Span<const int> some = order.subspan(begin, kAtOnce);
    RunCall("first_free", {}, [&](const ParallelFor&) {
      return find(some, &free_position, absl::MakeSpan(first).subspan(begin, some.size()));
    });
    if (free_position >= 0) break;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    begin += some.size();
  } while (begin < order.size());
  const size_t before = begin + static_cast<size_t>(std::max(free_position, 0));
  return py::make_tuple(free_position >= 0 ? py::object(py::int_(before)) : py::none(),
                        ArrayOf<AnyHit>(absl::MakeConstSpan(first).first(before)));
}

py::tuple FirstFreeOf(py::handle body, py::handle world_from_body, py::handle obstacles, py::handle order_argument,
                      py::handle lengths, py::handle step_times_s, double time_tolerance_s,
                      double contact_tolerance_m) {
  const Question q(body, world_from_body, obstacles, lengths, step_times_s);
  const InputArray<int> order(order_argument, "order", Shape{kAny});
  // Before the order is divided, which would change the index.
  for (size_t i = 0; i < order.values().size(); ++i) {
    const int trajectory = order.values()[i];
    if (trajectory < 0 || static_cast<size_t>(trajectory) >= q.argument().size()) {
      ThrowValueError(absl::StrCat("order[", i, "]: ", trajectory, " is not the index of a trajectory"));
    }
  }
  if (!q.is_about_motion()) {
    return FindFirstFree<Hit>(order, [&](auto some, int* free_position, auto first) {
      return FirstFree(q.body(), q.trajectories(), q.obstacles(), some, free_position, first);
    });
  }
  return FindFirstFree<SweptHit>(order, [&](auto some, int* free_position, auto first) {
    return FirstFree(q.body(), q.trajectories(), q.step_times(), q.obstacles(),
                     ImpactOptions{time_tolerance_s, contact_tolerance_m}, some, free_position, first);
  });
}

py::object HitCounts(py::handle body, py::handle world_from_body, py::handle obstacles, py::handle lengths,
                     py::handle out, int threads, bool progress) {
  const Question q(body, world_from_body, obstacles, lengths);
  return Answer<int32_t>("count_hits", q.argument(), q.argument().pose_shape(), out, {threads, progress},
                         [&](auto count, const auto& parallel_for) {
                           return CountHits(q.body(), q.trajectories(), q.obstacles(), count, parallel_for);
                         });
}

// ask(mask, parallel_for) writes bits, which are returned as booleans unless they are wanted
// packed.
template <typename Ask>
py::object Masks(const char* name, const Question& q, bool packed, py::handle out, const CallOptions& options,
                 const Ask& ask) {
  // Checked before the work.
  std::optional<OutputArray<bool>> output;
  if (!packed && !out.is_none()) output.emplace(out, q.pair_shape(), absl::MakeConstSpan(&q.argument().array(), 1));
  py::object words = Answer<uint64_t>(name, q.argument(), q.pose_shape(q.obstacles().mask_words()),
                                      packed ? out : py::none(), options, ask);
  if (packed) return words;
  const py::object bits = py::module_::import("numpy").attr("unpackbits")(
      words.attr("view")("u1"), py::arg("axis") = -1, py::arg("count") = q.obstacles().size(),
      py::arg("bitorder") = "little");
  const py::object mask = bits.attr("view")("?");
  if (!output.has_value()) return mask;
  py::array array = output->TakeArray();
  array[py::ellipsis()] = mask;
  return py::object(std::move(array));
}

py::object CollisionMasks(py::handle body, py::handle world_from_body, py::handle obstacles, py::handle lengths,
                          bool packed, py::handle out, int threads, bool progress) {
  const Question q(body, world_from_body, obstacles, lengths);
  return Masks("collision_mask", q, packed, out, {threads, progress}, [&](auto mask, const auto& parallel_for) {
    return CollisionMask(q.body(), q.trajectories(), q.obstacles(), mask, parallel_for);
  });
}

py::object WithinMasks(py::handle body, py::handle world_from_body, py::handle obstacles, py::handle lengths,
                       double limit_m, bool packed, py::handle out, int threads, bool progress) {
  const Question q(body, world_from_body, obstacles, lengths);
  return Masks("within_mask", q, packed, out, {threads, progress}, [&](auto mask, const auto& parallel_for) {
    return WithinMask(q.body(), q.trajectories(), q.obstacles(), limit_m, mask, parallel_for);
  });
}

// The hits of each pose, in a vector that grows as they need, and where those of each begin.
py::tuple AllHitsOf(py::handle body, py::handle world_from_body, py::handle obstacles, py::handle lengths) {
  constexpr size_t kPosesAtOnce = 4096;
  const Question q(body, world_from_body, obstacles, lengths);
  const TrajectoriesArgument& trajectories = q.argument();
  const auto steps = static_cast<size_t>(trajectories.steps());
  ThrowIfError(trajectories.Check());
  std::vector<int64_t> begin(trajectories.size() * steps + 1);
  std::vector<int> hits;
  for (size_t first = 0, last = 0; first < trajectories.size(); first = last) {
    last = std::min(first + kPosesAtOnce / steps + 1, trajectories.size());
    const size_t before = hits.size();
    const auto some = absl::MakeSpan(begin).subspan(first * steps, (last - first) * steps + 1);
    const auto ask = [&](const ParallelFor&) {
      hits.resize(std::max(hits.size(), before + some.size()));
      return AllHits(q.body(), trajectories.Some(first, last), q.obstacles(), some,
                     absl::MakeSpan(hits).subspan(before));
    };
    RunCall("all_hits", {}, [&](const ParallelFor& parallel_for) {
      const absl::Status status = ask(parallel_for);
      if (!absl::IsResourceExhausted(status)) return status;
      // Now it is known how many there are.
      hits.resize(before + static_cast<size_t>(some.back()));
      return ask(parallel_for);
    });
    hits.resize(before + static_cast<size_t>(some.back()));
    for (int64_t& place : some) place += static_cast<int64_t>(before);
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  }
  return py::make_tuple(ArrayOf<int64_t>(begin), ArrayOf<int>(hits));
}

py::object MinimumDistances(py::handle body, py::handle world_from_body, py::handle obstacles, py::handle lengths,
                            py::handle limit_m, py::handle step_times_s, double tolerance_m, py::handle out,
                            int threads, bool progress) {
  const Question q(body, world_from_body, obstacles, lengths, step_times_s);
  const auto answer = [&](auto result, const auto& ask) {
    return Answer<decltype(result)>("minimum_distance", q.argument(), q.argument().shape(), out, {threads, progress},
                                    ask);
  };
  const LimitsArgument limits(limit_m, q.argument().size());
  if (!q.is_about_motion()) {
    return answer(Nearest<double>(), [&](auto nearest, const auto& parallel_for) {
      return MinimumDistance(q.body(), q.trajectories(), q.obstacles(), limits.limits(), nearest, parallel_for);
    });
  }
  SweptOptions swept({}, tolerance_m);
  swept.limit_m = limits.limits();
  return answer(SweptNearest(), [&](auto nearest, const auto& parallel_for) {
    return MinimumDistance(q.body(), q.trajectories(), q.step_times(), q.obstacles(), swept, nearest, parallel_for);
  });
}

template <typename Result>
void DefineLeast(py::module_& module, const char* name) {
  DefineFunction(module, name,
                 [name](py::handle body, py::handle world_from_body, py::handle obstacles, py::handle lengths,
                        py::handle limit_m, py::handle out, int threads, bool progress) {
                   const Question q(body, world_from_body, obstacles, lengths);
                   const LimitsArgument limits(limit_m, q.argument().size());
                   return Answer<Result>(name, q.argument(), q.argument().shape(), out, {threads, progress},
                                         [&](auto least, const auto& parallel_for) {
                                           return MinimumSeparation(q.body(), q.trajectories(), q.obstacles(),
                                                                    limits.limits(), least, parallel_for);
                                         });
                 });
}

py::object Distances(py::handle body, py::handle world_from_body, py::handle obstacles, py::handle lengths,
                     py::handle out, int threads, bool progress) {
  const Question q(body, world_from_body, obstacles, lengths);
  return Answer<double>("all_distances", q.argument(), q.pair_shape(), out, {threads, progress},
                        [&](auto distance_m, const auto& parallel_for) {
                          return AllDistances(q.body(), q.trajectories(), q.obstacles(), distance_m, parallel_for);
                        });
}

}  // namespace

void DefineBatchQueries(py::module_& module) {
  DefineFunction(module, "any_hit", &AnyHits);
  DefineFunction(module, "first_hit", &FirstHits);
  DefineFunction(module, "first_free", &FirstFreeOf);
  DefineFunction(module, "count_hits", &HitCounts);
  DefineFunction(module, "collision_mask", &CollisionMasks);
  DefineFunction(module, "within_mask", &WithinMasks);
  DefineFunction(module, "all_hits", &AllHitsOf);
  DefineFunction(module, "minimum_distance", &MinimumDistances);
  DefineLeast<Nearest<Separation>>(module, "minimum_separation");
  DefineLeast<Nearest<SeparationGradient>>(module, "minimum_separation_gradient");
  DefineFunction(module, "all_distances", &Distances);
}

}  // namespace collision2d::python
