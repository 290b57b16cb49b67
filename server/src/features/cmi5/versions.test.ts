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
