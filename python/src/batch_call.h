#ifndef COLLISION2D_PYTHON_SRC_BATCH_CALL_H_
#define COLLISION2D_PYTHON_SRC_BATCH_CALL_H_

#include <pybind11/pybind11.h>

#include <cstddef>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/static_map.h"
#include "python/src/arrays.h"
#include "python/src/errors.h"
#include "python/src/obstacles.h"
#include "python/src/poses.h"
#include "python/src/run_blocks.h"
#include "python/src/shapes.h"

// What the calls about one body at many poses share.
namespace collision2d::python {

using Body = absl::Span<const ConvexPolygon>;
using Poses = absl::Span<const Pose2>;

// About how long a pose takes for each obstacle of a batch, and on a map, ns.
inline constexpr double kBatchPair_ns = 2.0;
inline constexpr double kMapPose_ns = 1000.0;

// A batch or a map, and that it is being read.
class ObstaclesArgument {
 public:
  // Errors: TypeError.
  explicit ObstaclesArgument(pybind11::handle argument) {
    if (pybind11::isinstance<Batch>(argument)) {
      auto& batch = pybind11::cast<Batch&>(argument);
      batch_ = &batch.batch;
      reading_.emplace(&batch.readers);
    } else if (pybind11::isinstance<Map>(argument)) {
      map_ = &pybind11::cast<const Map&>(argument).map;
    } else {
      const auto type = pybind11::cast<std::string>(pybind11::type::handle_of(argument).attr("__name__"));
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
struct BatchCall {
  BatchCall(pybind11::handle body_argument, pybind11::handle world_from_body, pybind11::handle obstacles_argument)
      : body(body_argument, "body"), poses(world_from_body, "world_from_body", {kAny}), obstacles(obstacles_argument) {}

  ShapesArgument body;
  PosesArgument poses;
  ObstaclesArgument obstacles;
};

inline absl::Status CheckWorldFromBody(Poses poses) { return CheckPoses("world_from_body", poses); }

// A call that writes one Result for each pose. ask(body, poses, first, results) asks about some of
// the poses, which begin with pose number `first`.
template <typename Result, typename Element = Result, typename Ask>
pybind11::object ForEachPose(const char* name, const BatchCall& arguments, pybind11::handle out,
                             const CallOptions& options, const Ask& ask) {
  OutputArray<Element> output(out, {static_cast<pybind11::ssize_t>(arguments.poses.extent(0))},
                              {arguments.poses.array()});
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

// The batch of a call that maps do not have.
inline const PolygonBatch& RequireBatch(const BatchCall& arguments, const char* name) {
  if (arguments.obstacles.batch() == nullptr) {
    ThrowTypeError(absl::StrCat("obstacles: ", name, " needs a PolygonBatch, not a StaticMap"));
  }
  return *arguments.obstacles.batch();
}

// The arguments around those of one call.
template <typename Function, typename... Extra>
void DefineBatchCall(pybind11::module_& module, const char* name, Function function, const char* doc,
                     const Extra&... extra) {
  module.def(name, function, pybind11::arg("body"), pybind11::arg("world_from_body"), pybind11::arg("obstacles"),
             extra..., pybind11::arg("out") = pybind11::none(), pybind11::arg("threads") = 1,
             pybind11::arg("progress") = false, doc);
}

}  // namespace collision2d::python

#endif  // COLLISION2D_PYTHON_SRC_BATCH_CALL_H_
