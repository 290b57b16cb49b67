import { randomBytes, randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertCourses } from "../testing/learning-paths.ts";
import { startServer, type TestServer } from "../testing/server.ts";
import type { Reach } from "./actor.ts";
import {
  accessIsOwn,
  courseInScope,
  packageInScope,
  pathInScope,
  questionIsUsable,
  rowIsOwn,
  userInScope,
} from "./scope.ts";

let server: TestServer;
let instanceId: number;
let north: number;
let south: number;
let gone: number;
beforeAll(async () => {
  server = await startServer();
  await server.inside("demo", async (db, id) => {
    instanceId = id;
    const insert = async (url: string, deleted_at: Date | null = null) => {
      const row = { instance_id: id, name: url, url, deleted_at };
      return (await db.insertInto("branches").values(row).returning("id").executeTakeFirstOrThrow()).id;
    };
    north = await insert("first-branch");
    south = await insert("second-branch");
    gone = await insert("gone-branch", new Date());
  });
});
afterAll(() => server.close());

/** The reach of a user of these branches; null for one with access to the main site. */
const createReach = (branchIds: number[] | null, more: Partial<Reach> = {}) =>
  ({ instanceId, userId: 0, branchIds, ownBranchIds: branchIds, ledGroupIds: [], ...more }) as unknown as Reach;

/** Lists which of these rows a condition keeps. */
async function keep(table: string, ids: readonly number[], condition: RawBuilder<boolean>): Promise<number[]> {
  const { rows } = await server.inside("demo", (db) =>
    sql<{
      id: number;
    }>`SELECT t.id FROM ${sql.table(table)} t WHERE t.id = ANY (${ids}) AND ${condition} ORDER BY t.id`.execute(db),
  );
  return rows.map(({ id }) => id);
}

/** Inserts rows in the demo instance. @returns their ids */
const insert = (table: string, rows: object[]) =>
  server.inside("demo", async (db) => {
    const all = rows.map((row) => ({ instance_id: instanceId, ...row }));
    const made = await db
      .insertInto(table as "users")
      .values(all as never)
      .returning("id")
      .execute();
    return made.map(({ id }) => id);
  });

const assign = (rows: { branch_id: number; course_id: number }[]) =>
  server.inside("demo", (db) =>
    db
      .insertInto("branch_courses")
      .values(rows.map((row) => ({ instance_id: instanceId, ...row })))
      .execute(),
  );

test("a branch has the courses that are assigned to it", async () => {
  const ids = await insertCourses(server, ["Of the first", "Of the second", "Of none"]);
  await assign([
    { branch_id: north, course_id: ids[0]! },
    { branch_id: south, course_id: ids[1]! },
  ]);
  const list = (branchIds: number[] | null) => keep("courses", ids, courseInScope(createReach(branchIds), "t.id"));
  expect(await list([north])).toEqual([ids[0]]);
  expect(await list([north, south])).toEqual(ids.slice(0, 2));
  expect(await list([])).toEqual([]);
  expect(await list(null)).toEqual(ids);
});

test("a branch has its own learning paths, and those of the main site of which it has every course that is not deleted", async () => {
  const [had, others, deleted] = (await insertCourses(server, ["Had", "Of another branch", "Deleted"])) as [
    number,
    number,
    number,
  ];
  await assign([
    { branch_id: north, course_id: had },
    { branch_id: south, course_id: others },
  ]);
  await server.inside("demo", (db, id) =>
    db
      .updateTable("courses")
      .set({ deleted_at: new Date() })
      .where("instance_id", "=", id)
      .where("id", "=", deleted)
      .execute(),
  );
  const addPath = async (title: string, courseIds: number[], branch_id: number | null = null) => {
    const [path_id] = await insert("learning_paths", [{ title, branch_id }]);
    const [section_id] = await insert("learning_path_sections", [{ path_id, position: 0 }]);
    const parts = courseIds.map((course_id, position) => ({ path_id, section_id, course_id, position }));
    await server.inside("demo", (db, instance_id) =>
      db
        .insertInto("learning_path_courses")
        .values(parts.map((part) => ({ instance_id, ...part }) as never))
        .execute(),
    );
    return path_id!;
  };
  const whole = await addPath("Whole", [had]);
  const withDeleted = await addPath("With a deleted course", [had, deleted]);
  const half = await addPath("Half", [had, others]);
  const empty = await addPath("Only a deleted course", [deleted]);
  const own = await addPath("Own", [others], north);
  const ofOther = await addPath("Of the other branch", [had], south);
  const all = [whole, withDeleted, half, empty, own, ofOther];
  const list = (branchIds: number[] | null) => keep("learning_paths", all, pathInScope(createReach(branchIds), "t"));
  expect(await list([north])).toEqual([whole, withDeleted, own]);
  expect(await list([north, south])).toEqual([whole, withDeleted, half, own, ofOther]);
  expect(await list(null)).toEqual(all);
});

