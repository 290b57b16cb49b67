import { afterAll, expect, test } from "vitest";
import { packageWorld } from "../../testing/package-world.ts";
import { scormPackage } from "../../testing/packages.ts";
import { parseRows, takeTable } from "../../testing/tables.ts";

const MATRIX = `query ($id: Int!) { courseReport(courseId: $id) { matrix { rows { name cells { unitId state score result } } } } }`;

const { server, learner, bridge, course } = await packageWorld();
afterAll(() => server.close());

/** Returns the learner's cells of a course whose only unit is a package that has reported these values. */
async function reported(values: Record<string, string>) {
  const { ids, courseId, unit } = await course(scormPackage());
  for (const [key, value] of Object.entries(values)) await bridge(learner).post("set-value", { ...ids, key, value });
  await bridge(learner).post("finish", ids);
  const manager = await server.as("manager@demo.test");
  const { rows } = (await manager.data(MATRIX, { id: courseId })).courseReport.matrix;
  const { body } = await takeTable(server, manager, { kind: "course-matrix", course_id: courseId, language: "en" });
  const row = parseRows(body).find(({ Name }) => Name === "Grace Adeyemi")!;
  const cells = rows.find(({ name }: { name: string }) => name === "Grace Adeyemi").cells;
  return { cells, unitId: unit.id, inFile: Object.values(row).at(-1)! };
}

test("the matrix shows a package that was passed with its score", async () => {
  const { cells, unitId, inFile } = await reported({
    "cmi.core.lesson_status": "passed",
    "cmi.core.score.raw": "87.6",
  });
  expect(cells).toEqual([{ unitId, state: "completed", score: 88, result: "passed" }]);
  expect(inFile).toMatch(/^Completed \d\d\/\d\d\/\d{4} · Passed · 88%$/);
});

test("the matrix shows a package that was failed with its score", async () => {
  const { cells, unitId, inFile } = await reported({ "cmi.core.lesson_status": "failed", "cmi.core.score.raw": "40" });
  expect(cells).toEqual([{ unitId, state: "opened", score: 40, result: "failed" }]);
  expect(inFile).toBe("Opened · Failed · 40%");
});

test("the matrix shows neither score nor result for a package that reported none", async () => {
  const { cells, unitId } = await reported({ "cmi.core.lesson_status": "completed" });
  expect(cells).toEqual([{ unitId, state: "completed", score: null, result: null }]);
  const begun = await reported({ "cmi.core.lesson_status": "incomplete" });
  expect(begun.cells).toEqual([{ unitId: begun.unitId, state: "opened", score: null, result: null }]);
});
