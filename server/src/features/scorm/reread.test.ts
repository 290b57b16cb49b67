import { afterAll, expect, test } from "vitest";
import { scormPackage } from "../../testing/packages.ts";
import { launched, scormCourse, SCORM_UNITS } from "../../testing/scorm.ts";
import { startClass } from "../../testing/server.ts";
import { rereadPackages } from "./reread.service.ts";

const { server, author, learner } = await startClass();
afterAll(() => server.close());

const ITEMS = [
  { id: "one", title: "The first" },
  { id: "two", title: "The second" },
];

/** Creates a course with a package as an old reader read it: without the second SCO's name, and little of the rest. */
async function readLongAgo() {
  const { courseId, units } = await scormCourse(server, author, learner, scormPackage({ items: ITEMS }));
  const { id: unitId, scorm_id: packageId } = units[0]!;
  const player = await launched(server, learner, courseId, unitId);
  const { scos } = (await player.get("state")).json();
  await player.call("initialize", { scoUuid: scos[0].uuid, scormId: packageId });
  await player.call("set-value", {
    scoUuid: scos[0].uuid,
    scormId: packageId,
    key: "cmi.core.lesson_location",
    value: "page 3",
  });
  await server.inside("demo", async (db, id) => {
    const ofPackage = db.updateTable("scorm_scos").where("instance_id", "=", id).where("package_id", "=", packageId);
    await ofPackage.set({ title: null }).where("identifier", "=", "one").execute();
    await ofPackage.set({ identifier: "unnamed" }).where("identifier", "=", "two").execute();
    await db
      .updateTable("scorm_packages")
      .set({ reader: 0, title: null, manifest: "{}" })
      .where("instance_id", "=", id)
      .where("id", "=", packageId)
      .execute();
  });
  return { courseId, unitId, packageId, first: scos[0].uuid as string };
}
type Made = Awaited<ReturnType<typeof readLongAgo>>;

const reread = () => server.inside("demo", async (_, id) => id).then((id) => rereadPackages(server.platform, id));
const findScorm = async ({ courseId }: Made) =>
  (await author.data(SCORM_UNITS, { id: courseId })).course.scorms[0].scorm;
const findReader = ({ packageId }: Made) =>
  server.inside("demo", async (db, id) => {
    const found = db.selectFrom("scorm_packages").select("reader").where("instance_id", "=", id);
    return (await found.where("id", "=", packageId).executeTakeFirstOrThrow()).reader;
  });

test("reads a package again after an update of the reader and keeps learner records", async () => {
  const made = await readLongAgo();
  await reread();
  const { title, scos } = await findScorm(made);
  expect(title).toBe("Made for tests");
  expect(scos.map((sco: { title: string }) => sco.title)).toEqual(["The first", "The second"]);
  expect(scos[0].uuid).toBe(made.first);
  const player = await launched(server, learner, made.courseId, made.unitId);
  const { organization } = (await player.get("state")).json();
  expect(organization.children).toHaveLength(2);
  const { cmi } = (await player.get(`sco/${made.first}`)).json();
  expect(cmi).toMatchObject({ "cmi.core.lesson_location": "page 3", "cmi.core.entry": "resume" });
});

test("deletes SCOs that the manifest no longer names only without records", async () => {
  const made = await readLongAgo();
  await server.inside("demo", (db, id) =>
    db
      .updateTable("scorm_scos")
      .set({ identifier: "begun, and gone" })
      .where("instance_id", "=", id)
      .where("package_id", "=", made.packageId)
      .where("identifier", "=", "one")
      .execute(),
  );
  await reread();
  const { scos } = await findScorm(made);
  expect(scos.map((sco: { uuid: string }) => sco.uuid)).toContain(made.first);
  expect(scos).toHaveLength(3);
});

test("leaves a package unchanged that would be another one today, and does not read it again", async () => {
  const made = await readLongAgo();
  await server.inside("demo", (db, id) =>
    db
      .updateTable("scorm_packages")
      .set({ root: "elsewhere/" })
      .where("instance_id", "=", id)
      .where("id", "=", made.packageId)
      .execute(),
  );
  await reread();
  expect((await findScorm(made)).title).toBeNull();
  expect(await findReader(made)).toBeGreaterThan(0);
});

test("tries a package again at the next start when its file is unavailable", async () => {
  const made = await readLongAgo();
  const { files } = server.platform;
  const get = files.get.bind(files);
  files.get = async () => {
    throw new Error("The store is down.");
  };
  await reread();
  files.get = get;
  expect(await findReader(made)).toBe(0);
  await reread();
  expect((await findScorm(made)).title).toBe("Made for tests");
});
