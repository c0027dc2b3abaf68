#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "collision2d/batch/batch_collides.h"
#include "collision2d/batch/batch_distance.h"
#include "python/src/arrays.h"
#include "python/src/batch_call.h"
#include "python/src/errors.h"
#include "python/src/module.h"

namespace collision2d::python {
namespace {

namespace py = pybind11;

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
py::object Masks(const char* name, const BatchCall& arguments, const PolygonBatch& batch, bool packed, py::handle out,
                 const CallOptions& options, const Ask& ask) {
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
  const BatchCall arguments(body, world_from_body, obstacles);
  const PolygonBatch& batch = RequireBatch(arguments, "collision_mask");
  const Body shapes = arguments.body.span();
  return Masks("collision_mask", arguments, batch, packed, out, {threads, progress},
               [&](Poses poses, absl::Span<uint64_t> words) { return CollisionMask(shapes, poses, batch, words); });
}

py::object WithinMasks(py::handle body, py::handle world_from_body, py::handle obstacles, double limit_m, bool packed,
                       py::handle out, int threads, bool progress) {
  const BatchCall arguments(body, world_from_body, obstacles);
  const PolygonBatch& batch = RequireBatch(arguments, "distances_within");
  const Body shapes = arguments.body.span();
  if (!(limit_m >= 0.0)) ThrowValueError(absl::StrCat("limit_m: ", limit_m, " m is not a distance"));
  return Masks(
      "distances_within", arguments, batch, packed, out, {threads, progress},
      [&](Poses poses, absl::Span<uint64_t> words) { return DistancesWithin(shapes, poses, batch, limit_m, words); });
}

}  // namespace

void DefineBatchMasks(py::module_& module) {
  DefineBatchCall(
      module, "collision_mask", &CollisionMasks,
      R"(collision_mask(body, world_from_body, obstacles, *, packed=False, out=None, threads=1, progress=False)
--

With which obstacles of a PolygonBatch the body collides, at each pose.

Args:
    packed: returns bits, which is faster: uint64 (N, ceil(K / 64)), obstacle k is bit k % 64 of word k // 64.
    Otherwise as for any_hit.

Returns:
    bool (N, K), or bits.)",
      py::kw_only(), py::arg("packed") = false);
  DefineBatchCall(
      module, "distances_within", &WithinMasks,
      R"(distances_within(body, world_from_body, obstacles, limit_m, *, packed=False, out=None, threads=1, progress=False)
--

Which obstacles of a PolygonBatch are within limit_m (m, >= 0) of the body, at each pose. Otherwise as collision_mask.)",
      py::arg("limit_m"), py::kw_only(), py::arg("packed") = false);
}

}  // namespace collision2d::python
