#include "planner_adapter/replay_tool/written_items.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "collision2d/io/output_path.h"
#include "planner_adapter/replay_page/page_frame.h"
#include "planner_adapter/replay_tool/run_files.h"

namespace collision2d::planner {
namespace {

std::ifstream OpenPartial(const std::string& directory, absl::string_view name) {
  return std::ifstream(absl::StrCat(RunFile(directory, name), kPartialSuffix), std::ios::binary);
}

}  // namespace

WrittenItems::WrittenItems(const std::string& directory)
    : directory_(directory),
      json_{OpenPartial(directory, kRunJson), 0, {}},
      stream_{OpenPartial(directory, kRunStream), 0, {}} {}

bool WrittenItems::Hold(const proto::RunEntry& entry) {
  if (!Has(json_, entry.json_bytes(), entry.json_digest())) return false;
  if (!Has(stream_, entry.stream_bytes(), entry.stream_digest())) return false;
  if (!entry.has_row()) return true;
  const std::string name = PageSceneFile(scenes_++);
  if (entry.page_bytes() == 0) return true;
  Prefix page{std::ifstream(RunFile(directory_, name), std::ios::binary), 0, {}};
  return Has(page, entry.page_bytes(), entry.page_digest());
}

bool WrittenItems::Has(Prefix& prefix, int64_t size_bytes, uint64_t digest) {
  std::vector<char> chunk(size_t{1} << 16);
  while (prefix.size_bytes < size_bytes) {
    const int64_t wanted = std::min(static_cast<int64_t>(chunk.size()), size_bytes - prefix.size_bytes);
    prefix.file.read(chunk.data(), wanted);
    if (prefix.file.gcount() < wanted) return false;
    prefix.digest.Update(absl::string_view(chunk.data(), wanted));
    prefix.size_bytes += wanted;
  }
  return prefix.size_bytes == size_bytes && prefix.digest.digest() == digest;
}

}  // namespace collision2d::planner
