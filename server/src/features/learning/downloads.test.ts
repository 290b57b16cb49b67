import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { uploadFile } from "../../testing/multipart.ts";
import { startClass } from "../../testing/server.ts";

const CREATE = `mutation ($title: String!, $status: String, $resources: [ResourceInput!], $document: [DocumentUnitInput!]) {
  createCourse(title: $title, description: "To read.", status: $status, resources: $resources, document: $document) { id } }`;
const COURSE = `query ($id: Int!) { course(id: $id) { resources { id name } documents { id } } }`;
const PDF = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");

const { server, author, learner } = await startClass();
afterAll(() => server.close());

const get = (url: string, token: string | null, host = "demo.localhost") =>
  server.app.inject({ method: "GET", url, headers: { host, ...(token && { authorization: `Bearer ${token}` }) } });

const upload = (kind: "resource" | "presentation", name: string) => uploadFile(server.app, author, kind, name, PDF);

/** Creates a course with a downloadable resource, one that is only shown, and a presentation. */
async function createCourse(status: "published" | "draft") {
  const [plan, rules, slides] = await Promise.all([
    upload("resource", `the plan ${status}.pdf`),
    upload("resource", `rules ${status}.pdf`),
    upload("presentation", `slides ${status}.pdf`),
  ]);
  const made = await author.data(CREATE, {
    title: `Files ${status}`,
    status,
    resources: [
      { name: "Plan", file_path: plan, is_downloadable: true },
      { name: "Rules", file_path: rules, is_downloadable: false },
    ],
    document: [{ unit_order: 1, title: "Slides", doc_path: slides }],
  });
  const { course } = await author.data(COURSE, { id: made.createCourse.id });
  const id = (name: string) => course.resources.find((each: { name: string }) => each.name === name).id as number;
  return { course: made.createCourse.id as number, plan: id("Plan"), rules: id("Rules"), slides };
}

let open: Awaited<ReturnType<typeof createCourse>>;
let draft: typeof open;
beforeAll(async () => {
  open = await createCourse("published");
  draft = await createCourse("draft");
});

describe("GET /api/download/resource/{id}", () => {
  const path = (id: number | string) => `/api/download/resource/${id}`;

  test("returns a downloadable resource with its stored name as an attachment", async () => {
    const response = await get(path(open.plan), learner.token);
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-disposition"]).toBe("attachment; filename*=UTF-8''the%20plan%20published.pdf");
    expect(response.rawPayload).toEqual(PDF);
  });

  test("answers 401 without sign-in", async () => {
    expect((await get(path(open.plan), null)).statusCode).toBe(401);
  });

  test.each([0, 2 ** 31, "x"])("answers 422 for %s, which is no id", async (id) => {
    expect((await get(path(id), learner.token)).statusCode).toBe(422);
  });

  test("answers 404 for a resource that is not downloadable, unknown, or of a course that the caller may not see", async () => {
    const stranger = await server.as("admin@riverside.test");
    expect((await get(path(open.rules), learner.token)).statusCode).toBe(404);
    expect((await get(path(2_000_000), learner.token)).statusCode).toBe(404);
    expect((await get(path(draft.plan), learner.token)).statusCode).toBe(404);
    expect((await get(path(draft.plan), author.token)).statusCode).toBe(200);
    expect((await get(path(open.plan), stranger.token, stranger.host)).statusCode).toBe(404);
  });
});

describe("GET /api/graphql/download/pdf/{filename}", () => {
  const path = (name: string) => `/api/graphql/download/pdf/${encodeURIComponent(name)}`;

  test("shows a resource in place, also one that is not downloadable", async () => {
    const response = await get(path("rules published.pdf"), learner.token);
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-disposition"]).toBe("inline; filename*=UTF-8''rules%20published.pdf");
    expect(response.headers["content-type"]).toBe("application/pdf");
    expect(response.rawPayload).toEqual(PDF);
  });

  test("finds a PDF by the last part of its address", async () => {
    const [, key] = /([0-9a-f]{40})/.exec(open.slides)!;
    expect((await get(path(key!), author.token)).statusCode).toBe(200);
    expect((await get(path(`${key}.pdf`), author.token)).statusCode).toBe(200);
  });

  test("shows the PDF of a unit only once the learner is enrolled", async () => {
    expect((await get(path("slides published.pdf"), learner.token)).statusCode).toBe(404);
    await learner.data("mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }", {
      id: open.course,
    });
    expect((await get(path("slides published.pdf"), learner.token)).statusCode).toBe(200);
  });

  test("shows of several files with one name that of a course which the caller may see", async () => {
    const SECRET = Buffer.from("%PDF-1.4\n% not for learners\n%%EOF\n");
    const add = async (status: string, content: Buffer) =>
      author.data(CREATE, {
        title: `Same name ${status}`,
        status,
        resources: [
          {
            name: "Map",
            file_path: await uploadFile(server.app, author, "resource", "the map.pdf", content),
            is_downloadable: false,
          },
        ],
      });
    await add("published", PDF);
    await add("draft", SECRET);
    const shown = await get(path("the map.pdf"), learner.token);
    expect([shown.statusCode, shown.rawPayload]).toEqual([200, PDF]);
    expect((await get(path("the map.pdf"), author.token)).rawPayload).toEqual(SECRET);
  });

  test("answers 404 for a file that is no PDF, and for the PDF of a unit that was deleted", async () => {
    const page = await uploadFile(
      server.app,
      author,
      "resource",
      "page.html",
      Buffer.from("<script>alert(1)</script>"),
    );
    const [, key] = /([0-9a-f]{40})/.exec(page)!;
    const slides = await uploadFile(server.app, author, "presentation", "old slides.pdf", PDF);
    const { createCourse } = await author.data(CREATE, {
      title: "Other files",
      status: "published",
      resources: [{ name: "Page", file_path: page, is_downloadable: true }],
      document: [{ unit_order: 1, title: "Slides", doc_path: slides }],
    });
    for (const name of ["page.html", key!, `${key}.pdf`])
      expect([name, (await get(path(name), author.token)).statusCode]).toEqual([name, 404]);
    expect((await get(path("old slides.pdf"), author.token)).statusCode).toBe(200);
    await server.inside("demo", (db, id) =>
      db
        .updateTable("units")
        .set({ deleted_at: new Date() })
        .where("instance_id", "=", id)
        .where("course_id", "=", createCourse.id)
        .execute(),
    );
    expect((await get(path("old slides.pdf"), author.token)).statusCode).toBe(404);
  });

  test("answers 422 for a name of more than 200 characters", async () => {
    const readStatus = async (length: number) => (await get(path("x".repeat(length)), learner.token)).statusCode;
    expect([await readStatus(200), await readStatus(201)]).toEqual([404, 422]);
  });

  test("answers 401 without sign-in, and 404 for PDFs that the caller may not see", async () => {
    const stranger = await server.as("admin@riverside.test");
    expect((await get(path("rules published.pdf"), null)).statusCode).toBe(401);
    expect((await get(path("rules draft.pdf"), learner.token)).statusCode).toBe(404);
    expect((await get(path("unknown.pdf"), learner.token)).statusCode).toBe(404);
    expect((await get(path("rules published.pdf"), stranger.token, stranger.host)).statusCode).toBe(404);
  });
});
