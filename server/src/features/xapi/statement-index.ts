import { agentKey, hashToUuid } from "./formats.ts";
import type { ActivityObject, AgentObject, Event, Statement } from "./statement-rules.ts";

/** The index entry of a statement for filters: keys of `formats.ts` instead of agents and IRIs. */
export interface IndexEntry {
  verb: string;
  registration: string | null;
  /** The actor and the object, with the members of a group (xAPI 2.0, 4.1.6.1, `agent` and `activity`). */
  direct: Set<string>;
  /** The agents and activities anywhere in it. */
  related: Set<string>;
}

/**
 * Lists the keys by which a statement is found: by verb, registration, and agents and activities in it, directly or
 * related.
 */
export function indexStatement(statement: Statement): IndexEntry {
  const { actor, object, verb, context, authority } = statement;
  const related = new Set<string>();
  gather(statement, related);
  for (const key of authority ? agentKeys(authority) : []) related.add(key);
  const direct = new Set(agentKeys(actor));
  if (isActivity(object)) direct.add(hashToUuid(object.id));
  if (isAgent(object)) for (const key of agentKeys(object)) direct.add(key);
  return { verb: hashToUuid(verb.id), registration: context?.registration ?? null, direct, related };
}

/** Lists the activities of a statement, of its substatement and of its context, with their definitions. */
export function listActivities({ object, context }: Event): ActivityObject[] {
  const around = Object.values(context?.contextActivities ?? {}).flat();
  if (isActivity(object)) return [object, ...around];
  return isSubStatement(object) ? [...listActivities(object), ...around] : around;
}

/** Tells whether the object of a statement is an Activity, which is the default of `objectType`. */
export function isActivity(object: Event["object"]): object is ActivityObject {
  return object.objectType === undefined || object.objectType === "Activity";
}

function isAgent(object: Event["object"]): object is AgentObject {
  return object.objectType === "Agent" || object.objectType === "Group";
}

export function isSubStatement(object: Event["object"]): object is Extract<Event["object"], Event> {
  return object.objectType === "SubStatement";
}

function gather(event: Event, related: Set<string>): void {
  const { actor, object, context } = event;
  const agents = [
    actor,
    ...(isAgent(object) ? [object] : []),
    ...[context?.instructor, context?.team].filter((agent) => agent !== undefined),
    ...(context?.contextAgents ?? []).map(({ agent }) => agent),
    ...(context?.contextGroups ?? []).map(({ group }) => group),
  ];
  for (const key of agents.flatMap(agentKeys)) related.add(key);
  for (const { id } of listActivities(event)) related.add(hashToUuid(id));
  if (isSubStatement(object)) gather(object, related);
}

function agentKeys(agent: AgentObject): string[] {
  return [agentKey(agent), ...("member" in agent ? (agent.member ?? []) : []).map(agentKey)];
}
