import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPath, insertCourses } from "../../../testing/learning-paths.ts";
import { type Client, startServer, type TestServer } from "../../../testing/server.ts";
import { deleteUnused } from "../../files/files.queries.ts";
import { toSeries, writeNumber } from "./numbers.ts";
import { CREATE, DESIGN, picture, uploadPicture } from "../../../testing/certificate-templates.ts";

const UPDATE = `mutation ($id: Int!, $version: Int!, $input: CertificateTemplateInput!) {
  updateCertificateTemplate(id: $id, version: $version, input: $input) { id version versions { version issued created_by } } }`;
const ONE = `query ($id: Int!, $version: Int) { certificateTemplate(id: $id, version: $version) { name version courses design { ${DESIGN} } } }`;
const LIST = `query ($search: String, $sort: String) { certificateTemplates(search: $search, sort: $sort) { total rows { id name version courses paths issued } } }`;
const DELETE = `mutation ($id: Int!) { deleteCertificateTemplate(id: $id) { id } }`;
const RESTORE = `mutation ($id: Int!) { restoreDeleted(kind: "certificate_template", id: $id) { id } }`;
const GENERATE = `mutation ($course: Int!) { generateCertificate(input: { course_id: $course }) { certificate_url } }`;

let server: TestServer;
let admin: Client;
let learner: Client;
let learnerId: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  learner = await server.as("learner@demo.test");
  learnerId = await server.userId("learner@demo.test");
});
afterAll(() => server.close());

let made = 0;
async function create(
  design: object = {},
): Promise<{ id: number; name: string; version: number; design: Record<string, any> }> {
  return (await admin.data(CREATE, { input: { name: `Design ${++made}`, design } })).createCertificateTemplate;
}

async function update(id: number, version: number, design: object) {
  const input = { name: `Design of ${id}`, design };
  return (await admin.data(UPDATE, { id, version, input })).updateCertificateTemplate;
}

async function readProblems(design: object): Promise<Record<string, string[]>> {
  const { errors } = await admin.query(CREATE, { input: { name: `Design ${++made}`, design } });
  return errors![0]!.extensions.validation as Record<string, string[]>;
}

/** A course with the template, which these people have completed. */
function completed(certificate_template_id: number, userIds: number[] = [learnerId]): Promise<number> {
  return server.inside("demo", async (db, instance_id) => {
    const { id } = await db
      .insertInto("courses")
      .values({ instance_id, title: "River safety", status: "published", unit_count: 1, certificate_template_id })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (const user_id of userIds)
      await db
        .insertInto("enrolments")
        .values({ instance_id, user_id, course_id: id, completed_at: new Date("2026-03-03T12:00:00Z") })
        .execute();
    return id;
  });
}

const url = async (course: number, client = learner): Promise<string> =>
  (await client.data(GENERATE, { course })).generateCertificate.certificate_url;
const get = (address: string) => server.app.inject({ url: address, headers: { host: "demo.localhost" } });
const pdf = async (course: number): Promise<Buffer> => (await get(await url(course))).rawPayload;
const listNumbers = (course: number) =>
  server.inside("demo", async (db, instance) =>
    (
      await db
        .selectFrom("certificates")
        .where("instance_id", "=", instance)
        .where("course_id", "=", course)
        .select("number")
        .orderBy("number")
        .execute()
    ).map(({ number }) => number),
  );

const upload = async (kind: string, file: Buffer): Promise<string> =>
  (await uploadPicture(server, admin, kind, file)).data["uploadCertificatePicture"];

function preview(body: object, client: Client | null = admin) {
  const headers = { host: "demo.localhost", ...(client?.token && { authorization: `Bearer ${client.token}` }) };
  return server.app.inject({ method: "POST", url: "/api/certificate-preview", headers, payload: body });
}

