#include "python/src/batch_queries.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "collision2d/batch/batch_collides.h"
#include "collision2d/batch/batch_distance.h"
#include "python/src/arrays.h"
#include "python/src/errors.h"
#include "python/src/limits.h"
#include "python/src/obstacles.h"
#include "python/src/poses.h"
#include "python/src/run_blocks.h"
#include "python/src/shapes.h"

namespace collision2d::python {
namespace {

namespace py = pybind11;
using Body = absl::Span<const ConvexPolygon>;
using Poses = absl::Span<const Pose2>;

// About how long a pose takes for each obstacle of a batch, and on a map, ns.
constexpr double kBatchPair_ns = 2.0;
constexpr double kMapPose_ns = 1000.0;

// A batch or a map, and that it is being read.
class ObstaclesArgument {
 public:
  // Errors: TypeError.
  explicit ObstaclesArgument(py::handle argument) {
    if (py::isinstance<Batch>(argument)) {
      auto& batch = py::cast<Batch&>(argument);
      batch_ = &batch.batch;
      reading_.emplace(&batch.readers);
    } else if (py::isinstance<Map>(argument)) {
      map_ = &py::cast<const Map&>(argument).map;
    } else {
      const auto type = py::cast<std::string>(py::type::handle_of(argument).attr("__name__"));
      ThrowTypeError(absl::StrCat("obstacles: a PolygonBatch or a StaticMap is needed, not ", type));
    }
  }

  // Null for a map.
  const PolygonBatch* batch() const { return batch_; }
  // Null for a batch.
  const StaticMap* map() const { return map_; }

  double pose_ns() const { return map_ != nullptr ? kMapPose_ns : 1.0 + kBatchPair_ns * batch_->size(); }

 private:
  const PolygonBatch* batch_ = nullptr;
  const StaticMap* map_ = nullptr;
  std::optional<Reading> reading_;
};

// What every call is given.
struct CallArguments {
  CallArguments(py::handle body_argument, py::handle world_from_body, py::handle obstacles_argument)
      : body(body_argument, "body"), poses(world_from_body, "world_from_body", {kAny}), obstacles(obstacles_argument) {}

