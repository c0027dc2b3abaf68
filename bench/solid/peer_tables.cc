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

SolidDataset MakeDataset(int index, Placement placement, const SolidTableOptions& options) {
  constexpr int kVertices[] = {8, 16, 32, 64, 100};
  Random random(options.seed);
  if (index == 0) return RandomBoxes(placement, options.pairs, &random);
  if (index == 1) return RandomPrisms(placement, 6, options.pairs, &random);
  return RandomPolytopes(placement, kVertices[index - 2], options.pairs, &random);
}
constexpr int kDatasets = 7;

bool Different(double answer, double ours) { return !(std::abs(answer - ours) <= kDifferent_m); }

// Times of all peers that have the query, NaN for the others; and how many of their answers are not ours.
struct PeerCell {
  std::vector<double> ns;
  std::vector<int> different;
};

PeerCell MeasureCell(SolidQuery query, const SolidDataset& dataset,
                     const std::vector<std::unique_ptr<SolidPeer>>& peers, double min_time_s) {
  const int count = static_cast<int>(dataset.pairs.size());
  std::vector<std::vector<double>> results(peers.size(), std::vector<double>(dataset.pairs.size()));
  std::vector<TimedWork> works;
  for (size_t i = 0; i < peers.size(); ++i) {
    peers[i]->Prepare(dataset);
    if (!peers[i]->Has(query)) continue;
    peers[i]->Run(query, 0, count, results[i].data());
    works.push_back([&results, &peers, query, i](int begin, int end) {
      peers[i]->Run(query, begin, end, results[i].data());
    });
  }
  const std::vector<Timing> timings = TimeInterleaved(works, count, min_time_s);
  PeerCell cell;
  size_t timed = 0;
  for (size_t i = 0; i < peers.size(); ++i) {
    const bool has = peers[i]->Has(query);
    cell.ns.push_back(has ? timings[timed++].median_ns : std::numeric_limits<double>::quiet_NaN());
    int different = 0;
    for (size_t k = 0; k < results[i].size(); ++k) different += has && Different(results[i][k], results.back()[k]);
    cell.different.push_back(different);
  }
  return cell;
}

SolidTable MakePeerTable(SolidQuery query, const char* id, const char* title, double target,
                         const std::vector<Placement>& placements,
                         const std::vector<std::unique_ptr<SolidPeer>>& peers, const SolidTableOptions& options) {
  SolidTable table;
  table.id = id;
  table.title = title;
  table.header = {"pairs"};
  for (const std::unique_ptr<SolidPeer>& peer : peers) {
    if (peer->Has(query)) table.header.push_back(absl::StrCat(peer->name(), " ns"));
  }
  table.header.push_back("best / collision2d");
  for (size_t i = 0; i + 1 < peers.size(); ++i) {
    if (peers[i]->Has(query)) table.header.push_back(absl::StrCat(peers[i]->name(), " differs"));
  }
  double least = std::numeric_limits<double>::infinity();
  for (int index = 0; index < kDatasets; ++index) {
    for (const Placement placement : placements) {
      const SolidDataset dataset = MakeDataset(index, placement, options);
      const PeerCell cell = MeasureCell(query, dataset, peers, options.min_time_s);
      std::vector<std::string> row = {absl::StrCat(dataset.name, ", ", Name(placement))};
      double best = std::numeric_limits<double>::infinity();
      for (size_t i = 0; i < peers.size(); ++i) {
        if (peers[i]->Has(query)) row.push_back(absl::StrFormat("%.0f", cell.ns[i]));
        if (i + 1 < peers.size() && cell.ns[i] < best) best = cell.ns[i];
      }
      const double ratio = best / cell.ns.back();
      least = std::min(least, ratio);
      row.push_back(absl::StrFormat("%.2f", ratio));
      for (size_t i = 0; i + 1 < peers.size(); ++i) {
        if (peers[i]->Has(query)) row.push_back(absl::StrCat(cell.different[i]));
      }
      table.rows.push_back(row);
    }
  }
  table.ours = absl::StrFormat(
      "ns per pair; `best`: the fastest other library; `differs`: answers that are more than 1e-6 m off those of "
      "collision2d, or none. Least ratio %.2f, wanted: %.0f.",
      least, target);
  return table;
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
  const std::vector<std::unique_ptr<SolidPeer>> peers = MakeAllPeers();
  return {MakePeerTable(SolidQuery::kCollides, "peers_collision", "Peers: collision (Level 1)", 4.0,
                        {Placement::kDistant, Placement::kMixed, Placement::kOverlapping}, peers, options),
          MakePeerTable(SolidQuery::kDistance, "peers_distance", "Peers: distance (Level 2)", 3.0,
                        {Placement::kDistant, Placement::kClose, Placement::kOverlapping}, peers, options),
          MakePeerTable(SolidQuery::kPenetration, "peers_penetration", "Peers: penetration depth", 3.0,
                        {Placement::kOverlapping}, peers, options)};
}

SolidTable MakePeerErrorTable(const SolidTableOptions& options) {
  const std::vector<std::unique_ptr<SolidPeer>> peers = MakeAllPeers();
  SolidTable table;
  table.id = "peers_errors";
  table.title = "Peers: answers to hard pairs";
  table.ours =
      "wrong answers of collision / distance / penetration depth; `-`: not asked, or the library has no such query. A "
      "collision is wrong if it is not the exact one (touching is a collision), a length if it is off by more than 1e-3 "
      "of itself plus 1e-9 of the bodies' size, or none.";
  table.header = {"family", "pairs"};
  for (const std::unique_ptr<SolidPeer>& peer : peers) table.header.push_back(peer->name());
  for (const ErrorFamily& family : MakeErrorFamilies(options.seed)) {
    std::vector<std::string> row = {family.dataset.name, absl::StrCat(family.dataset.pairs.size())};
    for (const std::unique_ptr<SolidPeer>& peer : peers) row.push_back(WrongCell(family, peer.get()));
    table.rows.push_back(row);
  }
  return table;
}

}  // namespace collision2d::bench
