#pragma once

#include <cstdint>
#include <string>

#include "collision2d/capture/captured_query.h"
#include "collision2d/capture/tool/shrink_query.h"

namespace collision2d {

// The source of a GoogleTest that fails while the query is as `keep` says: a file of its own,
// numbers as hexadecimal floats. `origin` is a comment of one line that says where the query is
// from. slow_work is the work at which a query is slow.
std::string RegressionText(const CapturedQuery& query, Keep keep, int64_t slow_work, const std::string& origin);

}  // namespace collision2d
