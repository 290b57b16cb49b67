import { randomUUID } from "node:crypto";
import type { Client, TestServer } from "./server.ts";

const VERBS = "http://adlnet.gov/expapi/verbs/";
const CMI5 = "https://w3id.org/xapi/cmi5/context/";

export interface Answered {
  statusCode: number;
  body: string;
  json: () => any;
}

/** A statement of an AU, typed loosely enough to be invalidated in every part. */
export interface Reported {
  id?: string;
  timestamp?: string;
  actor: object;
  verb: { id: string };
  object: { id: string; definition?: { type?: string } };
  result?: { success?: boolean; completion?: boolean; duration?: string; score?: object; extensions?: object };
  context?: {
    registration?: string;
    extensions: Record<string, unknown>;
    contextActivities: { grouping?: { id: string }[]; category?: { id: string }[] };
  };
}

/** Lists the AUs of a unit's course, as its learner sees them. */
export async function listMembers(client: Client, course: number, unit: number) {
  const { cmi5Course } = await client.data(
    `query ($course: Int!, $unit: Int!) { cmi5Course(course_id: $course, unit_id: $unit) {
      title members { kind identifier uuid title depth is_done is_failed is_begun is_waived score launch_method } } }`,
    { course, unit },
  );
  return cmi5Course as { title: string; members: Record<string, any>[] };
}

/** Launches an AU of a unit by its number and fetches its token. */
export async function launchedAu(server: TestServer, client: Client, course: number, unit: number, number = 0) {
  const { members } = await listMembers(client, course, unit);
  const au = members.filter(({ kind }) => kind === "au")[number]!["uuid"];
  const { launchAu } = await client.data(
    `mutation ($course: Int!, $unit: Int!, $au: String!) { launchAu(course_id: $course, unit_id: $unit, au: $au) { url launch_mode } }`,
    { course, unit, au },
  );
  return auAt(server, launchAu.url);
}

/** Acts as an AU at the address with which it was launched: fetches its token, reads its documents and sends statements. */
export async function auAt(server: TestServer, url: string) {
  const address = new URL(url);
  const given = Object.fromEntries(address.searchParams) as Record<
    "endpoint" | "fetch" | "actor" | "registration" | "activityId",
    string
  >;
  const host = new URL(given.endpoint).host;
  const fetchToken = (method: "POST" | "GET" = "POST", at = host): Promise<Answered> =>
    server.app.inject({ method, url: new URL(given.fetch).pathname, headers: { host: at } });
  let token = "";
  const ask = (method: "GET" | "PUT" | "POST" | "DELETE", path: string, body?: unknown, type = "application/json") =>
    server.app.inject({
      method,
      url: `${new URL(given.endpoint).pathname}${path}`,
      headers: {
        host,
        authorization: `Basic ${token}`,
        "x-experience-api-version": "1.0.3",
        ...(body !== undefined && { "content-type": type }),
      },
      ...(body !== undefined && { payload: typeof body === "string" ? body : JSON.stringify(body) }),
    }) as Promise<Answered>;
  const query = (values: Record<string, string>) => new URLSearchParams(values).toString();
  const state = (stateId: string, more: Record<string, string> = {}) =>
    `activities/state?${query({ activityId: given.activityId, agent: given.actor, registration: given.registration, stateId, ...more })}`;
  const preferences = `agents/profile?${query({ agent: given.actor, profileId: "cmi5LearnerPreferences" })}`;

  /** Builds a statement from the context template, as the AU should send it. */
  async function statement(verb: string, more: { result?: object } = {}): Promise<Reported> {
    const data = await launchData();
    const isOfMoveOn = ["completed", "passed", "failed"].includes(verb);
    const isDefined = isOfMoveOn || verb === "initialized" || verb === "terminated";
    const category = [isDefined && `${CMI5}categories/cmi5`, isOfMoveOn && `${CMI5}categories/moveon`];
    const result = {
      ...(isDefined && verb !== "initialized" && { duration: "PT1S" }),
      ...(verb === "completed" && { completion: true }),
      ...((verb === "passed" || verb === "failed") && { success: verb === "passed" }),
      ...more.result,
    };
    return {
      id: randomUUID(),
      timestamp: new Date().toISOString(),
      actor: JSON.parse(given.actor),
      verb: { id: `${VERBS}${verb}` },
      object: { id: given.activityId },
      ...(Object.keys(result).length > 0 && { result }),
      context: {
        ...data.contextTemplate,
        registration: given.registration,
        extensions: {
          ...data.contextTemplate.extensions,
          ...(data.masteryScore !== undefined &&
            (verb === "passed" || verb === "failed") && { [`${CMI5}extensions/masteryscore`]: data.masteryScore }),
        },
        contextActivities: {
          ...data.contextTemplate.contextActivities,
          category: category.filter(Boolean).map((id) => ({ id })),
        },
      },
    };
  }
  const readLaunchData = async () => (await ask("GET", state("LMS.LaunchData"))).json();
  let known: ReturnType<typeof readLaunchData> | undefined;
  const launchData = () => (known ??= readLaunchData());
  return {
    ...given,
    address,
    fetchToken,
    ask,
    state,
    preferences,
    launchData,
    statement,
    /** Fetches the token and reads what an AU must read before it sends 'Initialized'. */
    async begin({ silent = false } = {}) {
      token = (await fetchToken()).json()["auth-token"];
      await launchData();
      if (silent) return;
      await ask("GET", preferences);
      const { statusCode, body } = await this.say("initialized");
      if (statusCode !== 200) throw new Error(body);
    },
    post: (body: unknown) => ask("POST", "statements", body),
    say: async (verb: string, result: object = {}) => ask("POST", "statements", await statement(verb, { result })),
  };
}
