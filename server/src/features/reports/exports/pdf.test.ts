import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tablePdf } from "../../../platform/pdf/table-printer.ts";
import { startServer, type TestServer } from "../../../testing/server.ts";
import { readPages, takeTable } from "../../../testing/tables.ts";

let server: TestServer;
let rowing: number;
beforeAll(async () => {
  server = await startServer();
  const grace = await server.userId("learner@demo.test");
  rowing = await server.inside("demo", async (db, instance_id) => {
    const { id } = await db
      .insertInto("courses")
      .values({ instance_id, title: '=HYPERLINK("http://evil.test")', status: "published", unit_count: 4 })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("enrolments")
      .values({
        instance_id,
        course_id: id,
        user_id: grace,
        units_completed: 4,
        assigned_at: new Date("2026-03-01T12:00:00Z"),
        completed_at: new Date("2026-03-09T10:00:00Z"),
      })
      .execute();
    return id;
  });
});
afterAll(() => server.close());

async function* inBatches<Row>(rows: Row[], size: number) {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

test("a PDF of a table is in landscape with page numbers, headings on each page, title, filters and date", async () => {
  const response = await takeTable(server, await server.as("admin@demo.test"), {
    kind: "course-users",
    course_id: rowing,
    format: "pdf",
    from: "2026-03-01",
    language: "fr",
    branchUrls: ["north"],
    search: "e",
  });
  expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "application/pdf"]);
  expect(response.headers["content-disposition"]).toContain("assigned-users.pdf");
  const pdf = await readPages(response.rawPayload);
  expect(pdf).toHaveLength(1);
  expect(pdf[0]!.size).toEqual([842, 595]);
  for (const text of [
    'Utilisateurs inscrits: =HYPERLINK("http://evil.test")',
    "Sites: Northgate North",
    "à partir du 01/03/2026",
    "Recherche: e",
    "Northgate",
    "Statut",
    "Grace Adeyemi",
    "Terminé",
    "09/03/2026",
    "Page 1",
  ])
    expect(pdf[0]!.text).toContain(text);
});

test("a PDF repeats its headings on each page, in every script", async () => {
  const rows = Array.from({ length: 90 }, (_, i) => [`Person ${i} 学习者 متعلم`, i, null]);
  const about = { title: "Ett långt namn", lines: ["A filter"], header: ["Name", "Units", "Last"], language: "en" };
  const made = tablePdf({ ...about, author: "Northgate", pageWord: "Page" }, inBatches(rows, 40));
  const pages = await readPages(await buffer(Readable.from(made)));
  expect(pages.length).toBeGreaterThan(2);
  pages.forEach(({ text }, index) => {
    expect(text).toContain(`Page ${index + 1}`);
    expect(text).toContain("Units");
  });
  const all = pages.map(({ text }) => text).join(" ");
  expect(all.match(/Person \d+/g)).toEqual(rows.map(([name]) => /^Person \d+/.exec(String(name))![0]));
  expect(all).toContain("学习者");
});

test("a PDF writes the formulas of questions as people read them", async () => {
  const about = { title: "Questions", lines: [], header: ["Question", "Right"], language: "en" };
  const rows = [
    ["Solve \\(x^2 \\le \\frac{1}{4}\\)", 3],
    ["Draw \\(\\vec{v}\\) for $5", 1],
    ["Without", 0],
  ];
  const made = tablePdf({ ...about, author: "Northgate", pageWord: "Page" }, inBatches(rows, 2));
  const [page] = await readPages(await buffer(Readable.from(made)));
  // Each font is a text of its own in the file.
  const text = page!.text.replaceAll(" ", "");
  expect(text).toContain("Solvex²≤1/4");
  expect(text).toContain("Draw\\(\\vec{v}\\)for$5");
});

test("a PDF of too many rows is refused with advice", async () => {
  const { id, user_id } = await server.inside("demo", async (db, id) => {
    const user_id = await server.userId("amara.diallo@demo.test");
    await sql`INSERT INTO activity (instance_id, user_id, actor_id, kind)
      SELECT ${id}, ${user_id}, ${user_id}, 'signed_in' FROM generate_series(1, 10001)`.execute(db);
    return { id, user_id };
  });
  const response = await takeTable(server, await server.as("admin@demo.test"), {
    kind: "user-activity",
    user_id,
    format: "pdf",
  });
  expect(response.statusCode).toBe(409);
  expect(response.json().error).toContain("Filter it");
  await server.inside("demo", (db) =>
    sql`DELETE FROM activity WHERE instance_id = ${id} AND user_id = ${user_id}`.execute(db),
  );
});
