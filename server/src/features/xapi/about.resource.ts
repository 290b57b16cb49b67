import type { Actor } from "../../access/actor.ts";
import { readActivity } from "./activities.service.ts";
import type { XapiAnswer } from "./answers.ts";
import { agentParameter, iriParameter, readParameters, type XapiRequest } from "./requests.ts";
import type { AgentObject } from "./statement-rules.ts";

/** Answers `about` (xAPI 2.0, 4.1.6.7), also without credentials. */
export function aboutResource(request: XapiRequest): XapiAnswer {
  readParameters(request, [], []);
  const version = request.version === "2.0.0" ? ["2.0.0", "1.0.3"] : ["1.0.3"];
  return { status: 200, json: { version } };
}

/** Answers `agents` (4.1.6.3): an agent as a Person whose properties are lists. */
export function agentsResource(request: XapiRequest): XapiAnswer {
  const { agent: text } = readParameters(request, ["agent"], []);
  const agent: AgentObject = agentParameter(text);
  const lists = Object.entries(agent)
    .filter(([name]) => ["name", "mbox", "mbox_sha1sum", "openid", "account"].includes(name))
    .map(([name, value]) => [name, [value]]);
  return { status: 200, json: { objectType: "Person", ...Object.fromEntries(lists) } };
}

/** Answers `activities` (4.1.6.4). */
export async function activitiesResource(actor: Actor, request: XapiRequest): Promise<XapiAnswer> {
  const { activityId } = readParameters(request, ["activityId"], []);
  return { status: 200, json: await readActivity(actor, iriParameter("activityId", activityId)) };
}
