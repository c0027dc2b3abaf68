#include "testdata/generated_files.h"

#include <sstream>

#include "collision2d/v1/scene.pb.h"
#include "google/protobuf/text_format.h"
#include "google/protobuf/util/delimited_message_util.h"
#include "testdata/test_scenes.h"

namespace collision2d::testdata {
namespace {

constexpr char kTextHeader[] =
    "# proto-file: collision2d/v1/scene.proto\n"
    "# proto-message: collision2d.v1.Scene\n"
    "# Written by //testdata:generator; see testdata/README.md.\n";

GeneratedFile TextFile(const v1::Scene& scene) {
  std::string text;
  google::protobuf::TextFormat::PrintToString(scene, &text);
  return {scene.id() + ".textproto", kTextHeader + text};
}

GeneratedFile StreamFile(const std::string& name, const std::vector<v1::Scene>& scenes) {
  std::ostringstream stream;
  for (const v1::Scene& scene : scenes) google::protobuf::util::SerializeDelimitedToOstream(scene, &stream);
  return {name, stream.str()};
}

}  // namespace

std::vector<GeneratedFile> GenerateFiles(uint64_t seed) {
  std::vector<GeneratedFile> files;
  for (const v1::Scene& scene : {LeadCarBrakes(), CrossingTraffic(), ParkedCarsNarrowGap(seed), SetBasedOccupancies(),
                                 SeveralHypotheses(), OvertakeWithOncomingCar(), TruckAndTrailer(), TouchingWall(),
                                 FarFromTheOrigin(), UnderTheBridgeVan(), UnderTheBridgeTruck(), ThroughTheArch()}) {
    files.push_back(TextFile(scene));
  }
  files.push_back({"three_lane_traffic.pb", ThreeLaneTraffic(seed).SerializeAsString()});
  files.push_back(StreamFile("recording.pbs", TrafficRecording(seed)));
  return files;
}

}  // namespace collision2d::testdata
