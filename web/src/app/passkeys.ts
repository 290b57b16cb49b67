/**
 * Tells whether this browser can make and use passkeys at this address: not without TLS, and not where the address is a
 * number.
 */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === "function" && !/^[\d.]+$|:/.test(location.hostname);
}

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
  const { startAuthentication } = await import("@simplewebauthn/browser");
  return answer(startAuthentication({ optionsJSON: JSON.parse(options) }));
}

async function answer(asked: Promise<object>): Promise<string> {
  try {
    return JSON.stringify(await asked);
  } catch (error) {
    throw new NoPasskey(error);
  }
}
