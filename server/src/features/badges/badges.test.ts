import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAutomation, readRuns, work } from "../../testing/automations.ts";
import { readPublic, verify } from "../../testing/badges.ts";
import { ASSIGN, complete, createPath } from "../../testing/learning-paths.ts";
import { openMailbox } from "../../testing/mailbox.ts";
import { sendFile } from "../../testing/multipart.ts";
import { deleteUnused } from "../files/files.queries.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const BADGE = "id name criteria course_id path_title owning_branch version awarded may_edit picture_url";
const CREATE = `mutation ($input: BadgeInput!, $branchUrl: String) { createBadge(input: $input, branchUrl: $branchUrl) { ${BADGE} } }`;
const UPDATE = `mutation ($id: Int!, $version: Int!, $input: BadgeInput!, $branchUrl: String) { updateBadge(id: $id, version: $version, input: $input, branchUrl: $branchUrl) { ${BADGE} } }`;
const DELETE = `mutation ($id: Int!, $branchUrl: String) { deleteBadge(id: $id, branchUrl: $branchUrl) { id } }`;
const ONE = `query ($id: Int!, $branchUrl: String) { badge(id: $id, branchUrl: $branchUrl) { ${BADGE} } }`;
const ISSUE = `mutation ($id: Int!, $user_ids: [Int!]!, $branchUrl: String) { issueBadge(id: $id, user_ids: $user_ids, branchUrl: $branchUrl) }`;
const AWARDS = `query ($id: Int!, $state: String) { badgeAwards(id: $id, state: $state, limit: 100) { total rows { id user_id user_name source revoked_at revoke_reason address } } }`;
const REVOKE = `mutation ($id: Int!, $reason: String!) { revokeBadge(id: $id, reason: $reason) { id } }`;
const RESTORE = `mutation ($id: Int!) { restoreBadge(id: $id) { id } }`;
const MINE = `{ myBadges { id name address } }`;
const ROTATE = `mutation ($withdraw: Boolean) { rotateBadgeKey(withdraw: $withdraw) { id retired_at withdrawn_at signed } }`;

let server: TestServer;
let admin: Client;
let learnerId: number;

beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  learnerId = await server.userId("learner@demo.test");
});
afterAll(() => server.close());

/** Creates an admin whose rights end in the branch north. */
async function branchAdmin(): Promise<Client> {
  const email = `north${++made}@demo.test`;
  await server.inside("demo", async (db, instance_id) => {
    const { id: user_id } = await db
      .insertInto("users")
      .values({ instance_id, first_name: "Bea", last_name: "Branch", email, role: "admin", is_primary: false })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { id: branch_id } = await db
      .selectFrom("branches")
      .select("id")
      .where("instance_id", "=", instance_id)
      .where("url", "=", "north")
      .executeTakeFirstOrThrow();
    await db.insertInto("branch_users").values({ instance_id, user_id, branch_id }).execute();
  });
  return server.as(email, "north.demo.localhost");
}

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let made = 0;
const newBadge = async (more: object = {}, branchUrl?: string, by = admin): Promise<number> =>
  (await by.data(CREATE, { input: { name: `Badge ${++made}`, criteria: "Be there", ...more }, branchUrl })).createBadge
    .id;

const listAwards = async (id: number, state?: string) => (await admin.data(AWARDS, { id, state })).badgeAwards.rows;

async function givenBadge(): Promise<{ id: number; award: number; address: string }> {
  const id = await newBadge();
  await admin.data(ISSUE, { id, user_ids: [learnerId] });
  const [award] = await listAwards(id);
  return { id, award: award.id, address: award.address };
}

const read = (address: string) => readPublic(server, address);
const open = (url: string, host = "demo.localhost") => server.app.inject({ url, headers: { host } });

