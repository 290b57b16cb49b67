import { createHmac } from "node:crypto";

/** The record that proves a name: only who controls the DNS of the name can write it. */
export interface ProofRecord {
  name: string;
  value: string;
}

/**
 * Returns the TXT record by which an instance proves a name. It is the same whenever the name is added, so that a removed
 * name can be added again without a change of its DNS.
 */
export function toProof(secret: Buffer, instanceId: number, host: string): ProofRecord {
  const token = createHmac("sha256", secret).update(`custom-domain ${instanceId} ${host}`).digest("base64url");
  return { name: `_cairn.${host}`, value: `cairn-verification=${token.slice(0, 32)}` };
}
