import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startServer, type TestServer, VISIT } from "../testing/server.ts";
import {
  closeSession,
  findById,
  findInstanceId,
  findPerson,
  forgetInstanceIds,
  hash,
  openSession,
  platformInstanceId,
  readSession,
  toSignedIn,
} from "./session.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

test("finding a session reads as many rows with thousands of sessions, also before the table's first ANALYZE", async () => {
  const userId = await server.userId("learner@demo.test");
  const token = await server.inside("demo", async (db, instanceId) => {
    await sql`
      INSERT INTO sessions (instance_id, token_hash, user_id, expires_at)
      SELECT ${instanceId}, sha256(n::text::bytea), ${userId}, now() + interval '1 day' FROM generate_series(1, 3000) n`.execute(
      db,
    );
    return openSession(db, instanceId, userId, VISIT);
  });
  await server.inside("demo", async (db, instanceId) => {
    expect((await findPerson(db, instanceId, token))?.person.id).toBe(userId);
    const { rows } = await sql<{ read: number }>`
      SELECT seq_tup_read + idx_tup_fetch AS read FROM pg_stat_xact_user_tables WHERE relname = 'sessions'`.execute(db);
    expect(rows).toEqual([{ read: 1 }]);
  });
});

const LEARNER = "learner@demo.test";
const INSTRUCTOR = "instructor@demo.test";

test("signing out ends this session only, and no other text ends one", async () => {
  const [here, there, other] = [await server.as(LEARNER), await server.as(LEARNER), await server.as(INSTRUCTOR)];
  const close = (token: string, domain = "demo") => server.inside(domain, (db) => closeSession(db, token));
  for (const text of ["", "no token", `${here.token!.slice(0, -1)}_`]) await close(text);
  await close(there.token!, "riverside");
  await close(here.token!);
  const refusals = await Promise.all([here, there, other].map((each) => each.refusal("{ viewer { id } }")));
  expect(refusals).toEqual(["UNAUTHENTICATED", null, null]);
});

test("storing the last use of a session leaves those of others as they are", async () => {
  const [used, idle] = [await server.as(LEARNER), await server.as(INSTRUCTOR)];
  const listUses = () =>
    server.inside("demo", async (db, id) => {
      const { rows } = await sql<{ is_new: boolean }>`
        SELECT last_used_at > now() - interval '1 minute' AS is_new FROM sessions WHERE instance_id = ${id}
          AND token_hash IN (sha256(${used.token}::bytea), sha256(${idle.token}::bytea)) ORDER BY user_id = ${await server.userId(LEARNER)}`.execute(
        db,
      );
      return rows.map((row) => row.is_new);
    });
  await server.inside("demo", (db, id) =>
    sql`UPDATE sessions SET last_used_at = now() - interval '10 minutes' WHERE instance_id = ${id}`.execute(db),
  );
  await used.data("{ viewer { id } }");
  expect(await listUses()).toEqual([false, true]);
});

test("an instance that shortens its sessions ends those that are older", async () => {
  const [old, young] = [await server.as(LEARNER), await server.as(LEARNER)];
  const setAge = (token: string | null, hours: number) =>
    server.inside("demo", (db, id) =>
      sql`UPDATE sessions SET created_at = now() - make_interval(hours => ${hours})
        WHERE instance_id = ${id} AND token_hash = sha256(${token}::bytea)`.execute(db),
    );
  const setHours = (hours: number) =>
    server.platform.database.pool.query("UPDATE instances SET session_hours = $1 WHERE domain = 'demo'", [hours]);
  const { rows } = await server.platform.database.pool.query(
    "SELECT session_hours FROM instances WHERE domain = 'demo'",
  );
  await setAge(old.token, 5);
  await setAge(young.token, 3);
  expect([await old.refusal("{ viewer { id } }"), await young.refusal("{ viewer { id } }")]).toEqual([null, null]);
  await setHours(4);
  const refusals = [await old.refusal("{ viewer { id } }"), await young.refusal("{ viewer { id } }")];
  await setHours(rows[0].session_hours);
  expect(refusals).toEqual(["UNAUTHENTICATED", null]);
});

test("a session has the first 300 characters of a browser's name", async () => {
  const userId = await server.userId(LEARNER);
  const stored = await server.inside("demo", async (db, id) => {
    const token = await openSession(db, id, userId, { ...VISIT, userAgent: "b".repeat(301) });
    return db.selectFrom("sessions").where("token_hash", "=", hash(token)).select("user_agent").executeTakeFirst();
  });
  expect(stored!.user_agent).toBe("b".repeat(300));
});

test("the platform's own instance is found wherever its row is stored", async () => {
  const { database } = server.platform;
  const read = await database.pool.query("UPDATE instances SET name = name WHERE is_platform RETURNING id");
  expect(await platformInstanceId(database)).toBe(read.rows[0].id);
});

