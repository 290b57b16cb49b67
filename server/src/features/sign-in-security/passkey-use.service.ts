import type { Db } from "../../db/client.ts";
import * as queries from "./passkeys.queries.ts";
import {
  type Authentication,
  createAuthenticationOptions,
  parseAuthentication,
  verifyAuthentication,
} from "./webauthn.ts";

interface Place {
  db: Db;
  instanceId: number;
}

/** A passkey that is used to sign in. */
export interface SignInPasskey {
  id: number;
  userId: number;
  /** Checks what it has signed. @returns its count; null for a response that does not fit */
  verify: (given: Authentication, at: { origin: string; host: string }) => Promise<number | null>;
}

const toUse = (host: string): queries.ChallengeUse => ({ purpose: "sign_in", host, sessionHash: null });

/** Stores a challenge for a sign-in at a host. @returns what the browser needs, as JSON */
export async function putSignInChallenge(at: Place, host: string): Promise<string> {
  const { json, challenge } = await createAuthenticationOptions(host, null);
  await queries.putChallenge(at, challenge, toUse(host));
  return json;
}

/** Reads a response and uses its challenge up. @returns null for one that was not given out for a sign-in at this host */
export async function takeSignInChallenge(at: Place, host: string, response: string): Promise<Authentication | null> {
  const given = parseAuthentication(response);
  if (!given || !(await queries.takeChallenge(at, given.challenge, toUse(host)))) return null;
  return given;
}

/** Finds a passkey of a host. */
export async function findSignInPasskey(at: Place, host: string, credentialId: string): Promise<SignInPasskey | null> {
  const stored = await queries.findCredential(at, host, credentialId);
  if (!stored) return null;
  return {
    id: stored.id,
    userId: stored.user_id,
    verify: async (given, { origin }) => {
      // Without a password, the authenticator names the account, so it has to be the one that it was made for.
      if (given.value.response.userHandle !== stored.user_handle) return null;
      return verifyAuthentication(given, { challenge: given.challenge, origin, host }, stored, { mustVerify: true });
    },
  };
}

/** Stores the use of a passkey. @returns false when its count has not grown, or it was removed meanwhile */
export const useSignInPasskey = (at: Place, { id }: SignInPasskey, count: number): Promise<boolean> =>
  queries.usePasskey(at, id, count);
