#include "collision2d/collision2d.h"

#include <cstdlib>
#include <limits>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "bench/peers/layout.h"
#include "bench/peers/packed_pairs.h"
#include "bench/peers/pair_peers.h"
#include "bench/peers/plain_gjk3.h"
#include "bench/peers/solids.h"
#include "collision2d/motion/testing/spec_pair.h"
#include "collision2d/solid/query/collides3.h"
#include "collision2d/solid/query/distance3.h"
#include "collision2d/solid/query/separation3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/shapes/simple_shapes.h"
#include "collision2d/testing/moving_pairs.h"

namespace collision2d::bench {
namespace {

// ask(i, query) calls the query with what is to be asked of pair i: two shapes, and perhaps a pose.
template <typename Ask>
void AskPairs(Query level, bool with_gradients, int begin, int end, const Ask& ask, double* results) {
  const auto ask_all = [&](const auto& query) {
    for (int i = begin; i < end; ++i) results[i] = static_cast<double>(ask(i, query));
  };
  if (level == Query::kCollides) return ask_all([](const auto&... pair) { return Collides(pair...); });
  if (level == Query::kDistance) return ask_all([](const auto&... pair) { return Distance(pair...); });
  if (!with_gradients) return ask_all([](const auto&... pair) { return ComputeSeparation(pair...).signed_distance_m; });
  ask_all([](const auto&... pair) { return ComputeSeparationGradient(pair...).separation.signed_distance_m; });
}

class Collision2dPeer : public Peer {
 public:
  Collision2dPeer(Frames frames, Values values)
      : Peer(absl::StrCat(kCollision2dName, values == Values::kGradients ? " gradient" : "",
                          frames == Frames::kPosed ? " posed" : ""),
             values == Values::kGradients ? std::vector<Query>{Query::kSeparation}
                                          : std::vector<Query>{Query::kCollides, Query::kDistance, Query::kSeparation}),
        is_posed_(frames == Frames::kPosed),
        with_gradients_(values == Values::kGradients) {}

  void Prepare(absl::Span<const PolygonPair> pairs, Layout layout) override {
    layout_ = layout;
    pairs_ = pairs;
    posed_ = PosePairs(is_posed_ ? pairs : absl::Span<const PolygonPair>());
    std::vector<PolygonPair> scattered;
    a_from_b_.clear();
    if (layout == Layout::kScattered) {
      if (!is_posed_) scattered.assign(pairs.begin(), pairs.end());
      for (const PosedPair& pair : posed_) {
        scattered.push_back({pair.a, pair.b});
        a_from_b_.push_back(pair.a_from_b);
      }
    }
    pointers_.Assign(scattered, layout,
                     [](const ConvexPolygon& shape) { return std::make_unique<ConvexPolygon>(shape); });
  }

  void Run(Query level, int begin, int end, double* results) override {
    const auto ask = [&](const auto& of_pair) { AskPairs(level, with_gradients_, begin, end, of_pair, results); };
    if (layout_ == Layout::kContiguous && is_posed_) {
      ask([pairs = posed_.data()](int i, auto query) { return query(pairs[i].a, pairs[i].b, pairs[i].a_from_b); });
    } else if (layout_ == Layout::kContiguous) {
      ask([pairs = pairs_](int i, auto query) { return query(pairs[i].a, pairs[i].b); });
    } else if (is_posed_) {
      ask([pairs = pointers_.list(), a_from_b = a_from_b_.data()](int i, auto query) {
        return query(*pairs[i].a, *pairs[i].b, a_from_b[i]);
      });
    } else {
      ask([pairs = pointers_.list()](int i, auto query) { return query(*pairs[i].a, *pairs[i].b); });
    }
  }

  std::vector<MemoryBlock> ShapeMemory(int pair) const override {
    if (layout_ == Layout::kScattered) return MemoryOf(*pointers_.list()[pair].a, *pointers_.list()[pair].b);
    return is_posed_ ? MemoryOf(posed_[pair].a, posed_[pair].b) : MemoryOf(pairs_[pair].a, pairs_[pair].b);
  }

