// Measures what the tables of Zhang et al., Barycode-based GJK, show: see --help and
// docs/paper_tables.md.

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <limits>
#include <memory>

#include "absl/strings/match.h"
#include "absl/types/span.h"
#include "bench/chapter.h"
#include "bench/peers/layout.h"
#include "bench/peers/pair_peers.h"
#include "bench/peers/peer.h"
#include "bench/peers/plane_methods.h"
#include "bench/timing/timing.h"
#include "collision2d/collision2d.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/extended_distance.h"
#include "collision2d/testing/paper_dataset.h"

namespace collision2d::bench {
namespace {

constexpr char kAbout[] =
    R"(Times every algorithm of bench/peers on seeded random polygon pairs and prints the paper's Tables I to VI beside its
published values.

Answers are checked before anything is timed: distances against brute force in 80-bit arithmetic, whose sign decides
collision where it is beyond doubt, and against the exact oracle where it is not. The columns wrong and
max_relative_error of the CSV report what was found. "collision2d posed" is the collision2d row with b in a frame of its
own and a pose a_from_b; its answers are checked for b as posed. It is the same algorithm, so --posed_csv takes it.

Layouts: contiguous means vertices (or polygons) one after the other in the order of the queries. Scattered means that
every row allocates its own polygons one by one in the same shuffled order, and has a list of pairs of pointers in the
order of the queries; the packed rows have pointers and counts in it. The last column of the CSV has the layout.

Times: in each cell the algorithms take turns in 20 rounds. A turn passes over all pairs a whole number of times. Before
it come as many untimed passes, or up to eight if they take less than 20 ms, so that what a row measures does not depend
on the rows between its turns: caches are warm. But 16384 pairs are more than a second-level cache holds (128 bytes to
1.3 KB each), so that every pass reads them from the last level or from memory. Rows that take more than 0.1 s for a pass
go on in each turn where they stopped in the last; they go over the pairs of the turn untimed first. Times are ns per
pair: the median, least and greatest of the turns.

Cold single queries (column cold_ns_median): the lines of both shapes of a pair are flushed from all caches (x86-64:
clflush; elsewhere a buffer larger than the second-level cache is read), then one query of that pair is timed. Code,
stack, page tables and the list of pairs stay warm. The median over 2048 distinct pairs (all, if there are fewer), without
the time that the clock itself takes. FCL and Bullet are left out: they allocate parts of a shape out of sight.)";

// One peer in one cell of the tables.
struct Measurement {
  Layout layout = Layout::kContiguous;
  Query level = Query::kCollides;
  PairClass pair_class = PairClass::kDistant;
  int vertices = 0;
  const char* algorithm = "";  // The peer's name.
  Timing timing;
  // Pairs whose answer is on the wrong side: collision or not; at Levels 2 and 3, whether the
  // distance is above 0.
  int64_t wrong = 0;
  // The greatest |answer - truth| / size of the pair, at Levels 2 (overlapping counts as 0) and 3.
  double max_relative_error = 0.0;
  // ns of a single query whose shapes are in no cache, median over pairs; nothing for peers that
  // cannot be measured so.
  std::optional<double> cold_ns;
};
using Measurements = std::vector<Measurement>;

using Peers = std::vector<std::shared_ptr<Peer>>;

// Every algorithm of the tables, in the order of their rows: Box2D first, collision2d last.
Peers AllPeers() {
  Peers peers;
  peers.push_back(MakeBox2dPeer());
  peers.push_back(MakeSatPeer());
  for (std::unique_ptr<Peer>& peer : MakePlainGjkPeers()) peers.push_back(std::move(peer));
  peers.push_back(MakeFclPeer(FclSolver::kFastest));
  peers.push_back(MakeBulletPeer());
  peers.push_back(MakeLibccdPeer());
  peers.push_back(MakeEdgePairsPeer());
  for (const Values values : {Values::kGradients, Values::kPlain}) {
    for (const Frames frames : {Frames::kPosed, Frames::kOne}) peers.push_back(MakeCollision2dPeer(frames, values));
  }
  return peers;
}

// The right answers for one pair.
struct GroundTruth {
  bool collides;
  long double signed_distance_m;  // Minus the penetration depth if they collide.
  double size_m;                  // max(diameter of a, diameter of b, distance).
};

// m. O(n^2).
long double Diameter(absl::Span<const Vec2> vertices) {
  long double diameter_sq = 0.0L;
  for (const Vec2 p : vertices) {
    for (const Vec2 q : vertices) {
      const long double x = static_cast<long double>(p.x) - q.x;
      const long double y = static_cast<long double>(p.y) - q.y;
      diameter_sq = std::max(diameter_sq, x * x + y * y);
    }
  }
  return std::sqrt(diameter_sq);
}

// By means that share nothing with any peer: brute force in 80-bit arithmetic; its sign where that
// is beyond doubt, and the exact oracle's where it is not. Vertices counter-clockwise.
GroundTruth TruthOf(absl::Span<const Vec2> a, absl::Span<const Vec2> b, ExactOracle* oracle) {
  const ExtendedDistance extended = MeasureExtended(a, b);
  if (extended.error_m == 0.0L) std::abort();  // No convex rings: not pairs of the tables.
  GroundTruth truth = {extended.signed_distance_m <= 0.0L, extended.signed_distance_m, 0.0};
  if (!extended.is_certain) {
    oracle->SetPair(a, b);
    truth.collides = oracle->relation() != ExactRelation::kDisjoint;
    // Within rounding of contact the magnitude is right, but perhaps not the sign.
    truth.signed_distance_m = std::copysign(extended.signed_distance_m, truth.collides ? -1.0L : 1.0L);
  }
  truth.size_m = static_cast<double>(std::max({Diameter(a), Diameter(b), truth.signed_distance_m}));
  return truth;
}

// About the pairs, or about what posing makes of them.
std::vector<GroundTruth> TruthsOf(const Peer& peer, absl::Span<const PolygonPair> pairs) {
  const std::vector<std::vector<Vec2>> posed_b = peer.PosedVerticesOfB();
  ExactOracle oracle;
  std::vector<GroundTruth> truths;
  for (size_t i = 0; i < pairs.size(); ++i) {
    const absl::Span<const Vec2> b = posed_b.empty() ? pairs[i].b.vertices() : absl::MakeConstSpan(posed_b[i]);
    truths.push_back(TruthOf(pairs[i].a.vertices(), b, &oracle));
  }
  return truths;
}

// With 16384 pairs, peers that take up to 6 us for a pair make whole passes; slower ones wait for
// their own work rather than for memory. With one untimed pass instead of eight, Level 2 of distant
// pairs with 24 vertices measured 263 ns beside ten other peers and 125 ns alone; with eight, 118
// and 122 ns.
constexpr LeadIn kLeadIn = {/*longest_pass_s=*/0.1, /*passes=*/8, /*longest_s=*/0.02, /*of_part=*/true};

// Counts the wrong answers and finds the greatest error.
void Judge(absl::Span<const double> results, absl::Span<const GroundTruth> truths, Measurement* measurement) {
  for (size_t i = 0; i < results.size(); ++i) {
    const GroundTruth& truth = truths[i];
    const bool collides = measurement->level == Query::kCollides ? results[i] == 1.0 : results[i] <= 0.0;
    if (collides != truth.collides || std::isnan(results[i])) ++measurement->wrong;
    if (measurement->level == Query::kCollides) continue;
    const long double expected =
        measurement->level == Query::kDistance ? std::max(0.0L, truth.signed_distance_m) : truth.signed_distance_m;
    const double error = static_cast<double>(std::abs(results[i] - expected)) / truth.size_m;
    measurement->max_relative_error =
        std::isnan(error) ? std::numeric_limits<double>::infinity() : std::max(measurement->max_relative_error, error);
  }
}

// Runs every level of every peer on these pairs in that layout: checks the answers against the
// truth, then times all of them in turns, then the peers that know their memory cold. `cell` has
// what they share.
Measurements MeasureCell(const Measurement& cell, absl::Span<const PolygonPair> pairs, const Peers& peers,
                         double min_time_s) {
  const int pair_count = static_cast<int>(pairs.size());
  std::vector<double> results(pairs.size());
  Measurements measurements;
  std::vector<TimedWork> works;
  std::vector<ColdWork> cold_works;
  std::vector<size_t> cold_measurements;  // The index of each cold work's measurement.
  std::vector<GroundTruth> truths_of_pairs;
  for (const std::shared_ptr<Peer>& peer : peers) {
    peer->Prepare(pairs, cell.layout);
    const bool is_posed = !peer->PosedVerticesOfB().empty();
    if (!is_posed && truths_of_pairs.empty()) truths_of_pairs = TruthsOf(*peer, pairs);
    const std::vector<GroundTruth> truths = is_posed ? TruthsOf(*peer, pairs) : truths_of_pairs;
    for (const Query level : kLevels) {
      if (!peer->Has(level)) continue;
      Measurement& measurement = measurements.emplace_back(cell);
      measurement.level = level;
      measurement.algorithm = peer->name().c_str();
      peer->Run(level, 0, pair_count, results.data());
      Judge(results, truths, &measurement);
      works.push_back(
          [&results, peer = peer.get(), level](int begin, int end) { peer->Run(level, begin, end, results.data()); });
      if (peer->ShapeMemory(0).empty()) continue;
      cold_works.push_back({works.back(), [peer = peer.get()](int pair) { return peer->ShapeMemory(pair); }});
      cold_measurements.push_back(measurements.size() - 1);
    }
  }
  const std::vector<Timing> timings = TimeInterleaved(works, pair_count, min_time_s, kLeadIn);
  for (size_t i = 0; i < timings.size(); ++i) measurements[i].timing = timings[i];
  const std::vector<double> cold_ns = TimeCold(cold_works, pair_count);
  for (size_t k = 0; k < cold_ns.size(); ++k) measurements[cold_measurements[k]].cold_ns = cold_ns[k];
  return measurements;
}

// In a process of its own: otherwise polygons would be put into the gaps that those of earlier
// cells have left in the heap: scattered. Names of peers are the same in both processes.
Measurements MeasureFresh(const Measurement& cell, const Peers& peers, const Options& options) {
  const std::string bytes = InFreshProcess([&] {
    const std::vector<PolygonPair> pairs =
        PaperPairs(cell.pair_class, cell.vertices, options.Count("pairs"), options.Seed());
    const Measurements measured = MeasureCell(cell, pairs, peers, options.Positive("min_time"));
    return std::string(reinterpret_cast<const char*>(measured.data()), measured.size() * sizeof(Measurement));
  });
  Measurements measurements(bytes.size() / sizeof(Measurement));
  std::memcpy(static_cast<void*>(measurements.data()), bytes.data(), bytes.size());
  return measurements;
}

Row CsvRow(const Measurement& m) {
  const auto ns = [](double value) { return absl::StrFormat("%.3f", value); };
  return {Key("level|", static_cast<int>(m.level)),
          Key("class|", Name(m.pair_class)),
          Key("vertices|", m.vertices),
          Key("algorithm|", m.algorithm),
          {"ns_median|", ns(m.timing.median_ns)},
          {"ns_min|", ns(m.timing.min_ns)},
          {"ns_max|", ns(m.timing.max_ns)},
          {"wrong|", m.wrong},
          {"max_relative_error|", m.level == Query::kCollides ? "" : absl::StrFormat("%.3g", m.max_relative_error)},
          {"cold_ns_median|", m.cold_ns.has_value() ? absl::StrFormat("%.1f", *m.cold_ns) : ""},
          Key("layout|", Name(m.layout))};
}

// ns. No such entry in the paper.
constexpr double kNone = 0.0;

struct PublishedRow {
  int vertices;
  const char* algorithm;  // The name of our row.
  double distance_ns[3];  // Distant, overlapping, touching.
  double collision_ns[3];
};

// Tables I to VI.
constexpr PublishedRow kPublished[] = {
    {4, "Box2D", {96.77, 84.93, 151.92}, {96.77, 84.93, 151.92}},
    {4, "SAT", {kNone, kNone, kNone}, {99.62, 203.92, 170.26}},
    {4, "barycode GJK", {63.85, 62.99, 118.61}, {13.45, 40.63, 104.05}},
    {4, "barycode GJK HCS", {54.92, 54.95, 126.73}, {19.22, 51.54, 111.59}},
    {4, "FCL", {535.41, 656.78, 704.75}, {215.19, 310.85, 300.77}},
    {4, "Bullet", {403.87, 366.01, 420.92}, {403.87, 366.01, 420.92}},
    {4, "Signed Volumes GJK", {119.66, 190.09, 438.25}, {119.66, 190.09, 438.25}},
    {4, "O(nm) segments (Apollo stand-in)", {2731.96, 549.41, 2586.54}, {kNone, kNone, kNone}},
    {8, "Box2D", {154.77, 99.63, 163.24}, {154.77, 99.63, 163.24}},
    {8, "SAT", {kNone, kNone, kNone}, {137.83, 414.83, 359.05}},
    {8, "barycode GJK", {106.25, 74.25, 111.90}, {18.50, 51.58, 92.18}},
    {8, "barycode GJK HCS", {86.13, 42.07, 78.21}, {16.90, 39.13, 77.63}},
    {8, "FCL", {721.65, 637.04, 761.84}, {209.25, 294.20, 299.31}},
    {8, "Bullet", {774.23, 444.89, 494.98}, {774.23, 444.89, 494.98}},
    {8, "Signed Volumes GJK", {301.28, 189.47, 344.58}, {301.28, 189.47, 344.58}},
    {8, "O(nm) segments (Apollo stand-in)", {8593.92, 7059.60, 8381.86}, {kNone, kNone, kNone}},
    {12, "Box2D", {221.77, 98.62, 210.26}, {221.77, 98.62, 210.26}},
    {12, "SAT", {kNone, kNone, kNone}, {274.01, 714.44, 572.71}},
    {12, "barycode GJK", {184.58, 89.60, 108.69}, {25.89, 67.62, 46.81}},
    {12, "barycode GJK HCS", {119.69, 54.34, 46.52}, {18.37, 49.10, 36.89}},
    {12, "FCL", {1149.75, 767.70, 973.09}, {224.02, 336.34, 308.55}},
    {12, "Bullet", {997.69, 437.45, 610.69}, {997.69, 437.45, 610.69}},
    {12, "Signed Volumes GJK", {352.38, 220.07, 295.60}, {352.38, 220.07, 295.60}},
    {12, "O(nm) segments (Apollo stand-in)", {17864.63, 16083.23, 23822.42}, {kNone, kNone, kNone}},
    {16, "Box2D", {362.73, 168.27, 307.07}, {362.73, 168.27, 307.07}},
    {16, "SAT", {kNone, kNone, kNone}, {342.67, 1156.10, 885.26}},
    {16, "barycode GJK", {229.68, 108.19, 213.41}, {35.49, 85.96, 154.20}},
    {16, "barycode GJK HCS", {139.18, 51.67, 101.88}, {20.98, 51.23, 104.03}},
    {16, "FCL", {1330.37, 872.25, 1202.26}, {247.63, 359.01, 365.84}},
    {16, "Bullet", {1365.69, 536.98, 890.28}, {1365.69, 536.98, 890.28}},
    {16, "Signed Volumes GJK", {424.26, 237.44, 584.42}, {424.26, 237.44, 584.42}},
    {16, "O(nm) segments (Apollo stand-in)", {30070.27, 1973.60, 29700.82}, {kNone, kNone, kNone}},
    {20, "Box2D", {240.20, 141.63, 381.77}, {240.20, 141.63, 381.77}},
    {20, "SAT", {kNone, kNone, kNone}, {321.73, 1755.92, 1364.87}},
    {20, "barycode GJK", {221.33, 124.68, 325.81}, {44.15, 56.04, 162.70}},
    {20, "barycode GJK HCS", {131.98, 37.95, 100.88}, {23.84, 33.00, 102.61}},
    {20, "FCL", {1644.64, 944.10, 1460.72}, {264.87, 422.83, 429.47}},
    {20, "Bullet", {1528.36, 623.79, 1174.94}, {1528.36, 623.79, 1174.94}},
    {20, "Signed Volumes GJK", {391.63, 263.68, 787.58}, {391.63, 263.68, 787.58}},
    {20, "O(nm) segments (Apollo stand-in)", {45164.85, 11262.01, 44436.56}, {kNone, kNone, kNone}},
    {24, "Box2D", {183.96, 171.54, 519.16}, {183.96, 171.54, 519.16}},
    {24, "SAT", {kNone, kNone, kNone}, {327.45, 2375.39, 1757.84}},
    {24, "barycode GJK", {169.26, 152.61, 440.28}, {54.47, 127.93, 63.94}},
    {24, "barycode GJK HCS", {83.41, 66.83, 44.02}, {25.25, 64.97, 36.56}},
    {24, "FCL", {1735.86, 1030.91, 1841.25}, {300.51, 426.83, 444.11}},
    {24, "Bullet", {1539.18, 731.75, 1876.92}, {1539.18, 731.75, 1876.92}},
    {24, "Signed Volumes GJK", {279.72, 316.26, 1076.67}, {279.72, 316.26, 1076.67}},
    {24, "O(nm) segments (Apollo stand-in)", {64492.50, 8090.15, 64340.11}, {kNone, kNone, kNone}},
};

// The mean ns that Zhang et al., Barycode-based GJK, Tables I to VI, print for the algorithm that
// our row of that name stands for: "barycode GJK" and "barycode GJK HCS" are theirs without and
// with HCS, "Signed Volumes GJK" is OpenGJK (which is three-dimensional) and the O(nm) row is Baidu
// Apollo. Nothing where the paper has no entry.
std::optional<double> PublishedNs(Query level, PairClass pair_class, int vertices, absl::string_view algorithm) {
  for (const PublishedRow& row : kPublished) {
    if (row.vertices != vertices || row.algorithm != algorithm) continue;
    const double ns = (level == Query::kDistance ? row.distance_ns : row.collision_ns)[static_cast<int>(pair_class)];
    return ns == kNone ? std::nullopt : std::optional<double>(ns);
  }
  return std::nullopt;
}

std::string Ns(std::optional<double> ns, int digits = 1) {
  return ns.has_value() ? absl::StrFormat("%.*f", digits, *ns) : "-";
}

std::string Ratio(std::optional<double> ns, std::optional<double> reference_ns) {
  return ns.has_value() && reference_ns.has_value() ? absl::StrFormat("%.2f", *ns / *reference_ns) : "-";
}

template <typename T>
void AddOnce(const T& value, std::vector<T>* values) {
  if (std::find(values->begin(), values->end(), value) == values->end()) values->push_back(value);
}

// The paper's table number of a vertex count; empty if it has none.
std::string TableNumber(int vertices) {
  constexpr const char* kNumbers[] = {"I", "II", "III", "IV", "V", "VI"};
  return vertices % 4 == 0 && vertices <= 24 ? absl::StrCat("Table ", kNumbers[vertices / 4 - 1], ": ") : "";
}

// Writes the tables for readers of the measurements of one layout. All have some columns for each
// class of pairs.
class Tables {
 public:
  Tables(const Measurements& all, Layout layout, Report* report) : report_(report) {
    for (const Measurement& measurement : all) {
      if (measurement.layout != layout) continue;
      measurements_.push_back(measurement);
      AddOnce(measurement.vertices, &vertices_);
      AddOnce(measurement.pair_class, &classes_);
      AddOnce(std::string(measurement.algorithm), &algorithms_);
    }
  }

