#pragma once

#include <functional>
#include <string>

namespace collision2d::bench {

// What `work` returns, done in a child process: it begins with the heap of this one, and what it
// allocates, frees and leaves in pieces is gone with it. Ends this process if that one fails.
std::string InFreshProcess(const std::function<std::string()>& work);

}  // namespace collision2d::bench
