import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text that is stored, with AES-256-GCM and a key that is derived from the server's secret for one purpose.
 * @param context what the text belongs to, such as its instance and user: elsewhere it cannot be opened
 * @returns the initialisation vector, the tag and the encrypted text
 */
export function seal(secret: Buffer, purpose: string, context: string, text: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", toKey(secret, purpose), iv).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Decrypts what `seal` returned. @throws Error for another secret, purpose or context, and for changed bytes */
export function unseal(secret: Buffer, purpose: string, context: string, sealed: Buffer): string {
  const [iv, tag] = [sealed.subarray(0, IV_BYTES), sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
  const decipher = createDecipheriv("aes-256-gcm", toKey(secret, purpose), iv, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
}

function toKey(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `cairn ${purpose}`, 32));
}
