#include "collision2d/testing/paper_dataset.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "absl/status/statusor.h"
#include "box2d/b2_distance.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/separation.h"

namespace collision2d {
namespace {

using Vertices = std::vector<Vec2>;

// m. No vertex is more than 17.5 m from the middle of a pair: shapes of 5 m, 20 m apart.
constexpr double kReach_m = 32.0;

double Diameter(const Vertices& vertices) {
  double diameter = 0.0;
  for (const Vec2 p : vertices) {
    for (const Vec2 q : vertices) diameter = std::max(diameter, Norm(p - q));
  }
  return diameter;
}

void Move(Vec2 by, Vertices* vertices) {
  for (Vec2& v : *vertices) v = v + by;
}

// Returns nothing if rounding has made a corner non-convex.
std::optional<PolygonPair> Create(const Vertices& a, const Vertices& b) {
  absl::StatusOr<ConvexPolygon> shape_a = ConvexPolygon::Create(a);
  absl::StatusOr<ConvexPolygon> shape_b = ConvexPolygon::Create(b);
  if (!shape_a.ok() || !shape_b.ok()) return std::nullopt;
  return PolygonPair{*std::move(shape_a), *std::move(shape_b)};
}

std::optional<Separation> Separate(const Vertices& a, const Vertices& b) {
  const std::optional<PolygonPair> pair = Create(a, b);
  if (!pair.has_value()) return std::nullopt;
  return ComputeSeparation(pair->a, pair->b);
}

// The vector from b's closest point to a's as Box2D finds it, in single precision from the world
// vertices.
Vec2 Box2dSeparationVector(const Vertices& a, const Vertices& b) {
  const auto to_single = [](const Vertices& vertices) {
    std::vector<b2Vec2> single;
    for (const Vec2 v : vertices) single.emplace_back(static_cast<float>(v.x), static_cast<float>(v.y));
    return single;
  };
  const std::vector<b2Vec2> single_a = to_single(a);
  const std::vector<b2Vec2> single_b = to_single(b);
  b2DistanceInput input;
  input.proxyA.Set(single_a.data(), static_cast<int>(single_a.size()), 0.0f);
  input.proxyB.Set(single_b.data(), static_cast<int>(single_b.size()), 0.0f);
  input.transformA.SetIdentity();
  input.transformB.SetIdentity();
  input.useRadii = false;
  b2SimplexCache cache;
  cache.count = 0;
  b2DistanceOutput output;
  b2Distance(&output, &cache, &input);
  const b2Vec2 shift = output.pointA - output.pointB;
  return {shift.x, shift.y};
}

// Moves b, which is beside a, to a distance uniform in [0.1, 20) m: along the separating direction
// the distance grows by exactly the displacement of b. Returns false if the shapes overlap.
bool MakeDistant(const Vertices& a, Vertices* b, Random* random) {
  const std::optional<Separation> separation = Separate(a, *b);
  const double distance_m = random->Uniform(0.1, 20.0);
  if (!separation.has_value() || separation->status != SeparationStatus::kSeparated) return false;
  Move((distance_m - separation->signed_distance_m) * separation->direction, b);
  return true;
}

// One attempt; nothing if the drawn shapes are not of the class.
std::optional<PolygonPair> TryPair(PairClass pair_class, int vertex_count, Random* random) {
  const bool overlapping = pair_class == PairClass::kOverlapping;
  Vertices a = PaperPolygon(vertex_count, random);
  Vertices b = PaperPolygon(vertex_count, random);
  const double bearing = random->Angle();
  const double apart_m = overlapping ? random->Uniform(0.0, 5.0) : 6.0;
  Move(apart_m * Vec2{std::cos(bearing), std::sin(bearing)}, &b);
  if (!overlapping && !MakeDistant(a, &b, random)) return std::nullopt;

  const double x = random->Uniform(-kReach_m, kReach_m);
  const double y = random->Uniform(-kReach_m, kReach_m);
  const Vec2 world = Vec2{x, y} - 0.5 * (b[0] - a[0]);
  Move(world, &a);
  Move(world, &b);
  if (pair_class == PairClass::kTouching) Move(Box2dSeparationVector(a, b), &b);
  if (pair_class == PairClass::kContact) {
    const std::optional<Separation> separation = Separate(a, b);
    if (!separation.has_value()) return std::nullopt;
    Move(separation->witness_a - separation->witness_b, &b);
  }
  return Create(a, b);
}

bool IsOfClass(const PolygonPair& pair, PairClass pair_class) {
  const Separation separation = ComputeSeparation(pair.a, pair.b);
  switch (pair_class) {
    case PairClass::kDistant:
      return separation.status == SeparationStatus::kSeparated;
    case PairClass::kOverlapping:
      return separation.status == SeparationStatus::kPenetrating;
    case PairClass::kTouching:  // b2Distance may stop early; such a pair does not touch.
      return std::abs(separation.signed_distance_m) < kTouchingGap_m;
    case PairClass::kContact:
      return std::abs(separation.signed_distance_m) < kContactGap_m;
  }
  return false;
}

}  // namespace

const char* Name(PairClass pair_class) {
  switch (pair_class) {
    case PairClass::kDistant:
      return "distant";
    case PairClass::kOverlapping:
      return "overlapping";
    case PairClass::kTouching:
      return "touching";
    case PairClass::kContact:
      return "contact";
  }
  return "";
}

std::vector<Vec2> PaperPolygon(int vertex_count, Random* random) {
  const double aspect = random->Uniform(0.2, 1.0);
  const double heading = random->Angle();
  const Pose2 pose = Pose2::FromYaw({}, heading);
  Vertices vertices;
  vertices.reserve(vertex_count);
  for (int i = 0; i < vertex_count; ++i) {
    // Within a third of the spacing, so that no two vertices meet.
    const double angle = 2.0 * M_PI * (i + random->Uniform(-0.33, 0.33)) / vertex_count;
    vertices.push_back(pose * Vec2{std::cos(angle), aspect * std::sin(angle)});
  }
  const double scale = random->Uniform(1.0, 5.0) / Diameter(vertices);
  for (Vec2& v : vertices) v = scale * v;
  return vertices;
}

std::vector<PolygonPair> PaperPairs(PairClass pair_class, int vertex_count, int pair_count, uint64_t seed) {
  Random random(seed);
  std::vector<PolygonPair> pairs;
  pairs.reserve(pair_count);
  while (static_cast<int>(pairs.size()) < pair_count) {
    std::optional<PolygonPair> pair = TryPair(pair_class, vertex_count, &random);
    if (pair.has_value() && IsOfClass(*pair, pair_class)) pairs.push_back(*std::move(pair));
  }
  // Copied in one pass, so that vertices stored outside the polygons are contiguous too, instead of
  // filling the gaps left by discarded pairs.
  std::vector<PolygonPair> in_order(pairs);
  return in_order;
}

}  // namespace collision2d
