#include "bench/fresh_process.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>

namespace collision2d::bench {
namespace {

[[noreturn]] void Fail(const char* what) {
  std::perror(what);
  std::exit(1);
}

bool WriteAll(int file, const std::string& text) {
  size_t written = 0;
  while (written < text.size()) {
    const ssize_t count = write(file, text.data() + written, text.size() - written);
    if (count <= 0) return false;
    written += static_cast<size_t>(count);
  }
  return true;
}

}  // namespace

std::string InFreshProcess(const std::function<std::string()>& work) {
  int ends[2];
  if (pipe(ends) != 0) Fail("pipe");
  const pid_t child = fork();
  if (child < 0) Fail("fork");
  if (child == 0) {
    close(ends[0]);
    // Without what the parent does when it ends.
    _exit(WriteAll(ends[1], work()) ? 0 : 1);
  }
  close(ends[1]);
  std::string text;
  char buffer[4096];
  ssize_t count;
  while ((count = read(ends[0], buffer, sizeof buffer)) > 0) text.append(buffer, static_cast<size_t>(count));
  close(ends[0]);
  int status = 0;
  if (count < 0 || waitpid(child, &status, 0) != child) Fail("the process of a cell");
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    std::fprintf(stderr, "the process of a cell failed\n");
    std::exit(1);
  }
  return text;
}

}  // namespace collision2d::bench
