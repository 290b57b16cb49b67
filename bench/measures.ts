import { Agent, request } from "node:http";
import { openSession } from "../server/src/access/session.ts";
import { inInstance } from "../server/src/access/tenancy.ts";
import type { Platform } from "../server/src/platform/platform.ts";

const WARM = 8;

const TOTALS = "stats { completionRate completedCourses coursesInProgress coursesNotStarted trainingTime }";
const LEADERBOARD =
  "query ($period: String) { leaderboard(limit: 10, period: $period) { total rows { rank user_name points } mine { points rank } } }";
const PERSON = "rows { id name email completedCourses coursesInProgress coursesNotStarted }";

export interface Measure {
  name: string;
  /** The maximum at its largest size, in ms at p95. */
  most: number;
  as: "admin" | "learner";
  query: string;
  variables?: (world: World, turn: number) => object;
}

export const MEASURES: Measure[] = [
  {
    name: "learner dashboard",
    most: 50,
    as: "learner",
    query: `{ userProgress { totalCourses completedCourses averageCompletionRate notStartedCourses inProgressCourses
      courses(limit: 3) { id title thumbnail completionPercentage unitsCompleted totalUnits timeSpent enrolledDate }
      unenrolledCourses(limit: 3) { id title thumbnail } } }`,
  },
  {
    name: "all users: totals and first page",
    most: 150,
    as: "admin",
    query: `{ reportsAllUsers { ${TOTALS} usersPage(limit: 10) { total ${PERSON} } } }`,
  },
  {
    name: "all users: a search",
    most: 150,
    as: "admin",
    query: `query ($search: String) { reportsAllUsers { usersPage(search: $search, limit: 10) { total ${PERSON} } } }`,
    variables: ({ users }, turn) => ({ search: `costa ${(turn * 7919) % users}` }),
  },
  {
    name: "all courses: totals and first page",
    most: 200,
    as: "admin",
    query: `{ reportsAllCourses { coursesPage(limit: 10) { total stats { completionRate completed inProgress notStarted trainingTime }
      rows { id title category assignedLearners completedLearners } } } }`,
  },
  {
    name: "course report, largest course",
    most: 200,
    as: "admin",
    query: `query ($id: Int!) { courseReport(courseId: $id) { title stats { completionRate assignedLearners trainingTime }
      activityOverTime { weekStart assignedCount completedCount } timeSpentWeekly { weekStart averageTimeSpent } } }`,
    variables: ({ largest }) => ({ id: largest }),
  },
  {
    name: "course report, first page of users",
    most: 200,
    as: "admin",
    query: `query ($id: Int!) { courseReport(courseId: $id) { usersPage(limit: 10) { total rows { id name progress assignedDate timeSpent } } } }`,
    variables: ({ largest }) => ({ id: largest }),
  },
  {
    name: "activity log of a user",
    most: 20,
    as: "admin",
    query: `query ($id: Int!) { userActivityLog(id: $id, page: 1, limit: 10) { data { id message created_at } paginatorInfo { total } } }`,
    variables: ({ people }, turn) => ({ id: people[turn % people.length]! }),
  },
  {
    name: "users list, last page",
    most: 50,
    as: "admin",
    query: `query ($offset: Int) { usersPage(limit: 10, offset: $offset) { total rows { id first_name last_name email } } }`,
    variables: ({ users }) => ({ offset: users - 10 }),
  },
  ...["month", "all"].map((period) => ({
    name: `leaderboard: ${period === "all" ? "all time" : "this month"}`,
    most: 500,
    as: "learner" as const,
    query: LEADERBOARD,
    variables: () => ({ period }),
  })),
];

/** One instance of the benchmark data, with its callers. */
export interface World {
  host: string;
  users: number;
  admin: string;
  learners: string[];
  people: number[];
  largest: number;
}

/** Loads the instance `label` (as 'large-1'), which has a number of users. */
export async function loadWorld({ database }: Platform, label: string, users: number): Promise<World> {
  const host = `${label}.localhost`;
  const found = await database.pool.query<{ id: number }>("SELECT id FROM instances WHERE domain = $1", [label]);
  const instanceId = found.rows[0]!.id;
  const visit = {
    host,
    origin: `http://${host}`,
    address: "127.0.0.1",
    userAgent: "bench",
    language: "en" as const,
    requestId: "bench",
    instanceLabel: label,
    branchLabel: null,
  };
  return inInstance(database, instanceId, async (db) => {
    const people = await db
      .selectFrom("users")
      .where("instance_id", "=", instanceId)
      .select("id")
      .orderBy("id")
      .limit(60)
      .execute();
    const { id: largest } = await db
      .selectFrom("courses")
      .where("instance_id", "=", instanceId)
      .select("id")
      .orderBy("id")
      .executeTakeFirstOrThrow();
    const tokens: string[] = [];
    for (const { id } of people) tokens.push(await openSession(db, instanceId, id, visit));
    // The first three users are the administrator, a manager and an instructor.
    return {
      host,
      users,
      admin: tokens[0]!,
      learners: tokens.slice(3),
      people: people.slice(3).map(({ id }) => id),
      largest,
    };
  });
}

export interface Times {
  p50: number;
  p95: number;
}

/** Measures sequential requests, in milliseconds. */
export async function measureTimes(measure: Measure, world: World, port: number, times: number): Promise<Times> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const took: number[] = [];
  for (let turn = 0; turn < WARM + times; turn++) {
    const began = performance.now();
    await ask(agent, port, world, measure, turn);
    if (turn >= WARM) took.push(performance.now() - began);
  }
  agent.destroy();
  took.sort((a, b) => a - b);
  return { p50: took[Math.floor(took.length * 0.5)]!, p95: took[Math.floor(took.length * 0.95)]! };
}

/**
 * Sends a measured request once.
 * @throws Error for an answer with errors
 */
export function ask(agent: Agent, port: number, world: World, measure: Measure, turn: number): Promise<void> {
  const token = measure.as === "admin" ? world.admin : world.learners[turn % world.learners.length]!;
  const body = { query: measure.query, variables: measure.variables?.(world, turn) ?? {} };
  const headers = { host: world.host, "content-type": "application/json", authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    const sent = request({ agent, port, host: "127.0.0.1", path: "/graphql", method: "POST", headers }, (answer) => {
      let text = "";
      answer.on("data", (chunk: Buffer) => (text += String(chunk)));
      answer.on("end", () =>
        answer.statusCode === 200 && !text.includes('"errors"') ? resolve() : reject(new Error(text.slice(0, 500))),
      );
    });
    sent.once("error", reject).end(JSON.stringify(body));
  });
}
