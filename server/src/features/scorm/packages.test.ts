import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeZip } from "../../demo/zip.ts";
import { cmi5Package, cmi5Structure, scormManifest, scormPackage, tincanPackage } from "../../testing/packages.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { sweepFiles } from "../files/sweep.service.ts";
import { resumeUnpacking, sweepPackages, unpackPackage } from "./packages.service.ts";
import { CREATE_SCORM, SCORM_UNITS, scormCourse, storedPackage, uploadPackage } from "../../testing/scorm.ts";

let server: TestServer;
let author: Client;
beforeAll(async () => {
  server = await startServer();
  author = await server.as("instructor@demo.test");
});
afterAll(() => server.close());

const STATE =
  "query ($id: Int!) { scormPackage(id: $id) { id kind version title state files files_done launch_units } }";

async function listKeys(prefix = ""): Promise<string[]> {
  const keys = [];
  for await (const { key } of server.platform.files.list(prefix)) keys.push(key);
  return keys;
}

async function countRows() {
  return server.inside("demo", async (db, id) => {
    const count = async (table: "files" | "scorm_packages" | "scorm_scos" | "scorm_files") =>
      (await db.selectFrom(table).select("instance_id").where("instance_id", "=", id).execute()).length;
    return Promise.all([count("files"), count("scorm_packages"), count("scorm_scos"), count("scorm_files")]);
  });
}