describe("a template", () => {
  test("is created, saved as a new version, refused when changed meanwhile, deleted and restored", async () => {
    const { id, name, version, design } = await create({ layout: "frame", note: " By {site}  " });
    expect([version, design["layout"], design["note"]]).toEqual([1, "frame", "By {site}"]);
    expect((await update(id, 1, { layout: "band" })).versions).toMatchObject([
      { version: 2, issued: 0, created_by: "Margaret Oyelaran" },
      { version: 1 },
    ]);
    expect(await admin.refusal(UPDATE, { id, version: 1, input: { name, design: {} } })).toBe("CONFLICT");
    expect((await admin.data(ONE, { id })).certificateTemplate.design.layout).toBe("band");
    expect((await admin.data(ONE, { id, version: 1 })).certificateTemplate.design.layout).toBe("frame");
    expect(await admin.refusal(ONE, { id, version: 9 })).toBe("NOT_FOUND");
    await admin.data(DELETE, { id });
    expect(await admin.refusal(ONE, { id })).toBe("NOT_FOUND");
    await admin.data(RESTORE, { id });
    const { rows } = (await admin.data(LIST, { search: `Design of ${id}`, sort: "-issued" })).certificateTemplates;
    expect(rows).toMatchObject([{ id, version: 2, courses: 0, paths: 0, issued: 0 }]);
  });

  test("counts the learning paths that use it, while they have a certificate and exist", async () => {
    const { id, name } = await create();
    const of = async () => (await admin.data(LIST, { search: name, sort: "name" })).certificateTemplates.rows[0].paths;
    const [course] = await insertCourses(server, ["Of a path with a design"]);
    const sections = [{ course_ids: [course!] }];
    const design = { certificate_template_id: id };
    await createPath(admin, "Without certificate", sections, design);
    const path = await createPath(admin, "With certificate", sections, { ...design, certificate_months: 12 });
    expect(await of()).toBe(1);
    await admin.data(`mutation ($id: Int!) { deleteLearningPath(id: $id) { id } }`, { id: path.id });
    expect(await of()).toBe(0);
  });

  test("has a name of its own", async () => {
    const { name } = await create();
    const { errors } = await admin.query(CREATE, { input: { name: ` ${name.toUpperCase()} `, design: {} } });
    expect(errors![0]!.extensions.validation).toEqual({ name: ["There is already another template with this name."] });
  });

  test("is checked field by field", async () => {
    expect(
      await readProblems({
        heading: "For {Course name}",
        name_line: "Name",
        course_line: "A course",
        statement: "{field_999999}",
        note: "{",
        number_scheme: "{year}",
        layout: "picture",
        logo: "own",
        signatures: [{ name: "{name}" }, {}],
      }),
    ).toEqual({
      heading: ["{Course name} is not a placeholder. Choose one from the list."],
      name_line: ["The text has to contain {name}."],
      course_line: ["The text has to contain {course}."],
      statement: ["{field_999999} is not a placeholder. Choose one from the list."],
      note: ["{ is not a placeholder. Choose one from the list."],
      number_scheme: ["A number scheme contains {number} once, for example {year}-{number:5}."],
      background_url: ["Choose a background picture."],
      logo_url: ["Choose a logo."],
      signature_1: ["A signature has no placeholders."],
      signature_2: ["Enter a name, or remove the signature."],
    });
    expect(await readProblems({ lead: "No {number} here" })).toEqual({ lead: ["{number} cannot be used here."] });
    expect(
      Object.keys(await readProblems({ layout: "spiral", primary_color: "red", heading: "x".repeat(301) })),
    ).toEqual(["layout", "primary_color", "heading"]);
  });

  test.each(["{year}{number}", "2026{number:4}", "{number}1", "{number}-{number}", "#{number}", "{nmber}-{number}"])(
    "is refused with the number scheme %s",
    async (number_scheme) => {
      expect(Object.keys(await readProblems({ number_scheme }))).toEqual(["number_scheme"]);
    },
  );

  test("of another instance is unknown, also to a course", async () => {
    const { id } = await create();
    const riverside = await server.as("admin@riverside.test");
    for (const document of [ONE, DELETE]) expect(await riverside.refusal(document, { id })).toBe("NOT_FOUND");
    const save = `mutation ($template: Int) { createCourse(title: "T", description: "d", course_code: "T-1", status: "draft", certificate_template_id: $template) { id } }`;
    const { errors } = await riverside.query(save, { template: id });
    expect(errors![0]!.extensions.validation).toEqual({
      certificate_template_id: ["This certificate template does not exist."],
    });
    await admin.data(save, { template: id });
    expect((await admin.data(ONE, { id })).certificateTemplate.courses).toBe(1);
    await admin.data(DELETE, { id });
    expect(await admin.refusal(save, { template: id })).toBe("VALIDATION");
  });

  test("belongs to the main site: admins of a branch and instructors cannot change it", async () => {
    const instructor = await server.as("instructor@demo.test");
    expect(await instructor.refusal(LIST)).toBe("FORBIDDEN");
    expect(
      (await instructor.data("{ certificateTemplateChoices { id name } }")).certificateTemplateChoices,
    ).not.toEqual([]);
    expect((await preview({ design: {} }, instructor)).statusCode).toBe(403);
    expect((await preview({ design: {} }, null)).statusCode).toBe(401);
  });
});

