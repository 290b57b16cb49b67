import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../testing/server.ts";

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

const name = (index: number) => String.fromCodePoint(65 + index);

const post = (payload: unknown, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: "POST",
    url: "/graphql",
    headers: { host: "demo.localhost", "content-type": "application/json", ...headers },
    payload: typeof payload === "string" ? payload : JSON.stringify(payload),
  });

describe("POST /graphql", () => {
  test("answers nonsense, wrong types and unknown fields with a clear error and no stack", async () => {
    const { token } = await server.as("learner@demo.test");
    const headers = { authorization: `Bearer ${token}` };
    for (const [payload, status] of [
      ["{", 400],
      [{}, 400],
      [{ query: 5, variables: [] }, 400],
      [{ query: "{" }, 400],
      [{ query: "{ nothing }" }, 400],
      [{ query: "query ($id: Int!) { course(id: $id) { id } }", variables: { id: "x" } }, 400],
    ] as const) {
      const answer = await post(payload, headers);
      expect([payload, answer.statusCode]).toEqual([payload, status]);
      expect(answer.body).not.toMatch(/node_modules|at .*\.ts/);
    }
  });

  test("accepts at most 8 kB of text and variables to sign in without a token, and 16 kB otherwise", async () => {
    const LOGIN = `mutation ($email: String!, $password: String!) { loginUser(email: $email, password: $password) { token } }`;
    const RESET = `mutation ($token: String!, $password: String!) { resetPassword(token: $token, password: $password) { message } }`;
    const CONTACT = `mutation ($name: String!, $email: String!, $message: String!) {
      sendContactMessage(name: $name, email: $email, message: $message) { message } }`;
    const email = "nobody@demo.test";
    const rest = Buffer.byteLength(LOGIN + JSON.stringify({ email, password: "" }));
    const signIn = (bytes: number) =>
      post({ query: LOGIN, variables: { email, password: "é".repeat(Math.floor(bytes / 2)) } });
    const tooMuch = "Send at most 8 kB to sign in.";
    const readMessage = (answer: Awaited<ReturnType<typeof post>>) => answer.json().errors?.[0]?.message;
    expect(readMessage(await signIn(8 * 1024 - rest))).not.toBe(tooMuch);
    expect(readMessage(await signIn(8 * 1024 - rest + 2))).toBe(tooMuch);
    const long = "x".repeat(9 * 1024);
    expect(readMessage(await post({ query: RESET, variables: { token: long, password: "x" } }))).toBe(tooMuch);
    const inFragment = `mutation { ...A } fragment A on Mutation { loginUser(email: "a", password: "b") { token } }`;
    expect(readMessage(await post({ query: inFragment, variables: { more: long } }))).toBe(tooMuch);
    const contact = await post({ query: CONTACT, variables: { name: "A", email, message: long } });
    expect(readMessage(contact)).not.toBe(tooMuch);
  });

  test("refuses a string of ten megabytes before reading it whole", async () => {
    const answer = await post({
      query: 'mutation ($d: String!) { createCourse(title: "x", description: $d) { id } }',
      variables: { d: "x".repeat(10_000_000) },
    });
    expect(answer.statusCode).toBe(413);
    expect(answer.json().error).toBe("This is more than can be sent at once.");
  });

  test("refuses queries that are too deep, too long or have too many fields", async () => {
    const { token } = await server.as("learner@demo.test");
    const headers = { authorization: `Bearer ${token}` };
    const deep = `{ categories { ${"parent { ".repeat(12)} id ${"} ".repeat(12)} } }`;
    const wide = `{ ${Array.from({ length: 60 }, (_, index) => `a${index}: userProgress { totalCourses }`).join(" ")} }`;
    for (const query of [
      deep,
      wide,
      `{ viewer { ${"id ".repeat(3_000)} } }`,
      `#${"x".repeat(50_000)}\n{ viewer { id } }`,
      `{ viewer { id } } fragment A on Viewer { ${"id ".repeat(700)} }`,
      `{ ...A } ${Array.from({ length: 20 }, (_, i) => `fragment ${name(i)} on Query { ...${name(i + 1)} ...${name(i + 1)} }`).join(" ")}
        fragment ${name(20)} on Query { viewer { id } }`,
    ]) {
      const answer = await post({ query }, headers);
      expect([query.slice(0, 30), answer.statusCode, answer.json().errors[0].extensions.code]).toEqual([
        query.slice(0, 30),
        400,
        "VALIDATION",
      ]);
    }
  });

  test("runs the named operation of a document with several, however often it is sent", async () => {
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

  test("rolls an operation with any error back", async () => {
    const author = await server.as("instructor@demo.test");
    const query = `mutation { a: createResourceCategory(name: "Half way") { id } b: createResourceCategory(name: "") { id } }`;
    expect(await author.refusal(query)).toBe("VALIDATION");
    const { resourceCategories } = await author.data("{ resourceCategories { name } }");
    expect(resourceCategories).toEqual([]);
  });

  test("masks a server error and returns the request id of the log entry", async () => {
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

describe("a list of queries", () => {
  const VIEWER = { query: "query ($branchUrl: String) { viewer(branchUrl: $branchUrl) { email } }" };
  const COURSES = { query: "{ myCourses { id } }" };
  const MISSING = { query: "{ course(id: 999999) { id } }" };
  const CREATE = { query: 'mutation { createResourceCategory(name: "From a list") { id } }' };
  const send = async (list: unknown, email = "learner@demo.test") =>
    post(list, { authorization: `Bearer ${(await server.as(email)).token}` });

  test("is answered with the list of results from one transaction, with one look-up of the session", async () => {
    const { database } = server.platform;
    const count = async (payload: unknown) => {
      await send(payload);
      const before = database.statements;
      await send(payload);
      return database.statements - before;
    };
    const answer = await send([VIEWER, COURSES]);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()[0]).toEqual({ data: { viewer: { email: "learner@demo.test" } } });
    expect(Array.isArray(answer.json()[1].data.myCourses)).toBe(true);
    // The session and the reach are looked up once.
    expect(await count([VIEWER, COURSES])).toBeLessThan((await count(VIEWER)) + (await count(COURSES)) - 1);
  });

  test("answers every other query when one fails or is not GraphQL", async () => {
    const [viewer, missing, invalid] = (await send([VIEWER, MISSING, { query: "{ nothing }" }])).json();
    expect(viewer).toEqual({ data: { viewer: { email: "learner@demo.test" } } });
    expect(missing.errors[0].extensions.code).toBe("NOT_FOUND");
    expect(invalid.errors[0].extensions.code).toBe("VALIDATION");
  });

  test("is refused whole, and changes nothing, when it contains a mutation", async () => {
    const answer = await send([VIEWER, CREATE], "instructor@demo.test");
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([400, "A list may contain queries only."]);
    const { resourceCategories } = await (
      await server.as("instructor@demo.test")
    ).data("{ resourceCategories { name } }");
    expect(resourceCategories).toEqual([]);
  });

  test("is refused when it is empty, has more than ten entries, or has an entry of another form", async () => {
    for (const list of [[], Array.from({ length: 11 }, () => VIEWER), [5], [[VIEWER]], [null]]) {
      const answer = await send(list);
      expect([answer.statusCode, answer.json().errors[0].extensions.code]).toEqual([400, "VALIDATION"]);
    }
  });

  test("needs sign-in, also for public fields", async () => {
    const answer = await post([{ query: '{ branch(url: "north") { id } }' }]);
    expect(answer.json()).toMatchObject({ data: null, errors: [{ extensions: { code: "UNAUTHENTICATED" } }] });
  });
});

describe("a query that is not GraphQL text", () => {
  const name = (value: string) => ({ kind: "Name", value });
  const field = (alias: string) => ({ kind: "Field", alias: name(alias), name: name("__typename") });
  const tree = (...selections: object[]) => ({
    kind: "Document",
    definitions: [
      { kind: "OperationDefinition", operation: "query", selectionSet: { kind: "SelectionSet", selections } },
    ],
  });

  test("is a validation error for everybody, however often it is sent", async () => {
    const { token } = await server.as("admin@demo.test");
    const texts = [
      tree(field('a": 6*7, "b": typeof process, "c')),
      tree({ ...field("schema"), name: name("__schema") }),
      { kind: "Document" },
      5,
      null,
      [],
    ].map((value) => JSON.stringify(value));
    for (const headers of [{}, { authorization: `Bearer ${token}` }] as Record<string, string>[]) {
      for (const text of texts) {
        for (let round = 0; round < 5; round++) {
          const answer = await post({ query: text }, headers);
          expect([text, answer.statusCode, answer.json().data]).toEqual([text, 400, null]);
          expect(answer.json().errors[0].extensions.code).toBe("VALIDATION");
        }
      }
    }
  });

  test.each([[5], [null], [[]], [{}], [true]])("%j as query is a validation error", async (query) => {
    const answer = await post({ query });
    expect([answer.statusCode, answer.json().errors[0].extensions.code]).toEqual([400, "VALIDATION"]);
  });
});

describe("callers who have not signed in", () => {
  const codeFor = async (query: string, headers: Record<string, string> = {}) =>
    (await post({ query }, headers)).json().errors?.[0]?.extensions.code ?? null;

  test.each([
    "{ __schema { types { name } } }",
    '{ __type(name: "User") { name } }',
    "{ ...A } fragment A on Query { __schema { types { name } } }",
    "{ users { id } }",
    "{ thereIsNoSuchField }",
    '{ branch(url: "north") { id } viewer { id } }',
    "mutation { createCourse { id } }",
  ])("cannot send %s and learn nothing of the schema", async (query) => {
    for (const headers of [{}, { authorization: "Bearer 1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }] as Record<
      string,
      string
    >[]) {
      const { errors } = (await post({ query }, headers)).json();
      expect(errors).toEqual([{ message: "Please sign in to continue.", extensions: { code: "UNAUTHENTICATED" } }]);
    }
  });

  test("may call at most three public fields in one operation", async () => {
    const looks = (count: number) => Array.from({ length: count }, (_, i) => `a${i}: branch(url: "north") { id }`);
    expect(await codeFor(`{ ${looks(3).join(" ")} }`)).toBeNull();
    expect(await codeFor(`{ ${looks(4).join(" ")} }`)).toBe("VALIDATION");
    expect(await codeFor(`{ ...A } fragment A on Query { ${looks(4).join(" ")} }`)).toBe("VALIDATION");
  });

  test("may send at most 4 kB of GraphQL text, and few fields", async () => {
    expect(await codeFor(`{ __typename } #${"x".repeat(4_000)}`)).toBeNull();
    expect(await codeFor(`{ __typename } #${"x".repeat(4_100)}`)).toBe("VALIDATION");
    expect(await codeFor(`{ branch(url: "north") { ${"id ".repeat(100)} } }`)).toBe("VALIDATION");
  });

  test("read the schema after they sign in", async () => {
    const { token } = await server.as("learner@demo.test");
    expect(await codeFor("{ __schema { queryType { name } } }", { authorization: `Bearer ${token}` })).toBeNull();
  });
});

describe("a full disk", () => {
  test("is reported as such, and the failed operation stores nothing", async () => {
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
    expect([upload.statusCode, upload.json().error]).toEqual([507, expect.stringContaining("storage is full")]);
  });
});

describe("a whole list", () => {
  test("with more than 5,000 rows is a validation error that names the paged field", async () => {
    const admin = await server.as("admin@demo.test");
    await server.inside("demo", (db, id) =>
      sql`INSERT INTO users (instance_id, first_name, last_name, email, role)
        SELECT ${id}::integer, 'Many', 'People', 'many' || n || '@demo.test', 'learner' FROM generate_series(1, 5001) n`.execute(
        db,
      ),
    );
    for (const query of [
      "{ users { id } }",
      "{ users(limit: 100000) { id } }",
      "{ reportsAllUsers { users { id } } }",
    ]) {
      const { errors } = await admin.query(query);
      expect([query, errors?.[0]?.extensions.validation]).toEqual([
        query,
        { users: ["There are more than 5000 rows. Ask for them by the page, with usersPage."] },
      ]);
    }
    expect((await admin.data("{ users(limit: 5000) { id } }")).users).toHaveLength(5_000);
    expect((await admin.data("{ usersPage(limit: 5) { total rows { id } } }")).usersPage.rows).toHaveLength(5);
  });

  test("can be requested at most twice in one operation", async () => {
    const admin = await server.as("admin@demo.test");
    const times = (count: number) =>
      `{ ${Array.from({ length: count }, (_, i) => `a${i}: users(limit: 1) { id }`).join(" ")} }`;
    expect(await admin.refusal(times(2))).toBeNull();
    expect(await admin.refusal(times(3))).toBe("VALIDATION");
  });
});

test("a lone surrogate and a list of 10,001 items in variables are validation errors", async () => {
  const admin = await server.as("admin@demo.test");
  const CREATE = "mutation ($name: String!) { createResourceCategory(name: $name) { id } }";
  expect(await admin.refusal(CREATE, { name: "half \ud800" })).toBe("VALIDATION");
  const ids = Array.from({ length: 10_001 }, (_, index) => index + 1);
  const COMPLETED = "query ($ids: [Int!]) { completedCourses(ids: $ids) { id } }";
  expect(await admin.refusal(COMPLETED, { ids })).toBe("VALIDATION");
});

test("an interrupted multipart request is a client error", async () => {
  const { host, token } = await server.as("admin@demo.test");
  for (const payload of [
    '--x\r\ncontent-disposition: form-data; name="operations"\r\n\r\n{',
    "--x",
    "nothing of the kind",
    "",
  ]) {
    const answer = await server.app.inject({
      method: "POST",
      url: "/graphql",
      headers: { host, authorization: `Bearer ${token}`, "content-type": "multipart/form-data; boundary=x" },
      payload,
    });
    expect([payload, Math.floor(answer.statusCode / 100)]).toEqual([payload, 4]);
  }
});
