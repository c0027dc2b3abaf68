#pragma once

#include <cstdint>
#include <string>

namespace collision2d::bench {

// The instructions that this program has retired so far, in user mode: by the processor's counter
// (Linux, perf_event_open), or, in an emulator, by a count that qemu's plugin count_instructions.cc
// keeps in a file.
class InstructionCounter {
 public:
  // The file of the plugin's count; empty: the processor's counter. Ends the program with status 1
  // and a message on stderr if there is no such counter or file.
  explicit InstructionCounter(const std::string& count_file);
  ~InstructionCounter();
  InstructionCounter(const InstructionCounter&) = delete;
  InstructionCounter& operator=(const InstructionCounter&) = delete;

  int64_t Read() const;

 private:
  int file_;
  // The plugin's count; null: the processor's.
  const volatile int64_t* count_ = nullptr;
};

}  // namespace collision2d::bench
