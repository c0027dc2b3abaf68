#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"

namespace collision2d::bench {

// How much every table measures; see the flags of solid_tables.cc.
struct SolidTableOptions {
  int pairs = 16384;                // Distinct pairs in each cell.
  double min_time_s = 0.1;          // For each algorithm in each cell.
  int64_t failure_pairs = 1000000;  // For each cell of the tables of failures.
  // The tables of failures, cut into processes: the first pair, a multiple of 100000, and the one
  // scene; empty: all.
  int64_t failure_first_pair = 0;
  std::string failure_scene;
  int steps = 1500;          // Of the simulation of many bodies.
  int max_vertices = 10000;  // Of polygonal spheres and hulls.
  uint64_t seed = 20261120;
};

// A table of the report. Every measured figure stands beside what the paper shows: its value or,
// where its text gives only curves, its claim in words.
struct SolidTable {
  std::string id;  // Short, for --tables and the CSV: "montanari16".
  std::string title;
  std::string paper;  // What the paper shows.
  std::string ours;   // What the columns mean, and a summary of what was measured.
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
};

// The tables in Markdown, one after the other.
std::string FormatSolidTables(absl::Span<const SolidTable> tables);

inline constexpr char kSolidCsvHeader[] = "table,row,column,value";

// The lines of one table's CSV, each with a line feed: a line for each cell. Commas within a cell
// become semicolons.
std::string SolidCsvLines(const SolidTable& table);

}  // namespace collision2d::bench
