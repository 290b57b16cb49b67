import { handleAllEvents } from "../features/automations/handling.service.ts";
import { lookAtEverybody } from "../features/automations/looking.service.ts";
import type { Client, TestServer } from "./server.ts";

export const AUTOMATION = `id name is_on version owning_branch runs_as problem failed failed_formerly waiting
  trigger { kind object_id object_name days } conditions { role state group_id group_name branch_id idle_days is_overdue field_id field_value }
  actions { kind course_id path_id group_id object_name due { on days } to subject text }`;
export const CREATE = `mutation ($input: AutomationInput!, $branchUrl: String) { createAutomation(input: $input, branchUrl: $branchUrl) { ${AUTOMATION} } }`;
export const UPDATE = `mutation ($id: Int!, $version: Int!, $input: AutomationInput!, $branchUrl: String) { updateAutomation(id: $id, version: $version, input: $input, branchUrl: $branchUrl) { ${AUTOMATION} } }`;
export const SWITCH = `mutation ($id: Int!, $on: Boolean!) { switchAutomation(id: $id, is_on: $on) { ${AUTOMATION} } }`;
export const DELETE = `mutation ($id: Int!) { deleteAutomation(id: $id) { id } }`;
export const ONE = `query ($id: Int!, $branchUrl: String) { automation(id: $id, branchUrl: $branchUrl) { ${AUTOMATION} } }`;
export const RUNS = `query ($id: Int!, $state: String) { automationRuns(id: $id, state: $state, limit: 100) { total failed
  rows { id user_id name state is_former about on problem results { kind outcome } } } }`;
export const DRY_RUN = `query ($id: Int, $input: AutomationInput!, $limit: Int, $offset: Int, $search: String, $branchUrl: String) {
  dryRunAutomation(id: $id, input: $input, limit: $limit, offset: $offset, search: $search, branchUrl: $branchUrl) { total people is_timed rows { id name about on } } }`;
export const RETRY = `mutation ($id: Int!, $run_ids: [Int!]) { retryAutomationRuns(id: $id, run_ids: $run_ids) }`;

export interface AutomationOfTest {
  name?: string;
  is_on?: boolean;
  trigger: { kind: string; object_id?: number; days?: number };
  conditions?: object;
  actions: ({ kind: string } & Record<string, unknown>)[];
}

let made = 0;

/** What an automation looks like as input: it is on, and has a name of its own. */
export const automationInput = ({ name, ...automation }: AutomationOfTest) => ({
  name: name ?? `Automation ${++made}`,
  is_on: true,
  ...automation,
});

/** Creates an automation. @returns its id */
export async function createAutomation(by: Client, automation: AutomationOfTest, branchUrl?: string): Promise<number> {
  return (await by.data(CREATE, { input: automationInput(automation), branchUrl })).createAutomation.id;
}

/** Lets a worker handle everything that waits. */
export const work = ({ platform }: TestServer) => handleAllEvents(platform);

/** Looks at everybody in an instance as on the first hour of a new day, then handles what waits. */
export async function passDay(server: TestServer, domain = "demo"): Promise<number> {
  const instanceId = await server.inside(domain, async (db, id) => {
    await db.updateTable("automations").set({ looked_on: null }).where("instance_id", "=", id).execute();
    return id;
  });
  const written = await lookAtEverybody(server.platform, instanceId);
  await work(server);
  return written;
}

/** Returns what an automation did. */
export const readRuns = async (by: Client, id: number, state?: string) =>
  (await by.data(RUNS, { id, state })).automationRuns as {
    total: number;
    failed: number;
    rows: {
      id: number;
      user_id: number;
      name: string;
      state: string;
      is_former: boolean;
      about: string | null;
      on: string | null;
      problem: string | null;
      results: { kind: string; outcome: string }[];
    }[];
  };

/** Creates a group. @returns its id */
export const createGroup = async (by: Client, name: string, branchUrl?: string): Promise<number> =>
  (
    await by.data(
      `mutation ($name: String!, $branchUrl: String) { createGroup(input: { name: $name }, branchUrl: $branchUrl) { id } }`,
      { name, branchUrl },
    )
  ).createGroup.id;

/** Adds a user to a group as an admin does. */
export const join = (by: Client, user: number, group: number) =>
  by.data(`mutation ($u: Int!, $g: [Int!]!) { addUserToGroup(user_id: $u, group_ids: $g) { id } }`, {
    u: user,
    g: [group],
  });

/** Removes a user from a group as an admin does. */
export const leave = (by: Client, user: number, group: number) =>
  by.data(`mutation ($u: Int!, $g: Int!) { removeUserFromGroup(user_id: $u, group_id: $g) { id } }`, {
    u: user,
    g: group,
  });

/** Returns the ids of the people in a group. */
export const listGroupMembers = (server: TestServer, group: number): Promise<number[]> =>
  server.inside("demo", async (db, instance) =>
    (
      await db
        .selectFrom("group_users")
        .select("user_id")
        .where("instance_id", "=", instance)
        .where("group_id", "=", group)
        .orderBy("user_id")
        .execute()
    ).map(({ user_id }) => user_id),
  );
