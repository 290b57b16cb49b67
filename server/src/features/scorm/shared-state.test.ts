import { afterAll, expect, test } from "vitest";
import { scormPackage } from "../../testing/packages.ts";
import { launched, scormCourse } from "../../testing/scorm.ts";
import { startClass } from "../../testing/server.ts";

const { server, author, learner } = await startClass();
afterAll(() => server.close());

const shares = `<imsss:sequencing><imsss:objectives><imsss:primaryObjective/>
    <imsss:objective objectiveID="own"><imsss:mapInfo targetObjectiveID="shared" writeSatisfiedStatus="true"/></imsss:objective>
  </imsss:objectives></imsss:sequencing>
  <adlcp:data><adlcp:map targetID="bucket"/></adlcp:data>`;
const sharing = (attributes = "") =>
  scormPackage({ version: "2004", items: [{ id: "one", inside: shares }], attributes });
const found = { objectives: { shared: { satisfied: true, raw: 7 } }, data: { bucket: "text" } };
const nothing = { objectives: {}, data: {} };

/** Creates a unit with this package in its own course and opens it. */
async function course(bytes: Buffer) {
  const { courseId, units } = await scormCourse(server, author, learner, bytes);
  const ids = { scoUuid: units[0]!.scorm.scos[0]!.uuid, scormId: units[0]!.scorm_id };
  const report = { ...ids, state: null, completion: "unknown", success: "unknown", measure: null };
  const open = (client = learner) => launched(server, client, courseId, units[0]!.id);
  return {
    courseId,
    open,
    shared: async (client = learner) => (await (await open(client)).state()).shared,
    async keep(shared: object, more: object = {}) {
      const player = await open();
      await player.call("initialize", ids);
      return (await player.call("sequencing", { ...report, shared, ...more })).statusCode;
    },
  };
}

test("shares a package's data with the learner's other packages and with no other learner [SCORM 2004 objectivesGlobalToSystem, sharedDataGlobalToSystem]", async () => {
  const [one, other] = [await course(sharing()), await course(sharing())];
  expect(await one.keep(found)).toBe(200);
  expect(await other.shared()).toEqual(found);
  const admin = await server.as("admin@demo.test");
  await admin.data("mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }", {
    id: other.courseId,
  });
  expect(await other.shared(admin)).toEqual(nothing);

  expect(await other.keep({ objectives: { shared: { satisfied: false } }, data: {} })).toBe(200);
  expect(await one.shared()).toEqual({ ...found, objectives: { shared: { satisfied: false } } });
});

test("neither shares nor finds data for a package that keeps it private [SCORM 2004 objectivesGlobalToSystem, sharedDataGlobalToSystem]", async () => {
  const alone = await course(sharing('adlseq:objectivesGlobalToSystem="false" adlcp:sharedDataGlobalToSystem="false"'));
  const other = await course(sharing());
  await other.keep(found);
  expect(await alone.shared()).toEqual(nothing);
  await alone.keep({ objectives: { shared: { satisfied: false } }, data: { bucket: "mine" } });
  expect(await other.shared()).toEqual(found);
});

test("stores only data that the manifest names, in the form that it has", async () => {
  const one = await course(sharing());
  await one.keep(found);
  const foreign = { objectives: { another: { satisfied: true } }, data: { another: "text" } };
  expect(await one.keep(foreign)).toBe(200);
  expect(await one.shared()).toEqual(found);
  const rows = await server.inside("demo", (db, id) =>
    db.selectFrom("scorm_shared").where("instance_id", "=", id).where("id", "=", "another").select("id").execute(),
  );
  expect(rows).toEqual([]);
  expect(await one.keep({ objectives: { shared: { satisfied: "yes" } }, data: {} })).toBe(422);
  expect(await one.keep({ objectives: { shared: { measure: 2 } }, data: {} })).toBe(422);
  expect(await one.keep({ objectives: { shared: { more: 1 } }, data: {} })).toBe(422);
  expect(await one.keep({ objectives: {}, data: { bucket: "x".repeat(64_001) } })).toBe(422);
});

test("starts another attempt at the course without the shared data", async () => {
  const [one, other] = [await course(sharing()), await course(sharing())];
  await one.keep(found, { completion: "completed" });
  const admin = await server.as("admin@demo.test");
  await admin.data(
    "mutation ($id: Int!, $user: Int!) { retakeCourse(course_id: $id, user_id: $user) { __typename } }",
    {
      id: one.courseId,
      user: await server.userId("learner@demo.test"),
    },
  );
  expect(await other.shared()).toEqual(nothing);
});
