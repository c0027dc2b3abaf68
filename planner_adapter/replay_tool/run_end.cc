#include "planner_adapter/replay_tool/run_end.h"

#include "absl/strings/str_cat.h"
#include "collision2d/io/output_path.h"
#include "google/protobuf/util/json_util.h"
#include "planner_adapter/io/file_bytes.h"
#include "planner_adapter/io/message_json.h"
#include "planner_adapter/replay_tool/run_files.h"

namespace collision2d::planner {

absl::StatusOr<proto::RunEnd> ReadRunEnd(const std::string& directory) {
  const std::string path = RunFile(directory, kRunEnd);
  const absl::StatusOr<std::string> json = ReadFileToString(path);
  if (!json.ok()) return json.status();
  proto::RunEnd end;
  const auto parsed = google::protobuf::util::JsonStringToMessage(*json, &end);
  if (!parsed.ok()) return absl::DataLossError(absl::StrCat(path, ": ", parsed.ToString()));
  return end;
}

absl::Status WriteRunEnd(const std::string& directory, const proto::RunEnd& end) {
  google::protobuf::util::JsonPrintOptions options;
  options.preserve_proto_field_names = true;
  options.always_print_primitive_fields = true;
  options.add_whitespace = true;
  const absl::StatusOr<std::string> json = MessageJson(end, options);
  if (!json.ok()) return json.status();
  return WriteWholeFile(RunFile(directory, kRunEnd), *json);
}

}  // namespace collision2d::planner
