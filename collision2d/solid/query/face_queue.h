#ifndef COLLISION2D_SOLID_QUERY_FACE_QUEUE_H_
#define COLLISION2D_SOLID_QUERY_FACE_QUEUE_H_

#include <cstdint>

#include "absl/base/macros.h"

namespace collision2d::solid::internal {

// A place in the queue.
struct FaceQueueEntry {
  double key;
  uint16_t face;
};

// Faces by their keys, the least first: a binary heap that knows where each face stands, so that faces leave it from
// anywhere. O(log n) per step; no allocation: the caller gives the room.
class FaceQueue {
 public:
  static constexpr uint16_t kNowhere = 0xffff;

  // `entries` has room for all faces; positions[f] is where face f stands, or kNowhere, which the caller sets for a new
  // face.
  FaceQueue(FaceQueueEntry* entries, uint16_t* positions) : entries_(entries), positions_(positions) {}

  bool empty() const { return size_ == 0; }
  const FaceQueueEntry& front() const { return entries_[0]; }

  void Push(double key, uint16_t face) {
    ABSL_ASSERT(positions_[face] == kNowhere);
    SiftUp(size_++, {key, face});
  }

  void PopFront() { Remove(entries_[0].face); }

  // Does nothing if the face is not in the queue.
  void Remove(uint16_t face) {
    const int hole = positions_[face];
    if (hole == kNowhere) return;
    positions_[face] = kNowhere;
    const FaceQueueEntry last = entries_[--size_];
    if (hole == size_) return;
    if (hole > 0 && last.key < entries_[(hole - 1) / 2].key) {
      SiftUp(hole, last);
    } else {
      SiftDown(hole, last);
    }
  }

 private:
  void Put(int position, const FaceQueueEntry& entry) {
    entries_[position] = entry;
    positions_[entry.face] = static_cast<uint16_t>(position);
  }

  void SiftUp(int hole, const FaceQueueEntry& entry) {
    while (hole > 0) {
      const int parent = (hole - 1) / 2;
      if (!(entry.key < entries_[parent].key)) break;
      Put(hole, entries_[parent]);
      hole = parent;
    }
    Put(hole, entry);
  }

  void SiftDown(int hole, const FaceQueueEntry& entry) {
    for (int child = 2 * hole + 1; child < size_; child = 2 * hole + 1) {
      if (child + 1 < size_ && entries_[child + 1].key < entries_[child].key) ++child;
      if (!(entries_[child].key < entry.key)) break;
      Put(hole, entries_[child]);
      hole = child;
    }
    Put(hole, entry);
  }

  FaceQueueEntry* entries_;
  uint16_t* positions_;
  int size_ = 0;
};

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_QUERY_FACE_QUEUE_H_
