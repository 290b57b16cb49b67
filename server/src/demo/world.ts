import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { hashPassword } from "../access/passwords.ts";
import { platformInstanceId } from "../access/session.ts";
import { inInstance } from "../access/tenancy.ts";
import type { Db } from "../db/client.ts";
import { type CourseInput, saveCourse } from "../features/courses/authoring.service.ts";
import { type RunAsActor, storeUpload } from "../features/files/files.service.ts";
import { storePackage, unpackPackage } from "../features/scorm/packages.service.ts";
import type { Platform } from "../platform/platform.ts";
import { actAs } from "./act-as.ts";
import { northgate, riverside } from "./courses.ts";
import type { DemoCategory, DemoCourse, DemoUnit } from "./demo-course.ts";
import { buildHistory } from "./history.ts";
import { demoPackage } from "./package.ts";
import { buildMessages } from "./messages.ts";
import { buildRegistrations } from "./registrations.ts";
import { buildProvider } from "./single-sign-on.ts";
import { buildUsage } from "./usage.ts";
import { buildAnnouncement, buildView } from "./people-list.ts";
import {
  DEMO_PASSWORD,
  type DemoPerson,
  northgateGroups,
  northgateJobs,
  northgatePeople,
  platformPeople,
  riversidePeople,
} from "./people.ts";

interface DemoInstance {
  domain: string;
  /** Whether it has a subscription. */
  pays: boolean;
  name: string;
  primary_color: string;
  secondary_color: string;
  branches: {
    url: string;
    name: string;
    language: string;
    primary_color: string;
    secondary_color: string;
    welcome_text?: string;
  }[];
  groups: { name: string; branch: string | null; description: string }[];
  fields: { key: "job"; name: string; type: string; choices: string[]; visible_to: string }[];
  people: DemoPerson[];
  author: string;
  /** Whether it has a course with a package. */
  hasPackage: boolean;
  categories: DemoCategory[];
  courses: DemoCourse[];
}

const INSTANCES: DemoInstance[] = [
  {
    domain: "demo",
    pays: true,
    name: "Northgate Trust",
    primary_color: "#1f5c63",
    secondary_color: "#d97f43",
    branches: [
      {
        url: "north",
        name: "Northgate North",
        language: "en",
        primary_color: "#2c4a7c",
        secondary_color: "#e0a526",
        welcome_text: "Welcome to Northgate North.\nAsk at the boathouse if you have no account yet.",
      },
      { url: "south", name: "Northgate Sud", language: "fr", primary_color: "#7a2e4d", secondary_color: "#3f8f6b" },
    ],
    groups: northgateGroups,
    fields: [{ key: "job", name: "Job title", type: "choice", choices: northgateJobs, visible_to: "staff" }],
    people: northgatePeople,
    author: "instructor@demo.test",
    hasPackage: true,
    ...northgate,
  },
  {
    domain: "riverside",
    pays: false,
    name: "Riverside Water Sports",
    primary_color: "#1d5fa8",
    secondary_color: "#f2b134",
    branches: [],
    groups: [],
    fields: [],
    people: riversidePeople,
    author: "imogen.locke@riverside.test",
    hasPackage: false,
    ...riverside,
  },
];

/**
 * Creates the data of the demo and of all tests: two instances with branches, named users, courses saved through the
 * product's own service, and some weeks of learning. The same each time, except for dates relative to today.
 */
export async function buildWorld(platform: Platform): Promise<void> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const home = await platformInstanceId(platform.database);
  await inInstance(platform.database, home, (db) => insertPeople(db, home, platformPeople, passwordHash));
  for (const instance of INSTANCES) await buildInstance(platform, instance, passwordHash);
}