  std::vector<std::vector<Vec2>> PosedVerticesOfB() const override {
    std::vector<std::vector<Vec2>> vertices;
    for (const PosedPair& pair : posed_) {
      vertices.emplace_back();
      for (const Vec2 v : pair.b.vertices()) vertices.back().push_back(pair.a_from_b * v);
    }
    return vertices;
  }

 private:
  const bool is_posed_;
  const bool with_gradients_;
  Layout layout_ = Layout::kContiguous;
  absl::Span<const PolygonPair> pairs_;
  std::vector<PosedPair> posed_;  // Only if posed.
  // Only if scattered.
  HeapPairs<ConvexPolygon> pointers_;
  std::vector<Pose2> a_from_b_;
};

struct MotionPair {
  Motion a;
  Motion b;
};

using Decision = MotionAnswer (*)(const MovingPair& pair, const MotionPair& motions);

class MotionPeer : public Peer {
 public:
  MotionPeer(const char* name, Decision decide) : Peer(name, {}), decide_(decide) {}

  void Prepare(absl::Span<const MovingPair> pairs) override {
    pairs_ = pairs;
    motions_.clear();
    for (const MovingPair& pair : pairs) {
      const SpecPair spec = ToSpecPair(pair);
      motions_.push_back({ToMotion(spec.motion_a), ToMotion(spec.motion_b)});
    }
  }

  MotionAnswer Decide(int pair) override { return decide_(pairs_[pair], motions_[pair]); }

 private:
  Decision decide_;
  absl::Span<const MovingPair> pairs_;
  std::vector<MotionPair> motions_;  // By Motion::Linear.
};

MotionAnswer ByTimeOfImpact(const MovingPair& pair, const MotionPair& motions) {
  const ImpactResult impact = TimeOfImpact(pair.a, motions.a, pair.b, motions.b).value();
  const bool is_contact = impact.verdict == MotionVerdict::kCollides;
  return {impact.verdict, impact.steps, is_contact ? impact.contact_by_s - impact.free_until_s : 0.0};
}

MotionAnswer ByIsMotionFree(const MovingPair& pair, const MotionPair& motions) {
  const bool is_free = IsMotionFree(pair.a, motions.a, pair.b, motions.b).value();
  return {is_free ? MotionVerdict::kFree : MotionVerdict::kCollides};
}

MotionAnswer BySamples(const MovingPair& pair, const MotionPair& motions) {
  constexpr int kSamples = 10;
  const double start_s = motions.a.start_s();
  const double end_s = motions.a.end_s();
  for (int i = 0; i < kSamples; ++i) {
    const double time_s = i == kSamples - 1 ? end_s : start_s + i * ((end_s - start_s) / (kSamples - 1));
    const Pose2 a_from_b = RelativePose(motions.a.PoseAt(time_s), motions.b.PoseAt(time_s));
    if (Collides(pair.a, pair.b, a_from_b)) return {MotionVerdict::kCollides, i + 1};
  }
  return {MotionVerdict::kFree, kSamples};
}

using solid::Vec3;

template <typename Shape>
void Answer(const std::vector<Shape>& shapes, const std::vector<SolidPair>& pairs, Query query, int begin, int end,
            double* results) {
  for (int i = begin; i < end; ++i) {
    const SolidPair& pair = pairs[static_cast<size_t>(i)];
    const Shape& a = shapes[static_cast<size_t>(pair.a)];
    const Shape& b = shapes[static_cast<size_t>(pair.b)];
    if (query == Query::kCollides) {
      results[i] = solid::Collides(a, b, pair.a_from_b) ? 1.0 : 0.0;
    } else if (query == Query::kDistance) {
      results[i] = solid::Distance(a, b, pair.a_from_b);
    } else {
      const double signed_distance_m = solid::ComputeSeparation(a, b, pair.a_from_b).signed_distance_m;
      results[i] = signed_distance_m <= 0.0 ? -signed_distance_m : std::numeric_limits<double>::quiet_NaN();
    }
  }
}

class Collision2dSolidPeer : public Peer {
 public:
  Collision2dSolidPeer() : Peer(kCollision2dName, {Query::kCollides, Query::kDistance, Query::kPenetration}) {}