  // For each vertex count one table of distances (Level 2) and one of collisions (Level 1); a row
  // for each algorithm; in each class the measured ns, its ratio to the Box2D row, and the paper's
  // published ns and ratio.
  void AddPaperTables() const {
    for (const int vertices : vertices_) {
      for (const Query level : {Query::kDistance, Query::kCollides}) {
        Lines lines;
        for (const std::string& algorithm : algorithms_) lines.push_back({{algorithm}, level, vertices, algorithm});
        const std::string title =
            absl::StrCat("### ", TableNumber(vertices), vertices, " vertices, ",
                         level == Query::kDistance ? "distance (Level 2)" : "collision (Level 1)");
        Add(title, {"algorithm"}, lines, [&](const Line& line, PairClass pair_class) {
          const std::optional<double> ns = MedianNs(level, pair_class, vertices, line.algorithm);
          Texts cells = {" ns", Ns(ns), "/Box2D", Ratio(ns, MedianNs(level, pair_class, vertices, "Box2D"))};
          if (pair_class == PairClass::kContact) return cells;  // Not in the paper.
          const std::optional<double> published_ns = PublishedNs(level, pair_class, vertices, line.algorithm);
          cells.insert(cells.end(), {"paper ns", Ns(published_ns), "/Box2D",
                                     Ratio(published_ns, PublishedNs(level, pair_class, vertices, "Box2D"))});
          return cells;
        });
      }
    }
  }

