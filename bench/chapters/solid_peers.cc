#include <cmath>
#include <limits>
#include <memory>

#include "bench/chapters/solid.h"
#include "bench/peers/hull_facets.h"
#include "bench/peers/pair_peers.h"
#include "bench/peers/peer.h"
#include "collision2d/solid/geometry/convex_hull3.h"
#include "collision2d/solid/testing/exact_oracle3.h"

namespace collision2d::bench {
namespace {

using solid::Pose3;
using solid::Vec3;

// A multiple of 1/64 in [low, high] / 64.
double Dyadic(int low, int high, Random* random) { return random->Integer(low, high) / 64.0; }

struct FamilyPair {
  SolidShape a;
  SolidShape b;
  Pose3 a_from_b;
  double signed_distance_m;
};

Vec3 DyadicHalfExtents(Random* random) {
  return {Dyadic(16, 64, random), Dyadic(16, 64, random), Dyadic(16, 64, random)};
}

// Boxes with parallel edges, in contact (or apart by `gap`) along x, and also along y and z where
// asked; where not, they overlap sideways.
FamilyPair ParallelBoxes(int contacts, double gap, Random* random) {
  const Vec3 a = DyadicHalfExtents(random);
  const Vec3 b = DyadicHalfExtents(random);
  Pose3 pose;
  pose.translation.x = random->Sign() * (a.x + b.x + gap);
  pose.translation.y = contacts > 1 ? random->Sign() * (a.y + b.y) : Dyadic(-8, 8, random);
  pose.translation.z = contacts > 2 ? random->Sign() * (a.z + b.z) : Dyadic(-8, 8, random);
  return {MakeBoxShape(a), MakeBoxShape(b), pose, gap};
}

// A hexagonal prism whose coordinates are dyadic; its height is a 1/1024 of its width.
SolidShape FlatPrism(Random* random) {
  const double width = Dyadic(32, 64, random);
  const double depth = Dyadic(32, 64, random);
  std::vector<Vec3> points;
  for (const double z : {-0x1p-11, 0x1p-11}) {
    for (const double side : {-1.0, 1.0}) {
      points.push_back({side * width, 0.0, z});
      points.push_back({side * 0.5 * width, depth, z});
      points.push_back({side * 0.5 * width, -depth, z});
    }
  }
  return MakeSolidShape(MakePolytope(points));
}

FamilyPair StackedFlatPrisms(double gap, Random* random) {
  FamilyPair pair;
  pair.a = FlatPrism(random);
  pair.b = FlatPrism(random);
  pair.a_from_b.translation = {Dyadic(-8, 8, random), Dyadic(-8, 8, random), random->Sign() * (0x1p-10 + gap)};
  pair.signed_distance_m = gap;
  return pair;
}

// Large polytopes that nearly touch.
FamilyPair NearPolytopes(Random* random) {
  FamilyPair pair;
  pair.a = MakeSolidShape(MakePolytope(RandomSpherePoints(random->Integer(40, 80), random)));
  pair.b = MakeSolidShape(MakePolytope(RandomSpherePoints(random->Integer(40, 80), random)));
  pair.a_from_b.translation = random->Uniform(1.9, 2.1) * RandomUnitVector(random);
  const HullFacets b = PosedFacets(MakeHullFacets(pair.b), pair.a_from_b);
  solid::ExactOracle3 oracle;
  oracle.SetPair(pair.a.vertices, b.vertices);
  pair.signed_distance_m = oracle.relation() == ExactRelation::kDisjoint
                               ? oracle.SignedDistance()
                               : static_cast<double>(-BrutePenetration(MakeHullFacets(pair.a), b));
  return pair;
}

FamilyPair ConcentricSpheres(Random* random) {
  FamilyPair pair;
  pair.a.radius = Dyadic(16, 64, random);
  pair.b.radius = Dyadic(16, 64, random);
  pair.signed_distance_m = -(pair.a.radius + pair.b.radius);
  return pair;
}

FamilyPair SameBox(Random* random) {
  const Vec3 half = DyadicHalfExtents(random);
  return {MakeBoxShape(half), MakeBoxShape(half), {}, -2.0 * std::min(half.x, std::min(half.y, half.z))};
}

// Pairs whose right answers are known without any of the libraries: coordinates are multiples of a
// power of two and poses are translations, so that nothing is rounded; where the answer is not in
// closed form, it is that of exact integers, or brute force in 80-bit arithmetic.
struct ErrorFamily {
  const char* name;
  SolidKind kind;
  // All pairs overlap, so that depths are asked for.
  bool overlapping;
  std::function<FamilyPair(Random*)> make_pair;
};

std::vector<ErrorFamily> ErrorFamilies() {
  const auto parallel_boxes = [](int contacts, double gap) {
    return [contacts, gap](Random* random) { return ParallelBoxes(contacts, gap, random); };
  };
  const auto flat_prisms = [](double gap) { return [gap](Random* random) { return StackedFlatPrisms(gap, random); }; };
  constexpr SolidKind kOfBoxes = SolidKind::kBoxes;
  constexpr SolidKind kPolytopes = SolidKind::kPolytopes;
  return {{"kissing boxes, faces", kOfBoxes, false, parallel_boxes(1, 0.0)},
          {"kissing boxes, edges", kOfBoxes, false, parallel_boxes(2, 0.0)},
          {"kissing boxes, vertices", kOfBoxes, false, parallel_boxes(3, 0.0)},
          {"kissing boxes as polytopes, faces", kPolytopes, false, parallel_boxes(1, 0.0)},
          {"parallel faces, 2^-20 m apart", kOfBoxes, false, parallel_boxes(1, 0x1p-20)},
          {"parallel faces of polytopes, 2^-20 m apart", kPolytopes, false, parallel_boxes(1, 0x1p-20)},
          {"kissing flat prisms", kPolytopes, false, flat_prisms(0.0)},
          {"flat prisms, 2^-13 m apart", kPolytopes, false, flat_prisms(0x1p-13)},
          {"polytopes of 40 to 80 vertices, near contact", kPolytopes, false, NearPolytopes},
          {"one box twice in one place", kOfBoxes, true, SameBox},
          {"one box twice in one place, as polytopes", kPolytopes, true, SameBox},
          {"concentric spheres", SolidKind::kSpheres, true, ConcentricSpheres}};
}

// NaN is wrong too.
bool IsWrong(Query query, double right_m, double answer) {
  if (query == Query::kCollides) return (answer == 1.0) != (right_m <= 0.0);
  const double length = query == Query::kDistance ? std::max(0.0, right_m) : std::max(0.0, -right_m);
  return !(std::abs(answer - length) <= 1e-3 * length + 1e-9);
}

// m. Bodies are about 1 m large: an answer that is off by more counts as different.
constexpr double kDifferent_m = 1e-6;

using Peers = std::vector<std::unique_ptr<Peer>>;

void PrepareAll(const SolidDataset& dataset, const Peers& peers) {
  for (const std::unique_ptr<Peer>& peer : peers) peer->Prepare(dataset);
}

std::vector<double> AnswersOf(Peer* peer, Query query, int count) {
  std::vector<double> answers(static_cast<size_t>(count));
  peer->Run(query, 0, count, answers.data());
  return answers;
}

// What one library takes and answers for the pairs of one row.
struct Measured {
  const Peer* peer;
  double ns = 0.0;
  int different = 0;      // Answers that are not ours, or none.
  bool is_right = false;  // No more than one answer of a hundred is another one.
};

// Times all peers that have the query, and ours, the last one, with `ours`. REQUIRES: all are
// prepared.
std::vector<Measured> MeasurePeers(const Peers& peers, Query query, Query ours, int count, double min_time_s) {
  const std::vector<double> right = AnswersOf(peers.back().get(), query, count);
  std::vector<double> sink(static_cast<size_t>(count));
  std::vector<Measured> measured;
  std::vector<TimedWork> works;
  for (const std::unique_ptr<Peer>& peer : peers) {
    if (!peer->Has(query)) continue;
    Measured& of = measured.emplace_back(Measured{peer.get()});
    const std::vector<double> answers = AnswersOf(peer.get(), query, count);
    for (size_t k = 0; k < right.size(); ++k) of.different += !(std::abs(answers[k] - right[k]) <= kDifferent_m);
    of.is_right = 100 * of.different <= count;
    const Query asked = peer == peers.back() ? ours : query;
    works.push_back([&sink, of = peer.get(), asked](int begin, int end) { of->Run(asked, begin, end, sink.data()); });
  }
  const std::vector<Timing> timings = TimeInterleaved(works, count, min_time_s);
  for (size_t i = 0; i < measured.size(); ++i) measured[i].ns = timings[i].median_ns;
  return measured;
}

// The fastest of the others; null if there is none.
const Measured* Best(const std::vector<Measured>& measured, bool only_right) {
  const Measured* best = nullptr;
  for (size_t i = 0; i + 1 < measured.size(); ++i) {
    if (only_right && !measured[i].is_right) continue;
    if (best == nullptr || measured[i].ns < best->ns) best = &measured[i];
  }
  return best;
}

// One of the tables of speed, while it grows.
struct PeerTable {
  Query query;
  SolidTable table;
  // Over the rows, of the fastest other library to ours: of all, and of those that are right.
  double least_ratio = std::numeric_limits<double>::infinity();
  double least_right_ratio = std::numeric_limits<double>::infinity();
};

void AppendCell(const SolidDataset& dataset, const std::string& name, const Peers& peers, double min_time_s,
                PeerTable* table) {
  const std::vector<Measured> measured =
      MeasurePeers(peers, table->query, table->query, static_cast<int>(dataset.pairs.size()), min_time_s);
  const auto ratio_of = [&](const Measured* best) {
    return best == nullptr ? std::numeric_limits<double>::infinity() : best->ns / measured.back().ns;
  };
  const double best = ratio_of(Best(measured, /*only_right=*/false));
  const double best_right = ratio_of(Best(measured, /*only_right=*/true));
  table->least_ratio = std::min(table->least_ratio, best);
  table->least_right_ratio = std::min(table->least_right_ratio, best_right);
  Row& row = table->table.rows.emplace_back(Row{Key("pairs", name)});
  for (const Measured& of : measured) row.push_back({of.peer->name() + " ns", Digits(0, of.ns)});
  row.push_back({"best / collision2d", Digits(2, best)});
  row.push_back({"best right / collision2d", Digits(2, best_right)});
  for (size_t i = 0; i + 1 < measured.size(); ++i) {
    row.push_back({measured[i].peer->name() + " differs", measured[i].different});
  }
}

SolidTable MakePeerErrorTable(const SolidTableOptions& options) {
  constexpr int kMostPairs = 100;
  SolidTable table = {
      "peers_errors", "Peers: answers to hard pairs", "",
      "wrong answers of collision / distance / penetration depth; `-`: not asked, or the library has no such query. A "
      "collision is wrong if it is not the exact one (touching is a collision), a length if it is off by more than "
      "1e-3 "
      "of itself plus 1e-9 of the bodies' size, or none."};
  const Peers peers = MakeSolidPeers();
  Random random(options.seed);
  const int count = std::min(options.pairs, kMostPairs);
  for (const ErrorFamily& family : ErrorFamilies()) {
    SolidDataset dataset = {family.name, family.kind, {}, {}};
    std::vector<double> right_m;
    for (int i = 0; i < count; ++i) {
      FamilyPair pair = family.make_pair(&random);
      dataset.pairs.push_back({2 * i, 2 * i + 1, pair.a_from_b});
      dataset.shapes.push_back(std::move(pair.a));
      dataset.shapes.push_back(std::move(pair.b));
      right_m.push_back(pair.signed_distance_m);
    }
    PrepareAll(dataset, peers);
    Row& row = table.rows.emplace_back(Row{Key("family", family.name), {"pairs", count}});
    for (const std::unique_ptr<Peer>& peer : peers) {
      Texts wrong;
      for (const Query query : {Query::kCollides, Query::kDistance, Query::kPenetration}) {
        wrong.push_back("-");
        if (!peer->Has(query) || (query == Query::kPenetration && !family.overlapping)) continue;
        const std::vector<double> answers = AnswersOf(peer.get(), query, count);
        int of_query = 0;
        for (size_t i = 0; i < answers.size(); ++i) of_query += IsWrong(query, right_m[i], answers[i]);
        wrong.back() = absl::StrCat(of_query);
      }
      row.push_back({peer->name(), absl::StrJoin(wrong, " / ")});
    }
  }
  return table;
}

constexpr int kHullVertices[] = {8, 20, 60};

SolidTable MakeHullTable(const SolidTableOptions& options) {
  SolidTable table = {
      "hulls", "Hulls of few vertices, posed", "",
      "ns per pair. `posed GJK`: plain GJK by Signed Volumes on vertices posed beforehand, without error bounds, a "
      "stand-in for openGJK. `best right`: the fastest of the libraries of which no more than 1 % of the answers "
      "differ; "
      "beside ComputeSeparation of distant pairs its distance, of overlapping ones its depth."};
  // Our query, and that of the others which answers as much.
  struct HullQuery {
    const char* name;
    Query ours;
    Query theirs;
  };
  Peers peers = MakeSolidPeers();
  peers.insert(peers.begin(), MakePosedGjkPeer());
  for (const int vertices : kHullVertices) {
    for (const Placement placement : {Placement::kDistant, Placement::kOverlapping}) {
      const SolidDataset dataset = RandomSolids(vertices, placement, options.pairs, options.seed);
      PrepareAll(dataset, peers);
      const Query deep = placement == Placement::kOverlapping ? Query::kPenetration : Query::kDistance;
      for (const HullQuery& query : {HullQuery{"Collides", Query::kCollides, Query::kCollides},
                                     {"Distance", Query::kDistance, Query::kDistance},
                                     {"ComputeSeparation", Query::kPenetration, deep}}) {
        std::vector<Measured> measured =
            MeasurePeers(peers, query.theirs, query.ours, options.pairs, options.min_time_s);
        const double ours_ns = measured.back().ns;
        const auto with_ratio = [&](const Measured* of) {
          return of == nullptr ? Texts{"-", "-"} : Texts{Digits(0, of->ns), Digits(2, of->ns / ours_ns)};
        };
        const bool has_posed = measured[0].peer == peers[0].get();
        const Texts posed = with_ratio(has_posed && measured[0].is_right ? &measured[0] : nullptr);
        if (has_posed) measured.erase(measured.begin());
        const Measured* const best = Best(measured, /*only_right=*/true);
        const Texts best_right = with_ratio(best);
        table.rows.push_back({Key("pairs", absl::StrCat(vertices, " vertices, ", Name(placement), ", ", query.name)),
                              {"collision2d ns", Digits(0, ours_ns)},
                              {"posed GJK ns", posed[0]},
                              {"posed GJK / collision2d", posed[1]},
                              {"best right", best == nullptr ? "-" : best->peer->name()},
                              {"best right ns", best_right[0]},
                              {"best right / collision2d", best_right[1]}});
      }
    }
  }
  return table;
}

SolidTable MakeHullConstructionTable(const SolidTableOptions& options) {
  constexpr int kPointSets = 256;
  SolidTable table = {
      "hull_construction", "Construction of hulls", "",
      "ns per hull of random points of a sphere: the hull alone, and ConvexPolytope::FromPoints without tables "
      "and with those for queries."};
  Random random(options.seed);
  double sink = 0.0;
  for (const int vertices : kHullVertices) {
    std::vector<std::vector<Vec3>> sets;
    for (int i = 0; i < kPointSets; ++i) sets.push_back(RandomSpherePoints(vertices, &random));
    const auto work_of = [&sets, &sink](const auto& make) {
      return [&sets, &sink, make](int begin, int end) {
        for (int i = begin; i < end; ++i) sink += static_cast<double>(make(sets[static_cast<size_t>(i)]));
      };
    };
    const auto from_points = [&](solid::PolytopeTables tables) {
      return work_of([tables](const std::vector<Vec3>& points) {
        return solid::ConvexPolytope::FromPoints(points, tables)->Magnitude();
      });
    };
    const std::vector<TimedWork> works = {
        work_of([](const std::vector<Vec3>& points) { return solid::ComputeConvexHull3(points).vertices.size(); }),
        from_points(solid::PolytopeTables::kNone), from_points(solid::PolytopeTables::kForQueries)};
    const std::vector<Timing> timings = TimeInterleaved(works, kPointSets, options.min_time_s);
    Row& row = table.rows.emplace_back(Row{Key("vertices", vertices), {"hull ns", Digits(0, timings[0].median_ns)}});
    const char* const names[] = {"", "kNone", "kForQueries"};
    for (size_t i = 1; i < timings.size(); ++i) {
      row.push_back({absl::StrCat(names[i], " ns"), Digits(0, timings[i].median_ns)});
      row.push_back({absl::StrCat(names[i], " / hull"), Digits(2, timings[i].median_ns / timings[0].median_ns)});
    }
  }
  return table;
}

}  // namespace

SolidTables MakeSolidPeerTables(const SolidTableOptions& options) {
  const Peers peers = MakeSolidPeers();
  PeerTable collision = {Query::kCollides, {"peers_collision", "Peers: collision (Level 1)", "", ""}};
  PeerTable distance = {Query::kDistance, {"peers_distance", "Peers: distance (Level 2)", "", ""}};
  PeerTable penetration = {Query::kPenetration, {"peers_penetration", "Peers: penetration depth", "", ""}};
  for (const int vertices : {kBoxes, kPrisms, 8, 16, 32, 64, 100}) {
    if (vertices > options.max_vertices) break;
    for (const Placement placement :
         {Placement::kDistant, Placement::kClose, Placement::kMixed, Placement::kOverlapping}) {
      const SolidDataset dataset = RandomSolids(vertices, placement, options.pairs, options.seed);
      const std::string name = absl::StrCat(dataset.name, ", ", Name(placement));
      PrepareAll(dataset, peers);
      // Close pairs are for distances, mixed ones for collisions.
      if (placement != Placement::kClose) AppendCell(dataset, name, peers, options.min_time_s, &collision);
      if (placement != Placement::kMixed) AppendCell(dataset, name, peers, options.min_time_s, &distance);
      if (placement == Placement::kOverlapping) AppendCell(dataset, name, peers, options.min_time_s, &penetration);
    }
  }
  SolidTables tables;
  for (PeerTable* const table : {&collision, &distance, &penetration}) {
    table->table.ours = absl::StrFormat(
        "ns per pair; `differs`: answers that are more than 1e-6 m off those of collision2d, or none; `best`: the "
        "fastest "
        "other library, `right` if no more than 1 %% of its answers differ. Least ratio %.2f, %.2f to those that are "
        "right.",
        table->least_ratio, table->least_right_ratio);
    tables.push_back(table->table);
  }
  tables.push_back(MakePeerErrorTable(options));
  return tables;
}

SolidTables MakeHullTables(const SolidTableOptions& options) {
  return {MakeHullTable(options), MakeHullConstructionTable(options)};
}

}  // namespace collision2d::bench
