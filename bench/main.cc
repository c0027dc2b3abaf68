// Times the library and its peers, and checks their answers: see --help and docs/benchmarks.md.

#include <iostream>

#include "absl/types/span.h"
#include "bench/chapter.h"

namespace collision2d::bench {
namespace {

// What the chapter takes besides the common options.
std::vector<Option> OptionsOf(const Chapter& chapter) {
  std::vector<Option> options = chapter.options;
  for (const std::string& csv : chapter.csvs) options.push_back({csv, "", "file to write rows to; empty: none"});
  return options;
}

int Run(const std::string& program, const std::string& arguments, const Given& given) {
  std::vector<Chapter> chapters = Registration::All();
  std::sort(chapters.begin(), chapters.end(), [](const Chapter& a, const Chapter& b) { return a.name < b.name; });
  std::vector<Option> known = {
      {"markdown", "", "file to write the report to, what is printed with what it was made with; empty: none"},
      {"long_csv", "", absl::StrCat("file to write every figure to, as ", kLongCsvHeader, "; empty: none")},
      {"commit", "", "commit that the report names"}};
  // A program with one chapter has no --chapter.
  const bool has_choice = chapters.size() > 1;
  if (has_choice) known.push_back({"chapter", "", "chapters, with commas between; empty: all"});
  if (given.count("help") != 0) {
    for (const Chapter& chapter : chapters) {
      std::cout << (has_choice ? absl::StrCat("--chapter=", chapter.name, "\n") : "") << chapter.about << "\n\n"
                << HelpOf(OptionsOf(chapter)) << '\n';
    }
    std::cout << HelpOf(known);
    return 0;
  }
  const Options common(known, given);
  if (has_choice) {
    chapters = common.Selected("chapter", chapters, [](const Chapter& chapter) { return chapter.name; });
  }
  const bool is_one = chapters.size() == 1;
  for (const Chapter& chapter : chapters) {
    for (const Option& option : OptionsOf(chapter)) known.push_back(option);
  }
  CheckKnown(given, known);
  Report report;
  report.OpenLong(common.Text("long_csv"));
  report.OpenMarkdown(common.Text("markdown"), is_one ? chapters[0].title : "The bench",
                      absl::StrCat(program, arguments.empty() ? "" : " -- ", arguments), common.Text("commit"));
  for (const Chapter& chapter : chapters) {
    const Options options(OptionsOf(chapter), given);
    for (const std::string& csv : chapter.csvs) {
      if (!is_one && !options.Text(csv).empty()) FailOption(csv, "is of one chapter; --long_csv is of all of them");
      report.OpenCsv(csv, options.Text(csv));
    }
  }
  for (const Chapter& chapter : chapters) {
    if (!is_one) report.AddText(absl::StrCat("# ", chapter.title, "\n\n"));
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
