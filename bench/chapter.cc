#include "bench/chapter.h"

#include <cmath>
#include <cstdlib>
#include <iostream>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "hwy/targets.h"

namespace collision2d::bench {

void FailOption(absl::string_view name, absl::string_view message) {
  std::cerr << "--" << name << ": " << message << '\n';
  std::exit(2);
}

Given GivenOptions(int argc, char** argv) {
  Given given;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (!absl::StartsWith(argument, "--")) FailOption(argument, "no option (see --help)");
    const size_t equals = argument.find('=');
    std::optional<std::string>& value = given[argument.substr(2, equals == std::string::npos ? equals : equals - 2)];
    if (equals != std::string::npos) {
      value = argument.substr(equals + 1);
    } else if (i + 1 < argc && !absl::StartsWith(argv[i + 1], "--")) {
      value = argv[++i];
    }
  }
  return given;
}

void CheckKnown(const Given& given, const std::vector<Option>& known) {
  for (const auto& [name, value] : given) {
    const auto has_name = [&wanted = name](const Option& option) { return option.name == wanted; };
    if (std::none_of(known.begin(), known.end(), has_name)) FailOption(name, "no such option (see --help)");
  }
}

std::string HelpOf(const std::vector<Option>& options) {
  std::string text;
  for (const Option& option : options) {
    absl::StrAppend(&text, "  --", option.name, " (", option.help, "); default: '", option.value, "'\n");
  }
  return text;
}

Options::Options(const std::vector<Option>& known, const Given& given) {
  for (const Option& option : known) {
    const auto found = given.find(option.name);
    const bool is_given = found != given.end();
    const bool is_switch = option.value == "false";
    if (is_given && !found->second.has_value() && !is_switch) FailOption(option.name, "no value given");
    values_[option.name] = is_given ? found->second.value_or("true") : option.value;
  }
}

double Options::Positive(const std::string& name) const {
  double value = 0.0;
  if (!absl::SimpleAtod(Text(name), &value) || !(value > 0.0) || std::isinf(value)) {
    FailOption(name, absl::StrCat("'", Text(name), "' is not a positive number"));
  }
  return value;
}

double Options::Share(const std::string& name) const {
  if (Positive(name) > 1.0) FailOption(name, "above 1");
  return Positive(name);
}

int64_t Options::Whole(const std::string& name, int64_t least, int64_t most) const {
  int64_t value = 0;
  if (!absl::SimpleAtoi(Text(name), &value) || value < least || value > most) {
    FailOption(name, absl::StrCat("'", Text(name), "' is not a number from ", least, " to ", most));
  }
  return value;
}

Texts Options::List(const std::string& name) const { return absl::StrSplit(Text(name), ',', absl::SkipEmpty()); }

std::vector<int> Options::Numbers(const std::string& name, int least, int most) const {
  std::vector<int> numbers;
  for (const std::string& text : List(name)) {
    numbers.push_back(static_cast<int>(Options({{name, text, ""}}, {}).Whole(name, least, most)));
  }
  if (numbers.empty()) FailOption(name, "no number given");
  return numbers;
}

Options ParseOptions(absl::string_view about, const std::vector<Option>& known, int argc, char** argv) {
  const Given given = GivenOptions(argc, argv);
  if (given.count("help") != 0) {
    std::cout << about << "\n\n" << HelpOf(known);
    std::exit(0);
  }
  CheckKnown(given, known);
  return {known, given};
}

Cell::Cell(absl::string_view heading, Value says, bool names_row) : value(std::move(says)), is_key(names_row) {
  const std::pair<std::string, std::string> both = absl::StrSplit(heading, '|');
  csv_heading = both.first;
  markdown_heading = absl::StrContains(heading, '|') ? both.second : both.first;
}

std::ofstream OpenForWriting(absl::string_view option, const std::string& path) {
  std::ofstream file;
  if (path.empty()) return file;
  const char* const folder = std::getenv("BUILD_WORKING_DIRECTORY");
  file.open(folder == nullptr || path[0] == '/' ? path : absl::StrCat(folder, "/", path));
  if (!file) FailOption(option, absl::StrCat("cannot write to '", path, "'"));
  return file;
}

void CheckWritten(absl::string_view option, std::ofstream* file) {
  if (file->is_open() && !file->flush()) FailOption(option, "writing failed");
}

