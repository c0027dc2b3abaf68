"""The messages of package collision2d.v1, as protoc generates them: scene_pb2, trajectory_pb2, verdict_pb2."""
