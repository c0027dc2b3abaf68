#include "replay/tool/process.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <initializer_list>
#include <new>
#include <string>

#include "absl/strings/str_cat.h"
#include "collision2d/io/text.h"
#include "replay/tool/terminal_report.h"

namespace collision2d::planner {
namespace {

// What SetWorkItem was told, as it is shown; in memory that is there before memory ends.
constexpr size_t kMaxWorkItemBytes = 1024;
char work_item[kMaxWorkItemBytes];
size_t work_item_bytes = 0;

// Returns the bytes that RLIMIT_DATA limits.
rlim_t DataBytes() {
  std::ifstream file("/proc/self/statm");
  rlim_t pages = 0;
  // Total, resident, shared, text, libraries, data.
  for (int i = 0; i < 6; ++i) file >> pages;
  return file ? pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) : 0;
}

// Writes to standard error without allocating, and in signal handlers.
void WriteError(absl::string_view text) {
  // There is nowhere else to report a failure to.
  static_cast<void>(write(STDERR_FILENO, text.data(), text.size()) < 0);
}

void EraseProgressBar() {
  if (isatty(STDERR_FILENO) == 1) WriteError(kEraseLine);
}

[[noreturn]] void EndOutOfMemory() {
  static std::atomic_flag is_ending = ATOMIC_FLAG_INIT;
  // Other threads that find no memory wait for the end.
  while (is_ending.test_and_set()) pause();
  EraseProgressBar();
  WriteError("replay: out of memory");
  if (work_item_bytes > 0) WriteError(": ");
  WriteError(absl::string_view(work_item, work_item_bytes));
  WriteError("\n");
  _exit(kExitFailed);
}

void EndInterrupted(int signal) {
  EraseProgressBar();
  WriteError("replay: interrupted; what was done is in files .partial\n");
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace

void ReserveStandardDescriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) continue;
    // The lowest free descriptor is this one.
    if (open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
  }
}

absl::Status LimitMemory(int64_t limit_mb) {
  if (limit_mb < 0) return absl::InvalidArgumentError(absl::StrCat("memory_limit_mb: ", limit_mb, " is below 0"));
  constexpr rlim_t kBytesPerMb = 1'000'000;
  // What does not fit into a number is no limit.
  rlim_t limit = std::min(static_cast<rlim_t>(limit_mb), RLIM_INFINITY / kBytesPerMb) * kBytesPerMb;
  if (limit_mb == 0) {
    limit = static_cast<rlim_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) / 5 * 4;
    if (DataBytes() >= limit) return absl::OkStatus();
  }
  rlimit present{};
  if (getrlimit(RLIMIT_DATA, &present) != 0 || present.rlim_cur <= limit) return absl::OkStatus();
  present.rlim_cur = limit;
  if (setrlimit(RLIMIT_DATA, &present) != 0) return absl::InternalError("memory_limit_mb: cannot be set");
  return absl::OkStatus();
}

void SetWorkItem(absl::string_view item) {
  const std::string visible = VisibleText(item);
  const absl::string_view shown = Utf8Prefix(visible, kMaxWorkItemBytes);
  work_item_bytes = shown.size();
  std::copy(shown.begin(), shown.end(), work_item);
}

void EndWhereMemoryEnds() { std::set_new_handler(EndOutOfMemory); }

void NameInterruptions() {
  // Background jobs of scripts ignore SIGINT.
  for (const int signal : {SIGINT, SIGTERM}) {
    if (std::signal(signal, EndInterrupted) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
}

}  // namespace collision2d::planner
