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

// The queries without a recorder.
struct Functions {
  bool Collides(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& pose) {
    return collision2d::Collides(a, b, pose);
  }
  double Distance(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& pose) {
    return collision2d::Distance(a, b, pose);
  }
  Separation ComputeSeparation(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& pose) {
    return collision2d::ComputeSeparation(a, b, pose);
  }
};

// ask(pair, of) calls a query of a Recorder, or of Functions.
template <typename Ask>
void Measure(const Row& keys, const std::vector<PosedPair>& pairs, double min_time_s, const Ask& ask, Report* report,
             Table* table) {
  CaptureOptions every_query;
  every_query.sample_every = 1;
  Recording none{CaptureOptions()};
  Recording every(every_query);
  Functions functions;
  int64_t asked = 0;
  const auto work_of = [&](auto* of) -> TimedWork {
    return [&, of](int begin, int end) {
      for (int i = begin; i < end; ++i) sink = sink + static_cast<double>(ask(pairs[i], of));
    };
  };
  const TimedWork recorded = work_of(&every.recorder);
  const auto counted = [&](int begin, int end) {
    recorded(begin, end);
    asked += end - begin;
  };
  const std::vector<Timing> timings = TimeInterleaved({work_of(&functions), work_of(&none.recorder), counted},
                                                      static_cast<int>(pairs.size()), min_time_s);
  const double records[] = {0.0, 0.0, static_cast<double>(every.ring.counts().claimed) / static_cast<double>(asked)};
  const char* const methods[] = {"plain", "on", "recorded"};
  for (size_t k = 0; k < timings.size(); ++k) {
    Row row = keys;
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
        const auto measure = [&](const char* query, const auto& ask) {
          Measure({Key("query", query), Key("class", Name(pair_class)), Key("vertices", vertices), Key("pairs", count)},
                  pairs, min_time_s, ask, report, &table);
        };
        measure("Collides", [](const PosedPair& p, auto* of) { return of->Collides(p.a, p.b, p.a_from_b); });
        measure("Distance", [](const PosedPair& p, auto* of) { return of->Distance(p.a, p.b, p.a_from_b); });
        measure("ComputeSeparation", [](const PosedPair& p, auto* of) {
          return of->ComputeSeparation(p.a, p.b, p.a_from_b).signed_distance_m;
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
