/**
 * Tells whether this browser can make and use passkeys at this address: not without TLS, and not where the address is a
 * number.
 */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === "function" && !/^[\d.]+$|:/.test(location.hostname);
}

let asking = 0;
const usedKey = "passkeyUsed";

/** Tells whether a passkey of this host was made or used in this browser. */
export const hasUsedPasskey = (): boolean => hasPasskeys() && localStorage.getItem(usedKey) !== null;

/** Forgets that one was used, when the server refuses it. */
export const forgetPasskeyUse = (): void => localStorage.removeItem(usedKey);

/** Why the browser gave no passkey. */
export class NoPasskey extends Error {
  /** Whether the authenticator has a passkey of this account already. */
  readonly isKnown: boolean;

  constructor(cause: unknown) {
    super("NoPasskey", { cause });
    this.isKnown = cause instanceof Error && cause.name === "InvalidStateError";
  }
}

/** Makes a passkey. @param options of the server, as JSON @returns the browser's answer as JSON @throws NoPasskey */
export async function makePasskey(options: string): Promise<string> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  return answer(startRegistration({ optionsJSON: JSON.parse(options) }));
}

/** Asks for a passkey. @param options of the server, as JSON @returns the browser's answer as JSON @throws NoPasskey */
export async function askForPasskey(options: string): Promise<string> {
  asking++;
  try {
    const { startAuthentication } = await import("@simplewebauthn/browser");
    return await answer(startAuthentication({ optionsJSON: JSON.parse(options) }));
  } finally {
    asking--;
  }
}

/**
 * Offers passkeys in the list that the browser opens at the field for the email.
 * @param options of the server, as JSON
 * @returns the browser's answer as JSON once one is chosen @throws NoPasskey when the browser cannot, or asks otherwise
 */
export async function offerPasskeys(options: string): Promise<string> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  // The browser has one request at a time: an offer would end the dialog that the person has opened.
  if (asking > 0) throw new NoPasskey(null);
  return answer(startAuthentication({ optionsJSON: JSON.parse(options), useBrowserAutofill: true }));
}

/** Ends the offer. */
export async function withdrawPasskeys(): Promise<void> {
  const { WebAuthnAbortService } = await import("@simplewebauthn/browser");
  WebAuthnAbortService.cancelCeremony();
}

async function answer(asked: Promise<object>): Promise<string> {
  try {
    const given = JSON.stringify(await asked);
    localStorage.setItem(usedKey, "1");
    return given;
  } catch (error) {
    throw new NoPasskey(error);
  }
}
