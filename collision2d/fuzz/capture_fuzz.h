#pragma once

#include <cstddef>
#include <cstdint>

namespace collision2d {

// The reader of capture files with any bytes whatever, as they are and with right checksums: errors
// name a byte of the file, records before that byte are kept when the file is cut off there, and
// every record that is read is answered again or refused. Aborts if not. Returns 0.
int FuzzCapture(const uint8_t* data, size_t size);

}  // namespace collision2d