describe("package upload", () => {
  test("describes the package, unpacks it by a job, and reports the progress", async () => {
    const { id } = await storedPackage(server, author, scormPackage({ items: [{ id: "one" }, { id: "two" }] }));
    expect((await author.data(STATE, { id })).scormPackage).toEqual({
      id,
      kind: "scorm_1_2",
      version: "1.2",
      title: "Made for tests",
      state: "ready",
      files: 3,
      files_done: 3,
      launch_units: 2,
    });
  });

  test("is not ready before the job has run, also when the job runs twice or is interrupted", async () => {
    const { scorm } = (await uploadPackage(server, author, scormPackage())).json();
    expect((await author.data(STATE, scorm)).scormPackage).toMatchObject({ state: "unpacking", files_done: 0 });
    const { payload } = server.outside.jobs.at(-1)!;
    const job = payload as Parameters<typeof unpackPackage>[1];
    const { files } = server.platform;
    const put = files.put.bind(files);
    files.put = async () => {
      throw new Error("The disk is full.");
    };
    await expect(unpackPackage(server.platform, job)).rejects.toThrow("disk is full");
    files.put = put;
    await unpackPackage(server.platform, job);
    await unpackPackage(server.platform, job);
    expect((await author.data(STATE, scorm)).scormPackage).toMatchObject({ state: "ready", files_done: 2 });
  });

  test("is given up after many tries, with words for the author and for learners", async () => {
    const { courseId, units } = await scormCourse(server, author, await server.as("learner@demo.test"), scormPackage());
    const unit = units[0]!;
    const instanceId = await server.inside("demo", async (db, id) => {
      await db
        .updateTable("scorm_packages")
        .set({ state: "unpacking" })
        .where("instance_id", "=", id)
        .where("id", "=", unit.scorm_id)
        .execute();
      return id;
    });
    const { files } = server.platform;
    const put = files.put.bind(files);
    files.put = async () => {
      throw new Error("The store refuses this file.");
    };
    const state = async () => (await author.data(STATE, { id: unit.scorm_id })).scormPackage.state;
    const unpack = () => unpackPackage(server.platform, { instanceId, packageId: unit.scorm_id });
    for (let tries = 2; tries <= 21; tries++) {
      expect(await state()).toBe("unpacking");
      await expect(unpack()).rejects.toThrow("refuses this file");
    }
    files.put = put;
    expect(await state()).toBe("failed");
    await unpack();
    expect(await state()).toBe("failed");
    const before = server.outside.jobs.length;
    await resumeUnpacking(server.platform, instanceId);
    const resumed = server.outside.jobs.slice(before).map(({ payload }) => payload);
    expect(resumed).not.toContainEqual(expect.objectContaining({ packageId: unit.scorm_id }));
    const refused = [
      await (
        await server.as("learner@demo.test")
      ).query("mutation ($course: Int!, $unit: Int!) { launchScorm(course_id: $course, unit_id: $unit) { url } }", {
        course: courseId,
        unit: unit.id,
      }),
      await author.query("mutation ($id: Int!) { previewScorm(scorm_id: $id) { url } }", { id: unit.scorm_id }),
    ];
    for (const { errors } of refused)
      expect(errors![0]!.message).toBe("This package could not be unpacked. Its author needs to upload it again.");
  });

  test("stays ready when its last try fails after another one has unpacked it", async () => {
    const { scorm } = (await uploadPackage(server, author, scormPackage())).json();
    const change = (values: { state?: string; unpack_tries?: number }) =>
      server.inside("demo", async (db, id) => {
        const update = db.updateTable("scorm_packages").set(values);
        await update.where("instance_id", "=", id).where("id", "=", scorm.id).execute();
        return id;
      });
    const instanceId = await change({ state: "unpacking", unpack_tries: 20 });
    const { files } = server.platform;
    const put = files.put.bind(files);
    files.put = async () => {
      await change({ state: "ready" });
      throw new Error("The store refuses this file.");
    };
    await expect(unpackPackage(server.platform, { instanceId, packageId: scorm.id })).rejects.toThrow("refuses");
    files.put = put;
    expect((await author.data(STATE, scorm)).scormPackage.state).toBe("ready");
  });

  test("is given up when the process ends in each try", async () => {
    const { scorm } = (await uploadPackage(server, author, scormPackage())).json();
    const instanceId = await server.inside("demo", async (db, id) => {
      await db
        .updateTable("scorm_packages")
        .set({ unpack_tries: 21 })
        .where("instance_id", "=", id)
        .where("id", "=", scorm.id)
        .execute();
      return id;
    });
    await unpackPackage(server.platform, { instanceId, packageId: scorm.id });
    expect((await author.data(STATE, scorm)).scormPackage.state).toBe("failed");
  });

  test("leaves neither a file nor a row for a rejected package, and gives the reason", async () => {
    const refused: [Buffer, string, RegExp][] = [
      [Buffer.from("no zip"), "course.zip", /not a zip file/],
      [writeZip([{ name: "index.html", data: "x" }]), "course.zip", /no imsmanifest.xml/],
      [writeZip([{ name: "../x", data: "x" }]), "course.zip", /outside of itself/],
      [
        writeZip([{ name: "imsmanifest.xml", data: scormManifest({}) }]),
        "course.zip",
        /'one.html', which is not in the package/,
      ],
      [scormPackage({ files: [{ name: "bad", data: "x", crc: 1 }] }), "course.zip", /damaged/],
      [Buffer.from(scormManifest({})), "imsmanifest.xml", /whole package as a zip/],
      [Buffer.from(cmi5Structure()), "cmi5.xml", /belongs to no package/],
      [Buffer.alloc(0), "course.zip", /empty/],
    ];
    const before = await countRows();
    // Other test servers keep files in the same folder: these are the keys of this one.
    const { files } = server.platform;
    const stored: string[] = [];
    const put = files.put.bind(files);
    files.put = (key, ...rest) => {
      stored.push(key);
      return put(key, ...rest);
    };
    for (const [bytes, name, reason] of refused) {
      const answer = await uploadPackage(server, author, bytes, name);
      expect([answer.statusCode, answer.json().error]).toEqual([422, expect.stringMatching(reason)]);
      expect(answer.json().validation.scorm).toEqual([answer.json().error]);
    }
    files.put = put;
    expect(await countRows()).toEqual(before);
    expect(stored).toHaveLength(refused.length);
    for (const key of stored) expect(await listKeys(key)).toEqual([]);
  });

  test("creates two packages from two uploads", async () => {
    const [one, two] = [
      await storedPackage(server, author, scormPackage()),
      await storedPackage(server, author, scormPackage()),
    ];
    expect(one.id).not.toBe(two.id);
  });

  test("stores what a launch needs for xAPI and cmi5", async () => {
    const xapi = await storedPackage(server, author, tincanPackage());
    expect((await author.data(STATE, { id: xapi.id })).scormPackage).toMatchObject({ kind: "xapi", launch_units: 1 });
    const cmi5 = await storedPackage(server, author, cmi5Package({ aus: 3 }));
    expect((await author.data(STATE, { id: cmi5.id })).scormPackage).toMatchObject({ kind: "cmi5", launch_units: 3 });
    const lone = await uploadPackage(
      server,
      author,
      Buffer.from(cmi5Structure({ url: () => "https://au.example/" })),
      "cmi5.xml",
    );
    expect(lone.json().scorm).toMatchObject({ kind: "cmi5" });
    expect((await author.data(STATE, lone.json().scorm)).scormPackage).toMatchObject({ state: "ready", files: 0 });
  });

  test("requires the permission to author courses", async () => {
    for (const email of ["learner@demo.test", "manager@demo.test"])
      expect((await uploadPackage(server, await server.as(email), scormPackage())).statusCode).toBe(403);
    expect((await uploadPackage(server, server.anonymous(), scormPackage())).statusCode).toBe(401);
  });
});

