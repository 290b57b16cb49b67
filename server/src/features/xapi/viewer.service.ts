import type { Actor } from "../../access/actor.ts";
import { isActivity } from "./statement-index.ts";
import type { ActivityObject, AgentObject, Event, Statement } from "./statement-rules.ts";
import * as queries from "./viewer.queries.ts";

/** A statement as text for a table. */
export interface StatementLine {
  id: string;
  actor: string;
  verb: string;
  object: string;
  result: string | null;
  /** ISO 8601 */
  stored: string;
  is_voided: boolean;
  user_id: number | null;
  /** The whole statement in JSON. */
  statement: string;
}

const LARGEST_PAGE = 500;

/** Lists the newest statements of the instance. */
export async function getPageOfStatements(
  actor: Actor,
  filter: queries.StatementFilter,
): Promise<{ rows: StatementLine[]; total: number }> {
  const reach = await actor.reach("xapi.manage");
  const limit = Math.min(filter.limit ?? 10, LARGEST_PAGE);
  const { rows, total } = await queries.findStatements(reach, { ...filter, limit });
  return {
    total,
    rows: rows.map(({ stored, ...row }) => ({
      ...row,
      ...toText(JSON.parse(row.statement)),
      stored: stored.toISOString(),
    })),
  };
}

function toText({ actor, verb, object, result }: Statement) {
  const score = (result?.["score"] as { scaled?: number; raw?: number } | undefined) ?? {};
  const reported = [
    score.scaled === undefined ? score.raw?.toString() : `${Math.round(score.scaled * 100)} %`,
    result?.["response"] as string | undefined,
    result?.["duration"] as string | undefined,
  ].filter((part) => part !== undefined);
  return {
    actor: agentName(actor),
    verb: inAnyLanguage(verb.display) ?? lastPart(verb.id),
    object: objectName(object),
    result: reported.length > 0 ? reported.join(" · ") : null,
  };
}

function agentName(agent: AgentObject): string {
  const { name, mbox, account, openid, mbox_sha1sum } = agent;
  return name ?? mbox?.replace(/^mailto:/, "") ?? account?.name ?? openid ?? mbox_sha1sum ?? "Group";
}

function objectName(object: Event["object"]): string {
  if (isActivity(object)) return activityName(object);
  if (object.objectType === "StatementRef") return (object as { id: string }).id;
  if (object.objectType === "SubStatement") return objectName((object as Event).object);
  return agentName(object as AgentObject);
}

function activityName({ id, definition }: ActivityObject): string {
  return inAnyLanguage(definition?.["name"] as Record<string, string> | undefined) ?? id;
}

const inAnyLanguage = (map: Record<string, string> | undefined) =>
  map?.["en"] ?? map?.["en-US"] ?? Object.values(map ?? {})[0];
const lastPart = (iri: string) => iri.split("/").at(-1)!;
