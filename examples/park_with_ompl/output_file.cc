#include "examples/park_with_ompl/output_file.h"

#include <cstdlib>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace examples {

absl::StatusOr<std::ofstream> OpenForWriting(absl::string_view flag, const std::string& path) {
  std::ofstream file;
  if (path.empty()) return file;
  const char* const folder = std::getenv("BUILD_WORKING_DIRECTORY");
  file.open(folder == nullptr || path[0] == '/' ? path : absl::StrCat(folder, "/", path));
  if (!file) return absl::InvalidArgumentError(absl::StrCat(flag, ": cannot write to '", path, "'"));
  return file;
}

}  // namespace examples