describe("a badge", () => {
  test("is created, changed, refused when changed meanwhile, deleted and restored", async () => {
    const input = { name: "First aider", criteria: "Complete the course" };
    const created = (await admin.data(CREATE, { input })).createBadge;
    expect(created).toMatchObject({ ...input, version: 1, awarded: 0, owning_branch: null, may_edit: true });
    const { id } = created;
    const change = { id, version: 1, input: { ...input, name: "First responder" } };
    expect((await admin.data(UPDATE, change)).updateBadge).toMatchObject({ name: "First responder", version: 2 });
    expect(await admin.refusal(UPDATE, change)).toBe("CONFLICT");
    await admin.data(DELETE, { id });
    expect(await admin.refusal(ONE, { id })).toBe("NOT_FOUND");
    await admin.data(`mutation ($id: Int!) { restoreDeleted(kind: "badge", id: $id) { id } }`, { id });
    expect((await admin.data(ONE, { id })).badge.name).toBe("First responder");
  });

  test("is not in the audit log and keeps its version when it is saved without a change", async () => {
    const input = { name: "Same badge", criteria: "Complete the course" };
    const { id } = (await admin.data(CREATE, { input })).createBadge;
    expect((await admin.data(UPDATE, { id, version: 1, input })).updateBadge.version).toBe(1);
    await admin.data(UPDATE, { id, version: 1, input: { ...input, name: "Other badge" } });
    const { rows } = (await admin.data('{ auditLog(action: "badge.updated", limit: 100) { rows { subject_id } } }'))
      .auditLog;
    expect(rows.filter(({ subject_id }: { subject_id: number }) => subject_id === id)).toHaveLength(1);
  });

  test("is refused without a name or criteria, and with a course and a path", async () => {
    const { errors } = await admin.query(CREATE, { input: { name: " ", criteria: "", course_id: 1, path_id: 1 } });
    expect(Object.keys(errors![0]!.extensions.validation!)).toEqual(["name", "criteria", "path_id"]);
    expect(await admin.refusal(CREATE, { input: { name: "x", criteria: "x", course_id: 999_999 } })).toBe("NOT_FOUND");
  });

  test("of the main site can be awarded and not changed by an admin of a branch", async () => {
    const north = await branchAdmin();
    const id = await newBadge();
    expect((await north.data(ONE, { id, branchUrl: "north" })).badge.may_edit).toBe(false);
    const input = { name: "Mine", criteria: "x" };
    expect(await north.refusal(UPDATE, { id, version: 1, input, branchUrl: "north" })).toBe("FORBIDDEN");
    expect(await north.refusal(DELETE, { id, branchUrl: "north" })).toBe("FORBIDDEN");
  });

  test("is unknown in another instance", async () => {
    const riverside = await server.as("admin@riverside.test");
    const { id, award, address } = await givenBadge();
    for (const [document, variables] of [
      [ONE, { id }],
      [DELETE, { id }],
      [ISSUE, { id, user_ids: [learnerId] }],
      [REVOKE, { id: award, reason: "x" }],
    ] as const)
      expect(await riverside.refusal(document, variables)).toBe("NOT_FOUND");
    expect((await open(address, "riverside.localhost")).statusCode).toBe(404);
    expect((await open(`${address}.json`, "riverside.localhost")).statusCode).toBe(404);
  });
});

