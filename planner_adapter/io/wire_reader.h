// Reads protobuf's wire format into plain structs that name their fields by number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "collision2d/io/text.h"

namespace collision2d::planner {

// A field that is passed over; how often is counted.
struct UnusedField {};

// Reads one message. A message is a struct with a name, and a function that calls `field(number,
// name, member)` for each of its fields:
//
//   struct MapPoint {
//     static constexpr char kName[] = "MapPoint";
//     double x = 0.0;
//     template <typename Visitor>
//     void Fields(Visitor field) {
//       field(1, "x", x);
//     }
//   };
//
// Members: double, float (fixed); bool and integers (varints); std::string; messages and
// std::optional of them; vectors of all of these but strings, packed or not; UnusedField. Fields
// that come again are merged as protobuf does. Other fields are passed over and counted. Faster
// than protobuf's parser, since nothing is allocated for a message; bytes are allocated as they are
// read.
class WireReader {
 public:
  // REQUIRES: `bytes` outlives the reader.
  explicit WireReader(absl::string_view bytes) : begin_(bytes.data()), at_(begin_), end_(begin_ + bytes.size()) {}

  // Reads all bytes into `message`.
  // Error (InvalidArgument): "tracks[3].states[7].center_x at byte 120: what is wrong": not the
  // wire format; a known field of another wire type; an integer beyond its type; text that is not
  // UTF-8; groups.
  template <typename Message>
  absl::Status Read(Message& message) {
    if (ReadMessage(message, end_)) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat(path_, path_.empty() ? "" : " ", "at byte ", mistake_at_ - begin_, ": ", mistake_));
  }

  // Returns how often fields were passed over, by their names: "compressed_frame_laser_data",
  // "field 99 of Track".
  const std::map<std::string, int64_t>& passed_over() const { return passed_over_; }

 private:
  enum WireType { kVarint = 0, kFixed64 = 1, kLengthDelimited = 2, kFixed32 = 5 };

  template <typename T>
  struct WireTypeOf {
    static constexpr int value = std::is_same_v<T, double>  ? kFixed64
                                 : std::is_same_v<T, float> ? kFixed32
                                 : std::is_arithmetic_v<T>  ? kVarint
                                                            : kLengthDelimited;
  };

  template <typename Message>
  bool ReadMessage(Message& message, const char* end) {
    bool is_read = true;
    while (is_read && at_ < end) {
      // Writers put fields in order: each pass reads those that are, without looking for their
      // numbers.
      const char* const before = at_;
      message.Fields([&](uint64_t number, const char* name, auto& member) {
        constexpr int kType = WireTypeOf<std::decay_t<decltype(member)>>::value;
        const uint64_t tag = number << 3 | kType;
        while (is_read && at_ < end && static_cast<unsigned char>(*at_) == tag && tag < 0x80) {
          ++at_;
          is_read = Value(name, member, kType, end);
        }
      });
      if (is_read && at_ == before) is_read = ReadAnyField(message, end);
    }
    return is_read;
  }

  // Reads the next field, whichever it is.
  template <typename Message>
  bool ReadAnyField(Message& message, const char* end) {
    const char* const tag_at = at_;
    uint64_t tag = 0;
    if (!Varint(end, tag)) return false;
    bool is_known = false;
    bool is_read = true;
    message.Fields([&](uint64_t number, const char* name, auto& member) {
      if (number != tag >> 3 || is_known) return;
      is_known = true;
      is_read = Value(name, member, static_cast<int>(tag & 7), end);
    });
    if (is_known) return is_read;
    if (tag >> 3 == 0 || tag >> 32 != 0) return Mistake(tag_at, absl::StrCat(tag >> 3, " is no number of a field"));
    return PassOver(absl::StrCat("field ", tag >> 3, " of ", Message::kName), static_cast<int>(tag & 7), end);
  }

  template <typename T>
  bool Value(const char* name, T& value, int wire_type, const char* end) {
    if constexpr (std::is_same_v<T, UnusedField>) {
      return PassOver(name, wire_type, end);
    } else if constexpr (std::is_arithmetic_v<T>) {
      return (Expect(WireTypeOf<T>::value, wire_type) && Number(end, value)) || In(name);
    } else {
      const char* content_end = nullptr;
      return (Expect(kLengthDelimited, wire_type) && Content(end, content_end) && Content(value, content_end)) ||
             In(name);
    }
  }

  template <typename T>
  bool Value(const char* name, std::vector<T>& values, int wire_type, const char* end) {
    const std::string::size_type index = values.size();
    const char* content_end = nullptr;
    bool is_read = true;
    if constexpr (std::is_arithmetic_v<T>) {
      if (wire_type != kLengthDelimited) return Value(name, values.emplace_back(), wire_type, end);
      is_read = Content(end, content_end);
      while (is_read && at_ < content_end) is_read = Number(content_end, values.emplace_back());
    } else {
      is_read = Expect(kLengthDelimited, wire_type) && Content(end, content_end) &&
                ReadMessage(values.emplace_back(), content_end);
    }
    return is_read || In(name, index);
  }

