#include "planner_adapter/io/message_json.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/io/zero_copy_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "google/protobuf/util/type_resolver.h"
#include "google/protobuf/util/type_resolver_util.h"

namespace collision2d::planner {
namespace {

constexpr char kTypePrefix[] = "type.googleapis.com";

// Bytes. Between two pieces of text the printer allocates less than kPrinterBytes.
constexpr size_t kPieceBytes = size_t{1} << 16;
constexpr size_t kPrinterBytes = size_t{1} << 20;

// Returns a block of memory; null if there is none.
std::unique_ptr<char[]> Block(size_t bytes) { return std::unique_ptr<char[]>(new (std::nothrow) char[bytes]); }

// Takes the text that protobuf prints. Where memory ends it refuses more, as a full disk would, and throws nothing.
class TextPieces : public google::protobuf::io::ZeroCopyOutputStream {
 public:
  bool Next(void** data, int* size) override {
    if (!is_out_of_memory_) is_out_of_memory_ = !Grow();
    if (is_out_of_memory_) return false;
    *data = pieces_.back().get();
    *size = static_cast<int>(kPieceBytes);
    bytes_ += *size;
    return true;
  }

  void BackUp(int count) override { bytes_ -= count; }
  int64_t ByteCount() const override { return bytes_; }

  bool is_out_of_memory() const { return is_out_of_memory_; }

  std::string Text() const {
    std::string text;
    text.reserve(bytes_);
    for (const auto& piece : pieces_) text.append(piece.get(), std::min<size_t>(kPieceBytes, bytes_ - text.size()));
    return text;
  }

 private:
  // Adds a piece, and makes sure that the printer's own memory will be there.
  bool Grow() {
    if (pieces_.size() == pieces_.capacity()) {
      try {
        pieces_.reserve(2 * pieces_.size() + 1);
      } catch (const std::bad_alloc&) {
        return false;
      }
    }
    std::unique_ptr<char[]> piece = Block(kPieceBytes);
    if (piece == nullptr || Block(kPrinterBytes) == nullptr) return false;
    pieces_.push_back(std::move(piece));
    return true;
  }

  std::vector<std::unique_ptr<char[]>> pieces_;
  int64_t bytes_ = 0;
  bool is_out_of_memory_ = false;
};

}  // namespace

absl::StatusOr<std::string> MessageJson(const google::protobuf::Message& message,
                                        const google::protobuf::util::JsonPrintOptions& options) {
  namespace pb = google::protobuf;
  // Never destroyed: other threads may print while the process ends.
  static pb::util::TypeResolver& resolver =
      *pb::util::NewTypeResolverForDescriptorPool(kTypePrefix, pb::DescriptorPool::generated_pool());
  const std::string type = absl::StrCat(kTypePrefix, "/", message.GetDescriptor()->full_name());
  const std::string binary = message.SerializeAsString();
  pb::io::ArrayInputStream input(binary.data(), static_cast<int>(binary.size()));
  TextPieces output;
  if (Block(kPrinterBytes) == nullptr) return absl::ResourceExhaustedError("out of memory");
  const auto status = pb::util::BinaryToJsonStream(&resolver, type, &input, &output, options);
  if (output.is_out_of_memory()) return absl::ResourceExhaustedError("out of memory");
  if (!status.ok()) return absl::InternalError(absl::StrCat(type, ": JSON: ", status.ToString()));
  return output.Text();
}

}  // namespace collision2d::planner
