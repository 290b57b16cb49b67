import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AppError, RateLimited } from "../errors.ts";
import { packageWorld } from "../testing/package-world.ts";
import { scormPackage } from "../testing/packages.ts";
import { createScimToken } from "../testing/scim.ts";
import { VISIT } from "../testing/server.ts";
import type { Actor } from "./actor.ts";
import type { Visit } from "./person.ts";
import { hash } from "./session.ts";
import { UnknownCallers } from "./unknown-callers.ts";
import {
  type ActorOptions,
  basicIn,
  bearerIn,
  isValidAuthorization,
  tokenIn,
  withActor,
  withLaunch,
  withUser,
} from "./with-actor.ts";

const world = await packageWorld();
const { server } = world;
/** A valid token of each kind. */
const tokens: Record<"session" | "key" | "accessToken" | "xapi" | "scim" | "launch", string> = {
  session: "",
  key: "",
  accessToken: "",
  xapi: "",
  scim: "",
  launch: "",
};
let launch: { id: number; packageId: number; unitId: number };
beforeAll(async () => {
  const admin = await server.as("admin@demo.test");
  tokens.session = admin.token!;
  const made = await admin.data(`mutation {
    createApiKey(name: "Sync", role: "admin") { id key }
    createXapiCredentials(name: "Store") { key secret }
  }`);
  tokens.key = made.createApiKey.key;
  tokens.xapi = `${made.createXapiCredentials.key}:${made.createXapiCredentials.secret}`;
  const granted = await server.app.inject({
    method: "POST",
    url: "/oauth/token",
    headers: { host: "demo.localhost", "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: `key-${made.createApiKey.id}`,
      client_secret: tokens.key,
    }).toString(),
  });
  tokens.accessToken = granted.json().access_token;
  tokens.scim = (await createScimToken(server)).token;
  const { courseId, unit } = await world.course(scormPackage());
  tokens.launch = (await world.launched(courseId, unit.id)).token;
  const id = await server.inside("demo", async (db) => {
    const found = db.selectFrom("scorm_sessions").where("token_hash", "=", hash(tokens.launch)).select("id");
    return (await found.executeTakeFirstOrThrow()).id;
  });
  launch = { id, packageId: unit.scorm_id, unitId: unit.id };
});
afterAll(() => server.close());

const tell = async (actor: Actor) => (actor.isSignedIn ? actor.person.email : "nobody");
const keep = () => true;
const run = (token: string | null, options: ActorOptions = {}, visit: Visit = VISIT) =>
  withActor(server.platform, visit, token, tell, keep, options).catch((error: unknown) => (error as AppError).code);

describe("the tokens that work accepts", () => {
  test.each([
    ["sessions", ["session"]],
    ["keys", ["session", "key", "accessToken"]],
    ["xapi", ["xapi"]],
    ["scim", ["scim"]],
  ] as const)("are, where it accepts %s, those of that kind", async (accepts, accepted) => {
    const kinds = Object.keys(tokens) as (keyof typeof tokens)[];
    const found: string[] = [];
    for (const kind of kinds) {
      const outcome = await run(tokens[kind], { accepts });
      expect([kind, outcome]).toEqual([kind, outcome === "UNAUTHENTICATED" ? outcome : "admin@demo.test"]);
      if (outcome !== "UNAUTHENTICATED") found.push(kind);
    }
    expect(found).toEqual(accepted);
  });

  test("are accepted for work that may start early too", async () => {
    const early = { name: "early", reads: true };
    for (const token of [tokens.session, tokens.key, tokens.accessToken])
      expect(await run(token, { accepts: "keys", early })).toBe("admin@demo.test");
  });
});

describe("work without a valid token", () => {
  test("runs as nobody where it is public, and is refused where it is not", async () => {
    const unknown = `${tokens.session}x`;
    for (const token of [null, unknown, tokens.scim]) {
      expect(await run(token)).toBe("UNAUTHENTICATED");
      expect(await run(token, { isPublic: true })).toBe("nobody");
    }
    expect(await run(tokens.session, { isPublic: true })).toBe("admin@demo.test");
  });

  test("has no user with a valid token on the host of another instance or of none", async () => {
    for (const instanceLabel of [null, "nowhere", "riverside"])
      expect(await run(tokens.session, { isPublic: true }, { ...VISIT, instanceLabel })).toBe("nobody");
  });

  test("counts for the address it came from only with a token that is not valid", async () => {
    const { unknownCallers } = server.platform;
    server.platform.unknownCallers = new UnknownCallers({ requests: 2, seconds: 3_600, refusalMs: 0 });
    const admit = (token: string) => server.platform.unknownCallers.admit(VISIT.address, token);
    for (let at = 0; at < 3; at++) {
      await run(null, { isPublic: true });
      await run(tokens.session);
    }
    expect(await admit("unknown")).toBeUndefined();
    for (let at = 0; at < 3; at++) await run("unknown");
    await expect(admit("unknown")).rejects.toThrow(RateLimited);
    expect(await admit(tokens.session)).toBeUndefined();
    server.platform.unknownCallers = unknownCallers;
  });
});