describe("a user of a branch", () => {
  const addUser = async (fields: object, branchIds: number[]) => {
    const email = `${randomUUID()}@demo.test`;
    const [user_id] = await insert("users", [
      { first_name: "Some", last_name: "Person", role: "learner", is_primary: false, email, ...fields },
    ]);
    for (const branch_id of branchIds)
      await server.inside("demo", (db, instance_id) =>
        db.insertInto("branch_users").values({ instance_id, user_id: user_id!, branch_id }).execute(),
      );
    return user_id!;
  };

  test("may change who has no access but to their branches, where deleted branches do not count", async () => {
    const only = await addUser({}, [north]);
    const alsoGone = await addUser({}, [north, gone]);
    const alsoSouth = await addUser({}, [north, south]);
    const alsoMain = await addUser({ is_primary: true }, [north]);
    const all = [only, alsoGone, alsoSouth, alsoMain];
    const list = (branchIds: number[] | null) => keep("users", all, accessIsOwn(createReach(branchIds), "t"));
    expect(await list([north])).toEqual([only, alsoGone]);
    expect(await list([north, south])).toEqual([only, alsoGone, alsoSouth]);
    expect(await list(null)).toEqual(all);
  });

  test("finds the people of their branches and of the groups they lead", async () => {
    const inNorth = await addUser({}, [north]);
    const inSouth = await addUser({}, [south]);
    const [led, other] = (await insert("groups", [{ name: "Led" }, { name: "Other" }])) as [number, number];
    const inGroup = await addUser({}, []);
    const inOther = await addUser({}, []);
    await server.inside("demo", (db, instance_id) =>
      db
        .insertInto("group_users")
        .values([
          { instance_id, group_id: led, user_id: inGroup },
          { instance_id, group_id: other, user_id: inOther },
        ])
        .execute(),
    );
    const all = [inNorth, inSouth, inGroup, inOther];
    const list = (reach: Reach) => keep("users", all, userInScope(reach, "t.id"));
    expect(await list(createReach([north]))).toEqual([inNorth]);
    expect(await list(createReach([north], { ledGroupIds: [led] }))).toEqual([inNorth, inGroup]);
    expect(await list(createReach([], { ledGroupIds: [other] }))).toEqual([inOther]);
    expect(await list(createReach(null))).toEqual(all);
  });

  test("changes rows that their branches own, and uses those of the main site too", async () => {
    const questions = await insert(
      "bank_questions",
      [north, south, null].map((branch_id) => ({ branch_id, type: "Free Text", category: "Scope", question: "Why?" })),
    );
    const [ofNorth, , ofMain] = questions;
    const { ownBranchIds } = createReach([north]);
    expect(await keep("bank_questions", questions, rowIsOwn({ ownBranchIds }, "t.branch_id"))).toEqual([ofNorth]);
    expect(await keep("bank_questions", questions, questionIsUsable({ ownBranchIds }, "t.branch_id"))).toEqual([
      ofNorth,
      ofMain,
    ]);
    const everywhere = { ownBranchIds: null };
    expect(await keep("bank_questions", questions, rowIsOwn(everywhere, "t.branch_id"))).toEqual(questions);
  });

  test("finds packages that they uploaded and those of their branches' courses, and no other", async () => {
    const [userId, otherId] = [await addUser({}, [north]), await addUser({}, [south])];
    const addPackage = async (uploaded_by: number) => {
      const hex = randomBytes(20).toString("hex");
      const key = `${instanceId}/${hex.slice(0, 2)}/${hex}`;
      await server.inside("demo", (db, instance_id) =>
        db
          .insertInto("files")
          .values({ instance_id, key, name: "a.zip", type: "application/zip", size: 1, purpose: "scorm", uploaded_by })
          .execute(),
      );
      return (await insert("scorm_packages", [{ file_key: key, kind: "scorm_1_2" }]))[0]!;
    };
    const [mine, ofOther] = [await addPackage(userId), await addPackage(otherId)];
    const [inCourse, inOtherCourse, removed] = [
      await addPackage(otherId),
      await addPackage(otherId),
      await addPackage(otherId),
    ];
    const [course, otherCourse] = (await insertCourses(server, ["With packages", "With others"])) as [number, number];
    await assign([
      { branch_id: north, course_id: course },
      { branch_id: south, course_id: otherCourse },
    ]);
    const unit = { type: "Scorm", title: "Package", unit_order: 2 };
    await insert("units", [
      { ...unit, course_id: course, scorm_id: inCourse, deleted_at: null },
      { ...unit, course_id: otherCourse, scorm_id: inOtherCourse, deleted_at: null },
      { ...unit, course_id: course, scorm_id: removed, deleted_at: new Date() },
    ]);
    const all = [mine, ofOther, inCourse, inOtherCourse, removed];
    const list = (reach: Reach) => keep("scorm_packages", all, packageInScope(reach, "t.id"));
    expect(await list(createReach([north], { userId }))).toEqual([mine, inCourse]);
    expect(await list(createReach([south], { userId }))).toEqual([mine, inOtherCourse]);
    expect(await list(createReach([], { userId: 0 }))).toEqual([]);
    expect(await list(createReach(null))).toEqual(all);
  });
});
