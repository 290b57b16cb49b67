import { launchedAu, type Reported } from "./cmi5.ts";
import { cmi5Package } from "./packages.ts";
import { scormCourse } from "./scorm.ts";
import { startServer } from "./server.ts";

/** The state of a cmi5 course. */
export interface Course {
  courseId: number;
  unitId: number;
  packageId: number;
}

export type Au = Awaited<ReturnType<typeof launchedAu>>;

/** Starts a server with an author and a learner, and returns functions for tests of cmi5. */
export async function cmi5World() {
  const server = await startServer();
  const author = await server.as("instructor@demo.test");
  const learner = await server.as("learner@demo.test");
  return {
    server,
    author,
    learner,
    course,
    withMoveOn,
    launch,
    begun,
    listStatements,
    listVerbs,
    isComplete,
    resultIn,
  };

  async function course(bytes: Buffer): Promise<Course> {
    const { courseId, units } = await scormCourse(server, author, learner, bytes);
    const [unit] = units as [(typeof units)[number]];
    return { courseId, unitId: unit.id, packageId: unit.scorm_id };
  }

  function withMoveOn(moveOn: string, more = ""): Promise<Course> {
    return course(cmi5Package({ attributes: `moveOn="${moveOn}" ${more}` }));
  }

  function launch({ courseId, unitId }: Course, number = 0, client = learner): Promise<Au> {
    return launchedAu(server, client, courseId, unitId, number);
  }

  async function begun(au: Au, options = {}): Promise<Au> {
    await au.begin(options);
    return au;
  }

  /** Lists the stored statements of a registration, oldest first. */
  async function listStatements(registration: string): Promise<Reported[]> {
    const rows = await server.inside("demo", (db, id) =>
      db.selectFrom("xapi_statements").select("statement").where("instance_id", "=", id).orderBy("sequence").execute(),
    );
    return rows
      .map(({ statement }) => JSON.parse(statement) as Reported)
      .filter(({ context }) => context?.registration === registration);
  }

  async function listVerbs(registration: string) {
    return (await listStatements(registration)).map(({ verb }) => verb.id.split("/").at(-1));
  }

  async function isComplete({ courseId, unitId }: Course): Promise<boolean> {
    const { course: found } = await learner.data("query ($id: Int!) { course(id: $id) { units { id is_complete } } }", {
      id: courseId,
    });
    return found.units.find(({ id }: { id: number }) => id === unitId).is_complete;
  }

  function resultIn({ unitId }: Course) {
    return server.inside("demo", (db, id) =>
      db
        .selectFrom("scorm_results")
        .select(["completion_status", "success_status", "score", "seconds"])
        .where("instance_id", "=", id)
        .where("unit_id", "=", unitId)
        .executeTakeFirst(),
    );
  }
}
