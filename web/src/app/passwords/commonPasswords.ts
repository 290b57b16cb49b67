import { request } from "../http.ts";

/**
 * Tells whether the server refuses a password because it is a common one. The server gets 12 bits of a hash of 52, by
 * which it returns the hashes of some hundred common passwords; the password itself is not sent. @throws ApiError
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const digits = hashPassword(password);
  const { hashes } = await request<{ hashes: string[] }>(`/api/common-passwords/${digits.slice(0, BUCKET_DIGITS)}`);
  return hashes.includes(digits.slice(BUCKET_DIGITS));
}

const BUCKET_DIGITS = 3;

/** Returns the 13 hexadecimal digits by which the server's list knows a password (`server/src/access/common-passwords.ts`). */
export function hashPassword(password: string): string {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (const byte of new TextEncoder().encode(password)) {
    const lower = byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
    low = Math.imul(low ^ lower, 0x01000193);
    high = Math.imul(high ^ lower, 0x85ebca6b);
  }
  return (high >>> 12).toString(16).padStart(5, "0") + (low >>> 0).toString(16).padStart(8, "0");
}