  // Levels 1 to 3 of an algorithm, Level 3 also as a ratio to Level 2.
  void AddLevels(const char* title, const char* algorithm) const {
    Lines lines;
    for (const int vertices : vertices_) lines.push_back({{absl::StrCat(vertices)}, Query::kCollides, vertices, ""});
    Add(title, {"vertices"}, lines, [&](const Line& line, PairClass pair_class) {
      std::optional<double> ns[3];
      for (int k = 0; k < 3; ++k) ns[k] = MedianNs(kLevels[k], pair_class, line.vertices, algorithm);
      return Texts{" 1", Ns(ns[0]), "2", Ns(ns[1]), "3", Ns(ns[2]), "3/2", Ratio(ns[2], ns[1])};
    });
  }

  // A row for each level and vertex count; in each class Box2D, the fastest of the plain GJK rows
  // with its name, and collision2d in one frame and posed.
  void AddColdQueries() const {
    Lines lines;
    for (const Query level : kLevels) {
      for (const int vertices : vertices_) {
        lines.push_back({{absl::StrCat(static_cast<int>(level), ", ", vertices)}, level, vertices, ""});
      }
    }
    const std::string title = absl::StrCat(
        "### Cold single queries\n\nns per query, median over pairs; the shapes' lines are not in any cache (",
        EvictionMethod(), ").");
    Add(title, {"level, vertices"}, lines, [&](const Line& line, PairClass pair_class) {
      const auto cold_ns = [&](absl::string_view algorithm) {
        const Measurement* const found = Find(line.level, pair_class, line.vertices, algorithm);
        return found == nullptr ? std::nullopt : found->cold_ns;
      };
      std::optional<double> least_ns;
      std::string fastest = "-";
      for (const std::string& algorithm : algorithms_) {
        const std::optional<double> ns = absl::StrContains(algorithm, " GJK") ? cold_ns(algorithm) : std::nullopt;
        if (!ns.has_value() || (least_ns.has_value() && *ns >= *least_ns)) continue;
        least_ns = ns;
        fastest = absl::StrFormat("%.0f (%s)", *ns, algorithm);
      }
      return Texts{
          " Box2D",      Ns(cold_ns("Box2D"), 0),          "fastest GJK", fastest,
          "collision2d", Ns(cold_ns(kCollision2dName), 0), "posed",       Ns(cold_ns(kPosedCollision2dName), 0)};
    });
  }