  void Prepare(const SolidDataset& dataset) override {
    pairs_ = dataset.pairs;
    const auto make_all = [&](const auto& make) {
      std::vector<decltype(make(dataset.shapes[0]))> shapes;
      for (const SolidShape& shape : dataset.shapes) shapes.push_back(make(shape));
      shapes_ = std::move(shapes);
    };
    if (dataset.kind == SolidKind::kBoxes) {
      make_all([](const SolidShape& shape) { return *solid::BoxShape::Create(shape.half_extents); });
    } else if (dataset.kind == SolidKind::kSpheres) {
      make_all([](const SolidShape& shape) { return *solid::SphereShape::Create(shape.radius); });
    } else {
      make_all([](const SolidShape& shape) { return MakePolytope(shape.vertices); });
    }
  }

  void Run(Query query, int begin, int end, double* results) override {
    std::visit([&](const auto& shapes) { Answer(shapes, pairs_, query, begin, end, results); }, shapes_);
  }

 private:
  std::vector<SolidPair> pairs_;
  std::variant<std::vector<solid::BoxShape>, std::vector<solid::SphereShape>, std::vector<solid::ConvexPolytope>>
      shapes_;
};

class PosedGjkPeer : public Peer {
 public:
  PosedGjkPeer() : Peer("posed GJK", {Query::kDistance}) {}

  void Prepare(const SolidDataset& dataset) override {
    pairs_.clear();
    shapes_ = dataset.shapes;
    for (const SolidPair& pair : dataset.pairs) {
      PosedPairOfHulls& posed = pairs_.emplace_back();
      posed.a = &shapes_[static_cast<size_t>(pair.a)].vertices;
      for (const Vec3& v : shapes_[static_cast<size_t>(pair.b)].vertices) posed.b.push_back(pair.a_from_b * v);
    }
  }

  void Run(Query /*query*/, int begin, int end, double* results) override {
    for (int i = begin; i < end; ++i) {
      const PosedPairOfHulls& pair = pairs_[static_cast<size_t>(i)];
      SignedVolumesSubdistance simplex;
      results[i] = PlainGjk3(PosedHulls(*pair.a, pair.b), {}, &simplex).distance_m;
    }
  }

 private:
  struct PosedPairOfHulls {
    const std::vector<Vec3>* a;
    std::vector<Vec3> b;  // In the frame of a.
  };

  std::vector<SolidShape> shapes_;
  std::vector<PosedPairOfHulls> pairs_;
};

}  // namespace

std::unique_ptr<Peer> MakeCollision2dPeer(Frames frames, Values values) {
  return std::make_unique<Collision2dPeer>(frames, values);
}

std::unique_ptr<Peer> MakeMotionPeer(MotionMethod method) {
  if (method == MotionMethod::kSamples) return std::make_unique<MotionPeer>("10 samples", BySamples);
  if (method == MotionMethod::kIsMotionFree) return std::make_unique<MotionPeer>("IsMotionFree", ByIsMotionFree);
  return std::make_unique<MotionPeer>(kCollision2dName, ByTimeOfImpact);
}

std::unique_ptr<Peer> MakePosedGjkPeer() { return std::make_unique<PosedGjkPeer>(); }

std::vector<std::unique_ptr<Peer>> MakeSolidPeers() {
  std::vector<std::unique_ptr<Peer>> peers;
  peers.push_back(MakeFclPeer(FclSolver::kIndependent));
  peers.push_back(MakeFclPeer(FclSolver::kLibccd));
  peers.push_back(MakeLibccdSolidPeer(LibccdAlgorithm::kGjk));
  peers.push_back(MakeLibccdSolidPeer(LibccdAlgorithm::kMpr));
  peers.push_back(MakeBulletPeer());
  peers.push_back(std::make_unique<Collision2dSolidPeer>());
  return peers;
}

}  // namespace collision2d::bench
