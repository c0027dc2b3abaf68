#include "collision2d/version.h"

#include "absl/strings/str_cat.h"

// The commit of the tree, if the build system knows it.
#ifndef COLLISION2D_COMMIT
#define COLLISION2D_COMMIT ""
#endif

namespace collision2d {

std::string BuildVersion() {
  constexpr char kCommit[] = COLLISION2D_COMMIT;
  return sizeof(kCommit) > 1 ? absl::StrCat(kVersion, "+", kCommit) : kVersion;
}

}  // namespace collision2d
