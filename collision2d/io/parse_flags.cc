#include "collision2d/io/parse_flags.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <iterator>

#include "absl/flags/parse.h"
#include "absl/flags/reflection.h"
#include "absl/flags/usage_config.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "collision2d/version.h"

namespace collision2d {
namespace {

bool is_parsing = false;
int status_if_parsing_ends_the_process = kExitUsage;

constexpr absl::string_view kQuestions[] = {"help",        "helpfull",  "helpmatch", "helpon",
                                            "helppackage", "helpshort", "version"};

bool IsFlag(absl::string_view name) {
  return absl::FindCommandLineFlag(name) != nullptr ||
         (absl::ConsumePrefix(&name, "no") && absl::FindCommandLineFlag(name) != nullptr);
}

// Abseil calls exit(1) for errors and for --help, and offers no other way to learn of them.
void ReplaceStatus() {
  if (!is_parsing) return;
  std::fflush(nullptr);
  std::cout.flush();
  std::_Exit(status_if_parsing_ends_the_process);
}

}  // namespace

std::vector<char*> ParseFlags(int argc, char** argv) {
  absl::FlagsUsageConfig config;
  config.version_string = [] { return absl::StrCat("collision2d ", BuildVersion(), "\n"); };
  absl::SetFlagsUsageConfig(config);
  bool asks = false;
  bool all_known = true;
  for (int i = 1; i < argc; ++i) {
    static char help[] = "--help";
    if (absl::string_view(argv[i]) == "-h") argv[i] = help;
    absl::string_view argument = argv[i];
    if (argument == "--") break;
    if (!absl::ConsumePrefix(&argument, "-")) continue;
    absl::ConsumePrefix(&argument, "-");
    argument = argument.substr(0, argument.find('='));
    const bool is_question = std::find(std::begin(kQuestions), std::end(kQuestions), argument) != std::end(kQuestions);
    asks = asks || is_question;
    all_known = all_known && (is_question || IsFlag(argument));
  }
  if (asks && all_known) status_if_parsing_ends_the_process = 0;
  is_parsing = true;
  std::atexit(ReplaceStatus);
  const std::vector<char*> arguments = absl::ParseCommandLine(argc, argv);
  is_parsing = false;
  return arguments;
}

}  // namespace collision2d
