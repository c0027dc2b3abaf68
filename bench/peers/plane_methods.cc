#include "bench/peers/plane_methods.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bench/peers/packed_pairs.h"
#include "bench/peers/plain_gjk.h"

namespace collision2d::bench {
namespace {

using Polygon = PackedPolygon<Vec2>;

// True if the line through an edge of `ring` has all of `other` strictly on its outer side. The
// shape of the edge itself is convex: it lies on the inner side and needs no projection.
bool HasSeparatingEdge(const Polygon& ring, const Polygon& other) {
  Vec2 tail = ring.vertices[ring.count - 1];
  for (int i = 0; i < ring.count; ++i) {
    const Vec2 head = ring.vertices[i];
    const Vec2 edge = head - tail;
    int j = 0;
    while (j < other.count && Cross(edge, other.vertices[j] - tail) < 0.0) ++j;
    if (j == other.count) return true;
    tail = head;
  }
  return false;
}

struct Sat {
  using Vertex = Vec2;
  static constexpr bool kHasDistance = false;
  void Prepare(absl::Span<const PolygonPair> /*pairs*/) {}
  bool Collides(const PackedPair<Vec2>& pair, int /*index*/) const {
    return !(HasSeparatingEdge(pair.a, pair.b) || HasSeparatingEdge(pair.b, pair.a));
  }
};

bool Contains(const Polygon& ring, Vec2 point) {
  Vec2 tail = ring.vertices[ring.count - 1];
  for (int i = 0; i < ring.count; ++i) {
    const Vec2 head = ring.vertices[i];
    if (Cross(head - tail, point - tail) < 0.0) return false;
    tail = head;
  }
  return true;
}

double PointSegmentDistanceSquared(Vec2 p, Vec2 tail, Vec2 head) {
  const Vec2 edge = head - tail;
  const double along = std::clamp(Dot(p - tail, edge) / NormSquared(edge), 0.0, 1.0);
  return NormSquared(p - tail - along * edge);
}

// True if the ends of each segment are on different sides of the other, or on it.
bool SegmentsMeet(Vec2 p, Vec2 q, Vec2 r, Vec2 s) {
  const Vec2 pq = q - p;
  const Vec2 rs = s - r;
  const bool r_left = Cross(pq, r - p) >= 0.0;
  const bool s_left = Cross(pq, s - p) >= 0.0;
  const bool p_left = Cross(rs, p - r) >= 0.0;
  const bool q_left = Cross(rs, q - r) >= 0.0;
  return r_left != s_left && p_left != q_left;
}

double SegmentDistanceSquared(Vec2 p, Vec2 q, Vec2 r, Vec2 s) {
  if (SegmentsMeet(p, q, r, s)) return 0.0;
  return std::min(std::min(PointSegmentDistanceSquared(p, r, s), PointSegmentDistanceSquared(q, r, s)),
                  std::min(PointSegmentDistanceSquared(r, p, q), PointSegmentDistanceSquared(s, p, q)));
}

double EdgePairsDistance(const Polygon& a, const Polygon& b) {
  if (Contains(a, b.vertices[0]) || Contains(b, a.vertices[0])) return 0.0;
  double least_sq = std::numeric_limits<double>::infinity();
  Vec2 tail_a = a.vertices[a.count - 1];
  for (int i = 0; i < a.count; ++i) {
    const Vec2 head_a = a.vertices[i];
    Vec2 tail_b = b.vertices[b.count - 1];
    for (int j = 0; j < b.count; ++j) {
      const Vec2 head_b = b.vertices[j];
      least_sq = std::min(least_sq, SegmentDistanceSquared(tail_a, head_a, tail_b, head_b));
      tail_b = head_b;
    }
    tail_a = head_a;
  }
  return std::sqrt(least_sq);
}

struct EdgePairs {
  using Vertex = Vec2;
  static constexpr bool kHasDistance = true;
  void Prepare(absl::Span<const PolygonPair> /*pairs*/) {}
  bool Collides(const PackedPair<Vec2>& pair, int /*index*/) const { return EdgePairsDistance(pair.a, pair.b) == 0.0; }
  double Distance(const PackedPair<Vec2>& pair, int /*index*/) const { return EdgePairsDistance(pair.a, pair.b); }
};

template <typename Subdistance, typename Support>
class PlainGjk {
 public:
  using Vertex = Vec2;
  static constexpr bool kHasDistance = true;

  void Prepare(absl::Span<const PolygonPair> pairs) {
    initial_.clear();
    for (const PolygonPair& pair : pairs) initial_.push_back(VertexMean(pair.a) - VertexMean(pair.b));
  }
  bool Collides(const PackedPair<Vec2>& pair, int index) const {
    return PlainCollides<Subdistance>(initial_[index], Support(pair));
  }
  double Distance(const PackedPair<Vec2>& pair, int index) const {
    return PlainDistance<Subdistance>(initial_[index], Support(pair));
  }

 private:
  static Vec2 VertexMean(const ConvexPolygon& shape) {
    Vec2 sum;
    for (const Vec2 v : shape.vertices()) sum = sum + v;
    return 1.0 / shape.size() * sum;
  }

  // In the order of the queries in both layouts, beside the list of pairs.
  std::vector<Vec2> initial_;
};

template <typename Method>
std::unique_ptr<Peer> Make(const char* name) {
  return std::make_unique<PackedPeer<Method>>(name);
}

}  // namespace

std::unique_ptr<Peer> MakeSatPeer() { return Make<Sat>("SAT"); }
std::unique_ptr<Peer> MakeEdgePairsPeer() { return Make<EdgePairs>("O(nm) segments (Apollo stand-in)"); }

std::vector<std::unique_ptr<Peer>> MakePlainGjkPeers() {
  std::vector<std::unique_ptr<Peer>> peers;
  peers.push_back(Make<PlainGjk<BarycodeSubdistance, LinearSupport>>("barycode GJK"));
  peers.push_back(Make<PlainGjk<BarycodeSubdistance, HillClimbingSupport>>("barycode GJK HCS"));
  peers.push_back(Make<PlainGjk<SignedVolumesSubdistance, LinearSupport>>("Signed Volumes GJK"));
  peers.push_back(Make<PlainGjk<VoronoiSubdistance, LinearSupport>>("Voronoi GJK"));
  return peers;
}

}  // namespace collision2d::bench