  ShapesArgument body;
  PosesArgument poses;
  ObstaclesArgument obstacles;
};

absl::Status CheckWorldFromBody(Poses poses) { return CheckPoses("world_from_body", poses); }

// A call that writes one Result for each pose. ask(body, poses, first, results) asks about some of the poses, which begin with pose number
// `first`.
template <typename Result, typename Element = Result, typename Ask>
py::object ForEachPose(const char* name, const CallArguments& arguments, py::handle out, const CallOptions& options,
                       const Ask& ask) {
  OutputArray<Element> output(out, {static_cast<py::ssize_t>(arguments.poses.extent(0))}, {arguments.poses.array()});
  const Poses poses = arguments.poses.poses();
  const Body body = arguments.body.span();
  static_assert(sizeof(Result) == sizeof(Element));
  const absl::Span<Result> results(reinterpret_cast<Result*>(output.values().data()), poses.size());
  const auto run = [&](size_t begin, size_t end) {
    return ask(body, poses.subspan(begin, end - begin), begin, results.subspan(begin, end - begin));
  };
  RunBlocks({name, poses.size(), arguments.obstacles.pose_ns(), [&] { return CheckWorldFromBody(poses); }, run},
            options);
  return output.TakeArray();
}

py::object AnyHits(py::handle body, py::handle world_from_body, py::handle obstacles, py::handle out, int threads,
                   bool progress) {
  const CallArguments arguments(body, world_from_body, obstacles);
  const PolygonBatch* batch = arguments.obstacles.batch();
  const StaticMap* map = arguments.obstacles.map();
  return ForEachPose<uint8_t, bool>(
      "any_hit", arguments, out, {threads, progress}, [=](Body shapes, Poses poses, size_t, absl::Span<uint8_t> any) {
        return map != nullptr ? map->AnyHit(shapes, poses, any) : AnyHit(shapes, poses, *batch, any);
      });
}

py::object FirstHits(py::handle body, py::handle world_from_body, py::handle obstacles, py::handle out, int threads,
                     bool progress) {
  const CallArguments arguments(body, world_from_body, obstacles);
  const PolygonBatch* batch = arguments.obstacles.batch();
  const StaticMap* map = arguments.obstacles.map();
  return ForEachPose<Hit>(
      "first_hit", arguments, out, {threads, progress}, [=](Body shapes, Poses poses, size_t, absl::Span<Hit> hits) {
        return map != nullptr ? map->FirstHit(shapes, poses, hits) : FirstHit(shapes, poses, *batch, hits);
      });
}

// The batch of a call that maps do not have.
const PolygonBatch& RequireBatch(const CallArguments& arguments, const char* name) {
  if (arguments.obstacles.batch() == nullptr) {
    ThrowTypeError(absl::StrCat("obstacles: ", name, " needs a PolygonBatch, not a StaticMap"));
  }
  return *arguments.obstacles.batch();
}

py::object HitCounts(py::handle body, py::handle world_from_body, py::handle obstacles, py::handle out, int threads,
                     bool progress) {
  const CallArguments arguments(body, world_from_body, obstacles);
  const PolygonBatch& batch = RequireBatch(arguments, "count_hits");
  return ForEachPose<int32_t>("count_hits", arguments, out, {threads, progress},
                              [&](Body shapes, Poses poses, size_t, absl::Span<int32_t> counts) {
                                return CountHits(shapes, poses, batch, counts);
                              });
}

// The bits of a row of words as bytes 0 and 1, eight at a time.
void UnpackRow(absl::Span<const uint64_t> words, absl::Span<uint8_t> bytes) {
  static const auto kBytesOf = [] {
    std::array<std::array<uint8_t, 8>, 256> table;
    for (size_t value = 0; value < table.size(); ++value) {
      for (size_t bit = 0; bit < 8; ++bit) table[value][bit] = (value >> bit) & 1;
    }
    return table;
  }();
  for (size_t begin = 0; begin < bytes.size(); begin += 8) {
    const uint64_t eight = words[begin / 64] >> (begin % 64) & 0xff;
    const size_t length = std::min<size_t>(8, bytes.size() - begin);
    std::copy_n(kBytesOf[eight].begin(), length, bytes.begin() + static_cast<std::ptrdiff_t>(begin));
  }
}

// Masks of a few poses at a time, which stay in the cache, as bytes.
template <typename Ask>
absl::Status UnpackedMasks(Poses poses, size_t obstacles, const Ask& ask, uint8_t* bytes) {
  constexpr size_t kPosesAtOnce = 64;
  const size_t words_per_pose = MaskWordsPerPose(static_cast<int>(obstacles));
  std::vector<uint64_t> words(std::min(kPosesAtOnce, poses.size()) * words_per_pose);
  for (size_t begin = 0; begin < poses.size(); begin += kPosesAtOnce) {
    const Poses some = poses.subspan(begin, kPosesAtOnce);
    const absl::Status status = ask(some, absl::MakeSpan(words).first(some.size() * words_per_pose));
    if (!status.ok()) return status;
    for (size_t i = 0; i < some.size(); ++i) {
      UnpackRow(absl::MakeConstSpan(words).subspan(i * words_per_pose, words_per_pose),
                {bytes + (begin + i) * obstacles, obstacles});
    }
  }
  return absl::OkStatus();
}

// ask(poses, words) writes masks of some poses.
template <typename Ask>
py::object Masks(const char* name, const CallArguments& arguments, const PolygonBatch& batch, bool packed,
                 py::handle out, const CallOptions& options, const Ask& ask) {
  const Poses poses = arguments.poses.poses();
  const auto count = static_cast<py::ssize_t>(poses.size());
  const auto run_all = [&](const auto& run) {
    const double item_ns = arguments.obstacles.pose_ns();
    RunBlocks({name, poses.size(), item_ns, [&] { return CheckWorldFromBody(poses); }, run}, options);
  };
  if (packed) {
    const size_t row = MaskWordsPerPose(batch.size());
    OutputArray<uint64_t> output(out, {count, static_cast<py::ssize_t>(row)}, {arguments.poses.array()});
    const absl::Span<uint64_t> words = output.values();
    run_all([&](size_t begin, size_t end) {
      return ask(poses.subspan(begin, end - begin), words.subspan(begin * row, (end - begin) * row));
    });
    return output.TakeArray();
  }
  const auto obstacles = static_cast<size_t>(batch.size());
  OutputArray<bool> output(out, {count, static_cast<py::ssize_t>(obstacles)}, {arguments.poses.array()});
  auto* const bytes = reinterpret_cast<uint8_t*>(output.values().data());
  // It is done in several calls.
  ThrowIfError(CheckWorldFromBody(poses));
  run_all([&](size_t begin, size_t end) {
    return UnpackedMasks(poses.subspan(begin, end - begin), obstacles, ask, bytes + begin * obstacles);
  });
  return output.TakeArray();
}

py::object CollisionMasks(py::handle body, py::handle world_from_body, py::handle obstacles, bool packed,
                          py::handle out, int threads, bool progress) {
  const CallArguments arguments(body, world_from_body, obstacles);
  const PolygonBatch& batch = RequireBatch(arguments, "collision_mask");
  const Body shapes = arguments.body.span();
  return Masks("collision_mask", arguments, batch, packed, out, {threads, progress},
               [&](Poses poses, absl::Span<uint64_t> words) { return CollisionMask(shapes, poses, batch, words); });
}

py::object WithinMasks(py::handle body, py::handle world_from_body, py::handle obstacles, double limit_m, bool packed,
                       py::handle out, int threads, bool progress) {
  const CallArguments arguments(body, world_from_body, obstacles);
  const PolygonBatch& batch = RequireBatch(arguments, "distances_within");
  const Body shapes = arguments.body.span();
  if (!(limit_m >= 0.0)) ThrowValueError(absl::StrCat("limit_m: ", limit_m, " m is not a distance"));
  return Masks(
      "distances_within", arguments, batch, packed, out, {threads, progress},
      [&](Poses poses, absl::Span<uint64_t> words) { return DistancesWithin(shapes, poses, batch, limit_m, words); });
}

py::object Distances(py::handle body, py::handle world_from_body, py::handle obstacles, py::handle out, int threads,
                     bool progress) {
  const CallArguments arguments(body, world_from_body, obstacles);
  const PolygonBatch& batch = RequireBatch(arguments, "all_distances");
  const Body shapes = arguments.body.span();
  const Poses poses = arguments.poses.poses();
  const auto row = static_cast<size_t>(batch.size());
  OutputArray<double> output(out, {static_cast<py::ssize_t>(poses.size()), static_cast<py::ssize_t>(row)},
                             {arguments.poses.array()});
  const absl::Span<double> distances = output.values();
  // Each pair is measured.
  const double item_ns = 1.0 + 100.0 * static_cast<double>(row);
  const auto run = [&](size_t begin, size_t end) {
    return AllDistances(shapes, poses.subspan(begin, end - begin), batch,
                        distances.subspan(begin * row, (end - begin) * row));
  };
  RunBlocks({"all_distances", poses.size(), item_ns, [&] { return CheckWorldFromBody(poses); }, run},
            {threads, progress});
  return output.TakeArray();
}

py::object MinimumDistances(py::handle body, py::handle world_from_body, py::handle obstacles, py::handle limit_m,
                            py::handle out, int threads, bool progress) {
  const CallArguments arguments(body, world_from_body, obstacles);
  const LimitsArgument limits(limit_m, arguments.poses.extent(0));
  const PolygonBatch* batch = arguments.obstacles.batch();
  const StaticMap* map = arguments.obstacles.map();
  return ForEachPose<Nearest>("minimum_distance", arguments, out, {threads, progress},
                              [=, &limits](Body shapes, Poses poses, size_t first, absl::Span<Nearest> nearest) {
                                const absl::Span<const double> some = limits.Some(first, poses.size());
                                return map != nullptr ? map->MinimumDistance(shapes, poses, some, nearest)
                                                      : MinimumDistance(shapes, poses, *batch, some, nearest);
                              });
}

py::object MinimumSeparations(py::handle body, py::handle world_from_body, py::handle obstacles, py::handle limit_m,
                              py::handle out, int threads, bool progress) {
  const CallArguments arguments(body, world_from_body, obstacles);
  const LimitsArgument limits(limit_m, arguments.poses.extent(0));
  const PolygonBatch& batch = RequireBatch(arguments, "minimum_separation");
  return ForEachPose<NearestSeparation>(
      "minimum_separation", arguments, out, {threads, progress},
      [&](Body shapes, Poses poses, size_t first, absl::Span<NearestSeparation> nearest) {
        return MinimumSeparation(shapes, poses, batch, limits.Some(first, poses.size()), nearest);
      });
}

py::object MinimumGradients(py::handle body, py::handle world_from_body, py::handle obstacles, py::handle limit_m,
                            py::handle out, int threads, bool progress) {
  const CallArguments arguments(body, world_from_body, obstacles);
  const LimitsArgument limits(limit_m, arguments.poses.extent(0));
  const PolygonBatch* batch = arguments.obstacles.batch();
  const StaticMap* map = arguments.obstacles.map();
  return ForEachPose<StepSeparationGradient>(
      "minimum_separation_gradient", arguments, out, {threads, progress},
      [=, &limits](Body shapes, Poses poses, size_t first, absl::Span<StepSeparationGradient> nearest) {
        const absl::Span<const double> some = limits.Some(first, poses.size());
        return map != nullptr ? map->MinimumSeparationGradient(shapes, poses, some, nearest)
                              : MinimumSeparationGradient(shapes, poses, *batch, some, nearest);
      });
}

// The colliding shapes of each pose, of all poses together: as many as there are, which the first call counts.
py::object AllHits(py::handle body, py::handle world_from_body, py::handle obstacles) {
  const CallArguments arguments(body, world_from_body, obstacles);
  if (arguments.obstacles.map() == nullptr) ThrowTypeError("obstacles: all_hits needs a StaticMap, not a PolygonBatch");
  const StaticMap& map = *arguments.obstacles.map();
  const Body shapes = arguments.body.span();
  const Poses poses = arguments.poses.poses();
  OutputArray<int64_t> begin(py::none(), {static_cast<py::ssize_t>(poses.size() + 1)}, {});
  const absl::Span<int64_t> begins = begin.values();
  std::vector<int> found(poses.size());
  absl::Status status;
  {
    const py::gil_scoped_release no_gil;
    status = map.AllHits(shapes, poses, begins, absl::MakeSpan(found));
    if (absl::IsResourceExhausted(status)) {
      found.resize(static_cast<size_t>(begins.back()));
      status = map.AllHits(shapes, poses, begins, absl::MakeSpan(found));
    }
  }
  ThrowIfError(status);
  const auto count = static_cast<size_t>(begins.back());
  return py::make_tuple(begin.TakeArray(), ArrayOf<int>(absl::MakeConstSpan(found).first(count)));
}

// The arguments around those of one call.
template <typename Function, typename... Extra>
void Define(py::module_& module, const char* name, Function function, const char* doc, const Extra&... extra) {
  module.def(name, function, py::arg("body"), py::arg("world_from_body"), py::arg("obstacles"), extra...,
             py::arg("out") = py::none(), py::arg("threads") = 1, py::arg("progress") = false, doc);
}

void DefineCollisions(py::module_& module) {
  Define(module, "any_hit", &AnyHits,
         R"(any_hit(body, world_from_body, obstacles, *, out=None, threads=1, progress=False)
--

Whether the body collides with any obstacle, at each pose. The same booleans as collides, exact for shapes without radius.

Args:
    body: the body's shapes in its own frame: Shapes, a ConvexPolygon, or a list of them.
    world_from_body: the body's poses, float64 (N, 4): x, y, cos, sin, read in place; or (N, 3): x, y, yaw, converted;
        m, rad.
    obstacles: PolygonBatch or StaticMap.
    out: an array to write to, of the result's shape and dtype.
    threads: how many threads share the poses.
    progress: shows a progress bar.

Returns:
    bool (N,).

Raises:
    TypeError, ValueError: names the argument, the index and the value; nothing has been written then.
    KeyboardInterrupt: out may have been written in part.)",
         py::kw_only());
  Define(module, "first_hit", &FirstHits,
         R"(first_hit(body, world_from_body, obstacles, *, out=None, threads=1, progress=False)
--

The colliding obstacle of the lowest index, and the first body shape that collides with it, at each pose; -1: none.

Arguments as for any_hit.

Returns:
    (N,) of HIT_DTYPE: obstacle, body_shape.)",
         py::kw_only());
  Define(module, "count_hits", &HitCounts,
         R"(count_hits(body, world_from_body, obstacles, *, out=None, threads=1, progress=False)
--

With how many obstacles of a PolygonBatch the body collides, at each pose.

Arguments as for any_hit.

Returns:
    int32 (N,).)",
         py::kw_only());
  Define(module, "collision_mask", &CollisionMasks,
         R"(collision_mask(body, world_from_body, obstacles, *, packed=False, out=None, threads=1, progress=False)
--

With which obstacles of a PolygonBatch the body collides, at each pose.

Args:
    packed: returns bits, which is faster: uint64 (N, ceil(K / 64)), obstacle k is bit k % 64 of word k // 64.
    Otherwise as for any_hit.

Returns:
    bool (N, K), or bits.)",
         py::kw_only(), py::arg("packed") = false);
  Define(
      module, "distances_within", &WithinMasks,
      R"(distances_within(body, world_from_body, obstacles, limit_m, *, packed=False, out=None, threads=1, progress=False)
--

Which obstacles of a PolygonBatch are within limit_m (m, >= 0) of the body, at each pose. Otherwise as collision_mask.)",
      py::arg("limit_m"), py::kw_only(), py::arg("packed") = false);
  module.def("all_hits", &AllHits, py::arg("body"), py::arg("world_from_body"), py::arg("obstacles"),
             R"(all_hits(body, world_from_body, obstacles)
--

All colliding shapes of a StaticMap, ascending: those of pose p are hits[begin[p]:begin[p + 1]].

Arguments as for any_hit.

Returns:
    (begin, hits): int64 (N + 1,), int32 (begin[N],).)");
}

