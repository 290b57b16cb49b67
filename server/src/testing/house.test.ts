import { readFileSync } from "node:fs";
import { buildSchema, getNamedType, type GraphQLField, isObjectType } from "graphql";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type Action, ACTIONS, allows, RANK, type Role, ROLES } from "../access/permissions.ts";
import { TENANCY } from "../access/tenancy.ts";
import { DEMO_PASSWORD } from "../demo/world.ts";
import { type Client, startServer, type TestServer } from "./server.ts";

let server: TestServer;
let owner: pg.Client;
beforeAll(async () => {
  server = await startServer();
  owner = new pg.Client({ ...inject("postgres"), user: "postgres", database: "world" });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

const schema = buildSchema(readFileSync(new URL("../../../schema.graphql", import.meta.url), "utf8"));

const tenantTables = Object.entries(TENANCY).flatMap(([table, rule]) => (rule === "instance" ? [table] : []));

describe("the wall between instances", () => {
  test("every tenant table forces row-level security, has its policy, and begins its key with the instance", async () => {
    const { rows } = await owner.query<{ table: string }>(`
      SELECT c.relname AS table FROM pg_class c
      JOIN pg_policy p ON p.polrelid = c.oid AND p.polname = 'instance_fence'
      JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
      WHERE c.relrowsecurity AND c.relforcerowsecurity AND a.attname = 'instance_id'`);
    expect(rows.map(({ table }) => table).sort()).toEqual(tenantTables.toSorted());
  });

  test("every table with an instance is a tenant table", async () => {
    const { rows } = await owner.query<{ table: string }>(`
      SELECT table_name AS table FROM information_schema.columns WHERE column_name = 'instance_id' AND table_schema = 'public'
        AND table_name IN (SELECT table_name FROM information_schema.tables WHERE table_type = 'BASE TABLE')`);
    expect(rows.map(({ table }) => table).sort()).toEqual(tenantTables.toSorted());
  });

  test("every foreign key between tenant tables carries the instance", async () => {
    const { rows } = await owner.query<{ name: string }>(
      `
      SELECT k.conname AS name FROM pg_constraint k
      JOIN pg_class source ON source.oid = k.conrelid
      JOIN pg_class target ON target.oid = k.confrelid
      WHERE k.contype = 'f' AND source.relname = ANY ($1) AND target.relname = ANY ($1)
        AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey) AND a.attname = 'instance_id')`,
      [tenantTables],
    );
    expect(rows).toEqual([]);
  });

  test("the application's role owns nothing, bypasses nothing and cannot read the keys the server signs with", async () => {
    const { rows } = await owner.query(`
      SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, (SELECT count(*)::integer FROM pg_class WHERE relowner = r.oid) AS owns
      FROM pg_roles r WHERE rolname = 'cairn_app'`);
    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, owns: 0 }]);
    await expect(server.platform.database.pool.query("SELECT * FROM platform_secrets")).rejects.toThrow(
      /permission denied/,
    );
  });

  test("without an instance no tenant table has a row", async () => {
    for (const table of tenantTables) {
      const { rows } = await server.platform.database.pool.query(`SELECT count(*) AS count FROM ${table}`);
      expect([table, rows[0].count]).toEqual([table, 0]);
    }
  });

  test("inside one instance the other's rows do not exist, and none can be written there", async () => {
    const riverside = await server.inside("riverside", async (_, id) => id);
    await server.inside("demo", async (db) => {
      expect(await db.selectFrom("users").select("id").where("instance_id", "=", riverside).execute()).toEqual([]);
      await expect(db.insertInto("groups").values({ instance_id: riverside, name: "x" }).execute()).rejects.toThrow(
        /row-level security/,
      );
    });
  });
});

describe("the permission table", () => {
  test("every action is somebody's, and a higher role never lacks what the platform's own people have", () => {
    for (const action of Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]) {
      expect([action, allows("super_admin", action)]).toEqual([action, true]);
    }
  });

  test("learners may only learn", () => {
    expect([...ROLES.learner].sort()).toEqual(["category.view", "learn", "profile.edit"]);
  });
});

/** Root fields that somebody who is not signed in may call. */
const PUBLIC = ["branch", "instanceByUrl", "loginUser", "resetPassword", "sendContactMessage", "sendPasswordReset"];

const roots = [schema.getQueryType()!, schema.getMutationType()!].flatMap((type) =>
  Object.values(type.getFields()).map((field) => ({ kind: type.name.toLowerCase(), field })),
);

describe("every operation", () => {
  test("refuses somebody who is not signed in, unless it is named as public", async () => {
    const refused: string[] = [];
    for (const { kind, field } of roots) {
      const code = await server
        .anonymous()
        .refusal(`${kind} { ${field.name}${argumentsOf(field)} ${selectionOf(field)} }`);
      if (code === "UNAUTHENTICATED") refused.push(field.name);
      else expect([field.name, code === null || code === "VALIDATION"]).toEqual([field.name, true]);
    }
    expect(
      roots
        .map(({ field }) => field.name)
        .filter((name) => !refused.includes(name))
        .sort(),
    ).toEqual(PUBLIC);
  });
});