async function buildInstance(platform: Platform, demo: DemoInstance, passwordHash: string): Promise<void> {
  const instanceId = await insertInstance(platform, demo);
  const { userIds, branchIds } = await inInstance(platform.database, instanceId, async (db) => {
    if (demo.pays) await insertSubscription(db, instanceId);
    const branchIds = await insertBranches(db, instanceId, demo);
    const userIds = await insertPeople(db, instanceId, demo.people, passwordHash);
    await insertMemberships(db, instanceId, demo, userIds, branchIds);
    await insertUserFields(db, instanceId, demo, userIds);
    await buildUsage(db, instanceId);
    if (demo.domain === "riverside") await buildMessages(db, instanceId);
    const branchId = branchIds.get("north");
    if (branchId !== undefined)
      await buildRegistrations(db, instanceId, { admin: userIds.get("admin@demo.test")!, branchId, passwordHash });
    const admin = userIds.get("admin@demo.test");
    if (admin !== undefined) {
      await buildView(db, instanceId, admin);
      await buildAnnouncement(db, instanceId, admin);
      await buildProvider(db, instanceId, admin);
    }
    return { userIds, branchIds };
  });
  const categoryIds = await inInstance(platform.database, instanceId, (db) =>
    insertCategories(db, instanceId, demo.categories),
  );
  const courseIds = await actAs(
    platform,
    { domain: demo.domain, instanceId, userId: userIds.get(demo.author)! },
    (runAsActor) => saveCourses(platform, runAsActor, demo, categoryIds),
  );
  await inInstance(platform.database, instanceId, async (db) => {
    await assignCourses(db, instanceId, demo, courseIds, branchIds);
    await buildHistory(
      db,
      instanceId,
      demo.people.filter(({ role }) => role === "learner").map(({ email }) => userIds.get(email)!),
    );
  });
  // After the weeks of learning, which do not include it.
  if (demo.hasPackage)
    await actAs(platform, { domain: demo.domain, instanceId, userId: userIds.get(demo.author)! }, (runAsActor) =>
      savePackageCourse(platform, runAsActor, instanceId, categoryIds),
    );
}

/** Creates a course with one package and unpacks it here, so that the demo starts complete. */
async function savePackageCourse(
  platform: Platform,
  open: RunAsActor,
  instanceId: number,
  categoryIds: Map<string, number>,
): Promise<void> {
  const stream = Readable.from([demoPackage()]);
  const { url, scorm } = await storePackage(platform, open, { name: "which-extinguisher.zip", stream });
  await unpackPackage(platform, { instanceId, packageId: scorm.id });
  await open((actor) =>
    saveCourse(actor, null, {
      title: "Which extinguisher?",
      description:
        "Five minutes and three questions on what to reach for when something burns. A package of SCORM 1.2.",
      course_code: "NGT-009",
      level: "Beginner",
      categories: [categoryIds.get("health-and-safety")!],
      resources: [],
      units: [{ type: "Scorm", unit_order: 1, title: "Which extinguisher?", file: url, questions: [] }],
      status: "published",
    }),
  );
}

async function insertInstance({ database }: Platform, demo: DemoInstance): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    `INSERT INTO instances (name, domain, primary_color, secondary_color, license_count, branch_limit, api_access, is_demo)
     VALUES ($1, $2, $3, $4, 500, 10, true, true) RETURNING id`,
    [demo.name, demo.domain, demo.primary_color, demo.secondary_color],
  );
  return rows[0]!.id;
}

async function insertSubscription(db: Db, instance_id: number): Promise<void> {
  const plan = { instance_id, status: "active", billing_interval: "yearly", amount: 1200 };
  await db.insertInto("subscriptions").values(plan).execute();
}

async function insertBranches(db: Db, instanceId: number, { branches }: DemoInstance): Promise<Map<string, number>> {
  if (branches.length === 0) return new Map();
  const rows = await db
    .insertInto("branches")
    .values(branches.map((branch) => ({ ...branch, instance_id: instanceId })))
    .returning(["id", "url"])
    .execute();
  return new Map(rows.map(({ id, url }) => [url, id]));
}

async function insertPeople(
  db: Db,
  instanceId: number,
  people: DemoPerson[],
  password_hash: string,
): Promise<Map<string, number>> {
  const joined = (index: number) => new Date(Date.now() - (people.length - index + 60) * 86_400_000);
  const rows = await db
    .insertInto("users")
    .values(
      people.map(({ first_name, last_name, email, role, is_primary }, index) => ({
        instance_id: instanceId,
        first_name,
        last_name,
        email,
        role,
        is_primary,
        password_hash,
        created_at: joined(index),
      })),
    )
    .returning(["id", "email"])
    .execute();
  return new Map(rows.map(({ id, email }) => [email, id]));
}

