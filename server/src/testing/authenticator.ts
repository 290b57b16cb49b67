import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

/** What a test may change in a response, as an attacker would. */
export interface Changes {
  /** Scheme, host and port of the page that asked. */
  origin?: string;
  /** The relying party for which the authenticator signs. */
  rpId?: string;
  /** Whether the authenticator has verified its user. */
  isVerified?: boolean;
  /** The count that it reports. */
  count?: number;
  challenge?: string;
  crossOrigin?: boolean;
  userHandle?: string;
  /** The attestation statement of a new passkey, with its format. */
  attestation?: { format: string; statement: Map<string, unknown> };
}

interface Options {
  challenge: string;
  rpId?: string;
  rp?: { id: string };
  user?: { id: string };
}

const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40];

/** A passkey of an authenticator in software, with an ES256 key. */
export class Authenticator {
  readonly id = randomBytes(16).toString("base64url");
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject };
  #handle = "";
  #count = 0;

  constructor() {
    this.#keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  }

  /** Makes the passkey, as navigator.credentials.create does. @param options the JSON of the server */
  create(options: string, changes: Changes = {}): string {
    const { challenge, rp, user } = JSON.parse(options) as Options;
    this.#handle = user!.id;
    const { x, y } = this.#keys.publicKey.export({ format: "jwk" });
    const key = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x!, "base64url"))],
        [-3, new Uint8Array(Buffer.from(y!, "base64url"))],
      ]),
    );
    const id = Buffer.from(this.id, "base64url");
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, key]);
    const authData = Buffer.concat([toAuthData(changes.rpId ?? rp!.id, changes, ATTESTED, 0), attested]);
    const { format, statement } = changes.attestation ?? { format: "none", statement: new Map() };
    const attestationObject = isoCBOR.encode(
      new Map<string, never>([
        ["fmt", format as never],
        ["attStmt", statement as never],
        ["authData", new Uint8Array(authData) as never],
      ]),
    );
    const clientDataJSON = toClientData("webauthn.create", challenge, rp!.id, changes);
    return this.#answer({ clientDataJSON, attestationObject: Buffer.from(attestationObject).toString("base64url") });
  }

  /** Uses the passkey, as navigator.credentials.get does. @param options the JSON of the server */
  get(options: string, changes: Changes = {}): string {
    const { challenge, rpId } = JSON.parse(options) as Options;
    this.#count = changes.count ?? this.#count + 1;
    const authData = toAuthData(changes.rpId ?? rpId!, changes, 0, this.#count);
    const clientDataJSON = toClientData("webauthn.get", challenge, rpId!, changes);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, "base64url"))]);
    return this.#answer({
      clientDataJSON,
      authenticatorData: authData.toString("base64url"),
      signature: sign("sha256", signed, this.#keys.privateKey).toString("base64url"),
      userHandle: changes.userHandle ?? this.#handle,
    });
  }

  #answer(response: Record<string, string>): string {
    return JSON.stringify({ id: this.id, rawId: this.id, type: "public-key", response });
  }
}

function toAuthData(rpId: string, { isVerified = true }: Changes, flags: number, count: number): Buffer {
  const counted = Buffer.alloc(4);
  counted.writeUInt32BE(count);
  const all = PRESENT | (isVerified ? VERIFIED : 0) | flags;
  return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([all]), counted]);
}

function toClientData(type: string, challenge: string, host: string, changes: Changes): string {
  const data = {
    type,
    challenge: changes.challenge ?? challenge,
    origin: changes.origin ?? `http://${host}`,
    crossOrigin: changes.crossOrigin ?? false,
  };
  return Buffer.from(JSON.stringify(data)).toString("base64url");
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest();
