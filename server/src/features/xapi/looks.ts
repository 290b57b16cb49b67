import { agentKey, keyOf } from "./formats.ts";
import type { ActivityObject, AgentObject, Event, Statement } from "./statement-rules.ts";

/** What filters find a statement by: keys of `formats.ts` in place of agents and IRIs. */
export interface Look {
  verb: string;
  registration: string | null;
  /** The actor and the object, with the members of a group (xAPI 2.0, 4.1.6.1, `agent` and `activity`). */
  direct: Set<string>;
  /** The agents and activities anywhere in it. */
  related: Set<string>;
}

export function lookOf(statement: Statement): Look {
  const { actor, object, verb, context, authority } = statement;
  const related = new Set<string>();
  gather(statement, related);
  for (const key of authority ? agentKeys(authority) : []) related.add(key);
  const direct = new Set(agentKeys(actor));
  if (isActivity(object)) direct.add(keyOf(object.id));
  if (isAgent(object)) for (const key of agentKeys(object)) direct.add(key);
  return { verb: keyOf(verb.id), registration: context?.registration ?? null, direct, related };
}

/** The activities of a statement, of a statement within it and of its context, with what it says of them. */
export function activitiesOf({ object, context }: Event): ActivityObject[] {
  const around = Object.values(context?.contextActivities ?? {}).flat();
  if (isActivity(object)) return [object, ...around];
  return isSubStatement(object) ? [...activitiesOf(object), ...around] : around;
}

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
  for (const { id } of activitiesOf(event)) related.add(keyOf(id));
  if (isSubStatement(object)) gather(object, related);
}

function agentKeys(agent: AgentObject): string[] {
  return [agentKey(agent), ...("member" in agent ? (agent.member ?? []) : []).map(agentKey)];
}
