#pragma once

// The semantic version of the library. CHANGELOG.md lists what each version changed,
// docs/versions.md what the numbers promise. As macros for the preprocessor:
//   #if COLLISION2D_VERSION >= COLLISION2D_MAKE_VERSION(1, 0, 0)
#define COLLISION2D_MAKE_VERSION(major, minor, patch) (((major)*1000 + (minor)) * 1000 + (patch))
#define COLLISION2D_VERSION_MAJOR 1
#define COLLISION2D_VERSION_MINOR 0
#define COLLISION2D_VERSION_PATCH 0
// "-rc1" for the first release candidate, "" for a release. The numbers above are the same for
// both.
#define COLLISION2D_VERSION_SUFFIX "-rc1"
#define COLLISION2D_VERSION \
  COLLISION2D_MAKE_VERSION(COLLISION2D_VERSION_MAJOR, COLLISION2D_VERSION_MINOR, COLLISION2D_VERSION_PATCH)

#include <string>

namespace collision2d {

inline constexpr char kVersion[] = "1.0.0-rc1";

// Returns the version, and after a + the commit that was built, as SemVer writes it
// ("1.0.0-rc1+4f1c0d2e9a71", then "-dirty" if files were changed). The commit is absent where
// the build does not know it: docs/versions.md.
std::string BuildVersion();

}  // namespace collision2d
