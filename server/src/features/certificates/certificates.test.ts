import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { certificateAddress } from "./certificate-address.ts";

const COMPLETED = `query ($ids: [Int!], $userId: Int, $branchUrl: String) { completedCourses(ids: $ids, userId: $userId, branchUrl: $branchUrl) {
  id title is_complete completed_date expiry_date certificate_type } }`;
const GENERATE = `mutation ($input: GenerateCertificateInput!, $branchUrl: String) { generateCertificate(input: $input, branchUrl: $branchUrl) { message certificate_url } }`;

let server: TestServer;
let learner: Client;
let learnerId: number;
/** Completed on 29 February 2024 by the learner, of type Safeguarding. */
let done: number;
/** Started by the learner. */
let begun: number;

beforeAll(async () => {
  server = await startServer();
  learner = await server.as("learner@demo.test");
  learnerId = await server.userId("learner@demo.test");
  await server.inside("demo", (db, id) =>
    db.deleteFrom("enrolments").where("instance_id", "=", id).where("user_id", "=", learnerId).execute(),
  );
  done = await enrolIn('Rivers: <b>"safe"</b> crossing / 1', "2024-02-29T23:59:00Z");
  begun = await enrolIn("Begun", null);
});
afterAll(() => server.close());

/** Returns the day so many days ago where the instance is. */
const readDayOfInstance = (daysAgo: number) =>
  sql<string>`(now() AT TIME ZONE (SELECT time_zone FROM instances WHERE domain = 'demo'))::date - ${daysAgo}::integer`;

function enrolIn(title: string, completedAt: string | null, userId = learnerId): Promise<number> {
  return server.inside("demo", async (db, instance_id) => {
    const course = { instance_id, title, status: "published", unit_count: 1, certificate_type: "Safeguarding" };
    const { id } = await db.insertInto("courses").values(course).returning("id").executeTakeFirstOrThrow();
    await db
      .insertInto("enrolments")
      .values({
        instance_id,
        user_id: userId,
        course_id: id,
        completed_at: completedAt === null ? null : new Date(completedAt),
      })
      .execute();
    return id;
  });
}

const generate = async (client: Client, input: object): Promise<string> =>
  (await client.data(GENERATE, { input })).generateCertificate.certificate_url;
const get = (url: string, host = "demo.localhost") => server.app.inject({ url, headers: { host } });
const listCertificates = (courseId: number) =>
  server.inside("demo", (db, id) =>
    db.selectFrom("certificates").selectAll().where("instance_id", "=", id).where("course_id", "=", courseId).execute(),
  );

describe("listCompletedCourses", () => {
  test("returns the caller's courses with the days of completion and expiry", async () => {
    expect((await learner.data(COMPLETED)).completedCourses).toEqual([
      {
        id: done,
        title: 'Rivers: <b>"safe"</b> crossing / 1',
        is_complete: true,
        completed_date: "29/02/2024",
        expiry_date: "2025-02-28",
        certificate_type: "Safeguarding",
      },
    ]);
  });

  test("returns for requested ids whether each is complete", async () => {
    const { completedCourses } = await learner.data(COMPLETED, { ids: [begun, done, 999_999] });
    expect(
      completedCourses.map((course: { id: number; is_complete: boolean }) => [course.id, course.is_complete]),
    ).toEqual([
      [done, true],
      [begun, false],
    ]);
  });

  test("filters by the days of completion, both included", async () => {
    const PERIOD = `query ($ids: [Int!], $from: String, $to: String) { completedCourses(ids: $ids, from: $from, to: $to) { id } }`;
    const find = async (variables: object) =>
      (await learner.data(PERIOD, variables)).completedCourses.map((course: { id: number }) => course.id);
    expect(await find({ from: "2024-02-29", to: "2024-02-29" })).toEqual([done]);
    expect(await find({ from: "2024-03-01" })).toEqual([]);
    expect(await find({ to: "2024-02-28" })).toEqual([]);
    expect(await find({ ids: [begun, done], from: "2024-01-01" })).toEqual([done]);
    expect(await find({ ids: [begun, done], to: "2024-12-31" })).toEqual([done]);
    expect(await learner.refusal(PERIOD, { to: "tomorrow" })).toBe("VALIDATION");
  });

  test("uses the instance's time zone for the day", async () => {
    await server.platform.database.pool.query("UPDATE instances SET time_zone = 'Europe/Paris' WHERE domain = 'demo'");
    expect((await learner.data(COMPLETED)).completedCourses[0].completed_date).toBe("01/03/2024");
    await server.platform.database.pool.query("UPDATE instances SET time_zone = 'UTC' WHERE domain = 'demo'");
  });

  test("returns another user's courses to readers of reports, in their reach", async () => {
    for (const email of ["admin@demo.test", "manager@demo.test", "manager.north@demo.test"]) {
      expect((await (await server.as(email)).data(COMPLETED, { userId: learnerId })).completedCourses).toHaveLength(1);
    }
    expect(await (await server.as("instructor@demo.test")).refusal(COMPLETED, { userId: learnerId })).toBe("FORBIDDEN");
    expect(await learner.refusal(COMPLETED, { userId: await server.userId("amara.diallo@demo.test") })).toBe(
      "FORBIDDEN",
    );
    const southern = await server.userId("amara.diallo@demo.test");
    expect(await (await server.as("manager.north@demo.test")).refusal(COMPLETED, { userId: southern })).toBe(
      "NOT_FOUND",
    );
    expect(await (await server.as("admin@riverside.test")).refusal(COMPLETED, { userId: learnerId })).toBe("NOT_FOUND");
    expect(await server.anonymous().refusal(COMPLETED)).toBe("UNAUTHENTICATED");
  });
});

