#ifndef COLLISION2D_BENCH_THROUGHPUT_CHECK_OK_H_
#define COLLISION2D_BENCH_THROUGHPUT_CHECK_OK_H_

#include "absl/status/status.h"

namespace collision2d::bench {

// Ends the program with the message if a call was refused.
void CheckOk(const absl::Status& status);

}  // namespace collision2d::bench

#endif  // COLLISION2D_BENCH_THROUGHPUT_CHECK_OK_H_
