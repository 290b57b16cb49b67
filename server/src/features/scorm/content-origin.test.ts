import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { packageWorld } from "../../testing/package-world.ts";
import { scormPackage } from "../../testing/packages.ts";
import { openPlayer } from "../../testing/scorm.ts";
import type { Client } from "../../testing/server.ts";

const { server, author, learner, bridge, course, launched } = await packageWorld();
const playerAt = (token: string, host: string) => openPlayer(server, `http://${host}/scorm/${token}/`);
afterAll(() => server.close());

describe("content origin", () => {
  test("serves a package's files with their types and byte ranges, without type sniffing", async () => {
    const files = [
      { name: "media/film.mp4", data: "0123456789" },
      { name: "style.css", data: "body {}" },
      { name: "odd.xyz", data: "<script>" },
    ];
    const { courseId, unit } = await course(scormPackage({ files }));
    const player = await launched(courseId, unit.id);
    const page = await player.get("files/one.html");
    expect(page.headers).toMatchObject({
      "content-type": "text/html",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    });
    expect(page.headers["content-security-policy"]).toMatch(
      /^sandbox allow-scripts allow-same-origin (?!.*top-navigation).*frame-ancestors 'self' demo\.localhost/,
    );
    expect((await player.get("files/STYLE.css")).headers["content-type"]).toBe("text/css; charset=utf-8");
    expect((await player.get("files/odd.xyz")).headers["content-type"]).toBe("application/octet-stream");
    const part = await player.get("files/media/film.mp4", { range: "bytes=2-5" });
    expect([part.statusCode, part.body, part.headers["content-range"]]).toEqual([206, "2345", "bytes 2-5/10"]);
    for (const path of [
      "files/missing.html",
      "files/..%2fstate",
      "files/..%2f..%2fpackage.json",
      "files/imsmanifest.xml%00",
    ])
      expect((await player.get(path)).statusCode).toBe(404);
  });

  test("serves nothing without the token of this launch at the host of this instance", async () => {
    const { courseId, unit, ids } = await course(scormPackage());
    const player = await launched(courseId, unit.id);
    const at = (token: string, host = player.host) =>
      server.content.inject({ method: "GET", url: `/scorm/${token}/files/one.html`, headers: { host } });
    expect((await at(player.token)).statusCode).toBe(200);
    expect((await at(player.token, "content.riverside.localhost")).statusCode).toBe(404);
    expect((await at(player.token.replace(/.$/, (last) => (last === "A" ? "B" : "A")))).statusCode).toBe(404);
    expect((await at(learner.token!)).statusCode).toBe(404);
    expect((await at("x")).statusCode).toBe(404);
    await server.inside("demo", (db, id) =>
      db
        .updateTable("scorm_sessions")
        .set({ expires_at: new Date(Date.now() - 1000) })
        .where("instance_id", "=", id)
        .where("unit_id", "=", unit.id)
        .execute(),
    );
    expect((await at(player.token)).statusCode).toBe(404);
    expect((await player.get("state")).statusCode).toBe(401);
    expect((await player.call("initialize", ids)).statusCode).toBe(401);
  });

  test("serves a package only at its own origin in its unit, whatever the token", async () => {
    const { courseId, units } = await course(scormPackage(), scormPackage());
    const [mine, other] = [await launched(courseId, units[0]!.id), await launched(courseId, units[1]!.id)];
    expect(new URL(`http://${mine.host}`).hostname).toBe(
      `p-${units[0]!.scorm_id}-${units[0]!.id}.content.demo.localhost`,
    );
    expect(other.host).not.toBe(mine.host);
    expect((await mine.get("files/one.html")).headers["origin-agent-cluster"]).toBe("?1");
    const ids = { scoUuid: units[0]!.scorm.scos[0]!.uuid, scormId: units[0]!.scorm_id };
    const ofPreview = `p-${units[0]!.scorm_id}.content.demo.localhost`;
    const ofOtherUnit = mine.host.replace(/^p-\d+-\d+/, `p-${units[0]!.scorm_id}-${units[1]!.id}`);
    for (const host of [other.host, ofPreview, ofOtherUnit, "content.demo.localhost", "demo.localhost"]) {
      expect((await mine.get("files/one.html", {}, host)).statusCode).toBe(404);
      expect((await mine.get("state", {}, host)).statusCode).toBe(401);
      expect((await playerAt(mine.token, host).call("initialize", ids)).statusCode).toBe(401);
    }
    expect((await mine.get("", {}, "content.demo.localhost")).statusCode).toBe(404);
    expect((await mine.call("initialize", ids)).statusCode).toBe(200);
  });

  test("ends the token of a launch when the learner closes its window, and no other token", async () => {
    const { courseId, unit } = await course(scormPackage());
    const player = await launched(courseId, unit.id);
    const end = (client: Client) =>
      server.app.inject({
        method: "POST",
        url: "/api/scorm/end",
        headers: { host: client.host, authorization: `Bearer ${client.token}` },
        payload: { token: player.token },
      });
    const secondsLeft = () =>
      server.inside("demo", async (db, id) => {
        const { rows } = await sql<{ left: number }>`
          SELECT extract(epoch FROM expires_at - now())::integer AS left FROM scorm_sessions
          WHERE instance_id = ${id} AND unit_id = ${unit.id}`.execute(db);
        return rows[0]!.left;
      });
    expect((await end(author)).statusCode).toBe(204);
    expect(await secondsLeft()).toBeGreaterThan(3_600);
    expect((await end(learner)).statusCode).toBe(204);
    // Requests that the page sends while it closes still arrive.
    expect(await secondsLeft()).toBeLessThanOrEqual(30);
    expect((await player.get("state")).statusCode).toBe(200);
  });

  test("accepts no session of the application, and the application accepts no launch token", async () => {
    const { courseId, unit, ids } = await course(scormPackage());
    const player = await launched(courseId, unit.id);
    expect((await player.call("initialize", ids, { bearer: learner.token! })).statusCode).toBe(401);
    const withUser = server.withToken(player.token);
    expect(await withUser.refusal("{ viewer { id } }")).toBe("UNAUTHENTICATED");
    expect((await bridge(withUser).post("initialize", ids)).statusCode).toBe(401);
    expect(
      (
        await server.content.inject({
          method: "POST",
          url: "/graphql",
          headers: { host: player.host },
          payload: { query: "{ viewer { id } }" },
        })
      ).statusCode,
    ).toBe(404);
  });

  test("prevents a launch from writing into another package", async () => {
    const { courseId, units } = await course(scormPackage(), scormPackage());
    const [mine, other] = units.map(({ scorm, scorm_id }) => ({ scoUuid: scorm.scos[0]!.uuid, scormId: scorm_id }));
    const player = await launched(courseId, units[0]!.id);
    await player.call("initialize", mine!);
    expect(
      (await player.call("set-value", { ...other!, key: "cmi.core.lesson_status", value: "passed" })).statusCode,
    ).toBe(404);
    expect((await player.get(`sco/${other!.scoUuid}`)).statusCode).toBe(404);
  });

  test("stops serving a user who may not sign in any more", async () => {
    const { courseId, unit } = await course(scormPackage());
    const player = await launched(courseId, unit.id);
    const setActive = (is_active: boolean) =>
      server.inside("demo", (db, id) =>
        db
          .updateTable("users")
          .set({ is_active })
          .where("instance_id", "=", id)
          .where("email", "=", "learner@demo.test")
          .execute(),
      );
    await setActive(false);
    expect([(await player.get("files/one.html")).statusCode, (await player.get("state")).statusCode]).toEqual([
      404, 401,
    ]);
    await setActive(true);
    expect((await player.get("state")).statusCode).toBe(200);
  });
});