describe("generateCertificate", () => {
  test("uses the server's data only, and issues a certificate once", async () => {
    const input = {
      course_name: 'Rivers: <b>"safe"</b> crossing / 1',
      user_name: "Another Person",
      issued_date: "2030-01-01",
      expiry_date: "2099-01-01",
      certificate_type: "Default",
    };
    const { generateCertificate } = await learner.data(GENERATE, { input });
    expect(generateCertificate).toEqual({
      message: "The certificate is ready.",
      certificate_url: expect.stringMatching(/^\/api\/certificates\/\d+\.pdf\?/),
    });
    await learner.data(GENERATE, { input: { course_id: done } });
    await (
      await server.as("manager.north@demo.test")
    ).data(GENERATE, { input: { course_id: done, user_id: learnerId } });
    const certificates = await listCertificates(done);
    expect(certificates).toMatchObject([
      {
        user_id: learnerId,
        user_name: "Grace Adeyemi",
        certificate_type: "Safeguarding",
        completed_on: "2024-02-29",
        expires_on: "2025-02-28",
      },
    ]);
    const log = await server.inside("demo", (db, id) =>
      db
        .selectFrom("activity")
        .select(["user_id", "course_id"])
        .where("instance_id", "=", id)
        .where("kind", "=", "certificate_issued")
        .execute(),
    );
    expect(log).toEqual([{ user_id: learnerId, course_id: done }]);
  });

  test("refuses a course that is not completed, not the caller's, or not given", async () => {
    expect(await learner.refusal(GENERATE, { input: { course_id: begun } })).toBe("CONFLICT");
    expect(await learner.refusal(GENERATE, { input: { course_id: 999_999 } })).toBe("NOT_FOUND");
    expect(await learner.refusal(GENERATE, { input: { course_name: "No such course" } })).toBe("NOT_FOUND");
    for (const input of [{}, { course_name: "  " }]) {
      const { errors } = await learner.query(GENERATE, { input });
      expect(errors?.[0]?.extensions.validation).toEqual({ course_name: ["Enter the course of the certificate."] });
    }
    expect(await (await server.as("admin@riverside.test")).refusal(GENERATE, { input: { course_id: done } })).toBe(
      "NOT_FOUND",
    );
  });

  test("needs the course's id when several courses have the name", async () => {
    const first = await enrolIn("Twice", "2024-05-01T12:00:00Z");
    await enrolIn("Twice", "2024-06-01T12:00:00Z");
    const { errors } = await learner.query(GENERATE, { input: { course_name: "Twice" } });
    expect(errors?.[0]?.extensions.validation).toEqual({
      course_name: ["Several courses have this name. Please send the course_id."],
    });
    await generate(learner, { course_id: first, course_name: "Twice" });
    expect(await listCertificates(first)).toHaveLength(1);
    const once = await enrolIn("Once only", "2024-06-01T12:00:00Z");
    await generate(learner, { course_name: " Once only " });
    expect(await listCertificates(once)).toHaveLength(1);
  });

  test("issues another user's certificate to readers of reports, in their reach", async () => {
    const input = { course_id: done, user_id: learnerId };
    expect(await (await server.as("instructor@demo.test")).refusal(GENERATE, { input })).toBe("FORBIDDEN");
    expect(await (await server.as("amara.diallo@demo.test")).refusal(GENERATE, { input })).toBe("FORBIDDEN");
    expect(await (await server.as("admin@riverside.test")).refusal(GENERATE, { input })).toBe("NOT_FOUND");
    expect(await (await server.as("admin@demo.test")).refusal(GENERATE, { input, branchUrl: "south" })).toBe(
      "NOT_FOUND",
    );
    expect(await server.anonymous().refusal(GENERATE, { input })).toBe("UNAUTHENTICATED");
  });

  test("refuses a revoked certificate", async () => {
    const course = await enrolIn("Revoked", "2024-05-01T12:00:00Z");
    const url = await generate(learner, { course_id: course });
    await revoke(course);
    expect(await learner.refusal(GENERATE, { input: { course_id: course } })).toBe("CONFLICT");
    expect((await get(url)).statusCode).toBe(404);
  });
});

