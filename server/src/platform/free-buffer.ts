/** From this size the bytes have memory of their own outside of the heap. */
const FREED_BYTES = 64 * 1024;

/**
 * Frees the memory of many bytes at once, which otherwise is kept until a garbage collection. They cannot be read afterwards. Does
 * nothing for few bytes, and for a part of a larger buffer, which others may read.
 */
export function freeBuffer({ buffer, byteLength }: Buffer): void {
  if (byteLength >= FREED_BYTES && byteLength === buffer.byteLength) (buffer as ArrayBuffer).transfer(0);
}
