import type { Db } from "../../db/client.ts";
import { EMPTY_MAPPING } from "../identity.ts";

/** Adds an identity provider to an instance. @returns its id */
export async function addIdentityProvider(db: Db, instanceId: number, name: string): Promise<number> {
  const { id } = await db
    .insertInto("identity_providers")
    .values({
      instance_id: instanceId,
      kind: "oidc",
      name,
      issuer: "https://id.example.org",
      settings: JSON.stringify({ client_id: "cairn" }),
      mapping: JSON.stringify(EMPTY_MAPPING),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