  bool Content(std::string& text, const char* end) {
    text.assign(at_, end);
    if (!IsValidUtf8(text)) return Mistake(at_, "not valid UTF-8");
    at_ = end;
    return true;
  }

  template <typename Message>
  bool Content(std::optional<Message>& message, const char* end) {
    if (!message.has_value()) message.emplace();
    return ReadMessage(*message, end);
  }

  template <typename Message>
  bool Content(Message& message, const char* end) {
    return ReadMessage(message, end);
  }

  bool Expect(int expected, int wire_type) { return wire_type == expected || OtherType(expected, wire_type); }

  // Apart, so that what is called for each field stays small.
  ABSL_ATTRIBUTE_NOINLINE bool OtherType(int expected, int wire_type) {
    return Mistake(at_, absl::StrCat("wire type ", wire_type, " instead of ", expected));
  }
  ABSL_ATTRIBUTE_NOINLINE bool TooShort(uint64_t size, uint64_t left) {
    return Mistake(at_, absl::StrCat(size, " bytes are needed, ", left, " are left"));
  }

  template <typename T>
  bool Number(const char* end, T& value) {
    if constexpr (std::is_floating_point_v<T>) {
      if (!Has(end, sizeof(T))) return false;
      // Little-endian, as this machine.
      std::memcpy(&value, at_, sizeof(T));
      at_ += sizeof(T);
    } else {
      const char* const begin = at_;
      uint64_t varint = 0;
      if (!Varint(end, varint)) return false;
      value = static_cast<T>(varint);
      // Negative integers are written with 64 bits.
      const bool is_whole = std::is_same_v<T, bool> || static_cast<uint64_t>(static_cast<int64_t>(value)) == varint;
      if (!is_whole) return Mistake(begin, absl::StrCat(static_cast<int64_t>(varint), " is beyond the field's type"));
    }
    return true;
  }

  // *content_end: of the bytes whose length comes next.
  bool Content(const char* end, const char*& content_end) {
    uint64_t size = 0;
    if (!Varint(end, size) || !Has(end, size)) return false;
    content_end = at_ + size;
    return true;
  }

  bool PassOver(const std::string& name, int wire_type, const char* end) {
    ++passed_over_[name];
    uint64_t ignored = 0;
    const char* content_end = at_ + (wire_type == kFixed64 ? 8 : 4);
    switch (wire_type) {
      case kVarint:
        return Varint(end, ignored) || In(name);
      case kLengthDelimited:
        if (!Content(end, content_end)) return In(name);
        break;
      case kFixed64:
      case kFixed32:
        if (!Has(end, static_cast<uint64_t>(content_end - at_))) return In(name);
        break;
      default:
        return Mistake(at_, absl::StrCat("wire type ", wire_type, " is not expected here")) || In(name);
    }
    at_ = content_end;
    return true;
  }

  bool Has(const char* end, uint64_t size) {
    const auto left = static_cast<uint64_t>(end - at_);
    return size <= left || TooShort(size, left);
  }

  bool Varint(const char* end, uint64_t& value) {
    if (at_ < end && static_cast<unsigned char>(*at_) < 0x80) {
      value = static_cast<unsigned char>(*at_++);
      return true;
    }
    return LongVarint(end, value);
  }

  bool LongVarint(const char* end, uint64_t& value) {
    const char* const begin = at_;
    value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      if (at_ == end) return Mistake(begin, "the bytes end within a number");
      const auto byte = static_cast<unsigned char>(*at_++);
      value |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return true;
    }
    return Mistake(begin, "a number of more than 10 bytes");
  }

  ABSL_ATTRIBUTE_NOINLINE bool Mistake(const char* at, std::string what) {
    mistake_at_ = at;
    mistake_ = std::move(what);
    return false;
  }

  // Adds the field to the path of a mistake inside of it.
  ABSL_ATTRIBUTE_NOINLINE bool In(absl::string_view name) {
    path_ = absl::StrCat(name, path_.empty() ? "" : ".", path_);
    return false;
  }

  ABSL_ATTRIBUTE_NOINLINE bool In(absl::string_view name, size_t index) {
    return In(absl::StrCat(name, "[", index, "]"));
  }

  const char* const begin_;
  const char* at_;
  const char* const end_;
  std::map<std::string, int64_t> passed_over_;
  std::string path_;
  std::string mistake_;
  const char* mistake_at_ = nullptr;
};

}  // namespace collision2d::planner
