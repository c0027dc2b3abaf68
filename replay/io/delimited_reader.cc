#include "replay/io/delimited_reader.h"

#include <optional>

#include "absl/strings/str_cat.h"
#include "google/protobuf/descriptor.h"
#include "replay/io/parse_message.h"

namespace collision2d::planner {

absl::StatusOr<bool> DelimitedReader::Next(google::protobuf::Message& message) {
  if (!waiting_.empty()) {
    Waiting next = std::move(waiting_.front());
    waiting_.pop_front();
    record_index_ = next.index;
    record_ = std::move(next.bytes);
    if (!next.damage.ok()) return next.damage;
    message.ParseFromString(record_);
    return true;
  }
  if (!status_.ok()) return status_;
  absl::StatusOr<bool> found = ReadRecord(message);
  record_index_ = stream_.index();
  record_.clear();
  if (stream_.is_lost()) status_ = found.status();
  if (!found.ok()) return is_lost() ? status_ : ReadPastDamage(message, found.status());
  if (*found) record_.swap(stream_.record());
  return found;
}

absl::StatusOr<bool> DelimitedReader::Skip() {
  record_.clear();
  if (!waiting_.empty()) {
    record_index_ = waiting_.front().index;
    waiting_.pop_front();
    return true;
  }
  if (!status_.ok()) return status_;
  const absl::StatusOr<bool> found = stream_.Skip();
  record_index_ = stream_.index();
  status_ = found.status();
  return found;
}

// Reads on behind a damaged record until the framing is confirmed; returns the first record's
// error.
absl::Status DelimitedReader::ReadPastDamage(google::protobuf::Message& message, const absl::Status& first) {
  const auto lose_rest = [&](const std::string& why) {
    waiting_.clear();
    return status_ = absl::DataLossError(absl::StrCat(first.message(), "; the rest is not read: ", why));
  };
  for (int damaged = 1; damaged <= kMaxDamagedRecordsInARow; ++damaged) {
    const absl::StatusOr<bool> found = ReadRecord(message);
    if (stream_.is_lost()) return lose_rest(absl::StrCat("at byte ", stream_.begin_bytes(), " ", stream_.mistake()));
    if (found.ok() && !*found) return first;
    waiting_.push_back({stream_.index(), found.ok() ? std::move(stream_.record()) : "", found.status()});
    if (found.ok()) return first;
  }
  return lose_rest(absl::StrCat("the ", kMaxDamagedRecordsInARow, " records behind it are damaged too"));
}

// Reads a record and parses it.
absl::StatusOr<bool> DelimitedReader::ReadRecord(google::protobuf::Message& message) {
  const absl::StatusOr<bool> found = stream_.Next();
  if (!found.ok() || !*found) return found;
  const std::string& bytes = stream_.record();
  const google::protobuf::Descriptor& type = *message.GetDescriptor();
  const std::optional<std::string> mistake = FindWireError(bytes, type);
  if (!mistake.has_value() && message.ParseFromString(bytes)) return true;
  return stream_.Damage(absl::StrCat(bytes.size(), " bytes that are not a binary ", type.full_name(), ": ",
                                     mistake.value_or("the parser refuses them")));
}

}  // namespace collision2d::planner
