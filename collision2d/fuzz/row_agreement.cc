#include "collision2d/fuzz/row_agreement.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "bench/peers/peer.h"
#include "bench/peers/plane_methods.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/separation.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/paper_dataset.h"

namespace collision2d {
namespace {

using ::testing::AssertionFailure;
using ::testing::AssertionResult;
using ::testing::AssertionSuccess;

// Every corner of a shape is this far from the line through its neighbours, relative to the shape's
// diameter.
constexpr double kLeastHeight = 0.01;

// m, for coordinates of up to 100 m. Below it, plain GJK without error bounds takes a gap for
// contact.
constexpr double kTolerance_m = 1e-6;

// Never destroyed.
const std::vector<std::unique_ptr<bench::Peer>>& Rows() {
  static const auto* const rows = [] {
    auto* made = new std::vector<std::unique_ptr<bench::Peer>>(bench::MakePlainGjkPeers());
    made->push_back(bench::MakeSatPeer());
    made->push_back(bench::MakeEdgePairsPeer());
    return made;
  }();
  return *rows;
}

bool IsOrdinary(const ConvexPolygon& shape) {
  const double diameter_m = 2.0 * shape.bounding_radius_m();
  if (shape.size() < 3 || shape.radius_m() > 0.0 || shape.max_coordinate_m() > 100.0) return false;
  if (diameter_m < 0.5 || diameter_m > 100.0) return false;
  const int n = shape.size();
  for (int i = 0; i < n; ++i) {
    const Vec2 before = shape.vertices()[(i + n - 1) % n];
    const Vec2 after = shape.vertices()[(i + 1) % n];
    const double height_m = Cross(shape.vertices()[i] - before, after - before) / Norm(after - before);
    if (height_m < kLeastHeight * diameter_m) return false;
  }
  return true;
}

AssertionResult Agrees(const PolygonPair& pair, double signed_distance_m, bench::Peer* row) {
  row->Prepare({&pair, 1}, bench::Layout::kContiguous);
  double collides = 0.0;
  row->Run(bench::Query::kCollides, 0, 1, &collides);
  if (std::abs(signed_distance_m) > kTolerance_m && (collides != 0.0) != (signed_distance_m < 0.0)) {
    return AssertionFailure() << row->name() << " says " << collides << ", signed distance " << signed_distance_m;
  }
  if (!row->Has(bench::Query::kDistance)) return AssertionSuccess();
  double distance_m = 0.0;
  row->Run(bench::Query::kDistance, 0, 1, &distance_m);
  if (std::abs(distance_m - std::max(signed_distance_m, 0.0)) <= kTolerance_m) return AssertionSuccess();
  return AssertionFailure() << row->name() << " has the distance " << distance_m << ", ours is " << signed_distance_m;
}

}  // namespace

AssertionResult RowsAgree(const ConvexPolygon& a, const ConvexPolygon& b) {
  if (!IsOrdinary(a) || !IsOrdinary(b)) return AssertionSuccess();
  const PolygonPair pair = {a, b};
  const double signed_distance_m = ComputeSeparation(a, b).signed_distance_m;
  for (const std::unique_ptr<bench::Peer>& row : Rows()) {
    AssertionResult result = Agrees(pair, signed_distance_m, row.get());
    if (!result) return result << "\na = " << HexFormat(a) << "\nb = " << HexFormat(b);
  }
  return AssertionSuccess();
}

}  // namespace collision2d
