import { siteOrigin } from "../../access/host.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Platform } from "../../platform/platform.ts";
import * as queries from "./awards.queries.ts";
import { PROFILE_CONTEXT, signCredential, toIssuerId, toKeyId, toListId, toCredentialId } from "./credential.ts";
import { getSigningKey, listPublished } from "./keys.service.ts";
import { toMultikey } from "./multikey.ts";

/** The instance that a request is for, and the origin of the request. */
export interface Site {
  instanceId: number;
  domain: string;
  origin: string;
}

const toAddress = (platform: Platform, { origin, domain }: Site): string => siteOrigin(origin, platform.config, domain);

/** Returns the name and the label of an instance. */
export const findInstance = (platform: Platform, instanceId: number) =>
  inInstance(platform.database, instanceId, (db) => queries.findInstance(db, instanceId));

/** Finds an award by the code of its page; undefined for none. */
export function findAward(platform: Platform, { instanceId }: Site, code: string) {
  return inInstance(platform.database, instanceId, (db) => queries.findByCode(db, instanceId, code));
}

/** Returns the signed credential of an award, which is made at the first request; null for none, and for a revoked one. */
export function getCredential(platform: Platform, site: Site, code: string): Promise<string | null> {
  const { instanceId } = site;
  return inInstance(platform.database, instanceId, async (db) => {
    const award = await queries.findByCode(db, instanceId, code, { lock: true });
    if (!award || award.revoked_at !== null) return null;
    if (award.credential !== null) return award.credential;
    const key = await getSigningKey(platform, { db, instanceId });
    const signed = await signCredential(
      {
        origin: toAddress(platform, site),
        code: award.code,
        badgeId: award.badge_id,
        name: award.name,
        description: award.description,
        criteria: award.criteria,
        hasPicture: award.picture_key !== null,
        userName: award.user_name,
        email: award.email,
        awardedAt: award.awarded_at,
        issuer: award.instance_name,
      },
      key,
    );
    const credential = JSON.stringify(signed, null, 2);
    await queries.storeCredential(db, instanceId, { id: award.id, credential, keyId: key.id });
    return credential;
  });
}

/** Returns the profile of the issuer with the keys of its credentials. */
export async function getIssuer(platform: Platform, site: Site & { name: string }): Promise<object> {
  const origin = toAddress(platform, site);
  const id = toIssuerId(origin);
  const keys = (await listKeys(platform, site)).map((key) => ({
    id: toKeyId(origin, key.id),
    type: "Multikey",
    controller: id,
    publicKeyMultibase: toMultikey(key.public_key),
  }));
  return {
    "@context": PROFILE_CONTEXT,
    id,
    type: ["Profile"],
    name: site.name,
    url: origin,
    verificationMethod: keys,
    assertionMethod: keys.map((key) => key.id),
  };
}

/** Returns the keys as a JSON Web Key Set. */
export async function getKeySet(platform: Platform, site: Site): Promise<object> {
  const origin = toAddress(platform, site);
  return {
    keys: (await listKeys(platform, site)).map(({ id, public_key }) => ({
      kty: "OKP",
      crv: "Ed25519",
      alg: "EdDSA",
      use: "sig",
      kid: toKeyId(origin, id),
      x: public_key,
    })),
  };
}

/** Returns the list of revoked credentials, without reasons. */
export async function getRevocations(platform: Platform, site: Site): Promise<object> {
  const { instanceId } = site;
  const origin = toAddress(platform, site);
  const codes = await inInstance(platform.database, instanceId, (db) => queries.listRevoked(db, instanceId));
  return {
    id: toListId(origin),
    issuer: toIssuerId(origin),
    revokedCredential: codes.map((code) => ({ id: toCredentialId(origin, code), revoked: true })),
  };
}

const listKeys = (platform: Platform, { instanceId }: Site) =>
  inInstance(platform.database, instanceId, (db) => listPublished({ db, instanceId }));