describe("an award", () => {
  test("is given once, revoked with a reason, and restored", async () => {
    const id = await newBadge();
    expect((await admin.data(ISSUE, { id, user_ids: [learnerId, learnerId] })).issueBadge).toBe(1);
    expect((await admin.data(ISSUE, { id, user_ids: [learnerId] })).issueBadge).toBe(0);
    const [award] = await listAwards(id);
    expect(award).toMatchObject({ user_id: learnerId, source: "person", revoked_at: null });
    expect(await admin.refusal(REVOKE, { id: award.id, reason: " " })).toBe("VALIDATION");
    await admin.data(REVOKE, { id: award.id, reason: "By mistake" });
    expect(await admin.refusal(REVOKE, { id: award.id, reason: "Again" })).toBe("CONFLICT");
    expect(await listAwards(id, "revoked")).toMatchObject([{ revoke_reason: "By mistake" }]);
    expect(await listAwards(id, "valid")).toEqual([]);
    await admin.data(RESTORE, { id: award.id });
    expect(await listAwards(id, "valid")).toHaveLength(1);
    expect(await admin.refusal(RESTORE, { id: award.id })).toBe("CONFLICT");
  });

  test("cannot be restored after the person was given the badge again", async () => {
    const { id, award } = await givenBadge();
    await admin.data(REVOKE, { id: award, reason: "By mistake" });
    await admin.data(ISSUE, { id, user_ids: [learnerId] });
    expect(await admin.refusal(RESTORE, { id: award })).toBe("CONFLICT");
  });

  test("cannot be given to people of another branch or instance", async () => {
    const north = await branchAdmin();
    const id = await newBadge({}, "north", north);
    const stranger = await server.userId("learner@riverside.test");
    expect(await admin.refusal(ISSUE, { id, user_ids: [stranger] })).toBe("NOT_FOUND");
    const south = await server.inside("demo", (db, instance_id) =>
      db
        .insertInto("users")
        .values({ instance_id, first_name: "Of", last_name: "Elsewhere", email: "elsewhere@demo.test" })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    expect(await north.refusal(ISSUE, { id, user_ids: [south.id], branchUrl: "north" })).toBe("NOT_FOUND");
  });

  test("is made by the completion of its course, once", async () => {
    const course = await newCourse();
    const id = await newBadge({ course_id: course });
    await enrol(course);
    expect(await listAwards(id)).toEqual([]);
    await complete(admin, learnerId, [course]);
    expect(await listAwards(id)).toMatchObject([{ user_id: learnerId, source: "course" }]);
    const mine = (await (await server.as("learner@demo.test")).data(MINE)).myBadges;
    expect(mine.map(({ id: badge }: { id: number }) => badge)).toContain(id);
  });

  test("by hand notifies the person once, in the product and by mail", async () => {
    const mailbox = await openMailbox(server);
    const learner = await server.as("learner@demo.test");
    const id = await newBadge({ name: "Given by hand" });
    const readNotices = async () =>
      (await learner.data("{ notifications { rows { kind subject } } }")).notifications.rows.filter(
        ({ subject }: { subject: string | null }) => subject === "Given by hand",
      );
    await admin.data(ISSUE, { id, user_ids: [learnerId] });
    await admin.data(ISSUE, { id, user_ids: [learnerId] });
    expect(await readNotices()).toEqual([{ kind: "badge_awarded", subject: "Given by hand" }]);
    const about = (await mailbox.deliver()).filter(({ text }) => text?.includes("the badge ‘Given by hand’"));
    await mailbox.close();
    expect(about).toHaveLength(1);
    expect(about[0]!.text).toContain("/learner/badges");
  });

  test("is made by the completion of its learning path, once", async () => {
    const [first, second] = [await newCourse(), await newCourse()];
    const path = await createPath(admin, "Badged path", [{ course_ids: [first, second] }]);
    const id = await newBadge({ path_id: path.id });
    await admin.data(ASSIGN, { id: path.id, to: { user_ids: [learnerId] } });
    await complete(admin, learnerId, [first]);
    expect(await listAwards(id)).toEqual([]);
    await complete(admin, learnerId, [second]);
    expect(await listAwards(id)).toMatchObject([{ user_id: learnerId, source: "path" }]);
  });

  test("is not made for a badge that is deleted when its course is completed", async () => {
    const course = await newCourse();
    const id = await newBadge({ course_id: course });
    await enrol(course);
    await admin.data(DELETE, { id });
    await complete(admin, learnerId, [course]);
    const made = await server.inside("demo", (db) =>
      db.selectFrom("badge_awards").where("badge_id", "=", id).select("id").execute(),
    );
    expect(made).toEqual([]);
  });

  test("is made by an automation", async () => {
    const id = await newBadge();
    const group = await server.inside("demo", (db, instance_id) =>
      db.insertInto("groups").values({ instance_id, name: "Badged" }).returning("id").executeTakeFirstOrThrow(),
    );
    const automation = await createAutomation(admin, {
      trigger: { kind: "group_joined", object_id: group.id },
      actions: [{ kind: "give_badge", badge_id: id }],
    });
    await admin.data(`mutation ($g: Int!, $u: Int!) { addUserToGroup(user_id: $u, group_ids: [$g]) { id } }`, {
      g: group.id,
      u: learnerId,
    });
    await work(server);
    expect(await readRuns(admin, automation)).toMatchObject({
      rows: [{ state: "done", results: [{ outcome: "done" }] }],
    });
    expect(await listAwards(id)).toMatchObject([{ user_id: learnerId, source: "automation" }]);
  });
});

describe("a credential", () => {
  test("is verified by an independent verifier, and not after a change", async () => {
    const { address } = await givenBadge();
    const credential = (await read(`${address}.json`))!;
    expect(credential).toMatchObject({
      type: ["VerifiableCredential", "OpenBadgeCredential"],
      proof: { cryptosuite: "eddsa-rdfc-2022", proofPurpose: "assertionMethod" },
    });
    expect(JSON.stringify(credential)).not.toContain("learner@demo.test");
    expect(await verify(server, credential)).toBe(true);
    for (const changed of [
      { ...credential, name: "Master of everything" },
      { ...credential, validFrom: "2001-01-01T00:00:00Z" },
      {
        ...credential,
        credentialSubject: {
          ...credential["credentialSubject"],
          identifier: [{ type: "IdentityObject", hashed: false, identityType: "name", identityHash: "Another Person" }],
        },
      },
    ])
      expect(await verify(server, changed)).toBe(false);
  });

  test("is signed once, and stays the same", async () => {
    const { address } = await givenBadge();
    const [first, second] = await Promise.all([read(`${address}.json`), read(`${address}.json`)]);
    expect(first).toEqual(second);
    expect(await read(`${address}.json`)).toEqual(first);
  });

  test("is no longer verified once it is revoked, and again once it is restored", async () => {
    const { award, address } = await givenBadge();
    const credential = (await read(`${address}.json`))!;
    await admin.data(REVOKE, { id: award, reason: "A private reason" });
    expect(await verify(server, credential)).toBe(false);
    expect(await read(`${address}.json`)).toBeNull();
    expect((await open("/badges/revocations.json")).body).not.toContain("private");
    await admin.data(RESTORE, { id: award });
    expect(await verify(server, credential)).toBe(true);
  });

  test("of a retired key stays valid; of a withdrawn key it is signed anew", async () => {
    const { address } = await givenBadge();
    const old = (await read(`${address}.json`))!;
    await admin.data(ROTATE, {});
    expect(await verify(server, old)).toBe(true);
    const { address: later } = await givenBadge();
    const second = (await read(`${later}.json`))!;
    expect(second["proof"].verificationMethod).not.toBe(old["proof"].verificationMethod);
    expect(await verify(server, second)).toBe(true);
    await admin.data(ROTATE, { withdraw: true });
    expect(await verify(server, old)).toBe(false);
    expect(await verify(server, (await read(`${address}.json`))!)).toBe(true);
    const { keys } = (await read("/.well-known/jwks.json"))!;
    expect(keys).toMatchObject([{ kty: "OKP", crv: "Ed25519" }]);
    expect(JSON.stringify(keys)).not.toContain('"d"');
  });
});

describe("the public page", () => {
  test("shows the badge, its person and whether it is valid, with its text escaped", async () => {
    const id = await newBadge({ name: "<b>Safe</b>" });
    await admin.data(ISSUE, { id, user_ids: [learnerId] });
    const [award] = await listAwards(id);
    const page = await open(award.address);
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(page.body).toContain("&lt;b&gt;Safe&lt;/b&gt;");
    expect(page.body).toContain(award.user_name);
    expect(page.body).toContain("This badge is valid.");
    expect(page.body).toContain('<link rel="icon" href="/icon.svg" type="image/svg+xml">');
    await admin.data(REVOKE, { id: award.id, reason: "A private reason" });
    const revoked = (await open(award.address)).body;
    expect(revoked).toContain("has been revoked");
    expect(revoked).not.toContain("private");
  });

  test("names the day of the award where the instance is", async () => {
    const { award, address } = await givenBadge();
    const readIn = async (time_zone: string) => {
      await server.inside("demo", async (db, id) => {
        await db.updateTable("instances").set({ time_zone }).where("id", "=", id).execute();
        const at = db.updateTable("badge_awards").set({ awarded_at: new Date("2026-03-10T02:00:00Z") });
        await at.where("instance_id", "=", id).where("id", "=", award).execute();
      });
      return (await open(address)).body;
    };
    expect(await readIn("America/New_York")).toContain("9 March 2026");
    expect(await readIn("Europe/London")).toContain("10 March 2026");
  });

  test("has the picture of its badge, which is kept, on its own instance and until the badge is deleted", async () => {
    const created = await sendFile(
      server.app,
      admin,
      `mutation ($input: BadgeInput!, $picture: Upload) { createBadge(input: $input, picture: $picture) { id } }`,
      { input: { name: "Pictured", criteria: "Be there" }, picture: null },
      "picture",
      PNG,
    );
    const { id } = created.data.createBadge;
    await admin.data(ISSUE, { id, user_ids: [learnerId] });
    const [{ address }] = await listAwards(id);
    await server.inside("demo", (db, instanceId) => deleteUnused(db, instanceId, -1));
    const shown = await open(`${address}/picture`);
    expect(shown.statusCode).toBe(200);
    expect(shown.headers["content-type"]).toMatch(/^image\//);
    expect(shown.headers["content-disposition"] ?? "").not.toContain("attachment");
    expect((await open(`${address}/picture`, "riverside.localhost")).statusCode).toBe(404);
    await admin.data(DELETE, { id });
    expect((await open(`${address}/picture`)).statusCode).toBe(404);
    const { address: withoutPicture } = await givenBadge();
    expect((await open(`${withoutPicture}/picture`)).statusCode).toBe(404);
  });

  test("is not found for an unknown code", async () => {
    expect((await open("/badges/00000000-0000-4000-8000-000000000000")).statusCode).toBe(404);
    expect((await open("/badges/------------------------------------")).statusCode).toBe(404);
    expect((await open("/badges/------------------------------------.json")).statusCode).toBe(404);
  });
});

function newCourse(): Promise<number> {
  return server.inside("demo", async (db, instance_id) => {
    const { id } = await db
      .insertInto("courses")
      .values({ instance_id, title: "Badged", status: "published", unit_count: 1 })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("units")
      .values({ instance_id, course_id: id, type: "Content", unit_order: 1, title: "One" })
      .execute();
    return id;
  });
}

const enrol = (course: number) =>
  admin.data(`mutation ($u: Int!, $c: Int!) { adminCourseEnrollment(user_id: $u, course_ids: [$c]) { id } }`, {
    u: learnerId,
    c: course,
  });
