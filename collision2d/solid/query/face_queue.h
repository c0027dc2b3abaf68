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

// Faces by their keys, the least first. Knows where each face stands, so that faces leave it from anywhere. No
// allocation: the caller gives the room.
// While they are few, the entries are in no order, and the least is looked for
// without a branch: at that size what costs is a branch that is not foreseen, of which a heap has one per level. From
// kMaxUnordered on a binary heap: O(log n) per step.
class FaceQueue {
 public:
  static constexpr uint16_t kNowhere = 0xffff;
  static constexpr int kMaxUnordered = 48;

  // `entries` has room for all faces; positions[f] is where face f stands, or kNowhere, which the caller sets for a new
  // face.
  FaceQueue(FaceQueueEntry* entries, uint16_t* positions) : entries_(entries), positions_(positions) {}

  bool empty() const { return size_ == 0; }

  // O(1) in a heap, else O(n).
  const FaceQueueEntry& front() const { return entries_[is_heap_ ? 0 : Least()]; }

  // Puts the face where the key belongs, whether it is in the queue or not.
  void Set(double key, uint16_t face) {
    const bool is_new = positions_[face] == kNowhere;
    const int position = is_new ? size_ : positions_[face];
    size_ += is_new ? 1 : 0;
    if (is_heap_) {
      Sift(position, {key, face});
      return;
    }
    Put(position, {key, face});
    if (size_ == kMaxUnordered) MakeHeap();
  }

  // REQUIRES: not empty().
  void PopFront() { Remove(front().face); }

  // Does nothing if the face is not in the queue.
  void Remove(uint16_t face) {
    const int hole = positions_[face];
    if (hole == kNowhere) return;
    positions_[face] = kNowhere;
    const FaceQueueEntry last = entries_[--size_];
    if (hole == size_) return;
    if (is_heap_) {
      Sift(hole, last);
    } else {
      Put(hole, last);
    }
  }

 private:
  int Least() const {
    int least = 0;
    double key = entries_[0].key;
    for (int i = 1; i < size_; ++i) {
      // Written so that compilers select and do not branch.
      const bool is_less = entries_[i].key < key;
      least = is_less ? i : least;
      key = is_less ? entries_[i].key : key;
    }
    return least;
  }

  // Once a heap, always a heap.
  void MakeHeap() {
    is_heap_ = true;
    for (int i = size_ / 2 - 1; i >= 0; --i) SiftDown(i, FaceQueueEntry(entries_[i]));
  }

  void Put(int position, const FaceQueueEntry& entry) {
    // By fields: a copy of the whole would wait for the stores of its parts.
    entries_[position].key = entry.key;
    entries_[position].face = entry.face;
    positions_[entry.face] = static_cast<uint16_t>(position);
  }

  void Sift(int hole, const FaceQueueEntry& entry) {
    if (hole > 0 && entry.key < entries_[(hole - 1) / 2].key) {
      SiftUp(hole, entry);
    } else {
      SiftDown(hole, entry);
    }
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
  bool is_heap_ = false;
};

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_QUERY_FACE_QUEUE_H_
