// A client's own proto/scene.proto lives in one process with the messages of collision2d.

#include "collision2d/v1/scene.pb.h"
#include "gtest/gtest.h"
#include "proto/scene.pb.h"

namespace collision2d::planner {
namespace {

TEST(ClientMessagesTest, HaveTheirOwnFileAndPackage) {
  client::Scene own;
  own.set_id("own");
  own.add_road_borders(1.5);
  v1::Scene scene;
  ASSERT_TRUE(scene.ParseFromString("\n\003own"));
  EXPECT_EQ(own.GetDescriptor()->file()->name(), "proto/scene.proto");
  EXPECT_EQ(scene.GetDescriptor()->file()->name(), "collision2d/v1/scene.proto");
  EXPECT_EQ(scene.id(), own.id());
  const auto* pool = google::protobuf::DescriptorPool::generated_pool();
  EXPECT_NE(pool->FindMessageTypeByName("client.Scene"), nullptr);
  EXPECT_EQ(pool->FindMessageTypeByName("collision2d.v1.Scene"), scene.GetDescriptor());
}

}  // namespace
}  // namespace collision2d::planner