test("what work wrote is stored only if its result is kept", async () => {
  const rename = (name: string, isKept: boolean) =>
    withActor(
      server.platform,
      VISIT,
      tokens.session,
      async (actor) => {
        const { db, instanceId } = await actor.reach("group.manage");
        await db.insertInto("groups").values({ instance_id: instanceId, name }).execute();
      },
      () => isKept,
    );
  await rename("Kept", true);
  await rename("Dropped", false);
  const groups = await server.inside("demo", (db) => db.selectFrom("groups").select("name").execute());
  expect(groups.map(({ name }) => name).filter((name) => ["Kept", "Dropped"].includes(name))).toEqual(["Kept"]);
});

describe("the token of an Authorization header", () => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;

  test("is read from either scheme, and from nothing else", () => {
    expect([bearerIn("Bearer abc"), bearerIn(basic("a:b")), bearerIn("")]).toEqual(["abc", null, null]);
    expect([basicIn(basic("a:b")), basicIn("Bearer abc"), basicIn("")]).toEqual(["a:b", null, null]);
    expect([tokenIn("Bearer abc"), tokenIn(basic("a:b")), tokenIn("Digest abc")]).toEqual(["abc", "a:b", null]);
  });

  test("is valid on its own instance, whatever its kind", async () => {
    const isValid = (header: string, label: string | null = "demo") =>
      isValidAuthorization(server.platform, label, header);
    for (const [kind, token] of Object.entries(tokens)) {
      const header = kind === "xapi" ? basic(token) : `Bearer ${token}`;
      expect([kind, await isValid(header)]).toEqual([kind, true]);
      for (const label of [null, "nowhere", "riverside"])
        expect([kind, label, await isValid(header, label)]).toEqual([kind, label, false]);
    }
    const random = randomBytes(32).toString("base64url");
    for (const header of [
      "",
      "Bearer",
      `Bearer ${tokens.session}x`,
      `Bearer ${tokens.session.split(".")[0]}.${random}`,
    ])
      expect([header, await isValid(header)]).toEqual([header, false]);
  });
});

describe("work for an opened package", () => {
  const open = (given: object = {}, visit: Partial<Visit> = {}) => {
    const { packageId, unitId } = launch;
    const asked = { token: tokens.launch, packageId, unitId, ...given };
    return withLaunch(server.platform, { ...VISIT, ...visit }, asked, async ({ person }, id) => [person.email, id]);
  };

  test("runs as its learner at the host of the package in its unit, and where packages share a host", async () => {
    const found = ["learner@demo.test", launch.id];
    expect(await open()).toEqual(found);
    expect(await open({ packageId: "every", unitId: null })).toEqual(found);
  });

  test("does not run at the host of another package, unit or instance, and with another token", async () => {
    expect(await open({ packageId: launch.packageId + 1 })).toBeNull();
    expect(await open({ unitId: launch.unitId + 1 })).toBeNull();
    expect(await open({ unitId: null })).toBeNull();
    for (const instanceLabel of [null, "nowhere", "riverside"]) expect(await open({}, { instanceLabel })).toBeNull();
    for (const token of ["", "x", tokens.session, `${tokens.launch}x`]) {
      expect(await open({ token })).toBeNull();
      expect(await open({ token, packageId: "every" })).toBeNull();
    }
  });
});

describe("work of a job", () => {
  test("runs as the user who asked for it while they may sign in, and to its end also after that", async () => {
    const userId = await server.userId("learner@demo.test");
    const as = async (more: { isFinishing?: boolean; automation?: string } = {}) => {
      const instanceId = await server.inside("demo", async (_, id) => id);
      return withUser(server.platform, { instanceId, userId, ...more }, async ({ name, isAutomation, visit }) => ({
        name,
        isAutomation,
        origin: visit.origin,
      })).catch((error: unknown) => (error as AppError).code);
    };
    const setActive = (is_active: boolean) =>
      server.inside("demo", (db) => db.updateTable("users").set({ is_active }).where("id", "=", userId).execute());
    const { name } = (await as()) as { name: string };
    expect(await as()).toEqual({ name, isAutomation: false, origin: "" });
    expect(await as({ automation: "Welcome" })).toMatchObject({
      name: `${name} (automation 'Welcome')`,
      isAutomation: true,
    });
    await setActive(false);
    expect(await as()).toBe("UNAUTHENTICATED");
    expect(await as({ isFinishing: true })).toMatchObject({ name });
    await setActive(true);
  });
});
