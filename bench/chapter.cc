#include "bench/chapter.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace collision2d::bench {
namespace {

constexpr int kExitUsage = 2;

}  // namespace

void FailOption(absl::string_view name, absl::string_view message) {
  std::cerr << "--" << name << ": " << message << '\n';
  std::exit(kExitUsage);
}

Given GivenOptions(int argc, char** argv) {
  Given given;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (!absl::StartsWith(argument, "--")) {
      std::cerr << "unexpected argument '" << argument << "' (see --help)\n";
      std::exit(kExitUsage);
    }
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

std::vector<std::string> Options::List(const std::string& name) const {
  return absl::StrSplit(Text(name), ',', absl::SkipEmpty());
}

std::vector<int> Options::Numbers(const std::string& name, int least, int most) const {
  std::vector<int> numbers;
  for (const std::string& text : List(name)) {
    numbers.push_back(static_cast<int>(Options({{name, text, ""}}, {}).Whole(name, least, most)));
  }
  if (numbers.empty()) FailOption(name, "no number given");
  return numbers;
}

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

// The processor's name; "unknown" where the system does not report it.
std::string CpuModel() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  std::string line;
  while (std::getline(cpuinfo, line)) {
    if (line.rfind("model name", 0) == 0 && line.find(": ") != std::string::npos)
      return line.substr(line.find(": ") + 2);
  }
  return "unknown";
}

std::string Line(const std::vector<std::string>& cells, const std::vector<size_t>& widths) {
  std::string line = "|";
  for (size_t i = 0; i < cells.size(); ++i) {
    const std::string padding(widths[i] - cells[i].size(), ' ');
    absl::StrAppend(&line, " ", i == 0 ? cells[i] + padding : padding + cells[i], " |");
  }
  return line + '\n';
}

// Commas within a cell become semicolons.
std::string CsvCell(std::string text) {
  std::replace(text.begin(), text.end(), ',', ';');
  return text;
}

std::string MarkdownOf(const Table& table) {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows(table.rows.size());
  for (size_t i = 0; i < table.columns.size(); ++i) {
    if (table.columns[i].markdown.empty()) continue;
    header.push_back(table.columns[i].markdown);
    for (size_t k = 0; k < rows.size(); ++k) rows[k].push_back(table.rows[k][i].markdown);
  }
  if (header.empty()) return "";
  return absl::StrCat(table.title, table.title.empty() ? "" : "\n\n", table.text, table.text.empty() ? "" : "\n\n",
                      MarkdownTable(header, rows), "\n");
}

// A line for each cell that is no key.
void WriteLong(const Table& table, const std::vector<Cell>& row, const std::string& name, std::ofstream* file) {
  std::vector<std::string> keys;
  for (const Cell& cell : row) {
    if (cell.is_key) keys.push_back(cell.csv);
  }
  for (size_t i = 0; i < row.size(); ++i) {
    if (row[i].is_key || table.columns[i].csv.empty()) continue;
    *file << name << ',' << CsvCell(absl::StrJoin(keys, " ")) << ',' << CsvCell(table.columns[i].csv) << ','
          << CsvCell(row[i].csv) << '\n';
  }
}

void WriteWide(const Table& table, const std::vector<Cell>& row, std::ofstream* file) {
  std::vector<std::string> cells;
  for (size_t i = 0; i < row.size(); ++i) {
    const std::string& cell = row[i].csv;
    if (table.columns[i].csv.empty()) continue;
    // A comma within a cell is legal between quotes.
    cells.push_back(cell.find(',') == std::string::npos ? cell : absl::StrCat("\"", cell, "\""));
  }
  if (!cells.empty()) *file << absl::StrJoin(cells, ",") << '\n';
}

}  // namespace

Cell Key(absl::string_view text) { return {std::string(text), std::string(text), true}; }
Cell Key(int64_t number) { return Key(absl::StrCat(number)); }
Cell Text(absl::string_view text) { return {std::string(text), std::string(text)}; }
Cell Count(int64_t number) { return Text(absl::StrCat(number)); }
Cell Number(double value, int csv_digits, int markdown_digits) {
  return {absl::StrFormat("%.*g", csv_digits, value), absl::StrFormat("%.*g", markdown_digits, value)};
}

