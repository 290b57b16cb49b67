import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createScimToken } from "../scim.ts";
import { startServer, type TestServer } from "../server.ts";

// Calls every route outside GraphQL with hostile paths, queries and bodies: none may cause a server error.

let server: TestServer;
let tokens: (string | null)[];
beforeAll(async () => {
  server = await startServer();
  const people = await Promise.all(["admin@demo.test", "learner@demo.test"].map((email) => server.as(email)));
  tokens = [null, (await createScimToken(server)).token, ...people.map(({ token }) => token)];
});
afterAll(() => server.close());

const ROUTES = [
  "GET /api/user",
  "POST /api/logout",
  "POST /api/branch-choice",
  "POST /api/login-code",
  "GET /api/courses/:x/archive",
  "POST /api/upload-image",
  "POST /api/upload-resource",
  "POST /api/upload-scorm",
  "POST /api/upload-assignment",
  "POST /api/uploads",
  "PATCH /api/uploads/:x",
  "HEAD /api/uploads/:x",
  "DELETE /api/uploads/:x",
  "POST /api/uploads/:x/finish",
  "POST /api/reports/export",
  "GET /api/reports/exports/:x",
  "POST /api/scorm/initialize",
  "POST /api/scorm/set-value",
  "POST /api/scorm/commit",
  "POST /api/scorm/finish",
  "POST /api/scorm/sequencing",
  "POST /api/scorm/calls",
  "POST /api/scorm/rejected",
  "POST /api/scorm/end",
  "GET /api/scorm/get-value",
  "POST /api/cmi5/courses",
  "GET /api/cmi5/courses/:x",
  "DELETE /api/cmi5/courses/:x",
  "POST /api/cmi5/courses/:x/registrations",
  "POST /api/cmi5/courses/:x/launch-url/:x",
  "GET /api/cmi5/registrations/:x",
  "POST /api/cmi5/sessions/:x/abandon",
  "POST /api/cmi5/fetch/:x",
  "GET /api/download/resource/:x",
  "GET /api/graphql/download/pdf/:x",
  "GET /files/:x",
  "GET /certificates/:x",
  "POST /api/certificate-preview",
  "GET /setup",
  "POST /setup",
  "GET /xapi/about",
  "GET /xapi/statements",
  "POST /xapi/statements",
  "PUT /xapi/activities/state",
  "GET /xapi/statements/more/:x",
  "POST /graphql",
  "GET /scim/v2/Users",
  "GET /scim/v2/Users/:x",
  "POST /scim/v2/Users",
  "PUT /scim/v2/Users/:x",
  "PATCH /scim/v2/Users/:x",
  "DELETE /scim/v2/Users/:x",
  "POST /scim/v2/Users/.search",
  "GET /scim/v2/Groups/:x",
  "POST /scim/v2/Groups",
  "PUT /scim/v2/Groups/:x",
  "PATCH /scim/v2/Groups/:x",
  "POST /scim/v2/Bulk",
  "GET /scim/v2/ServiceProviderConfig",
  "GET /scim/v2/Schemas/:x",
  "GET /scim/v2/ResourceTypes/:x",
  "POST /scim/v2/:x",
  "GET /:x",
];
const PARTS = [
  "0",
  "-1",
  "99999999999999999999",
  "%00",
  "%F0%9F%98%80",
  "..%2f..%2fetc",
  "a".repeat(450),
  "__proto__",
  "1e9",
];
const BODIES: [type: string, body: string][] = [
  ["application/json", ""],
  ["application/json", "{"],
  ["application/json", "null"],
  ["application/json", "[]"],
  ["application/json", '"\\ud800"'],
  ["application/json", '{"code":"\\u0000","key":"\\ud800","values":[{}],"scoUuid":5,"scormId":1e308}'],
  ["application/json", '{"query":{"kind":"Document"},"variables":[],"operationName":5}'],
  ["application/json", `${"[".repeat(5_000)}${"]".repeat(5_000)}`],
  ["application/x-www-form-urlencoded", "a=%ff%fe&__proto__=1&token=%00"],
  ["multipart/form-data; boundary=x", '--x\r\ncontent-disposition: form-data; name="scorm"; filename="a'],
  ["multipart/form-data", "nothing"],
  [
    "application/scim+json",
    '{"userName":5,"members":{"value":null},"Operations":[{"op":"add","path":"a[","value":{}}]}',
  ],
  ["text/plain", "\0\uFFFF"],
  ["not/a type", "x"],
];

describe.each(ROUTES)("%s", (route) => {
  test("answers hostile requests without a server error", async () => {
    const [method, path] = route.split(" ") as ["GET" | "POST", string];
    const urls = path.includes(":x") ? PARTS.map((part) => path.replaceAll(":x", part)) : [path];
    const bodies = method === "GET" ? [["", ""] as const] : BODIES;
    const queries = [
      "",
      "?token=%00&key=%ff&scoUuid=x&since=9999&limit=-1&e=1e9&s=%F0&url=http://[&branchUrl=__proto__",
    ];
    const faults: unknown[] = [];
    for (const url of urls.flatMap((each) => queries.map((query) => each + query)))
      for (const [type, payload] of bodies)
        for (const token of tokens) {
          const headers = {
            host: "demo.localhost",
            "x-experience-api-version": "2.0.0",
            "tus-resumable": "1.0.0",
            ...(type && { "content-type": type }),
            ...(token && { authorization: `Bearer ${token}` }),
          };
          const { statusCode } = await server.app.inject({ method, url, headers, ...(type && { payload }) });
          if (statusCode >= 500)
            faults.push([statusCode, url.slice(0, 100), type, payload.slice(0, 60), token !== null]);
        }
    expect(faults).toEqual([]);
  });
});