void DefineDistances(py::module_& module) {
  Define(module, "all_distances", &Distances,
         R"(all_distances(body, world_from_body, obstacles, *, out=None, threads=1, progress=False)
--

The distance of the body from every obstacle of a PolygonBatch, at each pose; m, 0 in contact.

Arguments as for any_hit.

Returns:
    float64 (N, K).)",
         py::kw_only());
  Define(module, "minimum_distance", &MinimumDistances,
         R"(minimum_distance(body, world_from_body, obstacles, limit_m=None, *, out=None, threads=1, progress=False)
--

The nearest obstacle, at each pose; of equal distances the lowest index.

Args:
    limit_m: distances beyond it do not count, m, >= 0: a number, float64 (N,), or None. Small limits are cheaper.
    Otherwise as for any_hit.

Returns:
    (N,) of NEAREST_DTYPE: distance_m (infinity if there is none), obstacle, body_shape (-1).)",
         py::arg("limit_m") = py::none(), py::kw_only());
  Define(module, "minimum_separation", &MinimumSeparations,
         R"(minimum_separation(body, world_from_body, obstacles, limit_m=None, *, out=None, threads=1, progress=False)
--

The pair that minimum_distance names, with its separation in the frame of the body, at each pose. PolygonBatch only.

Returns:
    (N,) of NEAREST_SEPARATION_DTYPE.)",
         py::arg("limit_m") = py::none(), py::kw_only());
  Define(
      module, "minimum_separation_gradient", &MinimumGradients,
      R"(minimum_separation_gradient(body, world_from_body, obstacles, limit_m=None, *, out=None, threads=1, progress=False)
--

The least signed distance and its derivatives by the body's pose (x, y, yaw), in the world frame, at each pose.

If the body collides, that of the deepest contact: the signed distance is continuous in the pose.

Returns:
    (N,) of STEP_SEPARATION_GRADIENT_DTYPE; without a pair within the limit, obstacle is -1.)",
      py::arg("limit_m") = py::none(), py::kw_only());
}

}  // namespace

void DefineBatchQueries(py::module_& module) {
  DefineCollisions(module);
  DefineDistances(module);
}

}  // namespace collision2d::python
