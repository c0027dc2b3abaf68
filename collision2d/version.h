#ifndef COLLISION2D_VERSION_H_
#define COLLISION2D_VERSION_H_

// The semantic version of the library. CHANGELOG.md lists what each version changed,
// docs/versions.md what the numbers promise. As macros for the preprocessor:
//   #if COLLISION2D_VERSION >= COLLISION2D_MAKE_VERSION(0, 2, 0)
#define COLLISION2D_MAKE_VERSION(major, minor, patch) (((major)*1000 + (minor)) * 1000 + (patch))
#define COLLISION2D_VERSION_MAJOR 0
#define COLLISION2D_VERSION_MINOR 2
#define COLLISION2D_VERSION_PATCH 0
#define COLLISION2D_VERSION \
  COLLISION2D_MAKE_VERSION(COLLISION2D_VERSION_MAJOR, COLLISION2D_VERSION_MINOR, COLLISION2D_VERSION_PATCH)

namespace collision2d {

inline constexpr char kVersion[] = "0.2.0";

}  // namespace collision2d

#endif  // COLLISION2D_VERSION_H_
