import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../testing/server.ts";
import { findLoginCode, hash, issueLoginCode, keepProviderSession, redeemLoginCode } from "./session.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const LEARNER = "learner@demo.test";
const INSTRUCTOR = "instructor@demo.test";

describe("a one-time code", () => {
  const HOST = "demo.localhost";
  const issue = async (email: string, host = HOST, seconds?: number) => {
    const userId = await server.userId(email);
    const options = { isByProvider: true, ...(seconds !== undefined && { seconds }) };
    return server.inside("demo", (db, id) => issueLoginCode(db, id, userId, host, options));
  };
  const find = (code: string, host = HOST) => server.inside("demo", (db, id) => findLoginCode(db, id, code, host));
  const redeem = (code: string, host = HOST) => server.inside("demo", (db, id) => redeemLoginCode(db, id, code, host));

  test("is of its own user while others wait, and the others stay", async () => {
    const learner = await server.userId(LEARNER);
    const instructor = await server.userId(INSTRUCTOR);
    const codes = [await issue(INSTRUCTOR), await issue(LEARNER), await issue(INSTRUCTOR)] as const;
    expect([await find(codes[0]), await find(codes[1])]).toEqual([instructor, learner]);
    expect(await redeem(codes[1])).toEqual({
      userId: learner,
      needsFactor: false,
      mustSetUp: false,
      isByProvider: true,
    });
    expect([await find(codes[1]), await redeem(codes[1])]).toEqual([null, null]);
    expect(await redeem(codes[2])).toMatchObject({ userId: instructor });
    expect(await redeem(codes[0])).toMatchObject({ userId: instructor });
  });

  test("is good for nothing on another host, after its time, and with another text", async () => {
    const waiting = await issue(LEARNER);
    const ended = await issue(LEARNER, HOST, 0);
    const elsewhere = await issue(LEARNER, "north.demo.localhost");
    for (const code of [ended, elsewhere, `${waiting.slice(0, -1)}${waiting.endsWith("A") ? "B" : "A"}`, "", "1.x"])
      expect([code, await find(code), await redeem(code)]).toEqual([code, null, null]);
    expect(await redeem(elsewhere, "north.demo.localhost")).not.toBeNull();
    expect(await redeem(waiting)).not.toBeNull();
  });

  test("is that of an identity provider only where this is stored, and takes along what is stored of that sign-in alone", async () => {
    const learner = await server.userId(LEARNER);
    const { code, own, others } = await server.inside("demo", async (db, instance_id) => {
      const provider = {
        instance_id,
        name: "P",
        kind: "oidc",
        issuer: "https://p.test",
        settings: "{}",
        mapping: "{}",
      };
      const { id: provider_id } = await db
        .insertInto("identity_providers")
        .values(provider as never)
        .returning("id")
        .executeTakeFirstOrThrow();
      const keep = (token: string) =>
        db
          .insertInto("provider_sessions")
          .values({
            instance_id,
            token_hash: hash(token),
            user_id: learner,
            provider_id,
            issuer: "https://p.test",
            subject: token,
            details: Buffer.alloc(0),
          })
          .execute();
      const code = await issueLoginCode(db, instance_id, learner, HOST);
      await keep(code);
      await keep("other");
      await keepProviderSession(db, instance_id, code, "opened");
      const rows = await db.selectFrom("provider_sessions").select(["token_hash", "subject"]).execute();
      const find = (token: string) =>
        rows.filter((row) => row.token_hash.equals(hash(token))).map((row) => row.subject);
      return { code, own: find("opened"), others: find("other") };
    });
    expect([own, others]).toEqual([[code], ["other"]]);
    expect(await redeem(code)).toMatchObject({ isByProvider: false });
  });
});
