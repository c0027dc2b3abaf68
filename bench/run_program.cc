#include "bench/run_program.h"

#include "absl/flags/usage.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "bench/flag_checks.h"
#include "collision2d/io/parse_flags.h"

namespace collision2d::bench {

int RunProgram(int argc, char** argv, absl::string_view usage, int (*run)(const std::string& command)) {
  absl::SetProgramUsageMessage(usage);
  // Before parsing, which reorders the arguments.
  const std::string command = absl::StrJoin(absl::MakeSpan(argv, argc).subspan(1), " ");
  CheckNoArguments(ParseFlags(argc, argv));
  return run(command);
}

}  // namespace collision2d::bench