describe("a certificate of a template", () => {
  test("keeps its bytes and its pictures whatever happens to the template", async () => {
    const background_url = await upload("background", await picture(1200, "#88aacc", "jpeg"));
    const signature = await upload("signature", await picture(200, { r: 0, g: 0, b: 90, alpha: 0.5 }));
    const logo_url = await upload("logo", await picture(120, { r: 200, g: 0, b: 0, alpha: 0.3 }));
    const signatures = [1, 2, 3].map((number) => ({
      name: `Signer ${number}`,
      title: "Chair",
      picture_url: signature,
    }));
    const design = {
      layout: "picture",
      background_url,
      logo: "own",
      logo_url,
      signatures,
      note: "{first_name} of {site}",
    };
    const { id } = await create(design);
    const course = await completed(id);
    const issued = await pdf(course);
    for (let times = 0; times < 3; times++) expect((await pdf(course)).equals(issued)).toBe(true);

    await update(id, 1, { layout: "band", orientation: "portrait", heading: "Changed" });
    await server.inside("demo", (db, instance) => deleteUnused(db, instance, -1));
    expect((await pdf(course)).equals(issued)).toBe(true);
    const other = await completed(id);
    expect((await pdf(other)).equals(issued)).toBe(false);
    await admin.data(DELETE, { id });
    expect((await pdf(course)).equals(issued)).toBe(true);
    await server.inside("demo", (db, instance) =>
      db.deleteFrom("certificate_templates").where("instance_id", "=", instance).where("id", "=", id).execute(),
    );
    await server.inside("demo", (db, instance) => deleteUnused(db, instance, -1));
    expect((await pdf(course)).equals(issued)).toBe(true);
    const left = await server.inside("demo", (db) =>
      db.selectFrom("certificate_template_versions").where("template_id", "is", null).select("version").execute(),
    );
    expect(left.map(({ version }) => version).toSorted()).toEqual([1, 2]);
  });

  test("falls back to the type of its course when the template is deleted", async () => {
    const { id } = await create({ number_scheme: "DEL-{number}" });
    const course = await completed(id);
    await admin.data(DELETE, { id });
    expect((await get(await url(course))).statusCode).toBe(200);
    expect(await listNumbers(course)).toEqual([null]);
  });

  test("shows what its texts name, also a field of the person, as it was at the issue", async () => {
    const field = await server.inside("demo", async (db, instance_id) => {
      const row = { instance_id, name: "Staff number", type: "text", visible_to: "admins" };
      const { id } = await db.insertInto("user_fields").values(row).returning("id").executeTakeFirstOrThrow();
      await db
        .insertInto("user_field_values")
        .values({ instance_id, user_id: learnerId, field_id: id, value: "S-77" })
        .execute();
      return id;
    });
    const { certificatePlaceholders: known } = await admin.data("{ certificatePlaceholders { name label } }");
    expect(known).toContainEqual({ name: `field_${field}`, label: "Staff number" });
    const { id } = await create({ note: `{last_name}, {field_${field}}, {number}`, number_scheme: "F-{number:3}" });
    const course = await completed(id);
    const issued = await pdf(course);
    const kept = await server.inside("demo", (db) =>
      db.selectFrom("certificates").where("course_id", "=", course).select("drawn_from").executeTakeFirstOrThrow(),
    );
    expect(kept.drawn_from).toMatchObject({ values: { last_name: "Adeyemi", [`field_${field}`]: "S-77" } });
    await server.inside("demo", (db) =>
      db.updateTable("user_field_values").set({ value: "other" }).where("field_id", "=", field).execute(),
    );
    expect((await pdf(course)).equals(issued)).toBe(true);
    const page = await get(`/certificates/${(await readCode(course)).code}`);
    expect(page.body).toContain("F-001");
  });
});

