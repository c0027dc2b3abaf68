// A plugin of qemu 7.2's user mode emulators that counts the instructions of the emulated program,
// for instruction_counter.h:
//   qemu-aarch64 -plugin ./libcount_instructions.so,count=FILE PROGRAM --count_file=FILE
// FILE becomes the count, 8 bytes, which every block of instructions adds its number to when it
// begins. So two reads of a program differ by the blocks between them, the same whenever the same
// code runs.

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>

// What is used of version 1 of the interface, which Debian packages no header of.
extern "C" {
struct qemu_plugin_tb;
using qemu_plugin_id_t = uint64_t;
// The one operation of version 1: add to a 64 bit number.
enum qemu_plugin_op { QEMU_PLUGIN_INLINE_ADD_U64 };
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id,
                                           void (*translated)(qemu_plugin_id_t id, qemu_plugin_tb* block));
size_t qemu_plugin_tb_n_insns(const qemu_plugin_tb* block);
void qemu_plugin_register_vcpu_tb_exec_inline(qemu_plugin_tb* block, qemu_plugin_op operation, void* number,
                                              uint64_t operand);

// What qemu looks for.
extern int qemu_plugin_version;
int qemu_plugin_install(qemu_plugin_id_t id, const void* info, int argument_count, char** arguments);
}

namespace {

uint64_t* count = nullptr;

void CountBlock(qemu_plugin_id_t /*id*/, qemu_plugin_tb* block) {
  qemu_plugin_register_vcpu_tb_exec_inline(block, QEMU_PLUGIN_INLINE_ADD_U64, count, qemu_plugin_tb_n_insns(block));
}

}  // namespace

int qemu_plugin_version = 1;

int qemu_plugin_install(qemu_plugin_id_t id, const void* /*info*/, int argument_count, char** arguments) {
  constexpr char kName[] = "count=";
  constexpr size_t kNameLength = sizeof kName - 1;
  if (argument_count != 1 || std::strncmp(arguments[0], kName, kNameLength) != 0) {
    std::fprintf(stderr, "count_instructions: one argument is needed, count=FILE\n");
    return 1;
  }
  const char* const path = arguments[0] + kNameLength;
  const int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
  void* mapped = MAP_FAILED;
  if (file >= 0 && ftruncate(file, sizeof *count) == 0) {
    mapped = mmap(nullptr, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  }
  if (mapped == MAP_FAILED) {
    std::perror(path);
    return 1;
  }
  close(file);
  count = static_cast<uint64_t*>(mapped);
  qemu_plugin_register_vcpu_tb_trans_cb(id, CountBlock);
  return 0;
}
