#ifndef COLLISION2D_SOLID_QUERY_FACE_QUEUE_H_
#define COLLISION2D_SOLID_QUERY_FACE_QUEUE_H_

#include <cstdint>

#include "absl/base/macros.h"

namespace collision2d::solid::internal {

// An entry of the queue.
struct FaceQueueEntry {
  double key;
  uint16_t face;
};

// A priority queue of faces, the least key first. It stores the position of each face, so that any face can be removed.
// No allocation: the caller provides the memory.
// While there are few entries, they are unordered, and the least is found without a branch: at that size the cost is
// mispredicted branches, of which a heap has one per level. From kMaxUnordered on it is a binary heap: O(log n) per
// step.
class FaceQueue {
 public:
  static constexpr uint16_t kNowhere = 0xffff;
  static constexpr int kMaxUnordered = 48;

  // `entries` has room for all faces; positions[f] is the position of face f, or kNowhere, to which the caller
  // initialises it for a new face.
  FaceQueue(FaceQueueEntry* entries, uint16_t* positions) : entries_(entries), positions_(positions) {}

  bool empty() const { return size_ == 0; }

  // O(1) for a heap, otherwise O(n).
  const FaceQueueEntry& front() const { return entries_[is_heap_ ? 0 : Least()]; }

  // Sets the key of the face, whether it is in the queue or not.
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
      // Written so that compilers use a select instead of a branch.
      const bool is_less = entries_[i].key < key;
      least = is_less ? i : least;
      key = is_less ? entries_[i].key : key;
    }
    return least;
  }

  // A queue that has become a heap remains one.
  void MakeHeap() {
    is_heap_ = true;
    for (int i = size_ / 2 - 1; i >= 0; --i) SiftDown(i, FaceQueueEntry(entries_[i]));
  }

  void Put(int position, const FaceQueueEntry& entry) {
    // Copied by fields: copying the whole entry would wait for the stores of its parts.
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
