import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createAutomation,
  createGroup,
  DRY_RUN,
  automationInput,
  listGroupMembers,
  passDay,
} from "../../testing/automations.ts";
import { addLearner, insertCourses } from "../../testing/learning-paths.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
});
afterAll(() => server.close());

let count = 0;
let target: number;
const newLearner = () => addLearner(admin, `dry${++count}@demo.test`);
/** Creates an automation that adds people to a group of its own. */
const watch = async (trigger: { kind: string; object_id?: number; days?: number }) => {
  target = await createGroup(admin, `Target ${++count}`);
  return createAutomation(admin, { trigger, actions: [{ kind: "add_to_group", group_id: target }] });
};
const touched = () => listGroupMembers(server, target);

test("a dry run lists whom an automation would touch, in pages, and changes nothing", async () => {
  const [course] = await insertCourses(server, [`Dry ${++count}`]);
  const people = [await newLearner(), await newLearner(), await newLearner()];
  for (const user_id of people)
    await server.inside("demo", (db, instance_id) =>
      db
        .insertInto("enrolments")
        .values({ instance_id, user_id, course_id: course!, due_on: sql`current_date - 3` })
        .execute(),
    );
  const id = await watch({ kind: "course_overdue", object_id: course! });
  const input = automationInput({
    trigger: { kind: "course_overdue", object_id: course! },
    actions: [{ kind: "add_to_group", group_id: target }],
  });
  const page = (await admin.data(DRY_RUN, { id, input, limit: 2, offset: 2 })).dryRunAutomation;
  expect(page).toMatchObject({ total: 3, people: 3, is_timed: true });
  expect(page.rows).toHaveLength(1);
  expect(await touched()).toEqual([]);
  await passDay(server);
  expect((await admin.data(DRY_RUN, { id, input })).dryRunAutomation.total).toBe(0);
  expect((await admin.data(DRY_RUN, { input })).dryRunAutomation.total).toBe(3);
  const joined = automationInput({
    trigger: { kind: "group_joined", object_id: target },
    actions: [{ kind: "deactivate" }],
  });
  expect((await admin.data(DRY_RUN, { input: joined })).dryRunAutomation).toMatchObject({ people: 3, is_timed: false });
});