describe("who signs in", () => {
  /** Reads a user as a request does. */
  const read = async (email: string) => {
    const { token } = await server.as(email);
    return server.inside("demo", (db, id) => findPerson(db, id, token!));
  };
  const setInstance = (set: string) =>
    server.platform.database.pool.query(`UPDATE instances SET ${set} WHERE domain = 'demo'`);

  test("has their own branches and groups, without those of others, deleted ones, and groups of which they are a member", async () => {
    const ids = await server.inside("demo", async (db, instance_id) => {
      const [learner, other] = [await server.userId(LEARNER), await server.userId(INSTRUCTOR)];
      await db
        .deleteFrom("branch_users")
        .where("instance_id", "=", instance_id)
        .where("user_id", "=", learner)
        .execute();
      const insert = async (table: "branches" | "groups", name: string, deleted_at: Date | null = null) => {
        const row = { instance_id, name, deleted_at, ...(table === "branches" && { url: name }) };
        return (
          await db
            .insertInto(table)
            .values(row as never)
            .returning("id")
            .executeTakeFirstOrThrow()
        ).id;
      };
      const own = await insert("branches", "own-branch");
      const gone = await insert("branches", "gone-branch", new Date());
      const others = await insert("branches", "other-branch");
      const led = await insert("groups", "Led");
      const goneGroup = await insert("groups", "Gone", new Date());
      const member = await insert("groups", "Member");
      const ledByOther = await insert("groups", "Led by another");
      for (const [user_id, branch_id] of [
        [learner, own],
        [learner, gone],
        [other, others],
      ] as const)
        await db.insertInto("branch_users").values({ instance_id, user_id, branch_id }).execute();
      for (const [user_id, group_id, is_leader] of [
        [learner, led, true],
        [learner, goneGroup, true],
        [learner, member, false],
        [other, ledByOther, true],
      ] as const)
        await db.insertInto("group_users").values({ instance_id, user_id, group_id, is_leader }).execute();
      return { own, led };
    });
    const { person } = (await read(LEARNER))!;
    expect(person).toMatchObject({ branches: [{ id: ids.own, url: "own-branch" }], ledGroupIds: [ids.led] });
  });

  test("may on the last day of the instance's trial, and not a day later", async () => {
    const subscribe = (status: string) =>
      server.inside("demo", (db, id) =>
        sql`UPDATE subscriptions SET status = ${status} WHERE instance_id = ${id}`.execute(db),
      );
    const readAfter = async (days: number) => {
      await setInstance(`trial_ends_at = (now() AT TIME ZONE time_zone)::date - ${days}`);
      return (await read(LEARNER)) !== null;
    };
    await subscribe("paused");
    const results = [await readAfter(0), await readAfter(1)];
    await Promise.all([subscribe("active"), setInstance("trial_ends_at = NULL")]);
    expect(results).toEqual([true, false]);
  });

  test("may not once they are deleted, and nobody may where the instance is inactive or deleted", async () => {
    const { token } = await server.as(LEARNER);
    const readAgain = () => server.inside("demo", async (db, id) => (await findPerson(db, id, token!)) !== null);
    const setUser = async (deleted_at: Date | null) => {
      const userId = await server.userId(LEARNER);
      await server.inside("demo", (db, id) =>
        db.updateTable("users").set({ deleted_at }).where("instance_id", "=", id).where("id", "=", userId).execute(),
      );
    };
    const results = [await readAgain()];
    await setUser(new Date());
    results.push(await readAgain());
    await setUser(null);
    for (const set of ["is_active = false", "deleted_at = now()"]) {
      await setInstance(set);
      results.push(await readAgain());
      await setInstance("is_active = true, deleted_at = NULL");
    }
    results.push(await readAgain());
    expect(results).toEqual([true, false, false, false, true]);
  });

  test("is looked for in the instance of the label, unless it is deleted or the platform's own", async () => {
    const { database } = server.platform;
    const find = (label: string) => {
      forgetInstanceIds(database);
      return findInstanceId(database, label);
    };
    const { rows } = await database.pool.query("SELECT domain FROM instances WHERE is_platform");
    const demo = await server.inside("demo", async (_, id) => id);
    expect([await find("demo"), await find("nowhere"), await find(rows[0].domain)]).toEqual([demo, null, null]);
    await setInstance("deleted_at = now()");
    const deleted = await find("demo");
    await setInstance("deleted_at = NULL");
    expect([deleted, await find("demo")]).toEqual([null, demo]);
  });

  test("is looked for again at once where there was no instance, and after ten seconds where there was one", async () => {
    const { database } = server.platform;
    forgetInstanceIds(database);
    const find = (label: string) => findInstanceId(database, label);
    const demo = await find("demo");
    const found = [await find("renamed")];
    await setInstance("domain = 'renamed'");
    found.push(await find("renamed"), await find("demo"));
    const later = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 10_001);
    found.push(await find("demo"));
    later.mockRestore();
    await database.pool.query("UPDATE instances SET domain = 'demo' WHERE domain = 'renamed'");
    forgetInstanceIds(database);
    expect(found).toEqual([null, demo, demo, null]);
  });

  test("may until the day of their deactivation, and their jobs end also after it", async () => {
    const userId = await server.userId(LEARNER);
    const set = (days: number | null) =>
      server.inside("demo", (db, id) =>
        sql`UPDATE users u SET deactivate_at = (now() AT TIME ZONE i.time_zone)::date + ${days}::integer
          FROM instances i WHERE i.id = u.instance_id AND u.instance_id = ${id} AND u.id = ${userId}`.execute(db),
      );
    const readJob = (isFinishing: boolean) => server.inside("demo", (db, id) => findById(db, id, userId, isFinishing));
    await set(1);
    const before = await read(LEARNER);
    await set(0);
    const after = [await read(LEARNER), await readJob(false), await readJob(true)];
    await set(null);
    expect([before, ...after].map((each) => each?.person.id)).toEqual([userId, undefined, undefined, userId]);
  });

  test("has to accept the terms of use that are newer than those they accepted", async () => {
    const userId = await server.userId(LEARNER);
    const accept = (version: number | null) =>
      server.inside("demo", (db, id) =>
        sql`UPDATE users SET terms_version = ${version} WHERE instance_id = ${id} AND id = ${userId}`.execute(db),
      );
    await server.inside("demo", (db, instance_id) =>
      sql`INSERT INTO terms_versions (instance_id, version, text) SELECT ${instance_id}, n, 'Terms' FROM generate_series(1, 2) n`.execute(
        db,
      ),
    );
    await setInstance("terms_version = 2");
    const due = [];
    for (const version of [null, 1, 2]) {
      await accept(version);
      due.push((await read(LEARNER))!.termsDue);
    }
    await accept(1);
    const { token } = await server.as(LEARNER);
    const row = (await server.inside("demo", (db, id) => readSession(db, id, token!)))!;
    for (const ofStaff of [{ role: "super_admin" }, { platform_user_id: 1 }])
      due.push(toSignedIn({ ...row, ...ofStaff }, hash(token!)).termsDue);
    await setInstance("terms_version = NULL");
    due.push((await read(LEARNER))!.termsDue);
    await accept(null);
    expect(due).toEqual([2, 2, null, null, null, null]);
  });

  test("is primary as it is stored, and always as an operator", async () => {
    const { token } = await server.as(LEARNER);
    const row = (await server.inside("demo", (db, id) => readSession(db, id, token!)))!;
    const isPrimary = (values: object) => toSignedIn({ ...row, ...values }, hash(token!)).person.isPrimary;
    expect([{ is_primary: false }, { is_primary: true }, { role: "super_admin" }].map(isPrimary)).toEqual([
      false,
      true,
      true,
    ]);
  });

  test("has to set up a second factor that the role needs, whatever others have, until their own is confirmed", async () => {
    const [learner, other] = [await server.userId(LEARNER), await server.userId(INSTRUCTOR)];
    const add = (user_id: number, confirmed_at: Date | null) =>
      server.inside("demo", (db, instance_id) =>
        db
          .insertInto("totp_factors")
          .values({ instance_id, user_id, secret: Buffer.alloc(1), confirmed_at })
          .onConflict((conflict) => conflict.columns(["instance_id", "user_id"]).doUpdateSet({ confirmed_at }))
          .execute(),
      );
    const readDue = async () => (await read(LEARNER))!.factorDue;
    await add(other, new Date());
    await server.inside("demo", (db, instance_id) =>
      db
        .insertInto("passkeys")
        .values({
          instance_id,
          user_id: other,
          credential_id: "of another",
          host: VISIT.host,
          name: "Phone",
          public_key: Buffer.alloc(1),
          sign_count: 0,
          user_handle: "of another",
        })
        .execute(),
    );
    const due = [await readDue()];
    await setInstance("second_factor_roles = '{learner}'");
    due.push(await readDue());
    await add(learner, null);
    due.push(await readDue());
    await add(learner, new Date());
    due.push(await readDue());
    await setInstance("second_factor_roles = '{}'");
    await server.inside("demo", async (db, id) => {
      for (const table of ["totp_factors", "passkeys"] as const)
        await db.deleteFrom(table).where("instance_id", "=", id).execute();
    });
    expect(due).toEqual([null, "setup", "setup", null]);
  });
});
