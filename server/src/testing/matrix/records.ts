import { randomBytes, randomUUID } from "node:crypto";
import { platformInstanceId } from "../../access/session.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Place } from "../operation.ts";
import { CMI5_AU, CMI5_MANIFEST } from "./cmi5-manifest.ts";
import { addIdentityProvider } from "./identity-records.ts";
import { addCertificateTemplate, addEndedEnrolment, addEssay } from "./learning-records.ts";
import type { TestServer } from "../server.ts";

/** Creates one row of everything in a place; what branches can own belongs to this one. */
export async function createRecords(server: TestServer, domain: string, branchUrl: string | null): Promise<Place> {
  const name = `${domain} ${branchUrl ?? "main"}`;
  const operator = await operatorId(server);
  return server.inside(domain, async (db, instance_id) => {
    const admin = await db
      .selectFrom("users")
      .select("id")
      .where("instance_id", "=", instance_id)
      .where("role", "=", "admin")
      .executeTakeFirstOrThrow();
    const known = branchUrl
      ? await db
          .selectFrom("branches")
          .select("id")
          .where("instance_id", "=", instance_id)
          .where("url", "=", branchUrl)
          .executeTakeFirstOrThrow()
      : await db
          .insertInto("branches")
          .values({ instance_id, name, url: `of-${domain}` })
          .returning("id")
          .executeTakeFirstOrThrow();
    const branch_id = known.id;
    const id = async (inserted: Promise<{ id: number }>) => (await inserted).id;
    const group = await id(
      db
        .insertInto("groups")
        .values({ instance_id, name, branch_id: branchUrl === null ? null : branch_id })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const user = await id(
      db
        .insertInto("users")
        .values({ instance_id, first_name: "One", last_name: name, email: `${randomUUID()}@${domain}.test` })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const category = await id(
      db
        .insertInto("categories")
        .values({ instance_id, name, is_limited: branchUrl !== null })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    if (branchUrl)
      await db.insertInto("category_branches").values({ instance_id, branch_id, category_id: category }).execute();
    const course = await id(
      db
        .insertInto("courses")
        .values({
          instance_id,
          title: name,
          status: "published",
          unit_count: 1,
          branch_id: branchUrl === null ? null : branch_id,
        })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const unit = await id(
      db
        .insertInto("units")
        .values({ instance_id, course_id: course, type: "Test", unit_order: 1, title: name })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const file = `${instance_id}/aa/${randomBytes(20).toString("hex")}`;
    await db
      .insertInto("files")
      .values({ instance_id, key: file, name, type: "application/zip", size: 1, purpose: "scorm" })
      .execute();
    const scorm_id = await id(
      db
        .insertInto("scorm_packages")
        .values({ instance_id, kind: "scorm_1_2", file_key: file })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const packageUnit = await id(
      db
        .insertInto("units")
        .values({ instance_id, course_id: course, type: "Scorm", unit_order: 2, title: name, scorm_id })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const cmi5Package = await id(
      db
        .insertInto("scorm_packages")
        .values({ instance_id, kind: "cmi5", state: "ready", file_key: file, manifest: CMI5_MANIFEST })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const { uuid: au } = await db
      .insertInto("scorm_scos")
      .values({ instance_id, package_id: cmi5Package, kind: "au", position: 1, ...CMI5_AU })
      .returning("uuid")
      .executeTakeFirstOrThrow();
    const cmi5Unit = await id(
      db
        .insertInto("units")
        .values({ instance_id, course_id: course, type: "Scorm", unit_order: 3, title: name, scorm_id: cmi5Package })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const survey_questions = JSON.stringify([
      {
        key: "q",
        kind: "text",
        text: "Why?",
        is_required: true,
        points: 5,
        low: "",
        high: "",
        is_multiple: false,
        options: [],
      },
    ]);
    const survey = await id(
      db
        .insertInto("units")
        .values({ instance_id, course_id: course, type: "Survey", unit_order: 4, title: name, survey_questions })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const question = await id(
      db
        .insertInto("questions")
        .values({ instance_id, unit_id: unit, type: "Free Text", question: "Why?", position: 1 })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const bankQuestion = await id(
      db
        .insertInto("bank_questions")
        .values({ instance_id, category: "Ropes", type: "Free Text", question: "Why?" })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    await db.insertInto("branch_users").values({ instance_id, branch_id, user_id: user }).execute();
    await db.insertInto("branch_courses").values({ instance_id, branch_id, course_id: course }).execute();
    await db.insertInto("group_users").values({ instance_id, group_id: group, user_id: user }).execute();
    await db.insertInto("group_courses").values({ instance_id, group_id: group, course_id: course }).execute();
    await db.insertInto("enrolments").values({ instance_id, user_id: user, course_id: course }).execute();
    const testAttempt = await id(
      db
        .insertInto("test_attempts")
        .values({
          instance_id,
          user_id: user,
          course_id: course,
          unit_id: unit,
          course_attempt: 1,
          number: 1,
          question_ids: [question],
          rules: JSON.stringify({ pass_mark: 80, review: "never", counting_attempt: "last" }),
        })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    await db
      .insertInto("cmi5_registrations")
      .values({
        instance_id,
        id: randomUUID(),
        package_id: cmi5Package,
        user_id: user,
        course_id: course,
        unit_id: cmi5Unit,
        origin: "http://demo.localhost",
        account_home: "http://demo.localhost",
        account_name: String(user),
      })
      .execute();
    const sco_id = await id(
      db
        .insertInto("scorm_scos")
        .values({ instance_id, package_id: scorm_id, identifier: "one", position: 1 })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    await db
      .insertInto("scorm_attempts")
      .values({ instance_id, user_id: user, course_id: course, unit_id: packageUnit, sco_id })
      .execute();
    const submission = await id(
      db
        .insertInto("submissions")
        .values({ instance_id, user_id: user, course_id: course, unit_id: unit, kind: "AssignmentText", content: "x" })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const endedCourse = await id(
      db
        .insertInto("courses")
        .values({ instance_id, title: `${name}, left`, status: "published" })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    await db.insertInto("branch_courses").values({ instance_id, branch_id, course_id: endedCourse }).execute();
    const enrolmentRun = await id(
      db
        .insertInto("enrolment_runs")
        .values({ instance_id, course_id: course, total: 0 })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const invitation = await id(
      db
        .insertInto("invitations")
        .values({
          instance_id,
          name,
          code_hash: Buffer.from(name),
          created_by: admin.id,
          expires_at: new Date(Date.now() + 86_400_000),
        })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const customDomain = await id(
      db
        .insertInto("custom_domains")
        .values({
          instance_id,
          host: `${name.toLowerCase().replaceAll(/[^a-z0-9]/g, "-")}.place.example`,
          state: "verified",
        })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const learningPath = await id(
      db
        .insertInto("learning_paths")
        .values({
          instance_id,
          title: name,
          status: "published",
          in_catalogue: true,
          branch_id: branchUrl === null ? null : branch_id,
        })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const section_id = await id(
      db
        .insertInto("learning_path_sections")
        .values({ instance_id, path_id: learningPath, position: 0 })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    await db
      .insertInto("learning_path_courses")
      .values({ instance_id, path_id: learningPath, section_id, course_id: course, position: 0 })
      .execute();
    const automation = await id(
      db
        .insertInto("automations")
        .values({
          instance_id,
          name,
          branch_id: branchUrl === null ? null : branch_id,
          trigger: "person_created",
          actions: JSON.stringify([{ kind: "add_to_group", group_id: group }]),
        })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const badge = await id(
      db
        .insertInto("badges")
        .values({ instance_id, name, branch_id: branchUrl === null ? null : branch_id, criteria: "Be there" })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const certificateTemplate = await addCertificateTemplate(db, instance_id, name);
    const badgeAward = await id(
      db
        .insertInto("badge_awards")
        .values({ instance_id, badge_id: badge, user_id: user, source: "course" })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const userField = await id(
      db
        .insertInto("user_fields")
        .values({ instance_id, name: `Field of ${name}`, type: "text" })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const endedEnrolment = await addEndedEnrolment(db, instance_id, user, endedCourse);
    const subscription = await id(
      db.insertInto("subscriptions").values({ instance_id, amount: 10 }).returning("id").executeTakeFirstOrThrow(),
    );
    const reportSchedule = await id(
      db
        .insertInto("report_schedules")
        .values({
          instance_id,
          name: "Weekly",
          kind: "users",
          request: "{}",
          every: "week",
          day: 1,
          hour: 7,
          origin: "http://x.test",
          next_at: new Date(),
        })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const apiKey = await id(
      db
        .insertInto("api_keys")
        .values({ instance_id, name, key_hash: Buffer.from(randomUUID()), role: "learner", created_by: admin.id })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const scimToken = await id(
      db
        .insertInto("scim_tokens")
        .values({
          instance_id,
          name,
          prefix: "scim",
          token_hash: Buffer.from(randomUUID()),
          created_by: admin.id,
          expires_at: new Date(Date.now() + 86_400_000),
        })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const xapiCredentials = await id(
      db
        .insertInto("xapi_credentials")
        .values({ instance_id, name, key: randomUUID(), secret_hash: Buffer.from(randomUUID()), created_by: admin.id })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    return {
      url: branchUrl,
      instance: instance_id,
      branch: branch_id,
      group,
      user,
      category,
      course,
      unit,
      question,
      survey,
      testAttempt,
      essayAttempt: await addEssay(db, { instance_id, user_id: user, course_id: course, unit_id: unit }, question),
      bankQuestion,
      submission,
      endedEnrolment,
      enrolmentRun,
      userField,
      customDomain,
      identityProvider: await addIdentityProvider(db, instance_id, name),
      learningPath,
      automation,
      badge,
      badgeAward,
      certificateTemplate,
      invitation,
      subscription,
      apiKey,
      scimToken,
      reportSchedule,
      xapiCredentials,
      package: scorm_id,
      cmi5Package,
      cmi5Unit,
      au,
      packageUnit,
      operator,
    };
  });
}

/** Returns the id of the only operator of the demo data. */
async function operatorId(server: TestServer): Promise<number> {
  const home = await platformInstanceId(server.platform.database);
  return inInstance(server.platform.database, home, async (db) => {
    const row = await db.selectFrom("users").select("id").where("instance_id", "=", home).executeTakeFirstOrThrow();
    return row.id;
  });
}
