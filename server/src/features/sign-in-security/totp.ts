import { randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";

/** Bits of a secret, as RFC 4226 recommends (section 4, R6). */
const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/** Codes of the period before and after are accepted too, because clocks differ (RFC 6238, section 5.2). */
const WINDOW = 1;
const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 10;
/** Without letters and digits that are easily confused. */
const RECOVERY_CHARACTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/** Creates the secret of an authenticator app, in Base32. */
export const createSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** Returns the address that authenticator apps read, also from a QR code. */
export function toUri(secret: string, { site, email }: { site: string; email: string }): string {
  // A colon separates the two in the address.
  return toTotp(secret, { issuer: site.replaceAll(":", " "), label: email }).toString();
}

/**
 * Checks a code of an authenticator app.
 * @returns the period for which the code was made, by which it is accepted only once; null for a wrong code
 */
export function findPeriod(secret: string, code: string): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = Date.now();
  const delta = toTotp(secret).validate({ token: code, window: WINDOW, timestamp });
  return delta === null ? null : TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + delta;
}

/** Creates the codes that replace the device once each, in two halves for reading. */
export function createRecoveryCodes(): string[] {
  const drawCharacter = () => RECOVERY_CHARACTERS[randomInt(RECOVERY_CHARACTERS.length)];
  return Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: RECOVERY_LENGTH }, (_, place) =>
      place === RECOVERY_LENGTH / 2 ? `-${drawCharacter()}` : drawCharacter(),
    ).join(""),
  );
}

/** Returns a typed code as it is stored: people leave the dash out, add spaces and use capitals. */
export const toRecoveryCode = (typed: string): string => {
  const letters = typed.toLowerCase().replace(/[^a-z0-9]/g, "");
  return `${letters.slice(0, RECOVERY_LENGTH / 2)}-${letters.slice(RECOVERY_LENGTH / 2)}`;
};

const toTotp = (secret: string, more: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...more, secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: PERIOD_SECONDS });
