import type { Client, TestServer } from "./server.ts";

const CREATE = `mutation ($input: LearningPathInput!, $branchUrl: String) { createLearningPath(input: $input, branchUrl: $branchUrl) { id version status owning_branch sections { title needed in_order courses { id } } } }`;
export const UPDATE = `mutation ($id: Int!, $version: Int!, $input: LearningPathInput!, $branchUrl: String) { updateLearningPath(id: $id, version: $version, input: $input, branchUrl: $branchUrl) { id version } }`;
export const MEASURE = `mutation ($id: Int!, $version: Int!, $input: LearningPathInput!) { measureLearningPathChange(id: $id, version: $version, input: $input) { people gain keep lose complete stay_complete } }`;
export const ASSIGN = `mutation ($id: Int!, $to: LearningPathAssignmentInput!, $branchUrl: String) { assignLearningPath(id: $id, to: $to, branchUrl: $branchUrl) { added } }`;
export const UNASSIGN = `mutation ($id: Int!, $from: LearningPathAssignmentInput!, $branchUrl: String) { unassignLearningPath(id: $id, from: $from, branchUrl: $branchUrl) { id } }`;
export const PEOPLE = `query ($id: Int!, $status: String, $due: String, $search: String, $sort: String) { learningPath(id: $id) { figures { people completed in_progress overdue } members { kind name people }
  peoplePage(status: $status, due: $due, search: $search, sort: $sort) { total rows { id name status progress courses_done courses_needed is_met due_on due_status completed_at sources { kind name } } } } }`;
export const WAY = `query ($id: Int!) { myLearningPath(id: $id) { title status progress courses_done courses_needed is_assigned is_met due_on completed_at
  sections { needed done is_met stations { id state is_next } } } }`;

export interface SectionOfTest {
  course_ids: number[];
  needed?: number;
  in_order?: boolean;
  title?: string;
}

/** What a published path looks like as input. */
export const pathInput = (title: string, sections: SectionOfTest[], more: object = {}) => ({
  title,
  status: "published",
  sections,
  ...more,
});

/** Creates a learning path of these sections. */
export async function createPath(by: Client, title: string, sections: SectionOfTest[], more: object = {}) {
  const input = pathInput(title, sections, more);
  return (await by.data(CREATE, { input })).createLearningPath as {
    id: number;
    version: number;
    owning_branch: string | null;
  };
}

/** Inserts published courses with one unit each. */
export const insertCourses = (server: TestServer, titles: readonly string[], fields: object = {}) =>
  server.inside("demo", async (db, instance_id) => {
    const rows = await db
      .insertInto("courses")
      .values(titles.map((title) => ({ instance_id, title, status: "published", unit_count: 1, ...fields })))
      .returning("id")
      .execute();
    await db
      .insertInto("units")
      .values(rows.map(({ id }) => ({ instance_id, course_id: id, type: "Content", unit_order: 1, title: "Read" })))
      .execute();
    return rows.map(({ id }) => id);
  });

/** Creates a learner, in these branches. */
export async function addLearner(admin: Client, email: string, branchUrl?: string): Promise<number> {
  const input = { first_name: "Nora", last_name: "Blake", email, role: "learner", skip_email: true };
  const { createUser } = await admin.data(
    `mutation ($input: CreateUserInput!, $branchUrl: String) { createUser(input: $input, branchUrl: $branchUrl) { id } }`,
    { input, branchUrl },
  );
  return createUser.id;
}

/** Completes courses for a user as an admin does. */
export async function complete(admin: Client, userId: number, courseIds: readonly number[]): Promise<void> {
  for (const course_id of courseIds)
    await admin.data(
      `mutation ($course_id: Int!, $ids: [Int!]!) { completeCourseForPeople(course_id: $course_id, people: { user_ids: $ids }, reason: "Classroom") }`,
      { course_id, ids: [userId] },
    );
}

/** Lists a user's courses with the reasons for them. */
export const listSources = (server: TestServer, userId: number) =>
  server.inside("demo", (db, instanceId) =>
    db
      .selectFrom("enrolment_sources")
      .where("instance_id", "=", instanceId)
      .where("user_id", "=", userId)
      .select(["course_id", "source", "group_id", "due_on"])
      .orderBy("course_id")
      .orderBy("source")
      .execute(),
  );