async function insertMemberships(
  db: Db,
  instanceId: number,
  demo: DemoInstance,
  userIds: Map<string, number>,
  branchIds: Map<string, number>,
): Promise<void> {
  const inBranches = demo.people.flatMap(({ email, branches }) =>
    branches.map((url) => ({ instance_id: instanceId, branch_id: branchIds.get(url)!, user_id: userIds.get(email)! })),
  );
  if (inBranches.length > 0) await db.insertInto("branch_users").values(inBranches).execute();
  if (demo.groups.length === 0) return;
  const groups = await db
    .insertInto("groups")
    .values(
      demo.groups.map(({ name, branch, description }) => ({
        description,
        instance_id: instanceId,
        name,
        branch_id: branchIds.get(branch ?? "") ?? null,
      })),
    )
    .returning(["id", "name"])
    .execute();
  const groupIds = new Map(groups.map(({ id, name }) => [name, id]));
  const inGroups = demo.people.flatMap(({ email, groups }) =>
    groups.map((name) => ({ instance_id: instanceId, group_id: groupIds.get(name)!, user_id: userIds.get(email)! })),
  );
  await db.insertInto("group_users").values(inGroups).execute();
}

/** Adds what the organisation keeps about its people, with values for most of them. */
async function insertUserFields(
  db: Db,
  instanceId: number,
  demo: DemoInstance,
  userIds: Map<string, number>,
): Promise<void> {
  for (const [at, { key, ...field }] of demo.fields.entries()) {
    const { id } = await db
      .insertInto("user_fields")
      .values({ ...field, instance_id: instanceId, position: at + 1 })
      .returning("id")
      .executeTakeFirstOrThrow();
    const values = demo.people.flatMap((person) => {
      const value = person[key];
      return value ? [{ instance_id: instanceId, user_id: userIds.get(person.email)!, field_id: id, value }] : [];
    });
    if (values.length > 0) await db.insertInto("user_field_values").values(values).execute();
  }
}

async function insertCategories(db: Db, instanceId: number, categories: DemoCategory[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const { key, name, parent } of categories) {
    const { id } = await db
      .insertInto("categories")
      .values({ instance_id: instanceId, name, parent_id: parent === null ? null : ids.get(parent)! })
      .returning("id")
      .executeTakeFirstOrThrow();
    ids.set(key, id);
  }
  return ids;
}

async function saveCourses(
  platform: Platform,
  open: RunAsActor,
  demo: DemoInstance,
  categoryIds: Map<string, number>,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const course of demo.courses) {
    const units: CourseInput["units"] = [];
    for (const [index, unit] of course.units.entries()) units.push(await unitInput(platform, open, unit, index + 1));
    const { title, description, course_code, price, level, completion_rules, completion_percentage, certificate_type } =
      course;
    const input: CourseInput = {
      title,
      description,
      course_code,
      price,
      level,
      completion_rules,
      completion_percentage,
      certificate_type,
      categories: [categoryIds.get(course.category)!],
      learning_path: course.prerequisites.map((key) => ids.get(key)!),
      resources: [],
      units,
      status: "published",
    };
    ids.set(course.key, (await open((actor) => saveCourse(actor, null, input))).id);
  }
  return ids;
}

async function unitInput(
  platform: Platform,
  open: RunAsActor,
  unit: DemoUnit,
  unit_order: number,
): Promise<CourseInput["units"][number]> {
  const common = { type: unit.type, unit_order, title: unit.title };
  if (unit.type === "Test") return { ...common, questions: unit.questions };
  const questions = unit.completion_option === "question" ? unit.questions : [];
  const completion = {
    completion_option: unit.completion_option ?? null,
    time_limit: unit.completion_option === "time" ? unit.time_limit : null,
  };
  if (unit.type === "Content") return { ...common, ...completion, content: unit.content, questions };
  const stream = createReadStream(new URL(`media/${unit.media}`, import.meta.url));
  const { url } = await storeUpload(platform, open, "video", { name: unit.media, stream });
  return { ...common, ...completion, content: unit.content, questions, file: url };
}

async function assignCourses(
  db: Db,
  instanceId: number,
  demo: DemoInstance,
  courseIds: Map<string, number>,
  branchIds: Map<string, number>,
): Promise<void> {
  const rows = demo.courses.flatMap(({ key, branches }) =>
    branches.map((url) => ({
      instance_id: instanceId,
      branch_id: branchIds.get(url)!,
      course_id: courseIds.get(key)!,
    })),
  );
  if (rows.length > 0) await db.insertInto("branch_courses").values(rows).execute();
}
