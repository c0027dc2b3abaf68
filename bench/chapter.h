// What a chapter of the bench consists of: options of the command line, and rows of tables, which a
// report writes as CSV and as Markdown. Includes what every chapter needs besides.

#pragma once

#include <algorithm>  // IWYU pragma: export
#include <cstdint>    // IWYU pragma: export
#include <fstream>
#include <functional>  // IWYU pragma: export
#include <iterator>
#include <limits>
#include <map>
#include <optional>  // IWYU pragma: export
#include <string>    // IWYU pragma: export
#include <type_traits>
#include <utility>  // IWYU pragma: export
#include <vector>   // IWYU pragma: export

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"      // IWYU pragma: export
#include "absl/strings/str_format.h"   // IWYU pragma: export
#include "absl/strings/str_join.h"     // IWYU pragma: export
#include "absl/strings/string_view.h"  // IWYU pragma: export

namespace collision2d::bench {

// An option has a name, a default and a help text. Each check ends the program with status 2 and a
// message that names the option.
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
  double Positive(const std::string& name) const;  // And finite.
  double Share(const std::string& name) const;     // In (0, 1].
  int64_t Whole(const std::string& name, int64_t least, int64_t most = std::numeric_limits<int32_t>::max()) const;
  int Count(const std::string& name) const { return static_cast<int>(Whole(name, 1)); }
  uint64_t Seed() const { return static_cast<uint64_t>(Whole("seed", 0, std::numeric_limits<int64_t>::max())); }

  // What is listed with commas between; such numbers, at least one.
  std::vector<std::string> List(const std::string& name) const;
  std::vector<int> Numbers(const std::string& name, int least, int most) const;

  // Those of `all` that are listed, in the order of the list; all if none is listed. name_of(each)
  // returns its name.
  template <typename All, typename NameOf>
  std::vector<typename All::value_type> Selected(const std::string& name, const All& all, const NameOf& name_of) const {
    std::vector<typename All::value_type> selected;
    for (const std::string& wanted : List(name)) {
      const size_t count = selected.size();
      std::copy_if(all.begin(), all.end(), std::back_inserter(selected),
                   [&](const auto& each) { return wanted == name_of(each); });
      if (selected.size() > count) continue;
      const auto append = [&](std::string* text, const auto& each) { absl::StrAppend(text, name_of(each)); };
      FailOption(name, absl::StrCat("'", wanted, "' is not one of ", absl::StrJoin(all, ",", append)));
    }
    return List(name).empty() ? std::vector<typename All::value_type>(all.begin(), all.end()) : selected;
  }

 private:
  std::map<std::string, std::string> values_;
};

// The options of a program without chapters; prints `about` and the options, and ends the program,
// if --help is among them.
Options ParseOptions(absl::string_view about, const std::vector<Option>& known, int argc, char** argv);

// Options that most chapters have.
inline Option MinTime(const std::string& seconds, const std::string& what) {
  return {"min_time", seconds, "s that " + what};
}
inline Option Seed(const std::string& seed) { return {"seed", seed, "seed of everything random"}; }

// What a cell says in CSV and in Markdown: numbers with 6 and with 4 significant digits, "-" for
// what there is not.
struct Value {
  template <typename T>
  Value(const T& value) {  // NOLINT: cells are written without naming this type.
    if constexpr (std::is_floating_point_v<T>) {
      csv = absl::StrFormat("%.6g", value);
      markdown = absl::StrFormat("%.4g", value);
    } else {
      csv = markdown = absl::StrCat(value);
    }
  }
  template <typename T>
  Value(const std::optional<T>& value) : Value(value.has_value() ? Value(*value) : Value("-")) {}  // NOLINT: as above.
  Value(std::string in_csv, std::string in_markdown) : csv(std::move(in_csv)), markdown(std::move(in_markdown)) {}

  std::string csv;
  std::string markdown;
};

// A cell with the heading of its column: "both", "in_csv|in Markdown", "in_csv|" or "|in Markdown",
// which leave it out of the other one.
struct Cell {
  Cell(absl::string_view heading, Value says, bool names_row = false);

  std::string csv_heading;
  std::string markdown_heading;
  Value value;
  bool is_key;  // One of those that name the row.
};
using Row = std::vector<Cell>;

// A cell that names its row.
inline Cell Key(absl::string_view heading, Value value) { return {heading, std::move(value), true}; }

struct Table {
  std::string id = {};     // For the CSV of all chapters, if a chapter has several tables.
  std::string title = {};  // In Markdown, with its hashes; empty: none.
  std::string text = {};   // Before the table.
  std::vector<Row> rows = {};
  std::string csv = "csv";  // The option that names its file.
  // Whether it shares that file with tables of other columns, as table,row,column,value.
  bool is_one_of_many = false;
};

using Texts = std::vector<std::string>;

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
  // The file of all chapters, as kLongCsvHeader says.
  void OpenLong(const std::string& path);
  // Begins with the title and how the report was made: the command, the commit (which the caller
  // names), compiler and CPU.
  void OpenMarkdown(const std::string& path, absl::string_view title, absl::string_view command,
                    absl::string_view commit);
  // The file of that option, for the tables that name it. A heading line comes before the first
  // row.
  void OpenCsv(const std::string& option, const std::string& path) { csvs_[option] = OpenForWriting(option, path); }

  // What chapter comes next.
  void Begin(const std::string& chapter) { chapter_ = chapter; }

  // The whole table; or its rows as they come, and at the end what readers see of it.
  void Add(const Table& table);
  void AddRow(const Row& row, Table* table);
  void AddMarkdown(const Table& table);

  void AddText(absl::string_view markdown);

 private:
  void WriteRow(const Table& table, const Row& row);

  std::string chapter_;
  std::ofstream long_;
  std::ofstream markdown_;
  std::map<std::string, std::ofstream> csvs_;
};

inline constexpr char kLongCsvHeader[] = "chapter,row,column,value";

// A chapter of the bench: tables of one subject, with options of their own.
struct Chapter {
  std::string name;   // As in --chapter.
  std::string title;  // Of its report.
  std::string about;  // What --help says of it.
  std::vector<Option> options;
  // Checks the values of its options first.
  std::function<void(const Options&, Report*)> run;
  Texts csvs = {"csv"};  // Options that name files that it writes rows to.
};

// Chapters put themselves on the list of those that the program has: one `const Registration` in
// each chapters/*.cc, so that a program has the chapters that its BUILD target lists.
class Registration {
 public:
  explicit Registration(Chapter chapter) { All().push_back(std::move(chapter)); }

  static std::vector<Chapter>& All();
};

// Ends the program with the message if a call was refused.
void CheckOk(const absl::Status& status);

}  // namespace collision2d::bench
