// The queries whose reads assurance/lines_read.sh counts: see --help.

#include <link.h>

#include <cstddef>
#include <fstream>
#include <memory>

#include "bench/chapter.h"
#include "bench/peers/layout.h"
#include "bench/peers/pair_peers.h"
#include "bench/peers/peer.h"
#include "bench/peers/plane_methods.h"
#include "collision2d/testing/paper_dataset.h"
#include "collision2d/testing/random.h"

namespace collision2d::bench {
namespace {

constexpr char kUsage[] =
    R"(Asks Box2D, the plain GJK methods and collision2d about pairs of the paper's tables, one query at a time, for a tracer of
memory accesses (valgrind --tool=lackey --trace-mem=yes). Before query number k it writes to byte k of an array of markers,
and after it to the last byte. The list of queries has the address of the markers, the memory of each query's shapes, and
the program's static memory.)";

// The pairs are split into groups, each with peers of its own, which are kept with some memory
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

std::vector<std::unique_ptr<Peer>> TracedPeers() {
  std::vector<std::unique_ptr<Peer>> peers = MakePlainGjkPeers();
  peers.insert(peers.begin(), MakeBox2dPeer());
  peers.push_back(MakeCollision2dPeer(Frames::kPosed));
  peers.push_back(MakeCollision2dPeer(Frames::kOne));
  return peers;
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

  // All levels of a peer on these pairs; `cell` names layout, class and number of vertices.
  void Trace(const std::string& cell, Peer* peer, int pair_count) {
    for (const Query level : kLevels) {
      if (peer->Has(level)) TraceLevel(cell, peer, level, pair_count);
    }
  }

 private:
  void TraceLevel(const std::string& cell, Peer* peer, Query level, int pair_count) {
    std::vector<double> results(pair_count);
    // What happens once (lazy binding, the choice of an instruction set) is not traced.
    peer->Run(level, 0, pair_count, results.data());
    for (int i = 0; i < pair_count; ++i) {
      if (next_ == kMarkers - 1) FailOption("pairs", "more queries than markers");
      *file_ << absl::StrFormat("query,%d,%s,%s,%d", next_, cell, peer->name(), static_cast<int>(level));
      for (const MemoryBlock& block : peer->ShapeMemory(i)) {
        *file_ << absl::StrFormat(",%x:%d", reinterpret_cast<uintptr_t>(block.begin), block.bytes);
      }
      // lines_read.py reads the list while this program runs.
      *file_ << std::endl;
      markers_[next_++] = 1;
      peer->Run(level, i, i + 1, results.data());
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
  std::vector<std::unique_ptr<Peer>> peers;
  std::vector<std::unique_ptr<char[]>> padding;
};

const std::vector<Option> kOptions = {
    {"queries", "", "file to write the list of queries to, for lines_read.py"},
    {"layout", "contiguous", "contiguous or scattered"},
    {"pairs", "40", "pairs of each class and vertex count"},
    {"seed", "20261120", "seed of the pairs"},
    {"vertices", "4,8,12,16,20,24", "vertex counts of both shapes"},
};

void Run(const Options& options) {
  const int pair_count = options.Count("pairs");
  const std::vector<int> vertex_counts = options.Numbers("vertices", 3, 1000);
  const std::vector<Layout> layouts = options.Selected("layout", kLayouts, [](Layout each) { return Name(each); });
  if (layouts.size() != 1) FailOption("layout", "not one layout");
  const Layout layout = layouts[0];
  if (options.Text("queries").empty()) FailOption("queries", "no file given");
  std::ofstream file = OpenForWriting("queries", options.Text("queries"));
  Tracer tracer(&file);
  Random random(options.Seed());
  std::vector<Group> groups;
  for (const int vertices : vertex_counts) {
    for (const PairClass pair_class : kPairClasses) {
      const std::string cell = absl::StrCat(Name(layout), ",", Name(pair_class), ",", vertices);
      const std::vector<PolygonPair> pairs = PaperPairs(pair_class, vertices, pair_count, options.Seed());
      for (int begin = 0; begin < pair_count; begin += kPairsOfGroup) {
        const int end = std::min(begin + kPairsOfGroup, pair_count);
        Group& group = groups.emplace_back();
        group.pairs.assign(pairs.begin() + begin, pairs.begin() + end);
        for (std::unique_ptr<Peer>& peer : TracedPeers()) {
          group.padding.emplace_back(new char[kAlignment_bytes * random.Integer(64, 127)]);
          peer->Prepare(group.pairs, layout);
          tracer.Trace(cell, peer.get(), end - begin);
          group.peers.push_back(std::move(peer));
        }
      }
    }
  }
  CheckWritten("queries", &file);
}

}  // namespace
}  // namespace collision2d::bench

int main(int argc, char** argv) {
  using namespace collision2d::bench;
  Run(ParseOptions(kUsage, kOptions, argc, argv));
}