Table TextTable(const std::vector<std::string>& header, const std::vector<std::vector<std::string>>& rows) {
  Table table;
  for (const std::string& heading : header) table.columns.push_back({heading, heading});
  for (const std::vector<std::string>& row : rows) {
    std::vector<Cell>& cells = table.rows.emplace_back();
    for (const std::string& cell : row) cells.push_back(cells.empty() ? Key(cell) : Text(cell));
  }
  return table;
}

std::string CsvHeader(const std::vector<Column>& columns) {
  std::vector<std::string> names;
  for (const Column& column : columns) {
    if (!column.csv.empty()) names.push_back(column.csv);
  }
  return absl::StrJoin(names, ",");
}

std::string MarkdownTable(const std::vector<std::string>& header, const std::vector<std::vector<std::string>>& rows) {
  std::vector<size_t> widths;
  for (const std::string& cell : header) widths.push_back(std::max<size_t>(cell.size(), 3));
  for (const std::vector<std::string>& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string table = Line(header, widths) + '|';
  for (size_t i = 0; i < widths.size(); ++i) {
    table += i == 0 ? std::string(widths[i] + 2, '-') + '|' : std::string(widths[i] + 1, '-') + ":|";
  }
  table += '\n';
  for (const std::vector<std::string>& row : rows) table += Line(row, widths);
  return table;
}

std::string MarkdownOrigin(absl::string_view program, absl::string_view arguments, absl::string_view commit) {
  return absl::StrCat(
      "- command: `bazel run -c opt //bench:", program, arguments.empty() ? "" : " -- ", arguments,
      "`\n- commit: ", commit.empty() ? "not given" : commit, "\n- compiler: ", kCompiler, ", ", kMode,
      ", compiled for ", kTarget,
      "\n- flags: those of `.bazelrc` (`-std=c++17 -ffp-contract=off`) and of `-c opt` (`-O2 -DNDEBUG`)",
      "\n- CPU: ", CpuModel(), ", one core\n\n");
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

void Report::OpenLong(const std::string& path) {
  long_ = OpenForWriting("long_csv", path);
  if (long_.is_open()) long_ << kLongCsvHeader << '\n';
}

void Report::OpenMarkdown(const std::string& path, const std::string& heading) {
  markdown_ = OpenForWriting("markdown", path);
  if (markdown_.is_open()) markdown_ << heading;
}

void Report::OpenCsv(const std::string& option, const std::string& path, const std::string& header) {
  Csv& csv = csvs_[option];
  csv.file = OpenForWriting(option, path);
  csv.has_tables = header == kTablesCsvHeader;
  if (csv.file.is_open()) csv.file << header << '\n';
}

void Report::Add(const Table& table) {
  for (const std::vector<Cell>& row : table.rows) WriteRow(table, row);
  AddMarkdown(table);
}

void Report::AddRow(const std::vector<Cell>& row, Table* table) {
  table->rows.push_back(row);
  WriteRow(*table, row);
}

void Report::AddMarkdown(const Table& table) { AddText(MarkdownOf(table)); }

void Report::AddText(absl::string_view markdown) {
  std::cout << markdown << std::flush;
  if (markdown_.is_open()) markdown_ << markdown;
  CheckWritten("markdown", &markdown_);
}

void Report::AddMarkdown(absl::string_view title, const std::vector<std::string>& header,
                         const std::vector<std::vector<std::string>>& rows) {
  AddText(absl::StrCat(title, "\n\n", MarkdownTable(header, rows), "\n"));
}

void Report::WriteRow(const Table& table, const std::vector<Cell>& row) {
  if (long_.is_open()) {
    WriteLong(table, row, absl::StrCat(chapter_, table.id.empty() ? "" : ".", table.id), &long_);
    CheckWritten("long_csv", &long_);
  }
  const auto found = csvs_.find(table.csv);
  if (found == csvs_.end() || !found->second.file.is_open()) return;
  if (found->second.has_tables) {
    WriteLong(table, row, table.id, &found->second.file);
  } else {
    WriteWide(table, row, &found->second.file);
  }
  CheckWritten(table.csv, &found->second.file);
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