  // How right each algorithm was, over all vertex counts: its wrong answers and its greatest error.
  void AddAnswers() const {
    Lines lines;
    for (const std::string& algorithm : algorithms_) {
      for (const Query level : kLevels) {
        lines.push_back({{algorithm, absl::StrCat(static_cast<int>(level))}, level, 0, algorithm});
      }
    }
    const char* const title =
        "### Answers\n\nWrong answers over all vertex counts, and the greatest error relative to the size of the pair, "
        "max(diameters, distance).";
    Add(title, {"algorithm", "level"}, lines, [&](const Line& line, PairClass pair_class) {
      int64_t wrong = 0;
      double error = 0.0;
      for (const int vertices : vertices_) {
        const Measurement* const found = Find(line.level, pair_class, vertices, line.algorithm);
        if (found == nullptr) continue;
        wrong += found->wrong;
        error = std::max(error, found->max_relative_error);
      }
      return Texts{" wrong", absl::StrCat(wrong), "error",
                   line.level == Query::kCollides ? "-" : absl::StrFormat("%.1e", error)};
    });
  }

  // The same polygons, allocated one by one in shuffled order, beside these: ns here and there, and
  // the ratio.
  void AddScattered(const Tables& scattered) const {
    Lines lines;
    for (const Query level : kLevels) {
      for (const int vertices : vertices_) {
        for (const char* const algorithm : {"Box2D", kCollision2dName, kPosedCollision2dName}) {
          lines.push_back(
              {{absl::StrCat(static_cast<int>(level), ", ", vertices, ", ", algorithm)}, level, vertices, algorithm});
        }
      }
    }
    Add("## Scattered beside contiguous\n\nns per pair, median over rounds.", {"level, vertices, algorithm"}, lines,
        [&](const Line& line, PairClass pair_class) {
          const std::optional<double> here = MedianNs(line.level, pair_class, line.vertices, line.algorithm);
          const std::optional<double> there = scattered.MedianNs(line.level, pair_class, line.vertices, line.algorithm);
          return Texts{" contiguous", Ns(here), "scattered", Ns(there), "ratio", Ratio(there, here)};
        });
  }

