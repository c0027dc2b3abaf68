#include "bench/peers/layout.h"

#include <cstdint>
#include <numeric>
#include <utility>

#include "absl/status/statusor.h"
#include "collision2d/testing/random.h"

namespace collision2d::bench {
namespace {

constexpr uint64_t kShuffleSeed = 20270114;

}  // namespace

const char* Name(Layout layout) { return layout == Layout::kContiguous ? "contiguous" : "scattered"; }

std::vector<int> AllocationOrder(Layout layout, int polygon_count) {
  std::vector<int> order(polygon_count);
  std::iota(order.begin(), order.end(), 0);
  if (layout == Layout::kContiguous) return order;
  // Not std::shuffle, whose result the standard leaves open.
  Random random(kShuffleSeed);
  for (int last = polygon_count - 1; last > 0; --last) std::swap(order[last], order[random.Integer(0, last)]);
  return order;
}

namespace {

constexpr uint64_t kHeadingSeed = 20270115;

PosedPair PosePair(const PolygonPair& pair, Random* random) {
  for (;;) {
    const Pose2 a_from_b = Pose2::FromYaw(pair.b.center(), random->Angle());
    const Pose2 b_from_a = a_from_b.Inverse();
    std::vector<Vec2> vertices;
    for (const Vec2 v : pair.b.vertices()) vertices.push_back(b_from_a * v);
    absl::StatusOr<ConvexPolygon> b = ConvexPolygon::Create(vertices);
    // Otherwise rounding has flattened a corner, which another heading keeps.
    if (b.ok()) return {pair.a, *std::move(b), a_from_b};
  }
}

}  // namespace

std::vector<PosedPair> PosePairs(absl::Span<const PolygonPair> pairs) {
  Random random(kHeadingSeed);
  std::vector<PosedPair> posed;
  posed.reserve(pairs.size());
  for (const PolygonPair& pair : pairs) posed.push_back(PosePair(pair, &random));
  // Copied in one go, as PaperPairs does: vertices outside of the polygons then lie one after the
  // other.
  std::vector<PosedPair> in_order(posed);
  return in_order;
}

}  // namespace collision2d::bench
