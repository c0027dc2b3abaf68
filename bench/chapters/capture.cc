// What recording costs, beside the same queries without it: see --help.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

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

// The query functions, and those of a recorder.
struct AskCollides {
  static double Ask(const PosedPair& pair, Recorder* recorder) {
    return recorder->Collides(pair.a, pair.b, pair.a_from_b) ? 1.0 : 0.0;
  }
  static double Plain(const PosedPair& pair) { return Collides(pair.a, pair.b, pair.a_from_b) ? 1.0 : 0.0; }
};
struct AskDistance {
  static double Ask(const PosedPair& pair, Recorder* recorder) {
    return recorder->Distance(pair.a, pair.b, pair.a_from_b);
  }
  static double Plain(const PosedPair& pair) { return Distance(pair.a, pair.b, pair.a_from_b); }
};
struct AskSeparation {
  static double Ask(const PosedPair& pair, Recorder* recorder) {
    return recorder->ComputeSeparation(pair.a, pair.b, pair.a_from_b).signed_distance_m;
  }
  static double Plain(const PosedPair& pair) {
    return ComputeSeparation(pair.a, pair.b, pair.a_from_b).signed_distance_m;
  }
};

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

CaptureOptions EveryQuery() {
  CaptureOptions every;
  every.sample_every = 1;
  return every;
}

double sink = 0.0;

const std::vector<Column> kColumns = {{"query", "query"},     {"class", "class"},    {"vertices", "vertices"},
                                      {"pairs", "pairs"},     {"method", "method"},  {"ns_median", "ns"},
                                      {"ns_min", "least ns"}, {"records", "records"}};

template <typename Query>
void Measure(const std::string& query, const std::vector<Cell>& keys, const std::vector<PosedPair>& pairs,
             double min_time_s, Report* report, Table* table) {
  Recording none{CaptureOptions()};
  Recording every(EveryQuery());
  int64_t asked = 0;
  const auto recorded_by = [&](Recording* recording) {
    return [&, recording](int begin, int end) {
      for (int i = begin; i < end; ++i) sink = sink + Query::Ask(pairs[i], &recording->recorder);
      asked += recording == &every ? end - begin : 0;
    };
  };
  const auto plain = [&](int begin, int end) {
    for (int i = begin; i < end; ++i) sink = sink + Query::Plain(pairs[i]);
  };
  const std::vector<Timing> timings =
      TimeInterleaved({plain, recorded_by(&none), recorded_by(&every)}, static_cast<int>(pairs.size()), min_time_s);
  const double records[] = {0.0, 0.0, static_cast<double>(every.ring.counts().claimed) / static_cast<double>(asked)};
  const char* const methods[] = {"plain", "on", "recorded"};
  for (size_t k = 0; k < timings.size(); ++k) {
    std::vector<Cell> row = {Key(query)};
    row.insert(row.end(), keys.begin(), keys.end());
    row.insert(row.end(),
               {Key(methods[k]), Number(timings[k].median_ns), Number(timings[k].min_ns), Number(records[k])});
    report->AddRow(row, table);
  }
}

void Run(const Options& options, Report* report) {
  const double min_time_s = options.Positive("min_time");
  const std::vector<int> counts = options.Numbers("pairs", 1, 1 << 20);
  const std::vector<int> vertex_counts = options.Numbers("vertices", 3, 1000);
  Table table = {"", "", "", kColumns, {}};
  for (const PairClass pair_class : {PairClass::kDistant, PairClass::kOverlapping, PairClass::kTouching}) {
    for (const int vertices : vertex_counts) {
      for (const int count : counts) {
        const std::vector<PosedPair> pairs = PosePairs(PaperPairs(pair_class, vertices, count, options.Seed()));
        const std::vector<Cell> keys = {Key(Name(pair_class)), Key(vertices), Key(count)};
        Measure<AskCollides>("Collides", keys, pairs, min_time_s, report, &table);
        Measure<AskDistance>("Distance", keys, pairs, min_time_s, report, &table);
        Measure<AskSeparation>("ComputeSeparation", keys, pairs, min_time_s, report, &table);
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
                             {{"csv", CsvHeader(kColumns)}},
                             Run});

}  // namespace
}  // namespace collision2d::bench
