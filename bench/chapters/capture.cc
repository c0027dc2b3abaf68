// What recording costs, beside the same queries without it: see --help.

#include <cstddef>

#include "absl/types/span.h"
#include "bench/chapter.h"
#include "bench/peers/layout.h"
#include "bench/timing/timing.h"
#include "collision2d/capture/capture_ring.h"
#include "collision2d/capture/query_kind.h"
#include "collision2d/capture/recorder.h"
#include "collision2d/collision2d.h"
#include "collision2d/testing/paper_dataset.h"

namespace collision2d::bench {
namespace {

constexpr char kAbout[] =
    "What recording costs, beside the same queries without it. `plain` calls the query, `on` asks a recorder that\n"
    "records nothing, `recorded` one that records every query: its time less that of `plain` is that of a record.\n"
    "Compare medians, or on a busy machine minima. 1024 pairs stay in the second-level cache, where differences of a\n"
    "nanosecond are not lost in waiting for memory.";

constexpr size_t kSlots = 1024;
constexpr size_t kSlotBytes = 4096;

// A recorder with the memory that it writes to.
struct Recording {
  explicit Recording(const CaptureOptions& options)
      : slots(kSlots),
        bytes(kSlots * kSlotBytes),
        ring(absl::MakeSpan(slots), absl::MakeSpan(bytes)),
        recorder(&ring, options) {}

  std::vector<CaptureSlot> slots;
  std::vector<uint8_t> bytes;
  CaptureRing ring;
  Recorder recorder;
};

double sink = 0.0;

// plain(pair) calls the query, ask(pair, recorder) that of a recorder.
template <typename Plain, typename Ask>
void Measure(const char* query, const Row& keys, const std::vector<PosedPair>& pairs, double min_time_s,
             const Plain& plain, const Ask& ask, Report* report, Table* table) {
  CaptureOptions every_query;
  every_query.sample_every = 1;
  Recording none{CaptureOptions()};
  Recording every(every_query);
  int64_t asked = 0;
  const auto recorded_by = [&](Recording* recording) {
    return [&, recording](int begin, int end) {
      for (int i = begin; i < end; ++i) sink = sink + static_cast<double>(ask(pairs[i], &recording->recorder));
      asked += recording == &every ? end - begin : 0;
    };
  };
  const auto unrecorded = [&](int begin, int end) {
    for (int i = begin; i < end; ++i) sink = sink + static_cast<double>(plain(pairs[i]));
  };
  const std::vector<Timing> timings = TimeInterleaved({unrecorded, recorded_by(&none), recorded_by(&every)},
                                                      static_cast<int>(pairs.size()), min_time_s);
  const double records[] = {0.0, 0.0, static_cast<double>(every.ring.counts().claimed) / static_cast<double>(asked)};
  const char* const methods[] = {"plain", "on", "recorded"};
  for (size_t k = 0; k < timings.size(); ++k) {
    Row row = {Key("query", query)};
    row.insert(row.end(), keys.begin(), keys.end());
    row.insert(row.end(), {Key("method", methods[k]),
                           {"ns_median|ns", timings[k].median_ns},
                           {"ns_min|least ns", timings[k].min_ns},
                           {"records", records[k]}});
    report->AddRow(row, table);
  }
}

void Run(const Options& options, Report* report) {
  const double min_time_s = options.Positive("min_time");
  const std::vector<int> counts = options.Numbers("pairs", 1, 1 << 20);
  const std::vector<int> vertex_counts = options.Numbers("vertices", 3, 1000);
  Table table;
  for (const PairClass pair_class : {PairClass::kDistant, PairClass::kOverlapping, PairClass::kTouching}) {
    for (const int vertices : vertex_counts) {
      for (const int count : counts) {
        const std::vector<PosedPair> pairs = PosePairs(PaperPairs(pair_class, vertices, count, options.Seed()));
        const Row keys = {Key("class", Name(pair_class)), Key("vertices", vertices), Key("pairs", count)};
        const auto measure = [&](const char* query, const auto& plain, const auto& ask) {
          Measure(query, keys, pairs, min_time_s, plain, ask, report, &table);
        };
        measure(
            "Collides", [](const PosedPair& p) { return Collides(p.a, p.b, p.a_from_b); },
            [](const PosedPair& p, Recorder* recorder) { return recorder->Collides(p.a, p.b, p.a_from_b); });
        measure(
            "Distance", [](const PosedPair& p) { return Distance(p.a, p.b, p.a_from_b); },
            [](const PosedPair& p, Recorder* recorder) { return recorder->Distance(p.a, p.b, p.a_from_b); });
        measure(
            "ComputeSeparation",
            [](const PosedPair& p) { return ComputeSeparation(p.a, p.b, p.a_from_b).signed_distance_m; },
            [](const PosedPair& p, Recorder* recorder) {
              return recorder->ComputeSeparation(p.a, p.b, p.a_from_b).signed_distance_m;
            });
      }
    }
  }
  report->AddMarkdown(table);
}

const Registration kCapture({"capture",
                             "What recording costs",
                             kAbout,
                             {MinTime("0.4", "each method is timed for in each row"),
                              {"pairs", "1024,16384", "numbers of pairs"},
                              {"vertices", "4,8,64", "vertex counts of both shapes"},
                              Seed("20261123")},
                             Run});

}  // namespace
}  // namespace collision2d::bench
