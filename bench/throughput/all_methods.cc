#include "bench/throughput/all_methods.h"

#include "bench/throughput/batch_method.h"
#include "bench/throughput/box2d_methods.h"
#include "bench/throughput/fcl_method.h"
#include "bench/throughput/scalar_method.h"
#include "bench/throughput/static_map_method.h"
#include "bench/throughput/swept_scalar_method.h"

namespace collision2d::bench {

std::vector<std::unique_ptr<Method>> MakeMethods(const Case& asked, absl::Span<const IsaTarget> targets) {
  std::vector<std::unique_ptr<Method>> methods;
  if (asked.compares_threads) {
    methods.push_back(MakeBatchMethod(targets.front(), ThreadCount::kOne));
    methods.push_back(MakeBatchMethod(targets.front(), ThreadCount::kTwo));
    return methods;
  }
  if (asked.compares_growth) {
    for (const Growth growth : {Growth::kNone, Growth::kInCalls}) {
      methods.push_back(MakeBatchMethod(targets.front(), ThreadCount::kOne, growth));
    }
    return methods;
  }
  methods.push_back(MakeScalarMethod());
  methods.push_back(MakeSweptScalarMethod());
  methods.push_back(MakeBox2dPairwiseMethod());
  methods.push_back(MakeBox2dTreeMethod());
  methods.push_back(MakeFclMethod());
  for (const IsaTarget& target : targets) {
    methods.push_back(MakeBatchMethod(target, ThreadCount::kOne));
    methods.push_back(MakeStaticMapMethod(target));
  }
  return methods;
}

}  // namespace collision2d::bench
