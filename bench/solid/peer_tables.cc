#include "bench/solid/peer_tables.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "bench/interleaved_timing.h"
#include "bench/solid/error_families.h"
#include "bench/solid/peers/all_peers.h"
#include "bench/solid/peers/solid_peer.h"
#include "bench/solid/random_solids.h"
#include "collision2d/testing/random.h"

namespace collision2d::bench {
namespace {

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

using Peers = std::vector<std::unique_ptr<SolidPeer>>;

// One of the tables, while it grows.
struct PeerTable {
  SolidQuery query;
  SolidTable table;
  // Over the rows, of the fastest other library to ours: of all, and of those that are right.
  double least_ratio = std::numeric_limits<double>::infinity();
  double least_right_ratio = std::numeric_limits<double>::infinity();
};

PeerTable StartTable(SolidQuery query, const char* id, const char* title, const Peers& peers) {
  PeerTable started = {query, {}};
  started.table.id = id;
  started.table.title = title;
  std::vector<std::string>& header = started.table.header;
  header = {"pairs"};
  for (const std::unique_ptr<SolidPeer>& peer : peers) {
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
  const SolidQuery query = table->query;
  const int count = static_cast<int>(dataset.pairs.size());
  std::vector<std::vector<double>> results;
  std::vector<SolidPeer*> asked;
  for (const std::unique_ptr<SolidPeer>& peer : peers) {
    if (!peer->Has(query)) continue;
    asked.push_back(peer.get());
    results.emplace_back(dataset.pairs.size());
    peer->Run(query, 0, count, results.back().data());
  }
  std::vector<TimedWork> works;
  std::vector<double> sink(dataset.pairs.size());
  for (SolidPeer* const peer : asked) {
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

std::string WrongCell(const ErrorFamily& family, SolidPeer* peer) {
  peer->Prepare(family.dataset);
  const int count = static_cast<int>(family.dataset.pairs.size());
  std::vector<std::string> parts;
  std::vector<double> results(family.dataset.pairs.size());
  for (const SolidQuery query : {SolidQuery::kCollides, SolidQuery::kDistance, SolidQuery::kPenetration}) {
    const bool asked = query != SolidQuery::kPenetration || family.overlapping;
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

}  // namespace

std::vector<SolidTable> MakePeerTables(const SolidTableOptions& options) {
  const Peers peers = MakeAllPeers();
  PeerTable collision = StartTable(SolidQuery::kCollides, "peers_collision", "Peers: collision (Level 1)", peers);
  PeerTable distance = StartTable(SolidQuery::kDistance, "peers_distance", "Peers: distance (Level 2)", peers);
  PeerTable penetration = StartTable(SolidQuery::kPenetration, "peers_penetration", "Peers: penetration depth", peers);
  for (int index = 0; index < kDatasets; ++index) {
    if (index >= 2 && kVertices[index - 2] > options.max_vertices) break;
    for (const Placement placement :
         {Placement::kDistant, Placement::kClose, Placement::kMixed, Placement::kOverlapping}) {
      const SolidDataset dataset = MakeDataset(index, placement, options);
      const std::string name = absl::StrCat(dataset.name, ", ", Name(placement));
      for (const std::unique_ptr<SolidPeer>& peer : peers) peer->Prepare(dataset);
      // Close pairs are for distances, mixed ones for collisions.
      if (placement != Placement::kClose) AppendCell(dataset, name, peers, options.min_time_s, &collision);
      if (placement != Placement::kMixed) AppendCell(dataset, name, peers, options.min_time_s, &distance);
      if (placement == Placement::kOverlapping) AppendCell(dataset, name, peers, options.min_time_s, &penetration);
    }
  }
  std::vector<SolidTable> tables;
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
  const std::vector<std::unique_ptr<SolidPeer>> peers = MakeAllPeers();
  SolidTable table;
  table.id = "peers_errors";
  table.title = "Peers: answers to hard pairs";
  table.ours =
      "wrong answers of collision / distance / penetration depth; `-`: not asked, or the library has no such query. A "
      "collision is wrong if it is not the exact one (touching is a collision), a length if it is off by more than "
      "1e-3 "
      "of itself plus 1e-9 of the bodies' size, or none.";
  table.header = {"family", "pairs"};
  for (const std::unique_ptr<SolidPeer>& peer : peers) table.header.push_back(peer->name());
  for (const ErrorFamily& family : MakeErrorFamilies(std::min(options.pairs, kMostErrorPairs), options.seed)) {
    std::vector<std::string> row = {family.dataset.name, absl::StrCat(family.dataset.pairs.size())};
    for (const std::unique_ptr<SolidPeer>& peer : peers) row.push_back(WrongCell(family, peer.get()));
    table.rows.push_back(row);
  }
  return table;
}

}  // namespace collision2d::bench
