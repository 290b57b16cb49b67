import { afterAll, expect, test } from "vitest";
import { cmi5World } from "../../testing/cmi5-world.ts";
import { cmi5Package } from "../../testing/packages.ts";
import { storedPackage } from "../../testing/scorm.ts";

const { server, author, withMoveOn, launch, begun, listStatements, listVerbs } = await cmi5World();
afterAll(() => server.close());

test("a new version of a cmi5 package abandons the open session of the version before [cmi5 9.3.6]", async () => {
  const made = await withMoveOn("Passed");
  const left = await begun(await launch(made));
  const next = await storedPackage(server, author, cmi5Package({ attributes: 'moveOn="Passed"' }));
  await author.data("mutation ($input: EditCourseInput!) { editCourse(input: $input) { id } }", {
    input: {
      id: made.courseId,
      title: "New",
      description: "x",
      scorms: [{ id: made.unitId, unit_order: 1, title: "Do", scorm_path: next.url }],
    },
  });
  const again = await launch(made);
  expect(again.registration).toBe(left.registration);
  expect(await listVerbs(left.registration)).toEqual(["launched", "initialized", "abandoned", "launched"]);
  const [, , abandoned] = await listStatements(left.registration);
  expect(abandoned).toMatchObject({ object: { id: left.activityId } });
});

test("the score of an AU stays when a statement about one question follows", async () => {
  const made = await withMoveOn("Passed");
  const au = await begun(await launch(made));
  expect((await au.say("passed", { score: { scaled: 0.9 } })).statusCode).toBe(200);
  expect((await au.say("answered", { score: { scaled: 0.1 } })).statusCode).toBe(200);
  const { packageAttempts } = await author.data(
    "query ($unit: Int!, $user: Int!) { packageAttempts(unit_id: $unit, user_id: $user) { score } }",
    { unit: made.unitId, user: await server.userId("learner@demo.test") },
  );
  expect(packageAttempts).toEqual([{ score: 90 }]);
});
