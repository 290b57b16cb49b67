import { expect, test } from "vitest";
import { freeBuffer } from "./free-buffer.ts";

const SIZE = 64 * 1024;

test("a large buffer is freed at once", () => {
  const buffer = Buffer.alloc(SIZE, "a");
  freeBuffer(buffer);
  expect([buffer.length, buffer.buffer.byteLength]).toEqual([0, 0]);
});

test("a part of a buffer is kept, because others may read the rest", () => {
  const whole = Buffer.alloc(SIZE + 1, "a");
  freeBuffer(whole.subarray(0, SIZE));
  expect(whole.toString()).toBe("a".repeat(SIZE + 1));
});

test("a small buffer is kept", () => {
  const small = Buffer.alloc(SIZE - 1, "a");
  freeBuffer(small);
  expect(small.length).toBe(SIZE - 1);
});