describe("the download of a certificate", () => {
  test("is a PDF named after the course, and needs no token", async () => {
    const response = await get(await generate(learner, { course_id: done }));
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toBe("application/pdf");
    expect(response.headers["content-disposition"]).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent("Rivers- -b--safe---b- crossing - 1-certificate.pdf")}`,
    );
    expect(response.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
  });

  test("is not found at a forged or expired address or on another instance", async () => {
    const url = await generate(learner, { course_id: done });
    expect((await get(url, "riverside.localhost")).statusCode).toBe(404);
    expect((await get(url, "localhost")).statusCode).toBe(404);
    expect((await get(`${url}x`)).statusCode).toBe(404);
    expect((await get(url.replace(/\d+\.pdf/, "999999.pdf"))).statusCode).toBe(404);
    expect((await get(url.split("?")[0]!)).statusCode).toBe(404);
    const [certificate] = await listCertificates(done);
    const old = certificateAddress(
      server.platform.secret,
      certificate!.instance_id,
      certificate!.id,
      Date.now() - 31 * 60_000,
    );
    expect((await get(old)).statusCode).toBe(404);
    const [, query] = url.split("?");
    for (const file of ["x.pdf", "0.pdf", String(certificate!.id)])
      expect([file, (await get(`/api/certificates/${file}?${query}`)).statusCode]).toEqual([file, 404]);
  });

  test("has 150 characters of a long title in its name", async () => {
    const long = await enrolIn("r".repeat(151), "2024-02-29T23:59:00Z");
    const { headers } = await get(await generate(learner, { course_id: long }));
    expect(headers["content-disposition"]).toBe(`attachment; filename*=UTF-8''${"r".repeat(150)}-certificate.pdf`);
  });
});

describe("the public page of a certificate", () => {
  test("shows the owner and the expiry to everyone with the code", async () => {
    await generate(learner, { course_id: done });
    const [certificate] = await listCertificates(done);
    const response = await get(`/certificates/${certificate!.code}`);
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(response.headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'sha256-/);
    for (const part of [
      "Grace Adeyemi",
      "29 February 2024",
      "28 February 2025",
      "Northgate Trust",
      "This certificate has expired.",
    ]) {
      expect(response.body).toContain(part);
    }
    expect(response.body).toContain("Rivers: &lt;b&gt;&quot;safe&quot;&lt;/b&gt; crossing / 1");
    expect(response.body).not.toContain("<script");
  });

  test("calls a certificate valid on its last day, and expired from the next day on", async () => {
    const course = await enrolIn("Last day", new Date().toISOString());
    await generate(learner, { course_id: course });
    const [certificate] = await listCertificates(course);
    const page = async (daysAgo: number) => {
      await server.inside("demo", (db, instance_id) =>
        db
          .updateTable("certificates")
          .set({ expires_on: readDayOfInstance(daysAgo) })
          .where("instance_id", "=", instance_id)
          .where("id", "=", certificate!.id)
          .execute(),
      );
      return (await get(`/certificates/${certificate!.code}`)).body;
    };
    expect(await page(0)).toContain("This certificate is valid.");
    expect(await page(1)).toContain("This certificate has expired.");
  });

  test("says that a certificate is valid or was revoked", async () => {
    const course = await enrolIn("Fresh", new Date().toISOString());
    await generate(learner, { course_id: course });
    const [certificate] = await listCertificates(course);
    expect((await get(`/certificates/${certificate!.code}`)).body).toContain("This certificate is valid.");
    await revoke(course);
    expect((await get(`/certificates/${certificate!.code}`)).body).toContain(
      "This certificate has been revoked and is no longer valid.",
    );
  });

  test("is in the language of the user", async () => {
    await server.inside("demo", (db, id) =>
      db
        .updateTable("users")
        .set({ language: "fr" })
        .where("instance_id", "=", id)
        .where("id", "=", learnerId)
        .execute(),
    );
    const [certificate] = await listCertificates(done);
    const { body } = await get(`/certificates/${certificate!.code}`);
    expect(body).toContain('<html lang="fr">');
    expect(body).toContain("29 février 2024");
  });

  test("explains an unknown code, also on another instance's host", async () => {
    const [certificate] = await listCertificates(done);
    for (const response of [
      await get("/certificates/nothing"),
      await get(`/certificates/${certificate!.code}`, "riverside.localhost"),
      await get("/certificates/x", "localhost"),
    ]) {
      expect(response.statusCode).toBe(404);
      expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(response.body).toContain("There is no certificate with this code here.");
    }
  });
});

function revoke(courseId: number) {
  return server.inside("demo", (db, id) =>
    db
      .updateTable("certificates")
      .set({ revoked_at: new Date() })
      .where("instance_id", "=", id)
      .where("course_id", "=", courseId)
      .execute(),
  );
}
