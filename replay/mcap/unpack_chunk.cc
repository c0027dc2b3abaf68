#include "replay/mcap/unpack_chunk.h"

#include <lz4frame.h>
#include <zstd.h>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

namespace collision2d::planner {
namespace {

// Both fill `records`. They return the number of bytes that they have written, and set `error` if
// it is not all of the content.
uint64_t UnpackZstd(absl::string_view packed, std::string& records, std::string& error) {
  const size_t got = ZSTD_decompress(records.data(), records.size(), packed.data(), packed.size());
  if (ZSTD_isError(got) == 0) return got;
  error = ZSTD_getErrorName(got);
  return 0;
}

uint64_t UnpackLz4(absl::string_view packed, std::string& records, std::string& error) {
  LZ4F_dctx* context = nullptr;
  if (LZ4F_isError(LZ4F_createDecompressionContext(&context, LZ4F_VERSION)) != 0) {
    error = "out of memory";
    return 0;
  }
  uint64_t got = 0;
  size_t wanted = 1;  // Bytes that the decoder would like to have: 0 at the end of a frame.
  while (error.empty() && (wanted != 0 || !packed.empty())) {
    size_t read = packed.size();
    size_t written = records.size() - got;
    wanted = LZ4F_decompress(context, records.data() + got, &written, packed.data(), &read, nullptr);
    if (LZ4F_isError(wanted) != 0) error = LZ4F_getErrorName(wanted);
    packed.remove_prefix(read);
    got += written;
    if (error.empty() && read == 0 && written == 0 && wanted != 0) {
      error = packed.empty() ? "it is cut" : "its content is longer than uncompressed_size";
    }
  }
  LZ4F_freeDecompressionContext(context);
  return got;
}

}  // namespace

absl::Status UnpackChunk(absl::string_view compression, absl::string_view packed, uint64_t size_bytes,
                         std::string* records) {
  if (compression != "zstd" && compression != "lz4") {
    return absl::DataLossError(absl::StrCat("compression: \"", absl::CEscape(compression),
                                            "\" cannot be read; known are "
                                            "zstd and lz4"));
  }
  if (size_bytes / kMostExpansion > packed.size()) {
    return absl::DataLossError(absl::StrCat("uncompressed_size: ", size_bytes, ", more than ", kMostExpansion,
                                            " times the ", packed.size(), " bytes of the records"));
  }
  records->resize(size_bytes);
  std::string error;
  const uint64_t got = compression == "zstd" ? UnpackZstd(packed, *records, error) : UnpackLz4(packed, *records, error);
  if (!error.empty()) return absl::DataLossError(absl::StrCat("records: ", compression, ": ", error));
  if (got == size_bytes) return absl::OkStatus();
  return absl::DataLossError(absl::StrCat("uncompressed_size: ", size_bytes, ", but the records have ", got, " bytes"));
}

}  // namespace collision2d::planner
