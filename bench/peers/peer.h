// The one interface of what is measured and of what it is measured against: libraries, and methods
// of our own.

#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "bench/peers/layout.h"
#include "bench/timing/timing.h"
#include "collision2d/collision2d.h"
#include "collision2d/testing/paper_dataset.h"

namespace collision2d {
struct MovingPair;
}  // namespace collision2d

namespace collision2d::bench {

struct SolidDataset;

// What can be asked of a pair. The first three are Levels 1 to 3.
enum class Query {
  kCollides = 1,     // 1 if the shapes share a point, otherwise 0.
  kDistance = 2,     // m; 0 if they collide.
  kSeparation = 3,   // m; minus the penetration depth if they collide.
  kPenetration = 4,  // m, the depth; NaN if the peer reports none.
};

inline constexpr Query kLevels[] = {Query::kCollides, Query::kDistance, Query::kSeparation};

// What is said of two moving bodies.
struct MotionAnswer {
  MotionVerdict verdict = MotionVerdict::kFree;
  int64_t steps = 0;  // Instants that were examined.
  // s, from the last instant known to be free to the first known contact; 0 for methods that return
  // no such bracket.
  double bracket_s = 0.0;
};

// A peer makes its own shapes of the pairs, in their order, and answers questions about them. Which
// kinds of pairs it takes and which questions it answers is its own choice; preparing for other
// kinds ends the program.
class Peer {
 public:
  // The name is as printed in the tables and written to the CSV.
  Peer(std::string name, std::vector<Query> queries) : name_(std::move(name)), queries_(std::move(queries)) {}
  virtual ~Peer() = default;

  const std::string& name() const { return name_; }
  bool Has(Query query) const { return std::find(queries_.begin(), queries_.end(), query) != queries_.end(); }

  // Takes these pairs instead of the previous ones: of the plane, of solids, of moving bodies. Not
  // timed. The pairs must outlive the next Run or Decide.
  virtual void Prepare(absl::Span<const PolygonPair> /*pairs*/, Layout /*layout*/) { std::abort(); }
  virtual void Prepare(const SolidDataset& /*dataset*/) { std::abort(); }
  virtual void Prepare(absl::Span<const MovingPair> /*pairs*/) { std::abort(); }

  // Writes the answers for pairs begin, ..., end - 1 to the same places of `results`. The loop over
  // the pairs is in here, so that a pair costs no virtual call. REQUIRES: Has(query), Prepare was
  // called.
  virtual void Run(Query /*query*/, int /*begin*/, int /*end*/, double* /*results*/) { std::abort(); }

  // Whether the moving bodies of that pair meet. REQUIRES: Prepare was called for moving bodies.
  virtual MotionAnswer Decide(int /*pair*/) { std::abort(); }

  // The memory that holds the shapes of a pair in the plane, without the peer's list of pairs.
  // Empty for libraries that allocate parts of a shape where the peer cannot see them. REQUIRES:
  // Prepare was called.
  virtual std::vector<MemoryBlock> ShapeMemory(int /*pair*/) const { return {}; }

  // For a peer that poses b: the vertices of each b after posing, whose rounding differs from that
  // of the pairs. Its answers are about these. Empty for a peer that answers about the pairs
  // themselves.
  virtual std::vector<std::vector<Vec2>> PosedVerticesOfB() const { return {}; }

 private:
  std::string name_;
  std::vector<Query> queries_;
};

}  // namespace collision2d::bench
