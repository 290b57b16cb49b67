import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../testing/server.ts";

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

const post = (payload: unknown, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: "POST",
    url: "/graphql",
    headers: { host: "demo.localhost", "content-type": "application/json", ...headers },
    payload: typeof payload === "string" ? payload : JSON.stringify(payload),
  });

describe("what comes in over GraphQL", () => {
  test("nonsense, wrong types and unknown fields get a clear answer and no stack", async () => {
    for (const [payload, status] of [
      ["{", 400],
      [{}, 400],
      [{ query: 5, variables: [] }, 400],
      [{ query: "{" }, 400],
      [{ query: "{ nothing }" }, 400],
      [{ query: "query ($id: Int!) { course(id: $id) { id } }", variables: { id: "x" } }, 400],
    ] as const) {
      const answer = await post(payload);
      expect([payload, answer.statusCode]).toEqual([payload, status]);
      expect(answer.body).not.toMatch(/node_modules|at .*\.ts/);
    }
  });

  test("a ten-megabyte string is refused before it is read whole", async () => {
    const answer = await post({
      query: 'mutation ($d: String!) { createCourse(title: "x", description: $d) { id } }',
      variables: { d: "x".repeat(10_000_000) },
    });
    expect(answer.statusCode).toBe(413);
    expect(answer.json().error).toBe("This is more than can be sent at once.");
  });

  test("queries too deep, too long or with too many fields are refused", async () => {
    const { token } = await server.as("learner@demo.test");
    const headers = { authorization: `Bearer ${token}` };
    const deep = `{ categories { ${"parent { ".repeat(12)} id ${"} ".repeat(12)} } }`;
    const wide = `{ ${Array.from({ length: 60 }, (_, index) => `a${index}: userProgress { totalCourses }`).join(" ")} }`;
    for (const query of [
      deep,
      wide,
      `{ viewer { ${"id ".repeat(3_000)} } }`,
      `#${"x".repeat(50_000)}\n{ viewer { id } }`,
    ]) {
      const answer = await post({ query }, headers);
      expect([query.slice(0, 30), answer.statusCode, answer.json().errors[0].extensions.code]).toEqual([
        query.slice(0, 30),
        400,
        "VALIDATION",
      ]);
    }
  });

  test("the schema is not told to strangers", async () => {
    expect((await post({ query: "{ __schema { types { name } } }" })).statusCode).toBe(400);
  });

  test("one document with several operations runs the one that is named, also when it is compiled", async () => {
    const { token } = await server.as("learner@demo.test");
    const query = "query A { viewer { id } } query B { viewer { role } }";
    for (let round = 0; round < 5; round++) {
      for (const [operationName, field] of [
        ["A", "id"],
        ["B", "role"],
      ] as const) {
        const { data } = (await post({ query, operationName }, { authorization: `Bearer ${token}` })).json();
        expect(Object.keys(data.viewer)).toEqual([field]);
      }
    }
  });

  test("an operation with any error leaves nothing behind", async () => {
    const author = await server.as("instructor@demo.test");
    const query = `mutation { a: createResourceCategory(name: "Half way") { id } b: createResourceCategory(name: "") { id } }`;
    expect(await author.refusal(query)).toBe("VALIDATION");
    const { resourceCategories } = await author.data("{ resourceCategories { name } }");
    expect(resourceCategories).toEqual([]);
  });

  test("a fault of the server is masked, and names the request for the log", async () => {
    const learner = await server.as("learner@demo.test");
    await server.platform.database.pool.query("SELECT 1");
    const broken = server.platform.secret;
    server.platform.secret = undefined as unknown as Buffer;
    const { errors } = await learner.query(
      `{ myCourses { thumbnail } course(id: ${await server.courseId("Safeguarding essentials")}) { tests { tests { id } } } }`,
    );
    server.platform.secret = broken;
    expect(errors?.[0]?.extensions.code).toBe("INTERNAL");
    expect(errors?.[0]?.message).toMatch(/tell us this number: [0-9a-f-]{36}/);
  });
});

describe("a disk that is full", () => {
  test("is told as what it is, and nothing is left of what could not be saved", async () => {
    const admin = await server.as("admin@demo.test");
    const noRoom = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    const { put } = server.platform.files;
    server.platform.files.put = () => Promise.reject(noRoom);
    const boundary = "full";
    const upload = await server.app.inject({
      method: "POST",
      url: "/api/upload-resource",
      headers: {
        host: admin.host,
        authorization: `Bearer ${admin.token}`,
        "content-type": `multipart/form-data; boundary=${boundary}`,
      },
      payload: `--${boundary}\r\ncontent-disposition: form-data; name="resource"; filename="a.txt"\r\n\r\nwords\r\n--${boundary}--\r\n`,
    });
    server.platform.files.put = put;
    expect([upload.statusCode, upload.json().error]).toEqual([507, expect.stringContaining("no room left")]);
  });
});
