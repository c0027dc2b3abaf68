// The command line of the bench's programs: every option has a name, a default and a help text, and
// each check ends the program with status 2 and a message that names the option.

#pragma once

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"

namespace collision2d::bench {

struct Option {
  std::string name;
  std::string value;  // The default.
  std::string help;
};

// Ends the program with status 2 and that message about that option.
[[noreturn]] void FailOption(absl::string_view name, absl::string_view message);

// What a command line says, by name: --name=value, --name value, or --name alone, which has no
// value.
using Given = std::map<std::string, std::optional<std::string>>;

// Ends the program with status 2 if an argument is no option.
Given GivenOptions(int argc, char** argv);

// Ends the program with status 2 if an option is given that is not known.
void CheckKnown(const Given& given, const std::vector<Option>& known);

// What --help prints of these options, a line for each.
std::string HelpOf(const std::vector<Option>& options);

// The values of some options. Every getter ends the program if the value is not legal.
// REQUIRES: of every getter, that an option of that name is known.
class Options {
 public:
  // An option without a value is "true" if its default is "false". Given options that are not known
  // do not count.
  Options(const std::vector<Option>& known, const Given& given);

  const std::string& Text(const std::string& name) const { return values_.at(name); }

  // Positive and finite.
  double Positive(const std::string& name) const;

  // In (0, 1].
  double Share(const std::string& name) const;

  int64_t Whole(const std::string& name, int64_t least, int64_t most = std::numeric_limits<int32_t>::max()) const;
  int Count(const std::string& name) const { return static_cast<int>(Whole(name, 1)); }
  uint64_t Seed() const { return static_cast<uint64_t>(Whole("seed", 0, std::numeric_limits<int64_t>::max())); }

  // What is listed with commas between.
  std::vector<std::string> List(const std::string& name) const;

  // Such numbers, at least one.
  std::vector<int> Numbers(const std::string& name, int least, int most) const;

  // Those of `all` that are listed, in the order of the list; all if none is listed. name_of(each)
  // returns its name.
  template <typename T, typename NameOf>
  std::vector<T> Selected(const std::string& name, const std::vector<T>& all, const NameOf& name_of) const {
    std::vector<T> selected;
    for (const std::string& wanted : List(name)) {
      const size_t count = selected.size();
      std::copy_if(all.begin(), all.end(), std::back_inserter(selected),
                   [&](const T& each) { return wanted == name_of(each); });
      if (selected.size() > count) continue;
      FailOption(name, absl::StrCat("'", wanted, "' is not one of ",
                                    absl::StrJoin(all, ",", [&](std::string* text, const T& each) {
                                      absl::StrAppend(text, name_of(each));
                                    })));
    }
    return List(name).empty() ? all : selected;
  }

 private:
  std::map<std::string, std::string> values_;
};

// The tables of the bench, written as CSV and as Markdown.
// A column by its heading in the CSV and in Markdown; it is not in the one whose heading is empty.
struct Column {
  std::string csv;
  std::string markdown;
};

// What a cell is written as.
struct Cell {
  std::string csv;
  std::string markdown;
  bool is_key = false;  // One of those that name the row.
};

// The same text in both; a name of the row.
Cell Key(absl::string_view text);
Cell Key(int64_t number);
// The same text in both.
Cell Text(absl::string_view text);
Cell Count(int64_t number);
// With that many significant digits in the CSV and in Markdown.
Cell Number(double value, int csv_digits = 6, int markdown_digits = 4);

struct Table {
  std::string id;     // For the CSV of all chapters, if a chapter has several tables.
  std::string title;  // In Markdown, with its hashes; empty: none.
  std::string text;   // Before the table.
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;
  std::string csv = "csv";  // The option that names its file.
};

// A table of texts: the first column names the rows.
Table TextTable(const std::vector<std::string>& header, const std::vector<std::vector<std::string>>& rows);

// The heading line of a CSV of these columns.
std::string CsvHeader(const std::vector<Column>& columns);

inline constexpr char kLongCsvHeader[] = "chapter,row,column,value";
// That of chapters whose tables have different columns.
inline constexpr char kTablesCsvHeader[] = "table,row,column,value";

// The columns are padded, so that it also reads well in a terminal: the first one to the left, the
// others, numbers mostly, to the right.
std::string MarkdownTable(const std::vector<std::string>& header, const std::vector<std::vector<std::string>>& rows);

// How a report was made, as a Markdown list: the command that runs bench/`program` with these
// arguments, the commit (which the caller names), compiler and CPU. Ends in an empty line.
std::string MarkdownOrigin(absl::string_view program, absl::string_view arguments, absl::string_view commit);

// The file, opened for writing; a closed stream if the path is empty. Under `bazel run` a relative
// path is relative to the folder that bazel was called in. Ends the program with status 2 and the
// option's name if it cannot be written.
std::ofstream OpenForWriting(absl::string_view option, const std::string& path);

// Ends the program with status 2 if something could not be written. The stream may be closed.
void CheckWritten(absl::string_view option, std::ofstream* file);

// Writes tables as they come: Markdown to standard output and to a file, rows to CSVs. Files are
// opened at once, so that a bad path costs no time.
class Report {
 public:
  // The file of all chapters, by kLongCsvHeader.
  void OpenLong(const std::string& path);
  void OpenMarkdown(const std::string& path, const std::string& heading);
  // The file of that option; tables that name it are written with this heading line.
  void OpenCsv(const std::string& option, const std::string& path, const std::string& header);

  // What chapter comes next.
  void Begin(const std::string& chapter) { chapter_ = chapter; }

  // The whole table; or its rows as they come, and at the end what readers see of it.
  void Add(const Table& table);
  void AddRow(const std::vector<Cell>& row, Table* table);
  void AddMarkdown(const Table& table);

  void AddText(absl::string_view markdown);
  // A table for readers alone.
  void AddMarkdown(absl::string_view title, const std::vector<std::string>& header,
                   const std::vector<std::vector<std::string>>& rows);

 private:
  void WriteRow(const Table& table, const std::vector<Cell>& row);

  struct Csv {
    std::ofstream file;
    bool has_tables = false;  // By kTablesCsvHeader.
  };
  std::string chapter_;
  std::ofstream long_;
  std::ofstream markdown_;
  std::map<std::string, Csv> csvs_;
};

// A chapter of the bench: tables of one subject, with options of their own.
// A file that a chapter writes rows to, by the name of its option and its heading line.
struct CsvFile {
  std::string option;
  std::string header;
};

struct Chapter {
  std::string name;   // As in --chapter.
  std::string title;  // Of its report.
  std::string about;  // What --help says of it.
  std::vector<Option> options;
  std::vector<CsvFile> csvs;
  // Checks the values of its options first.
  std::function<void(const Options&, Report*)> run;
};

// Chapters put themselves on the list of those that the program has: one `const Registration` in
// each chapters/*.cc, so that a program has the chapters that its BUILD target lists.
class Registration {
 public:
  explicit Registration(Chapter chapter) { All().push_back(std::move(chapter)); }

  static std::vector<Chapter>& All();
};

// Options that most chapters have.
inline Option MinTime(const std::string& seconds, const std::string& what) {
  return {"min_time", seconds, "s that " + what};
}
inline Option Seed(const std::string& seed) { return {"seed", seed, "seed of everything random"}; }

// Ends the program with the message if a call was refused.
void CheckOk(const absl::Status& status);

}  // namespace collision2d::bench
