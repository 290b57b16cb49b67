import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../../testing/server.ts";
import { readPages, takeTable } from "../../../testing/tables.ts";

let server: TestServer;
let admin: Client;
let course: number;
let learner: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  learner = await server.userId("learner@demo.test");
  course = await server.courseId("Safeguarding essentials");
});
afterAll(() => server.close());

/** Reads the text of the first page of a PDF. */
async function readPdf(asked: object): Promise<string> {
  const response = await takeTable(server, admin, { format: "pdf", language: "en", ...asked });
  expect([asked, response.statusCode]).toEqual([asked, 200]);
  return (await readPages(response.rawPayload))[0]!.text;
}

test.each([
  ["certified", "due", "Expires within 30 days"],
  ["compliance-people", "due", "To do"],
  ["training-matrix", "overdue", "Overdue"],
  ["training-matrix-paths", "compliant", "Compliant"],
  ["submissions", "submitted", "Waiting"],
  ["automations-list", "off", "Off"],
  ["terms-acceptances", "open", "Not accepted yet"],
  ["registrations", "waiting", "Waiting for approval"],
  ["learning-paths-list", "draft", "Draft"],
])("the caption of %s names the state %s as its screen does", async (kind, state, name) => {
  const ofCourse = kind === "compliance-people" ? { course_id: course } : {};
  expect(await readPdf({ kind, state, ...ofCourse })).toContain(`Status: ${name}`);
});

test("a caption has the days, groups and category of the filter, and only what was chosen", async () => {
  const kind = "everything";
  const plain = await readPdf({ kind, search: " " });
  expect(plain).toContain("Every learner in every course");
  for (const name of ["Assigned Date:", "Search:", "Status:", "Groups:", "Category:"])
    expect(plain).not.toContain(name);
  const { group, category } = await server.inside("demo", async (db, instance_id) => {
    const add = (table: "groups" | "categories", name: string) =>
      db.insertInto(table).values({ instance_id, name }).returning("id").executeTakeFirstOrThrow();
    const groups = [await add("groups", "Crew of the lock"), await add("groups", "Not chosen")];
    return { group: groups[0]!.id, category: (await add("categories", "On the water")).id };
  });
  const chosen = await readPdf({
    kind,
    from: "2026-03-01",
    to: "2026-03-31",
    group_ids: [group],
    category_id: category,
  });
  for (const part of ["Assigned Date: 01/03/2026 – 31/03/2026", "Groups: Crew of the lock", "Category: On the water"])
    expect(chosen).toContain(part);
  expect(chosen).not.toContain("Not chosen");
  expect(await readPdf({ kind, to: "2026-03-31" })).toContain("Assigned Date: until 31/03/2026");
  expect(await readPdf({ kind: "question-bank", category: "Ropes" })).toContain("Category: Ropes");
});

test("a caption is about the user or course of its table", async () => {
  expect(await readPdf({ kind: "user-courses", user_id: learner })).toContain("Courses: Grace Adeyemi");
  expect(await readPdf({ kind: "course-users", course_id: course })).toContain("Users: Safeguarding essentials");
});
