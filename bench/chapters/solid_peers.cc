#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "bench/chapters/solid.h"
#include "bench/peers/hull_facets.h"
#include "bench/peers/pair_peers.h"
#include "bench/peers/peer.h"
#include "bench/peers/solids.h"
#include "bench/timing/timing.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/testing/random.h"

namespace collision2d::bench {
namespace {

// Pairs whose right answers are known without any of the libraries: coordinates are multiples of a
// power of two and poses are translations, so that nothing is rounded; where the answer is not in
// closed form it is brute force in 80-bit arithmetic.
struct ErrorFamily {
  SolidDataset dataset;
  // m, one for each pair; negative if it overlaps.
  std::vector<double> signed_distance_m;
  // All pairs overlap, so that depths are asked for.
  bool overlapping = false;

  bool IsWrong(Query query, size_t pair, double answer) const;
};

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

ErrorFamily MakeFamily(std::string name, SolidKind kind, bool overlapping, int pairs, Random* random,
                       const std::function<FamilyPair(Random*)>& make_pair) {
  ErrorFamily family;
  family.dataset.name = std::move(name);
  family.dataset.kind = kind;
  family.overlapping = overlapping;
  for (int i = 0; i < pairs; ++i) {
    FamilyPair pair = make_pair(random);
    family.dataset.pairs.push_back({2 * i, 2 * i + 1, pair.a_from_b});
    family.dataset.shapes.push_back(std::move(pair.a));
    family.dataset.shapes.push_back(std::move(pair.b));
    family.signed_distance_m.push_back(pair.signed_distance_m);
  }
  return family;
}

Vec3 DyadicHalfExtents(Random* random) {
  Vec3 half;
  half.x = Dyadic(16, 64, random);
  half.y = Dyadic(16, 64, random);
  half.z = Dyadic(16, 64, random);
  return half;
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
  const HullFacets a = MakeHullFacets(pair.a.vertices, pair.a.triangles);
  HullFacets b;
  PoseFacets(MakeHullFacets(pair.b.vertices, pair.b.triangles), pair.a_from_b, &b);
  const long double depth = BrutePenetration(a, b);
  pair.signed_distance_m = static_cast<double>(depth < 0.0L ? BruteDistance(a, b) : -depth);
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

bool ErrorFamily::IsWrong(Query query, size_t pair, double answer) const {
  const double right_m = signed_distance_m[pair];
  if (query == Query::kCollides) return (answer == 1.0) != (right_m <= 0.0);
  const double length = query == Query::kDistance ? std::max(0.0, right_m) : std::max(0.0, -right_m);
  return !(std::abs(answer - length) <= 1e-3 * length + 1e-9);
}

std::vector<ErrorFamily> MakeErrorFamilies(int pairs, uint64_t seed) {
  Random random(seed);
  const auto parallel_boxes = [](int contacts, double gap) {
    return [contacts, gap](Random* from) { return ParallelBoxes(contacts, gap, from); };
  };
  std::vector<ErrorFamily> families;
  const auto add = [&](const char* name, SolidKind kind, bool overlapping,
                       const std::function<FamilyPair(Random*)>& make_pair) {
    families.push_back(MakeFamily(name, kind, overlapping, pairs, &random, make_pair));
  };
  add("kissing boxes, faces", SolidKind::kBoxes, false, parallel_boxes(1, 0.0));
  add("kissing boxes, edges", SolidKind::kBoxes, false, parallel_boxes(2, 0.0));
  add("kissing boxes, vertices", SolidKind::kBoxes, false, parallel_boxes(3, 0.0));
  add("kissing boxes as polytopes, faces", SolidKind::kPolytopes, false, parallel_boxes(1, 0.0));
  add("parallel faces, 2^-20 m apart", SolidKind::kBoxes, false, parallel_boxes(1, 0x1p-20));
  add("parallel faces of polytopes, 2^-20 m apart", SolidKind::kPolytopes, false, parallel_boxes(1, 0x1p-20));
  add("kissing flat prisms", SolidKind::kPolytopes, false, [](Random* from) { return StackedFlatPrisms(0.0, from); });
  add("flat prisms, 2^-13 m apart", SolidKind::kPolytopes, false,
      [](Random* from) { return StackedFlatPrisms(0x1p-13, from); });
  add("polytopes of 40 to 80 vertices, near contact", SolidKind::kPolytopes, false, NearPolytopes);
  add("one box twice in one place", SolidKind::kBoxes, true, SameBox);
  add("one box twice in one place, as polytopes", SolidKind::kPolytopes, true, SameBox);
  add("concentric spheres", SolidKind::kSpheres, true, ConcentricSpheres);
  return families;
}

// m. Bodies are about 1 m large: an answer that is off by more counts as different.
constexpr double kDifferent_m = 1e-6;

constexpr int kVertices[] = {8, 16, 32, 64, 100};
constexpr int kDatasets = 7;

// In a family of hard pairs.
constexpr int kMostErrorPairs = 100;

// Boxes, prisms, polytopes of kVertices.
SolidDataset MakeDataset(int index, Placement placement, const SolidTableOptions& options) {
  Random random(options.seed);
  if (index == 0) return RandomBoxes(placement, options.pairs, &random);
  if (index == 1) return RandomPrisms(placement, 6, options.pairs, &random);
  return RandomPolytopes(placement, kVertices[index - 2], options.pairs, &random);
}

bool Different(double answer, double ours) { return !(std::abs(answer - ours) <= kDifferent_m); }

using Peers = std::vector<std::unique_ptr<Peer>>;

// One of the tables, while it grows.
struct PeerTable {
  Query query;
  SolidTable table;
  // Over the rows, of the fastest other library to ours: of all, and of those that are right.
  double least_ratio = std::numeric_limits<double>::infinity();
  double least_right_ratio = std::numeric_limits<double>::infinity();
};

PeerTable StartTable(Query query, const char* id, const char* title, const Peers& peers) {
  PeerTable started = {query, {}};
  started.table.id = id;
  started.table.title = title;
  std::vector<std::string>& header = started.table.header;
  header = {"pairs"};
  for (const std::unique_ptr<Peer>& peer : peers) {
    if (peer->Has(query)) header.push_back(absl::StrCat(peer->name(), " ns"));
  }
  header.push_back("best / collision2d");
  header.push_back("best right / collision2d");
  for (size_t i = 0; i + 1 < peers.size(); ++i) {
    if (peers[i]->Has(query)) header.push_back(absl::StrCat(peers[i]->name(), " differs"));
  }
  return started;
}

// Times all peers that have the query, and counts those of their answers that are not ours.
// REQUIRES: all are prepared for the data set; collision2d is the last.
void AppendCell(const SolidDataset& dataset, const std::string& name, const Peers& peers, double min_time_s,
                PeerTable* table) {
  const Query query = table->query;
  const int count = static_cast<int>(dataset.pairs.size());
  std::vector<std::vector<double>> results;
  std::vector<Peer*> asked;
  for (const std::unique_ptr<Peer>& peer : peers) {
    if (!peer->Has(query)) continue;
    asked.push_back(peer.get());
    results.emplace_back(dataset.pairs.size());
    peer->Run(query, 0, count, results.back().data());
  }
  std::vector<TimedWork> works;
  std::vector<double> sink(dataset.pairs.size());
  for (Peer* const peer : asked) {
    works.push_back([&sink, peer, query](int begin, int end) { peer->Run(query, begin, end, sink.data()); });
  }
  const std::vector<Timing> timings = TimeInterleaved(works, count, min_time_s);
  const double ours_ns = timings.back().median_ns;
  std::vector<std::string> times;
  std::vector<std::string> differences;
  double best = std::numeric_limits<double>::infinity();
  double best_right = best;
  for (size_t i = 0; i < asked.size(); ++i) {
    times.push_back(absl::StrFormat("%.0f", timings[i].median_ns));
    if (i + 1 == asked.size()) break;
    int different = 0;
    for (size_t k = 0; k < results[i].size(); ++k) different += Different(results[i][k], results.back()[k]);
    differences.push_back(absl::StrCat(different));
    best = std::min(best, timings[i].median_ns / ours_ns);
    if (100 * different <= count) best_right = std::min(best_right, timings[i].median_ns / ours_ns);
  }
  table->least_ratio = std::min(table->least_ratio, best);
  table->least_right_ratio = std::min(table->least_right_ratio, best_right);
  std::vector<std::string> row = {name};
  row.insert(row.end(), times.begin(), times.end());
  row.push_back(absl::StrFormat("%.2f", best));
  row.push_back(absl::StrFormat("%.2f", best_right));
  row.insert(row.end(), differences.begin(), differences.end());
  table->table.rows.push_back(row);
}

std::string WrongCell(const ErrorFamily& family, Peer* peer) {
  peer->Prepare(family.dataset);
  const int count = static_cast<int>(family.dataset.pairs.size());
  std::vector<std::string> parts;
  std::vector<double> results(family.dataset.pairs.size());
  for (const Query query : {Query::kCollides, Query::kDistance, Query::kPenetration}) {
    const bool asked = query != Query::kPenetration || family.overlapping;
    if (!asked || !peer->Has(query)) {
      parts.push_back("-");
      continue;
    }
    peer->Run(query, 0, count, results.data());
    int wrong = 0;
    for (size_t i = 0; i < results.size(); ++i) wrong += family.IsWrong(query, i, results[i]);
    parts.push_back(absl::StrCat(wrong));
  }
  return absl::StrCat(parts[0], " / ", parts[1], " / ", parts[2]);
}

SolidTables MakePeerTables(const SolidTableOptions& options) {
  const Peers peers = MakeSolidPeers();
  PeerTable collision = StartTable(Query::kCollides, "peers_collision", "Peers: collision (Level 1)", peers);
  PeerTable distance = StartTable(Query::kDistance, "peers_distance", "Peers: distance (Level 2)", peers);
  PeerTable penetration = StartTable(Query::kPenetration, "peers_penetration", "Peers: penetration depth", peers);
  for (int index = 0; index < kDatasets; ++index) {
    if (index >= 2 && kVertices[index - 2] > options.max_vertices) break;
    for (const Placement placement :
         {Placement::kDistant, Placement::kClose, Placement::kMixed, Placement::kOverlapping}) {
      const SolidDataset dataset = MakeDataset(index, placement, options);
      const std::string name = absl::StrCat(dataset.name, ", ", Name(placement));
      for (const std::unique_ptr<Peer>& peer : peers) peer->Prepare(dataset);
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
  return tables;
}

SolidTable MakePeerErrorTable(const SolidTableOptions& options) {
  const std::vector<std::unique_ptr<Peer>> peers = MakeSolidPeers();
  SolidTable table;
  table.id = "peers_errors";
  table.title = "Peers: answers to hard pairs";
  table.ours =
      "wrong answers of collision / distance / penetration depth; `-`: not asked, or the library has no such query. A "
      "collision is wrong if it is not the exact one (touching is a collision), a length if it is off by more than "
      "1e-3 "
      "of itself plus 1e-9 of the bodies' size, or none.";
  table.header = {"family", "pairs"};
  for (const std::unique_ptr<Peer>& peer : peers) table.header.push_back(peer->name());
  for (const ErrorFamily& family : MakeErrorFamilies(std::min(options.pairs, kMostErrorPairs), options.seed)) {
    std::vector<std::string> row = {family.dataset.name, absl::StrCat(family.dataset.pairs.size())};
    for (const std::unique_ptr<Peer>& peer : peers) row.push_back(WrongCell(family, peer.get()));
    table.rows.push_back(row);
  }
  return table;
}

}  // namespace

SolidTables MakeSolidPeerTables(const SolidTableOptions& options) {
  SolidTables tables = MakePeerTables(options);
  tables.push_back(MakePeerErrorTable(options));
  return tables;
}

}  // namespace collision2d::bench
