#include "bench/embedded/instruction_counter.h"

#include <fcntl.h>
#include <linux/perf_event.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace collision2d::bench {
namespace {

[[noreturn]] void Fail(const char* what) {
  std::perror(what);
  std::exit(1);
}

int OpenProcessorsCounter() {
  perf_event_attr attributes;
  std::memset(&attributes, 0, sizeof attributes);
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  const int file = static_cast<int>(syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0));
  if (file < 0) Fail("no counter of instructions (kernel.perf_event_paranoid must be 2 or less)");
  return file;
}

}  // namespace

InstructionCounter::InstructionCounter(const std::string& count_file)
    : file_(count_file.empty() ? OpenProcessorsCounter() : open(count_file.c_str(), O_RDONLY)) {
  if (count_file.empty()) return;
  if (file_ < 0) Fail(count_file.c_str());
  struct stat status;
  if (fstat(file_, &status) != 0 || status.st_size != static_cast<off_t>(sizeof *count_)) {
    std::fprintf(stderr, "%s: not a count of the plugin's\n", count_file.c_str());
    std::exit(1);
  }
  void* const mapped = mmap(nullptr, sizeof *count_, PROT_READ, MAP_SHARED, file_, 0);
  if (mapped == MAP_FAILED) Fail(count_file.c_str());
  count_ = static_cast<const volatile int64_t*>(mapped);
}

InstructionCounter::~InstructionCounter() { close(file_); }

int64_t InstructionCounter::Read() const {
  if (count_ != nullptr) return *count_;
  int64_t count = 0;
  if (read(file_, &count, sizeof count) != static_cast<ssize_t>(sizeof count)) std::abort();
  return count;
}

}  // namespace collision2d::bench
