// Times the library and its peers, and checks their answers: see --help and docs/benchmarks.md.

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "bench/chapter.h"

namespace collision2d::bench {
namespace {

// Returns the options that all chapters share. A program with one chapter has no --chapter.
std::vector<Option> CommonOptions(const std::vector<Chapter>& chapters) {
  std::vector<Option> options = {
      {"markdown", "", "file to write the report to, what is printed with what it was made with; empty: none"},
      {"long_csv", "", absl::StrCat("file to write every figure to, as ", kLongCsvHeader, "; empty: none")},
      {"commit", "", "commit that the report names"}};
  if (chapters.size() > 1) options.push_back({"chapter", "", "chapters, with commas between; empty: all"});
  return options;
}

// What the chapter takes besides the common ones.
std::vector<Option> OptionsOf(const Chapter& chapter) {
  std::vector<Option> options = chapter.options;
  for (const CsvFile& csv : chapter.csvs) {
    options.push_back({csv.option, "", absl::StrCat("file to write rows to, as ", csv.header, "; empty: none")});
  }
  return options;
}

void PrintHelp(const std::vector<Chapter>& chapters) {
  for (const Chapter& chapter : chapters) {
    std::cout << (chapters.size() > 1 ? absl::StrCat("--chapter=", chapter.name, "\n") : "") << chapter.about << "\n\n"
              << HelpOf(OptionsOf(chapter)) << '\n';
  }
  std::cout << HelpOf(CommonOptions(chapters));
}

int Run(const std::string& program, const std::string& command, const Given& given) {
  std::vector<Chapter> all = Registration::All();
  std::sort(all.begin(), all.end(), [](const Chapter& a, const Chapter& b) { return a.name < b.name; });
  if (given.count("help") != 0) {
    PrintHelp(all);
    return 0;
  }
  std::vector<Option> known = CommonOptions(all);
  const Options common(known, given);
  const std::vector<Chapter> chosen =
      all.size() == 1 ? all : common.Selected("chapter", all, [](const Chapter& chapter) { return chapter.name; });
  for (const Chapter& chapter : chosen) {
    for (const Option& option : OptionsOf(chapter)) known.push_back(option);
  }
  CheckKnown(given, known);
  Report report;
  report.OpenLong(common.Text("long_csv"));
  const std::string title = chosen.size() == 1 ? chosen[0].title : "The bench";
  report.OpenMarkdown(common.Text("markdown"),
                      absl::StrCat("# ", title, "\n\n", MarkdownOrigin(program, command, common.Text("commit"))));
  for (const Chapter& chapter : chosen) {
    const Options options(OptionsOf(chapter), given);
    for (const CsvFile& csv : chapter.csvs) {
      if (chosen.size() > 1 && !options.Text(csv.option).empty()) {
        FailOption(csv.option, "is of one chapter; --long_csv is of all of them");
      }
      report.OpenCsv(csv.option, options.Text(csv.option), csv.header);
    }
  }
  for (const Chapter& chapter : chosen) {
    if (chosen.size() > 1) report.AddText(absl::StrCat("# ", chapter.title, "\n\n"));
    report.Begin(chapter.name);
    chapter.run(Options(OptionsOf(chapter), given), &report);
  }
  return 0;
}

}  // namespace
}  // namespace collision2d::bench

int main(int argc, char** argv) {
  const std::string path = argv[0];
  return collision2d::bench::Run(path.substr(path.rfind('/') + 1),
                                 absl::StrJoin(absl::MakeSpan(argv, static_cast<size_t>(argc)).subspan(1), " "),
                                 collision2d::bench::GivenOptions(argc, argv));
}