namespace {

#if defined(__clang__)
constexpr absl::string_view kCompiler = __VERSION__;
#else
constexpr absl::string_view kCompiler = "GCC " __VERSION__;
#endif

#if defined(__OPTIMIZE__) && defined(NDEBUG)
constexpr absl::string_view kMode = "optimised, without assertions";
#else
constexpr absl::string_view kMode = "NOT an optimised build without assertions: its times mean nothing";
#endif

// The processor's name; "unknown" where the system does not report it.
std::string CpuModel() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  std::string line;
  while (std::getline(cpuinfo, line)) {
    const size_t colon = line.find(": ");
    if (absl::StartsWith(line, "model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

// A line of a Markdown table that also reads well in a terminal: the first column is padded to the
// left, the others, numbers mostly, to the right.
std::string Line(const Texts& cells, const std::vector<size_t>& widths) {
  std::string line = "|";
  for (size_t i = 0; i < cells.size(); ++i) {
    const std::string padding(widths[i] - cells[i].size(), ' ');
    absl::StrAppend(&line, " ", i == 0 ? cells[i] + padding : padding + cells[i], " |");
  }
  return line + '\n';
}

// Empty if no column is for readers.
std::string MarkdownOf(const Table& table) {
  std::vector<Texts> lines(table.rows.size() + 1);
  std::vector<size_t> widths;
  for (size_t i = 0; !table.rows.empty() && i < table.rows[0].size(); ++i) {
    if (table.rows[0][i].markdown_heading.empty()) continue;
    lines[0].push_back(table.rows[0][i].markdown_heading);
    for (size_t k = 0; k < table.rows.size(); ++k) lines[k + 1].push_back(table.rows[k][i].value.markdown);
    widths.push_back(3);
    for (const Texts& line : lines) widths.back() = std::max(widths.back(), line.back().size());
  }
  if (widths.empty()) return "";
  std::string text = absl::StrCat(table.title, table.title.empty() ? "" : "\n\n", table.text,
                                  table.text.empty() ? "" : "\n\n", Line(lines[0], widths), "|");
  for (size_t i = 0; i < widths.size(); ++i) {
    text += i == 0 ? std::string(widths[i] + 2, '-') + '|' : std::string(widths[i] + 1, '-') + ":|";
  }
  text += '\n';
  for (size_t k = 1; k < lines.size(); ++k) text += Line(lines[k], widths);
  return text + '\n';
}

// A line for each cell that is no key. Commas within a cell become semicolons.
void WriteLong(const std::string& table, const Row& row, std::ofstream* file) {
  const auto plain = [](const std::string& text) { return absl::StrReplaceAll(text, {{",", ";"}}); };
  Texts keys;
  for (const Cell& cell : row) {
    if (cell.is_key) keys.push_back(plain(cell.value.csv));
  }
  for (const Cell& cell : row) {
    if (cell.is_key || cell.csv_heading.empty()) continue;
    *file << table << ',' << absl::StrJoin(keys, " ") << ',' << plain(cell.csv_heading) << ',' << plain(cell.value.csv)
          << '\n';
  }
}

// A comma within a cell is legal between quotes.
void WriteWide(const Row& row, bool is_heading, std::ofstream* file) {
  Texts cells;
  for (const Cell& cell : row) {
    if (cell.csv_heading.empty()) continue;
    const std::string& text = is_heading ? cell.csv_heading : cell.value.csv;
    cells.push_back(absl::StrContains(text, ',') ? absl::StrCat("\"", text, "\"") : text);
  }
  if (!cells.empty()) *file << absl::StrJoin(cells, ",") << '\n';
}

}  // namespace

void Report::OpenLong(const std::string& path) {
  long_ = OpenForWriting("long_csv", path);
  if (long_.is_open()) long_ << kLongCsvHeader << '\n';
}

void Report::OpenMarkdown(const std::string& path, absl::string_view title, absl::string_view command,
                          absl::string_view commit) {
  markdown_ = OpenForWriting("markdown", path);
  if (!markdown_.is_open()) return;
  markdown_ << "# " << title << "\n\n- command: `bazel run -c opt //bench:" << command
            << "`\n- commit: " << (commit.empty() ? "not given" : commit) << "\n- compiler: " << kCompiler << ", "
            << kMode << ", compiled for " << hwy::TargetName(HWY_STATIC_TARGET)
            << "\n- flags: those of `.bazelrc` (`-std=c++17 -ffp-contract=off`) and of `-c opt` (`-O2 -DNDEBUG`)"
            << "\n- CPU: " << CpuModel() << ", one core\n\n";
}

void Report::Add(const Table& table) {
  for (const Row& row : table.rows) WriteRow(table, row);
  AddMarkdown(table);
}

void Report::AddRow(const Row& row, Table* table) {
  table->rows.push_back(row);
  WriteRow(*table, row);
}

void Report::AddMarkdown(const Table& table) { AddText(MarkdownOf(table)); }

void Report::AddText(absl::string_view markdown) {
  std::cout << markdown << std::flush;
  if (markdown_.is_open()) markdown_ << markdown;
  CheckWritten("markdown", &markdown_);
}

void Report::WriteRow(const Table& table, const Row& row) {
  if (long_.is_open()) WriteLong(absl::StrCat(chapter_, table.id.empty() ? "" : ".", table.id), row, &long_);
  CheckWritten("long_csv", &long_);
  const auto found = csvs_.find(table.csv);
  if (found == csvs_.end() || !found->second.is_open()) return;
  const bool is_first = found->second.tellp() == 0;
  if (table.is_one_of_many) {
    if (is_first) found->second << "table,row,column,value\n";
    WriteLong(table.id, row, &found->second);
  } else {
    if (is_first) WriteWide(row, /*is_heading=*/true, &found->second);
    WriteWide(row, /*is_heading=*/false, &found->second);
  }
  CheckWritten(table.csv, &found->second);
}

std::vector<Chapter>& Registration::All() {
  static auto* const chapters = new std::vector<Chapter>;
  return *chapters;
}

void CheckOk(const absl::Status& status) {
  if (status.ok()) return;
  std::cerr << status << '\n';
  std::exit(2);
}

}  // namespace collision2d::bench
