import { buffer } from "node:stream/consumers";
import { afterAll, describe, expect, test } from "vitest";
import yazl from "yazl";
import { EMPTY_COURSE, startArchives } from "../../testing/archives.ts";

const { server, author, exported, imported } = await startArchives();
afterAll(() => server.close());

describe("an invalid archive", () => {
  type Entry = [name: string, content: Buffer | string, options?: object];
  const createZip = (entries: Entry[]) => {
    const zip = new yazl.ZipFile();
    for (const [name, content, options] of entries) zip.addBuffer(Buffer.from(content), name, { ...options });
    zip.end();
    return buffer(zip.outputStream);
  };
  const described = (change: object = {}, course: object = {}) =>
    JSON.stringify({
      format: "cairn-course",
      version: 1,
      course: { ...EMPTY_COURSE, ...course },
      files: [],
      ...change,
    });
  const file = { entry: "files/1", name: "a.bin", kind: "resource" };

  async function refusal(bytes: Buffer) {
    const before = (await author.data(`{ coursesPage { total } }`)).coursesPage.total;
    const { state, problems, course_id } = await imported(author, bytes);
    expect([state, course_id]).toEqual(["failed", null]);
    expect((await author.data(`{ coursesPage { total } }`)).coursesPage.total).toBe(before);
    return problems[0] as string;
  }

  test("is accepted in the smallest valid form", async () => {
    expect((await imported(author, await createZip([["course.json", described()]]))).state).toBe("done");
  });

  test("is rejected with the reason", async () => {
    const link = { mode: 0o120777 };
    expect(await refusal(await createZip([["readme.txt", "?"]]))).toBe(
      "The archive has files that do not belong to a course.",
    );
    expect(await refusal(await createZip([["files/1", "?"]]))).toBe(
      "This archive is not of a course: it has no course.json.",
    );
    expect(await refusal(await createZip([["course.json", "{"]]))).toMatch(/^course.json is not of the expected form/);
    expect(await refusal(await createZip([["course.json", described({ version: 2 })]]))).toMatch(/version/);
    expect(await refusal(await createZip([["course.json", described({ more: 1 })]]))).toMatch(/expected form/);
    expect(await refusal(await createZip([["course.json", described({ files: [file] })]]))).toBe(
      "The archive is not whole: files/1 is missing.",
    );
    expect(await refusal(await createZip([["course.json", described({}, { thumbnail: "files/1" })]]))).toBe(
      "The archive is not whole: files/1 is missing.",
    );
    expect(
      await refusal(
        await createZip([
          ["course.json", described()],
          ["files/1", "?"],
        ]),
      ),
    ).toBe("The archive has files that course.json does not name.");
    expect(
      await refusal(
        await createZip([
          ["course.json", described()],
          ["course.json", described()],
        ]),
      ),
    ).toBe("The archive has two files of one name.");
    expect(
      await refusal(
        await createZip([
          ["course.json", described({ files: [file] })],
          ["files/1", "/etc/passwd", link],
        ]),
      ),
    ).toBe("The archive has links in it.");
    expect(
      await refusal(
        await createZip([
          ["course.json", described({ files: [{ ...file, kind: "video" }] })],
          ["files/1", "no film"],
        ]),
      ),
    ).toBe("This file is not one of the accepted MP4, WebM or MOV videos.");
    expect(
      await refusal(
        await createZip([
          ["course.json", described({ files: [{ ...file, kind: "scorm" }] })],
          ["files/1", "no package"],
        ]),
      ),
    ).toMatch(/not a zip file/);
  });

  test("is rejected in the language of the reader", async () => {
    await refusal(await createZip([["readme.txt", "?"]]));
    const id = await server.inside("demo", async (db) => {
      const latest = db.selectFrom("course_imports").select((eb) => eb.fn.max("id").as("id"));
      return (await latest.executeTakeFirstOrThrow()).id;
    });
    const response = await server.app.inject({
      method: "POST",
      url: "/graphql",
      headers: { host: author.host, authorization: `Bearer ${author.token}`, "accept-language": "fr" },
      payload: { query: `{ courseImport(id: ${id}) { problems } }` },
    });
    expect(response.json().data.courseImport.problems).toEqual([
      "L’archive contient des fichiers qui n’appartiennent pas à un cours.",
    ]);
  });

  test("is rejected for paths outside it, and for bombs before they are unpacked", async () => {
    const whole = await createZip([
      ["course.json", described({ files: [file] })],
      ["files/1", "?"],
    ]);
    const climbing = Buffer.from(whole.toString("latin1").replaceAll("files/1", "../../1"), "latin1");
    expect(await refusal(climbing)).toMatch(/damaged|do not belong/);
    const bomb = await createZip([
      ["course.json", described({ files: [file] })],
      ["files/1", Buffer.alloc(50_000_000)],
    ]);
    expect(bomb.length).toBeLessThan(100_000);
    expect(await refusal(bomb)).toBe("The archive is too large when it is unpacked.");
    const lying = Buffer.from(bomb);
    // The directory states 9 bytes; fifty million follow.
    for (let at = 0; at + 4 <= lying.length; at++)
      if (lying.readUInt32LE(at) === 50_000_000) lying.writeUInt32LE(9, at);
    expect(await refusal(lying)).toBeTruthy();
    expect(await refusal(whole.subarray(0, whole.length - 30))).toBe(
      "This file is not a zip archive, or it is damaged.",
    );
  });
});

test("the export of a course with more than 20,000 files is refused with a message", async () => {
  const id = await server.inside("demo", async (db, instance_id) => {
    const values = { instance_id, title: "Large", status: "draft", unit_count: 1 };
    const course = await db.insertInto("courses").values(values).returning("id").executeTakeFirstOrThrow();
    const keys = Array.from(
      { length: 20_001 },
      (_, index) => `${instance_id}/ab/${index.toString(16).padStart(40, "0")}`,
    );
    const content = JSON.stringify(keys.map((key) => ({ insert: { image: `/files/${key}` } })));
    await db
      .insertInto("units")
      .values({
        instance_id,
        course_id: course.id,
        type: "Content",
        unit_order: 1,
        title: "A",
        content,
        content_images: keys,
      })
      .execute();
    return course.id;
  });
  const admin = await server.as("admin@demo.test");
  const response = await exported(admin, id);
  expect(response.statusCode).toBe(409);
  expect(response.json().error).toMatch(/more than 20.?000 files/);
});
