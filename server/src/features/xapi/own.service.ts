import { createHash } from "node:crypto";
import * as documents from "./documents.queries.ts";
import { agentKey, hashToUuid } from "./formats.ts";
import type { Statement } from "./statement-rules.ts";
import * as queries from "./statements.queries.ts";
import { withStoreProperties, withId, insert } from "./storing.ts";

export { isLanguage } from "./formats.ts";
export type { Statement } from "./statement-rules.ts";

/**
 * Stores statements that the product creates itself, with the site as authority.
 * @param userId the user they are about; null for an actor of another system
 */
export async function storeOwn(
  reach: queries.Store,
  origin: string,
  statements: readonly Statement[],
  userId: number | null,
): Promise<void> {
  if (statements.length === 0) return;
  const stored = await queries.enter(reach);
  const authority = { objectType: "Agent", account: { homePage: origin, name: "lms" } } as const;
  const whole = statements.map((statement) => withStoreProperties(withId(statement), stored, authority, "1.0.3"));
  await insert(reach, stored, whole, () => userId);
}

interface OwnDocument {
  kind: documents.Kind;
  agent: Parameters<typeof agentKey>[0];
  activityId?: string;
  registration?: string;
  id: string;
}

/** Stores a JSON document of the product; with `ifAbsent`, an existing one stays unchanged. */
export async function putOwn(
  reach: queries.Store,
  { kind, agent, activityId, registration, id }: OwnDocument,
  value: object,
  { ifAbsent = false } = {},
): Promise<void> {
  const owner: documents.Owner = {
    kind,
    agent: agentKey(agent),
    ...(activityId !== undefined && { activity: hashToUuid(activityId) }),
    ...(registration !== undefined && { registration }),
  };
  if (ifAbsent && (await documents.findDocument(reach, owner, id, { held: true }))) return;
  const content = Buffer.from(JSON.stringify(value));
  const etag = `"${createHash("sha1").update(content).digest("hex")}"`;
  await documents.saveDocument(reach, owner, { document_id: id, content_type: "application/json", content, etag });
}
