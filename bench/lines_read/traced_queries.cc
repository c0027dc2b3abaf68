// The queries whose reads assurance/lines_read.sh counts: see --help.

#include <link.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/usage.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "bench/flag_checks.h"
#include "bench/rows/box2d_row.h"
#include "bench/rows/collision2d_row.h"
#include "bench/rows/layout.h"
#include "bench/rows/plain_gjk_rows.h"
#include "bench/rows/row.h"
#include "bench/rows/shape_memory.h"
#include "collision2d/io/parse_flags.h"
#include "collision2d/testing/paper_dataset.h"
#include "collision2d/testing/random.h"

ABSL_FLAG(std::string, queries, "", "file to write the list of queries to, for lines_read.py");
ABSL_FLAG(std::string, layout, "contiguous", "contiguous or scattered");
ABSL_FLAG(int, pairs, 40, "pairs of each class and vertex count");
ABSL_FLAG(uint64_t, seed, 20261120, "seed of the pairs");
ABSL_FLAG(std::vector<std::string>, vertices, std::vector<std::string>({"4", "8", "12", "16", "20", "24"}),
          "vertex counts of both shapes");

namespace collision2d::bench {
namespace {

constexpr char kUsage[] =
    R"(Asks Box2D, the plain GJK rows and collision2d about pairs of the paper's tables, one query at a time, for a tracer of
memory accesses (valgrind --tool=lackey --trace-mem=yes). Before query number k it writes to byte k of an array of markers,
and after it to the last byte. The list of queries has the address of the markers, the memory of each query's shapes, and
the program's static memory.)";

// The pairs are split into groups, each with rows of its own, which are kept with some memory
// between them: their arrays begin at every multiple of 16 bytes of a line about equally often.
// That is the alignment of malloc, and how many lines 128 bytes touch depends on it.
constexpr int kPairsOfGroup = 2;
constexpr int kAlignment_bytes = 16;

constexpr int kMarkers = 1 << 16;

// kMarkers bytes, aligned to their number, so that the addresses of all markers have the same first
// digits. By hand: not every loader keeps an alignment beyond that of a page.
volatile char* Markers() {
  static volatile char memory[2 * kMarkers];
  const auto begin = reinterpret_cast<uintptr_t>(&memory[0]);
  return &memory[(kMarkers - begin % kMarkers) % kMarkers];
}

std::vector<std::unique_ptr<Row>> TracedRows() {
  std::vector<std::unique_ptr<Row>> rows;
  rows.push_back(MakeBox2dRow());
  rows.push_back(MakeBarycodeRow());
  rows.push_back(MakeBarycodeHillClimbingRow());
  rows.push_back(MakeSignedVolumesRow());
  rows.push_back(MakeVoronoiRow());
  rows.push_back(MakePosedCollision2dRow());
  rows.push_back(MakeCollision2dRow());
  return rows;
}

// A line for each segment of the program and of the libraries that it has loaded: code and static
// data.
void WriteStaticMemory(std::ofstream* file) {
  const auto write = [](dl_phdr_info* info, size_t /*size*/, void* data) {
    for (int i = 0; i < info->dlpi_phnum; ++i) {
      const auto& segment = info->dlpi_phdr[i];
      if (segment.p_type != PT_LOAD) continue;
      *static_cast<std::ofstream*>(data) << absl::StrFormat("static %x %d\n", info->dlpi_addr + segment.p_vaddr,
                                                            segment.p_memsz);
    }
    return 0;
  };
  dl_iterate_phdr(write, file);
}

class Tracer {
 public:
  explicit Tracer(std::ofstream* file) : file_(file), markers_(Markers()) {
    *file_ << absl::StrFormat("markers %x %d\n", reinterpret_cast<uintptr_t>(markers_), kMarkers);
    // The stack grows down from here.
    *file_ << absl::StrFormat("stack %x\n", reinterpret_cast<uintptr_t>(__builtin_frame_address(0)));
    WriteStaticMemory(file_);
  }

