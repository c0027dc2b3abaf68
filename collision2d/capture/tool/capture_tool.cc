// Replays and shrinks recorded queries; tools/capture.sh builds and runs it.

#include <vector>

#include "absl/flags/usage.h"
#include "collision2d/capture/recorder.h"
#include "collision2d/capture/replay_query.h"
#include "collision2d/capture/tool/capture_commands.h"
#include "collision2d/io/parse_flags.h"

int main(int argc, char** argv) {
  absl::SetProgramUsageMessage(
      "replays and shrinks recorded queries (docs/capture.md):\n"
      "  replay FILE           runs every query again and compares the answers to the bit\n"
      "  shrink FILE [FLAG...] reduces a query while it remains as --keep says; prints a C++ test\n"
      "  example FILE          records some thousand random queries");
  const std::vector<char*> arguments = collision2d::ParseFlags(argc, argv);
  return collision2d::RunCaptureCommand({arguments.begin() + 1, arguments.end()},
                                        collision2d::ReplayQuery<collision2d::PlainQueries>);
}