/** Which permission opens each root field; a new field needs its line here, and so its row in the matrix below. */
const OPENS: Record<string, Action> = {
  addCoursesToGroup: "group.manage",
  addUserToBranch: "branch.manage",
  addUserToGroup: "group.manage",
  addUsersToGroups: "group.manage",
  adminCourseEnrollment: "enrolment.manage",
  apiAccess: "api_key.manage",
  apiKeysPage: "api_key.manage",
  assignCoursesToBranch: "branch.manage",
  auditActions: "audit.view",
  auditActors: "audit.view",
  auditLog: "audit.view",
  branchRemoval: "branch.manage",
  branches: "branch.view",
  branchesPage: "branch.manage",
  categories: "category.view",
  certificateTypes: "course.author",
  completedCourses: "learn",
  course: "learn",
  courseEnrollment: "learn",
  courseImpact: "course.author",
  courseReport: "report.view",
  courseUnenrollment: "enrolment.manage",
  courses: "learn",
  coursesPage: "course.author",
  createApiKey: "api_key.manage",
  createBranch: "branch.manage",
  createCategory: "category.create",
  createCourse: "course.author",
  createGroup: "group.manage",
  createInstanceUser: "instance.manage",
  createLmsInstance: "instance.manage",
  createResourceCategory: "course.author",
  createSubscription: "instance.manage",
  createUser: "user.create",
  dashboardData: "dashboard.view",
  deleteBranch: "branch.manage",
  deleteCourse: "course.author",
  deleteGroup: "group.manage",
  deleteLmsInstance: "instance.manage",
  deleteSubscription: "instance.manage",
  deleteUser: "user.delete",
  editCourse: "course.author",
  editInstanceUser: "instance.manage",
  endPlatformAccess: "instance.manage",
  generateCertificate: "learn",
  group: "group.view",
  groupRemoval: "group.manage",
  groups: "group.view",
  groupsPage: "group.view",
  lmsInstance: "instance.manage",
  lmsInstances: "instance.manage",
  lmsInstancesPage: "instance.manage",
  markUnitComplete: "learn",
  myCourses: "learn",
  platformPeoplePage: "instance.manage",
  registerUser: "account.register",
  removeCourseFromBranch: "branch.manage",
  removeCourseFromGroup: "group.manage",
  removeUserFromBranch: "branch.manage",
  removeUserFromGroup: "group.manage",
  reportsAllCourses: "report.view",
  reportsAllUsers: "report.view",
  resendInvitation: "user.edit",
  resourceCategories: "course.author",
  restoreEnrolment: "deleted.restore",
  revokeApiKey: "api_key.manage",
  setGroupLeader: "group.manage",
  storeUnitResponse: "learn",
  subscription: "instance.manage",
  updateBranch: "branch.manage",
  updateGroup: "group.manage",
  updateLmsInstance: "instance.manage",
  updatePassword: "profile.edit",
  updateSubscription: "instance.manage",
  updateUser: "user.edit",
  updateUserDetails: "profile.edit",
  user: "user.read",
  userActivityLog: "report.view",
  userBranches: "user.view",
  userProgress: "learn",
  users: "user.view",
  usersPage: "user.view",
  viewer: "learn",
};

const EMAILS: Record<Role, string> = {
  learner: "learner@demo.test",
  instructor: "instructor@demo.test",
  manager: "manager@demo.test",
  admin: "admin@demo.test",
  super_admin: "super@demo.test",
};

describe("the role matrix", () => {
  test("has a row for every operation", () => {
    expect([...Object.keys(OPENS), ...PUBLIC].sort()).toEqual(roots.map(({ field }) => field.name).sort());
  });

  test.each(RANK)("%s may call what the permission table says, and nothing else", async (role) => {
    const client = role === "super_admin" ? await visitor() : await server.as(EMAILS[role]);
    for (const { kind, field } of roots.filter(({ field }) => field.name in OPENS)) {
      const code = await client.refusal(`${kind} { ${field.name}${argumentsOf(field)} ${selectionOf(field)} }`);
      expect([field.name, code === "FORBIDDEN"]).toEqual([field.name, !allows(role, OPENS[field.name]!)]);
    }
  });
});

/** A super_admin has no row in an instance before the first visit: they sign in as they do. */
async function visitor(): Promise<Client> {
  const login = `mutation { loginUser(email: "super@demo.test", password: "${DEMO_PASSWORD}") { token } }`;
  return server.withToken((await server.anonymous().data(login)).loginUser.token);
}

function argumentsOf(field: GraphQLField<unknown, unknown>): string {
  const required = field.args.filter((argument) => argument.type.toString().endsWith("!"));
  const values: Record<string, string> = { Int: "1", String: '"x"', Boolean: "true", Float: "1" };
  const inputs: Record<string, string> = {
    CreateUserInput: '{ first_name: "x", last_name: "x", email: "x", role: "learner" }',
    UpdateUserInput: "{}",
    BranchCoursesInput: "{ branch_id: 1, course_ids: [1] }",
    BranchInput: '{ name: "x" }',
    UserBranchInput: "{ user_ids: [1], branch_ids: [1] }",
    GroupInput: '{ name: "x" }',
    EditCourseInput: '{ id: 1, title: "x", description: "x" }',
    CourseEnrollmentInput: "{ course_id: 1 }",
    GenerateCertificateInput: "{ course_id: 1 }",
    StoreUnitResponseInput: '{ course_id: 1, unit_id: 1, unit_type: "Test", input_type: "time", response: "{}" }',
    UpdateUserDetailsInput: '{ first_name: "x" }',
    MarkUnitCompleteInput: '{ course_id: 1, unit_id: 1, unit_type: "Test" }',
  };
  const listed = required.map(
    ({ name, type }) => `${name}: ${values[getNamedType(type).name] ?? inputs[getNamedType(type).name]}`,
  );
  return listed.length > 0 ? `(${listed.join(", ")})` : "";
}

function selectionOf(field: GraphQLField<unknown, unknown>): string {
  return isObjectType(getNamedType(field.type)) ? "{ __typename }" : "";
}
