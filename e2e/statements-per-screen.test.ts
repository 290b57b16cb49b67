import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../server/src/testing/server.ts";

/** A screen that reads sends at most so many statements, with BEGIN and COMMIT and those of the page itself. */
const MOST_STATEMENTS = 8;
const OF_THE_PAGE = 1;

let server: TestServer;
const users = new Map<string, Client>();
const documents = readDocuments();
beforeAll(async () => {
  server = await startServer();
  for (const role of ["learner", "admin"]) users.set(role, await server.as(`${role}@demo.test`));
});
afterAll(() => server.close());

const FRAME = {
  learner: ["Viewer", "MenuCounts"],
  admin: ["Viewer", "MenuCounts"],
} as const;

test.each([
  ["learner", "LearnerDashboard", {}],
  ["learner", "MyCourses", {}],
  ["learner", "Catalogue", { limit: 24, offset: 0 }],
  ["learner", "LearnerProgress", {}],
  ["admin", "UsersPage", { search: "", limit: 10, offset: 0 }],
  ["admin", "CoursesPage", { search: "", limit: 10, offset: 0 }],
] as const)("a %s's screen with %s sends at most 8 statements to the database", async (role, name, variables) => {
  const list = [...FRAME[role].map((each) => [each, { limit: 20 }] as const), [name, variables] as const].map(
    ([each, given]) => ({ query: documents.get(each)!, variables: given }),
  );
  // The first request reads what is cached from then on.
  expect(JSON.stringify(await send(role, list))).not.toContain('"errors"');
  const { database } = server.platform;
  const count = () => database.statements + 2 * database.transactions;
  const before = count();
  await send(role, list);
  expect(count() - before + OF_THE_PAGE).toBeLessThanOrEqual(MOST_STATEMENTS);
});

test("the page of a screen sends one statement to the database", async () => {
  const { database } = server.platform;
  const open = () => server.app.inject({ url: "/learner/dashboard", headers: { host: "demo.localhost" } });
  await open();
  const before = database.statements + 2 * database.transactions;
  await open();
  expect(database.statements + 2 * database.transactions - before).toBeLessThanOrEqual(OF_THE_PAGE);
});

async function send(role: string, list: object[]): Promise<unknown> {
  const answer = await server.app.inject({
    method: "POST",
    url: "/graphql",
    headers: {
      host: "demo.localhost",
      "content-type": "application/json",
      authorization: `Bearer ${users.get(role)!.token}`,
    },
    payload: JSON.stringify(list),
  });
  return answer.json();
}

/** Reads the client's queries by name. */
function readDocuments(): Map<string, string> {
  const root = path.join(import.meta.dirname, "../web/src");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".documents.ts"),
  );
  const texts = files.flatMap((name) =>
    [...readFileSync(path.join(root, name), "utf8").matchAll(/graphql\(`([^`]*)`\)/g)].map((match) => match[1]!),
  );
  return new Map(
    texts.flatMap((text) => {
      const name = /query (\w+)/.exec(text)?.[1];
      return name ? [[name, text] as const] : [];
    }),
  );
}
