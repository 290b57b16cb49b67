import { afterAll, beforeAll, expect, test } from "vitest";
import { startClass } from "../testing/server.ts";

let world: Awaited<ReturnType<typeof startClass>>;
beforeAll(async () => void (world = await startClass()));
afterAll(() => world.server.close());

test.each(["1e308", "1e999", "-1e308", '"1"', "null", "[]"])(
  "a heartbeat of %s seconds is stored as a time or refused, without a server error",
  async (seconds) => {
    const { learner, server } = world;
    const id = await server.courseId("Safeguarding essentials");
    const { course } = await learner.data("query ($id: Int!) { course(id: $id) { contents { id } } }", { id });
    const input = {
      course_id: id,
      unit_id: course.contents[0].id,
      unit_type: "Content",
      input_type: "time",
      input_key: "timeSpent",
      response: `{"timeSpent": ${seconds}}`,
    };
    const STORE = "mutation ($input: StoreUnitResponseInput!) { storeUnitResponse(input: $input) { id } }";
    const code = await learner.refusal(STORE, { input });
    expect(code).toBe(seconds === "1e308" || seconds === "null" ? null : "VALIDATION");
  },
);

test("an unknown page of statements and a deeply nested statement are client errors", async () => {
  const { server } = world;
  const admin = await server.as("admin@demo.test");
  const { createXapiCredentials: made } = await admin.data(
    'mutation { createXapiCredentials(name: "hostile") { key secret } }',
  );
  const headers = {
    host: "demo.localhost",
    authorization: `Basic ${Buffer.from(`${made.key}:${made.secret}`).toString("base64")}`,
    "x-experience-api-version": "2.0.0",
    "content-type": "application/json",
  };
  const encoded = [
    "[]",
    "1",
    "null",
    "{}",
    "[1,2]",
    "[1e300,2,{}]",
    '["a",1,{}]',
    '[1,1,{"limit":5}]',
    "[8640000000000001,1,{}]",
  ];
  for (const page of [
    ...encoded.map((text) => Buffer.from(text).toString("base64url")),
    "junk",
    "%00",
    "a".repeat(400),
    "eyJ9",
    "....",
    "-1",
    "%F0%9F%98%80",
  ]) {
    const answer = await server.app.inject({ method: "GET", url: `/xapi/statements/more/${page}`, headers });
    expect([page, answer.statusCode]).toEqual([page, 400]);
  }
  const nested = `{"a":`.repeat(200_000) + "1" + "}".repeat(200_000);
  const halves = JSON.stringify({ actor: { mbox: "mailto:a@b.test" }, verb: { id: "http://v.test/\ud800" } });
  for (const payload of [nested, halves]) {
    const answer = await server.app.inject({ method: "POST", url: "/xapi/statements", headers, payload });
    expect(answer.statusCode).toBe(400);
  }
});
