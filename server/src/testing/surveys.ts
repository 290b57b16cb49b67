import { randomUUID } from "node:crypto";
import { SURVEY_QUESTIONS } from "../features/surveys/survey.testdata.ts";
import type { Client, TestServer } from "./server.ts";

const CREATE = `mutation ($title: String!, $surveys: [SurveyUnitInput!]!) {
  createCourse(title: $title, description: "d", surveys: $surveys, status: "published") { id } }`;

let created = 0;

/** Creates a published course whose only unit is a survey. @returns the ids */
export async function createSurvey(
  author: Client,
  settings: object = {},
): Promise<{ course_id: number; unit_id: number }> {
  const survey = { unit_order: 1, title: "Opinion", survey_questions: SURVEY_QUESTIONS, ...settings };
  const { createCourse } = await author.data(CREATE, { title: `A survey ${++created}`, surveys: [survey] });
  const { course } = await author.data(`{ course(id: ${createCourse.id}) { surveys { id } } }`);
  return { course_id: createCourse.id, unit_id: course.surveys[0].id };
}

/** Creates learners who are enrolled in a course, by turns in the branches given. @returns them signed in */
export async function enrolPeople(
  server: TestServer,
  course_id: number,
  count: number,
  branchUrls: readonly string[] = [],
): Promise<Client[]> {
  const emails = Array.from({ length: count }, () => `${randomUUID()}@demo.test`);
  await server.inside("demo", async (db, instance_id) => {
    const branches = await db
      .selectFrom("branches")
      .where("instance_id", "=", instance_id)
      .select(["id", "url"])
      .execute();
    for (const [index, email] of emails.entries()) {
      const { id: user_id } = await db
        .insertInto("users")
        .values({ instance_id, first_name: "Survey", last_name: `Taker ${index}`, email, role: "learner" })
        .returning("id")
        .executeTakeFirstOrThrow();
      await db.insertInto("enrolments").values({ instance_id, user_id, course_id }).execute();
      const url = branchUrls[index % branchUrls.length];
      const branch = branches.find((each) => each.url === url);
      if (branch) await db.insertInto("branch_users").values({ instance_id, user_id, branch_id: branch.id }).execute();
    }
  });
  return Promise.all(emails.map((email) => server.as(email)));
}
