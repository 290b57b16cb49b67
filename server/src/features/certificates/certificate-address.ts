import { createHmac, timingSafeEqual } from "node:crypto";

const LIVES_SECONDS = 30 * 60;

/**
 * Returns the address of a certificate's PDF: signed for its instance, so that a download needs no token, and valid for
 * half an hour.
 */
export function certificateAddress(secret: Buffer, instanceId: number, id: number, now = Date.now()): string {
  const expires = Math.floor(now / 1000) + LIVES_SECONDS;
  return `/api/certificates/${id}.pdf?e=${expires.toString(36)}&s=${sign(secret, instanceId, id, expires)}`;
}

/** Tells whether an address was signed for this instance and is still valid. */
export function isCertificateAddress(
  secret: Buffer,
  instanceId: number,
  id: number,
  query: { e?: string; s?: string },
  now = Date.now(),
): boolean {
  const expires = Number.parseInt(query.e ?? "", 36);
  if (!(expires * 1000 > now)) return false;
  const expected = Buffer.from(sign(secret, instanceId, id, expires));
  const given = Buffer.from(query.s ?? "");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function sign(secret: Buffer, instanceId: number, id: number, expires: number): string {
  return createHmac("sha256", secret)
    .update(`certificate\n${instanceId}\n${id}\n${expires}`)
    .digest("base64url")
    .slice(0, 27);
}