describe("course with packages", () => {
  test("keeps its packages when it is published, read, changed and copied", async () => {
    const first = await storedPackage(server, author, scormPackage());
    const { createCourse } = await author.data(CREATE_SCORM, {
      title: "With a package",
      scorm: [{ unit_order: 1, title: "Do", scorm_path: first.url }],
    });
    const { course } = await author.data(SCORM_UNITS, createCourse);
    expect(course.scorms).toMatchObject([
      {
        title: "Do",
        scorm_id: first.id,
        scorm_path: expect.stringContaining("/files/"),
        scorm: { kind: "scorm_1_2", entry_url: "one.html", scos: [{ entry_url: "one.html" }] },
      },
    ]);
    const second = await storedPackage(server, author, scormPackage({ version: "2004" }));
    const input = (unit: object) => ({
      id: createCourse.id,
      title: "With a package",
      description: "x",
      scorms: [{ id: course.scorms[0].id, unit_order: 1, title: "Do", ...unit }],
    });
    const EDIT = "mutation ($input: EditCourseInput!) { editCourse(input: $input) { id } }";
    await author.data(EDIT, { input: input({ scorm_path: second.url, scorm_id: first.id }) });
    expect((await author.data(SCORM_UNITS, createCourse)).course.scorms).toMatchObject([
      { scorm_id: second.id, scorm: { version: "2004 4th Edition" } },
    ]);
    // By id alone, as in the contract.
    await author.data(EDIT, { input: input({ scorm_id: first.id }) });
    expect((await author.data(SCORM_UNITS, createCourse)).course.scorms).toMatchObject([{ scorm_id: first.id }]);
    const { duplicateCourse } = await author.data(
      "mutation ($id: Int!) { duplicateCourse(id: $id) { id } }",
      createCourse,
    );
    expect((await author.data(SCORM_UNITS, duplicateCourse)).course.scorms).toMatchObject([{ scorm_id: first.id }]);
  });

  test("is not published without the package, or with another instance's", async () => {
    const without = await author.query(CREATE_SCORM, { title: "Without", scorm: [{ unit_order: 1, title: "Do" }] });
    expect(without.errors![0]!.extensions.validation).toEqual({ course: ["Scorm Unit 1 file is required"] });
    const elsewhere = await storedPackage(server, await server.as("admin@riverside.test"), scormPackage());
    for (const unit of [{ scorm_path: elsewhere.url }, { scorm_id: elsewhere.id }]) {
      const stolen = await author.query(CREATE_SCORM, {
        title: "Stolen",
        scorm: [{ unit_order: 1, title: "Do", ...unit }],
      });
      expect(stolen.errors![0]!.extensions.code).toBe("VALIDATION");
    }
  });

  test("hides the archive, which contains answers, from learners", async () => {
    const { url } = await storedPackage(server, author, scormPackage());
    const { createCourse } = await author.data(CREATE_SCORM, {
      title: "For learners",
      scorm: [{ unit_order: 1, title: "Do", scorm_path: url }],
    });
    const learner = await server.as("learner@demo.test");
    const user_id = await server.userId("learner@demo.test");
    await server.inside("demo", (db, instance_id) =>
      db.insertInto("enrolments").values({ instance_id, user_id, course_id: createCourse.id }).execute(),
    );
    expect((await learner.data(SCORM_UNITS, createCourse)).course.scorms).toMatchObject([
      { scorm_path: null, scorm: { entry_url: "one.html" } },
    ]);
  });
});

test("is left alone by the sweep, which deletes only unused packages with all their files", async () => {
  const [used, unused] = [
    await storedPackage(server, author, scormPackage()),
    await storedPackage(server, author, scormPackage()),
  ];
  await author.data(CREATE_SCORM, { title: "Uses one", scorm: [{ unit_order: 1, title: "Do", scorm_path: used.url }] });
  const instanceId = await server.inside("demo", async (_, id) => id);
  const findFolder = (packageId: number) =>
    server.inside("demo", async (db, id) => {
      const row = await db
        .selectFrom("scorm_packages")
        .select("folder_key")
        .where("instance_id", "=", id)
        .where("id", "=", packageId)
        .executeTakeFirstOrThrow();
      return row.folder_key!;
    });
  const [keptFolder, goneFolder] = [await findFolder(used.id), await findFolder(unused.id)];
  await sweepPackages(server.platform, instanceId);
  expect(await listKeys(`${goneFolder}/`)).toHaveLength(2);
  await server.inside("demo", async (db, id) => {
    const created_at = new Date(Date.now() - 8 * 86_400_000);
    await db.updateTable("scorm_packages").set({ created_at }).where("instance_id", "=", id).execute();
    await db.updateTable("files").set({ created_at }).where("instance_id", "=", id).execute();
  });
  await sweepPackages(server.platform, instanceId);
  await sweepFiles(server.platform, instanceId);
  expect(await listKeys(`${goneFolder}/`)).toEqual([]);
  expect(await listKeys(`${keptFolder}/`)).toHaveLength(2);
  expect(await author.refusal(STATE, { id: unused.id })).toBe("NOT_FOUND");
});
