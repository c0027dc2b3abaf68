#include "bench/flag_checks.h"

#include <cmath>
#include <cstdlib>
#include <iostream>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "collision2d/io/parse_flags.h"

namespace collision2d::bench {

void CheckNoArguments(const std::vector<char*>& arguments) {
  if (arguments.size() <= 1) return;
  std::cerr << "unexpected argument '" << arguments[1] << "' (see --help)\n";
  std::exit(kExitUsage);
}

void CheckPositive(absl::string_view flag, double value) {
  if (!(value > 0.0) || std::isinf(value)) FailFlag(flag, absl::StrCat(value, " is not a positive number"));
}

std::vector<int> CheckedNumbers(absl::string_view flag, const std::vector<std::string>& list, int least, int most) {
  std::vector<int> numbers;
  for (const std::string& text : list) {
    int number = 0;
    if (!absl::SimpleAtoi(text, &number) || number < least || number > most) {
      FailFlag(flag, absl::StrCat("'", text, "' is not a number from ", least, " to ", most));
    }
    numbers.push_back(number);
  }
  if (numbers.empty()) FailFlag(flag, "no number given");
  return numbers;
}

std::ofstream OpenForWriting(absl::string_view flag, const std::string& path) {
  std::ofstream file;
  if (path.empty()) return file;
  const char* const folder = std::getenv("BUILD_WORKING_DIRECTORY");
  file.open(folder == nullptr || path[0] == '/' ? path : absl::StrCat(folder, "/", path));
  if (!file) FailFlag(flag, absl::StrCat("cannot write to '", path, "'"));
  return file;
}

void CheckWritten(absl::string_view flag, std::ofstream* file) {
  if (file->is_open() && !file->flush()) FailFlag(flag, "writing failed");
}

void FailFlag(absl::string_view flag, absl::string_view message) {
  std::cerr << "--" << flag << ": " << message << '\n';
  std::exit(kExitUsage);
}

}  // namespace collision2d::bench
