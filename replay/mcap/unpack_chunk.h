// The compressions of MCAP's chunks.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace collision2d::planner {

// The records of a chunk may be this many times as long as they are in the file: more than frames
// that repeat a map reach, and little enough that no small file takes much memory.
inline constexpr uint64_t kMostExpansion = 4096;

// Unpacks the records of a chunk that are compressed by "zstd" or "lz4" (frames of LZ4).
// Errors (DataLoss), each beginning with the field of the chunk: another compression; a size beyond
// kMostExpansion times that of `packed`, before memory is allocated for it; bytes that are not so
// compressed, or whose content is longer or shorter than `size_bytes`, at which unpacking stops.
absl::Status UnpackChunk(absl::string_view compression, absl::string_view packed, uint64_t size_bytes,
                         std::string* records);

}  // namespace collision2d::planner