  // All levels of a row on these pairs; `cell` names layout, class and number of vertices.
  void Trace(const std::string& cell, Row* row, int pair_count) {
    for (const Level level : {Level::kCollides, Level::kDistance, Level::kSeparation}) {
      if (row->HasLevel(level)) TraceLevel(cell, row, level, pair_count);
    }
  }

 private:
  void TraceLevel(const std::string& cell, Row* row, Level level, int pair_count) {
    std::vector<double> results(pair_count);
    // What happens once (lazy binding, the choice of an instruction set) is not traced.
    row->Run(level, 0, pair_count, results.data());
    for (int i = 0; i < pair_count; ++i) {
      if (next_ == kMarkers - 1) FailFlag("pairs", "more queries than markers");
      *file_ << absl::StrFormat("query,%d,%s,%s,%d", next_, cell, row->name(), static_cast<int>(level));
      for (const MemoryBlock& block : row->ShapeMemory(i)) {
        *file_ << absl::StrFormat(",%x:%d", reinterpret_cast<uintptr_t>(block.begin), block.bytes);
      }
      // lines_read.py reads the list while this program runs.
      *file_ << std::endl;
      markers_[next_++] = 1;
      row->Run(level, i, i + 1, results.data());
      markers_[kMarkers - 1] = 1;
    }
  }

  std::ofstream* file_;
  volatile char* markers_;
  int next_ = 0;
};

// What stays allocated until the end.
struct Group {
  std::vector<PolygonPair> pairs;
  std::vector<std::unique_ptr<Row>> rows;
  std::vector<std::unique_ptr<char[]>> padding;
};

Layout CheckedLayout(const std::string& name) {
  for (const Layout layout : kLayouts) {
    if (name == Name(layout)) return layout;
  }
  FailFlag("layout", absl::StrCat("'", name, "' is not one of contiguous,scattered"));
}

int Run() {
  const int pair_count = absl::GetFlag(FLAGS_pairs);
  if (pair_count <= 0) FailFlag("pairs", "not a positive number");
  const std::vector<int> vertex_counts = CheckedNumbers("vertices", absl::GetFlag(FLAGS_vertices), 3, 1000);
  const Layout layout = CheckedLayout(absl::GetFlag(FLAGS_layout));
  if (absl::GetFlag(FLAGS_queries).empty()) FailFlag("queries", "no file given");
  std::ofstream file = OpenForWriting("queries", absl::GetFlag(FLAGS_queries));
  Tracer tracer(&file);
  Random random(absl::GetFlag(FLAGS_seed));
  std::vector<Group> groups;
  for (const int vertices : vertex_counts) {
    for (const PairClass pair_class : kPairClasses) {
      const std::string cell = absl::StrCat(Name(layout), ",", Name(pair_class), ",", vertices);
      const std::vector<PolygonPair> pairs = PaperPairs(pair_class, vertices, pair_count, absl::GetFlag(FLAGS_seed));
      for (int begin = 0; begin < pair_count; begin += kPairsOfGroup) {
        const int end = std::min(begin + kPairsOfGroup, pair_count);
        Group& group = groups.emplace_back();
        group.pairs.assign(pairs.begin() + begin, pairs.begin() + end);
        for (std::unique_ptr<Row>& row : TracedRows()) {
          group.padding.emplace_back(new char[kAlignment_bytes * random.Integer(64, 127)]);
          row->Prepare(group.pairs, layout);
          tracer.Trace(cell, row.get(), end - begin);
          group.rows.push_back(std::move(row));
        }
      }
    }
  }
  CheckWritten("queries", &file);
  return 0;
}

}  // namespace
}  // namespace collision2d::bench

int main(int argc, char** argv) {
  absl::SetProgramUsageMessage(collision2d::bench::kUsage);
  collision2d::bench::CheckNoArguments(collision2d::ParseFlags(argc, argv));
  return collision2d::bench::Run();
}
