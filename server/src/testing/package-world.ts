import { launched as launchedIn, scormCourse, SCORM_UNITS } from "./scorm.ts";
import { type Client, startClass } from "./server.ts";

/** Starts a server with an author and a learner, and returns functions for tests of packages. */
export async function packageWorld() {
  const { server, author, learner } = await startClass();
  return { server, author, learner, bridge, course, launched, listAttempts, findResult: findResult, read };

  /** Calls the bridge as the specification describes it: as the signed-in user, at the instance's own address. */
  function bridge(client: Client) {
    const headers = { host: client.host, ...(client.token ? { authorization: `Bearer ${client.token}` } : {}) };
    return {
      post: (path: string, payload: object, more: Record<string, string> = {}) =>
        server.app.inject({ method: "POST", url: `/api/scorm/${path}`, headers: { ...headers, ...more }, payload }),
      get: (query: Record<string, string>) =>
        server.app.inject({ method: "GET", url: "/api/scorm/get-value", query, headers }),
    };
  }

  /** Creates a course of packages with the learner enrolled, and returns the ids of its first SCO. */
  async function course(...packages: Buffer[]) {
    const made = await scormCourse(server, author, learner, ...packages);
    const unit = made.units[0]!;
    const ids = { scoUuid: unit.scorm.scos[0]!.uuid, scormId: unit.scorm_id };
    return { ...made, unit, ids };
  }

  function launched(courseId: number, unitId: number) {
    return launchedIn(server, learner, courseId, unitId);
  }

  function listAttempts(unitId: number) {
    return server.inside("demo", (db, id) =>
      db
        .selectFrom("scorm_attempts")
        .select([
          "attempt",
          "cmi",
          "entry",
          "completion_status",
          "success_status",
          "score_raw",
          "score_scaled",
          "is_open",
        ])
        .where("instance_id", "=", id)
        .where("unit_id", "=", unitId)
        .orderBy("id")
        .execute(),
    );
  }

  function findResult(unitId: number) {
    return server.inside("demo", (db, id) =>
      db
        .selectFrom("scorm_results")
        .select(["completion_status", "success_status", "score", "seconds"])
        .where("instance_id", "=", id)
        .where("unit_id", "=", unitId)
        .executeTakeFirst(),
    );
  }

  async function read(courseId: number) {
    return (await learner.data(SCORM_UNITS, { id: courseId })).course;
  }
}
