#include "planner_adapter/replay_page/page_json.h"

#include "absl/strings/str_replace.h"
#include "google/protobuf/util/json_util.h"
#include "planner_adapter/io/message_json.h"

namespace collision2d::planner {

absl::StatusOr<std::string> PageJson(const google::protobuf::Message& message) {
  google::protobuf::util::JsonPrintOptions options;
  options.always_print_primitive_fields = true;
  const absl::StatusOr<std::string> json = MessageJson(message, options);
  if (!json.ok()) return json.status();
  // In JSON these characters occur only within strings, where an escape means the same. Without '<' no text can close
  // the element or open a comment in it.
  return absl::StrReplaceAll(
      *json,
      {{"<", "\\u003c"}, {">", "\\u003e"}, {"&", "\\u0026"}, {"\xE2\x80\xA8", "\\u2028"}, {"\xE2\x80\xA9", "\\u2029"}});
}

}  // namespace collision2d::planner
