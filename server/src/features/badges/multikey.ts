const LETTERS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** Encodes bytes in base58 with the prefix of Multibase. */
export function toMultibase(bytes: Uint8Array): string {
  let text = "";
  let value = BigInt(`0x${Buffer.from(bytes).toString("hex") || "0"}`);
  for (; value > 0n; value /= 58n) text = LETTERS[Number(value % 58n)]! + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return `z${"1".repeat(zeros === -1 ? bytes.length : zeros)}${text}`;
}

/** Returns an Ed25519 public key, given in base64url, as a Multikey. */
export const toMultikey = (publicKey: string): string =>
  toMultibase(Buffer.concat([Buffer.from([0xed, 0x01]), Buffer.from(publicKey, "base64url")]));
