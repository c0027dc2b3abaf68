#include "bench/build_description.h"

#include <fstream>

#include "absl/strings/str_cat.h"

namespace collision2d::bench {
namespace {

#if defined(__clang__)
constexpr absl::string_view kCompiler = __VERSION__;
#else
constexpr absl::string_view kCompiler = "GCC " __VERSION__;
#endif

#if defined(__AVX512F__)
constexpr absl::string_view kTarget = "AVX-512";
#elif defined(__AVX2__)
constexpr absl::string_view kTarget = "AVX2";
#elif defined(__AVX__)
constexpr absl::string_view kTarget = "AVX";
#elif defined(__SSE4_1__)
constexpr absl::string_view kTarget = "SSE4.1";
#elif defined(__x86_64__)
constexpr absl::string_view kTarget = "baseline x86-64 (SSE2)";
#elif defined(__aarch64__)
constexpr absl::string_view kTarget = "aarch64 (NEON)";
#else
constexpr absl::string_view kTarget = "unknown";
#endif

#if defined(__OPTIMIZE__) && defined(NDEBUG)
constexpr absl::string_view kMode = "optimised, without assertions";
#else
constexpr absl::string_view kMode = "NOT an optimised build without assertions: its times mean nothing";
#endif

// The processor's name; "unknown" where the system does not tell.
std::string CpuModel() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  std::string line;
  while (std::getline(cpuinfo, line)) {
    if (line.rfind("model name", 0) == 0 && line.find(": ") != std::string::npos)
      return line.substr(line.find(": ") + 2);
  }
  return "unknown";
}

}  // namespace

std::string MarkdownOrigin(absl::string_view target, absl::string_view arguments, absl::string_view commit) {
  return absl::StrCat(
      "- command: `bazel run -c opt //bench:", target, arguments.empty() ? "" : " -- ", arguments,
      "`\n- commit: ", commit.empty() ? "not given" : commit, "\n- compiler: ", kCompiler, ", ", kMode,
      ", compiled for ", kTarget,
      "\n- flags: those of `.bazelrc` (`-std=c++17 -ffp-contract=off`) and of `-c opt` (`-O2 -DNDEBUG`)",
      "\n- CPU: ", CpuModel(), ", one core\n\n");
}

}  // namespace collision2d::bench
