#ifndef COLLISION2D_CAPTURE_CRC32C_H_
#define COLLISION2D_CAPTURE_CRC32C_H_

#include <cstdint>

#include "absl/types/span.h"

namespace collision2d::internal {

// The CRC-32C of the bytes (Castagnoli's polynomial, as in iSCSI and ext4): 0xe3069283 for the nine digits "123456789". Detects every damage of up to 32
// consecutive bits. A byte takes one look into a table: it is for files, not for the record path.
uint32_t Crc32c(absl::Span<const uint8_t> bytes);

}  // namespace collision2d::internal

#endif  // COLLISION2D_CAPTURE_CRC32C_H_
