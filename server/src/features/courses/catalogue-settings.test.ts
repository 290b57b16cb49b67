import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createPath, insertCourses } from "../../testing/learning-paths.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const SET = `mutation ($input: CatalogueSettingsInput!, $version: Int!) {
  updateInstanceSettings(version: $version, catalogue: $input) { catalogue { catalogue_audience catalogue_sort } } }`;
const VERSION = "{ instanceSettings { version } }";
const CATALOGUE = `query ($sort: String, $offset: Int, $branchUrl: String) {
  catalogue(sort: $sort, limit: 2, offset: $offset, search: "Sorted", branchUrl: $branchUrl) { sort rows { title } } }`;
const TOP = `query ($sort: String) {
  catalogue(sort: $sort, limit: 100) { rows { title } newest(limit: 2) { title } } }`;
const ENROL = "mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }";
const ENROL_IN_PATH = "mutation ($id: Int!) { enrolInLearningPath(id: $id) { id } }";
const PATHS = "query ($branchUrl: String) { learningPathCatalogue(branchUrl: $branchUrl) { id } }";
const OFFERED = "{ userProgress { unenrolledCourses { id } } }";

let server: TestServer;
let admin: Client;
let learner: Client;
let course: number;
let path: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  learner = await server.as("learner@demo.test");
  const ids = await insertCourses(server, ["Sorted b", "Sorted A", "Sorted c"]);
  course = ids[0]!;
  path = (await createPath(admin, "Sorted path", [{ course_ids: [course] }], { in_catalogue: true })).id;
});
afterAll(() => server.close());
beforeEach(async () => {
  await set({ catalogue_audience: "everybody", catalogue_sort: "newest" });
});

async function set(input: object) {
  const { version } = (await admin.data(VERSION)).instanceSettings;
  return (await admin.data(SET, { input, version })).updateInstanceSettings.catalogue;
}
const list = async (variables: object = {}) => {
  const { catalogue } = await learner.data(CATALOGUE, variables);
  return catalogue.rows.map(({ title }: { title: string }) => title);
};
const can = async (client: Client) => (await client.data("{ viewer { can } }")).viewer.can.includes("catalogue.view");

test("the catalogue opens in the order that the organisation has set, and a learner can choose the other", async () => {
  expect(await list()).toEqual(["Sorted c", "Sorted A"]);
  expect(await list({ sort: "title" })).toEqual(["Sorted A", "Sorted b"]);
  expect(await set({ catalogue_sort: "title" })).toEqual({ catalogue_audience: "everybody", catalogue_sort: "title" });
  expect([await list(), await list({ offset: 2 })]).toEqual([["Sorted A", "Sorted b"], ["Sorted c"]]);
  expect(await list({ sort: "newest" })).toEqual(["Sorted c", "Sorted A"]);
  expect((await learner.data(CATALOGUE)).catalogue.sort).toBe("title");
});

test("the top of the catalogue by title has every course, in categories too, and no newest courses", async () => {
  const read = async (sort: string) => (await learner.data(TOP, { sort })).catalogue;
  const [newest, byTitle] = [await read("newest"), await read("title")];
  const titles = byTitle.rows.map(({ title }: { title: string }) => title);
  expect(titles).toEqual(titles.toSorted(new Intl.Collator("en").compare));
  expect(titles).toEqual(expect.arrayContaining(newest.newest.map(({ title }: { title: string }) => title)));
  expect([newest.newest.length, byTitle.newest]).toEqual([2, []]);
});

test("an unknown order or audience is refused, and what is left out stays as it is", async () => {
  const { version } = (await admin.data(VERSION)).instanceSettings;
  for (const input of [{ catalogue_audience: "all" }, { catalogue_sort: "price" }])
    expect(await admin.refusal(SET, { input, version })).toBe("VALIDATION");
  expect(await learner.refusal(CATALOGUE, { sort: "price" })).toBe("VALIDATION");
  await set({ catalogue_audience: "nobody" });
  expect(await set({ catalogue_sort: "title" })).toEqual({ catalogue_audience: "nobody", catalogue_sort: "title" });
});

test("nobody sees a catalogue that is shown to nobody, enrols in its courses and paths, or is offered them", async () => {
  expect([await can(learner), (await learner.data(PATHS)).learningPathCatalogue]).toEqual([true, [{ id: path }]]);
  await set({ catalogue_audience: "nobody" });
  for (const client of [learner, admin]) {
    expect(await can(client)).toBe(false);
    expect([await client.refusal(CATALOGUE), await client.refusal(PATHS)]).toEqual(["FORBIDDEN", "FORBIDDEN"]);
  }
  expect((await learner.data(OFFERED)).userProgress.unenrolledCourses).toEqual([]);
  const refused = async (document: string, id: number) => (await learner.query(document, { id })).errors?.[0]?.message;
  expect(await refused(ENROL, course)).toBe("This course has to be assigned to you.");
  expect(await refused(ENROL_IN_PATH, path)).toBe("This learning path has to be assigned to you.");
});

test("a course that was assigned is started where nobody sees the catalogue", async () => {
  const [assigned] = await insertCourses(server, ["Assigned"]);
  await admin.data("mutation ($c: Int!, $u: [Int!]!) { enrolUsers(user_ids: $u, course_ids: [$c]) { count } }", {
    c: assigned,
    u: [await server.userId("learner@demo.test")],
  });
  await set({ catalogue_audience: "nobody" });
  expect((await learner.data(ENROL, { id: assigned })).courseEnrollment.id).toBe(assigned);
});

test("a catalogue for people with access to the main site is shown to them, and not to people of branches alone", async () => {
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("users")
      .set({ is_primary: false })
      .where("instance_id", "=", instance)
      .where("email", "=", "priya.raman@demo.test")
      .execute(),
  );
  const north = await server.as("priya.raman@demo.test", "north.demo.localhost");
  const asked = { branchUrl: "north" };
  expect((await north.query(CATALOGUE, asked)).errors).toBeUndefined();
  await set({ catalogue_audience: "main_site" });
  expect([await can(learner), await can(north)]).toEqual([true, false]);
  expect([await north.refusal(CATALOGUE, asked), await north.refusal(PATHS, asked)]).toEqual([
    "FORBIDDEN",
    "FORBIDDEN",
  ]);
  expect(await list()).toHaveLength(2);
});

test("an admin sees which courses a learner is not enrolled in, where nobody sees the catalogue", async () => {
  await set({ catalogue_audience: "nobody" });
  const { userProgress } = await admin.data(
    "query ($id: Int) { userProgress(userId: $id) { unenrolledCourses { id } } }",
    {
      id: await server.userId("learner@demo.test"),
    },
  );
  expect(userProgress.unenrolledCourses.map(({ id }: { id: number }) => id)).toContain(course);
});
