import { afterAll, describe, expect, test } from "vitest";
import { cmi5World } from "../../testing/cmi5-world.ts";
import { cmi5Package } from "../../testing/packages.ts";

const EXTENSIONS = "https://w3id.org/xapi/cmi5/context/extensions/";
const CMI5 = "https://w3id.org/xapi/cmi5/context/categories/cmi5";

const { server, course, withMoveOn, launch, begun, listStatements } = await cmi5World();
afterAll(() => server.close());

describe("AU launch", () => {
  test("has an address with the endpoint, its fetch URL, the account, the registration and the product's own id [cmi5 8.1]", async () => {
    const made = await course(cmi5Package({ url: (n) => `au${n}.html?paramA=1&amp;paramB=2` }));
    const au = await launch(made);
    expect(au.address.host).toMatch(/^p-\d+-\d+\.content\.demo\.localhost/);
    expect(au.address.search).toMatch(/^\?paramA=1&paramB=2&endpoint=/);
    expect(au.endpoint).toBe("http://demo.localhost/xapi/");
    const userId = await server.userId("learner@demo.test");
    expect(JSON.parse(au.actor)).toEqual({
      objectType: "Agent",
      account: { homePage: "http://demo.localhost", name: String(userId) },
    });
    expect(au.activityId).toMatch(/^http:\/\/demo\.localhost\/cmi5\/unit\//);
    const page = await server.content.inject({
      method: "GET",
      url: au.address.pathname,
      headers: { host: au.address.host },
    });
    expect(page.statusCode).toBe(200);
    const again = await launch(made);
    expect([again.registration, again.activityId]).toEqual([au.registration, au.activityId]);
  });

  test("sends one 'Launched' statement with the launch data before [cmi5 9.3.1, 9.6.3]", async () => {
    const made = await course(
      cmi5Package({
        attributes: 'moveOn="Passed" masteryScore="0.8"',
        inside: "<launchParameters>a b</launchParameters>",
      }),
    );
    const au = await launch(made);
    const [launched, ...others] = await listStatements(au.registration);
    expect(others).toEqual([]);
    const { contextTemplate } = await (await begun(au)).launchData();
    expect(launched).toMatchObject({
      actor: JSON.parse(au.actor),
      verb: { id: "http://adlnet.gov/expapi/verbs/launched" },
      object: { id: au.activityId },
      context: {
        registration: au.registration,
        contextActivities: { grouping: [{ id: "https://test.example/au/0" }], category: [{ id: CMI5 }] },
        extensions: {
          ...contextTemplate.extensions,
          [`${EXTENSIONS}launchmode`]: "Normal",
          [`${EXTENSIONS}launchurl`]: `${au.address.origin}${au.address.pathname}`,
          [`${EXTENSIONS}moveon`]: "Passed",
          [`${EXTENSIONS}masteryscore`]: 0.8,
          [`${EXTENSIONS}launchparameters`]: "a b",
        },
      },
      authority: { account: { homePage: "http://demo.localhost", name: "lms" } },
    });
  });

  test("stores statements as those of its learner at each address of the instance", async () => {
    const elsewhere = await server.as("learner@demo.test", "north.demo.localhost");
    const au = await begun(await launch(await withMoveOn("Passed"), 0, elsewhere));
    expect(au.endpoint).toBe("http://north.demo.localhost/xapi/");
    const rows = await server.inside("demo", (db, id) =>
      db.selectFrom("xapi_statements").select(["statement", "user_id"]).where("instance_id", "=", id).execute(),
    );
    const own = rows.filter(({ statement }) => statement.includes(au.registration));
    const userId = await server.userId("learner@demo.test");
    expect(own.length).toBeGreaterThan(1);
    expect(own.map(({ user_id }) => user_id)).toEqual(own.map(() => userId));
  });

  test("stores its launch data, which the AU can only read [cmi5 10.1, 10.2]", async () => {
    const made = await course(
      cmi5Package({
        attributes: 'moveOn="Passed" masteryScore="0.8"',
        inside: "<launchParameters>a b</launchParameters><entitlementKey>the key</entitlementKey>",
      }),
    );
    const au = await begun(await launch(made));
    expect(await au.launchData()).toEqual({
      contextTemplate: {
        contextActivities: { grouping: [{ id: "https://test.example/au/0" }] },
        extensions: { [`${EXTENSIONS}sessionid`]: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      },
      launchMode: "Normal",
      launchMethod: "AnyWindow",
      moveOn: "Passed",
      masteryScore: 0.8,
      launchParameters: "a b",
      entitlementKey: { courseStructure: "the key" },
      returnURL: expect.stringMatching(/\/return$/),
    });
    for (const method of ["PUT", "POST", "DELETE"] as const)
      expect((await au.ask(method, au.state("LMS.LaunchData"), { a: 1 })).statusCode).toBe(403);
    const { pathname, host } = new URL((await au.launchData()).returnURL);
    expect((await server.content.inject({ method: "GET", url: pathname, headers: { host } })).body).toContain(
      '"closed"',
    );
  });

  test("stores preferences, which the AU may change to valid ones [cmi5 11]", async () => {
    const au = await begun(await launch(await withMoveOn("Passed")));
    const preferences = await au.ask("GET", au.preferences);
    expect(preferences.json()).toMatchObject({ languagePreference: expect.any(String), audioPreference: "on" });
    const refused: [unknown, string?][] = [
      ["text", "text/plain"],
      [{ languagePreference: "en", audioPreference: "on" }, "text/plain"],
      [{ audioPreference: "on" }],
      [{ languagePreference: "en" }],
      [{ languagePreference: "not a list", audioPreference: "on" }],
      [{ languagePreference: "", audioPreference: "on" }],
      [{ languagePreference: "en", audioPreference: "loud" }],
    ];
    for (const [body, type] of refused) expect((await au.ask("PUT", au.preferences, body, type)).statusCode).toBe(403);
    expect((await au.ask("DELETE", au.preferences)).statusCode).toBe(403);
    const changed = { languagePreference: "fr-FR,en", audioPreference: "off" };
    expect((await au.ask("POST", au.preferences, changed)).statusCode).toBe(204);
    expect((await au.ask("GET", au.preferences)).json()).toEqual(changed);
  });
});

describe("fetch URL", () => {
  test("returns a token once, and then an error [cmi5 8.2]", async () => {
    const au = await launch(await withMoveOn("Passed"));
    expect((await au.fetchToken("GET")).statusCode).toBe(405);
    const first = await au.fetchToken();
    expect([first.statusCode, Object.keys(first.json())]).toEqual([200, ["auth-token"]]);
    const second = await au.fetchToken();
    expect([second.statusCode, second.json()]).toEqual([
      200,
      { "error-code": "1", "error-text": expect.stringContaining("used") },
    ]);
  });

  test("returns nothing at another instance or for an unknown address", async () => {
    const au = await launch(await withMoveOn("Passed"));
    expect((await au.fetchToken("POST", "riverside.localhost")).json()["error-code"]).toBe("2");
    const forged = await server.app.inject({
      method: "POST",
      url: "/api/cmi5/fetch/1.forged",
      headers: { host: "demo.localhost" },
    });
    expect(forged.json()["error-code"]).toBe("2");
    expect((await au.fetchToken()).json()).toHaveProperty("auth-token");
  });

  test("returns nothing after another session has started [cmi5 8.1.2]", async () => {
    const made = await withMoveOn("Passed");
    const old = await launch(made);
    await launch(made);
    expect((await old.fetchToken()).json()["error-code"]).toBe("1");
  });
});
