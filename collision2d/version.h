#ifndef COLLISION2D_VERSION_H_
#define COLLISION2D_VERSION_H_

namespace collision2d {

// Semantic version of the library; CHANGELOG.md tells what each brought.
inline constexpr char kVersion[] = "0.1.0";

}  // namespace collision2d

#endif  // COLLISION2D_VERSION_H_
