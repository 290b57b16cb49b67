import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startClass, type TestServer } from "../../testing/server.ts";
import { CREATE, smallCourse } from "../courses/course.testdata.ts";

// A learner who works in two windows. Their writes lock the enrolment first, so that one waits for the other: if one
// locked the unit first, both would wait, and PostgreSQL would end one of them.

let server: TestServer;
let author: Client;
let learner: Client;
let other: pg.Client;
beforeAll(async () => {
  ({ server, author, learner } = await startClass());
  other = new pg.Client({ ...server.connection, user: "postgres" });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await server.close();
});

const ENROL = `mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }`;
const OPEN = `query ($id: Int!, $order: Int) { course(id: $id, asLearner: true) { openedUnit(order: $order, starts: true) { unit { id } } } }`;
const RECORD = `mutation ($input: WorkInput!) { recordWork(input: $input) { refusal completion { progress } } }`;
const COMPLETE = `mutation ($input: MarkUnitCompleteInput!) { markUnitComplete(input: $input) { is_complete } }`;

/** Enrols the learner in a new course and opens both of its units. */
async function openBoth(title: string) {
  const course: number = (await author.data(CREATE, smallCourse(title))).createCourse.id;
  await learner.data(ENROL, { id: course });
  const units: number[] = [];
  for (const order of [1, 2]) units.push((await learner.data(OPEN, { id: course, order })).course.openedUnit.unit.id);
  return { course, units };
}

type Place = Awaited<ReturnType<typeof openBoth>>;
const workIn = ({ course, units }: Place) => ({ course_id: course, unit_id: units[1], unit_type: "Video" });

test.each<{ name: string; send: (place: Place) => Promise<unknown> }>([
  { name: "opening a unit", send: ({ course }) => learner.data(OPEN, { id: course, order: 2 }) },
  {
    name: "a report of time",
    send: (place) => learner.data(RECORD, { input: { ...workIn(place), time_spent: 1, answers: [] } }),
  },
  { name: "a completion", send: (place) => learner.data(COMPLETE, { input: workIn(place) }) },
])("$name waits for the enrolment and keeps no unit from others meanwhile", async ({ name, send }) => {
  const place = await openBoth(`At once: ${name}`);
  await other.query("BEGIN");
  try {
    await other.query("SELECT FROM enrolments WHERE course_id = $1 FOR UPDATE", [place.course]);
    const sent = send(place);
    await expect.poll(server.countWaiting).toBe(1);
    const { rowCount } = await other.query("SELECT FROM unit_progress WHERE course_id = $1 FOR UPDATE NOWAIT", [
      place.course,
    ]);
    expect(rowCount).toBe(2);
    await other.query("COMMIT");
    await sent;
  } finally {
    await other.query("ROLLBACK");
  }
});

test.each([
  { name: "deleted unit counts for nothing", deleted: 1, expected: { progress: 0, is_complete: false } },
  { name: "last unit left completes the course", deleted: 0, expected: { progress: 100, is_complete: true } },
])("a $name when its completion waited for the deletion", async ({ name, deleted, expected }) => {
  const place = await openBoth(name);
  await other.query("BEGIN");
  try {
    await other.query("SELECT FROM enrolments WHERE course_id = $1 FOR UPDATE", [place.course]);
    const sent = learner.query(COMPLETE, { input: workIn(place) });
    await expect.poll(server.countWaiting).toBe(1);
    // As an author's save does it.
    await other.query("UPDATE units SET deleted_at = now() WHERE id = $1", [place.units[deleted]]);
    await other.query("UPDATE courses SET unit_count = 1 WHERE id = $1", [place.course]);
    await other.query("COMMIT");
    await sent;
  } finally {
    await other.query("ROLLBACK");
  }
  const standing = "query ($id: Int!) { course(id: $id, asLearner: true) { progress is_complete } }";
  expect((await learner.data(standing, { id: place.course })).course).toEqual(expected);
});