const readCode = (course: number) =>
  server.inside("demo", (db) =>
    db.selectFrom("certificates").where("course_id", "=", course).select("code").executeTakeFirstOrThrow(),
  );

describe("certificate numbers", () => {
  test("are written by their scheme", () => {
    expect(writeNumber("A-{year}/{month}-{number:5}", "2026-03-04", 42)).toBe("A-2026/03-00042");
    expect(writeNumber("{number:2}", "2026-03-04", 1234)).toBe("1234");
    expect(toSeries("A-{year}-{number:5}", "2026-03-04")).toBe("A-2026-#");
  });

  test("have no gaps or doubles when many are issued at once, and asking again takes none", async () => {
    const { id } = await create({ number_scheme: "PAR-{number:3}" });
    const people = await server.inside("demo", (db, instance) =>
      db
        .selectFrom("users")
        .where("instance_id", "=", instance)
        .where("role", "=", "learner")
        .where("deleted_at", "is", null)
        .where("is_active", "=", true)
        .select(["id", "email"])
        .orderBy("id")
        .limit(10)
        .execute(),
    );
    const courses = await Promise.all(
      [1, 2].map(() =>
        completed(
          id,
          people.map((person) => person.id),
        ),
      ),
    );
    const clients = await Promise.all(people.map(({ email }) => server.as(email)));
    await Promise.all(
      clients.flatMap((client) => courses.flatMap((course) => [url(course, client), url(course, client)])),
    );
    const numbers = (await Promise.all(courses.map(listNumbers))).flat().toSorted();
    expect(numbers).toEqual(
      Array.from({ length: people.length * 2 }, (_, index) => `PAR-${String(index + 1).padStart(3, "0")}`),
    );
  });

  test("are given back by a certificate that is rolled back", async () => {
    const { id } = await create({ number_scheme: "ROLL-{number}" });
    const course = await completed(id);
    const second = await completed(id);
    const twoOperations = `mutation ($course: Int!) { generateCertificate(input: { course_id: $course }) { message }
      second: generateCertificate(input: { course_id: 999999 }) { message } }`;
    expect((await learner.query(twoOperations, { course })).errors).toHaveLength(1);
    expect(await listNumbers(course)).toEqual([]);
    await url(second);
    expect(await listNumbers(second)).toEqual(["ROLL-1"]);
  });

  test("are shared by templates with the same scheme, and pass over one that exists", async () => {
    const [first, second] = [
      await create({ number_scheme: "1-{number}" }),
      await create({ number_scheme: "{number}-1" }),
    ];
    const courses = [await completed(first.id), await completed(second.id)];
    for (const course of courses) await url(course);
    expect((await Promise.all(courses.map(listNumbers))).flat()).toEqual(["1-1", "2-1"]);
  });
});

describe("the preview", () => {
  test("is the PDF that is issued, and is neither stored nor run by a browser", async () => {
    const response = await preview({ design: { layout: "frame" }, name: "Grace Adeyemi", language: "fr" });
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      "content-type": "application/pdf",
      "cache-control": "private, no-store",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    });
    expect(response.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
    const again = await preview({ design: { layout: "frame" }, name: "Grace Adeyemi", language: "fr" });
    expect(again.rawPayload.equals(response.rawPayload)).toBe(true);
  });

  test("of a wrong design names the fields, and takes no number", async () => {
    const { id } = await create({ number_scheme: "PRE-{number}" });
    await preview({ design: { number_scheme: "PRE-{number}" } });
    const response = await preview({ design: { note: "{nothing}" } });
    expect(response.statusCode).toBe(422);
    expect(Object.keys(response.json().validation)).toEqual(["note"]);
    const course = await completed(id);
    await url(course);
    expect(await listNumbers(course)).toEqual(["PRE-1"]);
  });
});
