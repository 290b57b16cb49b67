import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import * as z from "zod";

/** Characters of a response; the longest in use, with an RSA key, have about 3,000. */
const MOST_CHARACTERS = 8_000;
/** How long a person may take, in milliseconds. */
const TIMEOUT = 5 * 60_000;
/** EdDSA, ES256 and RS256 (RFC 9053). */
const ALGORITHMS = [-8, -7, -257];

/** What a response has to be signed for. */
export interface Expected {
  challenge: string;
  /** Scheme, host and port of the page. */
  origin: string;
  /** The relying party id. */
  host: string;
}

/** A passkey that was made. */
export interface NewCredential {
  id: string;
  publicKey: Uint8Array<ArrayBuffer>;
  count: number;
  transports: string[];
}

/** A passkey as it is stored. */
export interface StoredCredential {
  credential_id: string;
  public_key: Buffer;
  transports: string[];
}

const encoded = z
  .string()
  .max(MOST_CHARACTERS)
  .regex(/^[\w-]*$/);
const common = { id: encoded, rawId: encoded, type: z.literal("public-key") };
const registration = z.object({
  ...common,
  response: z.object({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});
const authentication = z.object({
  ...common,
  response: z.object({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: encoded.max(100).nullish(),
  }),
});
const clientData = z.object({ challenge: encoded.max(200), crossOrigin: z.boolean().optional() });

type Parsed<T> = { value: z.infer<T & z.ZodType>; challenge: string };

/** Reads what a browser answers when a passkey was made: PublicKeyCredential as JSON. @returns null for anything else */
export const parseRegistration = (text: string) => parse(registration, text);

/** Reads what a browser answers when a passkey was used. @returns null for anything else */
export const parseAuthentication = (text: string) => parse(authentication, text);

export type Registration = Parsed<typeof registration>;
export type Authentication = Parsed<typeof authentication>;

/** Returns what the browser needs to make a passkey, as JSON; its challenge is random. */
export async function createRegistrationOptions(about: {
  site: string;
  host: string;
  /** Names the account to the person in the browser's dialog. */
  account: { handle: string; email: string; name: string };
  /** The passkeys that the person has at this host. */
  existing: readonly StoredCredential[];
}): Promise<{ json: string; challenge: string }> {
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  const { handle, email, name } = about.account;
  const options = await generateRegistrationOptions({
    rpName: about.site,
    rpID: about.host,
    userID: new Uint8Array(Buffer.from(handle, "base64url")),
    userName: email,
    userDisplayName: name,
    timeout: TIMEOUT,
    attestationType: "none",
    excludeCredentials: about.existing.map(toDescriptor),
    // Old security keys cannot store a passkey: they are a second factor.
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { json: JSON.stringify(options), challenge: options.challenge };
}

/**
 * Returns what the browser needs to use a passkey, as JSON; its challenge is random.
 * @param allowed the passkeys to choose from; null for any of the host, which then has to verify its user
 */
export async function createAuthenticationOptions(
  host: string,
  allowed: readonly StoredCredential[] | null,
): Promise<{ json: string; challenge: string }> {
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const options = await generateAuthenticationOptions({
    rpID: host,
    timeout: TIMEOUT,
    userVerification: allowed === null ? "required" : "preferred",
    ...(allowed !== null && { allowCredentials: allowed.map(toDescriptor) }),
  });
  return { json: JSON.stringify(options), challenge: options.challenge };
}

/** Checks a passkey that was made. @returns null for one that was not made for what is expected */
export async function verifyRegistration({ value }: Registration, expected: Expected): Promise<NewCredential | null> {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  try {
    if (!(await isPlainAttestation(value.response.attestationObject))) return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...value, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge: expected.challenge,
      expectedOrigin: expected.origin,
      expectedRPID: expected.host,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { id, publicKey, count: counter, transports: value.response.transports ?? [] };
  } catch {
    return null;
  }
}

/**
 * Checks the use of a passkey, except its count.
 * @param mustVerify whether the authenticator has to have verified its user, by a PIN or a finger
 * @returns the count; null for a response that was not signed by it for what is expected
 */
export async function verifyAuthentication(
  { value }: Authentication,
  expected: Expected,
  stored: StoredCredential,
  { mustVerify }: { mustVerify: boolean },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...value, clientExtensionResults: {} } as AuthenticationResponseJSON,
      expectedChallenge: expected.challenge,
      expectedOrigin: expected.origin,
      expectedRPID: expected.host,
      // The library compares counts before it checks the signature; a forged response is no sign of a copy.
      credential: { id: stored.credential_id, publicKey: new Uint8Array(stored.public_key), counter: 0 },
      requireUserVerification: mustVerify,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

/**
 * Tells whether an attestation is none or the passkey's own. Others are about the device, which nobody asked for: their
 * certificates are not read.
 */
async function isPlainAttestation(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import("@simplewebauthn/server/helpers");
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = attestation.get("fmt");
  return format === "none" || (format === "packed" && attestation.get("attStmt").get("x5c") === undefined);
}

function parse<T extends typeof registration | typeof authentication>(schema: T, text: string): Parsed<T> | null {
  if (text.length > MOST_CHARACTERS) return null;
  try {
    const value = schema.parse(JSON.parse(text)) as z.infer<T>;
    const written = Buffer.from(value.response.clientDataJSON, "base64url").toString("utf8");
    const { challenge, crossOrigin } = clientData.parse(JSON.parse(written));
    // No page of others may ask in a frame.
    return crossOrigin === true ? null : { value, challenge };
  } catch {
    return null;
  }
}

const toDescriptor = ({ credential_id, transports }: StoredCredential) => ({
  id: credential_id,
  transports: transports as never,
});
