#include "bench/throughput/check_ok.h"

#include <cstdlib>
#include <iostream>

namespace collision2d::bench {

void CheckOk(const absl::Status& status) {
  if (status.ok()) return;
  std::cerr << status << '\n';
  std::exit(2);
}

}  // namespace collision2d::bench