 private:
  // What a line of a table is about.
  struct Line {
    Texts keys;
    Query level;
    int vertices;           // 0: all.
    std::string algorithm;  // Empty: several. A line of one that has no measurement is left out.
  };
  using Lines = std::vector<Line>;

  // cells_of returns headings and texts in turns; the first heading follows the name of the class.
  void Add(const std::string& title, const Texts& key_headings, const Lines& lines,
           const std::function<Texts(const Line&, PairClass)>& cells_of) const {
    Table table = {"", title, "", {}};
    for (const Line& line : lines) {
      const bool has_entry = std::any_of(measurements_.begin(), measurements_.end(), [&](const Measurement& m) {
        return line.level == m.level && (line.vertices == 0 || line.vertices == m.vertices) &&
               line.algorithm == m.algorithm;
      });
      if (!line.algorithm.empty() && !has_entry) continue;
      Row& row = table.rows.emplace_back();
      for (size_t i = 0; i < key_headings.size(); ++i) row.push_back(Key(key_headings[i], line.keys[i]));
      for (const PairClass pair_class : classes_) {
        const Texts cells = cells_of(line, pair_class);
        for (size_t i = 0; i < cells.size(); i += 2) {
          row.push_back({i == 0 ? absl::StrCat(Name(pair_class), cells[i]) : cells[i], cells[i + 1]});
        }
      }
    }
    report_->AddMarkdown(table);
  }

