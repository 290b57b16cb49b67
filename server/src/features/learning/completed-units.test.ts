import { afterAll, describe, expect, test } from "vitest";
import { withActor } from "../../access/with-actor.ts";
import { type Client, startClass, VISIT } from "../../testing/server.ts";
import { COURSE, CREATE, smallCourse } from "../courses/course.testdata.ts";
import { reopenReviewed } from "./learning.service.ts";

const { server, author, learner } = await startClass();
afterAll(() => server.close());

const ENROL = `mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }`;
const COMPLETE = `mutation ($input: MarkUnitCompleteInput!) { markUnitComplete(input: $input) { progress is_complete } }`;
const RESPOND = `mutation ($input: StoreUnitResponseInput!) { storeUnitResponse(input: $input) { id } }`;

async function createCourse(title: string, ...learners: Client[]): Promise<number> {
  const { id } = (await author.data(CREATE, smallCourse(title))).createCourse;
  for (const client of learners) await client.data(ENROL, { id });
  return id;
}

const read = async (client: Client, id: number) => (await client.data(COURSE, { id })).course;
const complete = (course_id: number, unit_id: number, unit_type: string) =>
  learner.query(COMPLETE, { input: { course_id, unit_id, unit_type } });

describe("a completed unit", () => {
  test("counts for its learner in its course, and for nobody and nothing else", async () => {
    const other = await server.as("amara.diallo@demo.test");
    const id = await createCourse("Counted for one", learner, other);
    const another = await createCourse("Counted in another", learner);
    const { videos } = await read(learner, id);
    expect((await complete(id, videos[0].id, "Video")).data["markUnitComplete"].progress).toBe(33);
    expect((await read(learner, id)).progress).toBe(33);
    expect((await read(other, id)).progress).toBe(0);
    expect((await read(learner, another)).progress).toBe(0);
  });

  test("is opened once, and one that is not complete stays as it is", async () => {
    const id = await createCourse("Opened once", learner);
    const { videos } = await read(learner, id);
    await complete(id, videos[0].id, "Video");
    const user = await server.userId("learner@demo.test");
    for (const _ of ["opens it", "finds it open"]) {
      await withActor(server.platform, VISIT, author.token, async (actor) =>
        reopenReviewed(await actor.reach("submission.review"), user, id, videos[0].id),
      );
      expect((await read(learner, id)).progress).toBe(0);
    }
  });

  test("needs its time to the second", async () => {
    const id = await createCourse("To the second", learner);
    const [{ id: unit, time_limit }] = (await read(learner, id)).contents as [{ id: number; time_limit: number }];
    /** Sends the time spent, as if the page had been open for so many seconds since the last time. */
    const spend = async (seconds: number, timeSpent: number) => {
      await server.inside("demo", (db, instance) =>
        db
          .updateTable("unit_progress")
          .set({ last_contact_at: new Date(Date.now() - seconds * 1000) })
          .where("instance_id", "=", instance)
          .where("unit_id", "=", unit)
          .execute(),
      );
      await learner.data(RESPOND, {
        input: {
          course_id: id,
          unit_id: unit,
          unit_type: "Content",
          input_type: "time",
          input_key: "timeSpent",
          response: JSON.stringify({ timeSpent }),
        },
      });
    };
    await spend(0, 0);
    await spend(time_limit - 1, time_limit - 1);
    expect((await complete(id, unit, "Content")).errors?.[0]?.extensions.code).toBe("CONFLICT");
    await spend(1, time_limit);
    expect((await read(learner, id)).contents[0].time_spent).toBe(time_limit);
    expect((await complete(id, unit, "Content")).data["markUnitComplete"].is_complete).toBe(true);
  });
});