  // Null if there is none.
  const Measurement* Find(Query level, PairClass pair_class, int vertices, absl::string_view algorithm) const {
    const auto found = std::find_if(measurements_.begin(), measurements_.end(), [&](const Measurement& m) {
      return m.level == level && m.pair_class == pair_class && m.vertices == vertices && m.algorithm == algorithm;
    });
    return found == measurements_.end() ? nullptr : &*found;
  }

  std::optional<double> MedianNs(Query level, PairClass pair_class, int vertices, absl::string_view algorithm) const {
    const Measurement* const found = Find(level, pair_class, vertices, algorithm);
    return found == nullptr ? std::nullopt : std::optional<double>(found->timing.median_ns);
  }

  Report* report_;
  Measurements measurements_;
  // What occurs in them, in their order.
  std::vector<int> vertices_;
  std::vector<PairClass> classes_;
  Texts algorithms_;
};

void Run(const Options& options, Report* report) {
  const auto name_of = [](auto each) { return Name(each); };
  const std::vector<Layout> layouts = options.Text("layout") == "both"
                                          ? std::vector<Layout>(kLayouts.begin(), kLayouts.end())
                                          : options.Selected("layout", kLayouts, name_of);
  const std::vector<int> vertex_counts = options.Numbers("vertices", 3, 1000);
  const std::vector<PairClass> classes = options.Selected("classes", kPairClasses, name_of);
  const Peers peers = options.Selected("algorithms", AllPeers(), [](const auto& peer) { return peer->name(); });
  options.Count("pairs");
  options.Positive("min_time");
  Measurements measurements;
  // Contiguous polygons first: what is freed after scattered ones leaves no gaps in them.
  for (const Layout layout : layouts) {
    for (const int vertices : vertex_counts) {
      for (const PairClass pair_class : classes) {
        std::cerr << Name(layout) << ", " << vertices << " vertices, " << Name(pair_class) << "..." << std::endl;
        Measurement cell;
        cell.layout = layout;
        cell.pair_class = pair_class;
        cell.vertices = vertices;
        for (const Measurement& measurement : MeasureFresh(cell, peers, options)) {
          measurements.push_back(measurement);
          const bool is_posed = measurement.algorithm == std::string(kPosedCollision2dName);
          report->Add({"", "", "", {CsvRow(measurement)}, is_posed ? "posed_csv" : "csv"});
        }
      }
    }
  }
  report->AddText(
      "ns per pair, median over rounds; /Box2D: time as a ratio to the Box2D row of the same cell, measured and in the "
      "paper.\n\n");
  for (const Layout layout : layouts) {
    report->AddText(absl::StrCat("## Polygons ", Name(layout), " in memory\n\n"));
    const Tables tables(measurements, layout, report);
    tables.AddPaperTables();
    tables.AddLevels("### collision2d, Levels 1 to 3, in one frame", kCollision2dName);
    tables.AddLevels("### collision2d, Levels 1 to 3, posed", kPosedCollision2dName);
    tables.AddColdQueries();
    tables.AddAnswers();
  }
  if (layouts.size() > 1) {
    Tables(measurements, layouts[0], report).AddScattered(Tables(measurements, layouts[1], report));
  }
}

const Registration kPairs(
    {"pairs",
     "The paper's tables",
     kAbout,
     {{"pairs", "16384", "distinct pairs in each cell of the tables"},
      MinTime("0.4",
              "each algorithm is timed for in each cell and level, in 20 turns of one pass over all "
              "pairs at least"),
      Seed("20261120"),
      {"classes", "", "which of distant,overlapping,touching,contact; empty: all"},
      {"vertices", "4,8,12,16,20,24", "vertex counts of both shapes"},
      {"algorithms", "", "rows of the tables by name, as the CSV has them; empty: all"},
      {"layout", "contiguous",
       "where the polygons are in memory: contiguous (one after the other, in the order of the "
       "queries), scattered (each one allocated separately, in shuffled order, as a map loader "
       "leaves them in the heap), or both"}},
     Run,
     {"csv", "posed_csv"}});

}  // namespace
}  // namespace collision2d::bench
